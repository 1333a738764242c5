"""One setting of a simulation: its name, and a list or a field to change it by."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ...controls.fields.choice import Choice
from ...controls.fields.number_field import NumberField
from ...controls.fields.vary_mark import VaryMark
from ...displays.prose import Prose
from ...text.number_text import number_text
from .setting_specs import SettingSpec

LABEL = 82


class SettingLine(QWidget):
    """`entered` gives what the user chose, or typed in SI units. `show_value` is silent."""

    entered = Signal(object)
    vary_wanted = Signal(str)  # a place in the scene's file

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self._value: object = None
        self._mark: VaryMark | None = None
        self.control = self._field() if spec.options is None else self._choice(spec.options)
        self.name = Prose(self, role="text_second")
        self.name.show_text(self.tr(spec.title))
        self.name.setToolTip(self.tr(spec.tip))
        self.name.setFixedSize(LABEL, 17)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.name)
        row.addWidget(self.control, 1)

    def show_scheme(self, scheme: str) -> None:
        """Be called what it is in this scheme."""
        hybrid = scheme == "hybrid" and self.spec.hybrid_title
        self.name.show_text(self.tr(self.spec.hybrid_title if hybrid else self.spec.title))

    def set_options(self, options: Mapping[str, str]) -> None:
        """Offer these, keys to texts."""
        if isinstance(self.control, Choice):
            self.control.set_options(options, self.control.choice)

    def show_value(self, value: object) -> None:
        """Show a key, or a number in SI units; again, even where it is the same: the user may have chosen another."""
        self._value = value
        if isinstance(self.control, Choice):
            self.control.show_choice(str(value))
        elif isinstance(value, (int, float)):
            whole = self.spec.whole or self.spec.even
            self.control.show_text(f"{value:.0f}" if whole else number_text(self.spec.factor * value))

    def show_varied(self, varied: Collection[str] | None) -> None:
        """Mark a number whose place in the scene's file is one of these; None: there is no file."""
        if self._mark is not None:
            self._mark.show_place("" if varied is None else f"settings.{self.spec.key}", varied or ())

    def _choice(self, options: Mapping[str, str]) -> Choice:
        choice = Choice(self.tr(self.spec.title), self)
        choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        choice.setToolTip(self.tr(self.spec.tip))
        choice.set_options({key: self.tr(text) for key, text in options.items()})
        choice.chosen.connect(lambda key: self.entered.emit(key))
        return choice

    def _field(self) -> NumberField:
        field = NumberField(self.tr(self.spec.title), self, unit=self.spec.unit)
        field.set_tip(self.tr(self.spec.tip))
        field.check = self.spec.reason_against
        field.entered.connect(self._emit_entered)
        field.stepped.connect(self._nudge)
        self._mark = VaryMark(field)
        self._mark.wanted.connect(self.vary_wanted)
        return field

    def _emit_entered(self, number: float) -> None:
        whole = self.spec.whole or self.spec.even
        self.entered.emit(int(number) if whole else number / self.spec.factor)

    def _nudge(self, by: int) -> None:
        if isinstance(self._value, (int, float)):
            number = self.spec.nudged(self.spec.factor * self._value, by)
            if not self.spec.reason_against(number):
                self._emit_entered(number)
