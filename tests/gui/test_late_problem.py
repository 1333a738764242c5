"""The contact inspector while the problem of another instant is set up: what is seen is said to be of before."""

from __future__ import annotations

import threading

import pytest

from torseur.app.laboratory.contact.inspector import page as inspector

LIMIT = 60.0  # [s] that a thread is held, at most


@pytest.fixture
def gate(monkeypatch):
    """Every problem is one of many contacts, set up when the test says so."""
    gate, found = threading.Event(), inspector.shown_problem

    def shown_problem(*arguments):
        assert gate.wait(LIMIT)
        return found(*arguments)

    monkeypatch.setattr(inspector, "is_large", lambda *_: True)
    monkeypatch.setattr(inspector, "shown_problem", shown_problem)
    gate.set()
    yield gate
    gate.set()


def test_the_problem_of_the_instant_before_stays_greyed_out_until_that_of_this_one_is_set_up(window, hand, gate):
    assert window.open("brick_on_corner")
    window.use_workspace("contact")
    hand.simulate(window)
    page, recording, was = window.pages.contact.page("inspector"), window.session.recording, window.session.index
    hand.wait_until(lambda: page.sheet.has("problem") and not page.is_busy)
    gate.clear()
    window.session.playback.step(-1)
    hand.wait_until(lambda: page.widget.veil is not None and page.widget.veil.isVisible())
    assert page.numbers_of == (recording, was)
    assert page.widget.part("equation").isVisible()
    assert page.widget.veil.text == f"Of t = {recording.t[was]:.3f} s. Working out t = {recording.t[was - 1]:.3f} s …"
    assert not window.panels.contact_laboratory.veil.isVisible()  # contacts are of now
    for key in ("equation", "matrix"):  # nothing is worked out where all is folded
        page.widget.view(key).emit("folded", False)
    hand.wait_until(lambda: not page.widget.veil.isVisible())
    page.widget.view("matrix").emit("folded", True)
    gate.set()
    hand.wait_until(lambda: page.numbers_of == (recording, was - 1) and page.sheet.has("problem"))
    assert not page.widget.veil.isVisible()
    page.widget.view("equation").emit("folded", True)
    gate.clear()
    page.widget.part("problem.which").chosen.emit("accelerations")
    assert "Setting up" in page.sheet.block("matrix.none").text  # not the one of before, of this instant though it is
    gate.set()
    hand.wait_until(lambda: page.sheet.has("problem"))
    assert page.sheet.block("problem.which").chosen == "accelerations"
    page.widget.part("problem.which").chosen.emit("solved")
    assert window.open("falling_brick")
    assert not page.sheet.has("problem")
