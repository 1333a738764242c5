"""The conditions of Karush, Kuhn and Tucker, contact by contact, and why they are the law of contact."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....displays.fact_list import Fact, FactList
from ....displays.formulas.formula_lines import FormulaLines
from ....displays.prose import Prose
from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import SectionHead, column_in, inset
from ....look.math_notation import plain_math, written
from ....look.style import SMALL
from ....text.number_text import number_text, residual_text
from .values import ProgrammeView

MOST_ROWS = 8  # in sight; more scroll
MOST_TERMS = 4  # of M λ that are written out
ROUNDING = 1e-10  # share of d that is none


class ConditionRow(NamedTuple):
    """One contact."""

    name: str
    force: float
    dual: float
    product: float
    stationarity: float
    natural_map: float


class ConditionsSection(QWidget):
    """`show_*` is for the program and silent; `contact_chosen` is the user's."""

    contact_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: ProgrammeView | None = None
        self._selected = -1
        self.head = SectionHead(self.tr("KKT conditions"), self)
        self.why = FormulaLines(self)
        self.table = RowTable(self.tr("Conditions, contact by contact"), (), self, row_height=22, most=MOST_ROWS)
        self.table.row_selected.connect(self.contact_chosen)
        self.facts = FactList(self)
        self.text = Prose(self, role="text_second", px=SMALL)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.why))
        column.addWidget(self.table)
        column.addSpacing(6)
        column.addLayout(inset(self.facts, bottom=6))
        column.addLayout(inset(self.text))

    def show_conditions(self, view: ProgrammeView) -> None:
        """Show the numbers of an instant."""
        before, self._view = self._view, view
        if before is None or (before.level, before.programme.law) != (view.level, view.programme.law):
            self.table.set_columns(self._columns(view))
        found = view.optimality
        columns = (found.force[:, 2], found.dual, found.product, found.stationarity, found.natural_map)
        self.table.show_rows(
            [ConditionRow(name, *map(float, row)) for name, *row in zip(view.names, *columns, strict=True)]
        )
        self.table.show_selected(self._selected)
        self.facts.show_facts(self._facts(view))
        self._show_why()

    def show_selected(self, contact: int) -> None:
        """Let one contact stand out, and write out its row; -1: none does."""
        self._selected = contact
        self.table.show_selected(contact)
        self._show_why()

    def _columns(self, view: ProgrammeView) -> list[Column[ConditionRow]]:
        words, plain = view.words, view.programme.law == "frictionless"
        rate = words.rate if plain else "û_n − μ‖u_t‖"
        product = f"{words.force} {words.rate}" if plain else "r·û"
        error = f"M{words.force}+d−{words.rate}"
        columns = [
            Column("", lambda row: Cell(row.name, "text_second"), 30, math=True, accented=True),
            Column(
                words.force,
                _number("force"),
                48,
                share=1,
                unit=words.force_unit,
                right=True,
                math=True,
                value=lambda r: r.force,
            ),
            Column(
                rate, _number("dual"), 48, share=1, unit=words.rate_unit, right=True, math=True, value=lambda r: r.dual
            ),
            Column(
                product,
                _error("product"),
                40,
                share=1,
                unit=words.objective_unit,
                right=True,
                math=True,
                value=lambda r: r.product,
                about=self.tr("Complementarity: zero at the minimum"),
            ),
            Column(
                self.tr("map"),
                _error("natural_map"),
                38,
                share=1,
                unit=words.rate_unit,
                right=True,
                value=lambda r: r.natural_map,
                about=self.tr("Natural map: how far the contact is from its law"),
            ),
        ]
        if plain:
            columns.insert(
                4,
                Column(
                    error,
                    _error("stationarity"),
                    58,
                    share=1,
                    unit=words.rate_unit,
                    right=True,
                    math=True,
                    value=lambda r: r.stationarity,
                    about=self.tr("Stationarity: the gradient less the separation of the motion H⁻¹Tλ"),
                ),
            )
        return columns

    def _facts(self, view: ProgrammeView) -> list[Fact]:
        found, words = view.optimality, view.words
        plain = view.programme.law == "frictionless"
        first = (f"min {words.force}", f"min {words.rate}") if plain else ("min (μ r_n − ‖r_t‖)", "min (û_n − μ ‖u_t‖)")
        total = f"|Σ {words.force} {words.rate}|" if plain else "|Σ r·û|"
        return [
            (first[0], number_text(float(found.inside.min()), zero=0.0), words.force_unit),
            (first[1], number_text(float(found.dual.min()), zero=ROUNDING * max(map(abs, view.d))), words.rate_unit),
            (total, residual_text(abs(float(found.product.sum()))), words.objective_unit),
            (self.tr("largest of the natural map"), residual_text(float(found.natural_map.max())), words.rate_unit),
        ]

    def _show_why(self) -> None:
        """The Lagrange function, its gradient, and the row of one contact with its numbers."""
        view = self._view
        if view is None:
            return
        f, rate = view.words.force, view.words.rate
        if view.programme.law != "frictionless":
            self.why.show_text("min ½ rᵀ W r + rᵀ ŵ,   r ∈ K\nr ∈ K,   û = W r + ŵ ∈ K*,   r · û = 0")
            self.text.show_text(
                self.tr(
                    "With friction r lies in its cone, ‖rₜ‖ ≤ μ rₙ, and û in the dual one, ûₙ ≥ μ ‖uₜ‖. Under Coulomb's law ŵ "
                    "contains μ ‖uₜ‖ of the slip that the solution has: its forces minimise this programme, but the "
                    "slip is known only once they are. The convex relaxation leaves that out, and what slides lifts. "
                    "The programme of the motion and the active set are shown for “No friction”."
                )
            )
            return
        contact = self._selected if 0 <= self._selected < len(view.names) else 0
        lines = [f"L = ½ {f}ᵀ M {f} + {f}ᵀ d − νᵀ {f},   ν ≥ 0", f"∂L/∂{f} = 0:   ν = M {f} + d = {rate}"]
        self.why.show_text("\n".join([*lines, *self._rows(view, contact)]))
        pushes = float(view.optimality.force[contact, 2]) > 0.0
        case = (
            self.tr("{contact} pushes, {f} > 0: the slope there is zero, {rate} = 0, it stays closed.")
            if pushes
            else self.tr(
                "{contact} does not push, {f} = 0: pushing would only cost, {rate} ≥ 0, it opens or just touches."
            )
        )
        self.text.show_text(
            self.tr(
                "Why a quadratic programme? The multiplier ν of {f} ≥ 0 is the separation {rate} itself, so the conditions "
                "of the minimum, {f} ≥ 0, ν ≥ 0, ν {f} = 0, are those of contact, word for word; and M = TᵀH⁻¹T makes the "
                "objective convex, so that every solution of the one is a solution of the other."
            ).format(f=f, rate=plain_math(rate))
            + " "
            + case.format(contact=written(view.names[contact]), f=f, rate=plain_math(rate))
        )

    def _rows(self, view: ProgrammeView, contact: int) -> list[str]:
        """Return ν = M λ + d of one contact in numbers, term by term where they are few."""
        index = plain_math(view.names[contact]).removeprefix("c")
        f, force, row = view.words.force, view.optimality.force[:, 2], view.M[contact]
        whole, d = sum(m * float(x) for m, x in zip(row, force, strict=True)), view.d[contact]
        nu = number_text(float(view.optimality.gradient[contact]), zero=ROUNDING * max(1.0, abs(d)))
        terms = ""
        if len(row) <= MOST_TERMS:
            for k, (m, x) in enumerate(zip(row, force, strict=True)):
                sign = ("−" if m < 0.0 else "") if k == 0 else " − " if m < 0.0 else " + "
                terms += f"{sign}{number_text(abs(m), 3)}·{number_text(float(x), 3)}"
            terms += " = "
        return [
            f"(M {f})_{{{index}}} = {terms}{number_text(whole)}",
            f"ν_{{{index}}} = (M {f} + d)_{{{index}}} = {number_text(whole)} {'−' if d < 0.0 else '+'} {number_text(abs(d))} "
            f"= {nu} {view.words.rate_unit}",
        ]


def _number(field: str) -> Callable[[ConditionRow], str]:
    return lambda row: number_text(getattr(row, field), zero=1e-11)


def _error(field: str) -> Callable[[ConditionRow], str]:
    return lambda row: residual_text(abs(getattr(row, field)))
