"""A matrix as coloured cells with their numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, AccessibleGrid, Role
from ...accessibility.screen_reader import announce_cell
from ...controls.buttons.base_button import PRESSING
from ...controls.keys import claims_key
from ...controls.menus import popup_menu
from ...look.math_notation import plain_math, typed
from ...look.paint_box import paint_box
from ...look.style import current_theme
from ...look.theme import Theme
from ...text.array_text import FORMS, ArrayText
from ...text.number_text import as_shown, quantity_text, with_unit, zero_beside
from .heat_layout import HeatLayout, full_width, heat_layout, width_wanted
from .heat_paint import paint_cells, paint_columns, paint_rows

_ARROWS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
_NONE = np.zeros((0, 0))


class HeatTable(QWidget):
    """A matrix: blue above zero, vermilion below, the stronger the larger; numbers as long as there is room for them.

    Arrow keys walk over the cells, Space is a click, Ctrl+C copies all as tabbed text; the menu has more forms.
    `cell_clicked` is for the user alone.
    """

    cell_clicked = Signal(int, int)
    walked = Signal(int, int)  # to a cell, by the arrow keys

    def __init__(self, name: str = "", parent: QWidget | None = None, *, precise: bool = False) -> None:
        """`precise`: each number is written with digits of its own, three at least where it may be as wide as it wants."""
        super().__init__(parent)
        self._precise = precise
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._values = _NONE
        self._rows: tuple[str, ...] = ()
        self._columns: tuple[str, ...] = ()
        self._units: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self._split = 0
        self._selected: tuple[int | None, int | None] = (None, None)
        self._cursor = (0, 0)
        self._labels_at = 0
        self._layout: HeatLayout | None = None
        self._texts: list[str] = []
        self._shades: list[int] = []

    @property
    def values(self) -> np.ndarray:
        """The matrix shown (m, n)."""
        return self._values

    def show_matrix(
        self,
        values: np.ndarray | None,
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        units: Sequence[str] = (),
        names: Sequence[str] = (),
        split: int = 0,
    ) -> None:
        """Show values (m, n); None shows nothing.

        rows, columns : their labels, in the notation of `paint_math`
        units         : one for all, one a row, or one a cell row by row; those of rows are written beside their labels
        names         : what the columns are in full, for the tooltip
        split         : rows above a small gap
        """
        new = _NONE if values is None else np.asarray(values, dtype=np.float64)
        described = (tuple(rows), tuple(columns), tuple(units), tuple(names), split)
        same_labels = described == (self._rows, self._columns, self._units, self._names, self._split)
        if same_labels and np.array_equal(new, self._values, equal_nan=True):
            return
        self._values = new
        self._rows, self._columns, self._units, self._names, self._split = described
        self._arrange(repaint=not same_labels)

    def show_selected(self, row: int | None, column: int | None) -> None:
        """Accent the label of a row and of a column, and frame the cell where both are given."""
        if (row, column) != self._selected:
            self._selected = (row, column)
            self.update()

    @property
    def shades(self) -> Sequence[int]:
        """How dark each cell is, -255 … 255, row by row."""
        return tuple(self._shades)

    @property
    def full_width(self) -> int:
        """Width at which its cells are as wide as they get."""
        return full_width(self._rows, len(self._columns), self._row_units())

    def width_wanted(self, room: int) -> int:
        """Width [px] that it should have beside so much: that, if numbers fit their cells there; or else more."""
        return width_wanted(self._rows, len(self._columns), self._row_units(), room, precise=self._precise)

    def show_labels_at(self, x: int) -> None:
        """Write the labels of the rows there [px], over the cells that are scrolled away."""
        self._labels_at = x
        self.update()

    def cell_rect(self, i: int, j: int) -> QRectF:
        """Where a cell is."""
        return self._layout.cell(i, j) if self._layout else QRectF()

    def cell_text(self, i: int, j: int) -> str:
        """What is printed in a cell; nothing where cells are too small."""
        return self._texts[i * len(self._columns) + j]

    def tip(self, i: int, j: int) -> str:
        """A cell in full: what it is, its value and unit."""
        number = as_shown(f"{self._values[i, j]:.10g}")
        return f"{self._heading(i, j)}\n{with_unit(number, self._unit(i, j))}"

    def accessible(self) -> Accessible:
        """For screen readers: a table of its cells."""
        m, n = self._values.shape
        grid = AccessibleGrid(
            m,
            n,
            self._cursor,
            text=lambda i, j: quantity_text(self._values[i, j], self._unit(i, j)),
            heading=self._heading,
            rect=lambda i, j: self.cell_rect(i, j).toAlignedRect(),
            cell_at=lambda at: self._layout.cell_at(at.x(), at.y()) if self._layout else None,
        )
        return Accessible(Role.Table, grid=grid)

    def tab_separated(self) -> str:
        """All values with their labels, as spreadsheets take them."""
        lines = ["\t".join(["", *map(typed, self._columns)])]
        for label, row in zip(self._rows, self._values.tolist(), strict=True):
            lines.append("\t".join([typed(label), *map(repr, row)]))
        return "\n".join(lines) + "\n"

    def array_text(self) -> ArrayText | None:
        """All values with their labels, to be copied in one of FORMS; None without values."""
        return ArrayText(self._values, self._rows, self._columns) if self._values.size else None

    def copy(self, form: str = "") -> None:
        """Put the values on the clipboard: tabbed, or in one of FORMS."""
        found = self.array_text()
        QGuiApplication.clipboard().setText(found.text(form) if form and found else self.tab_separated())

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.full_width, self._layout.height if self._layout else 0)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._layout.height if self._layout else 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._arrange(repaint=True)

    @override
    def event(self, event: QEvent) -> bool:
        """Tell a cell on hover, and keep the keys used here from the window's shortcuts."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tooltip(event)
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.matches(QKeySequence.StandardKey.Copy):
                event.accept()
                return True
        return claims_key(event, (*_ARROWS, *PRESSING)) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in _ARROWS and self._values.size:
            self._walk(*_ARROWS[Qt.Key(event.key())])
        elif event.key() in PRESSING and self._values.size:
            self.cell_clicked.emit(*self._cursor)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._layout.cell_at(event.position().x(), event.position().y()) if self._layout else None
        if event.button() == Qt.MouseButton.LeftButton and cell:
            self._cursor = cell
            self.cell_clicked.emit(*cell)
        else:
            event.ignore()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction(self.tr("Copy"), QKeySequence(QKeySequence.StandardKey.Copy), lambda: self.copy())
        for form, title in FORMS.items():
            action = menu.addAction(self.tr("Copy as {form}").format(form=title))
            action.triggered.connect(lambda _, form=form: self.copy(form))
        popup_menu(menu, event.globalPos(), self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint labels, unless only cells have to be painted again, and the cells."""
        layout = self._layout
        if layout is None:
            return
        theme = current_theme()
        painter = QPainter(self)
        cells = layout.cells
        if not cells.contains(QRectF(event.rect())):
            paint_columns(painter, theme, layout, self._columns, self._selected[1], self.width())
            if not self._labels_at:
                paint_rows(painter, theme, layout, self._rows, self._row_units(), self._selected[0])
        if cells.intersects(QRectF(event.rect())):
            paint_cells(painter, theme, layout, self._shades, self._texts, event.region())
            self._paint_frames(painter, theme, layout)
        if self._labels_at:
            painter.fillRect(QRectF(self._labels_at, 0, layout.left - 2, self.height()), QColor(theme.panel))
            painter.translate(self._labels_at, 0)
            paint_rows(painter, theme, layout, self._rows, self._row_units(), self._selected[0])

    def _arrange(self, *, repaint: bool) -> None:
        old, old_cells = self._layout, list(zip(self._texts, self._shades, strict=False))
        self._layout = layout = self._fitting_layout()
        if (old.height if old else -1) != (layout.height if layout else 0):
            self.setFixedHeight(layout.height if layout else 0)
        if repaint or layout is None or old is None or old.cells != layout.cells or old.px != layout.px:
            self._cursor = (0, 0) if repaint else self._cursor
            self.updateGeometry()
            self.update()
            return
        for k, cell in enumerate(zip(self._texts, self._shades, strict=True)):
            if cell != old_cells[k]:
                self.update(layout.cell(*divmod(k, layout.columns)).toAlignedRect())

    def _fitting_layout(self) -> HeatLayout | None:
        """The layout of the values at this width; writes and shades them on the way."""
        if not self._values.size:
            self._texts, self._shades = [], []
            return None
        alike = (
            "none"
            if self._precise
            else ("rows" if self._row_units() else "none" if len(self._units) > 1 and not self._has_column_units() else "all")
        )
        values = np.where(np.abs(self._values) <= zero_beside(self._values.flat), 0.0, self._values)
        layout = heat_layout(values, self._rows, self._row_units(), self.width(), self._split, alike)
        self._texts = [layout.text(i, x) for i, row in enumerate(values.tolist()) for x in row]
        self._shades = [round(255 * share) for share in self._shares().ravel().tolist()]
        return layout

    def _shares(self) -> np.ndarray:
        """(m, n) of the largest number of the same unit: metres and degrees are not compared."""
        m, n = self._values.shape
        finite = np.where(np.isfinite(self._values), np.abs(self._values), 0.0)
        largest = np.full((m, n), np.max(finite, initial=0.0) or 1.0)
        if len(set(self._units)) > 1:
            units = np.resize(self._units, (m, n)) if len(self._units) == m * n else np.repeat(self._units, n).reshape(m, n)
            for unit in set(self._units):
                same = units == unit
                largest[same] = np.max(finite[same], initial=0.0) or 1.0
        return np.nan_to_num(np.clip(self._values / largest, -1.0, 1.0))

    def _heading(self, i: int, j: int) -> str:
        """Which row and column a cell is in."""
        column = plain_math(self._columns[j])
        if j < len(self._names) and self._names[j]:
            column = f"{column} {self._names[j]}"
        return f"{plain_math(self._rows[i])} · {column}"

    def _row_units(self) -> tuple[str, ...]:
        return self._units if len(self._units) == len(self._rows) > 1 else ()

    def _has_column_units(self) -> bool:
        """Whether every row has the units of the first, cell by cell: numbers then stand with as many decimals as each other."""
        n = len(self._columns)
        return len(self._rows) > 1 and self._units == self._units[:n] * len(self._rows)

    def _unit(self, i: int, j: int) -> str:
        count = len(self._units)
        if count == len(self._rows) * len(self._columns) and count > 1:
            return self._units[i * len(self._columns) + j]
        return self._units[i] if count == len(self._rows) else self._units[0] if count else ""

    def _walk(self, down: int, right: int) -> None:
        m, n = self._values.shape
        i, j = self._cursor
        self._cursor = (min(max(i + down, 0), m - 1), min(max(j + right, 0), n - 1))
        self.update()
        self.walked.emit(*self._cursor)
        announce_cell(self, self._cursor[0] * n + self._cursor[1])
        place = self.cell_rect(*self._cursor).bottomRight().toPoint()
        QToolTip.showText(self.mapToGlobal(place), self.tip(*self._cursor), self)

    def _show_tooltip(self, event: QHelpEvent) -> None:
        cell = self._layout.cell_at(event.pos().x(), event.pos().y()) if self._layout else None
        if cell is None:
            QToolTip.hideText()
            return
        box = self.cell_rect(*cell).toAlignedRect()
        QToolTip.showText(event.globalPos() + QPoint(0, 8), self.tip(*cell), self, box)

    def _paint_frames(self, painter: QPainter, theme: Theme, layout: HeatLayout) -> None:
        i, j = self._selected
        if i is not None and j is not None and i < layout.rows and j < layout.columns:
            paint_box(painter, layout.cell(i, j), None, theme.accent, 2)
        if self.hasFocus():
            paint_box(painter, layout.cell(*self._cursor).adjusted(-1, -1, 1, 1), None, theme.accent, 3, 2)
