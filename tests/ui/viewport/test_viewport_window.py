"""The widget in use: mouse and keys, painting only when asked, failures that are heard, contexts that come and go."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from dataclasses import replace
from time import monotonic, sleep

import numpy as np
import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QEvent, QEventLoop, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow

from torseur.ui.look.theme import FORCE, VELOCITY
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.gl.gl_calls import GL
from torseur.ui.viewport.gl_widget import STILL_AFTER
from torseur.ui.viewport.marks import Arrow, EllipsoidMark, Overlays
from torseur.ui.viewport.overlay.overlay_widget import OverlayWidget
from torseur.ui.viewport.viewport import Viewport, default_surface_format

from .scenes import SIZE, image_pixels, scene_pixels, wait_for_paint

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NONE, SHIFT, CTRL = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
CENTER = QPoint(160, 120)


class Hearing(QMainWindow):
    """A window that knows which keys it was given."""

    heard = ()

    def keyPressEvent(self, event):
        self.heard += (event.key(),)


def move(viewport, position: QPoint, button=Qt.MouseButton.NoButton, keys=NONE) -> None:
    """Move the pointer. QTest would move that of the screen, and the event would come when the server likes."""
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(position), QPointF(viewport.mapToGlobal(position)), button, button, keys)
    QApplication.sendEvent(viewport, event)


def drag(viewport, button, keys, start: QPoint, *stops: QPoint) -> None:
    """Press, move and release."""
    QTest.mousePress(viewport, button, keys, start)
    for stop in stops:
        move(viewport, stop, button, keys)
    QTest.mouseRelease(viewport, button, keys, stops[-1])


def screen_position(viewport, point) -> np.ndarray:
    """Where a point of the world is in the window."""
    return viewport.camera.project(np.array([point], dtype=float), SIZE)[0, :2]


def roll(viewport, position: QPoint, notches: int) -> None:
    """Turn the wheel."""
    event = QWheelEvent(
        QPointF(position),
        QPointF(viewport.mapToGlobal(position)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def idle(milliseconds: int) -> None:
    """Let events run for a while."""
    end = monotonic() + milliseconds / 1000
    while monotonic() < end:
        QApplication.processEvents()


def come_to_rest(viewport) -> None:
    """Let events run until the better picture of what is at rest is painted, and none comes any more."""
    dispatcher, end = QAbstractEventDispatcher.instance(), monotonic() + 60
    quiet = 0
    while quiet < 3:
        assert monotonic() < end, "the view does not come to rest"
        came = dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
        waits = viewport.is_due or any(timer.isActive() for timer in viewport.findChildren(QTimer))
        quiet = 0 if came or waits else quiet + 1
        sleep(0.005)


def test_dragging_orbits_about_the_target(viewport):
    before = viewport.camera
    drag(viewport, LEFT, NONE, QPoint(20, 20), QPoint(60, 40))
    after = viewport.camera
    assert after.target == before.target
    assert after.distance == before.distance
    assert after.azimuth < before.azimuth, "dragging to the right turns the scene to the right"
    assert after.elevation > before.elevation


@pytest.mark.parametrize(("button", "keys"), [(MIDDLE, NONE), (LEFT, SHIFT)])
def test_panning_carries_what_was_under_the_pointer(viewport, button, keys):
    corner = np.array([0.15, 0.15, 0.15])
    start = screen_position(viewport, corner - [0, 0.02, 0]).astype(int)
    grabbed = np.array([0.15, 0.13, 0.15])
    seen = screen_position(viewport, grabbed)
    drag(viewport, button, keys, QPoint(*start.tolist()), QPoint(*(start + [30, -20]).tolist()))
    assert screen_position(viewport, grabbed) - seen == pytest.approx([30, -20], abs=1.0)


def test_the_wheel_zooms_to_the_pointer(viewport):
    corner = np.array([0.15, 0.1, 0.2])
    at = screen_position(viewport, corner)
    distance = viewport.camera.distance
    roll(viewport, QPoint(*at.astype(int).tolist()), 3)
    assert viewport.camera.distance < 0.7 * distance
    # The pointer is at whole pixels, so up to one beside the point, and that is magnified.
    assert screen_position(viewport, corner) == pytest.approx(at, abs=1.5)
    roll(viewport, QPoint(*at.astype(int).tolist()), -3)
    assert viewport.camera.distance == pytest.approx(distance)


def test_what_fills_the_window_fills_it_in_another_size_too_unless_the_user_went_elsewhere(viewport, screen):
    size = viewport.size()
    viewport.fit()
    viewport.set_camera(viewport.camera.orbit(0.1, 0.0))  # from another side, which is kept
    before = viewport.camera
    viewport.resize(size.width() // 2, size.height())
    screen.processEvents()
    narrow = viewport.camera
    assert narrow.distance > 1.2 * before.distance
    assert (narrow.azimuth, narrow.elevation) == (before.azimuth, before.elevation)
    viewport.set_camera(narrow.zoom(0.5))
    viewport.resize(size)
    screen.processEvents()
    assert viewport.camera == narrow.zoom(0.5)


def test_a_click_selects_the_body_under_the_pointer_or_none(viewport, qtbot):
    before = scene_pixels(viewport)
    with qtbot.waitSignal(viewport.body_picked) as heard:
        QTest.mouseClick(viewport, LEFT, NONE, CENTER)
    assert heard.args == ["box"]
    assert viewport.selected == "box"
    assert np.abs(scene_pixels(viewport) - before).max() > 40
    ball = screen_position(viewport, [0, 0.6, 0.15]).astype(int)
    with qtbot.waitSignal(viewport.body_picked) as heard:
        QTest.mouseClick(viewport, LEFT, NONE, QPoint(*ball.tolist()))
    assert heard.args == ["ball"]
    with qtbot.waitSignal(viewport.body_picked) as heard:
        QTest.mouseClick(viewport, LEFT, NONE, QPoint(5, 5))
    assert heard.args == [""]
    assert viewport.selected is None


def test_control_drag_pulls_the_body_in_the_plane_of_the_screen(viewport):
    heard: list[tuple] = []
    connections = [
        viewport.pull_started.connect(lambda name, point: heard.append(("start", name, point))),
        viewport.pull_moved.connect(lambda point: heard.append(("move", point))),
        viewport.pull_ended.connect(lambda: heard.append(("end",))),
    ]
    camera = viewport.camera
    drag(viewport, LEFT, CTRL, CENTER, CENTER + QPoint(20, 0), CENTER + QPoint(40, -10))
    for connection in connections:
        viewport.disconnect(connection)
    assert [event[0] for event in heard] == ["start", "move", "move", "end"]
    assert heard[0][1] == "box"
    held = heard[0][2] + [0, 0, 0.15]  # the box stands at z = 0.15, without rotation
    assert np.abs(heard[0][2]).max() == pytest.approx(0.15, abs=1e-6), "on the surface of the box"
    pulled = heard[2][1]
    assert screen_position(viewport, pulled) == pytest.approx([200, 110], abs=1e-6)
    assert (pulled - held) @ camera.axes[2] == pytest.approx(0, abs=1e-9)
    assert viewport.camera == camera


def test_control_drag_beside_all_bodies_does_nothing(viewport, qtbot):
    camera = viewport.camera
    with qtbot.assertNotEmitted(viewport.pull_started):
        drag(viewport, LEFT, CTRL, QPoint(5, 5), QPoint(50, 50))
    assert viewport.camera == camera


def test_another_model_ends_the_pull(viewport, qtbot, two_bodies):
    QTest.mousePress(viewport, LEFT, CTRL, CENTER)
    with qtbot.waitSignal(viewport.pull_ended):
        viewport.set_model(two_bodies)
    QTest.mouseRelease(viewport, LEFT, CTRL, CENTER)


def test_f_looks_at_the_selection_and_home_at_everything(viewport):
    viewport.select("ball")
    QTest.keyClick(viewport, Qt.Key.Key_F)
    assert viewport.camera.target == pytest.approx((0, 0.6, 0.15), abs=0.02)
    near = viewport.camera.distance
    QTest.keyClick(viewport, Qt.Key.Key_Home)
    assert viewport.camera.distance > near
    for point in ([0.15, -0.15, 0], [0, 0.75, 0.15], [0, 0, 0.3]):
        x, y = screen_position(viewport, point)
        assert 0 < x < SIZE[0]
        assert 0 < y < SIZE[1]


def test_keys_that_mean_nothing_here_go_to_the_window(viewport, screen):
    parent, child = Hearing(), Viewport()
    parent.setCentralWidget(child)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_C):
        QTest.keyClick(child, key)
    assert parent.heard == (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_C)
    assert not child.acceptDrops(), "files dropped here are the window's"


def test_zooming_far_out_changes_the_floor(viewport):
    viewport.set_camera(viewport.camera.zoom(60.0))
    assert viewport.floor_tile >= 10


def test_the_view_is_fitted_once_the_size_is_known(screen, two_bodies, two_poses):
    viewport = Viewport()
    viewport.set_model(two_bodies)
    viewport.show_poses(two_poses)
    viewport.fit()
    viewport.resize(200, 400)
    viewport.show()
    wait_for_paint(screen, viewport)
    seen = viewport.camera.project(np.array([[0, 0.75, 0.15], [0, -0.15, 0.15]]), (200, 400))
    assert seen[:, 0].min() > 0
    assert seen[:, 0].max() < 200
    viewport.close()


def test_an_idle_window_does_not_paint(viewport):
    viewport.set_quality(None)
    wait_for_paint(QApplication.instance(), viewport)
    come_to_rest(viewport)
    painted = viewport.paints
    idle(STILL_AFTER + 250)
    assert viewport.paints == painted


def test_a_picture_at_rest_is_painted_once_more_and_better(viewport, screen):
    viewport.set_quality("low")
    low = scene_pixels(viewport)
    come_to_rest(viewport)
    viewport.set_quality(None)
    viewport.quality.level = 0
    wait_for_paint(screen, viewport)
    painted = viewport.paints
    come_to_rest(viewport)
    assert viewport.paints == painted + 1
    assert (np.abs(scene_pixels(viewport) - low).max(axis=2) > 12).any(), "edges are smooth now"


def test_painting_does_not_lose_references_to_none(viewport, screen):
    """Bindings that return nothing wrongly lose one at every call, until the program dies."""
    viewport.resize(60, 40)
    viewport.set_overlays(Overlays(arrows=(Arrow(np.zeros(3), np.array([0, 0, 0.4]), FORCE, "1 N"),)))
    wait_for_paint(screen, viewport)
    gc.collect()
    before = sys.getrefcount(None)
    target, end = viewport.paints + 100, monotonic() + 600
    while viewport.paints < target and monotonic() < end:
        viewport.changed()
        screen.processEvents()
        sleep(0.001)  # the thread that draws has its turn at once
    gc.collect()
    assert viewport.paints >= target
    # A few: caches of the interpreter. A loss would be hundreds, several for each paint.
    assert abs(sys.getrefcount(None) - before) < 80


def test_a_failure_while_painting_is_heard(viewport, qtbot, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", lambda *failure: told.append(failure))
    monkeypatch.setattr(viewport.view, "poses", "nonsense")
    with qtbot.waitSignal(viewport.paint_failed) as heard:
        viewport.changed()
    assert "Traceback" in heard.args[0]
    assert viewport.failure == heard.args[0]
    assert len(told) == 1
    monkeypatch.undo()
    viewport.failure = ""


def test_a_failure_while_painting_labels_is_heard_too(viewport, qtbot, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", lambda *failure: None)
    monkeypatch.setattr(viewport.view, "legend", ("not a row",))
    with qtbot.waitSignal(viewport.paint_failed) as heard:
        viewport.grab()
    assert "Traceback" in heard.args[0]
    monkeypatch.undo()
    viewport.failure = ""


def test_a_new_model_frees_the_buffers_of_the_old_one(viewport, two_bodies, two_poses):
    def count_buffers() -> int:
        return viewport.with_opengl(lambda *_: sum(bool(GL.glIsBuffer(name)) for name in range(1, 2000)))

    scene_pixels(viewport)
    before = count_buffers()
    for _ in range(20):
        viewport.set_model(two_bodies)
        viewport.show_poses(two_poses)
        scene_pixels(viewport)
    assert before > 5
    assert count_buffers() == before


def test_it_works_in_another_window(screen, two_bodies, two_poses):
    window, viewport = QMainWindow(), Viewport()
    window.setCentralWidget(viewport)
    window.resize(*SIZE)
    viewport.set_quality("low")
    viewport.set_model(two_bodies)
    viewport.show_poses(two_poses)
    viewport.fit()
    window.show()
    wait_for_paint(screen, viewport)
    docked = scene_pixels(viewport)
    viewport.setParent(None)  # undocked: another top-level window
    viewport.resize(*SIZE)
    viewport.show()
    wait_for_paint(screen, viewport)
    undocked = scene_pixels(viewport)
    assert not viewport.failure
    assert np.abs(docked - undocked).mean() < 2
    viewport.close()
    window.close()


def test_what_lies_over_the_scene_is_painted_without_drawing_the_scene_anew(viewport, screen):
    come_to_rest(viewport)
    before, drawn = viewport.grab().toImage(), viewport.paints
    viewport.set_hint("drag to `turn`")
    come_to_rest(viewport)
    assert viewport.grab().toImage() != before
    assert viewport.paints == drawn


def test_two_viewports_live_side_by_side(viewport, screen, two_bodies, two_poses):
    other = Viewport()
    other.resize(*SIZE)
    other.set_quality("low")
    other.set_floor_visible(True)
    other.set_model(two_bodies)
    other.show_poses(two_poses)
    other.set_camera(viewport.camera)
    other.set_floor_visible(True)
    other.show()
    wait_for_paint(screen, other)
    assert np.abs(scene_pixels(other) - scene_pixels(viewport)).mean() < 1
    other.close()
    other.deleteLater()
    come_to_rest(viewport)
    assert scene_pixels(viewport).std() > 10


def test_a_viewport_that_nobody_holds_is_gone_at_once(screen, two_bodies):
    """Not when garbage is next collected: that may be while another view is being painted."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        viewport = Viewport()
        viewport.set_model(two_bodies)
        viewport.show()
        wait_for_paint(screen, viewport)
        viewport.close()
        gone = weakref.ref(viewport)
        del viewport
        assert gone() is None
    finally:
        if collecting:
            gc.enable()


