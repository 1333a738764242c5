"""A switch over the viewport: an icon, a word, and a chevron where it has a menu of its own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box, paint_focus, tinted
from ...look.paint_text import paint_text, text_width
from ...look.painted_layer import PaintedLayer
from ...look.style import SMALL, current_theme
from ..keys import claims_key
from .base_button import BaseButton

HEIGHT = 28
OPACITY = 0.93
RADIUS = 8
CHEVRON = 25  # width of the part that opens the menu
WEIGHT = 500


class Chip(BaseButton, QAbstractButton):
    """Pressed, it turns on or off; its chevron, or the down arrow, opens the menu. `switched` is for the user alone."""

    switched = Signal(bool)
    _menu: QMenu | None = None  # of the class: events come while the constructor runs

    def __init__(self, icon: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.prepare(text)
        self.setCheckable(True)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._icon = icon
        self._at_rest = PaintedLayer(self, self._paint)
        self._compact = False
        self.clicked.connect(self.switched)

    @property
    def menu(self) -> QMenu | None:
        """What its chevron opens."""
        return self._menu

    def set_menu(self, menu: QMenu) -> None:
        """Give it a chevron that opens this."""
        self._menu = menu
        self.updateGeometry()

    def show_on(self, on: bool) -> None:
        """Show it on or off."""
        self.setChecked(on)

    def show_compact(self, compact: bool) -> None:
        """Leave the word out; it is then read on hover."""
        if compact != self._compact:
            self._compact = compact
            self.setToolTip(self.text() if compact else "")
            self.updateGeometry()
            self.update()

    def show_menu(self) -> None:
        """Open the menu below."""
        if self._menu is not None:
            self.open_menu(self._menu, gap=4)

    @override
    def sizeHint(self) -> QSize:
        word = 0 if self._compact else round(text_width(self.text(), SMALL, WEIGHT)) + 7
        return QSize(10 + SIDE + word + (CHEVRON if self._menu else 10), HEIGHT)

    @override
    def event(self, event: QEvent) -> bool:
        return (self._menu is not None and claims_key(event, (Qt.Key.Key_Down,))) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._menu and event.key() == Qt.Key.Key_Down:
            self.show_menu()
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._over_chevron(event.position().x()):
            self.show_menu()
        else:
            super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.update()
        super().mouseMoveEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it, while it rests from its picture: what lies over the scene is painted with every frame of that."""
        painter = QPainter(self)
        if self.underMouse() or self.isDown() or self.hasFocus():
            self._paint(painter)
        else:
            self._at_rest.show(painter, (current_theme().name, self.isChecked(), self._compact, self._menu is None))

    def _paint(self, painter: QPainter) -> None:
        """Paint background, icon, word, chevron and focus."""
        theme = current_theme()
        rect = QRectF(self.rect())
        on, hovered = self.isChecked(), self.underMouse()
        background = theme.track if self.isDown() else theme.hover if hovered else theme.panel
        line = theme.accent if on else theme.divider
        paint_box(painter, rect, tinted(background, 1.0 if hovered else OPACITY), line, RADIUS)
        ink = theme.accent_text if on else theme.text_second
        y = (self.height() - SIDE) / 2
        paint_icon(painter, self._icon, ink, 9, y)
        if not self._compact:
            paint_text(painter, rect.adjusted(16 + SIDE, 0, 0, 0), self.text(), ink, SMALL, WEIGHT)
        if self._menu is not None:
            over = hovered and self._over_chevron(self.mapFromGlobal(self.cursor().pos()).x())
            paint_icon(painter, "chevron_down", theme.text if over else ink, self.width() - CHEVRON + 2, y)
        if self.hasFocus():
            paint_focus(painter, rect, theme, RADIUS)

    def _over_chevron(self, x: float) -> bool:
        return self._menu is not None and x >= self.width() - CHEVRON
