"""The page Friction in the real window: its sections follow the contact, the facets and the instant."""

from __future__ import annotations

import pytest

from torseur import sim
from torseur.app.documents.document import Document


@pytest.fixture
def document():
    return "sphere_slip_to_roll"


@pytest.fixture
def page(window, hand):
    window.use_workspace("contact")
    window.panels.contact_laboratory.show_page("friction")
    hand.rest()
    yield window.contact_laboratory.page("friction")
    window.panels.contact_laboratory.show_page("inspector")
    window.use_workspace("kinematics")


@pytest.mark.journey
def test_one_contact_is_followed_through_laws_directions_and_modes(window, hand, page):
    widget, session = page.widget, window.session
    assert "Press Space" in widget.absent.text
    scene = sim.load_scene("sphere_slip_to_roll")
    recording = sim.simulate(scene, 1.2)
    session.show_document(Document("recording", "sphere", "", scene, recording))
    session.playback.seek(0.3)
    hand.wait_until(lambda: "slip" in " ".join(widget.plane.facts.texts))
    assert "b| ≤ μ n 1.962 ≤ 1.962 N" in " ".join(widget.plane.facts.texts)
    for key in ("laws", "polar", "modes"):
        page.open_part(key)
    hand.wait_until(lambda: not page.busy)
    assert [row.law for row in widget.laws.table.rows] == ["coulomb", "convex", "pyramid"]
    assert "29.3" in widget.polar.head.note
    widget.plane.facets_chosen.emit(32)
    hand.wait_until(lambda: not page.busy)
    assert widget.laws.table.rows[2].facets == 32
    assert "29.3" not in widget.polar.head.note
    first, second = widget.modes.table.rows
    assert (first.modes, second.modes) == ("ball · ground: slip", "ball · ground: stick")
    assert second.start == pytest.approx(2.0 * 7.0 / (7.0 * 0.2 * 9.81), abs=1e-8)
    widget.modes.table.row_activated.emit(1)
    hand.wait_until(lambda: session.snapshot.t == pytest.approx(second.start, abs=1e-9))
    hand.wait_until(lambda: "none: it sticks" in " ".join(widget.plane.facts.texts))


def test_modes_of_a_run_that_is_not_shown_any_more_are_gone(window, hand, page):
    scene = sim.load_scene("sphere_slip_to_roll")
    window.session.show_document(Document("recording", "sphere", "", scene, sim.simulate(scene, 0.1)))
    page.open_part("modes")
    modes = page.widget.modes
    hand.wait_until(lambda: not page.busy and modes.strip.isVisible())
    window.open("incline_30")
    hand.wait_until(lambda: "Press Space" in modes.absent.text)
    assert not modes.strip.isVisible()
