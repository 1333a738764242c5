"""All contacts of an instant: their table, the sum of their forces, and more of them on request."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.more_button import MoreButton
from ...displays.prose import Prose
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import SectionHead, column_in
from ...look.style import EDGE
from ...text.array_text import ArrayText
from .contact_columns import contact_columns, contact_tip, load_units, total_text
from .values import ContactRow, ContactRows

FIRST = 12  # contacts in sight before more are asked for


class ContactSection(QWidget):
    """The table of contacts. `selected` is for the user alone."""

    selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ContactRows.of(())
        self._note = ""
        self._all = False
        self._units = (*load_units(self.rows), False, False)
        self.head = SectionHead(self.tr("Contacts"), self)
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy the contacts"))
        self.head.add_control(self.copy)
        self.copy.hide()
        self.table = RowTable(self.tr("Contacts"), contact_columns(), self, tip=contact_tip, source=self.array_text)
        self.more = MoreButton(self)
        self.line = Prose(self, role="text_second")
        self.line.setContentsMargins(0, 6, 0, 0)
        column = column_in(self, bottom=8)
        for widget in (self.head, self.table, self.more):
            column.addWidget(widget)
        below = QVBoxLayout()
        below.setContentsMargins(EDGE, 0, EDGE, 0)
        below.addWidget(self.line)
        column.addLayout(below)
        self.table.row_selected.connect(self.selected)
        self.more.clicked.connect(self._switch)
        self.table.hide()
        self.line.show_text(self.tr("Nothing touches."))

    def show_rows(self, rows: Sequence[ContactRow], note: str = "") -> None:
        """Show these contacts, and a sentence on them; without contacts it says why there are none."""
        rows = ContactRows.of(rows)
        if rows is self.rows and note == self._note:
            return
        self.rows, self._note = rows, note
        forces, impulses = total_text(rows)
        both = " · ".join(text for text in (forces, impulses) if text)
        self.head.show_note(both, "impulse_text" if impulses and not forces else "")
        if self.table.isVisibleTo(self) != bool(rows):
            self.table.setVisible(bool(rows))
            self.copy.setVisible(bool(rows))
        bounds = rows.bounds.values()
        bounded = bool(bounds)
        many_of = self.tr("Loads with bounds are one of many that make this motion; they are those of least norm.")
        missing = self.tr("“not found”: the search ended before it had proven a bound.")
        told = [
            many_of if any(one.many for one in bounds) else "",
            missing if any(not one.complete for one in bounds) else "",
            note if rows else note or self.tr("Nothing touches."),
        ]
        self.line.show_text(" ".join(filter(None, told)))
        # Room that one contact wants stays while there are any, so that columns do not jump while time goes on.
        closing = bool(rows.closing.any()) or bool(rows) and self._units[3]
        if self._units != (*load_units(rows), bounded, closing):
            self._units = (*load_units(rows), bounded, closing)
            self.table.set_columns(contact_columns(*self._units))
        self._show_table()

    def array_text(self) -> ArrayText | None:
        """All contacts, a row each: forces and impulses in columns of their own, nan where a contact has the other."""
        if not self.rows:
            return None
        columns: dict[str, list[float]] = {"gap m": [row.gap for row in self.rows]}
        columns["normal speed m/s"] = [row.speed for row in self.rows]
        for impact, letter, unit in ((False, "λ", "N"), (True, "Λ", "N·s")):
            if any(row.impact == impact for row in self.rows):
                loads = [(row.normal, *row.force) if row.impact == impact else (np.nan,) * 3 for row in self.rows]
                for name, values in zip(("n", "{t1}", "{t2}"), zip(*loads, strict=True), strict=True):
                    columns[f"{letter}_{name} {unit}"] = list(values)
        columns["μ"] = [row.friction for row in self.rows]
        if self._units[2]:
            for k, name in enumerate(("{t1}", "{t2}", "n")):
                for side, word in enumerate(("from", "to")):
                    columns[f"{name} {word}"] = [np.nan if row.bounds is None else row.bounds[k][side] for row in self.rows]
        return ArrayText(np.array(list(columns.values())).T, [row.name for row in self.rows], list(columns))

    def show_selected(self, i: int | None) -> None:
        """Let a contact stand out, and bring it into sight where it is one of the many."""
        if i is not None and FIRST <= i < len(self.rows) and not self._all:
            self._switch()
        self.table.show_selected(i)

    def _switch(self) -> None:
        self._all = not self._all
        self._show_table()

    def _show_table(self) -> None:
        hidden = len(self.rows) - FIRST
        count = len(self.rows) if self._all else FIRST
        self.table.show_rows(self.rows[:count], self.rows[count:])
        if hidden <= 0:
            self.more.show_text("")
        elif self._all:
            self.more.show_text(self.tr("Show the first {n}").format(n=FIRST))
        else:
            self.more.show_text(self.tr("… {n} more").format(n=hidden))
