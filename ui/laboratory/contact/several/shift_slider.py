"""A slider along one direction in which forces are not determined, with what stops it at both ends."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ....controls.fields.fill_slider import FillSlider
from ....displays.prose import Prose
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL
from ....text.number_text import quantity_text
from .values import ShiftRow

NAME, VALUE = 24, 84  # [px]


class ShiftSlider(QWidget):
    """`moved` is for the user alone: to how much."""

    moved = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: ShiftRow | None = None
        self.name = TextLabel(self, px=SMALL, weight=600)
        self.name.setFixedWidth(NAME)
        self.slider = FillSlider(self.tr("Along a direction of the kernel"), self)
        self.value = TextLabel(self, px=SMALL)
        self.value.setFixedWidth(VALUE)
        self.ends = Prose(self, role="text_hint", px=SMALL)
        line = QHBoxLayout()
        line.setContentsMargins(EDGE, 0, EDGE, 0)
        line.setSpacing(8)
        line.addWidget(self.name)
        line.addWidget(self.slider, 1)
        line.addWidget(self.value)
        self.ends.setContentsMargins(EDGE + NAME + 8, 0, EDGE, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(line)
        column.addWidget(self.ends)
        self.slider.moved.connect(self.moved)
        self.slider.stepped.connect(self._step)
        self.slider.reset.connect(lambda: self.moved.emit(0.0))

    def show_shift(self, row: ShiftRow, unit: str) -> None:
        """Show how far it is gone, and how far it may go."""
        self._row = row
        self.name.show_text(row.name)
        self.slider.setEnabled(row.upper > row.lower)
        self.slider.set_range(row.lower, row.upper)
        self.slider.set_reading(1.0, unit)
        self.slider.show_value(row.amount)
        self.value.show_text(quantity_text(row.amount, unit))
        self.ends.show_text(row.ends)

    def _step(self, by: float) -> None:
        row = self._row
        if row is not None:
            self.moved.emit(min(max(row.amount + by, row.lower), row.upper))
