"""What is selected in a scene, as a form: where it starts, how large and heavy it is, what it is made of, what drives it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.icon_button import IconButton
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, clear
from ...look.style import EDGE, SMALL
from .part_line import PartLineEdit
from .values import PartLine


class PartForm(QWidget):
    """Signals are for the user alone. What is refused is said below the line that it was entered in."""

    entered = Signal(str, object)  # key of a line; a text, a number, or (place, number)
    handles_switched = Signal(bool)
    removal_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: dict[str, PartLineEdit] = {}
        self._kinds: tuple[tuple[str, str, int], ...] = ()
        self.head = SectionHead(self.tr("Selected"), self)
        self.handles = IconButton(
            "axis", self.tr("Handles in the view, to drag and turn it by"), side=24, checkable=True
        )
        self.handles.clicked.connect(lambda: self.handles_switched.emit(self.handles.isChecked()))
        self.remove = IconButton("minus", self.tr("Take it out of the scene"), side=24)
        self.remove.clicked.connect(lambda: self.removal_requested.emit())
        for control in (self.handles, self.remove):
            self.head.add_control(control)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self._refusal = Prose(self, role="warning", px=SMALL, icon="warning", icon_role="warning")
        self._column = QVBoxLayout()
        self._column.setContentsMargins(EDGE, 0, EDGE, 0)
        self._column.setSpacing(6)
        note = QVBoxLayout()
        note.setContentsMargins(EDGE, 0, EDGE, 8)
        note.addWidget(self.note)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(Divider(self))
        whole.addWidget(self.head)
        whole.addLayout(note)
        whole.addLayout(self._column)
        whole.addSpacing(10)

    @property
    def refusal(self) -> str:
        """What was refused last, and why; empty: nothing."""
        return self._refusal.text

    def show_part(self, name: str, note: str, lines: Sequence[PartLine]) -> None:
        """Show a part by these lines, and a note above them; none: nothing can be changed, and the note says why."""
        self.head.show_note(name)
        self.note.show_text(note)
        for control in (self.handles, self.remove):
            control.setVisible(bool(lines))
        kinds = tuple((line.key, line.kind, len(line.value) if line.kind == "numbers" else 1) for line in lines)  # type: ignore[arg-type]
        if kinds != self._kinds:
            self._kinds = kinds
            self._make(lines)
        for line in lines:
            self.lines[line.key].show_line(line)
        self._refusal.show_text("")

    def show_refusal(self, key: str, sentence: str) -> None:
        """Say why what was entered is not so, below its line; the values are what they were."""
        place = self._column.indexOf(self.lines[key]) + 1 if key in self.lines else 0
        self._column.removeWidget(self._refusal)
        self._column.insertWidget(place, self._refusal)
        self._refusal.show_text(sentence)

    def _make(self, lines: Sequence[PartLine]) -> None:
        self._column.removeWidget(self._refusal)
        clear(self._column)
        self.lines = {}
        for line in lines:
            edit = self.lines[line.key] = PartLineEdit(line, self)
            edit.entered.connect(lambda value, key=line.key: self.entered.emit(key, value))
            self._column.addWidget(edit)
        self._column.addWidget(self._refusal)
