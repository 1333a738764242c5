"""A pose that is dragged in the view: along an axis, about one, or freely in the plane of the screen."""

from __future__ import annotations

from math import atan2, cos, sin

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter

from ..view import View
from .gizmo_paint import paint_gizmo
from .gizmo_shape import AXES, CENTER, RING, RINGS, GizmoShape, gizmo_shape
from .mouse_tool import Size

Array = np.ndarray
EDGE_ON = 0.2  # cosine between the line of sight and a ring's axis, below which it is turned by the way along its line


class PoseGizmo(QObject):
    """A tool of the viewport. `show_pose` is for the program and silent; signals are for what the user did."""

    started = Signal()
    moved = Signal(object)  # (4, 4) in the world, at every move
    finished = Signal()
    cancelled = Signal()  # the drag is to be undone
    changed = Signal()  # to be painted again

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pose: Array | None = None
        self._along_world = True
        self._rotates = True
        self._hovered, self._dragged = "", ""
        self._before, self._axes = np.eye(4), np.eye(3)  # of the drag: the pose it began at, and the handles' axes
        self._grip = np.zeros(3)  # where the pointer was, in the world or, for a ring seen edge on, on the screen

    @property
    def dragging(self) -> bool:
        """Whether the user drags a handle."""
        return bool(self._dragged)

    @property
    def highlighted(self) -> str:
        """The handle under the pointer, or the one that is dragged; "" for none."""
        return self._dragged or self._hovered

    def show_pose(self, pose: Array | None) -> None:
        """Be at a pose (4, 4); None: nowhere."""
        self._pose = None if pose is None else np.array(pose)
        self.changed.emit()

    def show_axes(self, along_world: bool, rotates: bool = True) -> None:
        """Have handles along the axes of the world, or of the pose; and rings or none."""
        self._along_world, self._rotates = along_world, rotates
        self.changed.emit()

    def handle(self, name: str, view: View, size: Size) -> QPointF | None:
        """Where on the screen a handle can be taken."""
        shape = self._shape(view, size)
        if shape is None:
            return None
        if name == CENTER:
            return QPointF(*shape.middle)
        if name in AXES:
            return QPointF(*shape.tips[AXES.index(name)])
        ring = RINGS.index(name)
        places = [k for k in np.flatnonzero(shape.front[ring]) if shape.at(*shape.rings[ring][k]) == name]
        return QPointF(*shape.rings[ring][places[len(places) // 2]]) if places else None

    def press(self, event: QMouseEvent, view: View, size: Size) -> bool:
        """Take the handle under the pointer. Keys are left to the view."""
        if event.button() != Qt.MouseButton.LeftButton or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            return False
        name = self._at(event.position(), view, size)
        if not name or self._pose is None:
            return False
        self._dragged, self._before, self._axes = name, np.array(self._pose), self._handle_axes()
        self._grip = self._under(event.position(), view, size)
        self.started.emit()
        self.changed.emit()
        return True

    def move(self, event: QMouseEvent, view: View, size: Size) -> None:
        """Move or turn the pose with the mouse, along the handle that is held."""
        now = self._under(event.position(), view, size)
        if not np.isfinite(now).all():
            return
        pose = np.array(self._before)
        if self._dragged in RINGS:
            axis = self._axes[:, RINGS.index(self._dragged)]
            pose[:3, :3] = _turn(axis, self._angle(now, view, size)) @ self._before[:3, :3]
        else:
            pose[:3, 3] += now - self._grip
        self._pose = pose
        self.moved.emit(np.array(pose))
        self.changed.emit()

    def release(self) -> None:
        """It stays as it is."""
        self._dragged = ""
        self.finished.emit()
        self.changed.emit()

    def give_up(self) -> bool:
        """Put the pose back to where the drag began."""
        was, self._dragged = bool(self._dragged), ""
        if was:
            self._pose = np.array(self._before)
            self.cancelled.emit()
            self.changed.emit()
        return was

    def cursor(self, position: QPointF, view: View, size: Size) -> Qt.CursorShape | None:
        """A hand over a handle, which lights up."""
        name = self._at(position, view, size)
        if name != self._hovered:
            self._hovered = name
            self.changed.emit()
        return Qt.CursorShape.PointingHandCursor if name else None

    def paint(self, painter: QPainter, view: View, size: Size) -> None:
        """Paint it over the scene."""
        shape = self._shape(view, size)
        if shape is not None:
            paint_gizmo(painter, shape, self.highlighted, bool(self._dragged), view.theme)

    def _shape(self, view: View, size: Size) -> GizmoShape | None:
        return None if self._pose is None else gizmo_shape(self._pose, self._handle_axes(), view, size, self._rotates)

    def _handle_axes(self) -> Array:
        if self._dragged:
            return self._axes
        return np.eye(3) if self._along_world or self._pose is None else self._pose[:3, :3]

    def _at(self, position: QPointF, view: View, size: Size) -> str:
        shape = self._shape(view, size)
        return shape.at(position.x(), position.y()) if shape is not None else ""

    def _under(self, position: QPointF, view: View, size: Size) -> Array:
        """(3,) what the pointer is at: on the screen's plane, on the arrow's line, on the ring's plane or on the screen."""
        x, y, center = position.x(), position.y(), self._before[:3, 3]
        if self._dragged == CENTER:
            return view.camera.on_screen_plane(x, y, size, center)
        origin, ray = view.camera.ray(x, y, size)
        if self._dragged in AXES:
            axis = self._axes[:, AXES.index(self._dragged)]
            slope = float(axis @ ray)
            between = center - origin
            reach = float(slope * (ray @ between) - axis @ between) / max(1.0 - slope * slope, 1e-6)
            return np.asarray(center + reach * axis)
        axis = self._axes[:, RINGS.index(self._dragged)]
        if self._is_edge_on(axis, view):
            return np.array([x, y, 0.0])
        slope = float(axis @ ray)
        return np.asarray(origin + ray * (float(axis @ (center - origin)) / slope)) if slope else np.full(3, np.nan)

    def _is_edge_on(self, axis: Array, view: View) -> bool:
        sight = self._before[:3, 3] - view.camera.eye if not view.camera.orthographic else view.camera.axes[2]
        return abs(float(axis @ sight)) < EDGE_ON * float(np.linalg.norm(sight))

    def _angle(self, now: Array, view: View, size: Size) -> float:
        """By how much a ring is turned, from where it was taken [rad]."""
        axis, center = self._axes[:, RINGS.index(self._dragged)], self._before[:3, 3]
        if self._is_edge_on(axis, view):
            ahead = view.camera.project(np.stack([center, center + 1e-3 * np.cross(view.camera.axes[2], axis)]), size)
            line = ahead[1, :2] - ahead[0, :2]
            length = float(np.hypot(*line))
            return -float((now - self._grip)[:2] @ line) / length / RING if length else 0.0
        a, b = self._grip - center, now - center
        return atan2(float(axis @ np.cross(a, b)), float(a @ b - (axis @ a) * (axis @ b)))


def _turn(u: Array, angle: float) -> Array:
    """Rodrigues: R(u, θ) = u uᵀ (1 - cos θ) + 1 cos θ + S(u) sin θ (THEORY §1)."""
    S = np.array([[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]])
    return np.asarray(np.outer(u, u) * (1.0 - cos(angle)) + np.eye(3) * cos(angle) + S * sin(angle))
