"""The overlay over the scene that labels, legend and triad are painted on.

A widget of its own, painted by Qt's raster engine: its text is as crisp as that of the rest of the window, and the
scene's framebuffer needs no samples for its sake.
"""

from __future__ import annotations

from typing import Protocol, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override


class PaintsOver(Protocol):
    """What the parent must be able to do."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint what lies over the scene."""


class OverlayWidget(QWidget):
    """Lets its parent paint on it, and the mouse through.

    It keeps no reference to its parent of its own: a ring of references would leave a closed viewport to the garbage
    collector, which would destroy it, and its OpenGL context, at any time.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        parent = cast("PaintsOver", self.parentWidget())  # made for it
        painter = QPainter(self)
        try:
            parent.paint_over(painter)
        finally:
            painter.end()
