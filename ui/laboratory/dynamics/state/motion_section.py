"""q̇ and q̈, a slider and a field for each number: typed, or read from the recording."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.buttons.outline_button import OutlineButton
from ....controls.buttons.segmented import SegmentedControl
from ....controls.fields.amount import Amount
from ....controls.fields.amount_rows import AmountRow, AmountRows
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, inset_row
from ....look.style import SMALL
from ....text.units import AngleUnit

KINDS = {"v": "/s", "a": "/s²"}
"""q̇ and q̈, and what their units are per."""


class MotionSection(QWidget):
    """`show_*` and `set_*` are silent; signals are for the user alone."""

    entered = Signal(str, int, float)  # "v" or "a", which number, in rad | m per s or s²
    released = Signal()  # the end of a drag, of a key held; a number was typed
    source_chosen = Signal(str)  # "typed" or "recording"
    rest_requested = Signal()
    one_requested = Signal()
    random_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Motion"), self)
        self.source = SegmentedControl(
            {"typed": self.tr("typed"), "recording": self.tr("recording")},
            self.tr("Where q̇ and q̈ come from"),
            height=24,
        )
        self.source.chosen.connect(self.source_chosen)
        self.head.add_control(self.source)
        self.rest_button = self._button(self.tr("Rest"), self.tr("All of q̇ and q̈ are 0"))
        self.rest_button.clicked.connect(self.rest_requested)
        self.one_button = self._button(self.tr("One joint"), self.tr("One number of q̇ alone; again: the next"))
        self.one_button.clicked.connect(self.one_requested)
        self.random_button = self._button(self.tr("Random"), self.tr("Any q̇ within the limits of speed, and any q̈"))
        self.random_button.clicked.connect(self.random_requested)
        self.note = Prose(self, role="text_second", px=SMALL)
        titles = {"v": self.tr("Velocities q̇"), "a": self.tr("Accelerations q̈")}
        self._rows = {kind: AmountRows(titles[kind], self, per=per) for kind, per in KINDS.items()}
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset_row(self.rest_button, self.one_button, self.random_button))
        column.addLayout(inset(self.note, bottom=4))
        for kind, rows in self._rows.items():
            rows.changed.connect(lambda k, value, kind=kind: self.entered.emit(kind, k, value))
            rows.released.connect(self.released)
            column.addWidget(Divider(self))
            column.addWidget(SectionHead(titles[kind], self))
            column.addWidget(rows)

    def row(self, kind: str, k: int) -> AmountRow:
        """Slider and field of one number: "v" or "a", and which."""
        return self._rows[kind].rows[k]

    def set_numbers(self, v: Sequence[Amount], a: Sequence[Amount], unit: AngleUnit) -> None:
        """Have a row for each number of q̇ and of q̈, angles in a unit."""
        for kind, amounts in (("v", v), ("a", a)):
            self._rows[kind].set_amounts(amounts)
            self._rows[kind].set_unit(unit)

    def show_motion(self, v: np.ndarray, a: np.ndarray, gravity: Sequence[float], source: str, note: str) -> None:
        """Show q̇ and q̈ (n,) [rad | m, per s and s²], which gravity (3,) may make, where they come from, and a sentence on it."""
        self.source.show_choice(source)
        self.note.show_text(note)
        self._rows["v"].show_values(v.tolist())
        self._rows["a"].show_values(a.tolist(), gravity)

    def _button(self, text: str, tip: str) -> OutlineButton:
        button = OutlineButton(text, parent=self)
        button.setToolTip(tip)
        return button
