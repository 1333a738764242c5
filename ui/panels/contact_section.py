"""All contacts of an instant: their table, the sum of their forces, and more of them on request."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from .contact_columns import total_text
from .contact_table import ContactTable
from .contact_values import ContactRow
from .more_button import MoreButton
from .prose import Prose
from .section_head import EDGE, SectionHead

FIRST = 12  # contacts in sight before more are asked for


class ContactSection(QWidget):
    """The table of contacts. `selected` is for the user alone."""

    selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ContactRow, ...] = ()
        self._all = False
        self.head = SectionHead(self.tr("Contacts"), self)
        self.table = ContactTable(self)
        self.more = MoreButton(self)
        self.line = Prose(self, role="text_second")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(0)
        for widget in (self.head, self.table, self.more):
            column.addWidget(widget)
        below = QVBoxLayout()
        below.setContentsMargins(EDGE, 0, EDGE, 0)
        below.addWidget(self.line)
        column.addLayout(below)
        self.table.selected.connect(self.selected)
        self.more.clicked.connect(self._switch)
        self.table.hide()
        self.line.show_text(self.tr("Nothing touches."))

    def show_rows(self, rows: Sequence[ContactRow]) -> None:
        """Show these contacts."""
        rows = tuple(rows)
        if rows == self._rows:
            return
        self._rows = rows
        forces, impulses = total_text(rows)
        both = " · ".join(text for text in (forces, impulses) if text)
        self.head.show_note(both, "impulse_text" if impulses and not forces else "")
        if self.table.isVisibleTo(self) != bool(rows):
            self.table.setVisible(bool(rows))
            self.line.show_text("" if rows else self.tr("Nothing touches."))
        self._show_table()

    def show_selected(self, i: int | None) -> None:
        """Let a contact stand out, and bring it into sight where it is one of the many."""
        if i is not None and FIRST <= i < len(self._rows) and not self._all:
            self._switch()
        self.table.show_selected(i)

    def _switch(self) -> None:
        self._all = not self._all
        self._show_table()

    def _show_table(self) -> None:
        hidden = len(self._rows) - FIRST
        self.table.show_rows(self._rows, len(self._rows) if self._all else FIRST)
        if hidden <= 0:
            self.more.show_text("")
        elif self._all:
            self.more.show_text(self.tr("Show the first {n}").format(n=FIRST))
        else:
            self.more.show_text(self.tr("… {n} more").format(n=hidden))
