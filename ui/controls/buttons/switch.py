"""On or off, as a switch."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QWidget
from typing_extensions import override

from ...look.paint_box import paint_box, paint_focus
from ...look.style import current_theme
from .base_button import BaseButton

SIZE = QSize(34, 20)  # with a border of 2 for the focus


class Switch(BaseButton, QCheckBox):
    """A painted check box. `switched` is for the user alone."""

    switched = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prepare(name)
        self.setToolTip(name)
        self.setFixedSize(SIZE)
        self.clicked.connect(self.switched)

    def show_on(self, on: bool) -> None:
        """Show it on or off."""
        self.setChecked(on)

    @override
    def sizeHint(self) -> QSize:
        return SIZE

    @override
    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(2, 2, 30, 16)
        background = theme.accent if self.isChecked() else theme.border
        paint_box(painter, rect, background if self.isEnabled() else theme.track, None, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#FFFFFF" if self.isEnabled() else theme.panel))
        painter.drawEllipse(QPointF(rect.right() - 8 if self.isChecked() else rect.left() + 8, rect.center().y()), 6, 6)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), theme, 9)
