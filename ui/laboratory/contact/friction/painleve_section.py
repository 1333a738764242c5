"""Painlevé's paradox at the contact: the coefficient of its normal force while it slides, and the regions over θ and μ."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.contact.analysis.friction.values import Region, region_of
from torseur.sim.texts import marked, tr

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.outline_button import OutlineButton
from ....displays.fact_list import Fact, FactList
from ....displays.folded_section import FoldedSection
from ....displays.formulas.formula_lines import FormulaLines
from ....displays.prose import Prose
from ....displays.section_head import inset, inset_row
from ....look.math_notation import DOT
from ....look.style import SMALL
from ....text.array_text import ArrayText
from ....text.number_text import number_text, quantity_text
from ....text.units import AngleUnit, limit_text
from .painleve_view import WORDS, PainleveView
from .values import PainleveState

ROUNDING = 1e-9  # share of the other terms from which friction counts against them
SAID = {
    Region.PRESSED: marked("exactly one normal force keeps the contact closed"),
    Region.LEAVES: marked("the contact opens, and no other motion fulfils the law"),
    Region.INCONSISTENT: marked(
        "no finite force fulfils Coulomb's law: friction drives the point in faster than the normal force lifts it. An impulse "
        "has to stop the slip, an impact without a collision"
    ),
    Region.INDETERMINATE: marked("two motions fulfil the law: the contact opens, or is pressed"),
}


class PainleveSection(FoldedSection):
    """`show_*` is for the program and silent. Another μ than the contact's is the user's, and stays until it is given back."""

    mu_chosen = Signal(object)  # float, or None: that of the contact

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.head.show_title(self.tr("Painlevé's regions"))
        self._state: PainleveState | None = None
        self._mu: float | None = None
        self._unit: AngleUnit = "deg"
        self.head.add_control(CopyButton(self.to_copy, self, name=self.tr("Copy the coefficients of the map")))
        sentence = Prose(self.body, role="text_second", px=SMALL)
        sentence.show_text(
            self.tr(
                "While it slides along s, friction is −μ λ s, and the normal decides: one motion where the coefficient of λ is "
                "positive; where it is negative none, or two, by the sign of d. Drag up or down for another μ."
            )
        )
        self.absent = Prose(self.body, role="text_second", px=SMALL, icon="info")
        self.formula = FormulaLines(self.body)
        self.formula.show_text(
            f"ζ{DOT} = (W_{{nn}} − μ W_{{nt}}·s) λ + d\n(1 + κ cos²θ − μ κ sin θ cos θ) / m = W_{{nn}} − μ W_{{nt}}·s"
        )
        self.map = PainleveView(self.body)
        self.map.mu_moved.connect(self._move)
        self.facts = FactList(self.body)
        self.verdict = Prose(self.body, weight=600, px=SMALL)
        self.about = Prose(self.body, role="text_hint", px=SMALL)
        self.back = OutlineButton(self.tr("The contact's own μ"), parent=self.body)
        self.back.clicked.connect(self._give_back)
        self.column.addLayout(inset(sentence, bottom=8))
        self.column.addLayout(inset(self.absent, bottom=8))
        self.column.addLayout(inset(self.formula, bottom=8))
        self.column.addLayout(inset(self.map, bottom=4))
        self.column.addLayout(inset(self.verdict, bottom=4))
        self.column.addLayout(inset(self.facts, bottom=4))
        self.column.addLayout(inset_row(self.back))
        self.column.addLayout(inset(self.about))
        self.show_absent("")

    def show_absent(self, reason: str) -> None:
        """Say why there is no map; empty: there is, or will be."""
        self.absent.show_text(reason)
        there = not reason and self._state is not None
        for part in (self.map, self.facts):
            part.setVisible(there)
        self.back.setVisible(there and self._mu is not None)
        if not there:
            self.verdict.show_text("")
            self.about.show_text("")
            self.head.show_note("")

    def show_map(self, state: PainleveState, unit: AngleUnit) -> None:
        """Show the regions of a contact."""
        self._state, self._unit = state, unit
        self.show_absent("")
        self.map.show_map(state.found)
        self._show()

    def to_copy(self) -> ArrayText | None:
        """The coefficient: an angle a row, a μ a column."""
        if self._state is None:
            return None
        found = self._state.found
        rows = [f"θ {math.degrees(theta):.3g}°" for theta in found.angle.tolist()]
        return ArrayText(np.asarray(found.coefficient), rows, [f"μ {mu:.3g}" for mu in found.mu.tolist()])

    def _show(self) -> None:
        assert self._state is not None
        found = self._state.found
        theta, own = found.present
        along, kappa = found.inertia
        mu = own if self._mu is None else self._mu
        c, s = math.cos(theta), math.sin(theta)
        coefficient = along * (1.0 + kappa * c * c - mu * kappa * s * c)
        region = region_of(coefficient, found.present_drift)
        self.map.show_mu(self._mu)
        self.back.setVisible(self._mu is not None)
        self.head.show_note(
            tr(WORDS[region]), "warning" if region in (Region.INCONSISTENT, Region.INDETERMINATE) else ""
        )
        at = f"μ = {number_text(mu)}"
        self.verdict.show_text(tr("{head}: {title}", head=at, title=tr(SAID[region])) + ".")
        facts: list[Fact] = [
            ("θ", limit_text(theta, True, self._unit), ""),
            ("μ", number_text(mu) + ("" if self._mu is None else tr(" (here {number})", number=number_text(own))), ""),
            ("W_{nn} − μ W_{nt}·s", number_text(coefficient), "1/kg"),
            ("d", number_text(found.present_drift), "m/s²"),
            (self.tr("at this θ it is 0"), _turning(mu_of_zero(kappa, theta)), ""),
            (self.tr("at any θ it is positive for μ below"), _finite(found.least_mu), ""),
            ("κ,  1/m", f"{number_text(kappa, zero=1e-9)},  {quantity_text(along, '1/kg')}", ""),
        ]
        self.facts.show_facts(facts)
        self.about.show_text(self._state.about)

    def _move(self, mu: float) -> None:
        self._mu = mu
        self._show()
        self.mu_chosen.emit(mu)

    def _give_back(self) -> None:
        self._mu = None
        self._show()
        self.mu_chosen.emit(None)


def mu_of_zero(kappa: float, theta: float) -> float:
    """The μ at which 1 + κ cos²θ - μ κ sin θ cos θ is 0; infinite where there is none, as where rounding alone makes one."""
    c, s = math.cos(theta), math.sin(theta)
    turn = kappa * s * c
    return (1.0 + kappa * c * c) / turn if turn > ROUNDING * (1.0 + kappa) else math.inf


def _turning(mu: float) -> str:
    return tr("for μ {number}", number=number_text(mu)) if math.isfinite(mu) else tr("at no μ")


def _finite(mu: float) -> str:
    return number_text(mu) if math.isfinite(mu) else tr("all")
