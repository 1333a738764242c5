"""Views of blocks that are set by the user: options, numbers, vectors, toggles, sliders, buttons."""

from __future__ import annotations

from collections.abc import Callable
from math import copysign
from typing import Any

import numpy as np
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ..controls.buttons.chip import Chip
from ..controls.buttons.icon_button import IconButton
from ..controls.buttons.outline_button import OutlineButton
from ..controls.buttons.segmented import SegmentedControl
from ..controls.buttons.switch import Switch
from ..controls.fields.amount_rows import AmountRows
from ..controls.fields.choice import Choice
from ..controls.fields.fill_slider import FillSlider
from ..controls.fields.number_field import NumberField
from ..controls.fields.vector_fields import VectorFields
from ..displays.text_label import TextLabel
from ..look.style import SMALL, TEXT
from ..text.number_text import as_shown, number_text
from .block_view import BlockView, ViewColumn, shows
from .blocks import Amounts, Button, Buttons, Number, NumberGrid, Options, Slider, Toggle, Vector

FIELD = 104  # of a number [px]
ROUNDING = 1e-9  # of a bound that a number may be beyond


@shows(Options)
class OptionsView(BlockView):
    """All in sight, or a list that opens."""

    @override
    def make(self, block: Options, parent: QWidget) -> QWidget:
        widget: Choice | SegmentedControl
        if block.listed:
            widget = Choice(block.name, parent, widest=block.widest)
        else:
            widget = SegmentedControl(dict(block.options), block.name, parent)
            widget.setToolTip(block.name)
        widget.chosen.connect(lambda key: self.emit("chosen", key))
        return widget

    @override
    def fits(self, block: Any) -> bool:
        if not isinstance(block, Options) or block.listed != self.block.listed:
            return False
        return block.listed or block.options == self.block.options

    @override
    def show(self, block: Options) -> None:
        if isinstance(self.widget, Choice):
            self.widget.set_options(dict(block.options))
        elif self.block is None and self._is_padded:
            self.row.addStretch(1)
        self.widget.show_choice(block.chosen)


class _NumberFieldOf:
    """A `NumberField` that shows a `Number`, whose value it tells in SI."""

    def __init__(self, block: Number, parent: QWidget, px: int, entered: Callable[[float], None]) -> None:
        self._block, self._entered = block, entered
        self.field = NumberField(block.name, parent, px=px)
        self.field.check = lambda shown: self._reason_against(shown / self._block.scale)
        self.field.entered.connect(lambda shown: entered(shown / self._block.scale))
        self.field.stepped.connect(self._step)
        self._tip = ""

    def show(self, block: Number) -> None:
        self._block = block
        if block.tip != self._tip:
            self._tip = block.tip
            self.field.set_tip(block.tip)
        self.field.set_unit(block.unit)
        if block.value is None:
            self.field.show_text("")
        else:
            shown = block.value * block.scale
            self.field.show_text(as_shown(f"{shown:.6g}") if block.exact else number_text(shown, 3, zero=0.0))

    def _reason_against(self, value: float) -> str:
        slack = ROUNDING * abs(self._block.upper) if np.isfinite(self._block.upper) else 0.0
        return "" if self._block.lower <= value <= self._block.upper + slack else self._block.reason

    def _step(self, by: int) -> None:
        value = float(f"{(self._block.value or 0.0) * 1.1**by:.3g}")
        if value and not self._reason_against(value):
            self._entered(value)


@shows(Number)
class NumberView(BlockView):
    """A field, and where there is a default, its name or a button back to it."""

    @override
    def make(self, block: Number, parent: QWidget) -> QWidget:
        whole = QWidget(parent)
        whole.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self._field = _NumberFieldOf(block, whole, TEXT, lambda value: self.emit("entered", value))
        self.field = self._field.field
        self.field.setFixedWidth(FIELD)
        self.reset = IconButton("reset", tr("Back to the default"), whole, side=24)
        self.reset.clicked.connect(lambda: self.emit("entered", None))
        self._default = TextLabel(whole, role="text_hint", px=SMALL)
        for part in (self.field, self.reset, self._default):
            row.addWidget(part)
        return whole

    @override
    def show(self, block: Number) -> None:
        self._field.show(block)
        self._default.show_text(block.default)
        self._default.setVisible(bool(block.default) and not block.typed)
        self.reset.setVisible(bool(block.default) and block.typed)


@shows(NumberGrid)
class NumberGridView(BlockView):
    """Labels with fields, two side by side."""

    @override
    def make(self, block: NumberGrid, parent: QWidget) -> QWidget:
        whole = QWidget(parent)
        grid = QGridLayout(whole)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        self._fields: list[_NumberFieldOf] = []
        for k, number in enumerate(block.numbers):
            label = TextLabel(whole, role="text_second", px=SMALL)
            label.show_text(number.label or number.name)
            entered = lambda value, key=number.key: self.emit("entered", value, below=key)  # noqa: E731
            field = _NumberFieldOf(number, whole, SMALL, entered)
            row, side = divmod(k, 2)
            grid.addWidget(label, row, 2 * side)
            grid.addWidget(field.field, row, 2 * side + 1)
            grid.setColumnStretch(2 * side, 1)
            self._fields.append(field)
        return whole

    @property
    def fields(self) -> list[NumberField]:
        """The fields, in the order of the numbers."""
        return [one.field for one in self._fields]

    @override
    def fits(self, block: Any) -> bool:
        def given(one: NumberGrid) -> list[tuple[str, str, str]]:
            return [(number.key, number.name, number.label) for number in one.numbers]

        return isinstance(block, NumberGrid) and given(block) == given(self.block)

    @override
    def show(self, block: NumberGrid) -> None:
        for field, number in zip(self._fields, block.numbers, strict=True):
            field.show(number)


