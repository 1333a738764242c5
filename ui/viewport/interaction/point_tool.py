"""Picking a point of a body with the mouse."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter

from ..view import View
from .mouse_tool import Size
from .picking import Hit, pick


class PointTool(QObject):
    """A tool of the viewport: while it is armed, a press on a body picks the point there, and dragged on, the one under it.

    `arm` is for the program and silent; signals are for what the user did.
    """

    picked = Signal(str, object)  # name of the body, (3,) the point in its frame [m], at the press and every move
    finished = Signal()  # the button is up: the last that was picked stays
    disarmed = Signal()  # by the user: a point was picked, or it was given up

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._armed = self._dragging = False

    @property
    def armed(self) -> bool:
        """Whether the next press on a body picks a point."""
        return self._armed

    def arm(self, armed: bool) -> None:
        """Let the next press on a body pick a point, or not."""
        self._armed = armed

    def press(self, event: QMouseEvent, view: View, size: Size) -> bool:
        """Pick a point, while armed; Ctrl is left to the pull."""
        if (
            not self._armed
            or event.button() != Qt.MouseButton.LeftButton
            or event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            return False
        hit = _hit(event, view, size)
        if hit is None:
            return False
        self._armed, self._dragging = False, True
        self.disarmed.emit()
        self._tell(hit, view)
        return True

    def move(self, event: QMouseEvent, view: View, size: Size) -> None:
        """Pick the point that is under the pointer now, if there is one."""
        hit = _hit(event, view, size)
        if hit is not None:
            self._tell(hit, view)

    def release(self) -> None:
        """It stays."""
        self._dragging = False
        self.finished.emit()

    def give_up(self) -> bool:
        """Stand ready no more."""
        was_active = self._armed or self._dragging
        if self._dragging:
            self._dragging = False
            self.finished.emit()
        if self._armed:
            self._armed = False
            self.disarmed.emit()
        return was_active

    def cursor(self, position: QPointF, view: View, size: Size) -> Qt.CursorShape | None:
        """A cross where a point may be picked."""
        return Qt.CursorShape.CrossCursor if self._armed else None

    def paint(self, painter: QPainter, view: View, size: Size) -> None:
        """Nothing: the point is drawn in the scene by whoever owns it."""

    def _tell(self, hit: Hit, view: View) -> None:
        if view.model is not None:
            self.picked.emit(view.model.bodies[hit.body].name, hit.point_in_body)


def _hit(event: QMouseEvent, view: View, size: Size) -> Hit | None:
    return pick(view, event.position().x(), event.position().y(), size)
