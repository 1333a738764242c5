"""The window's thread goes on while a picture is drawn, and what it shows is of one state all the same."""

from __future__ import annotations

import gc
import os
import sys
import threading
from dataclasses import replace
from time import monotonic

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QOpenGLContext
from PySide6.QtWidgets import QApplication, QMainWindow

from torseur.sim.interruption import BEHIND
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.drawing_thread import DRAWING, DrawingThread
from torseur.ui.viewport.overlay import overlay_widget
from torseur.ui.viewport.viewport import Viewport

from .scenes import SIZE, image_pixels, scene_pixels, wait_for_paint

LIMIT = 60.0  # [s] that anything is waited for


def process_until(done) -> None:
    end = monotonic() + LIMIT
    while not done():
        assert monotonic() < end
        QApplication.processEvents()


def threads() -> int:
    return sum(thread.name.startswith(DRAWING) for thread in threading.enumerate())


def test_events_are_handled_while_a_picture_is_drawn(viewport, slow):
    drawn = viewport.paints
    viewport.set_camera(slow)
    process_until(slow.begun.is_set)  # in this thread, which would wait for ever for itself
    assert viewport.is_due
    assert viewport.paints == drawn
    slow.let_go.set()
    process_until(lambda: viewport.paints > drawn)
    assert not viewport.failure


def test_what_lies_over_a_picture_is_of_its_state_though_the_view_went_on(viewport, slow, monkeypatch):
    painted = []
    monkeypatch.setattr(
        overlay_widget, "paint_overlay", lambda painter, view, *others: painted.append((viewport.paints, view.camera))
    )
    viewport.set_camera(slow)
    process_until(slow.begun.is_set)
    drawn, later = viewport.paints, replace(viewport.camera, distance=5.0)
    viewport.set_camera(Camera(later.target, 5.0, later.azimuth, later.elevation))
    painted.clear()
    QApplication.processEvents()
    assert painted == []  # nothing is painted over the picture of before
    slow.let_go.set()
    process_until(lambda: viewport.paints == drawn + 2)
    process_until(lambda: not viewport.is_due)
    distances = dict(painted)
    assert distances[drawn + 1].distance == 3.0
    assert distances[drawn + 2].distance == 5.0
    assert {paints for paints, _ in painted} == {drawn + 1, drawn + 2}


def test_a_picture_that_is_late_does_not_take_the_place_of_a_newer_one(viewport, slow):
    """One that is asked for at once, as by a screenshot, waits for the one that is being drawn, and then shows what is now."""
    viewport.set_camera(slow)
    process_until(slow.begun.is_set)
    viewport.set_camera(Camera(slow.target, 1.0, slow.azimuth, slow.elevation))
    threading.Timer(0.05, slow.let_go.set).start()
    near = scene_pixels(viewport)
    assert viewport.updatesEnabled()
    process_until(lambda: not viewport.is_due)
    assert np.array_equal(scene_pixels(viewport), near)


def test_a_view_that_is_resized_while_it_is_drawn_is_drawn_in_its_new_size(viewport, slow):
    viewport.set_camera(slow)
    process_until(slow.begun.is_set)
    drawn = viewport.paints
    threading.Timer(0.05, slow.let_go.set).start()
    viewport.resize(2 * SIZE[0], SIZE[1])
    process_until(lambda: not viewport.is_due)
    assert viewport.paints == drawn + 1, "the picture of the size of before is not shown"
    shown = viewport.grab().toImage()
    assert shown.width() == 2 * SIZE[0]
    right = shown.copy(SIZE[0], 0, SIZE[0], SIZE[1])
    assert image_pixels(right).std() > 10, "the floor is drawn there"


def test_a_hint_that_is_given_while_a_picture_is_drawn_is_shown_with_it(viewport, slow, monkeypatch):
    hints = []
    monkeypatch.setattr(overlay_widget, "paint_overlay", lambda painter, view, *others: hints.append(view.hint))
    viewport.set_camera(slow)
    process_until(slow.begun.is_set)
    viewport.set_hint("drag to `turn`")
    slow.let_go.set()
    process_until(lambda: not viewport.is_due)
    assert hints[-1] == "drag to `turn`"


