"""The loads on a robot: what is drawn next, the list of them, and the one that is edited."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from ...controls.buttons.chip import Chip
from ...controls.buttons.icon_button import IconButton
from ...displays.prose import Prose
from ...displays.scrolling import scroll_to
from ...displays.section_head import SectionHead, column_in, inset
from ...look.style import SMALL
from .load_editor import LoadEditor
from .load_list import LoadList
from .values import LoadEntry, LoadNumbers


class LoadSection(QWidget):
    """`show_*` are for the program and silent; signals, here and of the parts, are for the user alone."""

    place_switched = Signal(str, bool)  # "force" or "moment": the next press on the robot draws one
    add_requested = Signal()
    remove_requested = Signal()

    def __init__(self, title: str, hint: str, parent: QWidget | None = None) -> None:
        """`hint` is said while there is no load."""
        super().__init__(parent)
        self._hint = hint
        head = SectionHead(title, self)
        self.chips = {
            "force": Chip("force", self.tr("Force"), head),
            "moment": Chip("moment", self.tr("Moment"), head),
        }
        tips = {
            "force": self.tr("Press on the robot and drag a force (N)"),
            "moment": self.tr("Press on the robot and drag a moment"),
        }
        for key, chip in self.chips.items():
            chip.setToolTip(tips[key])
            chip.switched.connect(lambda on, key=key: self.place_switched.emit(key, on))
            head.add_control(chip)
        self.add_button = IconButton(
            "plus",
            self.tr("Add a force at the chosen frame, down, a quarter of the weight"),
            head,
            side=24,
        )
        self.add_button.clicked.connect(self.add_requested)
        self.remove_button = IconButton("close", self.tr("Remove the selected load (Delete)"), head, side=24)
        self.remove_button.clicked.connect(self.remove_requested)
        head.add_control(self.add_button)
        head.add_control(self.remove_button)
        self.hint = Prose(self, role="text_second", px=SMALL)
        self.loads = LoadList(self)
        self.editor = LoadEditor(self)
        column = column_in(self)
        column.addWidget(head)
        column.addLayout(inset(self.hint))
        column.addWidget(self.loads)
        column.addWidget(self.editor)

    def show_loads(self, loads: Sequence[LoadEntry], selected: int, numbers: LoadNumbers | None, axes: str) -> None:
        """Show the loads, and the one that is edited."""
        self.loads.show_loads(loads, selected)
        self.editor.show_load(numbers)
        self.editor.show_axes(axes)
        self.remove_button.setEnabled(numbers is not None)
        self.hint.show_text("" if loads else self._hint)

    def scroll_to_editor(self) -> None:
        """Have the load that is edited in sight, once it is laid out."""
        QTimer.singleShot(0, self, lambda: scroll_to(self.editor))

    def show_placing(self, kind: str) -> None:
        """Which of the two waits for a press on the robot: "force", "moment" or none."""
        for key, chip in self.chips.items():
            chip.show_on(key == kind)
