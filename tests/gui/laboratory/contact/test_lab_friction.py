"""The page Friction in the real window: its sections follow the contact, the facets and the instant."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

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
    assert "Press Space" in page.sheet.block("absent").text
    scene = sim.load_scene("sphere_slip_to_roll")
    recording = sim.simulate(scene, 1.2)
    session.show_document(Document("recording", "sphere", "", scene, recording))
    session.playback.seek(0.3)
    hand.wait_until(lambda: page.sheet.has("plane.facts"))
    for key in ("laws", "polar", "modes"):
        page.open_part(key)
    hand.wait_until(lambda: not page.is_busy)
    assert len(widget.part("laws.table").rows) == 3
    assert "29.3" in widget.view("polar").head.note
    slider = widget.part("facets")
    QTest.keyClick(slider, Qt.Key.Key_End)
    hand.wait_until(lambda: not page.is_busy)
    assert page.sheet.block("count").text == "32 facets"
    assert "29.3" not in widget.view("polar").head.note
    start = page.sheet.block("modes.table").rows[1][1].value
    widget.part("modes.table").row_activated.emit(1)
    hand.wait_until(lambda: session.snapshot.t == pytest.approx(start, abs=1e-9))
    hand.wait_until(lambda: "none: it sticks" in str(page.sheet))
    window.open("incline_30")  # modes of a run that is not shown any more are gone
    hand.wait_until(lambda: page.sheet.has("modes.absent"))
    assert not page.sheet.has("strip")
