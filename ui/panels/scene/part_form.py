"""What is selected in a scene, as a form: where it starts, how large and heavy it is, what it is made of, what drives it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.icon_button import IconButton
from ...displays.laying_out import lay_out
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, clear, column_in
from ...displays.text_label import TextLabel
from ...look.style import EDGE, SMALL
from ...window.dock import Scroller
from .part_line import PartLineEdit
from .values import PartLine

QWIDGETSIZE_MAX = 16_777_215  # of Qt: no limit


class PartForm(QWidget):
    """Signals are for the user alone. What is refused is said below the line that it was entered in."""

    entered = Signal(str, object)  # key of a line; a text, a number, or (place, number)
    file_wanted = Signal(str)  # key of a line, whose file is to be chosen
    vary_wanted = Signal(str)  # a place in the scene's file: a sweep is to vary it, or no longer
    handles_switched = Signal(bool)
    removal_requested = Signal()
    scene_wanted = Signal()  # the scene itself is to be shown

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: dict[str, PartLineEdit] = {}
        self._kinds: tuple[tuple[str, str, int, str], ...] = ()
        self._name = ""
        self.head = SectionHead(self.tr("Selected"), self)
        self.handles = IconButton("axis", self.tr("Handles in the view, to drag and turn it by"), side=24, checkable=True)
        self.handles.clicked.connect(lambda: self.handles_switched.emit(self.handles.isChecked()))
        self.remove = IconButton("minus", self.tr("Take it out of the scene"), side=24)
        self.remove.clicked.connect(lambda: self.removal_requested.emit())
        self.add = IconButton("plus", self.tr("Add to the scene"), side=24)
        self.scene = IconButton("cube", self.tr("The scene itself: title, duration, gravity, colours"), side=24)
        self.scene.clicked.connect(lambda: self.scene_wanted.emit())
        for control in (self.scene, self.add, self.handles, self.remove):
            self.head.add_control(control)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self._refusal = Prose(self, role="warning", px=SMALL, icon="warning", icon_role="warning")
        body = QWidget(self)
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(EDGE, 0, EDGE, 12)
        self._column.setSpacing(6)
        self._body, self._scroller = body, Scroller(body, self)
        note = QVBoxLayout()
        note.setContentsMargins(EDGE, 0, EDGE, 8)
        note.addWidget(self.note)
        whole = column_in(self)
        whole.addWidget(self.head)
        whole.addLayout(note)
        whole.addWidget(self._scroller, 1)
        self._scroller.hide()

    @property
    def open(self) -> bool:
        """Whether there is something to change."""
        return bool(self.lines)

    def bare_height(self, width: int) -> int:
        """Of the head and the note, in this width [px]."""
        inner = max(1, width - 2 * EDGE)
        note = 0 if self.note.isHidden() else max(self.note.heightForWidth(inner), self.note.minimumSizeHint().height())
        return self.head.height() + note + 8

    def whole_height(self, width: int) -> int:
        """Of all, in this width [px]."""
        return self.bare_height(width) + self._body.sizeHint().height()

    def free_height(self, least: int) -> None:
        """Be at least so high [px]."""
        self.setMinimumHeight(least)
        self.setMaximumHeight(QWIDGETSIZE_MAX)

    def scroll_to_top(self) -> None:
        """Have its first line in sight."""
        self._scroller.verticalScrollBar().setValue(0)

    @property
    def refusal(self) -> str:
        """What was refused last, and why; empty: nothing."""
        return self._refusal.text

    def show_part(self, name: str, note: str, lines: Sequence[PartLine], *, of_scene: bool = False) -> None:
        """Show a part, or the scene itself, by these lines, and a note above them; none: the note says why there are none."""
        self.head.show_title(self.tr("Scene") if of_scene and lines else self.tr("Selected"))
        self.head.show_caption(name)
        self.note.show_text(note)
        for control in (self.handles, self.remove):
            control.setVisible(bool(lines) and not of_scene)
        kinds = tuple(
            (line.key, line.kind, len(line.value) if isinstance(line.value, tuple) else 1, line.group) for line in lines
        )
        if kinds != self._kinds:
            self._kinds = kinds
            self._make(lines)
            self._scroller.setVisible(bool(lines))
        if name != self._name:
            self._name = name
            self.scroll_to_top()
        for line in lines:
            self.lines[line.key].show_line(line)
        self._refusal.show_text("")

    def show_refusal(self, key: str, sentence: str) -> None:
        """Say why what was entered is not so, below its line; the values are what they were."""
        place = self._column.indexOf(self.lines[key]) + 1 if key in self.lines else 0
        self._column.removeWidget(self._refusal)
        self._column.insertWidget(place, self._refusal)
        self._refusal.show_text(sentence)
        lay_out(2)
        self._scroller.ensureWidgetVisible(self._refusal, 0, 8)

    def _make(self, lines: Sequence[PartLine]) -> None:
        self._column.removeWidget(self._refusal)
        clear(self._column)
        self.lines = {}
        group = ""
        for line in lines:
            if line.group != group:
                group = line.group
                heading = TextLabel(self._body, px=SMALL, weight=600)
                heading.show_text(group)
                heading.setContentsMargins(0, 8, 0, 0)
                self._column.addWidget(heading)
            edit = self.lines[line.key] = PartLineEdit(line, self)
            edit.entered.connect(lambda value, key=line.key: self.entered.emit(key, value))
            edit.file_wanted.connect(lambda key=line.key: self.file_wanted.emit(key))
            edit.vary_wanted.connect(self.vary_wanted)
            self._column.addWidget(edit)
        self._column.addWidget(self._refusal)
