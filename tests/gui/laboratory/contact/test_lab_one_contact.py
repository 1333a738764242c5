"""The pages One contact and Impact in the real window: a contact is pulled off, and impacts are gone to one after another."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.app.drawing.drawn_marks import arrows_of
from torseur import sim
from torseur.app.documents.document import Document

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "falling_brick"


@pytest.fixture
def pages(window, hand):
    window.use_workspace("contact")
    panel = window.panels.contact_laboratory
    yield panel
    panel.show_page("inspector")
    window.use_workspace("kinematics")


def recorded(window, hand, name, duration):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, duration)
    window.session.show_document(Document("recording", name, "", scene, recording))
    hand.rest()
    return recording


def test_a_contact_is_pulled_off_and_the_view_says_by_what(window, hand, pages):
    recorded(window, hand, "falling_brick", 0.4)
    pages.show_page("one_contact")
    page = window.contact_laboratory.page("one_contact")
    window.session.playback.seek(0.4)
    hand.wait_until(lambda: page.sheet.has("change.sentence"))
    assert page.widget.part("change.sentence").text.startswith("The contact of ground · brick began")
    assert page.widget.part("cases").accessible().name.endswith("= 14.72 N")  # one of four corners, the others as they are
    QTest.mouseClick(page.widget.part("others").button("absent"), LEFT)
    assert page.widget.part("tiles").texts[1] == "−9.810"
    corner = page.widget.part("corner")
    at = corner.place(0.0, 4.0)
    QTest.mouseClick(corner, LEFT, pos=QPoint(round(at.x()), round(at.y())))
    assert page.widget.part("cases").accessible().name.startswith("Holds: The contact ends")
    pulled = [arrow for arrow in arrows_of(window.picture.overlays) if arrow.label.startswith("|p n|")]
    assert len(pulled) == 1
    window.session.playback.step(-1)  # another instant is as it was solved
    assert page.widget.view("pull").field.text() == "0"
    window.session.playback.seek(0.1)
    hand.rest()
    assert "No contact is closed" in page.widget.part("absent").text
    QTest.mouseClick(page.widget.part("subject").button("own"), LEFT)
    assert page.widget.part("sketch").isVisible()
    QTest.mouseClick(page.widget.part("subject").button("instant"), LEFT)


def test_a_document_without_a_recording_leaves_nothing_of_the_one_before(window, hand, pages):
    recording = recorded(window, hand, "falling_brick", 0.4)
    pages.show_page("one_contact")
    page = window.contact_laboratory.page("one_contact")
    window.session.playback.seek(0.4)
    hand.wait_until(lambda: "ground · brick" in str(page.sheet))
    window.open("box_stack")
    hand.rest()
    assert page.sheet.block("absent").text
    assert not page.sheet.has("contact")
    assert not page.sheet.has("change")
    window.session.show_document(Document("recording", "falling_brick", "", recording.scene, recording))
    window.session.playback.seek(0.4)
    hand.wait_until(lambda: page.sheet.has("change.force"))  # the same is found again
    assert page.sheet.has("contact")

    pages.show_page("impact")
    impact = window.contact_laboratory.page("impact")
    hand.wait_until(lambda: "ground · brick" in str(impact.sheet))
    window.open("box_stack")
    hand.rest()
    assert "brick" not in str(impact.sheet)
