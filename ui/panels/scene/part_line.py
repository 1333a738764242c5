"""One line of a form: what it is called, and a field, three fields or a list to change it by."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ...controls.buttons.icon_button import IconButton
from ...controls.fields.choice import Choice
from ...controls.fields.number_field import NumberField
from ...controls.fields.text_field import TextField
from ...controls.fields.vary_mark import VaryMark
from ...displays.prose import Prose
from ...look.paint_text import text_width
from ...look.style import SMALL
from ...text.number_text import number_text
from .values import PartLine

LABEL = 82
ROOM = 46  # for a number in one of three fields side by side


class PartLineEdit(QWidget):
    """`entered` gives what the user typed or chose: a text, a number, or of several numbers its place and the number."""

    entered = Signal(object)
    file_wanted = Signal()  # the user asks for a file, to be chosen
    vary_wanted = Signal(str)  # a place in the scene's file

    def __init__(self, line: PartLine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = line
        self.name = Prose(self, role="text_second", px=SMALL)
        self.fields: list[NumberField] = []
        self.marks: list[VaryMark] = []
        self.word: TextField | None = None
        self.browse: IconButton | None = None
        self.choice: Choice | None = None
        if line.kind == "sentence":
            self.name.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            column = QVBoxLayout(self)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(self.name)
        elif line.kind == "numbers":
            self._lay_out_numbers(line)
        else:
            self._lay_out_one(line, self._control(line))
        self.show_line(line)

    def show_line(self, line: PartLine) -> None:
        """Show other values in the same fields."""
        self._line = line
        title = f"{line.title} [{line.unit}]" if line.kind == "numbers" and line.unit else line.title
        self.name.show_text(str(line.value) if line.kind == "sentence" else title)
        if self.choice is not None:
            self.choice.set_options(line.options or {})
            self.choice.show_choice(str(line.value))
        elif self.word is not None:
            self.word.show_text(str(line.value))
            self.word.setToolTip(line.tip or str(line.value))
        for field, number in zip(self.fields, self._numbers(line), strict=True):
            field.show_text(_fitting(number) if line.kind == "numbers" else number_text(number))
        for mark, place in zip(self.marks, line.sweep_places or ("",) * len(self.marks), strict=True):
            mark.show_place(place, line.varied)

    def _control(self, line: PartLine) -> QWidget:
        if line.kind == "choice":
            self.choice = Choice(line.title, self)
            self.choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.choice.setToolTip(line.tip or line.title)
            self.choice.chosen.connect(lambda key: self.entered.emit(key))
            return self.choice
        if line.kind in ("word", "file"):
            self.word = TextField(line.title, self)
            self.word.entered.connect(lambda text: self.entered.emit(text))
            return self.word
        return self._field(line, line.title, 0)

    def _field(self, line: PartLine, name: str, k: int) -> NumberField:
        field = NumberField(name, self, unit="" if line.kind == "numbers" else line.unit, px=SMALL)
        field.set_tip(line.tip or name)
        field.check = lambda number: self._line.reason_against(number)
        field.entered.connect(lambda number: self._emit(k, number))
        field.stepped.connect(lambda steps: self._nudge(k, steps))
        self.fields.append(field)
        self.marks.append(VaryMark(field))
        self.marks[-1].wanted.connect(self.vary_wanted)
        return field

    def _lay_out_one(self, line: PartLine, control: QWidget) -> None:
        self.name.setFixedSize(LABEL, 17)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.name)
        row.addWidget(control, 1)
        if line.kind == "file":
            self.browse = IconButton("folder", self.tr("Choose the file"), self, side=24)
            self.browse.clicked.connect(self.file_wanted)
            row.addWidget(self.browse)

    def _lay_out_numbers(self, line: PartLine) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.name)
        row = QHBoxLayout()
        row.setSpacing(4)
        for k in range(len(self._numbers(line))):
            field = self._field(line, f"{line.title} {line.places[k]}", k)
            field.setMinimumWidth(56)
            row.addWidget(field, 1)
        column.addLayout(row)

    def _emit(self, k: int, number: float) -> None:
        self.entered.emit((k, number) if self._line.kind == "numbers" else number)

    def _nudge(self, k: int, steps: int) -> None:
        number = round(self._numbers(self._line)[k] + steps * self._line.step, 12)
        if not self._line.reason_against(number):
            self._emit(k, number)

    def _numbers(self, line: PartLine) -> Sequence[float]:
        if line.kind == "numbers":
            assert isinstance(line.value, tuple)
            return line.value
        return (float(line.value),) if line.kind == "number" and not isinstance(line.value, (str, tuple)) else ()


def _fitting(number: float) -> str:
    """A number with as many digits as a narrow field has room for."""
    texts = [number_text(number, digits) for digits in (4, 3, 2)]
    return next((text for text in texts if text_width(text, SMALL) <= ROOM), texts[-1])
