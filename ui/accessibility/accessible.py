"""What a painted widget says of itself to a screen reader: its role, its value, and the cells of a matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

Role = QAccessible.Role


@dataclass(frozen=True, slots=True)
class AccessibleNumber:
    """The number of a slider. `change` does what the user's hand would."""

    current: float
    lower: float
    upper: float
    step: float
    change: Callable[[float], None]


@dataclass(frozen=True, slots=True)
class AccessibleGrid:
    """Cells in rows and columns, told when they are asked for: there may be a thousand."""

    rows: int
    columns: int
    current: tuple[int, int]  # that the arrow keys are at
    text: Callable[[int, int], str]  # number and unit
    heading: Callable[[int, int], str]  # which row and column it is
    rect: Callable[[int, int], QRect]  # in the widget
    cell_at: Callable[[QPoint], tuple[int, int] | None]  # in the widget


@dataclass(frozen=True, slots=True)
class Accessible:
    """A widget at this moment."""

    role: QAccessible.Role
    name: str = ""  # empty: that of `setAccessibleName`
    value: str = ""
    number: AccessibleNumber | None = None
    grid: AccessibleGrid | None = None
    child: QWidget | None = None  # in place of those that Qt has
    parent: QWidget | None = None  # the same


@runtime_checkable
class HasAccessible(Protocol):
    """A widget that is painted by hand, and no screen reader would make sense of without a word from it."""

    def accessible(self) -> Accessible:
        """What it is and says now."""
