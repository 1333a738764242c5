"""The newest question is answered; what was dropped is neither heard nor waited for."""

from __future__ import annotations

import threading
import time

from torseur.app.background.background_thread import Background


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
    background, heard, go, ran = Background(), [], threading.Event(), []
    background.found.connect(lambda key, answer: heard.append((key, answer)))
    background.ask("slow", [lambda: go.wait(10), lambda: ran.append(1)])
    qtbot.wait(20)
    before = time.monotonic()
    background.stop()
    assert time.monotonic() - before < 1.0
    background.ask("next", [lambda: 7])
    go.set()
    qtbot.waitUntil(lambda: heard == [("next", 7)])
    assert ran == []
