"""Recordings: what was, exactly; saved and read back."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import box, floor_scene, standing
from tests.sim.simulation.recording.plain_states import plain_states
from torseur import sim
from torseur.sim.errors import ArgumentError


@pytest.fixture(scope="module")
def tumbling():
    return sim.simulate(sim.load_scene("brick_on_corner"), 1.2)


def test_a_state_is_the_last_one_not_after_the_time(tumbling):
    assert tumbling.state_at(0.5).t == pytest.approx(0.5)
    assert tumbling.state_at(0.5004).t == pytest.approx(0.5)
    assert tumbling.state_at(-1.0).t == tumbling.t[0]
    assert tumbling.state_at(99.0).t == tumbling.t[-1]
    i = tumbling.index_at(0.5)
    assert np.array_equal(tumbling.state_at(0.5).q, tumbling.q[i])


def test_a_snapshot_shows_the_recorded_state(tumbling):
    i = tumbling.index_at(0.7)
    shown = tumbling.snapshot(i)
    assert np.array_equal(shown.q, tumbling.q[i])
    assert np.array_equal(shown.poses, sim.frame_poses(tumbling.scene.model, tumbling.q[i]))
    assert shown.kinetic + shown.potential == tumbling.kinetic[i] + tumbling.potential[i]
    with pytest.raises(ValueError, match="read-only"):
        shown.q[0] = 1.0


def test_forces_are_impulses_over_the_step(tumbling):
    contacts = tumbling.contacts(-1)
    np.testing.assert_allclose(contacts.force, contacts.impulse / tumbling.settings.dt)
    assert contacts.force[:, 2].sum() == pytest.approx(6 * 9.81, rel=1e-6)


def test_events_come_in_order_and_an_impact_has_an_impulse(tumbling):
    times = [event.t for event in tumbling.events]
    assert times == sorted(times)
    hits = [event for event in tumbling.events if event.kind is sim.EventKind.IMPACT]
    assert hits
    assert all(hit.impulse > 0 for hit in hits)
    assert all(hit.bodies == ("ground", "brick") for hit in hits)


def test_a_bounce_is_no_lift_off():
    recording = sim.simulate(sim.load_scene("zeno_ball"), 1.2, scheme="time_stepping")
    assert {event.kind for event in recording.events} == {sim.EventKind.IMPACT}


@pytest.mark.parametrize(("states", "asked"), [(1, 1), (7, 1), (7, 5)])
@pytest.mark.slow
def test_events_are_the_same_however_many_states_come_at_a_time_and_when_they_are_asked_for(states, asked):
    recording = sim.simulate(sim.load_scene("domino"), 0.8)
    again = sim.Recording(recording.scene, recording.settings)
    for start in range(0, len(recording), states):
        stop = min(start + states, len(recording))
        again.append(recording.record(start, stop), stop - start)
        if (start // states) % asked == 0:
            again.find_events()
    assert {event.kind for event in again.events} == set(sim.EventKind)
    assert again.events == recording.events


def test_events_of_a_heap_are_what_its_contacts_say_state_by_state():
    recording = sim.simulate(sim.load_scene("balls_666"), 0.1)
    names, kinds, mode = recording.scene.model.body_names, sim.EventKind, {}
    events = {(round(event.t, 9), event.kind, event.bodies): event for event in recording.events}
    found = set()
    for i in range(len(recording)):  # balls touch each other and the ground in one point: a pair has one contact
        contacts, t = recording.contacts(i), round(float(recording.t[i]), 9)
        before, mode = mode, {}
        for k in range(len(contacts.gap)):
            pair = names[contacts.body_a[k]], names[contacts.body_b[k]]
            if contacts.impact[k]:
                found.add((t, kinds.IMPACT, pair))
                assert events[t, kinds.IMPACT, pair].impulse_vector == pytest.approx(contacts.impulse[k], rel=1e-12)
            elif contacts.mode[k] != sim.Mode.OPEN and before.get(pair, contacts.mode[k]) != contacts.mode[k]:
                found.add((t, kinds.SLIP if contacts.mode[k] == sim.Mode.SLIP else kinds.STICK, pair))
            if contacts.mode[k] != sim.Mode.OPEN:
                mode[pair] = contacts.mode[k]
        struck = {pair for _, kind, pair in found if kind is kinds.IMPACT and _ == t}
        found |= {(t, kinds.LIFT_OFF, pair) for pair in before.keys() - mode.keys()}
        mode = {pair: one for pair, one in mode.items() if pair not in struck}
    assert len(found) > 20
    assert found == events.keys()


def test_the_state_it_starts_from_comes_first():
    scene = sim.load_scene("falling_brick")
    recording = sim.simulate(scene, 0.0)
    assert list(recording.t) == [0.0]
    assert np.array_equal(recording.q[0], scene.initial.q)
    assert recording.potential[0] == pytest.approx(6.0 * 9.81 * 0.62, rel=1e-15)


def test_an_empty_recording_says_so():
    scene = sim.load_scene("falling_brick")
    recording = sim.Recording(scene, scene.settings)
    assert len(recording) == 0
    with pytest.raises(sim.errors.ArgumentError, match="nothing was simulated yet"):
        recording.state_at(0.0)


def test_cutting_forgets_what_came_after(tumbling):
    recording = sim.simulate(tumbling.scene, 1.0)
    recording.cut(0.5)
    assert recording.t[-1] == pytest.approx(0.5)
    assert all(event.t <= 0.5 + 1e-9 for event in recording.events)
    assert len(recording.contacts(-1).gap) >= 0


def test_a_state_that_takes_the_place_of_one_that_was_cut_has_its_own_contacts():
    scene = sim.load_scene("brick_on_corner")
    recording, other = sim.simulate(scene, 0.5), sim.simulate(replace(scene, gravity=(0.0, 0.0, -20.0)), 0.5)
    last = len(recording) - 1
    before = recording.contacts(last)
    assert recording.contacts(-1) is before  # asked for twice and made once
    recording.cut(0.2)
    kept = len(recording)
    recording.append(other.record(kept, last + 1), last + 1 - kept)
    np.testing.assert_array_equal(recording.contacts(last).force, other.contacts(last).force)
    assert not np.array_equal(recording.contacts(last).force, before.force)


@pytest.mark.parametrize("end", [0.2, 0.5])
def test_events_of_what_was_cut_are_those_of_what_is_left_whether_they_were_asked_for_before_or_not(end):
    scene = sim.load_scene("brick_on_corner")
    whole, looked, waiting = (sim.simulate(scene, duration) for duration in (end, 0.8, 0.8))
    assert len(looked.events) > len(whole.events)
    for recording in (looked, waiting):
        recording.cut(end)
    assert looked.events == whole.events
    assert waiting.events == whole.events


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_recording_saved_and_read_is_the_same_to_the_last_bit(tmp_path, scheme):
    recording = sim.simulate(sim.load_scene("brick_on_corner"), 1.0, scheme=scheme)
    path = tmp_path / "tumbling é.mcap"
    sim.save_recording(recording, path)
    again = sim.load_recording(path)
    for name in ("t", "q", "v", "tau", "kinetic", "potential", "residual", "iterations", "normal_impulse"):
        assert np.array_equal(getattr(again, name), getattr(recording, name)), name
    assert again.events == recording.events
    assert again.settings == recording.settings
    for i in (100, 600, -1):
        mine, theirs = recording.contacts(i), again.contacts(i)
        assert np.array_equal(mine.force, theirs.force)
        assert np.array_equal(mine.mode, theirs.mode)


def test_a_recording_of_a_robot_is_read_with_its_robot(tmp_path):
    recording = sim.simulate(sim.load_scene("arm_pushes_table"), 0.2)
    sim.save_recording(recording, tmp_path / "arm.mcap")
    again = sim.load_recording(tmp_path / "arm.mcap")
    assert again.scene.model.body_names == recording.scene.model.body_names
    assert np.array_equal(again.tau, recording.tau)


def test_other_programs_find_transforms_and_forces(tmp_path):
    from mcap.reader import make_reader

    sim.save_recording(sim.simulate(sim.load_scene("falling_brick"), 0.6), tmp_path / "brick.mcap")
    with (tmp_path / "brick.mcap").open("rb") as stream:
        summary = make_reader(stream).get_summary()
    schemas = {schema.name for schema in summary.schemas.values()}
    assert {"foxglove.FrameTransforms", "foxglove.SceneUpdate", "torseur.State"} <= schemas


def test_a_scene_made_in_code_must_be_given_to_read_its_recording(tmp_path):
    scene = floor_scene([standing(box("brick", (0.1, 0.1, 0.1), 1.0), 0.2)])
    sim.save_recording(sim.simulate(scene, 0.1), tmp_path / "code.mcap")
    with pytest.raises(sim.errors.RecordingError, match="was not made from a TOML text"):
        sim.load_recording(tmp_path / "code.mcap")
    assert len(sim.load_recording(tmp_path / "code.mcap", scene)) == 101
    with pytest.raises(sim.errors.RecordingError, match="it was made with nq = 7"):
        sim.load_recording(tmp_path / "code.mcap", sim.load_scene("box_stack"))


def test_a_recording_without_states_is_refused(tmp_path):
    scene = sim.load_scene("falling_brick")
    sim.save_recording(sim.Recording(scene, scene.settings), tmp_path / "empty.mcap")
    with pytest.raises(sim.errors.RecordingError, match="no states"):
        sim.load_recording(tmp_path / "empty.mcap")


@pytest.mark.parametrize("content", [b"", b"not a recording", b"\x89MCAP0\r\n" + bytes(50)])
def test_files_that_are_no_recordings_are_refused(tmp_path, content):
    path = tmp_path / "broken.mcap"
    path.write_bytes(content)
    with pytest.raises(sim.errors.RecordingError, match=r"broken\.mcap"):
        sim.load_recording(path)


def test_a_file_that_cannot_be_written_says_so_and_leaves_nothing(tmp_path):
    recording = sim.simulate(sim.load_scene("falling_brick"), 0.1)
    with pytest.raises(sim.errors.SaveError, match="cannot be written"):
        sim.save_recording(recording, tmp_path / "no" / "folder.mcap")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_contact_sums_are_those_of_the_contacts_of_each_state(scheme):
    recording = sim.simulate(sim.load_scene("brick_on_corner"), 0.6, scheme=scheme)
    normal, tangential, impulse = recording.contact_sums(len(recording))
    for i in range(0, len(recording), 13):
        contacts = recording.contacts(i)
        along = np.einsum("ck,ck->c", contacts.force, contacts.normal) * ~contacts.impact
        across = contacts.force - np.einsum("ck,ck->c", contacts.force, contacts.normal)[:, None] * contacts.normal
        struck = np.einsum("ck,ck->c", contacts.impulse, contacts.normal) * contacts.impact
        # Sums of at most a few dozen numbers in another order.
        assert impulse[i] == pytest.approx(np.sum(struck), rel=1e-12, abs=1e-12)
        if i == 0 or (scheme == "hybrid" and contacts.impact.any()):
            assert np.isnan(normal[i])
            assert np.isnan(tangential[i])
            continue
        assert normal[i] == pytest.approx(np.sum(along), rel=1e-12, abs=1e-12)
        assert tangential[i] == pytest.approx(np.sum(np.linalg.norm(across, axis=1) * ~contacts.impact), rel=1e-12, abs=1e-12)
    assert np.max(impulse) > 0.0


def test_after_an_impact_of_another_ball_there_is_an_impulse_and_no_force(tmp_path):
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 2.0)
    sim.save_recording(recording, tmp_path / "run.mcap")
    for run in (recording, sim.load_recording(tmp_path / "run.mcap")):
        normal, tangential, impulse = run.contact_sums(len(run))
        struck = impulse > 0.0
        assert np.array_equal(struck, [run.contacts(i).impact.any() for i in range(len(run))])
        assert np.isnan(normal[struck]).all()
        assert np.isnan(tangential[struck]).all()
        rests = (run.t > 1.75) & ~struck  # one of the balls
        assert (struck & (run.t > 1.75)).any()
        np.testing.assert_allclose(normal[rests], 9.81, rtol=1e-6)


@pytest.fixture(scope="module")
def resting():
    return sim.simulate(sim.load_scene("box_stack"), 1.5)


def test_contacts_of_what_rests_are_kept_once(resting, tmp_path):
    sim.save_recording(resting, tmp_path / "rest.mcap")
    for recording in (resting, sim.load_recording(tmp_path / "rest.mcap")):
        kept = [recording.contact_columns(i)[1] for i in range(len(recording))]
        repeats = [recording.repeats(i) for i in range(len(recording))]
        assert sum(repeats) > 1000
        assert all(np.shares_memory(kept[i], kept[i - 1]) == repeats[i] for i in range(1, len(kept)) if len(kept[i]))
    # A state at rest takes some 100 bytes, as one without contacts does; its 40 contacts took 1300 more.
    assert (tmp_path / "rest.mcap").stat().st_size < 500 * len(resting)


def test_what_repeats_has_the_contacts_sums_and_problem_of_what_it_repeats(resting, tmp_path):
    sim.save_recording(resting, tmp_path / "rest.mcap")
    again = sim.load_recording(tmp_path / "rest.mcap")
    last = len(resting) - 1
    assert resting.repeats(last)
    first = next(i for i in range(last, 0, -1) if not resting.repeats(i))
    for recording in (resting, again):
        for name in ("point", "force", "velocity", "mode", "body_a"):
            assert np.array_equal(getattr(recording.contacts(last), name), getattr(resting.contacts(first), name)), name
        for sums in (*recording.contact_sums(last + 1), recording.normal_impulse):
            assert sums[last] == sums[first]
        mine, its = sim.solved_problem(recording, last), sim.solved_problem(resting, first)
        assert np.array_equal(mine.force, its.force)
        assert np.array_equal(mine.problem.W, its.problem.W)
    assert again.events == resting.events
    again.cut(resting.t[first] + 1e-9)
    assert len(again.contacts(-1)) == len(resting.contacts(first))
    again.cut(0.1)
    assert np.array_equal(again.contacts(-1).force, resting.contacts(len(again) - 1).force)


def test_a_recording_of_many_contacts_is_whole():
    recording = sim.simulate(sim.load_scene("domino"), 0.2)  # 80 contacts a state: many records are filled
    np.testing.assert_allclose(np.diff(recording.t), recording.settings.dt, rtol=1e-9)
    assert all(len(recording.contacts(i)) > 40 for i in range(1, len(recording)))


def names_missing(schema, value, where=""):
    """Paths in a message that its schema does not describe."""
    if schema["type"] == "object":
        known = schema["properties"]
        found = [f"{where}.{name}" for name in value if name not in known]
        for name in set(value) & set(known):
            found += names_missing(known[name], value[name], f"{where}.{name}")
        return found
    if schema["type"] == "array":
        return [path for one in value for path in names_missing(schema["items"], one, f"{where}[]")]
    kinds = {"number": (int, float), "integer": int, "string": str, "boolean": bool}
    return [] if isinstance(value, kinds[schema["type"]]) else [f"{where} is no {schema['type']}"]


def test_every_message_of_a_file_is_as_its_schema_says(tmp_path):
    import json

    from mcap.reader import make_reader

    sim.save_recording(sim.simulate(sim.load_scene("brick_on_corner"), 0.4), tmp_path / "run.mcap")
    topics = set()
    with (tmp_path / "run.mcap").open("rb") as stream:
        for schema, channel, message in make_reader(stream).iter_messages():
            if channel.topic == "/blocks":
                assert schema is None
                continue
            assert names_missing(json.loads(schema.data), json.loads(message.data)) == [], channel.topic
            topics.add(channel.topic)
    assert topics == {"/state", "/events", "/tf", "/forces"}


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_an_impact_knows_the_velocities_on_both_sides_and_the_whole_impulse(scheme, tmp_path):
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 0.5, scheme=scheme)
    hit = recording.events[0]
    speed = np.sqrt(2 * 9.81)
    h = 1e-3 if scheme == "time_stepping" else 0.0
    assert hit.kind is sim.EventKind.IMPACT
    assert hit.before[0] == pytest.approx(-speed, abs=9.81 * h + 1e-9)
    assert hit.after[0] == pytest.approx(-0.5 * hit.before[0], abs=1e-9)
    assert hit.before[1] == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(hit.impulse_vector, [0, 0, hit.impulse], atol=1e-12)
    mass = recording.scene.model.bodies[-1].mass
    assert hit.impulse == pytest.approx(mass * (hit.after[0] - hit.before[0]), abs=9.81 * h * mass + 1e-9)
    sim.save_recording(recording, tmp_path / "run.mcap")
    assert sim.load_recording(tmp_path / "run.mcap").events == recording.events


def test_the_events_of_a_file_are_those_of_the_recording(tmp_path):
    import json

    from mcap.reader import make_reader

    recording = sim.simulate(sim.load_scene("brick_on_corner"), 0.6, scheme="hybrid")
    sim.save_recording(recording, tmp_path / "run.mcap")
    with (tmp_path / "run.mcap").open("rb") as stream:
        found = [json.loads(message.data) for _, _, message in make_reader(stream).iter_messages(topics=["/events"])]
    assert [(event["t"], event["kind"]) for event in found] == [(e.t, e.kind.value) for e in recording.events]
    assert found[0]["normal_before"] == recording.events[0].before[0]


@pytest.mark.slow
def test_slips_and_sticks_know_how_fast_they_slide():
    recording = sim.simulate(sim.load_scene("welcome"), 1.5, scheme="hybrid")
    kinds = (sim.EventKind.SLIP, sim.EventKind.STICK)
    changes = [event for event in recording.events if event.kind in kinds]
    assert changes
    for event in changes:
        assert event.before is not None
        assert event.after is not None
        assert event.impulse == 0.0


def test_a_file_of_the_format_before_is_read_without_velocities_before(tmp_path):
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 0.5, scheme="hybrid")
    rows = list(plain_states(recording))
    old = sim.Recording(recording.scene, recording.settings)
    contacts = {
        i: {"shapes": shapes.ravel().tolist(), "numbers": numbers[:, :14].ravel().tolist()}
        for i, (_, shapes, numbers) in enumerate(rows)
        if len(shapes)
    }
    old.fill([state for state, _, _ in rows], contacts)
    assert old.events[0].impulse == recording.events[0].impulse
    assert old.events[0].before is None
    assert np.array_equal(old.normal_impulse, recording.normal_impulse)
    sim.save_recording(old, tmp_path / "again.mcap")
    assert sim.load_recording(tmp_path / "again.mcap").events[0].before is None


def test_a_recording_is_saved_under_the_ending_of_its_kind_alone(tmp_path):
    recording = sim.simulate(sim.load_scene("falling_brick"), 0.01)
    with pytest.raises(ArgumentError, match=r"run\.csv: a recording is saved as \.mcap"):
        sim.save_recording(recording, tmp_path / "run.csv")
    assert not list(tmp_path.iterdir())


def test_a_recording_of_settings_and_materials_in_numbers_of_numpy_is_saved(tmp_path):
    cube = standing(box("cube", (0.1, 0.1, 0.1), 1.0), 0.05)
    scene = floor_scene([cube], friction=np.float64(0.5), restitution=np.float32(0.0))
    recording = sim.simulate(scene, 0.01, dt=np.float64(1e-3))
    sim.save_recording(recording, tmp_path / "run.mcap")
    assert (tmp_path / "run.mcap").stat().st_size > 0
