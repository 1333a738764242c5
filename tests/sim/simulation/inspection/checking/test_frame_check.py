"""Checks of recordings: a good one passes, and each fault is found by the check that it is of, and by no other."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, standing
from tests.sim.simulation.recording.plain_states import plain_states
from tests.sim.simulation.tiles import block, body, run
from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.shapes import Box
from torseur.sim.simulation.inspection.checking.explanation import explanation
from torseur.sim.simulation.inspection.checking.frame_check import BLOCK, block_of, checked_blocks, joined_checks
from torseur.sim.simulation.inspection.checking.values import CHECKS, FAIL, VERDICTS
from torseur.sim.simulation.step_arrays import FRICTION, IMPULSE

LAST = {
    "falling_brick": 0.7, "incline_30": 0.05, "brick_on_corner": 0.6, "box_stack": 0.1, "dzhanibekov": 0.1,
    "heterogeneous_stack": 0.05,
}  # fmt: skip


def levels(recording):
    """The worst verdict of each check over a recording, by its key."""
    found = sim.check_recording(recording)
    return {key: VERDICTS[int(level)] for key, level in zip(CHECKS, found.levels.max(axis=0), strict=True)}


def failing(recording):
    """Keys of the checks that anything fails or doubts."""
    return [key for key, verdict in levels(recording).items() if verdict in ("doubt", "fail")]


def spoilt(recording, i, change):
    """The recording with state i changed: `change` gets its numbers and those of its contacts, and writes to them."""
    states, contacts = [], {}
    for k, (state, shapes, numbers) in enumerate(plain_states(recording)):
        numbers = numbers.copy()
        state.pop("repeats", None)
        if k == i:
            change(state, numbers)
        states.append(state)
        if len(shapes):
            contacts[k] = {"shapes": shapes.ravel().tolist(), "numbers": numbers.ravel().tolist()}
    other = sim.Recording(recording.scene, recording.settings)
    other.fill(states, contacts)
    return other


@pytest.fixture(scope="module")
def resting():
    return sim.simulate(sim.load_scene("incline_30"), 0.02)


@pytest.mark.parametrize("scene", LAST)
def test_a_good_recording_passes(scene):
    assert failing(sim.simulate(sim.load_scene(scene), LAST[scene])) == []


def test_a_good_recording_of_the_hybrid_scheme_passes():
    assert failing(sim.simulate(sim.load_scene("falling_brick"), 0.5, scheme="hybrid")) == []


def test_a_state_has_the_same_numbers_by_itself_as_in_its_recording(resting):
    whole = sim.check_recording(resting)
    for i in (0, 1, 12):
        frame = sim.check_frame(resting, i)
        assert [check.key for check in frame.checks] == list(CHECKS)
        np.testing.assert_array_equal([check.value for check in frame.checks], whole.value[i])
        np.testing.assert_array_equal([check.limit for check in frame.checks], whole.limit[i])
    assert sim.check_frame(resting, 0).check("momentum").verdict == "unknown"  # nothing led to it
    assert sim.check_frame(resting, -1).index == len(resting) - 1


def test_a_force_that_was_changed_is_found_by_the_momentum_alone(resting):
    def push(state, numbers):
        numbers[:, IMPULSE : IMPULSE + 3] *= 1.01

    found = spoilt(resting, 10, push)
    assert failing(found) == ["momentum"]
    assert sim.check_recording(found).worst() == ((10, "momentum"),)
    assert sim.check_frame(found, 10).check("momentum").where in ("rough", "worn")


def test_a_body_that_was_moved_is_found_by_the_penetration_alone():
    recording = sim.simulate(floor_scene([standing(box("brick", (0.2, 0.2, 0.2), 1.0), 0.1)]), 0.02)

    def sink(state, numbers):
        state["q"][2] -= 2e-3

    found = spoilt(recording, 10, sink)
    assert failing(found) == ["penetration"]
    check = sim.check_frame(found, 10).check("penetration")
    assert check.value == pytest.approx(2e-3, rel=1e-6)
    assert (check.verdict, check.unit, check.where) == (FAIL, "m", "ground · brick")


def test_energy_that_was_added_is_found_by_the_energy_alone(resting):
    def heat(state, numbers):
        state["kinetic"] += 0.01

    assert failing(spoilt(resting, 10, heat)) == ["energy"]


def test_friction_beyond_the_cone_is_found_by_the_cone_alone(resting):
    def wax(state, numbers):
        numbers[:, FRICTION] *= 0.9

    found = failing(spoilt(resting, 10, wax))
    assert "cone" in found
    assert set(found) <= {"cone", "complementarity"}  # the law with that μ is asked of the same forces


def test_a_solver_that_stops_early_is_found_by_complementarity_alone():
    scene = sim.load_scene("incline_30")
    loose = replace(scene.settings, solver="gauss_seidel", sweeps=2, tolerance=1e-2)
    recording = sim.simulate(scene, 0.05, settings=loose)
    assert failing(recording) == ["complementarity"]
    i = sim.check_recording(recording).worst(1)[0][0]
    told = sim.explanation(recording, i, sim.check_frame(recording, i).check("complementarity"))
    assert "0.01" in told.cause
    assert "tolerance" in told.change


def test_velocity_that_baumgarte_adds_is_energy_that_contacts_gave():
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 0.099)])
    pushed = sim.simulate(scene, 0.01, settings=replace(scene.settings, stabilisation="baumgarte"))
    assert "energy" in failing(pushed)
    assert "momentum" not in failing(pushed)
    i = next(i for i, key in sim.check_recording(pushed).worst(50) if key == "energy")
    told = sim.explanation(pushed, i, sim.check_frame(pushed, i).check("energy"))
    assert "Baumgarte" in told.cause
    assert "projection" in told.change


def test_what_cannot_be_checked_is_refused_with_a_reason(resting):
    with pytest.raises(ArgumentError, match="there is no state 99; the recording has 21"):
        sim.check_frame(resting, 99)
    with pytest.raises(ArgumentError, match="empty"):
        sim.check_recording(sim.Recording(resting.scene, resting.settings))


def test_the_error_of_a_step_is_estimated_where_the_recording_has_none():
    scene = sim.load_scene("pendulum")
    recording = sim.simulate(scene, 0.1, settings=replace(scene.settings, error_every=1))
    for i in (2, 50, 90):  # no contacts, so that a step keeps nothing of the one before
        assert sim.estimate_step_error(recording, i) == pytest.approx(recording.step_error[i], rel=1e-6, abs=1e-12)
    plain = sim.simulate(scene, 0.1, settings=replace(scene.settings, error_every=0))
    known = sim.check_frame(plain, 50, estimate=True).check("step_error")
    assert known.value == pytest.approx(recording.step_error[50], rel=1e-6)
    assert "estimated now" in known.note
    assert np.isnan(sim.check_frame(plain, 50).check("step_error").value)
    with pytest.raises(ArgumentError, match="no step"):
        sim.estimate_step_error(plain, 0)


@pytest.mark.slow
def test_blocks_of_many_contacts_are_short_and_find_the_same():
    recording = sim.simulate(sim.load_scene("brick_on_corner"), 0.6)
    assert block_of(recording, len(recording)) == BLOCK  # four contacts
    heap = sim.simulate(sim.load_scene("balls_666"), 0.45)
    assert 8 <= block_of(heap, len(heap)) < BLOCK
    whole, short = (joined_checks(list(checked_blocks(recording, block=block))) for block in (BLOCK, 50))
    np.testing.assert_array_equal(whole.value, short.value)
    np.testing.assert_array_equal(whole.levels, short.levels)


def test_numbers_that_are_lost_are_no_pass(resting):
    lost = spoilt(resting, 10, lambda _, numbers: numbers.fill(np.nan))
    assert {"complementarity", "cone"} <= set(failing(lost))
    unsaid = spoilt(resting, 10, lambda state, _: state.update(residual=np.nan))
    assert failing(unsaid) == ["complementarity"]


def test_energy_that_the_law_of_restitution_gave_is_said_to_be_of_it():
    """A cube that strikes with e = 1 and friction of 1, by time-stepping: a shorter step changes nothing."""
    rng = np.random.default_rng(18)
    place, v, w = [0.0, 0.0, 0.09], rng.uniform(-2.0, 0.0, 3), rng.uniform(-10.0, 10.0, 3)
    cube = body(Box((0.1, 0.1, 0.1)), place, v, w)
    recording = run([block("floor", (4.0, 4.0, 0.1), (0.0, 0.0, -0.05)), cube], 0.5, 1.0, restitution=1.0)
    i = 1 + int(np.argmax(np.diff(recording.kinetic + recording.potential)))
    check = sim.check_frame(recording, i).check("energy")
    assert check.verdict == FAIL
    assert explanation(recording, i, check).cause.startswith("Newton's law of restitution")
