"""What may take the mouse in the viewport before the view itself does: a gizmo, a force that is drawn."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter

from ..view import View

Size = tuple[float, float]


class MouseTool(Protocol):
    """Asked first while it is among the viewport's tools. Positions are in screen units, `size` is that of the view."""

    def press(self, event: QMouseEvent, view: View, size: Size) -> bool:
        """Begin a drag; False leaves the mouse to the next tool, and last to the view."""

    def move(self, event: QMouseEvent, view: View, size: Size) -> None:
        """Go on with the drag."""

    def release(self) -> None:
        """The drag is done."""

    def give_up(self) -> bool:
        """Put back what the drag changed, or without one, stop waiting for it: Escape. False if there was neither."""

    def cursor(self, position: QPointF, view: View, size: Size) -> Qt.CursorShape | None:
        """How the pointer looks where a press would begin a drag; None where it would not."""

    def paint(self, painter: QPainter, view: View, size: Size) -> None:
        """Paint its handles over the scene."""
