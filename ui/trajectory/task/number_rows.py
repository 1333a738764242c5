"""Numbers of a task, a row each: its name, and a field, or two for the least and the greatest."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ...controls.buttons.switch import Switch
from ...controls.fields.number_field import NumberField
from ...displays.section_head import clear
from ...displays.text_label import TextLabel
from ...look.paint_text import plain_math
from ...look.style import EDGE, SMALL
from ...text.number_text import MINUS, number_text
from ..values import TaskNumber, TaskSwitch

FIELD = 82
PITCH = 28


class NumberRows(QWidget):
    """`show_*` is silent, signals are for the user alone."""

    entered = Signal(str, int, float)  # key, which of its values, the number
    switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[tuple[str, int], NumberField] = {}
        self.switches: dict[str, Switch] = {}
        self._made: tuple[object, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(EDGE, 0, EDGE, 8)
        self._column.setSpacing(2)

    def show_values(self, numbers: Sequence[TaskNumber], switches: Sequence[TaskSwitch] = ()) -> None:
        """Show these, making rows anew where they are others."""
        made = (
            *((one.key, one.name, one.unit, len(one.values), one.least, one.most) for one in numbers),
            *((one.key, one.name) for one in switches),
        )
        if made != self._made:
            self._made = made
            self._make(numbers, switches)
        for one in numbers:
            for k, value in enumerate(one.values):
                self.fields[one.key, k].show_text(
                    str(round(value)) if one.whole else f"{value:.5g}".replace("-", MINUS)
                )
        for switch in switches:
            self.switches[switch.key].show_on(switch.on)

    def _make(self, numbers: Sequence[TaskNumber], switches: Sequence[TaskSwitch]) -> None:
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
        word = TextLabel(self, role="text_second", px=SMALL)
        word.setFixedHeight(PITCH - 2)
        word.show_text(plain_math(name))
        word.setToolTip(about)
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
        field.check = lambda x: (
            "" if number.least <= x <= number.most and (x == round(x) or not number.whole) else sentence
        )
        field.entered.connect(lambda value: self.entered.emit(number.key, k, value))
        return field
