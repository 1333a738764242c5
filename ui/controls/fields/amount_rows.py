"""Numbers of joints that are dragged or typed: speeds, small displacements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.math_notation import plain_math
from ...look.paint_text import elided_name, paint_math, paint_text, text_width
from ...look.style import EDGE, SMALL, current_theme
from ...look.wide_widget import WideWidget
from ...text.number_text import quantity_text, zero_beside
from ...text.short_names import short_names
from ...text.units import AngleUnit, to_display_unit, to_si, unit_text, value_text
from .amount import Amount
from .fill_slider import FillSlider
from .number_field import NumberField

PITCH = 30
BELOW = 6  # the last row [px]: buttons and lines do not touch it
LETTER, FIELD = 32, 104
LEAST_NAME, LEAST_SLIDER = 74, 96  # a name may be cut only where the slider has no more than this


class AmountRows(QWidget):
    """A row an amount. Signals are for the user alone: which number of v, and its value in [rad | m] (per second)."""

    changed = Signal(int, float)
    released = Signal()  # the end of a drag, of a key held; a number was typed

    def __init__(self, name: str, parent: QWidget | None = None, *, per: str = "") -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._per = per
        self._unit: AngleUnit = "deg"
        self._amounts: tuple[Amount, ...] = ()
        self.rows: list[AmountRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, BELOW)
        self._column.setSpacing(0)

    def set_amounts(self, amounts: Sequence[Amount]) -> None:
        """Make a row for each amount, in place of those before."""
        if tuple(amounts) == self._amounts:
            return
        self._amounts = tuple(amounts)
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        short = row_labels(amounts)
        room = max((ceil(text_width(label, SMALL)) + 8 for label in short), default=0)
        count = Counter(amount.name for amount in amounts)
        spoken = [
            amount.name if count[amount.name] == 1 else f"{amount.name} {plain_math(amount.letter)}" for amount in amounts
        ]
        self.rows = [
            AmountRow(amount, label, name, room, self._per, self._unit, self)
            for amount, label, name in zip(amounts, short, spoken, strict=True)
        ]
        for row in self.rows:
            self._column.addWidget(row)
            row.changed.connect(lambda value, row=row: self.changed.emit(row.amount.column, value))
            row.released.connect(self.released)

    def show_values(self, values: Sequence[float]) -> None:
        """Show v (nv,), of which each row takes its own number; 0 for what rounding leaves of them."""
        zero = zero_beside(values)
        for row in self.rows:
            value = float(values[row.amount.column])
            row.show_value(value if abs(value) > zero else 0.0)

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self._unit = unit
        for row in self.rows:
            row.set_unit(unit)


def row_labels(amounts: Sequence[Amount]) -> list[str]:
    """Names without the words that all begin with; empty where nothing is left but the index of the letter, x of v_x."""
    short = short_names([amount.name for amount in amounts])
    return ["" if label == plain_math(amount.letter)[1:] else label for amount, label in zip(amounts, short, strict=True)]


class AmountRow(WideWidget):
    """One of them: letter, name, slider, field."""

    changed = Signal(float)
    released = Signal()

    def __init__(self, amount: Amount, label: str, spoken: str, room: int, per: str, unit: AngleUnit, parent: QWidget) -> None:
        """Make one; `spoken` is its name for screen readers, `room` what the longest name of all rows takes [px]."""
        super().__init__(parent, height=PITCH, wide=368)
        self._room = self._name_width = max(room, LEAST_NAME)
        self.amount, self._label, self._per, self._unit = amount, label, per, unit
        self._value = float("nan")
        self.slider = FillSlider(self.tr("{name}, slider").format(name=spoken), self)
        self.slider.set_range(-amount.reach, amount.reach)
        self.slider.setToolTip(self.tr("Double-click: 0"))
        self.field = NumberField(spoken, self)
        self.field.check = self._reason_against
        self.setToolTip(amount.name)
        self.field.entered.connect(lambda number: self._put(to_si(number, amount.is_angle, self._unit)))
        self.field.stepped.connect(lambda steps: self._take(self._value + 0.01 * steps * amount.reach))
        self.slider.moved.connect(self._take)
        self.slider.stepped.connect(lambda by: self._take(self._value + by))
        self.slider.reset.connect(lambda: self._put(0.0))
        self.slider.released.connect(self.released)
        self.set_unit(unit)

    def show_value(self, value: float) -> None:
        """Show a value [rad | m], per second for speeds."""
        if value != self._value:
            self._value = value
            self.slider.show_value(value)
            self.field.show_text(value_text(value, self.amount.is_angle, self._unit))

    def set_unit(self, unit: AngleUnit) -> None:
        """Show an angle in degrees or radians."""
        self._unit = unit
        self.field.set_unit(unit_text(self.amount.is_angle, unit) + self._per)
        self.slider.set_reading(
            to_display_unit(1.0, self.amount.is_angle, unit), unit_text(self.amount.is_angle, unit) + self._per
        )
        if self._value == self._value:
            self.field.show_text(value_text(self._value, self.amount.is_angle, unit))

    def accessible(self) -> Accessible:
        """For screen readers: an amount: its letter, slider and field."""
        return Accessible(Role.Grouping, f"{plain_math(self.amount.letter)} {self.amount.name}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        most = self.width() - 2 * EDGE - LETTER - FIELD - 8 - LEAST_SLIDER
        self._name_width = max(min(self._room, most), LEAST_NAME)
        left = EDGE + LETTER + self._name_width
        self.field.setGeometry(self.width() - EDGE - FIELD, 3, FIELD, 24)
        self.slider.setGeometry(left, 6, max(60, self.width() - EDGE - FIELD - 8 - left), 18)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        paint_math(painter, QRectF(EDGE, 0, LETTER, PITCH), self.amount.letter, theme.text_hint, SMALL)
        name = elided_name(self._label, self._name_width - 8, SMALL)
        paint_text(painter, QRectF(EDGE + LETTER, 0, self._name_width, PITCH), name, theme.text_second, SMALL)

    def _put(self, value: float) -> None:
        self._take(value)
        self.released.emit()

    def _take(self, value: float) -> None:
        value = min(max(value, -self.amount.most), self.amount.most)
        if value != self._value:
            self.show_value(value)
            self.changed.emit(value)

    def _reason_against(self, number: float) -> str:
        most = to_display_unit(self.amount.most, self.amount.is_angle, self._unit)
        if abs(number) <= most * (1.0 + 1e-9):
            return ""
        unit = unit_text(self.amount.is_angle, self._unit) + self._per
        return self.tr("At most {limit}, either way.").format(limit=quantity_text(most, unit))
