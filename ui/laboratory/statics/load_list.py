"""The loads on a robot, one a row; one of them is edited."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.superscripts import subscript

from ...controls.keys import claims_key
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...look.paint_box import paint_box
from ...look.paint_text import CENTER, paint_text, text_width
from ...look.style import CAPTION, SMALL, TEXT
from ...look.theme import FORCE, Theme
from ...text.number_text import quantity_text
from .values import LoadEntry

ROW = 30
NUMBER = 26  # width of the mark with its number
REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class LoadRow(NamedTuple):
    """A load with its number, from 1."""

    number: int
    load: LoadEntry

    @property
    def values_text(self) -> str:
        """Its force and moment, those that are not zero."""
        values = [(self.load.force, "N"), (self.load.moment, "N·m")]
        return "   ".join(quantity_text(value, unit) for value, unit in values if value > 0.0) or quantity_text(
            0.0, "N"
        )


class LoadList(RowTable):
    """`chosen` and `remove_requested` are for the user alone, and give the place in the list."""

    chosen = Signal(int)
    remove_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Loads"), (), parent, row_height=ROW, header=False, divided=False, tip=lambda row: row.load.name
        )
        self._room = 0  # for the values
        self.row_selected.connect(self.chosen)

    def show_loads(self, loads: Sequence[LoadEntry], selected: int) -> None:
        """Show these, and one as selected."""
        rows = [LoadRow(k + 1, load) for k, load in enumerate(loads)]
        room = max((math.ceil(text_width(row.values_text, SMALL, 500)) for row in rows), default=0)
        if room != self._room:
            self._room = room
            self.set_columns([
                Column("", lambda row: f"F{subscript(row.number)}", NUMBER + 4, paint=_paint_number),
                Column("", lambda row: row.load.name, share=1, px=TEXT, accented=True),
                Column("", lambda row: Cell(row.values_text, weight=500), room, right=True),
            ])  # fmt: skip
        self.show_rows(rows)
        self.show_selected(selected)
        self.setVisible(bool(loads))

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, REMOVING) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in REMOVING:
            super().keyPressEvent(event)
        elif self.selected >= 0:
            self.remove_requested.emit(self.selected)


def _paint_number(painter: QPainter, theme: Theme, row: LoadRow, box: QRectF) -> None:
    mark = QRectF(box.left(), box.center().y() - 10, NUMBER, 20)
    paint_box(painter, mark, None, FORCE, 5, 1.4)
    paint_text(painter, mark, f"F{subscript(row.number)}", theme.force_text, CAPTION, 600, CENTER)
