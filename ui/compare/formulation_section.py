"""The two formulations as equations, each with the numbers of the present step."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from ..displays.formulas.math_lines import MathLines
from ..displays.prose import Prose
from ..displays.section_head import SectionHead, column_in, inset, padded
from ..look.style import SMALL


class FormulationSection(QWidget):
    """`show_*` is silent."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(title, self)
        self.equations = MathLines(self)
        self.numbers = MathLines(self)
        self.note = Prose(self, role="text_hint", px=SMALL)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.equations, bottom=6))
        column.addLayout(inset(self.numbers, bottom=4))
        column.addWidget(padded(self.note, bottom=10))

    def show_equations(self, equations: Sequence[str], numbers: Sequence[str], note: str, caption: str) -> None:
        """Equations and numbers in the notation of `paint_math`, and a sentence on them."""
        self.head.show_caption(caption)
        self.equations.show_lines(equations)
        self.numbers.show_lines(numbers)
        self.note.show_text(note)
