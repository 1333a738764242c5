"""The page Checks in the real window: it checks the state shown and the recording, goes to a bad state and says why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import euler_disc
from torseur import sim
from torseur.app.documents.document import Document
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.checking import frame_check
from torseur.sim.simulation.checking.values import STEP_ERROR


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
    assert "Press Space" in page.widget.absent.text
    scene = sim.load_scene("incline_30")
    loose = replace(scene.settings, solver="gauss_seidel", sweeps=2, tolerance=1e-2)
    recording = sim.simulate(scene, 0.1, settings=loose)
    window.session.show_document(Document("recording", "loose", "", scene, recording))
    hand.wait_until(lambda: not page.busy)
    whole = sim.check_recording(recording)
    assert [(row.index, row.key) for row in page.widget.worst.rows] == list(whole.worst(40))
    page.widget.worst.row_activated.emit(0)
    hand.wait_until(lambda: not page.busy)
    index = whole.worst(1)[0][0]
    assert window.session.index == index
    assert [row.value for row in page.widget.table.rows] == [
        check.value for check in sim.check_frame(recording, index).checks
    ]
    assert page.widget.badge.text == "fails"
    assert "Complementarity: fails" in page.widget.chosen_title.text
    assert "0.01" in page.widget.cause.text
    assert "tolerance" in page.widget.change.text


def test_what_no_single_state_shows_is_said_below_them(window, hand, page):
    recording = sim.simulate(euler_disc(restitution=1.0), 0.3, dt=1e-3)
    window.session.show_document(Document("recording", "disc", "", recording.scene, recording))
    hand.wait_until(lambda: not page.busy)
    hand.wait_until(lambda: "mpacts of body on ground in 300 steps" in page.widget.faults.text)
    window.session.show_document(
        Document("recording", "short", "", scene := sim.load_scene("falling_brick"), sim.simulate(scene, 0.02))
    )
    hand.wait_until(lambda: not page.busy)
    assert page.widget.faults.text == ""


def test_checking_that_cannot_go_on_says_why(window, hand, page, monkeypatch):
    def refused(recording, n, first, block):
        raise ArgumentError("this state cannot be checked")
        yield

    monkeypatch.setattr(frame_check, "checked_blocks", refused)
    scene = sim.load_scene("falling_brick")
    window.session.show_document(Document("recording", "short", "", scene, sim.simulate(scene, 0.02)))
    hand.wait_until(lambda: not page.busy)
    hand.wait_until(lambda: "cannot be checked" in page.widget.stopped.text)
    monkeypatch.undo()
    page.widget.start_requested.emit()
    hand.wait_until(lambda: not page.busy)
    assert page.widget.stopped.text == ""


def test_the_error_of_a_step_is_estimated_once_nothing_plays(window, hand, page):
    scene = sim.load_scene("brick_on_corner")
    settings = replace(scene.settings, error_every=0)
    window.session.show_document(
        Document("recording", "played", "", scene, sim.simulate(scene, 0.5, settings=settings))
    )
    hand.wait_until(lambda: not page.busy)
    error = lambda: next(row for row in page.widget.table.rows if row.key == STEP_ERROR).value  # noqa: E731
    playback = window.session.playback
    playback.set_speed(0.1)
    playback.play()
    hand.wait_until(lambda: page.numbers_of is not None and page.numbers_of[1] > 5)
    assert playback.playing
    assert np.isnan(error())
    playback.pause()
    hand.wait_until(lambda: not page.busy and page.numbers_of[1] == window.session.index)
    assert error() > 0.0
    playback.set_speed(1.0)
