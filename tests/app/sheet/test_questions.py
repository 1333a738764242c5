"""Questions of pages: asked once, the newest wins, pieces add up, and what is gone is let go."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from torseur.app.background.threads import wait_for_threads
from torseur.app.sheet.answering import BUDGET, MOST_REST, AnswerThreads, PageQuestions
from torseur.app.sheet.questions import Cost, ImmediateQuestions
from torseur.sim.errors import ArgumentError
from torseur.sim.interruption import checkpoint


class Subject:
    """Of which something is asked."""


@pytest.fixture
def questions(qapp, qtbot):
    threads = AnswerThreads()
    found = PageQuestions(threads)
    yield found
    found.stop()
    qtbot.waitUntil(lambda: not found.running)


def ask(questions, *arguments, **more):
    """As a page does that asks one thing."""
    questions.begin()
    answer = questions.ask(*arguments, **more)
    questions.end()
    return answer


@pytest.mark.parametrize("cost", [Cost.NOW, Cost.QUICK, Cost.SLOW])
def test_the_same_is_computed_once_and_another_anew(questions, qtbot, cost):
    computed = []

    def square(x):
        computed.append(x[0])
        return x**2

    for x in (2.0, 2.0, 3.0, 3.0):
        about = np.array([x])
        ask(questions, "square", about, lambda about=about: square(about), cost)
        qtbot.waitUntil(lambda: not questions.running)
        answer = ask(questions, "square", np.array([x]), lambda about=about: square(about), cost)
        assert (answer.value[0], answer.late) == (x**2, False)
    assert computed == [2.0, 3.0]


def test_without_a_thread_the_same_is_computed_once_too_and_a_chain_goes_on():
    questions = ImmediateQuestions()
    asked = ((1, "one"), (1, "one"), (2, "one"), (2, "other"))
    found = [questions.ask("sum", about, lambda before: (before or 0) + 1, chained=True, of=of).value for about, of in asked]
    assert found == [1, 1, 2, 1]
    assert questions.ask("sum", 3, lambda before: before, chained=True, of="other", when=False).value == 1


def test_an_answer_of_before_is_late_and_one_of_another_subject_is_none(questions):
    one, other = Subject(), Subject()
    ask(questions, "q", 1, lambda: "one", of=one)
    waits = threading.Event()
    late = ask(questions, "q", 2, waits.wait, Cost.QUICK, of=one)
    assert (late.value, late.late, late.running) == ("one", True, True)
    assert ask(questions, "q", 2, waits.wait, Cost.QUICK, of=other).value is None
    waits.set()


def test_why_there_was_no_answer_stays_until_there_is_another(questions, qtbot):
    def refuse():
        raise ArgumentError("There is none.")

    ask(questions, "q", 1, refuse, Cost.QUICK)
    qtbot.waitUntil(lambda: not questions.running)
    waits = threading.Event()
    late = ask(questions, "q", 2, waits.wait, Cost.QUICK)
    assert (late.error, late.late) == ("There is none.", True)
    waits.set()
    qtbot.waitUntil(lambda: not questions.running)
    assert ask(questions, "q", 2, waits.wait, Cost.QUICK).error == ""


def test_a_quick_answer_at_hand_comes_though_another_instant_is_asked_about_meanwhile(questions, qtbot):
    """Of a heap that plays each takes longer than the next instant is away."""
    at_hand, go_on = threading.Event(), threading.Event()

    def one():
        at_hand.set()
        go_on.wait()
        checkpoint()
        return "one"

    ask(questions, "q", 1, one, Cost.QUICK)
    assert at_hand.wait(60.0)
    answered = []
    questions.answered.connect(lambda: answered.append(questions.known("q")))
    ask(questions, "q", 2, lambda: "two", Cost.QUICK)
    go_on.set()
    qtbot.waitUntil(lambda: not questions.running)
    assert answered == ["one", "two"]


def test_answers_that_take_long_to_show_let_events_pass_between_them(questions, qtbot):
    done, ready = [], threading.Event()

    def hear():
        end = time.thread_time() + 1.5 * BUDGET
        while time.thread_time() < end:
            pass
        if not done:
            QTimer.singleShot(0, lambda: done.append("event"))
        done.append(questions.known("sum"))

    questions.answered.connect(hear)
    ask(questions, "sum", 1, lambda: (k if k < 3 else ready.set() for k in range(4)), Cost.SLOW, fold=lambda _, piece: piece)
    assert ready.wait(60.0)  # more than one is there before the first look
    qtbot.waitUntil(lambda: 1 in done)
    assert done[:3] == [0, "event", 1]


def test_where_questions_come_faster_than_answers_a_thread_rests_as_long_as_it_works(questions, qtbot):
    at_work, another, worked = threading.Event(), threading.Event(), []

    def first():
        begun = time.perf_counter()
        at_work.set()
        another.wait(60.0)
        worked.append((begun, time.perf_counter()))

    ask(questions, "q", 1, first, Cost.QUICK)
    assert at_work.wait(60.0)
    time.sleep(0.05)  # it is at work so long
    ask(questions, "q", 2, lambda: worked.append((time.perf_counter(), 0.0)), Cost.QUICK)
    another.set()
    qtbot.waitUntil(lambda: not questions.running)
    (begun, ended), (next_begun, _) = worked
    assert next_begun - ended >= min(ended - begun, MOST_REST) - 1e-3


def test_pieces_of_another_question_are_not_added(questions, qtbot):
    at_hand, go_on = threading.Event(), threading.Event()

    def pieces():
        at_hand.set()
        go_on.wait()
        yield "old"

    def add(before, piece):
        return (*(before or ()), piece)

    ask(questions, "sum", 1, pieces, Cost.SLOW, fold=add)
    assert at_hand.wait(60.0)
    go_on.set()
    ask(questions, "sum", 2, lambda: iter(["new"]), Cost.SLOW, fold=add)
    qtbot.waitUntil(lambda: not questions.running)
    assert questions.known("sum") == ("new",)


def count(before, _):
    return (before or 0) + 1


def test_who_asks_much_holds_up_no_other_by_more_than_its_piece(questions, qtbot):
    other, pieces = PageQuestions(questions._threads), 1000
    at_work, go_on, begun, waited = threading.Event(), threading.Event(), [], []

    def many():
        for k in range(pieces):
            begun.append(k)
            if k == 3:
                at_work.set()
                go_on.wait()
            yield k

    def few():
        for k in range(5):
            waited.append(len(begun) - 4)
            yield k

    ask(questions, "many", 1, many, Cost.SLOW, fold=count)
    assert at_work.wait(60.0)
    ask(other, "few", 1, few, Cost.SLOW, fold=count)
    go_on.set()
    qtbot.waitUntil(lambda: not other.running)
    qtbot.waitUntil(lambda: not questions.running)
    assert waited == [0, 1, 2, 3, 4]
    assert (questions.known("many"), other.known("few")) == (pieces, 5)


@pytest.mark.parametrize("when", ["at hand", "between pieces"])
def test_what_is_dropped_is_closed_and_begins_anew_where_it_is_asked_again(questions, qtbot, when):
    other = PageQuestions(questions._threads)
    both_asked, at_work, go_on, closed = (threading.Event() for _ in range(4))

    def wait():
        at_work.set()
        go_on.wait()

    def pieces():
        try:
            both_asked.wait()
            yield "before"
            if when == "at hand":
                wait()
            yield from range(3)
        finally:
            closed.set()

    ask(questions, "sum", 1, pieces, Cost.SLOW, fold=count)
    if when == "between pieces":
        ask(other, "waits", 1, wait, Cost.SLOW)
    both_asked.set()
    assert at_work.wait(60.0)
    assert not closed.is_set()
    questions.stop()
    go_on.set()
    assert closed.wait(60.0)
    ask(questions, "sum", 1, pieces, Cost.SLOW, fold=count)
    qtbot.waitUntil(lambda: not questions.running)
    assert questions.known("sum") == 4


def test_one_that_finishes_is_answered_before_another_is_asked(questions, qtbot):
    at_hand, go_on = threading.Event(), threading.Event()

    def look(n):
        def pieces():
            at_hand.set()
            go_on.wait()
            yield n

        ask(questions, "states", n, pieces, Cost.SLOW, fold=lambda _, piece: piece, finishes=True)

    look(1)
    assert at_hand.wait(60.0)
    look(2)
    go_on.set()
    qtbot.waitUntil(lambda: not questions.running)
    assert questions.known("states") == 1
    look(2)
    qtbot.waitUntil(lambda: not questions.running)
    assert questions.known("states") == 2


def test_what_is_asked_at_rest_is_looked_for_once_nothing_else_is_asked(questions, qtbot):
    looked = []
    for q in (1, 2, 3):
        ask(questions, "nearest", q, partial(looked.append, q), Cost.AT_REST)
        assert ask(questions, "nearest", q, partial(looked.append, q), Cost.AT_REST).running
        assert questions.running
        assert wait_for_threads(60.0) == []
    qtbot.waitUntil(lambda: not questions.running)
    assert looked == [3]
    ask(questions, "nearest", 4, partial(looked.append, 4), Cost.AT_REST)
    questions.stop()
    assert not questions.running


def test_pieces_are_added_and_a_chained_answer_goes_on_from_the_one_before(questions, qtbot):
    def total():
        return ask(questions, "sum", 1, lambda: iter(range(5)), Cost.SLOW, fold=lambda before, x: (before or 0) + x)

    total()
    assert wait_for_threads(60.0) == []
    total()  # all is found, and none of it taken yet
    qtbot.waitUntil(lambda: not questions.running)
    assert (total().value, total().late) == (10, False)
    for about in (1, 2, 3):
        ask(questions, "chain", about, lambda before: (before or 0) + 1, chained=True)
    assert questions.known("chain") == 3


def test_a_refusal_is_a_sentence_and_what_a_page_does_not_ask_any_more_is_dropped(questions, qtbot):
    def refuse():
        raise ArgumentError("There is none.")

    ask(questions, "refused", 1, refuse, Cost.QUICK)
    qtbot.waitUntil(lambda: not questions.running)
    answer = ask(questions, "refused", 1, refuse, Cost.QUICK)
    assert (answer.value, answer.error, answer.running) == (None, "There is none.", False)
    assert ask(questions, "now", 1, refuse).error == ImmediateQuestions().ask("now", 1, refuse).error == "There is none."

    at_work, go_on = threading.Event(), threading.Event()

    def wait():
        at_work.set()
        go_on.wait()

    asked = []
    questions.begin()
    questions.ask("first", 1, wait, Cost.QUICK)
    questions.ask("second", 1, lambda: asked.append("second"), Cost.QUICK)
    questions.end()
    assert at_work.wait(60.0)
    questions.stop()
    go_on.set()
    qtbot.waitUntil(lambda: not questions.running)
    assert asked == []


@pytest.mark.parametrize("cost", [Cost.NOW, Cost.SLOW])
def test_the_subject_of_a_question_is_not_kept_alive(questions, qtbot, cost):
    subject = Subject()
    ask(questions, "q", 1, partial(id, subject), cost, of=subject)
    qtbot.waitUntil(lambda: not questions.running)
    watched = weakref.ref(subject)
    ask(questions, "itself", 1, lambda: watched(), of=subject)
    del subject
    gc.collect()
    assert watched() is not None  # what is known of it holds it
    questions.forget()
    gc.collect()
    assert watched() is None
