"""A view that cannot be drawn says so, tries again, and comes back with all that it showed."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
import weakref
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.missing_opengl import ALWAYS, lose_context, no_opengl
from torseur.ui.viewport import gl_surface, gl_widget
from torseur.ui.viewport.drawing_thread import DrawingThread
from torseur.ui.viewport.gl import gl_calls
from torseur.ui.viewport.gl.context import NoContextError
from torseur.ui.viewport.gl.renderer import Renderer
from torseur.ui.viewport.viewport import Viewport

from .scenes import SIZE, has_given_up, scene_pixels, wait_for_paint
from .test_drawing_thread import process_until


@pytest.fixture
def made(screen, two_bodies, two_poses):
    """Make views of the box and the ball that were not painted yet."""
    views = []

    def make() -> Viewport:
        view = Viewport()
        view.resize(*SIZE)
        view.set_quality("low")
        view.set_floor_visible(True)
        view.set_model(two_bodies)
        view.show_poses(two_poses)
        views.append(view)
        view.show()
        return view

    yield make
    for view in views:
        view.close()
        view.deleteLater()
    screen.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def soon(monkeypatch):
    """Tries come at once, but for the last: that they come is what is tested."""
    monkeypatch.setattr(gl_widget, "RETRIES", (1, 2, 3))


def test_a_context_that_comes_when_it_is_asked_for_again_is_used_and_logged(made, caplog):
    with no_opengl(calls=[0]):
        view = made()
        wait_for_paint(QApplication, view)
    assert not view.opengl_missing
    assert "EGL" not in view.renderer_name
    assert "gave an OpenGL context only when asked again" in caplog.text


def test_where_the_window_system_gives_none_the_view_is_drawn_without_it(viewport, made, caplog):
    with no_opengl(egl=True):
        view = made()
        wait_for_paint(QApplication, view)
    assert view.renderer_name.endswith("by EGL, without the window system")
    assert "MemAvailable" in caplog.text
    view.set_camera(viewport.camera)
    assert np.abs(scene_pixels(view) - scene_pixels(viewport)).mean() < 1


def test_a_view_that_gets_no_context_says_so_and_draws_once_there_is_one(made, soon):
    changes = []
    with no_opengl(calls=range(4)):  # two tries, of which each asks twice
        view = made()
        view.opengl_changed.connect(lambda: changes.append(view.opengl_missing))
        process_until(lambda: changes)
        assert view.missing_notice.isVisible()
        assert view.missing_notice._text.text() == (
            "<b>The view cannot be drawn now.</b><p>There is no OpenGL on this display. It is tried again by itself. "
            "All else goes on, and nothing is lost."
        )
        process_until(lambda: view.paints)
    assert changes == 2 * ["there is no OpenGL on this display"] + [""]
    assert not view.missing_notice.isVisible()
    assert scene_pixels(view).std() > 10


def test_after_the_last_try_it_waits_to_be_asked(made, soon):
    tries = []
    with no_opengl() as faults:
        view = made()
        view.opengl_changed.connect(lambda: tries.append(faults.count))
        process_until(lambda: view.opengl_missing and not view.tries_again)
        assert tries == [2, 4, 6, 8]
        assert "It was tried four times." in view.missing_notice._text.text()
        assert " contexts, " in view.missing_details
        assert "EGL gives no context" in view.drawn_by()
        for _ in range(3):  # nothing that changes in it has it tried again
            view.changed()
            view.grab()
            QApplication.processEvents()
        assert faults.count == 8
        with pytest.raises(NoContextError, match="there is no OpenGL on this display"):
            view.image(100, 100)
        view.missing_notice.try_button.click()
        process_until(lambda: view.opengl_missing and not view.tries_again)
        assert faults.count > 12
    view.missing_notice.try_button.click()
    assert view.paints == 1
    assert not view.opengl_missing
    assert not view.missing_notice.isVisible()


def test_a_picture_that_is_asked_for_brings_back_the_view_that_had_given_up(made, soon):
    with no_opengl():
        view = made()
        process_until(lambda: view.opengl_missing and not view.tries_again)
    assert not view.image(100, 100).isNull()
    process_until(lambda: view.paints)
    assert not view.opengl_missing


def test_a_context_that_is_lost_in_the_middle_of_a_drag_is_made_anew_with_all_that_it_held(made, soon):
    view = made()
    wait_for_paint(QApplication, view)
    place = QPoint(SIZE[0] // 2, SIZE[1] // 2)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseMove(view, place + QPoint(20, 0))
    process_until(lambda: not view.is_due)
    lost, drawn = view._drawing, view.paints
    lose_context(view)
    QTest.mouseMove(view, place + QPoint(40, 10))
    process_until(lambda: view.paints > drawn)
    assert view._drawing is not lost
    QTest.mouseMove(view, place + QPoint(60, 10))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=place + QPoint(60, 10))
    process_until(lambda: not view.is_due)
    after = scene_pixels(view)
    other = made()
    other.set_camera(view.camera)
    wait_for_paint(QApplication, other)
    assert np.abs(scene_pixels(other) - after).mean() < 1
    assert not view.failure


def test_a_context_that_the_driver_loses_while_it_draws_is_made_anew_and_other_errors_are_told(made, monkeypatch, soon):
    view = made()
    wait_for_paint(QApplication, view)
    process_until(lambda: not view.is_due)
    drawn, codes = view.paints, [0x0507]
    ask = gl_calls.GL.glGetError
    with monkeypatch.context() as patch:
        patch.setattr(gl_calls.GL, "glGetError", lambda: codes.pop() if codes else ask())
        view.changed()
        process_until(lambda: view.paints > drawn)
    assert not view.failure
    monkeypatch.setattr(gl_calls.GL, "glGetError", lambda: 0x0502)
    with pytest.raises(gl_calls.GlError, match="0x0502 while drawing"):
        view.scene_image()
    monkeypatch.undo()


def kill(drawing: DrawingThread) -> None:
    """End the thread by what it cannot do, as nothing of ours does."""
    logging.getLogger("concurrent.futures").disabled = True
    try:
        drawing._executor._work_queue.put("nothing that can be run")
        drawing._threads[0].join(60.0)
    finally:
        logging.getLogger("concurrent.futures").disabled = False


@pytest.mark.parametrize("asked_at_once", [False, True])
def test_a_thread_that_dies_is_begun_anew(made, soon, asked_at_once):
    view = made()
    wait_for_paint(QApplication, view)
    before, drawn, dead = scene_pixels(view), view.paints, view._drawing
    kill(dead)
    if asked_at_once:
        assert np.array_equal(scene_pixels(view), before)
    else:
        view.changed()
        process_until(lambda: view.paints > drawn)
        assert np.array_equal(scene_pixels(view), before)
    assert view._drawing is not dead
    assert not view.opengl_missing


def test_where_no_thread_can_be_started_the_view_says_so(made, monkeypatch, soon):
    def refuse(executor, *_):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr("concurrent.futures.ThreadPoolExecutor.submit", refuse)
        view = made()
        process_until(lambda: view.opengl_missing)
        assert view.opengl_missing == "there is no thread to draw in: can't start new thread"
    process_until(lambda: view.paints)


def test_of_two_views_the_one_that_can_be_drawn_is(viewport, made, soon):
    with no_opengl():
        view = made()
        process_until(lambda: view.opengl_missing and not view.tries_again)
        viewport.set_view("top")
        wait_for_paint(QApplication, viewport)
        assert scene_pixels(viewport).std() > 10
        assert not viewport.opengl_missing
    view.try_again()
    view.set_camera(viewport.camera)
    assert np.abs(scene_pixels(view) - scene_pixels(viewport)).mean() < 1


def test_a_context_that_can_be_made_but_not_drawn_with_is_tried_as_often_as_one_that_cannot_be_made(made, monkeypatch, soon):
    def lose(*_, **__):
        raise NoContextError("lost while drawing")

    view = made()
    wait_for_paint(QApplication, view)
    with monkeypatch.context() as patch, no_opengl(()) as faults:
        patch.setattr(Renderer, "draw", lose)
        view.changed()
        process_until(lambda: view.opengl_missing and not view.tries_again)
        tried = faults.count
        for _ in range(50):
            QApplication.processEvents()
        assert (faults.count, view.opengl_missing) == (tried, "lost while drawing")
        assert tried == 6  # three tries, with a context and at once with another
    view.missing_notice.try_button.click()
    assert not view.opengl_missing


def test_another_fault_of_a_new_context_is_told_as_such(made, monkeypatch, soon):
    def fail(*_, **__):
        raise gl_calls.GlError("a shader")

    told = []
    monkeypatch.setattr(sys, "excepthook", lambda *fault: told.append(fault))
    with no_opengl([0, 1]):
        view = made()
        process_until(lambda: view.opengl_missing)
        with monkeypatch.context() as patch:
            patch.setattr(Renderer, "draw", fail)
            process_until(lambda: told)
    assert not view.opengl_missing
    wait_for_paint(QApplication, view)
    assert view.failure
    view.failure = ""


def test_a_picture_that_was_under_way_when_an_export_met_the_loss_is_drawn(made, soon, slow):
    view = made()
    wait_for_paint(QApplication, view)
    process_until(lambda: not view.is_due)
    drawn = view.paints
    view.set_camera(slow)
    process_until(slow.begun.is_set)
    lose_context(view)
    threading.Timer(0.05, slow.let_go.set).start()
    view.image(60, 40)
    process_until(lambda: view.paints > drawn)
    assert view.shown.camera is slow


@pytest.mark.parametrize("at_once", [False, True])
def test_a_view_that_lost_its_context_leaves_nothing_behind(made, screen, soon, at_once):
    collecting = gc.isenabled()
    gc.disable()
    try:
        view = Viewport()
        view.show()
        wait_for_paint(screen, view)
        lost = weakref.ref(view._drawing)
        for faults in ((), ALWAYS):
            with no_opengl(faults):
                lose_context(view)
                drawn = view.paints
                view.changed()
                if at_once:
                    view.grab()
                wait = view.paints if at_once else drawn
                process_until(lambda view=view, wait=wait: view.paints > wait or has_given_up(view))
            view.try_again()
        view.close()
        gone = weakref.ref(view)
        del view
        assert (gone(), lost()) == (None, None)
    finally:
        if collecting:
            gc.enable()


def test_that_nothing_can_be_heard_of_the_cause_does_not_keep_it_from_being_told(made, monkeypatch, soon):
    def none_left(*_, **__):
        raise OSError(24, "Too many open files")

    with no_opengl(), monkeypatch.context() as patch:
        patch.setattr(os, "dup", none_left)
        patch.setattr(Path, "read_text", none_left)
        view = made()
        process_until(lambda: view.opengl_missing and not view.tries_again)
    assert "Too many open files" in view.missing_details
    view.try_again()
    assert not view.opengl_missing


def test_what_qt_and_the_driver_say_is_heard_and_left_where_it_was(capfd):
    made, words = gl_surface._heard(lambda: bool(os.write(2, b"libGL error: no driver\n")))
    assert made
    assert words == "libGL error: no driver"
    os.write(2, b"after")
    assert capfd.readouterr().err.endswith("after")
