"""The newest question is answered; what was dropped is neither heard nor waited for."""

from __future__ import annotations

import os
import sys
import threading
import time

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer

from torseur.app.background import threads
from torseur.app.background.background_thread import Background
from torseur.app.background.threads import begin_frame
from torseur.app.session.session import Session
from torseur.sim.interruption import BEHIND, checkpoint


def test_all_steps_of_the_newest_question_are_answered_in_order(qtbot):
    background, heard = Background(), []
    background.found.connect(lambda key, answer: heard.append((key, answer)))
    background.ask("a", [lambda: 1, lambda: 2])
    qtbot.waitUntil(lambda: heard == [("a", 1), ("a", 2)])
    background.ask("b", [lambda: 3])
    qtbot.waitUntil(lambda: heard[-1] == ("b", 3))


def test_who_hears_an_answer_may_ask_the_next_question(qtbot):
    background, heard = Background(), []

    def hear(key, answer):
        heard.append(answer)
        if answer < 5:
            background.ask(key, [lambda: answer + 1])

    background.found.connect(hear)
    background.ask("a", [lambda: 0])
    qtbot.waitUntil(lambda: heard == [0, 1, 2, 3, 4, 5])


def test_an_error_is_the_answer_and_ends_the_question(qtbot):
    background, heard = Background(), []
    background.found.connect(lambda key, answer: heard.append((key, answer)))
    background.ask("a", [lambda: 1 / 0, lambda: 2])
    qtbot.waitUntil(lambda: len(heard) == 1)
    assert isinstance(heard[0][1], ZeroDivisionError)
    background.ask("b", [lambda: 3])
    qtbot.waitUntil(lambda: heard[1:] == [("b", 3)])


def test_stopping_does_not_wait_for_the_step_that_runs_nor_hear_it(qtbot):
    background, heard, begun, go, ran = Background(), [], threading.Event(), threading.Event(), []
    background.found.connect(lambda key, answer: heard.append((key, answer)))
    background.ask("slow", [lambda: (begun.set(), go.wait(60), ran.append(0)), lambda: ran.append(1)])
    assert begun.wait(60)
    background.stop()
    assert ran == []  # it is in the middle of its first step
    background.ask("next", [lambda: 7])
    go.set()
    qtbot.waitUntil(lambda: heard == [("next", 7)])
    assert ran == [0]


def test_stopping_ends_the_step_that_runs_between_two_of_its_pieces(qtbot):
    background, heard, begun = Background(), [], threading.Event()
    background.found.connect(lambda key, answer: heard.append(answer))

    def endless():
        begun.set()
        while True:
            checkpoint()
            time.sleep(1e-3)

    background.ask("endless", [endless])
    assert begun.wait(60)
    background.stop()
    qtbot.waitUntil(lambda: not background.running)
    assert heard == []


def test_another_question_lets_the_step_that_runs_come_to_its_end(qtbot):
    background, heard, begun, go = Background(), [], threading.Event(), threading.Event()
    background.found.connect(lambda key, answer: heard.append(answer))

    def patient():
        begun.set()
        go.wait(60)
        checkpoint()
        return 1

    background.ask("a", [patient])
    assert begun.wait(60)  # else the next question takes its place
    background.ask("b", [lambda: 2])
    go.set()
    qtbot.waitUntil(lambda: heard == [1, 2])


def test_it_is_at_work_until_its_answer_is_told(qtbot):
    background, heard, done = Background(), [], threading.Event()
    background.found.connect(lambda key, answer: heard.append(answer))
    background.ask("a", [lambda: done.set()])
    assert done.wait(60)
    assert background.running  # the thread may be at its end
    qtbot.waitUntil(lambda: not background.running)
    assert heard == [None]


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a niceness of their own on Linux alone")
def test_it_leaves_its_core_to_the_window(qtbot):
    background, heard = Background(), []
    background.found.connect(lambda key, answer: heard.append(answer))
    background.ask("a", [lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())])
    qtbot.waitUntil(lambda: heard != [])
    assert heard == [min(os.getpriority(os.PRIO_PROCESS, 0) + BEHIND, 19)]


class Painter(QObject):
    """Paints when an event comes, and notes it."""

    def __init__(self, order):
        super().__init__()
        self._order = order

    def event(self, event):
        time.sleep(0.02)  # gives Python away, as painting does
        self._order.append("painted")
        return True


@pytest.mark.parametrize("piece", ["a step", "a piece of a step"])
def test_what_it_computes_waits_until_another_state_is_painted(no_kernels, qtbot, monkeypatch, piece):
    monkeypatch.setattr(threads, "MOST_WAIT", 60.0)  # a slow painter is no matter of order
    session, background, order = Session(no_kernels), Background(), []
    begun, shown = threading.Event(), threading.Event()

    def step():
        if piece == "a piece of a step":
            begun.set()
            shown.wait(30.0)
            checkpoint()
        order.append("computed")

    painter = Painter(order)

    def show():
        session.snapshot_changed.emit()
        QCoreApplication.postEvent(painter, QEvent(QEvent.Type.User), Qt.EventPriority.LowEventPriority.value)  # as Qt does
        shown.set()

    if piece == "a step":
        show()
        background.ask("a", [step])
    else:
        background.ask("a", [step])
        assert begun.wait(30.0)
        show()
    qtbot.waitUntil(lambda: len(order) == 2)
    assert order == ["painted", "computed"]


def test_it_does_not_wait_for_a_window_that_does_not_come_to_paint(qtbot):
    background, ran = Background(), threading.Event()
    begin_frame()
    background.ask("a", [ran.set])
    assert ran.wait(30.0)  # no event is handled meanwhile
    qtbot.waitUntil(lambda: not background.running)


def test_answers_are_heard_where_each_turn_of_a_late_window_asks_anew(qtbot):
    background, heard = Background(), []
    background.found.connect(lambda key, answer: heard.append(answer))

    def tick():
        time.sleep(2e-3 * Background.LOOK)  # another state is painted: whatever waits for its time is due by then
        background.ask("a", [lambda: 1])

    asking = QTimer(interval=1)
    asking.timeout.connect(tick)
    asking.start()
    qtbot.waitUntil(lambda: heard != [])
    asking.stop()
    background.stop()
