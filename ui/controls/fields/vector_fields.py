"""Three numbers that are typed: a vector."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.paint_text import paint_math
from ...look.style import EDGE, SMALL, current_theme
from ...look.wide_widget import WideWidget
from ...text.number_text import number_text
from .number_field import NumberField

PITCH = 30
LETTER, WORD = 30, 54  # width of what the vector is called
GAP = 8


class VectorFields(WideWidget):
    """A letter and three fields. `entered` is for the user alone; set `check` to refuse vectors, as `NumberField` does."""

    entered = Signal(object)  # (3,) in the unit of the fields

    def __init__(self, letter: str, name: str, parent: QWidget | None = None, *, step: float = 0.1) -> None:
        """`step` is that of one key or turn of the wheel, in the unit of the fields."""
        super().__init__(parent, height=PITCH, wide=368)
        self._step, self._room = step, LETTER if len(letter) <= 3 else WORD
        self._letter, self._name = letter, name
        self._vector = np.full(3, np.nan)
        self.check: Callable[[np.ndarray], str] = lambda _: ""
        self.fields = [NumberField(f"{name} {axis}", self) for axis in "xyz"]
        for k, field in enumerate(self.fields):
            field.check = partial(self._reason_against, k)
            field.entered.connect(lambda number, k=k: self._take(self._with(k, number)))
            field.stepped.connect(lambda steps, k=k: self._nudge(k, steps))
        self.set_tip("")

    def show_vector(self, vector: np.ndarray) -> None:
        """Show three numbers, in the unit of the fields."""
        self._vector = np.array(vector, dtype=np.float64)
        for field, value in zip(self.fields, self._vector.tolist(), strict=True):
            field.show_text(number_text(value))

    def set_tip(self, text: str) -> None:
        """Say this of each field, behind its name."""
        for field, axis in zip(self.fields, "xyz", strict=True):
            field.set_tip(f"{self._name}, {axis}. {text}" if text else f"{self._name}, {axis}")

    def set_unit(self, unit: str) -> None:
        """Write this unit behind the numbers."""
        for field in self.fields:
            field.set_unit(unit)

    def accessible(self) -> Accessible:
        """For screen readers: three fields."""
        return Accessible(Role.Grouping, self._name)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        room = self.width() - 2 * EDGE - self._room
        width = (room - 2 * GAP) // 3
        for k, field in enumerate(self.fields):
            field.setGeometry(EDGE + self._room + k * (width + GAP), 3, width, 24)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        box = QRectF(EDGE, 0, self._room, PITCH)
        paint_math(QPainter(self), box, self._letter, current_theme().text_second, SMALL)

    def _reason_against(self, k: int, number: float) -> str:
        return self.check(self._with(k, number))

    def _with(self, k: int, number: float) -> np.ndarray:
        vector = self._vector.copy()
        vector[k] = number
        return vector

    def _nudge(self, k: int, steps: int) -> None:
        vector = self._with(k, float(np.round(self._vector[k] + steps * self._step, 12)))
        if not self.check(vector):
            self._take(vector)

    def _take(self, vector: np.ndarray) -> None:
        self.show_vector(vector)
        self.entered.emit(vector)
