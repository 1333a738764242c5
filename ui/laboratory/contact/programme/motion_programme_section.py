"""The same problem asked of the motion: both objectives, and the gap between them."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QWidget

from torseur.sim.texts import tr

from ....displays.fact_list import Fact, FactList
from ....displays.formulas.formula_lines import FormulaLines
from ....displays.prose import Prose
from ....displays.section_head import SectionHead, column_in, inset
from ....look.style import SMALL
from ....text.number_text import number_text, residual_text
from .values import ProgrammeView


class MotionProgrammeSection(QWidget):
    """`show_view` is for the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("The same, asked of the motion"), self)
        self.formula = FormulaLines(self)
        self.facts = FactList(self)
        self.text = Prose(self, role="text_second", px=SMALL)
        column = column_in(self)
        column.addWidget(self.head)
        for part in (self.formula, self.facts, self.text):
            column.addLayout(inset(part, bottom=8))

    def show_view(self, view: ProgrammeView) -> None:
        """Show the programme of the motion, or why there is none."""
        found, words = view.velocity, view.words
        for part in (self.formula, self.facts):
            part.setVisible(found is not None)
        if found is None:
            self.text.show_text(view.velocity_reason)
            return
        f = words.force
        free = "q̈_f" if view.level == "acceleration" else "v_f"
        whole = "q̈" if view.level == "acceleration" else "v"
        without = tr("{symbol}: without contact forces", symbol=free)
        self.formula.show_text(f"min ½ yᵀ H y,   Tᵀ y + d ≥ 0\ny = {whole} − {free},   {without}")
        v, largest, multiplier = whole, self.tr("largest {what}"), self.tr("multiplier")
        facts: list[Fact] = [
            ("½ yᵀ H y", number_text(found.objective, 6), words.objective_unit),
            (f"−(½ {f}ᵀ M {f} + {f}ᵀ d)", number_text(found.dual, 6), words.objective_unit),
            (self.tr("gap between the two"), residual_text(abs(found.gap)), words.objective_unit),
            (largest.format(what=f"|y − H⁻¹ T {f}|"), residual_text(found.motion_difference), ""),
            (
                largest.format(what=f"|{f} − {multiplier}|"),
                residual_text(found.force_difference),
                words.force_unit,
            ),
        ]
        if math.isfinite(view.free_energy):
            lecture = (
                f"½ {v}ᵀ H {v} − {v}ᵀ H {free}",
                number_text(found.objective - view.free_energy, 6),
                words.objective_unit,
            )
            least = (self.tr("its minimum without contact"), number_text(-view.free_energy, 6), words.objective_unit)
            facts[3:3] = [lecture, least]
        self.facts.show_facts(facts)
        many = view.rank < len(view.names)
        self.text.show_text(
            self.tr(
                "Of all motions that do not penetrate, contact makes the one nearest to the free motion, measured by H. Its "
                "condition H y = T λ is the equation of motion, its multipliers are the contact forces, and no gap is left. "
                "The lecture's ½ vᵀ H v − vᵀ (H v₀ + h (τ − C)) is the same with the square written out; its constraint is "
                "φ + h Tᵀ v ≥ 0, where the lecture prints =. It is solved here by itself, as a problem of least distance, "
                "without M."
            )
            + (
                " "
                + self.tr(
                    "Contacts are redundant, M has rank {rank} of {n}: one motion, and many forces that make it."
                ).format(rank=view.rank, n=len(view.names))
                if many
                else ""
            )
        )
