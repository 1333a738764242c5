"""The guide through the course: the texts, the ideas of one of them, and what is said of the one that is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..controls.buttons.outline_button import OutlineButton
from ..displays.prose import Prose
from ..displays.row_table.column import Cell, Column
from ..displays.row_table.row_table import RowTable
from ..displays.section_head import Divider, column_in, inset_row, padded
from ..look.style import SMALL
from .values import CourseRow, IdeaView


class CoursePanel(QWidget):
    """`show_*` is silent, signals are for the user alone. A click or Enter opens a text, or looks at an idea."""

    first_seen = Signal()
    chosen = Signal(str)  # key of a row that is read
    activated = Signal(str)
    look_requested = Signal()
    moved = Signal(int)  # to the next idea, or the one before

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = RowTable(
            self.tr("Texts of the course, and ideas of the one that is open"),
            _columns(),
            self,
            row_height=26,
            header=False,
            divided=False,
            fixed_height=False,
            click_activates=True,
            tip=lambda row: row.title,
        )
        self.table.row_selected.connect(lambda row: self.chosen.emit(self.table.rows[row].key))
        self.table.verticalScrollBar().rangeChanged.connect(lambda *_: self._bring_into_sight())
        self.table.row_activated.connect(lambda row: self.activated.emit(self.table.rows[row].key))
        self.title, self.place, self.text = (
            Prose(self, weight=600),
            Prose(self, role="text_hint", px=SMALL),
            Prose(self, role="text_second"),
        )
        self.look = OutlineButton(self.tr("Look here"), "eye", self)
        self.look.clicked.connect(self.look_requested)
        self.previous = IconButton("step_back", self.tr("The idea before"), self)
        self.next = IconButton("step_forward", self.tr("The next idea"), self)
        self.previous.clicked.connect(lambda: self.moved.emit(-1))
        self.next.clicked.connect(lambda: self.moved.emit(1))
        column = column_in(self)
        column.addWidget(self.table, 1)
        column.addWidget(Divider(self))
        column.addSpacing(10)
        for part, below in ((self.title, 2), (self.place, 6), (self.text, 10)):
            column.addWidget(padded(part, bottom=below))
        column.addLayout(inset_row(self.look, self.previous, self.next))
        self.show_idea(None)

    @property
    def sentence(self) -> str:
        """The idea, and what to look at; empty: none is chosen."""
        return f"{self.title.text}. {self.text.text}" if self.title.text else ""

    def show_rows(self, rows: Sequence[CourseRow], selected: str) -> None:
        """Show the texts and ideas; the one of the key `selected` stands out."""
        self.table.show_rows(rows)
        place = next((k for k, row in enumerate(rows) if row.key == selected), None)
        self.table.show_selected(place)
        self._bring_into_sight()

    def _bring_into_sight(self) -> None:
        """Scroll to the chosen row and the next, also once what is said of it has its height."""
        place = self.table.selected
        if place >= 0:
            for row in (min(place + 1, len(self.table.rows) - 1), place):
                self.table.scrollTo(self.table.row_model.index(row, 0))

    def show_idea(self, view: IdeaView | None) -> None:
        """Say what is to be said of the idea that is chosen; None: how one is."""
        told = self.tr("Open a text, and press on an idea: its robot or scene, its pose and its page are set up beside.")
        self.title.show_text(view.title if view else "")
        self.place.show_text(view.place if view else "")
        self.text.show_text(view.text if view else told)
        for button in (self.look, self.previous, self.next):
            button.setVisible(view is not None)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        if not self.table.rows:
            self.first_seen.emit()
        super().showEvent(event)


def _columns() -> list[Column[CourseRow]]:
    return [
        Column("", lambda row: Cell(row.code, "text_hint"), 26),
        Column("", _title, 120, share=1, accented=True, least=60),
        Column("", lambda row: Cell(row.seen, "good" if row.code else "text_hint"), 44, right=True),
    ]


def _title(row: CourseRow) -> Cell:
    return Cell(row.title, weight=400 if row.code else 600)