@shows(Vector)
class VectorView(BlockView):
    """A letter and three fields."""

    inset, below = False, 0

    @override
    def make(self, block: Vector, parent: QWidget) -> QWidget:
        fields = VectorFields(block.letter, block.name, parent, step=block.step)
        fields.check = self._reason_against
        fields.entered.connect(lambda shown: self.emit("entered", shown / self.block.scale))
        return fields

    def _reason_against(self, shown: np.ndarray) -> str:
        return "" if self.block.check is None else str(self.block.check(shown / self.block.scale))

    @override
    def fits(self, block: Any) -> bool:
        given = ("letter", "name", "step")
        return isinstance(block, Vector) and all(getattr(block, x) == getattr(self.block, x) for x in given)

    @override
    def show(self, block: Vector) -> None:
        self.widget.set_unit(block.unit)
        if self.block is None or block.tip != self.block.tip:
            self.widget.set_tip(block.tip)
        self.widget.setEnabled(block.enabled)
        self.widget.show_vector(np.full(3, np.nan) if block.values is None else block.values * block.scale)


@shows(Toggle)
class ToggleView(BlockView):
    """A switch, or an icon with a word."""

    @override
    def make(self, block: Toggle, parent: QWidget) -> QWidget:
        switch = Chip(block.icon, block.name, parent) if block.icon else Switch(block.name, parent)
        switch.switched.connect(lambda on: self.emit("switched", on))
        return switch

    @override
    def fits(self, block: Any) -> bool:
        return isinstance(block, Toggle) and block.icon == self.block.icon

    @override
    def show(self, block: Toggle) -> None:
        self.widget.setToolTip(block.tip)
        self.widget.show_on(block.on)
        self.widget.setEnabled(block.enabled)


@shows(Slider)
class SliderView(BlockView):
    """Dragged, stepped by keys, put back by a double click."""

    @override
    def make(self, block: Slider, parent: QWidget) -> QWidget:
        slider = FillSlider(block.name, parent)
        slider.moved.connect(self._move)
        slider.stepped.connect(self._step)
        slider.released.connect(lambda: self.emit("released"))
        slider.reset.connect(self._put_back)
        return slider

    def _move(self, to: float) -> None:
        to = round(to) if self.block.whole else to
        if to != self.block.value:
            self.emit("moved", to)

    def _step(self, by: float) -> None:
        if self.block.whole:
            by = copysign(max(abs(by), 1.0), by)
        self._move(self._within(self.block.value + by))

    def _within(self, value: float) -> float:
        return min(max(value, self.block.lower), self.block.upper)

    def _put_back(self) -> None:
        self.emit("moved", self._within(self.block.home))
        self.emit("released")

    @override
    def show(self, block: Slider) -> None:
        self.widget.set_range(block.lower, block.upper)
        self.widget.set_reading(block.scale, block.unit)
        self.widget.setEnabled(block.enabled)
        self.widget.show_value(block.value)


@shows(Amounts)
class AmountsView(BlockView):
    """A row of slider and field for each number of the joints."""

    inset, below = False, 0

    @override
    def make(self, block: Amounts, parent: QWidget) -> QWidget:
        rows = AmountRows(block.name, parent, per=block.per)
        rows.changed.connect(lambda place, value: self.emit("entered", (place, value)))
        rows.released.connect(lambda: self.emit("released"))
        return rows

    @override
    def fits(self, block: Any) -> bool:
        return isinstance(block, Amounts) and (block.name, block.per) == (self.block.name, self.block.per)

    @override
    def show(self, block: Amounts) -> None:
        self.widget.set_unit(block.angle_unit)
        self.widget.set_amounts(block.amounts)
        self.widget.show_values(block.values)


@shows(Button)
class ButtonView(BlockView):
    """A button with a text, or an icon alone."""

    @override
    def make(self, block: Button, parent: QWidget) -> QWidget:
        button = OutlineButton(block.text, block.icon, parent) if block.text else IconButton("", block.tip, parent)
        button.clicked.connect(lambda: self.emit("pressed"))
        return button

    @override
    def fits(self, block: Any) -> bool:
        if not isinstance(block, Button) or bool(block.text) != bool(self.block.text):
            return False
        return not block.text or block.icon == self.block.icon

    @override
    def show(self, block: Button) -> None:
        if isinstance(self.widget, IconButton):
            self.widget.show_icon(block.icon, block.tip)
        else:
            self.widget.show_text(block.text)
            self.widget.setToolTip(block.tip)
        self.widget.setEnabled(block.enabled)


@shows(Buttons)
class ButtonsView(BlockView):
    """Side by side, from the left."""

    @override
    def make(self, block: Buttons, parent: QWidget) -> QWidget:
        whole = QWidget(parent)
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6 if any(button.text for button in block.buttons) else 2)
        row.addStretch(1)
        self._column = ViewColumn(row, whole, lambda one, inside: self.make_view(one, inside, bare=True))
        return whole

    @property
    @override
    def columns(self) -> tuple[ViewColumn, ...]:
        return (self._column,)

    @override
    def show(self, block: Buttons) -> None:
        self._column.show(block.buttons)
