"""The clock that looks after what may be late."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QTimer

from torseur.app.background.kernels import Kernels
from torseur.app.session.session import Session
from torseur.app.window.clock import BUDGET, PICTURES, SLOW, Clock


def work():
    """Take more of the thread's time than one turn may."""
    end = time.thread_time() + 1.5 * BUDGET
    while time.thread_time() < end:
        pass


@pytest.fixture
def session(qapp):
    kernels = Kernels()
    yield Session(kernels)
    kernels.stop()


def test_what_takes_long_lets_events_pass_before_the_rest_has_its_turn(session, qtbot):
    done = []

    def first():
        work()
        if not done:
            QTimer.singleShot(0, lambda: done.append("event"))
        done.append("first")

    def second():
        work()
        done.append("second")

    clock = Clock(session, (first, second), session)
    qtbot.waitUntil(lambda: done.count("second") > 0)
    clock.stop()
    assert done[:3] == ["first", "event", "second"]


def test_all_of_it_is_looked_after_at_once_where_that_is_asked_for(session):
    done = []
    clock = Clock(session, (lambda: (work(), done.append(1)), lambda: done.append(2)), session)
    clock.catch_up()
    clock.stop()
    assert done == [1, 2]


def test_what_may_be_late_is_not_looked_after_in_the_turn_that_shows_a_state(session, qtbot):
    done = []
    clock = Clock(session, (lambda: done.append("late"),), session)
    session.playback.playing_changed.emit(False)
    done.append("shown")
    qtbot.waitUntil(lambda: "late" in done)
    clock.stop()
    assert done[0] == "shown"


def test_nothing_is_looked_after_while_the_window_is_held(session, qtbot):
    done, held = [], [True]
    clock = Clock(session, (lambda: done.append("late"),), session, lambda: held[0])
    qtbot.wait(3 * SLOW)
    assert done == []
    held[0] = False
    qtbot.waitUntil(lambda: done == ["late"])
    clock.stop()


@pytest.mark.slow
def test_where_pictures_take_long_what_may_be_late_waits_for_several_of_them(session, qtbot, monkeypatch):
    done, playback = [], session.playback
    monkeypatch.setattr(playback, "playing", True)
    monkeypatch.setattr(type(playback), "tick", lambda _: (time.sleep(0.07), done.append("picture")))
    clock = Clock(session, (lambda: done.append("late"),), session)
    playback.playing_changed.emit(True)
    qtbot.waitUntil(lambda: done.count("late") > 0 and done.count("picture") > 3)
    done.clear()
    qtbot.waitUntil(lambda: done.count("picture") >= 16)
    clock.stop()
    assert 1 <= done.count("late") <= 16 // PICTURES + 1
