"""Which problem is shown: what was solved, or another of the same state, chosen by name."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.fields.choice import Choice
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in
from ...look.style import EDGE
from .values import ProblemView


class ProblemSection(QWidget):
    """A choice of problems, and sentences on the one shown. `chosen` is for the user alone."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Problem"), self)
        self.which = Choice(self.tr("Problem shown"), self, widest=300)
        self.head.add_control(self.which)
        self.solved = Prose(self, role="text_second")
        self.other = Prose(self, role="warning", icon="warning", icon_role="warning")
        column = column_in(self)
        column.addWidget(self.head)
        below = QVBoxLayout()
        below.setContentsMargins(EDGE, 0, EDGE, 8)
        below.addWidget(self.other)
        below.addWidget(self.solved)
        column.addLayout(below)
        self.which.chosen.connect(self.chosen)

    def show_problem(self, view: ProblemView, names: Mapping[str, str], chosen: str) -> None:
        """Show which of some problems is shown, keys to names."""
        self.which.set_options(names, chosen)
        self.which.setVisible(len(names) > 1)
        first, rest = view.notes[:1], view.notes[1:]
        self.other.show_text("" if view.solved else " ".join(first))
        self.solved.show_text(" ".join(rest if not view.solved else view.notes))
