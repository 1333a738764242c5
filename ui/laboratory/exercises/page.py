"""The page of worked exercises: the list of them, or the one that is open."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.segmented import SegmentedControl
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, padded
from .exercise_list import ExerciseList
from .exercise_sheet import ExerciseSheet


class ExercisesPage(QWidget):
    """Passive: `show_*` are silent. `language_chosen` is for the user alone; so are the signals of list and sheet."""

    language_chosen = Signal(str)

    def __init__(self, languages: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead("", self)
        self.language = SegmentedControl({key: key.upper() for key in languages}, "Language, langue", self, height=24)
        self.head.add_control(self.language)
        self.intro = Prose(self, role="text_second")
        self.replaces = Prose(self, role="text_second", icon="info")
        self.list = ExerciseList(self)
        self.sheet = ExerciseSheet(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(padded(self.intro, bottom=8))
        column.addWidget(padded(self.replaces, bottom=8))
        column.addWidget(self.list)
        column.addWidget(self.sheet)
        column.addStretch(1)
        self.language.chosen.connect(self.language_chosen)
        self.show_list("", "")

    def set_labels(self, language: str, labels: Mapping[str, str]) -> None:
        """Speak another language."""
        self.language.show_choice(language)
        self.head.show_title(labels["title"])
        self.sheet.set_labels(labels)

    def show_list(self, intro: str, replaces: str) -> None:
        """Show the list, and what opening one of it means."""
        self.intro.show_text(intro)
        self.replaces.show_text(replaces)
        self.list.show()
        self.sheet.hide()

    def show_sheet(self) -> None:
        """Show the exercise that is open."""
        self.intro.show_text("")
        self.replaces.show_text("")
        self.list.hide()
        self.sheet.show()
