"""A button with a line around it: text, an icon before it, a chevron behind it where it opens a menu."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import paint_text, text_width
from ...look.style import SMALL, TEXT, current_theme
from .base_button import BaseButton


class OutlineButton(BaseButton, QPushButton):
    """A plain push button in our clothes."""

    def __init__(self, text: str, icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.prepare("")  # named by what it says, which may change
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._icon = icon
        self._menu: QMenu | None = None

    def show_text(self, text: str) -> None:
        """Say something else; it grows or shrinks with that."""
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(text)
            self.updateGeometry()

    def open_menu_of(self, menu: QMenu) -> None:
        """Open this menu when pressed."""
        self._menu = menu
        self.clicked.connect(lambda: self.open_menu(menu))

    def accessible(self) -> Accessible:
        """For screen readers: a button, or one that opens a menu."""
        return Accessible(Role.ButtonMenu if self._menu else Role.Button, self.accessibleName() or self.text())

    @override
    def sizeHint(self) -> QSize:
        width = text_width(self.text(), TEXT, 500) + 20
        return QSize(round(width + (SIDE + 6 if self._icon else 0) + (SIDE + 2 if self._menu else 0)), 28)

    @override
    def minimumSizeHint(self) -> QSize:
        width = text_width(self.text(), SMALL, 500) + 10
        return QSize(round(width + (SIDE + 4 if self._icon else 0) + (SIDE if self._menu else 0)), 28)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        live = self.isEnabled()
        background = theme.track if self.isDown() else theme.hover if live and self.underMouse() else theme.panel
        paint_box(painter, rect, background, theme.border if live else theme.divider)
        color = theme.text if live else theme.text_hint
        px = TEXT if self.width() >= self.sizeHint().width() else SMALL
        gap = 6 if px == TEXT else 4
        width = text_width(self.text(), px, 500)
        whole = width + (SIDE + gap if self._icon else 0) + (SIDE + 2 if self._menu else 0)
        x, y = (self.width() - whole) / 2, (self.height() - SIDE) / 2
        if self._icon:
            paint_icon(painter, self._icon, color, x, y)
            x += SIDE + gap
        paint_text(painter, QRectF(x, 0, width + 2, self.height()), self.text(), color, px, 500)
        if self._menu:
            paint_icon(painter, "chevron_down", theme.text_second, x + width + 2, y)
        if self.hasFocus():
            paint_focus(painter, rect, theme)
