"""A button that is an icon."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box, paint_focus
from ...look.style import current_theme
from .base_button import BaseButton


class IconButton(BaseButton, QToolButton):
    """An icon that is pressed, or with `checkable` held down. `side` is its width and height."""

    def __init__(self, icon: str, name: str, parent: QWidget | None = None, *, side: int = 28, checkable: bool = False) -> None:
        super().__init__(parent)
        self.prepare(name)
        self._icon = icon
        self._side = side
        self.setCheckable(checkable)
        self.setToolTip(name)
        self.setFixedSize(side, side)

    def show_icon(self, icon: str, name: str) -> None:
        """Be another button: play, pause."""
        self.show_tip(name)
        self.setAccessibleName(name)
        if icon != self._icon:
            self._icon = icon
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        if self.isChecked():
            paint_box(painter, rect, theme.accent_fill)
        elif self.isEnabled() and (self.isDown() or self.underMouse()):
            paint_box(painter, rect, theme.track if self.isDown() else theme.hover)
        color = theme.accent_text if self.isChecked() else theme.text_second if self.isEnabled() else theme.border
        paint_icon(painter, self._icon, color, (self.width() - SIDE) / 2, (self.height() - SIDE) / 2)
        if self.hasFocus():
            paint_focus(painter, rect, theme)
