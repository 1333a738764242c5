"""A journey through the workspace Compare: it compares by itself, plays A on the clock, and draws the others as ghosts."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur.app.compare.run_looks import EXACT_COLOR
from torseur.ui.look.theme import JOINT, VELOCITY


@pytest.fixture
def document():
    return "zeno_ball"


@pytest.fixture
def compared(window, hand):
    """The workspace, with what was compared unasked."""
    QTest.keyClick(window, Qt.Key.Key_8)
    hand.wait_until(lambda: window.compare.comparison is not None and not window.compare.busy)
    yield window
    QTest.keyClick(window, Qt.Key.Key_1)
    hand.rest()


def test_a_scene_is_compared_unasked_played_on_the_clock_and_drawn_with_ghosts(compared, hand):
    session, panel = compared.session, compared.panels.compare
    assert compared.workspaces.current == "compare"
    assert (session.settings.scheme, session.settings.dt) == ("time_stepping", 0.006)
    assert session.recording is compared.compare.comparison.run("h=0.006").recording
    panel.impacts.table.selectRow(2)
    hand.rest()
    assert session.playback.time == pytest.approx(1.11)  # where A has the impact of 1.1288 s
    hand.wait_until(lambda: len(compared.picture.overlays.ghosts) == 2)
    assert {ghost.color for ghost in compared.picture.overlays.ghosts} == {VELOCITY, EXACT_COLOR}
    assert any("exact" in label.text for label in compared.picture.overlays.labels)
    compared.clock.catch_up()
    assert "0.903047" in panel.hybrid.numbers.texts[1]  # the jump before that instant
    panel.runs.ghost_switched.emit("exact")
    hand.wait_until(lambda: len(compared.picture.overlays.ghosts) == 1)
    QTest.keyClick(compared, Qt.Key.Key_2)  # elsewhere there are no ghosts
    hand.wait_until(lambda: compared.picture.overlays.ghosts == ())


@pytest.mark.journey
def test_the_falling_brick_opens_on_the_lectures_error_of_h_v_over_2_beside_the_exact_motion(compared, hand):
    assert compared.open("falling_brick")
    hand.wait_until(lambda: compared.compare.comparison is not None and not compared.compare.busy)
    answers, h = compared.compare._shown.view.answers, 0.006
    assert (answers.a.key, answers.b.key, answers.signal) == ("h=0.006", "exact", "position:brick:z")
    falling = answers.difference.t < np.sqrt(2.0 * 0.5 / 9.81) - h  # A strikes up to a step sooner
    error = (answers.difference.b - answers.difference.a)[falling]
    np.testing.assert_allclose(error, 0.5 * h * 9.81 * answers.difference.t[falling], atol=1e-12)  # h/2 v, p⁺ = p + h v⁺
    assert answers.order.order == pytest.approx(1.0, abs=0.02)


def test_what_was_compared_is_told_to_be_of_another_state_once_the_start_is_moved(compared, hand):
    session, runs = compared.session, compared.panels.compare.runs
    q = session.q.copy()
    q[2] += 0.3
    session.pose(q, "Lift")
    compared.clock.catch_up()
    hand.rest()
    assert "compare again" in runs.status.text
    assert compared.picture.overlays.ghosts == ()
    runs.steps_entered.emit((0.015, 0.006))
    hand.wait_until(lambda: compared.compare.comparison.duration and not compared.compare.busy)
    compared.clock.catch_up()
    assert "compare again" not in runs.status.text
    assert [run.key for run in compared.compare.comparison.runs] == ["h=0.015", "h=0.006", "hybrid", "exact"]
    assert compared.compare.comparison.run("exact").q[0, 2] == pytest.approx(1.4)


def test_runs_that_are_made_can_be_given_up(compared, hand):
    runs = compared.panels.compare.runs
    before = compared.compare.comparison
    runs.compare_requested.emit()
    assert compared.compare.job.running
    runs.cancelled.emit()
    assert not compared.compare.job.running
    hand.rest()
    assert compared.compare.comparison is before
    assert "Stopped" in runs.status.text


def test_one_more_run_has_its_smooth_part_by_a_chosen_integrator_and_is_drawn_as_a_ghost(compared, hand):
    runs, compare = compared.panels.compare.runs, compared.compare
    runs.integrator_chosen.emit("explicit_euler")
    hand.wait_until(lambda: not compare.busy and compare.comparison.runs[-1].scheme == "by_integrator")
    hand.wait_until(lambda: not compare.busy)
    assert (runs.integrator.choice, runs.b.choice) == ("explicit_euler", "explicit_euler:h=0.006")
    hand.wait_until(lambda: JOINT in {ghost.color for ghost in compared.picture.overlays.ghosts})
    runs.integrator_chosen.emit("")
    hand.wait_until(lambda: not compare.busy)
    assert runs.b.choice == "exact"


def test_nothing_is_worked_out_once_the_workspace_is_left_and_it_goes_on_when_one_comes_back(compared, hand):
    compare = compared.compare
    compare.compare()
    assert compare.job.running
    QTest.keyClick(compared, Qt.Key.Key_1)
    hand.wait_until(lambda: not compare.busy)
    assert "workspace was left" in compared.panels.compare.runs.status.text
    QTest.keyClick(compared, Qt.Key.Key_8)
    hand.wait_until(lambda: compared.panels.compare.isVisible() and not compare.busy)
    assert compare.comparison is not None


def test_the_recording_and_settings_that_were_there_are_back_once_the_workspace_is_left(compared, hand):
    session = compared.session
    QTest.keyClick(compared, Qt.Key.Key_2)
    hand.rest()
    played = compared.compare.comparison.run("h=0.006").recording
    assert session.recording is not played  # what is played there is no more than looked at
    session.playback.play()
    hand.wait_until(lambda: session.playback.reached > 0.05)
    session.playback.pause()
    hand.rest()
    own, settings = session.recording, session.settings
    QTest.keyClick(compared, Qt.Key.Key_8)
    hand.wait_until(lambda: session.recording is played)
    QTest.keyClick(compared, Qt.Key.Key_2)
    hand.rest()
    assert session.recording is own
    assert session.settings == settings


def test_what_was_compared_is_let_go_when_another_scene_is_opened(compared, hand):
    compared.clock.catch_up()
    played = compared.session.recording
    runs = [run.recording for run in compared.compare.comparison.runs if run.recording is not None]
    kept = [weakref.ref(run) for run in runs if run is not played]
    del played, runs
    QTest.keyClick(compared, Qt.Key.Key_1)
    hand.rest()
    assert compared.open("falling_brick")
    hand.rest()
    gc.collect()
    assert len(kept) > 1  # how many there are follows what the tests before chose
    assert {run() for run in kept} == {None}
