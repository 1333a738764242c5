"""Torques joint by joint: of the loads, of gravity, in all, and how much of the limit that is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box
from ...look.paint_text import RIGHT, elided, paint_math, paint_text, text_width
from ...look.style import CAPTION, EDGE, SMALL, current_theme
from ...look.theme import FORCE, VELOCITY, Theme
from ...text.number_text import number_text, quantity_text, subscript
from .values import TorqueRow

HEADER, ROW = 22, 40
COLUMN, GAP = 62, 4  # width of a number
FULL = 0.8  # where on the bar the limit is marked: beyond it there is room for what is too much
BAR = 5


class TorqueTable(QWidget):
    """Γ, g and τ of each joint, and below them a bar up to its limit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[TorqueRow, ...] = ()
        self._zero = 0.0
        self._words = 0.0  # width of the widest text beside a bar
        self.setAccessibleName(self.tr("Joint torques"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_rows(())

    @property
    def texts(self) -> list[tuple[str, ...]]:
        """Each row as shown: name, Γ, g, τ, and what is said of the limit."""
        return [(row.name, *self._numbers(row), self._said(row)) for row in self._rows]

    def show_rows(self, rows: Sequence[TorqueRow]) -> None:
        """Show these."""
        self._rows = tuple(rows)
        largest = max((max(abs(row.load), abs(row.gravity), abs(row.torque)) for row in rows), default=0.0)
        self._zero = max(1e-12, 1e-13 * largest)  # what rounding leaves of larger numbers is shown as 0
        self._words = max((text_width(self._said(row), CAPTION, 600) for row in rows), default=0.0) + SIDE + 6
        self.setFixedHeight(HEADER + ROW * len(self._rows) if rows else 0)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(340, HEADER + ROW * len(self._rows))

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = (event.y() - HEADER) // ROW
            QToolTip.showText(event.globalPos(), self._tip(at) if 0 <= at < len(self._rows) else "", self)
            return True
        return super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        for box, title in zip(self._columns(0, HEADER), ("Γ", "g(q)", "τ"), strict=True):
            paint_math(painter, box, title, theme.text_hint, CAPTION, 400, RIGHT)
        paint_text(painter, QRectF(EDGE, 0, 100, HEADER), self.tr("Joint"), theme.text_hint, CAPTION)
        for k, row in enumerate(self._rows):
            top = HEADER + k * ROW
            if event.rect().top() <= top + ROW and event.rect().bottom() >= top:
                self._paint_row(painter, theme, row, top)

    def _paint_row(self, painter: QPainter, theme: Theme, row: TorqueRow, top: int) -> None:
        columns = self._columns(top, 20)
        loud = theme.force_text if row.exceeded else theme.text
        for box, text, heavy in zip(columns, self._numbers(row), (False, False, True), strict=True):
            paint_text(painter, box, text, loud if heavy else theme.text_second, SMALL, 600 if heavy else 400, RIGHT)
        room = columns[0].left() - EDGE - 4
        paint_text(painter, QRectF(EDGE, top, room, 20), elided(row.name, room, SMALL), theme.text, SMALL)
        said = self._said(row)
        box = QRectF(EDGE, top + 20, self.width() - 2 * EDGE, 15)
        paint_text(
            painter, box, said, loud if row.exceeded else theme.text_hint, CAPTION, 600 if row.exceeded else 400, RIGHT
        )
        width = text_width(said, CAPTION, 600 if row.exceeded else 400)
        if row.exceeded:
            paint_icon(painter, "warning", loud, box.right() - width - SIDE - 4, box.center().y() - SIDE / 2)
        if math.isfinite(row.limit):
            self._paint_bar(painter, theme, row, QRectF(EDGE, top + 25, box.width() - self._words - 12, BAR))

    def _paint_bar(self, painter: QPainter, theme: Theme, row: TorqueRow, bar: QRectF) -> None:
        paint_box(painter, bar, theme.track, None, BAR / 2)
        length = bar.width() * min(FULL * row.share, 1.0)
        inside = min(length, FULL * bar.width())
        color = FORCE if row.exceeded else VELOCITY
        if length > 0.5:
            paint_box(painter, QRectF(bar.x(), bar.y(), max(inside, 2.0), BAR), color, None, BAR / 2)
        limit = bar.x() + FULL * bar.width()
        if row.exceeded:  # what is too much, hatched
            hatch = QBrush(QColor(FORCE), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(QRectF(limit, bar.y(), max(length - inside, 3.0), BAR), hatch)
        painter.setPen(QPen(QColor(theme.text_second), 1.4))
        painter.drawLine(QLineF(limit, bar.y() - 3, limit, bar.bottom() + 3))

    def _columns(self, top: int, height: int) -> list[QRectF]:
        right = self.width() - EDGE
        return [QRectF(right - (3 - k) * (COLUMN + GAP) + GAP, top, COLUMN, height) for k in range(3)]

    def _numbers(self, row: TorqueRow) -> tuple[str, str, str]:
        return tuple(_fitting(value, self._zero) for value in (row.load, row.gravity, row.torque))  # type: ignore[return-value]

    def _said(self, row: TorqueRow) -> str:
        if not math.isfinite(row.limit):
            return self.tr("{unit}, no limit in the file").format(unit=row.unit)
        limit = quantity_text(row.limit, row.unit, 3)
        share = share_text(row.share) if abs(row.torque) > self._zero else "0"
        return self.tr("{share} % of {limit}").format(share=share, limit=limit)

    def _tip(self, at: int) -> str:
        row = self._rows[at]
        each = [f"F{subscript(k + 1)}: {quantity_text(x, row.unit)}" for k, x in enumerate(row.by_load)]
        return "\n".join([row.full, *each])


def _fitting(value: float, zero: float) -> str:
    """A number with as many digits, up to four, as its column has room for."""
    texts = [number_text(value, digits, zero) for digits in (4, 3, 2, 1)]
    return next((text for text in texts if text_width(text, SMALL, 600) <= COLUMN), texts[-1])


def share_text(share: float) -> str:
    """A share in percent, as far as it matters."""
    if 0.0 < share < 1e-3:
        return "< 0.1"
    return number_text(100.0 * share, 3)
