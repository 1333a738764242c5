"""A matrix of any size as coloured cells that scroll: each is written when it comes into sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget
from typing_extensions import override

from ...look.math_notation import plain_math, written
from ...look.style import SMALL, current_theme, ui_font
from ...look.theme import FORCE, VELOCITY
from ...text.array_text import ArrayText
from ...text.number_text import ROUNDING, as_shown, number_text, with_unit

CELL, ROW = 62, 22
TALLEST = 340  # of the widget: beyond, it scrolls
DIGITS = 3

Index = QModelIndex | QPersistentModelIndex
Unit = Callable[[int, int], str]


class MatrixModel(QAbstractTableModel):
    """The cells of a matrix (m, n), and its labels in the notation of `paint_math`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values = np.zeros((0, 0))
        self.rows: tuple[str, ...] = ()
        self.columns: tuple[str, ...] = ()
        self._unit: Unit = lambda i, j: ""
        self._largest = 1.0

    def show_matrix(self, values: np.ndarray, rows: Sequence[str], columns: Sequence[str], unit: Unit) -> None:
        """Have other values; rows and columns come and go at the end, so that views lay out these alone."""
        root, (m, n), (height, width) = QModelIndex(), self.values.shape, values.shape
        self._unit = unit
        self._largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0))) or 1.0
        if m and n and height and width:
            if height < m:
                self.beginRemoveRows(root, height, m - 1)
                self._hold(self.values[:height], self.rows[:height], self.columns)
                self.endRemoveRows()
            if width < n:
                self.beginRemoveColumns(root, width, n - 1)
                self._hold(self.values[:, :width], self.rows, self.columns[:width])
                self.endRemoveColumns()
            if height > m:
                self.beginInsertRows(root, m, height - 1)
                self._hold(values[:, : min(n, width)], rows, columns[: min(n, width)])
                self.endInsertRows()
            if width > n:
                self.beginInsertColumns(root, n, width - 1)
                self._hold(values, rows, columns)
                self.endInsertColumns()
            self._hold(values, rows, columns)
            self.dataChanged.emit(self.index(0, 0), self.index(height - 1, width - 1))
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, height - 1)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, width - 1)
        else:
            self.beginResetModel()
            self._hold(values, rows, columns)
            self.endResetModel()

    def _hold(self, values: np.ndarray, rows: Sequence[str], columns: Sequence[str]) -> None:
        self.values, self.rows, self.columns = values, tuple(rows), tuple(columns)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, Qt's own default
        return 0 if parent.isValid() else self.values.shape[0]

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, Qt's own default
        return 0 if parent.isValid() else self.values.shape[1]

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        value = float(self.values[index.row(), index.column()])
        if role == Qt.ItemDataRole.DisplayRole:
            return number_text(value, DIGITS, zero=ROUNDING * self._largest)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.BackgroundRole and abs(value) > ROUNDING * self._largest:
            color = QColor(VELOCITY if value > 0.0 else FORCE)
            color.setAlpha(round(current_theme().heat_opacity * 255 * min(1.0, abs(value) / self._largest)))
            return color
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            i, j = index.row(), index.column()
            number = with_unit(as_shown(f"{value:.10g}"), self._unit(i, j))
            return f"{plain_math(self.rows[i])} · {plain_math(self.columns[j])}\n{number}"
        return None

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return written((self.columns if orientation == Qt.Orientation.Horizontal else self.rows)[section])


class MatrixHeader(QHeaderView):
    """Labels of a `MatrixModel`. Its size is that of the longest: Qt's own asks for hundreds of them each time."""

    @override
    def sizeHint(self) -> QSize:
        model = self.model()
        assert isinstance(model, MatrixModel)
        labels = model.columns if self.orientation() == Qt.Orientation.Horizontal else model.rows
        if not labels:
            return super().sizeHint()
        return self.sectionSizeFromContents(max(range(len(labels)), key=lambda k: len(labels[k])))


class ScrollingMatrix(QTableView):
    """Blue above zero, vermilion below, the stronger the larger. `cell_clicked` is for the user alone."""

    cell_clicked = Signal(int, int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(ui_font(SMALL))
        self.setWordWrap(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._matrix = MatrixModel(self)
        self.setHorizontalHeader(MatrixHeader(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(MatrixHeader(Qt.Orientation.Vertical, self))
        self.setModel(self._matrix)
        for header, size in ((self.horizontalHeader(), CELL), (self.verticalHeader(), ROW)):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setDefaultSectionSize(size)
            header.setHighlightSections(False)
            header.setSectionsClickable(True)
        self.clicked.connect(lambda index: self.cell_clicked.emit(index.row(), index.column()))

    def show_matrix(self, values: np.ndarray, rows: Sequence[str], columns: Sequence[str], unit: Unit) -> None:
        """Show values (m, n); `unit` is that of a cell."""
        self._matrix.show_matrix(values, rows, columns, unit)
        bars = self.horizontalHeader().sizeHint().height() + self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(min(TALLEST, len(values) * ROW + bars))

    def show_selected(self, rows: range, columns: range) -> None:
        """Let a block stand out, and bring it into sight; an empty range stands for all."""
        model = self._matrix
        if not (rows or columns):
            self.clearSelection()
            return
        first, last = (rows[0], rows[-1]) if rows else (0, model.rowCount() - 1)
        left, right = (columns[0], columns[-1]) if columns else (0, model.columnCount() - 1)
        chosen = QItemSelection(model.index(first, 0), model.index(last, model.columnCount() - 1))
        if columns and not rows:
            chosen = QItemSelection(model.index(0, left), model.index(model.rowCount() - 1, right))
        self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(model.index(first, left), QAbstractItemView.ScrollHint.PositionAtCenter)

    def array_text(self) -> ArrayText | None:
        """All values with their labels, to be copied."""
        model = self._matrix
        return ArrayText(model.values, model.rows, model.columns) if model.values.size else None
