"""The rows of a Denavit-Hartenberg table, each cell a field."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from torseur.sim.superscripts import subscript

from ...controls.fields.choice import Choice
from ...controls.fields.number_field import NumberField
from ...controls.fields.text_field import TextField
from ...displays.section_head import clear
from ...look.paint_text import CENTER, LEFT, paint_math
from ...look.style import EDGE, SMALL, TEXT, current_theme
from ...text.number_text import as_shown
from .values import DHValues

KINDS = {"revolute": "R  0", "prismatic": "P  1", "fixed": "–"}  # the usual letter, and σ of the course
KIND = 60  # width of its column [px]
NUMBERS = ("theta", "d", "a", "alpha")
_ANGLES = ("theta", "alpha")
NUDGE = {"°": 5.0, "rad": 0.1, "m": 0.01}  # an arrow key


class DHGrid(QWidget):
    """One line a row. Set `check` to refuse a value: it is given row, key and value, and returns a sentence or nothing."""

    entered = Signal(int, str, object)  # row, key, value
    row_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.check: Callable[[int, str, object], str] = lambda *_: ""
        self.fields: dict[tuple[int, str], NumberField | TextField | Choice] = {}
        self.chosen = 0
        self._values: DHValues | None = None
        self._marks: list[_Word] = []
        self._headers: dict[str, _Word] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(EDGE, 0, EDGE, 8)
        self._grid.setHorizontalSpacing(3)
        self._grid.setVerticalSpacing(4)
        for column, stretch in ((1, 4), (3, 5), (4, 4), (5, 4), (6, 4)):
            self._grid.setColumnStretch(column, stretch)

    def show_values(self, values: DHValues) -> None:
        """Show a table; what the user is writing stays."""
        if self._values is None or len(self._values.rows) != len(values.rows):
            self._make(len(values.rows))
        self._values = values
        modified = values.convention == "modified"
        for key, letter in (("theta", "θ"), ("d", "d"), ("a", "a"), ("alpha", "α")):
            index = "i−1" if modified and key in ("a", "alpha") else "i"
            unit = values.unit if key in _ANGLES else "m"
            self._headers[key].show_text(f"{letter}_{{{index}}} {unit}")
        for i, row in enumerate(values.rows):
            name, kind = self.fields[i, "name"], self.fields[i, "kind"]
            assert isinstance(name, TextField)
            assert isinstance(kind, Choice)
            name.show_text(row.name)
            kind.show_choice(row.kind)
            for key in NUMBERS:
                field = self.fields[i, key]
                assert isinstance(field, NumberField)
                variable = key == {"revolute": "theta", "prismatic": "d"}.get(row.kind)
                letter = "θ" if key == "theta" else "d"
                field.set_unit(f"+{letter}{subscript(i + 1)}" if variable else "")
                added = self.tr("What is added to the joint's own q.") if variable else ""
                field.set_tip(" ".join(filter(None, [whole_text(getattr(row, key)), added])))
                field.show_text(cell_text(getattr(row, key)))
        self.choose(min(self.chosen, len(values.rows) - 1))

    def choose(self, row: int) -> None:
        """Show a row as the one that is meant."""
        if row != self.chosen:
            self.chosen = row
            self.row_chosen.emit(row)
        for i, mark in enumerate(self._marks):
            mark.show_on(i == row)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            row = watched.property("dh_row")
            if row is not None:
                self.choose(int(row))
        return super().eventFilter(watched, event)

    def _make(self, count: int) -> None:
        clear(self._grid)
        self.fields.clear()
        headers = [("number", "i"), ("name", self.tr("joint")), ("kind", "σ_i"), *((key, "") for key in NUMBERS)]
        self._headers = {key: _Word(text, self, head=True) for key, text in headers}
        for column, word in enumerate(self._headers.values()):
            self._grid.addWidget(word, 0, column)
        self._marks = [_Word(str(i + 1), self) for i in range(count)]
        for i, mark in enumerate(self._marks):
            self._grid.addWidget(mark, i + 1, 0)
            self._add_row(i)
        for key in ("name", *NUMBERS):  # Enter goes down a column
            for i in range(count - 1):
                self._typed_field(i, key).next_field = self._typed_field(i + 1, key)
        self.updateGeometry()

    def _typed_field(self, i: int, key: str) -> NumberField | TextField:
        field = self.fields[i, key]
        assert not isinstance(field, Choice)
        return field

    def _add_row(self, i: int) -> None:
        name = TextField(self.tr("Name of row {i}").format(i=i + 1), self)
        name.setMinimumWidth(48)
        name.check = lambda text: self.check(i, "name", text)
        name.entered.connect(lambda text: self.entered.emit(i, "name", text))
        kind = Choice(self.tr("Kind of row {i}").format(i=i + 1), self, widest=KIND)
        kind.set_options(KINDS)
        kind.setFixedWidth(KIND)
        kind.setToolTip(self.tr("σ is 0 for a joint that turns (R), 1 for one that slides (P); σ̄ = 1 − σ. q = σ̄ θ + σ d"))
        kind.chosen.connect(lambda key: self.entered.emit(i, "kind", key))
        self._place(i, "name", name, 1)
        self._place(i, "kind", kind, 2)
        for column, number in enumerate(NUMBERS, 3):
            self._place(i, number, self._number_field(i, number), column)

    def _number_field(self, i: int, key: str) -> NumberField:
        field = NumberField(f"{key} {i + 1}", self, px=SMALL)
        field.setMinimumWidth(52)
        field.check = lambda number: self.check(i, key, number)
        field.entered.connect(lambda number: self.entered.emit(i, key, number))
        field.stepped.connect(lambda by: self._nudge(i, key, by))
        return field

    def _place(self, i: int, key: str, field: NumberField | TextField | Choice, column: int) -> None:
        field.setProperty("dh_row", i)
        field.installEventFilter(self)
        self.fields[i, key] = field
        self._grid.addWidget(field, i + 1, column)

    def _nudge(self, i: int, key: str, by: int) -> None:
        assert self._values is not None
        unit = self._values.unit if key in _ANGLES else "m"
        value = round(getattr(self._values.rows[i], key) + by * NUDGE[unit], 9)
        if not self.check(i, key, value):
            self.entered.emit(i, key, value)


def cell_text(value: float | None) -> str:
    """A number in the room of a cell: four digits, one of what is very small or large; the cell's tip has them all."""
    if value is None:
        return ""
    text = f"{value:.4g}"
    return as_shown(text if "e" not in text else f"{value:.0e}")


def whole_text(value: float | None) -> str:
    """All digits of a number, if `cell_text` has not shown them."""
    return "" if value is None or float(f"{value:.4g}") == value else as_shown(repr(value))


class _Word(QWidget):
    """A head of a column, or the number of a row."""

    def __init__(self, text: str, parent: QWidget, *, head: bool = False) -> None:
        super().__init__(parent)
        self._text, self._head, self._on = text, head, False
        self.setFixedHeight(18 if head else 24)
        self.setMinimumWidth(12)

    def show_text(self, text: str) -> None:
        """Show the word."""
        self._text = text
        super().show()
        self.update()

    def show_on(self, on: bool) -> None:
        """Show the word accented or plain."""
        if on != self._on:
            self._on = on
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(14, self.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        color = theme.accent_text if self._on else theme.text_hint
        px = SMALL if self._head else TEXT
        weight = 600 if self._on else 400
        flags = LEFT if self._text in ("i", self.tr("joint")) or not self._head else CENTER
        paint_math(QPainter(self), QRectF(self.rect()), self._text, color, px, weight, flags)
