"""What the list of events says of one."""

from __future__ import annotations

from torseur.app.panels.transport import event_detail, event_text
from torseur.sim.simulation.recording.events import Event, EventKind


def test_an_impact_is_told_with_its_velocities_and_its_whole_impulse():
    hit = Event(0.5, EventKind.IMPACT, ("floor", "ball"), 1.6, 1, (-0.32, 0.0, 1.6), (-1.0, 5.0), (0.6, 3.88))
    assert "floor · ball" in event_text(hit)
    lines = event_detail(hit).split("\n")
    assert len(lines) == 3
    assert lines[0].startswith("normal velocity: ")
    assert "→" in lines[0]
    assert lines[2].startswith("impulse on ball: (")


def test_what_is_not_known_is_not_told():
    assert event_detail(Event(0.5, EventKind.LIFT_OFF, ("floor", "ball"))) == ""
    one = event_detail(Event(0.5, EventKind.LIFT_OFF, ("floor", "ball"), before=(0.0, 0.1)))
    assert "→" not in one
    assert one.count("\n") == 1


def test_events_are_written_as_a_table(tmp_path):
    import csv

    from torseur import sim
    from torseur.app.documents.csv_tables import save_events

    recording = sim.simulate(sim.load_scene("bouncing_ball"), 1.0, scheme="hybrid")
    save_events(recording, tmp_path / "events.csv")
    with (tmp_path / "events.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [float(row["t [s]"]) for row in rows] == [event.t for event in recording.events]
    assert float(rows[0]["normal velocity before [m/s]"]) == recording.events[0].before[0]
    assert rows[0]["kind"] == "impact"
