"""How every row table is painted: the background of a row, and its cells."""

from __future__ import annotations

from math import ceil
from typing import Any, cast

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.math_notation import plain_math
from ...look.paint_box import paint_box, paint_focus, tinted
from ...look.paint_text import LEFT, RIGHT, elided_name, figures_width, math_width, paint_math, paint_text, text_width
from ...look.style import CAPTION, EDGE, current_theme
from ...look.theme import Theme
from ...text.number_text import shorter_texts
from .column import GAP, Cell, Column
from .row_model import RowModel

MARK = 15  # width of a symbol before a text
ACCENT = 3  # width of the bar before the selected row


class RowDelegate(QStyledItemDelegate):
    """Paints the cells of a row table. `selected`, `hovered` and `focused` are rows that stand out; -1: none.

    `needs` are the widths that all of the text painted so far takes, a column each; `grew`: some column's is larger now.
    """

    grew = Signal()

    def __init__(self, model: RowModel[Any], row_height: int, divided: bool, parent: QObject) -> None:
        super().__init__(parent)
        self.selected = self.hovered = self.focused = -1
        self.row_height = row_height
        self._model, self._divided = model, divided
        self.needs: dict[int, int] = {}

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As wide as all of its text, for a double click between two heads."""
        return QSize(self._natural_width(index.row(), index.column()), self.row_height)

    def _natural_width(self, row: int, at: int) -> int:
        model = self._model
        cell, column = model.cell(row, at), model.columns[at]
        measured = math_width if column.math else text_width
        width = measured(cell.text, column.px, cell.weight) + cell.indent + sum(model.margins[at]) + 1
        width += (math_width(cell.unit, CAPTION) + 3 if cell.unit else 0) + (SIDE + 4 if cell.icon else 0)
        return ceil(width) + (MARK if column.mark or cell.mark else 0)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        row, at = index.row(), index.column()
        theme, model = current_theme(), self._model
        column, (left, right) = model.columns[at], model.margins[at]
        sides = cast("tuple[int, int, int, int]", option.rect.getRect())  # Qt's stub says object
        x, y, width, height = sides
        if self._divided or row == self.selected or row == self.hovered:
            self._paint_background(painter, theme, row, at, sides)
        inner = QRectF(x + left, y, width - left - right, height)
        if column.paint is not None or column.mark is not None:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if column.paint is not None:
                column.paint(painter, theme, model.rows[row], inner)
            if column.mark is not None:
                column.mark(painter, theme, model.rows[row], QPointF(inner.left() + 5, inner.center().y()))
                inner.setLeft(inner.left() + MARK)
            painter.restore()
        if column.paint is None:
            cell = model.cell(row, at)
            need = self._natural_width(row, at)
            if need > self.needs.get(at, 0):
                self.needs[at] = need
                self.grew.emit()
            if row == self.selected or row == self.hovered:
                cell = self._emphasised(cell, column.accented and row == self.selected)
            paint_cell(painter, theme, inner, cell, column)
        if row == self.focused:
            painter.save()
            painter.setClipRect(option.rect)
            paint_focus(painter, QRectF(2, y, option.widget.width() - 4, height), theme)
            painter.restore()

    def _emphasised(self, cell: Cell, accented: bool) -> Cell:
        if accented:
            cell = cell._replace(role="accent_text", weight=600)
        return cell._replace(icon_role="text_second") if cell.icon_role == "text_hint" else cell

    def _paint_background(self, painter: QPainter, theme: Theme, row: int, at: int, sides: tuple[int, int, int, int]) -> None:
        x, y, width, height = sides
        if self._divided and row + 1 < len(self._model.rows):
            height -= 1
            left, right = (side - 6 if side == EDGE else 0 for side in self._model.margins[at])
            painter.fillRect(x + left, y + height, width - left - right, 1, QColor(theme.divider))
        if row == self.selected or row == self.hovered:
            background = theme.accent_fill if row == self.selected else theme.hover
            painter.fillRect(x, y, width, height, QColor(background))
            if row == self.selected and at == 0:
                painter.fillRect(x, y, ACCENT, height, QColor(theme.accent))


def paint_cell(painter: QPainter, theme: Theme, box: QRectF, cell: Cell, column: Column[Any]) -> None:
    """A text in a box with what stands beside it. A name that is too long is cut in its middle; a number has fewer digits."""
    if cell.fill:
        paint_box(painter, box.adjusted(2 - GAP, 2, GAP, -2), tinted(cell.fill, 0.16), None, 4)
    if cell.mark:
        square = QRectF(box.left() + 1, box.center().y() - 5, 10, 10)
        paint_box(painter, square, tinted(cell.mark, 0.45), cell.mark, 0.0)
        box = box.adjusted(MARK, 0, 0, 0)
    if cell.icon:
        x = box.right() - SIDE if column.right else box.left()
        paint_icon(painter, cell.icon, getattr(theme, cell.icon_role), x, box.center().y() - SIDE / 2)
        box = box.adjusted(0, 0, -SIDE - 4, 0) if column.right else box.adjusted(SIDE + 4, 0, 0, 0)
    if cell.indent:
        box = box.adjusted(cell.indent, 0, 0, 0)
    unit = text_width(cell.unit, CAPTION) + 3 if cell.unit else 0.0
    px, weight = column.px, cell.weight
    text, room, paint = cell.text, box.width() - unit, paint_math if column.math else paint_text
    width = (math_width if column.math else figures_width if column.right else text_width)(text, px, weight)
    if width > room + 1:
        plain = plain_math(text) if column.math else text
        text = _shortened(plain, room, px, weight) if column.right else elided_name(plain, room, px, weight)
        width, paint = text_width(text, px, weight), paint_text
    if unit:
        start = box.right() - unit + 3 if column.right else box.left() + width + 3
        beside = QRectF(start, box.top(), unit, box.height())
        paint_text(painter, beside, cell.unit, theme.text_hint, CAPTION)
        box.setWidth(room)
    paint(painter, box, text, getattr(theme, cell.role), px, weight, RIGHT if column.right else LEFT)


def _shortened(text: str, room: float, px: int, weight: int) -> str:
    """A number with as many digits as there is room for; what is no number, or has no room at all, is "…"."""
    return next((short for short in shorter_texts(text) if figures_width(short, px, weight) <= room + 1), "…")
