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
    recording = recorded(window, hand, "falling_brick", 0.4)
    pages.show_page("one_contact")
    binding = window.contact_laboratory.page("one_contact")
    page = binding.widget
    window.session.playback.seek(0.4)
    hand.wait_until(lambda: page.change.sentence.text.startswith("The contact of ground · brick began"))
    assert binding.view.force == pytest.approx(6 * 9.81 / 4, rel=1e-6)  # one of four corners, the others as they are
    assert page.cases.texts[0].endswith("= 14.72 N")
    QTest.mouseClick(page.others.button("absent"), LEFT)
    assert binding.view.d == pytest.approx(-9.81)
    corner = page.corner
    at = corner.place(0.0, 4.0)
    QTest.mouseClick(corner, LEFT, pos=QPoint(round(at.x()), round(at.y())))
    assert not binding.view.lasts
    pulled = [arrow for arrow in arrows_of(window.picture.overlays) if arrow.label.startswith("|p n|")]
    assert len(pulled) == 1
    window.session.playback.step(-1)  # another instant is as it was solved
    assert binding.view.pull == 0.0
    window.session.playback.seek(0.1)
    hand.rest()
    assert "No contact is closed" in page.absent.text
    QTest.mouseClick(page.subject.button("own"), LEFT)
    assert page.editor.isVisible()
    assert binding.view.d == pytest.approx(-9.81)
    QTest.mouseClick(page.subject.button("instant"), LEFT)
    assert len(recording)


def test_a_document_without_a_recording_leaves_nothing_of_the_one_before(window, hand, pages):
    recording = recorded(window, hand, "falling_brick", 0.4)
    pages.show_page("one_contact")
    page = window.contact_laboratory.page("one_contact").widget
    window.session.playback.seek(0.4)
    hand.wait_until(lambda: "ground · brick" in page.change.sentence.text)
    assert page.contact.isVisible()
    window.open("box_stack")
    hand.rest()
    assert page.absent.text
    assert not page.contact.isVisible()
    assert page.contact.count() == 0
    assert (page.change.sentence.text, page.change.facts.texts) == ("", ())
    assert not any(part.isVisible() for part in (page.change.head, page.change.force, page.change.separation))
    window.session.show_document(Document("recording", "falling_brick", "", recording.scene, recording))
    window.session.playback.seek(0.4)
    hand.wait_until(lambda: page.change.force.isVisible() and page.change.head.isVisible())  # the same is found again
    assert page.contact.isVisible()

    pages.show_page("impact")
    impact = window.contact_laboratory.page("impact")
    hand.wait_until(lambda: "ground · brick" in str(impact.sheet))
    window.open("box_stack")
    hand.rest()
    assert "brick" not in str(impact.sheet)
