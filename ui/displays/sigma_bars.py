"""Singular values as bars that can be hovered and pinned."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..controls.keys import claims_key
from ..look.paint_box import paint_box, paint_focus
from ..look.style import EDGE, current_theme
from .heat_table.direction_table import NONE
from .singular_bars import PITCH, SingularBars

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class SigmaBars(SingularBars):
    """`hovered` and `pinned` give the bar, from 0. Up and Down point, Space holds."""

    hovered = Signal(int)  # NONE: at none
    pinned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hovered, self._pinned = NONE, NONE
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_pinned(self, which: int) -> None:
        """Frame one; NONE frames none."""
        if which != self._pinned:
            self._pinned = which
            self.update()

    def bar_rect(self, which: int) -> QRectF:
        """Rectangle of a bar's row, from 0 [px]."""
        return QRectF(EDGE - 8, which * PITCH, self.width() - 2 * EDGE + 16, PITCH)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, (*_STEPS, Qt.Key.Key_Space)) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        count = len(self.texts)
        if event.key() in _STEPS and count:
            self._point(min(max(self._hovered + _STEPS[Qt.Key(event.key())], 0), count - 1))
        elif event.key() == Qt.Key.Key_Space and 0 <= self._hovered < count:
            self.pinned.emit(self._hovered)
        else:
            super().keyPressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        which = int(event.position().y() // PITCH)
        self._point(which if 0 <= which < len(self.texts) else NONE)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        which = int(event.position().y() // PITCH)
        if event.button() == Qt.MouseButton.LeftButton and 0 <= which < len(self.texts):
            self.pinned.emit(which)
        else:
            event.ignore()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._point(NONE)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._point(NONE)
        super().focusOutEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        count = len(self.texts)
        if 0 <= self._hovered < count:
            paint_box(painter, self.bar_rect(self._hovered), theme.hover, None, 4)
        if 0 <= self._pinned < count:
            paint_box(painter, self.bar_rect(self._pinned), theme.accent_fill, theme.accent, 4)
        if self.hasFocus() and count:
            paint_focus(painter, QRectF(EDGE - 8, 0, self.width() - 2 * EDGE + 16, count * PITCH), theme, 4)
        painter.end()
        super().paintEvent(event)

    def _point(self, which: int) -> None:
        if which != self._hovered:
            self._hovered = which
            self.update()
            self.hovered.emit(which)
