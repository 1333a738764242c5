"""The principle of virtual work in numbers: a virtual displacement δq that is typed, and the work of everything in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.switch import Switch
from ...controls.fields.amount import Amount
from ...controls.fields.amount_rows import AmountRows
from ...displays.fact_list import FactList
from ...displays.folded_section import FoldedSection
from ...displays.formulas.math_lines import MathLines
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import inset, inset_row
from ...look.style import SMALL
from ...text.array_text import ArrayText
from ...text.number_text import number_text, residual_text
from ...text.units import AngleUnit

COLUMNS = ("FᵀδX", "(JᵀF)ᵀδq")


@dataclass(frozen=True, eq=False, slots=True)
class WorkView:
    """Works of one virtual displacement [J]."""

    loads: Sequence[str]  # F₁ …
    both: np.ndarray  # (loads, 2) FᵀδX and (JᵀF)ᵀδq of each
    holds: bool  # the loads are held against; else exerted
    facts: Sequence[tuple[str, float]]  # what does work in equilibrium, and how much
    total: float
    gap: float  # largest difference of both works of a load
    lacks: bool = False  # bases without a motor are among what is held
    springs: bool = False  # joints have springs


class WorkSection(FoldedSection):
    """`show_*` and `set_*` are silent; signals are for the user alone."""

    entered = Signal(int, float)  # which number of v [rad | m]
    clear_requested = Signal()
    drawn_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Virtual work"), parent)
        self._view: WorkView | None = None
        self.copy = CopyButton(self._copied, self.head, name=self.tr("Copy the works of the loads"))
        self.drawn = Switch(self.tr("Draw the displacements of the loads' points"), self.head)
        self.drawn.show_on(True)
        self.head.add_control(self.copy)
        self.head.add_control(self.drawn)
        self.about = Prose(self, role="text_second", px=SMALL)
        self.about.show_text(
            self.tr("A virtual displacement δq; each point moves by δX = J(P) δq. Works are in joules.")
        )
        self.amounts = AmountRows(self.tr("Virtual displacement of joints"), self)
        self.clear = OutlineButton(self.tr("δq = 0"), "", self)
        self.none = Prose(self, role="text_second", px=SMALL)
        self.table = HeatTable(self.tr("Work of each load, both ways"), self)
        self.law = MathLines(self)
        self.facts = FactList(self)
        self.line = Prose(self, role="text_hint", px=SMALL)
        self.column.addLayout(inset(self.about, bottom=4))
        self.column.addWidget(self.amounts)
        self.column.addLayout(inset_row(self.clear))
        for widget, bottom in ((self.none, 6), (self.table, 8), (self.law, 4), (self.facts, 4), (self.line, 12)):
            self.column.addLayout(inset(widget, bottom=bottom))
        self.amounts.changed.connect(self.entered)
        self.clear.clicked.connect(self.clear_requested)
        self.drawn.switched.connect(self.drawn_switched)

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self.amounts.set_unit(unit)

    def show_amounts(self, amounts: Sequence[Amount], dq: np.ndarray) -> None:
        """Offer the displacements of these joints; dq (nv,) [rad | m]."""
        self.amounts.set_amounts(amounts)
        self.amounts.show_values(dq.tolist())

    def show_work(self, view: WorkView) -> None:
        """Show the works."""
        self._view = view
        there = bool(len(view.loads))
        self.none.show_text("" if there else self._without_load(view))
        self.table.setVisible(there)
        self.table.show_matrix(view.both if there else None, tuple(view.loads) if there else (),
                               COLUMNS if there else (), units=("J",))  # fmt: skip
        terms = (
            " + τ_bᵀδq" if view.lacks else "",
            (" + Σ FᵀδX" if view.holds else " − Σ FᵀδX") if there else "",
            " − g(q)ᵀδq",
            " + τ_pᵀδq" if view.springs else "",
        )
        self.law.show_lines((f"{'τ_m' if view.springs else 'τ'}ᵀδq{''.join(terms)} = 0",))
        facts = [(name, number_text(work, zero=1e-12), "J") for name, work in view.facts]
        self.facts.show_facts([*facts, (self.tr("Sum"), residual_text(abs(view.total)), "J")])
        self.line.show_text(
            self.tr("Largest difference of FᵀδX to (JᵀF)ᵀδq: {x} J. To first order: δq is no motion, forces stay as they are.")
            .format(x=residual_text(view.gap))
        )  # fmt: skip

    def _without_load(self, view: WorkView) -> str:
        who = self.tr("the motors and what bases lack") if view.lacks else self.tr("the motors")
        against = self.tr("gravity and the springs of joints") if view.springs else self.tr("gravity")
        return self.tr("No load: {who} do work against {against} alone.").format(who=who, against=against)

    def _copied(self) -> ArrayText | None:
        view = self._view
        return None if view is None or not len(view.loads) else ArrayText(view.both, tuple(view.loads), COLUMNS)
