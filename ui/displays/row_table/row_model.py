"""The rows and columns of a row table, as Qt's views read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any, Generic

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from ...look.math_notation import plain_math, typed
from ...text.array_text import ArrayText
from ...text.number_text import with_unit
from .column import Cell, Column, Row, margins

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
MOST_WRITTEN = 4096  # rows whose cells are kept as they were written
MOST_COMPARED = 64  # rows that were looked at and are written anew at once, to find the cells that changed
_LEFT, _RIGHT = (Qt.AlignmentFlag.AlignVCenter | side for side in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight))


class RowModel(QAbstractTableModel, Generic[Row]):
    """Rows are frozen values, compared to find what changed; a cell is written when it is first read.

    Of very many rows, such as events, those that are looked at alone are asked for: see `show_grown`.
    """

    def __init__(
        self, columns: Sequence[Column[Row]], parent: QObject | None = None, tip: Callable[[Row], str] | None = None
    ) -> None:
        super().__init__(parent)
        self.columns: tuple[Column[Row], ...] = tuple(columns)
        self.rows: Sequence[Row] = ()
        self.more: Sequence[Row] = ()  # behind these, not shown, but copied with them
        self.margins = margins(self.columns)
        self._tip = tip
        self._cells: dict[int, list[Cell | None]] = {}  # of rows that were looked at

    def set_columns(self, columns: Sequence[Column[Row]]) -> None:
        """Show other columns, or write these otherwise."""
        same = len(columns) == len(self.columns)
        if not same:
            self.beginResetModel()
        self.columns, self.margins = tuple(columns), margins(columns)
        self._cells = {}
        if not same:
            self.endResetModel()
        elif columns:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(columns) - 1)
            self._emit_changed(0, len(self.rows) - 1)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these; rows are added and taken away at the end, so that a selection stays."""
        old, new = self.rows, tuple(rows)
        common = min(len(old), len(new))
        self._cut(common)
        changed = [i for i in range(common) if old[i] is not new[i] and old[i] != new[i]]
        self.rows = new[:common]
        self._rewrite(changed)
        self._grow(new)

    def show_grown(self, rows: Sequence[Row], kept: int) -> None:
        """Show these, of which the first `kept` are shown already. None is asked for before somebody looks at it."""
        self._cut(kept)
        self._grow(rows)

    def show_rewritten(self, rows: Sequence[Row]) -> None:
        """Show these, all of which may differ. None is asked for before somebody looks at it."""
        before, now = len(self.rows), len(rows)
        looked_at = self._cells if len(self._cells) <= MOST_COMPARED else {}
        self._cells = {row: cells for row, cells in looked_at.items() if row < now}
        if now < before:
            self.beginRemoveRows(_NOWHERE, now, before - 1)
            self.rows = rows
            self.endRemoveRows()
        elif now > before:
            self.beginInsertRows(_NOWHERE, before, now - 1)
            self.rows = rows
            self.endInsertRows()
        self.rows = rows
        if self._cells:
            self._rewrite(sorted(self._cells))
        else:
            self._emit_changed(0, min(before, now) - 1)

    def _cut(self, kept: int) -> None:
        """Let go of the rows after the first ones."""
        if kept < len(self.rows):
            self.beginRemoveRows(_NOWHERE, kept, len(self.rows) - 1)
            self.rows = self.rows[:kept]
            self._cells = {row: cells for row, cells in self._cells.items() if row < kept}
            self.endRemoveRows()

    def _grow(self, rows: Sequence[Row]) -> None:
        """Show rows of which the first are those shown."""
        if len(rows) > len(self.rows):
            self.beginInsertRows(_NOWHERE, len(self.rows), len(rows) - 1)
            self.rows = rows
            self.endInsertRows()

    def cell(self, row: int, column: int) -> Cell:
        """What stands in a cell."""
        if row not in self._cells:
            if len(self._cells) >= MOST_WRITTEN:
                self._cells = {}
            self._cells[row] = [None] * len(self.columns)
        cells = self._cells[row]
        cell = cells[column]
        if cell is None:
            cell = cells[column] = _write_cell(self.columns[column], self.rows[row])
        return cell

    def plain_text(self, row: int, column: int) -> str:
        """The same without marks, with its unit; an icon alone by its name."""
        return _plain(self.cell(row, column), self.columns[column])

    def tabbed_text(self, rows: Sequence[int] | None = None) -> str:
        """Heads and rows, all (also `more`) or some, with tabs between the cells; numbers with every digit, for a spreadsheet."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        if any(column.title for column in self.columns):
            writer.writerow([f"{typed(column.title)} {column.unit}".strip() for column in self.columns])
        for row in (*self.rows, *self.more) if rows is None else [self.rows[i] for i in rows]:
            writer.writerow(
                [
                    repr(float(column.value(row))) if column.value else _typed(_write_cell(column, row), column)
                    for column in self.columns
                ]
            )
        return out.getvalue()

    def array_text(self) -> ArrayText | None:
        """The columns of numbers, named by the first column of words; None where there are no numbers."""
        numbers = [column for column in self.columns if column.value]
        if not numbers or not self.rows:
            return None
        values = np.array([[column.value(row) for column in numbers if column.value] for row in self.rows])
        column = next((column for column in self.columns if not column.value), None)
        names = [] if column is None else [_typed(_write_cell(column, row), column) for row in self.rows]
        return ArrayText(values, names, [f"{column.title} {column.unit}".strip() for column in numbers])

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, at = index.row(), index.column()
        column = self.columns[at]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.plain_text(row, at)
        if role == Qt.ItemDataRole.ToolTipRole:
            tip = column.tip or self._tip
            return tip(self.rows[row]) if tip else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.right else _LEFT
        return None

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._head(self.columns[section])
        return (self.columns[section].about or None) if role == Qt.ItemDataRole.ToolTipRole else None

    def _head(self, column: Column[Row]) -> str:
        return f"{plain_math(column.title)} {column.unit}".strip()

    def _rewrite(self, rows: Sequence[int]) -> None:
        """Tell of those cells of changed rows that read otherwise now; one that nobody read since is left unwritten."""
        for k, column in enumerate(self.columns):
            other = []
            for i in rows:
                cells = self._cells.get(i)
                before = cells[k] if cells else None
                now = None
                if cells and before is not None:
                    now = cells[k] = _write_cell(self.columns[k], self.rows[i])
                if before is None or column.paint or now != before:
                    other.append(i)
            if other:
                self.dataChanged.emit(self.index(other[0], k), self.index(other[-1], k))

    def _emit_changed(self, first: int, last: int) -> None:
        if last >= first and self.columns:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))


def _write_cell(column: Column[Any], row: Any) -> Cell:
    text = column.write(row)
    return Cell(text) if isinstance(text, str) else text


def _typed(cell: Cell, column: Column[Any]) -> str:
    return with_unit(typed(cell.text) if column.math else cell.text, cell.unit) or cell.icon


def _plain(cell: Cell, column: Column[Any]) -> str:
    return with_unit(plain_math(cell.text) if column.math else cell.text, cell.unit) or cell.icon
