"""Numbers of another instant are said to be late, once and in the same words on every page."""

from __future__ import annotations

import gc
import weakref
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal

from torseur.app.session import lateness
from torseur.app.session.lateness import PATIENCE, Lateness


class Run:
    """Stands for a recording."""

    def __init__(self, t):
        self.t = t


class Session(QObject):
    """Stands for the session: a recording, and where in it one looks."""

    snapshot_changed = Signal()
    snapshot, posing, index = object(), False, 0
    recording: Run | None = Run(np.linspace(0.0, 1.0, 11))

    def show(self, index):
        self.index = index
        self.snapshot_changed.emit()


class Clock:
    """Stands for the module `time`: it goes on when the test says so."""

    now = 0.0

    def perf_counter(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(lateness, "time", clock)
    return clock


@pytest.fixture
def late(qtbot, clock):
    session, page = Session(), SimpleNamespace(numbers_of=None)
    found = Lateness(session, lambda: page.numbers_of, session)
    heard = []
    found.changed.connect(heard.append)
    session.show(2)
    return SimpleNamespace(session=session, page=page, found=found, heard=heard)


def test_numbers_of_the_instant_shown_and_of_none_are_not_late(late, qtbot):
    for numbers_of in (None, (late.session.recording, 2)):
        late.page.numbers_of = numbers_of
        late.found.look()
        assert late.found.text == ""
    late.session.show(3)
    late.page.numbers_of = (late.session.recording, 3)
    late.found.look()
    assert late.heard == []


def test_after_a_moment_it_says_of_which_instant_they_are_until_they_are_of_this_one(late, clock, qtbot):
    late.page.numbers_of = (late.session.recording, 2)
    late.session.show(5)
    assert late.found.text == ""  # the next ones may come at once
    clock.now = 0.99 * PATIENCE
    late.found.look()
    assert late.found.text == ""
    clock.now = PATIENCE
    qtbot.waitUntil(lambda: late.heard != [])  # by itself
    assert late.heard == ["Of t = 0.2000 s. Working out t = 0.5000 s …"]
    late.session.show(6)
    assert late.found.text == "Of t = 0.2000 s. Working out t = 0.6000 s …"
    late.page.numbers_of = (late.session.recording, 6)
    late.found.look()
    assert late.found.text == ""


def test_while_it_plays_numbers_of_the_state_before_last_are_not_late(late, clock):
    for index in range(3, 11):
        late.page.numbers_of = (late.session.recording, index - 1)
        late.session.show(index)
        clock.now += 0.99 * PATIENCE
        late.found.look()
        assert late.heard == []


def test_numbers_of_another_run_and_of_long_ago_are_late_at_once(late, qtbot):
    late.page.numbers_of = (late.session.recording, 9)  # which was not shown for as long as one remembers
    late.found.look()
    assert late.found.text == "Of t = 0.9000 s. Working out t = 0.2000 s …"
    late.page.numbers_of = (Run(np.zeros(3)), 2)
    late.found.look()
    assert late.found.text == "Of another run. Working out t = 0.2000 s …"


def test_going_back_to_the_instant_of_the_numbers_needs_no_new_ones(late, clock, qtbot):
    late.page.numbers_of = (late.session.recording, 2)
    late.session.show(5)
    clock.now = PATIENCE
    qtbot.waitUntil(lambda: late.heard != [])
    late.session.show(2)
    assert late.found.text == ""


@pytest.mark.slow
def test_a_run_that_is_closed_is_let_go(late):
    closed = Run(np.linspace(0.0, 1.0, 11))
    kept = weakref.ref(closed)
    late.session.recording = closed
    late.session.show(3)
    late.session.show(4)
    del closed
    late.session.recording = Run(np.zeros(3))
    late.session.show(0)
    gc.collect()
    assert kept() is None
