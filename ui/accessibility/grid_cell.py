"""The cells of a painted matrix, as screen readers walk over them."""

from __future__ import annotations

from typing import Any, cast

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleObject, QAccessibleTableCellInterface
from PySide6.QtWidgets import QWidget
from shiboken6 import VoidPtr
from typing_extensions import override

from .accessible import AccessibleGrid, HasAccessible, Role

Text = QAccessible.Text
NOT_THERE = VoidPtr(0)  # of the interfaces of an interface: None would be taken for the address of one


class GridCell(QObject):
    """What the interface of a cell belongs to; it goes with its widget."""

    def __init__(self, widget: QWidget, row: int, column: int) -> None:
        super().__init__(widget)
        self.row, self.column = row, column

    @property
    def table(self) -> QWidget:
        """Whose cell it is."""
        return cast("QWidget", self.parent())  # made with it


class CellInterface(QAccessibleObject):
    """A cell of a grid: named by its number and unit as the cells of Qt's tables are, described by its row and column."""

    def __init__(self, cell: GridCell) -> None:
        super().__init__(cell)
        self._position = _Position(self)

    def cell(self) -> GridCell:
        """Return the cell that screen readers are told of."""
        return cast("GridCell", self.object())

    @override
    def isValid(self) -> bool:
        return super().isValid() and self._grid() is not None

    @override
    def role(self) -> QAccessible.Role:
        return Role.Cell

    @override
    def text(self, kind: QAccessible.Text) -> str:
        grid, cell = self._grid(), self.cell()
        if grid is None or kind not in (Text.Name, Text.Description):
            return ""
        return (grid.text if kind == Text.Name else grid.heading)(cell.row, cell.column)

    @override
    def state(self) -> QAccessible.State:
        state, grid, cell, widget = QAccessible.State(), self._grid(), self.cell(), self.cell().table
        state.readOnly = state.focusable = 1
        state.invalid = int(grid is None)
        state.invisible = int(not widget.isVisible())
        if grid and grid.current == (cell.row, cell.column) and widget.hasFocus():
            state.focused = 1
        return state

    @override
    def rect(self) -> QRect:
        grid, cell, widget = self._grid(), self.cell(), self.cell().table
        if grid is None:
            return QRect()
        rect = grid.rect(cell.row, cell.column)
        return QRect(widget.mapToGlobal(rect.topLeft()), rect.size())

    @override
    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return self._position if kind == QAccessible.InterfaceType.TableCellInterface else NOT_THERE

    @override
    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self.cell().table)

    @override
    def childCount(self) -> int:
        return 0

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt takes None for none
        return None

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def _grid(self) -> AccessibleGrid | None:
        """The grid as it is now, if the cell is still in it."""
        cell, widget = self.cell(), self.cell().table
        grid = widget.accessible().grid if isinstance(widget, HasAccessible) else None  # polished: it made the cell
        return grid if grid and cell.row < grid.rows and cell.column < grid.columns else None


class _Position(QAccessibleTableCellInterface):
    def __init__(self, interface: CellInterface) -> None:
        super().__init__()
        self._interface = interface

    @override
    def rowIndex(self) -> int:
        return self._interface.cell().row

    @override
    def columnIndex(self) -> int:
        return self._interface.cell().column

    @override
    def rowExtent(self) -> int:
        return 1

    @override
    def columnExtent(self) -> int:
        return 1

    @override
    def rowHeaderCells(self) -> list[QAccessibleInterface]:
        return []

    @override
    def columnHeaderCells(self) -> list[QAccessibleInterface]:
        return []

    @override
    def isSelected(self) -> bool:
        return False

    @override
    def table(self) -> QAccessibleInterface:
        return self._interface.parent()
