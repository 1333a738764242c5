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


class Compared:
    """The workspace, and what its page shows."""

    def __init__(self, window, hand):
        self.window, self.hand, self.page, self.runs = window, hand, window.pages.docked["compare"], window.pages.comparing

    def rest(self):
        self.hand.wait_until(lambda: self.runs.state.comparison is not None and not self.busy)
        self.hand.rest()

    @property
    def busy(self):
        return self.runs.running or self.page.is_busy

    @property
    def colors(self):
        return {ghost.color for ghost in self.window.drawing.picture.overlays.ghosts}

    @property
    def answers(self):
        return self.page.questions.known("answers")

    def part(self, path):
        return self.page.widget.part(path)

    def text(self, path):
        return self.page.sheet.block(path).text

    def use(self, key):
        QTest.keyClick(self.window, key)
        self.hand.rest()


@pytest.fixture
def compared(window, hand):
    """What was compared unasked."""
    compared = Compared(window, hand)
    compared.use(Qt.Key.Key_8)
    compared.rest()
    yield compared
    compared.use(Qt.Key.Key_1)


def test_a_scene_is_compared_unasked_played_on_the_clock_and_drawn_with_ghosts(compared, hand):
    session = compared.window.session
    assert compared.window.workspaces.current == "compare"
    assert (session.settings.scheme, session.settings.dt) == ("time_stepping", 0.006)
    assert session.recording is compared.runs.state.comparison.run("h=0.006").recording
    compared.part("impacts.table").selectRow(2)
    hand.rest()
    assert session.playback.time == pytest.approx(1.11)  # where A has the impact of 1.1288 s
    hand.wait_until(lambda: compared.colors == {VELOCITY, EXACT_COLOR})
    assert any("exact" in label.text for label in compared.window.drawing.picture.overlays.labels)
    assert compared.page.sheet.block("over_time.plot").value.now == pytest.approx(session.snapshot.t)
    assert "0.903047" in compared.part("hybrid.numbers").texts[1]  # the jump before that instant
    compared.part("over_time.plot").seek_requested.emit(0.5)
    hand.rest()
    assert session.playback.time == pytest.approx(0.5, abs=0.006)
    table = compared.part("runs.table")
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(len(table.rows) - 1).center())
    hand.wait_until(lambda: compared.colors == {VELOCITY})
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(len(table.rows) - 1).center())
    hand.wait_until(lambda: compared.colors == {VELOCITY, EXACT_COLOR})
    compared.use(Qt.Key.Key_2)  # elsewhere there are no ghosts
    hand.wait_until(lambda: compared.colors == set())


@pytest.mark.journey
def test_the_falling_brick_opens_on_the_lectures_error_of_h_v_over_2_beside_the_exact_motion(compared):
    assert compared.window.open("falling_brick")
    compared.rest()
    answers, h = compared.answers, 0.006
    assert (answers.a.key, answers.b.key, answers.signal) == ("h=0.006", "exact", "position:brick:z")
    falling = answers.difference.t < np.sqrt(2.0 * 0.5 / 9.81) - h  # A strikes up to a step sooner
    error = (answers.difference.b - answers.difference.a)[falling]
    np.testing.assert_allclose(error, 0.5 * h * 9.81 * answers.difference.t[falling], atol=1e-12)  # h/2 v, p⁺ = p + h v⁺
    assert answers.order.order == pytest.approx(1.0, abs=0.02)


def test_what_was_compared_is_told_to_be_of_another_state_once_the_start_is_moved(compared, hand):
    session = compared.window.session
    q = session.q.copy()
    q[2] += 0.3
    session.pose(q, "Lift")
    hand.rest()
    assert "compare again" in compared.text("runs.status")
    assert compared.colors == set()
    steps = compared.part("runs.times.steps")
    for text in ("15, zero", "0", "1 2 3 4 5 6 7", "15; 6"):
        assert not compared.busy
        steps.selectAll()
        QTest.keyClicks(steps, text)
        QTest.keyClick(steps, Qt.Key.Key_Return)
    compared.rest()
    made = compared.runs.state.comparison
    assert "compare again" not in compared.text("runs.status")
    assert [run.key for run in made.runs] == ["h=0.015", "h=0.006", "hybrid", "exact"]
    assert made.run("exact").q[0, 2] == pytest.approx(1.4)


def test_runs_that_are_made_can_be_given_up(compared, hand):
    before = compared.runs.state.comparison
    compared.part("runs.compare").click()
    assert compared.runs.running
    compared.part("runs.cancel").click()
    assert not compared.runs.running
    hand.rest()
    assert compared.runs.state.comparison is before
    assert "Stopped" in compared.text("runs.status")


def test_one_more_run_has_its_smooth_part_by_a_chosen_integrator_and_is_drawn_as_a_ghost(compared, hand):
    choice = compared.part("integrators.more.integrator")
    choice.chosen.emit("explicit_euler")
    hand.wait_until(lambda: not compared.busy and compared.answers.b.scheme == "by_integrator")
    assert compared.part("runs.pair.b").choice == "explicit_euler:h=0.006"
    hand.wait_until(lambda: JOINT in compared.colors)
    choice.chosen.emit("")
    hand.wait_until(lambda: not compared.busy and compared.answers.b.key == "exact")
    assert compared.part("runs.pair.b").choice == "exact"


def test_nothing_is_worked_out_once_the_workspace_is_left_and_it_goes_on_when_one_comes_back(compared, hand):
    compared.part("runs.compare").click()
    assert compared.runs.running
    QTest.keyClick(compared.window, Qt.Key.Key_1)
    hand.wait_until(lambda: not compared.busy)
    assert "workspace was left" in compared.runs.state.notice
    compared.use(Qt.Key.Key_8)
    compared.rest()
    assert compared.answers is not None


def test_the_recording_and_settings_that_were_there_are_back_once_the_workspace_is_left(compared, hand):
    session = compared.window.session
    compared.use(Qt.Key.Key_2)
    played = compared.runs.state.comparison.run("h=0.006").recording
    assert session.recording is not played  # what is played there is no more than looked at
    session.playback.play()
    hand.wait_until(lambda: session.playback.reached > 0.05)
    session.playback.pause()
    hand.rest()
    own, settings = session.recording, session.settings
    QTest.keyClick(compared.window, Qt.Key.Key_8)
    hand.wait_until(lambda: session.recording is played)
    compared.use(Qt.Key.Key_2)
    assert session.recording is own
    assert session.settings == settings


def test_what_was_compared_is_let_go_when_another_scene_is_opened(compared, hand):
    played = compared.window.session.recording
    runs = [run.recording for run in compared.runs.state.comparison.runs if run.recording is not None]
    kept = [weakref.ref(run) for run in runs if run is not played]
    del played, runs
    compared.use(Qt.Key.Key_1)
    assert compared.window.open("falling_brick")
    hand.rest()
    gc.collect()
    assert len(kept) > 1  # how many there are follows what the tests before chose
    assert {run() for run in kept} == {None}
