"""The contact inspector while the problem of another instant is set up: what is seen is said to be of before."""

from __future__ import annotations

import sys
import threading

import pytest
from PySide6.QtWidgets import QScrollArea

from torseur.app.background.background_thread import Background
from torseur.app.panels import contact_problem

LIMIT = 60.0  # [s] that a thread is held, at most


def pressed_at(widget):
    """What hears a press at the middle of a widget, which is scrolled into sight."""
    above = widget.parentWidget()
    while not isinstance(above, QScrollArea):
        above = above.parentWidget()
    above.ensureWidgetVisible(widget)
    return widget.window().childAt(widget.mapTo(widget.window(), widget.rect().center()))


@pytest.fixture
def gate(monkeypatch):
    """Every problem is one of many contacts, set up when the test says so."""
    gate, found = threading.Event(), contact_problem.shown_problem

    def shown_problem(*arguments):
        assert gate.wait(LIMIT)
        return found(*arguments)

    monkeypatch.setattr(contact_problem, "is_large", lambda session: True)
    monkeypatch.setattr(contact_problem, "shown_problem", shown_problem)
    gate.set()
    yield gate
    gate.set()


@pytest.fixture
def resting(window, hand, gate):
    assert window.open("brick_on_corner")
    window.use_workspace("contact")
    hand.simulate(window)
    hand.wait_until(lambda: window.panels.contact.problem is not None)
    return window


def test_the_problem_of_the_instant_before_stays_greyed_out_until_that_of_this_one_is_set_up(resting, hand, gate):
    panel, before = resting.panels.contact, resting.panels.contact.problem
    was = resting.session.index
    gate.clear()
    resting.session.playback.step(-1)
    hand.wait_until(panel.veil.isVisible)
    assert panel.problem is before
    assert panel.equation.isVisible()
    recording = resting.session.recording
    assert panel.veil.text == f"Of t = {recording.t[was]:.3f} s. Working out t = {recording.t[was - 1]:.3f} s …"
    gate.set()
    hand.wait_until(lambda: panel.problem is not before)
    hand.wait_until(lambda: not panel.veil.isVisible())


def test_nothing_is_said_to_be_worked_out_where_all_of_the_problem_is_folded(resting, hand, gate):
    panel = resting.panels.contact
    gate.clear()
    resting.session.playback.step(-1)
    hand.wait_until(panel.veil.isVisible)
    panel.problem_requested.emit(False)
    assert not panel.veil.isVisible()
    assert not panel.problem_section.isVisible()
    gate.set()
    panel.problem_requested.emit(True)
    hand.wait_until(panel.problem_section.isVisible)


def test_a_problem_that_cannot_be_set_up_is_said_and_not_waited_for(resting, hand, monkeypatch):
    panel, heard = resting.panels.contact, []

    def fail(*_):
        raise ArithmeticError("no")

    monkeypatch.setattr(contact_problem, "shown_problem", fail)
    monkeypatch.setattr(sys, "excepthook", lambda *error: heard.append(error[0]))
    resting.session.playback.step(-1)
    hand.wait_until(lambda: panel.problem is None)
    assert panel.matrix.line.text == "Setting up the problem failed."
    assert not panel.veil.isVisible()
    # One that was asked again meanwhile fails too, and is to be heard here, not by the test that follows.
    hand.wait_until(lambda: not any(one.running for one in resting.findChildren(Background)))
    assert set(heard) == {ArithmeticError}


def test_what_is_late_cannot_be_pressed_as_if_it_were_of_now(resting, hand, gate):
    panel = resting.panels.contact
    assert pressed_at(panel.equation.copy) is panel.equation.copy
    gate.clear()
    resting.session.playback.step(-1)
    hand.wait_until(panel.veil.isVisible)
    assert pressed_at(panel.equation.copy) is panel.veil
    gate.set()
    hand.wait_until(lambda: pressed_at(panel.equation.copy) is panel.equation.copy)


def test_the_problem_of_another_scene_or_of_another_choice_is_gone_at_once(resting, hand, gate):
    panel = resting.panels.contact
    gate.clear()
    panel.problem_chosen.emit("accelerations")
    hand.wait_until(lambda: panel.problem is None)
    assert "Setting up" in panel.matrix.line.text
    assert not panel.veil.isVisible()
    gate.set()
    hand.wait_until(lambda: panel.problem is not None)
    assert resting.open("falling_brick")
    hand.wait_until(lambda: panel.problem is None)
    assert not panel.veil.isVisible()
