"""A coloured matrix whose rows or columns are directions: hovered at, they are shown elsewhere; a click holds one."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QRectF, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...look.paint_box import paint_box
from ...look.style import current_theme
from .heat_table import HeatTable

NONE = -1


class DirectionTable(HeatTable):
    """`hovered` and `pinned` give the row or column, by its number from 0; keys point as the mouse does, Space holds."""

    hovered = Signal(int)  # NONE: at none
    pinned = Signal(int)

    def __init__(self, name: str, along: Literal["rows", "columns"], parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._along = along
        self._hovered = NONE
        self._pinned = NONE
        self.setMouseTracking(True)
        self.cell_clicked.connect(lambda i, j: self.pinned.emit(i if along == "rows" else j))

    def show_pinned(self, which: int) -> None:
        """Frame one; NONE frames none."""
        if which != self._pinned:
            self._pinned = which
            self.show_selected(*((which, None) if self._along == "rows" else (None, which)) if which >= 0 else (None, None))
            self.update()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self._layout.cell_at(event.position().x(), event.position().y()) if self._layout else None
        if cell is None and self._layout and self._along == "rows" and event.position().x() < self._layout.left:
            cell = self._layout.cell_at(self._layout.left + 1, event.position().y())  # its label
        self._point(NONE if cell is None else cell[0 if self._along == "rows" else 1])
        super().mouseMoveEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._point(NONE)
        super().leaveEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if self._values.size:
            self._point(self._cursor[0 if self._along == "rows" else 1])

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._point(NONE)
        super().focusOutEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = current_theme()
        for which, width in ((self._hovered, 1.0), (self._pinned, 2.0)):
            if self._layout and 0 <= which < (self._layout.rows if self._along == "rows" else self._layout.columns):
                paint_box(QPainter(self), self._box(which), None, theme.accent, 4, width)

    def _box(self, which: int) -> QRectF:
        assert self._layout is not None
        rows = self._along == "rows"
        first = self._layout.cell(which if rows else 0, 0 if rows else which)
        last = self._layout.cell(which if rows else self._layout.rows - 1, self._layout.columns - 1 if rows else which)
        return first.united(last).adjusted(-0.5, -0.5, 0.5, 0.5)

    def _point(self, which: int) -> None:
        if which != self._hovered:
            self._hovered = which
            self.update()
            self.hovered.emit(which)
