"""What the list of events says of one."""

from __future__ import annotations

from torseur import sim
from torseur.app.documents.body_names import bare_names
from torseur.app.panels.event_texts import event_detail, event_text, event_time
from torseur.app.panels.scene import ShownEvents
from torseur.sim.simulation.recording.events import Event, EventKind

EXACT = sim.Settings(scheme="hybrid")


def test_an_impact_is_told_with_its_velocities_and_its_whole_impulse():
    hit = Event(0.5, EventKind.IMPACT, ("floor", "ball"), 1.6, 1, (-0.32, 0.0, 1.6), (-1.0, 5.0), (0.6, 3.88))
    assert "floor · ball" in event_text(hit, {})
    lines = event_detail(hit, EXACT).split("\n")
    assert len(lines) == 3
    assert lines[0].startswith("normal velocity: ")
    assert "→" in lines[0]
    assert lines[2].startswith("impulse on ball: (")


def test_a_time_has_twelve_digits_where_it_is_a_root_and_those_of_the_step_where_it_is_the_end_of_one():
    recording = sim.simulate(sim.load_scene("zeno_ball"), 1.0, scheme="hybrid")
    times = [event_time(event.t, recording.settings) for event in recording.events]
    assert len(set(times)) == len(set(event.t for event in recording.events)), "no two impacts read alike"
    assert all(len(text.replace(".", "").lstrip("0")) == 12 for text in times)
    assert all(abs(float(text) / event.t - 1.0) < 1e-11 for text, event in zip(times, recording.events, strict=True))
    stepped = sim.simulate(sim.load_scene("zeno_ball"), 1.0, scheme="time_stepping", dt=2e-3).settings
    assert event_time(12.346, stepped) == "12.346"


def test_bodies_are_called_without_their_robot_where_that_leaves_no_doubt():
    names = ["ground", "arm/base", "gripper/left", "gripper/base", "gripper/right"]
    assert list(bare_names(names).values()) == ["ground", "arm/base", "left", "gripper/base", "right"]
    hit = Event(0.5, EventKind.IMPACT, ("gripper/left", "ground"), 1.6, 1, (0.0, 0.0, 1.6))
    assert event_text(hit, bare_names(names)).endswith("left · ground")


def test_a_step_is_all_that_is_known_of_an_instant_in_time_stepping():
    hit = Event(0.5, EventKind.IMPACT, ("floor", "ball"), 1.6)
    assert event_detail(hit, sim.Settings(dt=2e-3)).endswith(
        "instant: somewhere in the step of 2 ms that ends then, whose weight the impulse holds too"
    )
    assert "instant" not in event_detail(hit, EXACT)


def test_what_is_not_known_is_not_told():
    assert event_detail(Event(0.5, EventKind.LIFT_OFF, ("floor", "ball")), EXACT) == ""
    one = event_detail(Event(0.5, EventKind.LIFT_OFF, ("floor", "ball"), before=(0.0, 0.1)), EXACT)
    assert "→" not in one
    assert one.count("\n") == 1


def test_events_are_written_as_a_table(tmp_path):
    import csv

    from torseur.app.documents.csv_tables import save_events

    recording = sim.simulate(sim.load_scene("bouncing_ball"), 1.0, scheme="hybrid")
    save_events(recording, tmp_path / "events.csv")
    with (tmp_path / "events.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [float(row["t [s]"]) for row in rows] == [event.t for event in recording.events]
    assert float(rows[0]["normal velocity before [m/s]"]) == recording.events[0].before[0]
    assert rows[0]["kind"] == "impact"


def test_the_list_has_the_events_of_when_it_was_made_also_while_they_are_cut_off():
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 3.0, scheme="hybrid")
    shown, events = ShownEvents(recording), list(recording.events)
    recording.cut(events[1].t)
    assert len(recording.events) < len(shown) == len(events)
    for k in (0, 1, -1):
        assert (shown[k].t, shown[k].kind) == (events[k].t, events[k].kind.value)
        assert shown[k].words().time == event_time(events[k].t, recording.settings)
    assert [entry.t for entry in shown[1:]] == [event.t for event in events[1:]]
