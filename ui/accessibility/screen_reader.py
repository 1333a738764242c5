"""Telling screen readers of what is painted by hand, by Qt's accessibility.

Every interface belongs to a QObject, comes out of one factory and dies with its object: Qt deletes it, and PySide holds
its Python half until the program ends, so that neither is left without the other. Nothing here holds a widget.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QAccessibleValueChangeEvent
from PySide6.QtWidgets import QWidget

from .accessible import HasAccessible
from .grid_cell import CellInterface, GridCell
from .painted_interface import PaintedInterface


@cache
def install_accessibility() -> None:
    """Let Qt know of painted widgets. Before the first of them is made: Qt keeps the interface that it found first."""
    QAccessible.installFactory(_interface_of)


def is_listened_to() -> bool:
    """Whether something listens that may go through all widgets, also those that are not in sight."""
    return QAccessible.isActive()


def announce_value(widget: QWidget, value: float | str) -> None:
    """Have a new value read out, if someone listens and the widget has the keyboard."""
    if QAccessible.isActive() and widget.hasFocus():
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, value))


def announce_cell(widget: QWidget, index: int) -> None:
    """Have the cell read out that the arrow keys came to; cells count row by row."""
    if QAccessible.isActive():
        event = QAccessibleEvent(widget, QAccessible.Event.Focus)
        event.setChild(index)
        QAccessible.updateAccessibility(event)


def _interface_of(_: str, thing: QObject) -> QAccessibleInterface | None:
    if isinstance(thing, GridCell):
        return CellInterface(thing)
    if isinstance(thing, QWidget) and isinstance(thing, HasAccessible):
        return PaintedInterface(thing)
    return None