class Watch(QObject):
    """Notes of each paint of another widget how many pictures the view drew so far, and from how far."""

    def __init__(self, viewport, painted):
        super().__init__()
        self._viewport, self._painted = viewport, painted

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self._painted.append((self._viewport.paints, self._viewport.camera.distance))
        return False


def test_what_lies_over_the_picture_is_painted_with_it(viewport, screen):
    """Labels of one state over the picture of another would be wrong, if only for a turn of the event loop."""
    painted = []
    overlay, watch = viewport.findChild(OverlayWidget), Watch(viewport, painted)
    wait_for_paint(screen, viewport)
    overlay.installEventFilter(watch)
    drawn = {}
    for k in range(5):
        distance, before = 2.0 + 0.5 * k, viewport.paints
        viewport.set_camera(replace(viewport.camera, distance=distance))
        viewport.set_hint(f"{k}")
        overlay.update()
        while viewport.paints == before:
            screen.processEvents()
        drawn[viewport.paints] = distance
    come_to_rest(viewport)
    overlay.removeEventFilter(watch)
    assert len({distance for _, distance in painted}) == 5
    assert all(drawn.get(paints, distance) == distance for paints, distance in painted)


def test_a_view_that_changed_while_it_was_hidden_is_drawn_as_it_is_shown(viewport, screen):
    come_to_rest(viewport)
    before = image_pixels(viewport.grab().toImage())
    viewport.hide()
    viewport.set_camera(viewport.camera.orbit(1.0, 0.2))
    screen.processEvents()
    viewport.show()
    seen = viewport.paints
    while viewport.paints == seen:
        screen.processEvents()
    assert np.abs(image_pixels(viewport.grab().toImage()) - before).mean() > 1


