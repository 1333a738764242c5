"""The contacts of one instant, a row each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from ...look.paint_box import paint_focus
from ...look.paint_text import plain_math
from ...look.style import EDGE, current_theme
from ...text.number_text import quantity_text
from .contact_columns import HEADER, ROW, paint_headings, paint_row
from .values import ContactRow

_STEPS = {
    Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10,
}  # fmt: skip


class ContactTable(QWidget):
    """Rows to be selected, by mouse or arrow keys. `selected` is for the user alone."""

    selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ContactRow, ...] = ()
        self._count = 0  # of rows in sight
        self._selected: int | None = None
        self._hovered: int | None = None
        self.setAccessibleName(self.tr("Contacts"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEADER)

    def show_rows(self, rows: Sequence[ContactRow], count: int) -> None:
        """Show the first so many of some contacts."""
        old, self._rows = self._rows, tuple(rows)
        count = min(count, len(self._rows))
        if count != self._count or len(old) != len(self._rows) or _units(old) != _units(self._rows):
            self._count = count
            self.setFixedHeight(HEADER + count * ROW)
            self.update()
            return
        for i in range(count):
            if self._rows[i] != old[i]:
                self.update(self.row_rect(i))

    def show_selected(self, i: int | None) -> None:
        """Let a row stand out."""
        if i != self._selected:
            for each in (self._selected, i):
                if each is not None:
                    self.update(self.row_rect(each))
            self._selected = i

    def row_rect(self, i: int) -> QRect:
        """Where a row is."""
        return QRect(0, HEADER + i * ROW, self.width(), ROW)

    def tip(self, i: int) -> str:
        """A contact in words, its friction along both tangents."""
        row = self._rows[i]
        unit = "N·s" if row.impact else "N"
        first, second = (quantity_text(x, unit) for x in row.force)
        return self.tr("{name} {pair}\nfriction along the tangents {first}, {second}\nμ {mu}").format(
            name=plain_math(row.name), pair=row.pair, first=first, second=second, mu=quantity_text(row.friction, "")
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, HEADER + self._count * ROW)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(340, HEADER + self._count * ROW)

    @override
    def event(self, event: QEvent) -> bool:
        """Tell of a contact on hover, and keep the arrow keys from the window's shortcuts."""
        if event.type() == QEvent.Type.ToolTip:
            self._tell(event)
            return True
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in _STEPS:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(event.key())
        if step is None or not self._count:
            super().keyPressEvent(event)
            return
        at = self._selected
        to = (0 if step > 0 else self._count - 1) if at is None else min(max(at + step, 0), self._count - 1)
        if to != at:
            self._select(to)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and row is not None:
            self._select(row)
        else:
            event.ignore()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._row_at(event.position()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        unit, beside = _units(self._rows)
        if event.rect().top() < HEADER:
            paint_headings(painter, theme, self.width(), (self.tr("pair"), self.tr("mode")), unit, beside)
        for i in range(self._count):
            box = QRectF(self.row_rect(i))
            if not event.region().intersects(self.row_rect(i)):
                continue
            if i == self._selected or i == self._hovered:
                ground = theme.accent_fill if i == self._selected else theme.raised
                painter.fillRect(box.adjusted(0, 0, 0, -1), QColor(ground))
            if i == self._selected:
                painter.fillRect(QRectF(0, box.top(), 3, ROW - 1), QColor(theme.accent))
            if i + 1 < self._count:
                painter.fillRect(
                    QRectF(EDGE - 6, box.bottom() - 1, self.width() - 2 * EDGE + 12, 1), QColor(theme.divider)
                )
            paint_row(painter, theme, box, self._rows[i], self._mode(self._rows[i]), beside)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()).adjusted(2, 0, -2, 0), theme)

    def _mode(self, row: ContactRow) -> str:
        if row.impact:
            return self.tr("impact")
        return {
            "sticking": self.tr("sticking"),
            "sliding": self.tr("sliding"),
            "open": self.tr("open"),
            "closed": self.tr("closed"),
        }.get(row.mode, row.mode)

    def _select(self, row: int) -> None:
        self.show_selected(row)
        self.selected.emit(row)

    def _hover(self, row: int | None) -> None:
        if row != self._hovered:
            for each in (self._hovered, row):
                if each is not None:
                    self.update(self.row_rect(each))
            self._hovered = row

    def _row_at(self, position: QPointF) -> int | None:
        row = int((position.y() - HEADER) // ROW)
        return row if 0 <= row < self._count else None

    def _tell(self, event: QHelpEvent) -> None:
        row = self._row_at(QPointF(event.pos()))
        if row is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(event.globalPos(), self.tip(row), self, self.row_rect(row))


def _units(rows: Sequence[ContactRow]) -> tuple[str, bool]:
    """What stands above the loads, and whether impulses among forces say their own unit."""
    impacts = [row.impact for row in rows]
    if impacts and all(impacts):
        return "N·s", False
    return "N", any(impacts)
