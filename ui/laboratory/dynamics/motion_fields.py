"""q̇ and q̈, a line for each number: typed, or read from the recording."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.number_field import NumberField
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, button_row, clear, inset
from ...displays.text_label import TextLabel
from ...look.style import EDGE, SMALL
from ...text.number_text import number_text
from ...text.units import AngleUnit, to_display_unit, to_si, unit_text
from .values import Coordinate

NUDGE = 0.1  # of an arrow key [rad | m, per s or s²]


class MotionFields(QWidget):
    """`show_*` and `set_*` are silent; signals are for the user alone."""

    entered = Signal(str, int, float)  # "v" or "a", which number, in rad | m per s or s²
    source_chosen = Signal(str)  # "typed" or "recording"
    rest_requested = Signal()
    random_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._coordinates: tuple[Coordinate, ...] = ()
        self._unit: AngleUnit = "deg"
        self._values: dict[str, np.ndarray] = {"v": np.zeros(0), "a": np.zeros(0)}
        self._fields: dict[tuple[str, int], NumberField] = {}
        self.head = SectionHead(self.tr("Motion"), self)
        self.source = SegmentedControl(
            {"typed": self.tr("typed"), "recording": self.tr("recording")},
            self.tr("Where q̇ and q̈ come from"),
            height=24,
        )
        self.source.chosen.connect(self.source_chosen)
        self.head.add_control(self.source)
        self.rest_button = OutlineButton(self.tr("Rest"), parent=self)
        self.rest_button.setToolTip(self.tr("All of q̇ and q̈ are 0"))
        self.rest_button.clicked.connect(self.rest_requested)
        self.random_button = OutlineButton(self.tr("Random"), parent=self)
        self.random_button.setToolTip(self.tr("Any q̇ within the limits of speed, and any q̈"))
        self.random_button.clicked.connect(self.random_requested)
        self.note = Prose(self, role="text_second", px=SMALL)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(EDGE, 0, EDGE, 12)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addLayout(button_row(self.rest_button, self.random_button))
        column.addLayout(inset(self.note, bottom=4))
        column.addLayout(self._grid)

    def field(self, kind: str, k: int) -> NumberField:
        """The field of one number: "v" or "a", and which."""
        return self._fields[kind, k]

    def set_coordinates(self, coordinates: Sequence[Coordinate], unit: AngleUnit) -> None:
        """Have a line for each, angles in a unit."""
        if tuple(coordinates) != self._coordinates:
            self._coordinates = tuple(coordinates)
            self._make_lines()
        self._unit = unit
        for (kind, k), field in self._fields.items():
            field.set_unit(motion_unit(self._coordinates[k].turns, unit, kind))

    def show_motion(self, v: np.ndarray, a: np.ndarray, source: str, note: str) -> None:
        """Show q̇ and q̈ (n,) [rad | m, per s and s²], where they come from, and a sentence on it."""
        self._values = {"v": v, "a": a}
        self.source.show_choice(source)
        self.note.show_text(note)
        for (kind, k), field in self._fields.items():
            value = to_display_unit(float(self._values[kind][k]), self._coordinates[k].turns, self._unit)
            field.show_text(number_text(value, zero=1e-9))

    def _make_lines(self) -> None:
        clear(self._grid)
        self._fields = {}
        for place, letter in enumerate(("q̇", "q̈"), 1):
            head = TextLabel(self, role="text_hint", px=SMALL)
            head.show_text(letter)
            self._grid.addWidget(head, 0, place, Qt.AlignmentFlag.AlignHCenter)
        for line, coordinate in enumerate(self._coordinates):
            label = TextLabel(self, px=SMALL)
            label.show_text(coordinate.name)
            label.setToolTip(coordinate.full)
            self._grid.addWidget(label, line + 1, 0)
            for place, (kind, letter) in enumerate((("v", "q̇"), ("a", "q̈")), 1):
                field = NumberField(f"{letter} {coordinate.name}", self, px=SMALL)
                field.setFixedWidth(102)
                field.set_tip(f"{letter} {coordinate.full}")
                field.entered.connect(lambda x, kind=kind, k=line: self._enter(kind, k, x))
                field.stepped.connect(lambda by, kind=kind, k=line: self._nudge(kind, k, by))
                self._fields[kind, line] = field
                self._grid.addWidget(field, line + 1, place)

    def _enter(self, kind: str, k: int, value: float) -> None:
        self.entered.emit(kind, k, to_si(value, self._coordinates[k].turns, self._unit))

    def _nudge(self, kind: str, k: int, by: int) -> None:
        self.entered.emit(kind, k, float(self._values[kind][k]) + by * NUDGE)


def motion_unit(turns: bool, unit: AngleUnit, kind: str) -> str:
    """Of a velocity "v" or an acceleration "a", in the unit that angles are shown in."""
    return unit_text(turns, unit) + ("/s" if kind == "v" else "/s²")
