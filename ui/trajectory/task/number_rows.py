"""Numbers of a task, a row each: its name, and a field, or two for the least and the greatest."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ...controls.buttons.switch import Switch
from ...controls.fields.number_field import NumberField
from ...displays.prose import Prose
from ...displays.section_head import clear
from ...displays.text_label import TextLabel
from ...look.math_notation import plain_math
from ...look.style import EDGE, SMALL
from ...text.number_text import as_shown, number_text
from ..values import TaskNumber, TaskSwitch

FIELD = 82
PITCH = 28


class NumberRows(QWidget):
    """`show_*` is silent, signals are for the user alone. Why a number is not taken is said below the row it was typed in."""

    entered = Signal(str, int, float)  # key, which of its values, the number
    switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[tuple[str, int], NumberField] = {}
        self.switches: dict[str, Switch] = {}
        self._made: tuple[object, ...] = ()
        self._values: dict[str, tuple[float, ...]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(EDGE, 0, EDGE, 8)
        self._column.setSpacing(2)
        self._refusal = Prose(self, role="warning", px=SMALL, icon="warning", icon_role="warning")
        self._column.addWidget(self._refusal)

    @property
    def refusal(self) -> str:
        """What was not taken last, and why; empty: nothing."""
        return self._refusal.text

    def forget_refused(self) -> None:
        """Something else was edited: what was typed and refused gives way to the numbers as they are."""
        self._refusal.show_text("")
        for field in self.fields.values():
            if field.refused:
                field.put_back()

    def show_values(self, numbers: Sequence[TaskNumber], switches: Sequence[TaskSwitch] = ()) -> None:
        """Show these, making rows anew where they are others."""
        made = (
            *((one.key, one.name, one.unit, len(one.values), one.least, one.most) for one in numbers),
            *((one.key, one.name) for one in switches),
        )
        if made != self._made:
            self._made = made
            self._make(numbers, switches)
        self._values = {one.key: one.values for one in numbers}
        for one in numbers:
            for k, value in enumerate(one.values):
                self.fields[one.key, k].show_text(str(round(value)) if one.whole else as_shown(f"{value:.5g}"))
        for switch in switches:
            self.switches[switch.key].show_on(switch.on)

    def _make(self, numbers: Sequence[TaskNumber], switches: Sequence[TaskSwitch]) -> None:
        self._column.removeWidget(self._refusal)
        self._refusal.show_text("")
        while (item := self._column.takeAt(0)) is not None:
            row = item.layout()
            if row is not None:
                clear(row)
                row.deleteLater()
        self.fields.clear()
        self.switches.clear()
        for number in numbers:
            row = self._row(number.name, number.about)
            for k in range(len(number.values)):
                field = self._field(number, k)
                self.fields[number.key, k] = field
                row.addWidget(field)
                field.not_taken.connect(lambda typed, reason, row=row: self._say(row, typed, reason))
        for one in switches:
            row = self._row(one.name, one.about)
            switch = Switch(plain_math(one.name), self)
            switch.setToolTip(one.about or plain_math(one.name))
            switch.switched.connect(lambda on, key=one.key: self.switched.emit(key, on))
            self.switches[one.key] = switch
            row.addWidget(switch)

    def _row(self, name: str, about: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        word = TextLabel(self, role="text_second", px=SMALL, cut=Qt.TextElideMode.ElideMiddle)  # names begin alike
        word.setFixedHeight(PITCH - 2)
        word.show_text(plain_math(name))
        word.setToolTip("\n".join(filter(None, (plain_math(name), about))))
        row.addWidget(word, 1)
        self._column.addLayout(row)
        return row

    def _field(self, number: TaskNumber, k: int) -> NumberField:
        name = plain_math(number.name)
        if len(number.values) == 2:
            name = (self.tr("{name}, least") if k == 0 else self.tr("{name}, greatest")).format(name=name)
        field = NumberField(name, self, unit=number.unit, px=SMALL)
        field.setFixedWidth(FIELD)
        field.set_tip(number.about or name)
        sentence = self.tr("From {least} to {most} {unit}.").format(
            least=number_text(number.least), most=number_text(number.most), unit=number.unit
        )
        if number.whole:
            sentence = self.tr("A whole number, {sentence}").format(sentence=sentence[:1].lower() + sentence[1:])

        def check(x: float) -> str:
            if not number.least <= x <= number.most or (number.whole and x != round(x)):
                return sentence
            return self._against_other(number, k, x)

        field.check = check
        field.entered.connect(lambda value: self._enter(number.key, k, value))
        return field

    def _enter(self, key: str, which: int, value: float) -> None:
        self._refusal.show_text("")
        self.entered.emit(key, which, value)

    def _say(self, row: QHBoxLayout, typed: str, reason: str) -> None:
        self._column.removeWidget(self._refusal)
        items = (self._column.itemAt(k) for k in range(self._column.count()))
        place = next(k for k, item in enumerate(items) if item is not None and item.layout() is row)
        self._column.insertWidget(place + 1, self._refusal)
        self._refusal.show_text(self.tr("“{typed}” is not taken. {reason}").format(typed=typed, reason=reason))

    def _against_other(self, number: TaskNumber, which: int, value: float) -> str:
        """Why this cannot be the least, or the greatest, with the other as it is; empty: it can."""
        values = self._values.get(number.key, ())
        if len(values) != 2 or (value <= values[1] if which == 0 else value >= values[0]):
            return ""
        other = f"{number_text(values[1 - which])} {number.unit}".rstrip()
        if which == 0:
            return self.tr("The least is at most the greatest, {value}: give that first.").format(value=other)
        return self.tr("The greatest is at least the least, {value}: give that first.").format(value=other)