def test_no_garbage_is_collected_while_drawing(viewport, screen):
    class Witness(Camera):
        def view(self):
            if threading.current_thread() is not threading.main_thread():
                seen.append(gc.isenabled())
            return super().view()

    seen = []
    gc.enable()  # as where a viewport is used without the program
    try:
        viewport.set_camera(Witness())
        wait_for_paint(screen, viewport)
        assert gc.isenabled()
    finally:
        gc.disable()
    assert seen
    assert not any(seen)


def test_names_of_an_ellipsoids_axes_show_under_the_pointer(viewport, screen):
    center = np.array([0.3, -0.4, 0.3])
    ellipsoid = EllipsoidMark(center, np.diag([0.1, 0.15, 0.2]), VELOCITY, axis_labels=("0.1 m/s", "0.15 m/s", "0.2 m/s"))
    viewport.set_overlays(Overlays(ellipsoids=(ellipsoid,)))
    wait_for_paint(screen, viewport)
    away = viewport.grab().toImage()
    move(viewport, QPoint(*screen_position(viewport, center).astype(int).tolist()))
    over = viewport.grab().toImage()
    assert over != away
    move(viewport, QPoint(3, 3))
    assert viewport.grab().toImage() == away


def test_the_surface_format_is_a_core_profile():
    form = default_surface_format()
    assert (form.majorVersion(), form.minorVersion()) == (3, 3)
    assert form.profile() == form.OpenGLContextProfile.CoreProfile
