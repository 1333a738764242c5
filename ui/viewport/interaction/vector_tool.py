"""Vectors that are drawn with the mouse: from a point of a body that is pressed, or by the tip of one that is there."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter

from ..view import View
from .handle import Handle
from .mouse_tool import Size
from .picking import Hit, pick

Array = np.ndarray
GRIP = 11.0  # [screen unit] from a tip within which it is taken
APART = 3.0  # [screen unit] between the points that tell how a surface lies
AXES = np.vstack([np.eye(3), -np.eye(3)])


class VectorTool(QObject):
    """A tool of the viewport. `show_*` and `arm` are for the program and silent; signals are for what the user did.

    While it is armed, a press on a body begins a vector there. It is drawn in the plane of the screen; with Shift along an axis
    of the world or the normal of the surface, whichever the pointer is nearest to. Escape gives it up.
    """

    started = Signal(str, object)  # name of the body, (3,) the point in its frame [m]: a new vector begins there
    grabbed = Signal(object)  # key of the handle whose tip is held
    drawn = Signal(object)  # (3,) from tail to tip in the world [m], at every move
    finished = Signal()
    cancelled = Signal()  # the drag is to be undone
    disarmed = Signal()  # by the user: a vector was begun, or given up before

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._armed = False
        self._handles: tuple[Handle, ...] = ()
        self._dragging = False
        self._tail, self._through = np.zeros(3), np.zeros(3)
        self._directions = AXES

    @property
    def armed(self) -> bool:
        """Whether the next press on a body begins a vector."""
        return self._armed

    @property
    def dragging(self) -> bool:
        """Whether the user is drawing."""
        return self._dragging

    def arm(self, armed: bool) -> None:
        """Let the next press on a body begin a vector, or not."""
        self._armed = armed

    def show_handles(self, handles: Iterable[Handle]) -> None:
        """These can be taken by their tips; the last is on top."""
        self._handles = tuple(handles)

    def press(self, event: QMouseEvent, view: View, size: Size) -> bool:
        """Take a tip, or while armed, begin on a body. Ctrl is left to the pull."""
        if event.button() != Qt.MouseButton.LeftButton or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if self._armed:
            return self._begin(event.position(), view, size)
        handle = self._handle_at(event.position(), view, size)
        if handle is None:
            return False
        self._start_drag(handle.tail, handle.tip, AXES)
        self.grabbed.emit(handle.key)
        return True

    def move(self, event: QMouseEvent, view: View, size: Size) -> None:
        """Draw to the pointer."""
        x, y = event.position().x(), event.position().y()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            tip = _nearest_on_axes(view, x, y, size, self._tail, self._directions)
        else:
            tip = view.camera.on_screen_plane(x, y, size, self._through)
        self.drawn.emit(tip - self._tail)

    def release(self) -> None:
        """It stays as it is."""
        self._dragging = False
        self.finished.emit()

    def give_up(self) -> bool:
        """Undo the drag, or stand ready no more."""
        was_dragging, was_armed = self._dragging, self._armed
        self._dragging = self._armed = False
        if was_dragging:
            self.cancelled.emit()
        elif was_armed:
            self.disarmed.emit()
        return was_dragging or was_armed

    def cursor(self, position: QPointF, view: View, size: Size) -> Qt.CursorShape | None:
        """A cross where a vector may begin, a hand over a tip."""
        if self._armed:
            return Qt.CursorShape.CrossCursor
        over = self._handle_at(position, view, size) is not None
        return Qt.CursorShape.PointingHandCursor if over else None

    def paint(self, painter: QPainter, view: View, size: Size) -> None:
        """Nothing: the vectors themselves are drawn in the scene by whoever owns them."""

    def _begin(self, position: QPointF, view: View, size: Size) -> bool:
        hit = pick(view, position.x(), position.y(), size)
        if hit is None or view.model is None:
            return False
        self._armed = False
        normal = surface_normal(view, position.x(), position.y(), size, hit)
        self._start_drag(hit.point, hit.point, AXES if normal is None else np.vstack([AXES, normal, -normal]))
        self.disarmed.emit()
        self.started.emit(view.model.bodies[hit.body].name, hit.point_in_body)
        return True

    def _start_drag(self, tail: Array, through: Array, directions: Array) -> None:
        self._dragging = True
        self._tail, self._through, self._directions = np.array(tail), np.array(through), directions

    def _handle_at(self, position: QPointF, view: View, size: Size) -> Handle | None:
        if not self._handles:
            return None
        seen = view.camera.project(np.array([handle.tip for handle in self._handles]), size)
        far = np.hypot(seen[:, 0] - position.x(), seen[:, 1] - position.y())
        near = [k for k in range(len(far)) if far[k] <= GRIP and seen[k, 2] > 0]
        return self._handles[min(near, key=lambda k: (far[k], -k))] if near else None


def surface_normal(view: View, x: float, y: float, size: Size, hit: Hit) -> Array | None:
    """(3,) outwards unit normal of the surface about a position, by two points beside it; None on an edge of the body."""
    beside = [pick(view, x + APART, y, size), pick(view, x, y + APART, size)]
    if any(other is None or other.body != hit.body for other in beside):
        return None
    across, down = (other.point - hit.point for other in beside if other is not None)
    normal = np.cross(down, across)
    length = float(np.linalg.norm(normal))
    return np.asarray(normal / length) if length > 0.0 else None


def _nearest_on_axes(view: View, x: float, y: float, size: Size, tail: Array, directions: Array) -> Array:
    """(3,) the point nearest to the pointer, as it is seen, of the half-lines from `tail` along `directions` (n, 3)."""
    origin, ray = view.camera.ray(x, y, size)
    best, nearest = tail, np.inf
    for direction in directions:
        slope = float(direction @ ray)
        if 1.0 - slope * slope < 1e-6:
            continue  # it points at the eye: nothing can be drawn along it
        between = tail - origin
        reach = max(0.0, float(slope * (ray @ between) - direction @ between) / (1.0 - slope * slope))
        tip = tail + reach * direction
        seen = view.camera.project(tip[None], size)[0]
        distance = float(np.hypot(seen[0] - x, seen[1] - y))
        if seen[2] > 0 and distance < nearest:
            best, nearest = tip, distance
    return best
