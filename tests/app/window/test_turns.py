"""What takes long is done in several turns, in its order, and painted after the last."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QPushButton, QWidget

from torseur.app.window import clock
from torseur.app.window.clock import Turns


def process_until(done) -> None:
    """Let one turn of the event loop follow the other until something is so."""
    while not done():
        QApplication.processEvents()


@pytest.fixture
def window(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.show()
    return window


def test_each_has_a_turn_of_its_own_and_the_window_is_painted_after_the_last(window, qtbot):
    done: list[object] = []
    Turns(window).take([lambda k=k: done.append((k, window.updatesEnabled())) for k in range(3)])
    QTimer.singleShot(0, lambda: done.append("a key"))
    assert done == [(0, False)]
    qtbot.waitUntil(window.updatesEnabled)
    assert done == [(0, False), "a key", (1, False), (2, False)]


def test_all_of_the_window_is_painted_in_one_turn(window, qtbot):
    parts = [QWidget(window) for _ in range(3)]
    for k, part in enumerate(parts):
        part.setGeometry(0, 20 * k, 20, 20)
        part.show()
    Turns(window).take([lambda: None])
    process_until(window.updatesEnabled)
    assert all(part.updatesEnabled() for part in parts)  # in the next turn, the rest of another workspace would be seen


def test_a_dock_that_comes_to_float_meanwhile_is_painted(window, qtbot):
    dock = QDockWidget()
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    Turns(window).take([lambda: None, lambda: dock.setFloating(True)])
    qtbot.waitUntil(window.updatesEnabled)
    assert dock.updatesEnabled()


def test_what_never_comes_is_not_waited_for(window, qtbot, monkeypatch):
    monkeypatch.setattr(clock, "LATEST", 0.02)
    Turns(window, lambda: True).take([lambda: None])
    qtbot.waitUntil(window.updatesEnabled)


def test_the_window_is_painted_once_what_is_made_behind_it_is_there(window, qtbot):
    looks = iter((True, True, False))
    Turns(window, lambda: next(looks)).take([lambda: None])
    assert not window.updatesEnabled()
    qtbot.waitUntil(window.updatesEnabled)
    assert next(looks, None) is None  # it was looked at until then


def test_what_comes_meanwhile_comes_after_all_that_was_begun(window, qtbot):
    done: list[str] = []
    turns = Turns(window)
    turns.take([lambda: done.append("a"), lambda: done.append("b"), lambda: done.append("c")])
    turns.take([lambda: done.append("d"), lambda: done.append("e")])
    assert done == ["a", "b", "c", "d"]
    qtbot.waitUntil(window.updatesEnabled)
    assert done == ["a", "b", "c", "d", "e"]


def test_what_fails_leaves_no_window_unpainted(window, qtbot):
    def fail() -> None:
        raise ValueError("on purpose")

    with qtbot.captureExceptions() as failures:
        Turns(window).take([lambda: None, fail, lambda: None])
        qtbot.waitUntil(window.updatesEnabled)
    assert [str(failure[1]) for failure in failures] == ["on purpose"]


def test_between_two_there_is_time_for_others_however_long_each_takes(window, qtbot):
    done: list[object] = []

    def take_long(k: int) -> None:
        time.sleep(0.03)
        done.append(k)
        QTimer.singleShot(1, lambda: done.append("a key"))

    turns = Turns(window)
    turns.take([lambda k=k: take_long(k) for k in range(3)])
    qtbot.waitUntil(window.updatesEnabled)
    assert done[:5] == [0, "a key", 1, "a key", 2]


def test_a_press_between_two_comes_after_all_of_them(window, qtbot):
    done: list[str] = []
    button = QPushButton(window)
    button.pressed.connect(lambda: done.append("press"))
    button.show()
    Turns(window).take([lambda: done.append("a"), lambda: done.append("b"), lambda: done.append("c")])
    assert done == ["a"]
    QTest.mouseMove(button)
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    assert done == ["a", "b", "c", "press"]
    qtbot.waitUntil(window.updatesEnabled)


def test_what_is_left_when_the_window_closes_is_not_done(window, qtbot):
    done: list[str] = []
    turns = Turns(window)
    turns.take([lambda: done.append("a"), lambda: done.append("b")])
    assert turns.holding
    turns.stop()
    qtbot.wait(20)
    assert done == ["a"]
    assert not turns.holding
