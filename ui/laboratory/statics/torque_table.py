"""Torques joint by joint: of the loads, of gravity, in all, and how much of the limit that is."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QLineF, QModelIndex, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr

from ...displays.row_table.column import GAP, Cell, Column
from ...displays.row_table.row_table import RowTable
from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box
from ...look.paint_text import RIGHT, elided_name, paint_text, text_width
from ...look.style import CAPTION, EDGE, SMALL
from ...look.theme import FORCE, VELOCITY, Theme
from ...sheet.block_view import CustomView, shows
from ...text.number_text import number_text, quantity_text
from .values import TORQUES, TorqueRow, letters_of, limit_text, torque_text, zero_of

ROW, LINE = 40, 20  # of the two lines of a row the upper has its numbers, the lower a bar and words
COLUMN = 62  # width of a number
FULL = 0.8  # where on the bar the limit is marked: beyond it there is room for what is too much
BAR = 5


class TorqueLine(NamedTuple):
    """One joint as it is written."""

    row: TorqueRow
    load: str
    gravity: str
    torque: str
    share: str  # of the limit
    words: float  # width of the widest `share` of all joints [px]


class TorqueTable(RowTable):
    """Γ, g and τ of each joint, and below them a bar up to its limit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._letters, self._torques = TORQUES, tuple[TorqueRow, ...]()
        super().__init__(
            tr("Joint torques"),
            _columns(TORQUES),
            parent,
            row_height=ROW,
            divided=False,
            tip=_tip,
            source=lambda: torque_text(self._torques),
        )
        self.row_model.dataChanged.connect(self._update_rows)

    def show_value(self, rows: tuple[TorqueRow, ...]) -> None:
        """Show the torques of joints, a row each."""
        self._torques = rows
        letters = letters_of(rows)
        if letters != self._letters:
            self._letters = letters
            self.set_columns(_columns(letters))
        zero = zero_of(rows)
        shares = [limit_text(row, zero) for row in rows]
        words = max((text_width(share, CAPTION, 600) for share in shares), default=0.0) + SIDE + 6
        self.show_rows(
            [
                TorqueLine(row, _fitting(row.load, zero), _fitting(row.gravity, zero), _fitting(row.torque, zero), share, words)
                for row, share in zip(rows, shares, strict=True)
            ]
        )

    def _update_rows(self, first: QModelIndex, last: QModelIndex) -> None:
        """Paint changed rows as a whole: their bars span all columns."""
        self.viewport().update(self.row_rect(first.row()).united(self.row_rect(last.row())))


def _torque_cell(line: TorqueLine) -> Cell:
    return Cell(line.torque, "force_text" if line.row.exceeded else "text", 600)


def _columns(letters: tuple[str, str, str]) -> list[Column[TorqueLine]]:
    pale = ("text_second", 400)
    load, weight, torque = letters
    columns: list[Column[TorqueLine]] = [
        Column(load, lambda line: Cell(line.load, *pale), COLUMN, right=True, value=lambda line: line.row.load),
        Column(weight, lambda line: Cell(line.gravity, *pale), COLUMN, right=True, value=lambda line: line.row.gravity),
        Column(torque, _torque_cell, COLUMN, right=True, value=lambda line: line.row.torque),
    ]
    name: Column[TorqueLine] = Column(
        tr("Joint"), lambda line: Cell(line.row.name, unit=line.row.unit), width=60, share=1, paint=_paint_name
    )
    over_all: Column[TorqueLine] = Column("", _limit_cell, width=-GAP, right=True, paint=_paint_limit)
    return [name, *map(_upper, columns), over_all]


def _upper(column: Column[TorqueLine]) -> Column[TorqueLine]:
    """The same in the upper line of its row; numbers fit, see `_fitting`."""

    def paint_number(painter: QPainter, theme: Theme, line: TorqueLine, box: QRectF) -> None:
        cell = column.write(line)
        if isinstance(cell, Cell):
            box.setHeight(LINE)
            paint_text(painter, box, cell.text, getattr(theme, cell.role), SMALL, cell.weight, RIGHT)

    return replace(column, paint=paint_number)


def _paint_name(painter: QPainter, theme: Theme, line: TorqueLine, box: QRectF) -> None:
    """The joint, and the unit of the numbers in its row."""
    box.setHeight(LINE)
    unit = text_width(line.row.unit, CAPTION) + 5
    name = elided_name(line.row.name, box.width() - unit, SMALL)
    paint_text(painter, box, name, theme.text, SMALL)
    beside = box.adjusted(text_width(name, SMALL) + 5, 0, 0, 0)
    paint_text(painter, beside, line.row.unit, theme.text_hint, CAPTION)


def _limit_cell(line: TorqueLine) -> Cell:
    exceeded = line.row.exceeded
    role, weight = ("force_text", 600) if exceeded else ("text_hint", 400)
    return Cell(line.share, role, weight, icon="warning" if exceeded else "")


def _paint_limit(painter: QPainter, theme: Theme, line: TorqueLine, box: QRectF) -> None:
    """Below the numbers, a bar from the left edge of the table, and words up to the right of this cell."""
    row, cell = line.row, _limit_cell(line)
    lower = QRectF(EDGE, box.top() + LINE, box.right() - EDGE, 15)
    ink = getattr(theme, cell.role)
    paint_text(painter, lower, cell.text, ink, CAPTION, cell.weight, RIGHT)
    if cell.icon:
        left = lower.right() - text_width(cell.text, CAPTION, cell.weight)
        paint_icon(painter, cell.icon, ink, left - SIDE - 4, lower.center().y() - SIDE / 2)
    if math.isfinite(row.limit):
        _paint_bar(painter, theme, row, QRectF(EDGE, box.top() + LINE + 5, lower.width() - line.words - 12, BAR))


def _paint_bar(painter: QPainter, theme: Theme, row: TorqueRow, bar: QRectF) -> None:
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


def _tip(line: TorqueLine) -> str:
    row = line.row
    each = [f"F{subscript(k + 1)}: {quantity_text(x, row.unit)}" for k, x in enumerate(row.by_load)]
    return "\n".join([row.full, *each])


def _fitting(value: float, zero: float) -> str:
    """A number with as many digits, up to four, as its column has room for."""
    texts = (number_text(value, digits, zero) for digits in (4, 3, 2))
    return next((text for text in texts if text_width(text, SMALL, 600) <= COLUMN), number_text(value, 1, zero))


@shows("joint_torques")
class TorquesView(CustomView):
    """From edge to edge."""

    inset = False
    widget_type = TorqueTable
