"""How every row table is painted: the ground of a row, and its cells."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box, paint_focus, tinted
from ...look.paint_text import LEFT, RIGHT, elided, math_width, paint_math, paint_text, plain_math, text_width
from ...look.style import CAPTION, EDGE, SMALL, current_theme
from ...look.theme import Theme
from .column import GAP, Cell, Column, margins
from .row_model import RowModel

MARK = 15  # width of a symbol before a text
ACCENT = 3  # width of the bar before the selected row


class RowDelegate(QStyledItemDelegate):
    """Paints the cells of a row table. `selected`, `hovered` and `focused` are rows that stand out; -1: none."""

    def __init__(self, model: RowModel[Any], row_height: int, divided: bool, parent: QObject) -> None:
        super().__init__(parent)
        self.selected = self.hovered = self.focused = -1
        self.row_height = row_height
        self._model, self._divided = model, divided

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As wide as all of its text, for a double click between two heads."""
        at, model = index.column(), self._model
        cell, column = model.cell(index.row(), at), model.columns[at]
        around = self._margins(at)
        measured = math_width if column.math else text_width
        width = measured(cell.text, SMALL, cell.weight) + around[0] + around[1] + 1
        width += (math_width(cell.unit, CAPTION) + 3 if cell.unit else 0) + (SIDE + 4 if cell.icon else 0)
        return QSize(round(width) + (MARK if column.mark else 0), self.row_height)

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row, at = index.row(), index.column()
        theme, model = current_theme(), self._model
        box = QRectF(option.rect)
        self._paint_ground(painter, theme, box, row, at)
        column = model.columns[at]
        left, right = self._margins(at)
        inner = box.adjusted(left, 0, -right, 0)
        if column.paint is not None:
            painter.save()
            column.paint(painter, theme, model.rows[row], inner)
            painter.restore()
            return
        if column.mark is not None:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            column.mark(painter, theme, model.rows[row], QPointF(inner.left() + 5, inner.center().y()))
            painter.restore()
            inner.setLeft(inner.left() + MARK)
        paint_cell(painter, theme, inner, model.cell(row, at), column)
        if row == self.focused:
            painter.save()
            painter.setClipRect(box)
            paint_focus(painter, QRectF(2, box.top(), option.widget.width() - 4, box.height()), theme)
            painter.restore()

    def _paint_ground(self, painter: QPainter, theme: Theme, box: QRectF, row: int, at: int) -> None:
        divided = self._divided and row + 1 < len(self._model.rows)
        selected = row == self.selected
        if selected or row == self.hovered:
            ground = theme.accent_fill if selected else theme.hover
            painter.fillRect(box.adjusted(0, 0, 0, -1 if divided else 0), QColor(ground))
        if selected and at == 0:
            painter.fillRect(QRectF(0, box.top(), ACCENT, box.height() - (1 if divided else 0)), QColor(theme.accent))
        if divided:
            left, right = (side - 6 if side == EDGE else 0 for side in self._margins(at))
            painter.fillRect(QRectF(box.left() + left, box.bottom() - 1, box.width() - left - right, 1),
                             QColor(theme.divider))  # fmt: skip

    def _margins(self, at: int) -> tuple[int, int]:
        return margins(at, len(self._model.columns))


def paint_cell(painter: QPainter, theme: Theme, box: QRectF, cell: Cell, column: Column[Any]) -> None:
    """A text in a box with what stands beside it; cut with an ellipsis where it is too long."""
    if cell.fill:
        paint_box(painter, box.adjusted(-GAP + 2, 2, GAP, -2), tinted(getattr(theme, cell.fill), 0.16), None, 4)
    if cell.icon:
        x = box.right() - SIDE if column.right else box.left()
        paint_icon(painter, cell.icon, getattr(theme, cell.icon_role), x, box.center().y() - SIDE / 2)
        box = box.adjusted(0, 0, -SIDE - 4, 0) if column.right else box.adjusted(SIDE + 4, 0, 0, 0)
    unit = math_width(cell.unit, CAPTION) + 3 if cell.unit else 0.0
    text, room = cell.text, box.width() - unit
    is_math = column.math
    width = math_width(text, SMALL, cell.weight) if is_math else text_width(text, SMALL, cell.weight)
    if width > room + 1:
        text, is_math = elided(plain_math(text) if is_math else text, room, SMALL, cell.weight), False
        width = text_width(text, SMALL, cell.weight)
    if unit:
        paint_text(painter, box, cell.unit, theme.text_hint, CAPTION, 400, RIGHT) if column.right else paint_text(
            painter, box.adjusted(width + 3, 0, 40, 0), cell.unit, theme.text_hint, CAPTION
        )
        box = box.adjusted(0, 0, -unit, 0)
    paint = paint_math if is_math else paint_text
    paint(painter, box, text, getattr(theme, cell.role), SMALL, cell.weight, RIGHT if column.right else LEFT)
