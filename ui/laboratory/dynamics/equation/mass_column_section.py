"""One column of H: the torques that one unit of one acceleration takes, by recursive Newton-Euler, beside the matrix."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.multibody.dynamics.values import EquationOfMotion

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.icon_button import IconButton
from ....displays.prose import Prose
from ....displays.section_head import SectionHead, column_in, inset
from ....look.math_notation import DOT
from ....look.style import SMALL
from ..values import Coordinate, JointTerm, mass_unit
from .terms_table import TermsTable


class MassColumnSection(QWidget):
    """`stepped` is for the user alone: to the next column, or the one before."""

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead("", self)
        self.back = IconButton("step_back", self.tr("The column before"), self.head)
        self.forward = IconButton("step_forward", self.tr("The next column"), self.head)
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.forward.clicked.connect(lambda: self.stepped.emit(1))
        self.table = TermsTable(self.tr("Column of H by Newton-Euler"), self)
        for control in (self.back, self.forward, CopyButton(self.table.to_copy, self, name=self.tr("Copy the column"))):
            self.head.add_control(control)
        self.note = Prose(self, role="text_hint", px=SMALL)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.note, bottom=4))
        column.addWidget(self.table)
        column.addSpacing(10)

    def show_column(self, found: EquationOfMotion, coordinates: Sequence[Coordinate], j: int) -> None:
        """Show column j of H, and what Newton-Euler gives for it."""
        one = coordinates[j]
        self.head.show_title(self.tr("Column {symbol} of H").format(symbol=one.symbol))
        rate = "rad/s²" if one.turns else "m/s²"
        words = self.tr(
            "RNEA with {name} accelerating by 1 {unit} alone, q̇ = 0, g = 0: its τ over that acceleration is the column. "
            "The view shows these τ, not those of the motion."
        )
        self.note.show_text(words.format(name=one.name, unit=rate))
        self.head.show_caption(f"{one.acceleration} = 1,  q{DOT} = 0,  g = 0")
        terms = (
            JointTerm("H", found.H[:, j]), JointTerm(f"τ/{one.acceleration}", found.columns[:, j]),
            JointTerm(self.tr("apart"), found.H[:, j] - found.columns[:, j], True),
        )  # fmt: skip
        self.table.show_terms(terms, coordinates, [mass_unit(row, one) for row in coordinates])