def test_a_grab_while_a_picture_is_drawn_shows_what_is_now(viewport, slow):
    viewport.set_camera(slow)
    process_until(slow.begun.is_set)
    threading.Timer(0.05, slow.let_go.set).start()
    grabbed = viewport.grab().toImage()
    process_until(lambda: not viewport.is_due)
    assert grabbed == viewport.grab().toImage()


def test_garbage_is_collected_by_this_thread_alone(viewport):
    class Making(Camera):
        def view(self):
            made = [[] for _ in range(1000)]  # in which Python collects, wherever it may
            return super().view() if made else np.eye(4)

    where = []

    def note(phase, _):
        where.append(threading.current_thread())

    collecting, threshold = gc.isenabled(), gc.get_threshold()
    gc.callbacks.append(note)
    gc.set_threshold(50)
    gc.enable()  # as where a viewport is used without the program
    try:
        viewport.set_camera(Making())
        process_until(lambda: not viewport.is_due)
        QApplication.processEvents()
        assert gc.isenabled()
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(note)
        if not collecting:
            gc.disable()
    assert set(where) == {threading.main_thread()}


def test_a_fault_of_every_picture_is_told_once_however_it_is_drawn(viewport, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", lambda *fault: told.append(fault))
    monkeypatch.setattr(viewport.view, "poses", "nonsense")
    for _ in range(2):
        viewport.changed()
        process_until(lambda: not viewport.is_due)
        viewport.changed()
        viewport.grab()
    assert len(told) == 1
    monkeypatch.undo()
    viewport.failure = ""


@pytest.fixture
def held(screen, two_bodies):
    """A viewport in a window that is not painted, as while what is opened is told in turns."""
    window, viewport = QMainWindow(), Viewport()
    window.setCentralWidget(viewport)
    window.resize(*SIZE)
    viewport.set_model(two_bodies)
    window.show()
    wait_for_paint(screen, viewport)
    process_until(lambda: not viewport.is_due)
    window.setUpdatesEnabled(False)
    yield viewport
    window.close()


def test_a_window_that_is_held_shows_nothing_but_what_it_will_show_is_drawn(held):
    drawn, shown = held.paints, []
    held.frame_shown.connect(lambda: shown.append(held.paints))
    held.set_view("top")
    process_until(lambda: held.paints == drawn + 1)
    for _ in range(20):
        QApplication.processEvents()
    assert held.is_due
    assert not held.lacks_picture
    assert shown == []
    held.window().setUpdatesEnabled(True)
    assert held.updatesEnabled()  # both are painted in one turn
    process_until(lambda: shown == [drawn + 1])
    assert not held.is_due
    assert held.updatesEnabled()


class Painted(QObject):
    """Hears what is painted."""

    def __init__(self, parent):
        super().__init__(parent)
        self.widgets = []

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.widgets.append(watched)
        return False


def test_a_picture_is_painted_once_with_all_that_lies_over_it(held):
    held.window().setUpdatesEnabled(True)
    process_until(lambda: not held.is_due)
    shown, over, events = [], held.findChild(overlay_widget.OverlayWidget), Painted(held)
    for widget in (held, over):
        widget.installEventFilter(events)
    held.frame_shown.connect(lambda: shown.append(held.paints))
    for view in ("top", "front", "right"):
        held.set_view(view)
        process_until(lambda view=view: not held.is_due)
    for _ in range(20):
        QApplication.processEvents()
    assert events.widgets.count(over) == events.widgets.count(held) == len(set(shown))


def test_what_changes_in_a_held_window_after_its_picture_is_drawn_anew_before_it_is_shown(held):
    drawn, shown = held.paints, []
    held.frame_shown.connect(lambda: shown.append(held.shown.camera.elevation))
    held.set_view("top")
    assert held.lacks_picture  # of the same size
    process_until(lambda: held.paints == drawn + 1)
    held.set_view("front")
    held.window().setUpdatesEnabled(True)
    process_until(lambda: not held.is_due and bool(shown))
    assert set(shown) == {0.0}


def test_a_held_window_is_drawn_in_its_new_size_behind_it_and_lacks_its_picture_until_then(held, slow):
    assert not held.lacks_picture
    held.set_camera(slow)
    held.window().resize(SIZE[0] + 90, SIZE[1])
    process_until(lambda: held.width() == SIZE[0] + 90 and slow.begun.is_set())
    assert held.lacks_picture  # and nothing waited for the picture
    slow.let_go.set()
    process_until(lambda: not held.lacks_picture)
    drawn = held.paints
    held.window().setUpdatesEnabled(True)
    process_until(lambda: not held.is_due)
    assert held.paints == drawn
    assert held.grab().toImage().width() == SIZE[0] + 90


def test_a_held_window_that_is_resized_again_and_again_draws_one_picture_after_the_other(held, slow, monkeypatch):
    posted = []
    post = DrawingThread.post
    monkeypatch.setattr(DrawingThread, "post", lambda self, task: posted.append(task) or post(self, task))
    held.set_camera(slow)
    for k in range(5):
        held.window().resize(SIZE[0] + 10 * (k + 1), SIZE[1])
        process_until(lambda k=k: held.width() == SIZE[0] + 10 * (k + 1) and slow.begun.is_set())
    assert len(posted) == 1
    slow.let_go.set()
    process_until(lambda: not held.lacks_picture)
    assert len(posted) == 2


def test_a_hidden_view_draws_nothing_and_judges_nothing(viewport):
    process_until(lambda: not viewport.is_due)
    shown = []
    viewport.frame_shown.connect(lambda: shown.append(viewport.paints))
    viewport.set_view("top")  # is drawn as what moves: a better picture is to follow, which the timer asks for
    process_until(lambda: bool(shown))
    viewport.hide()
    viewport.set_view("front")
    drawn, _ = viewport.paints, shown.clear()
    for _ in range(2):
        viewport.changed()
        process_until(lambda: not viewport.is_due)
        QApplication.processEvents()
    assert shown == []
    assert viewport.paints == drawn
    viewport.show()
    process_until(lambda: viewport.paints > drawn)


def test_a_view_that_goes_while_it_is_drawn_takes_its_thread_with_it(screen, slow, two_bodies, two_poses):
    before = threads()
    viewport = Viewport()
    viewport.resize(*SIZE)
    viewport.set_model(two_bodies)
    viewport.show_poses(two_poses)
    viewport.show()
    wait_for_paint(screen, viewport)
    assert threads() == before + 1
    viewport.set_camera(slow)
    process_until(slow.begun.is_set)
    threading.Timer(0.05, slow.let_go.set).start()
    viewport.close()
    del viewport
    assert threads() == before


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a niceness of their own on Linux alone")
def test_it_leaves_its_core_to_the_window(viewport):
    behind = viewport.with_opengl(lambda *_: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    assert behind == min(os.getpriority(os.PRIO_PROCESS, os.getpid()) + BEHIND, 19)


def test_where_the_driver_bears_no_second_thread_this_one_draws(screen, monkeypatch, two_bodies, two_poses, viewport):
    monkeypatch.setattr(QOpenGLContext, "supportsThreadedOpenGL", lambda: False)
    other = Viewport()
    other.resize(*SIZE)
    other.set_quality("low")
    other.set_floor_visible(True)
    other.set_model(two_bodies)
    other.show_poses(two_poses)
    other.show()
    other.set_camera(viewport.camera)
    wait_for_paint(screen, other)
    assert other.with_opengl(lambda *_: threading.current_thread()) is threading.main_thread()
    assert np.abs(scene_pixels(other) - scene_pixels(viewport)).mean() < 1
    other.close()
