"""A line that is pressed to see more, or less."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from ...look.paint_box import paint_focus
from ...look.paint_text import paint_text, text_width
from ...look.style import EDGE, SMALL, current_theme
from .base_button import BaseButton

HEIGHT = 28


class MoreButton(BaseButton, QPushButton):
    """A text as wide as its panel. Empty, it is hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prepare("")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        self.hide()

    def show_text(self, text: str) -> None:
        """Say what pressing it does."""
        if text != self.text():
            self.setText(text)
            self.setVisible(bool(text))

    @override
    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.text(), SMALL, 500)) + 2 * EDGE, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        if self.isDown() or self.underMouse():
            painter.fillRect(self.rect(), QColor(theme.hover))
        box = QRectF(self.rect()).adjusted(EDGE, 0, -EDGE, 0)
        paint_text(painter, box, self.text(), theme.accent_text, SMALL, 500)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()).adjusted(2, 1, -2, -1), theme)
