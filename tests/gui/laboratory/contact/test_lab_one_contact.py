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


def test_impacts_are_gone_to_one_after_another_each_with_its_exact_instant(window, hand, pages):
    recording = recorded(window, hand, "zeno_ball", 1.0)
    pages.show_page("impact")
    binding = window.contact_laboratory.page("impact")
    page, playback = binding.widget, window.session.playback
    playback.seek(0.2)
    hand.rest()
    assert "Nothing has struck" in page.absent.text
    assert not page.previous.isEnabled()
    times = [event.t for event in recording.events]
    for t in times[:2]:
        QTest.mouseClick(page.next, LEFT)
        assert playback.time == t
        hand.wait_until(lambda t=t: binding.guard is not None and binding.guard.recorded == t)
        assert binding.guard.t == pytest.approx(t, abs=1e-11)
        assert f"{t:.12f}" in page.instant.text
    assert len(page.laws.rows) == 5
    assert page.contacts.rows[0].leaving == pytest.approx(-0.5 * page.contacts.rows[0].approach)
    QTest.mouseClick(page.previous, LEFT)
    assert playback.time == times[0]
    hand.wait_until(lambda: binding.guard is not None and binding.guard.recorded == times[0])


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
    binding = window.contact_laboratory.page("impact")
    hand.wait_until(lambda: binding.jump is not None)
    assert "ground · brick" in binding.widget.head.accessible().name
    assert binding.widget.previous.isEnabled()
    window.open("box_stack")
    hand.rest()
    assert binding.widget.absent.text
    assert "brick" not in binding.widget.head.accessible().name
    assert not binding.widget.previous.isEnabled()
