"""The bodies of a scene, one a row: its name, a note, and an eye that hides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...look.icons import SIDE
from ...look.paint_text import text_width
from ...look.style import SMALL, TEXT
from .values import BodyEntry

ROWS = 8  # in sight without scrolling, at most
INDENT = 16
DEEPEST = 6  # levels that are indented; deeper rows stand below one another
EYE = 2  # column


@dataclass(frozen=True, slots=True)
class BodyLine:
    """A body, and whether it is hidden."""

    body: BodyEntry
    hidden: bool


class BodyList(RowTable):
    """A list of bodies. Space hides and shows the one selected. Signals are for the user alone."""

    picked = Signal(str)
    visibility_changed = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Bodies"), (), parent, row_height=26, most=ROWS, header=False, divided=False, tip=_tip)
        self._bodies: tuple[BodyEntry, ...] = ()
        self._hidden: set[str] = set()
        self.claim_keys(Qt.Key.Key_Space)
        self.row_selected.connect(lambda row: self.picked.emit(self.names[row]))

    @property
    def names(self) -> list[str]:
        """The bodies, in order."""
        return [body.name for body in self._bodies]

    @property
    def selected_body(self) -> str:
        """The body shown as selected, or nothing."""
        return self.names[self.selected] if self.selected >= 0 else ""

    def is_body_visible(self, name: str) -> bool:
        """Whether the eye of a body is open."""
        return name not in self._hidden

    def set_bodies(self, bodies: Sequence[BodyEntry]) -> None:
        """Show these; what was selected stays so if it is still there."""
        if tuple(bodies) == self._bodies:
            return
        name = self.selected_body
        self.show_selected(None)
        self._bodies = tuple(bodies)
        self._hidden &= set(self.names)
        widest = max((text_width(body.label, TEXT, 600) + _indent(body) for body in bodies), default=0.0)
        note = max((text_width(body.note, SMALL) for body in bodies), default=0.0)
        self.set_columns(_columns(round(widest) + 1, round(note) + 1))
        self._show()
        self.show_body(name)

    def show_body(self, name: str) -> None:
        """Show one as selected; an empty name none."""
        self.show_selected(self.names.index(name) if name in self.names else None)

    def show_visible(self, name: str, visible: bool) -> None:
        """Show the eye of a body open or shut."""
        if visible != self.is_body_visible(name):
            (self._hidden.discard if visible else self._hidden.add)(name)
            self._show()

    def eye_of(self, name: str) -> QRect:
        """Where the eye of a body is, in the list's viewport."""
        return self.visualRect(self.row_model.index(self.names.index(name), EYE))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            if self.currentIndex().isValid():
                self._switch(self.names[self.currentIndex().row()])
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index.column() == EYE:
            self._switch(self.names[index.row()])
        else:
            super().mousePressEvent(event)

    def _switch(self, name: str) -> None:
        visible = not self.is_body_visible(name)
        self.show_visible(name, visible)
        self.visibility_changed.emit(name, visible)

    def _show(self) -> None:
        self.show_rows([BodyLine(body, body.name in self._hidden) for body in self._bodies])


def _columns(name: int, note: int) -> list[Column[BodyLine]]:
    return [
        Column("body", _name, name, share=1, least=min(name, 80), px=TEXT, accented=True),
        Column("note", lambda row: Cell(row.body.note, "text_hint"), note, least=min(note, 60), right=True),
        Column("", _eye, SIDE, right=True),
    ]


def _name(row: BodyLine) -> Cell:
    role = "text_hint" if row.hidden else "text"
    return Cell(row.body.label, role, indent=_indent(row.body))


def _indent(body: BodyEntry) -> int:
    return INDENT * min(body.depth, DEEPEST)


def _eye(row: BodyLine) -> Cell:
    return Cell("", icon="eye_off" if row.hidden else "eye")


def _tip(row: BodyLine) -> str:
    return f"{row.body.name}, {row.body.note}" if row.body.note else row.body.name
