"""The interface of a painted widget: what it does not say itself, Qt says as of any widget."""

from __future__ import annotations

from typing import Any, cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface, QAccessibleValueInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget
from typing_extensions import override

from .accessible import Accessible, AccessibleNumber, HasAccessible, Role
from .grid_cell import NOT_THERE, GridCell

Text = QAccessible.Text
Interface = QAccessible.InterfaceType
POLISHED = Qt.WidgetAttribute.WA_WState_Polished
UNFINISHED = Accessible(Role.Client)


class PaintedInterface(QAccessibleWidget):
    """A widget that says what it is. What it does not say, Qt does, as of any widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._number = _Number(self)  # Qt is given bare pointers to these: they must live as long as this
        self._actions = _Actions(self)
        self._cells: dict[tuple[int, int], GridCell] = {}

    @property
    def painted(self) -> QWidget:
        """Return the painted widget that screen readers are told of."""
        return cast("QWidget", self.object())  # made with it

    def accessible(self) -> Accessible:
        """What the widget says now; nothing before it is polished: Qt asks already while its constructor runs."""
        widget = self.painted
        if isinstance(widget, HasAccessible) and widget.testAttribute(POLISHED):
            return widget.accessible()
        return UNFINISHED

    @override
    def role(self) -> QAccessible.Role:
        return self.accessible().role

    @override
    def text(self, kind: QAccessible.Text) -> str:
        if kind == Text.Value:
            return self.accessible().value
        return (self.accessible().name if kind == Text.Name else "") or super().text(kind)

    @override
    def state(self) -> QAccessible.State:
        state, widget = super().state(), self.painted
        if isinstance(widget, QAbstractButton) and widget.isCheckable():
            state.checkable = 1
            state.checked = state.selected = int(widget.isChecked())
        return state

    @override
    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        if kind == Interface.ValueInterface and self.accessible().number is not None:
            return self._number
        return self._actions if kind == Interface.ActionInterface else NOT_THERE

    @override
    def parent(self) -> QAccessibleInterface:
        parent = self.accessible().parent
        return super().parent() if parent is None else QAccessible.queryAccessibleInterface(parent)

    @override
    def childCount(self) -> int:
        grid = self.accessible().grid
        if self.accessible().child is not None:
            return 1
        return grid.rows * grid.columns if grid else super().childCount()

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt takes None for none
        grid, child = self.accessible().grid, self.accessible().child
        if child is not None:
            return QAccessible.queryAccessibleInterface(child) if index == 0 else None
        if grid is None:
            return super().child(index)
        return self._cell(*divmod(index, grid.columns)) if 0 <= index < grid.rows * grid.columns else None

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        grid, cell = self.accessible().grid, child.object()
        if self.accessible().child is not None:
            return 0 if cell is self.accessible().child else -1
        if grid is None or not isinstance(cell, GridCell):
            return super().indexOfChild(child)
        return cell.row * grid.columns + cell.column

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        grid, widget = self.accessible().grid, self.painted
        if self.accessible().child is not None:
            return self.child(0)
        if grid is None:
            return super().childAt(x, y)
        place = grid.cell_at(widget.mapFromGlobal(QPoint(x, y)))
        return self._cell(*place) if place else None

    @override
    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        grid, widget = self.accessible().grid, self.painted
        if grid and grid.rows and widget.hasFocus():
            return self._cell(*grid.current)
        return super().focusChild()

    def _cell(self, row: int, column: int) -> QAccessibleInterface:
        cell = self._cells.get((row, column))
        if cell is None:
            cell = self._cells[row, column] = GridCell(self.painted, row, column)
        return QAccessible.queryAccessibleInterface(cell)


class _Number(QAccessibleValueInterface):
    def __init__(self, interface: PaintedInterface) -> None:
        super().__init__()
        self._interface = interface

    @property
    def _state(self) -> AccessibleNumber:
        number = self._interface.accessible().number
        return number if number is not None else AccessibleNumber(0.0, 0.0, 0.0, 0.0, lambda _: None)

    @override
    def currentValue(self) -> float:
        return self._state.current

    @override
    def setCurrentValue(self, value: Any) -> None:
        number = self._state
        number.change(min(max(float(value), number.lower), number.upper))

    @override
    def minimumValue(self) -> float:
        return self._state.lower

    @override
    def maximumValue(self) -> float:
        return self._state.upper

    @override
    def minimumStepSize(self) -> float:
        return self._state.step


class _Actions(QAccessibleActionInterface):
    """A button is pressed; whatever takes the keyboard is given it."""

    def __init__(self, interface: PaintedInterface) -> None:
        super().__init__()
        self._interface = interface

    @override
    def actionNames(self) -> list[str]:
        widget = self._interface.painted
        names = [self.pressAction()] if isinstance(widget, QAbstractButton) and widget.isEnabled() else []
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            names.append(self.setFocusAction())
        return names

    @override
    def doAction(self, name: str) -> None:
        widget = self._interface.painted
        if name == self.pressAction() and isinstance(widget, QAbstractButton):
            widget.click()
        elif name == self.setFocusAction():
            widget.setFocus()

    @override
    def keyBindingsForAction(self, name: str) -> list[str]:
        return []
