"""The page Checks in the real window: it checks the state shown and the recording, goes to a bad state and says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from torseur import sim
from torseur.app.documents.document import Document


@pytest.fixture
def document():
    return "falling_brick"


@pytest.fixture
def page(window, hand):
    window.use_workspace("contact")
    window.panels.contact_laboratory.show_page("checks")
    hand.rest()
    yield window.contact_laboratory.page("checks")
    window.panels.contact_laboratory.show_page("inspector")
    window.use_workspace("kinematics")


def test_a_run_of_a_loose_solver_is_checked_and_its_worst_state_explained(window, hand, page):
    assert "Press Space" in page.widget.part("absent").text
    scene = sim.load_scene("incline_30")
    loose = replace(scene.settings, solver="gauss_seidel", sweeps=2, tolerance=1e-2)
    recording = sim.simulate(scene, 0.1, settings=loose)
    window.session.show_document(Document("recording", "loose", "", scene, recording))
    hand.wait_until(lambda: not page.is_busy)
    index, key = sim.check_recording(recording).worst(1)[0]
    page.widget.part("worst").row_activated.emit(0)
    hand.wait_until(lambda: not page.is_busy)
    assert (window.session.index, page.numbers_of) == (index, (recording, index))
    assert [row[1].value for row in page.widget.part("checks").rows] == [
        check.value for check in sim.check_frame(recording, index).checks
    ]
    assert "fails" in page.widget.part("title").text
    page.widget.part("timeline").chosen.emit(3, key)
    hand.wait_until(lambda: not page.is_busy and page.numbers_of == (recording, 3))


def test_checks_go_on_with_the_states_that_come_while_it_plays(window, hand, page):
    playback = window.session.playback
    playback.step(40)
    hand.wait_until(lambda: not page.is_busy and page.sheet.block("whole").caption == "all 41 states")
    playback.play()
    hand.wait_until(lambda: page.numbers_of is not None and page.numbers_of[1] > 45)
    assert page.sheet.block("whole").caption.startswith("41 of ")
    playback.pause()
    n = lambda: len(window.session.recording)  # noqa: E731
    hand.wait_until(lambda: not page.is_busy and page.sheet.block("whole").caption == f"all {n()} states")
