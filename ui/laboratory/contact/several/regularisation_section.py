"""What a regularisation ε does: the forces it picks, its stated bounds, and what changed as measured."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.contact.analysis.several.values import RegularisedForces

from ....controls.buttons.copy_button import CopyButton
from ....controls.fields.fill_slider import FillSlider
from ....displays.fact_list import Fact, FactList
from ....displays.heat_table.heat_table import HeatTable
from ....displays.heat_table.wide_heat_table import WideHeatTable
from ....displays.prose import Prose
from ....displays.row_table.column import Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL
from ....text.number_text import scientific_text
from .values import LimitRow, SeveralContacts

LEAST, LARGEST = -10.0, 1.0  # log10 of ε [1/kg], the ends of its slider


class RegularisationSection(QWidget):
    """`epsilon_chosen` is for the user alone [1/kg]."""

    epsilon_chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._log = LEAST
        self.head = SectionHead(self.tr("Regularisation"), self)
        self.head.show_caption("M + ε 1")
        self.note = Prose(self, role="text_second", px=SMALL)
        self.name = TextLabel(self, px=SMALL, weight=600)
        self.name.show_text("ε")
        self.slider = FillSlider(self.tr("Regularisation ε, by powers of ten"), self)
        self.slider.set_range(0.0, LARGEST - LEAST)
        self.value = TextLabel(self, px=SMALL)
        self.value.setFixedWidth(84)
        self.table = HeatTable(self.tr("Forces with ε and without"), self, precise=True)
        self.head.add_control(CopyButton(self.table.array_text, self, name=self.tr("Copy the forces")))
        self.facts = FactList(self)
        self.limit_head = SectionHead(self.tr("As ε goes to 0"), self)
        self.limit = RowTable(self.tr("The limit of small ε"), (), self, row_height=22)
        line = QHBoxLayout()
        line.setContentsMargins(EDGE, 0, EDGE, 6)
        line.setSpacing(8)
        line.addWidget(self.name)
        line.addWidget(self.slider, 1)
        line.addWidget(self.value)
        self._parts = QWidget(self)
        inside = column_in(self._parts, bottom=12)
        inside.addLayout(line)
        inside.addLayout(inset(WideHeatTable(self.table, self._parts), bottom=4))
        inside.addLayout(inset(self.facts, bottom=4))
        inside.addWidget(self.limit_head)
        inside.addWidget(self.limit)
        column = column_in(self)
        for part in (Divider(self), self.head, padded(self.note, bottom=6), self._parts):
            column.addWidget(part)
        self.slider.moved.connect(self._move)
        self.slider.stepped.connect(lambda by: self._move(min(max(self._log - LEAST + by, 0.0), LARGEST - LEAST)))

    def show_epsilon(self, epsilon: float) -> None:
        """Show which ε is looked at, before its forces are found."""
        self._log = math.log10(epsilon)
        self.slider.show_value(self._log - LEAST)
        self.value.show_text(f"{scientific_text(epsilon, 2)} 1/kg")

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to regularise."""
        self._parts.hide()
        self.head.show_controls(False)
        self.note.show_text(reason)

    def show_forces(self, view: SeveralContacts, found: RegularisedForces) -> None:
        """Show what an ε gives."""
        self._parts.show()
        self.head.show_controls(True)
        letter, rate = ("Λ", "ζ") if view.impulses else ("λ", "ζ̇")
        motion = self.tr("q̇⁺") if view.impulses else "q̈"
        self.note.show_text(
            self.tr(
                "With ε on its diagonal M has an inverse, and one {letter} is picked: {rate} + ε{letter} obeys the law in place "
                "of {rate}. Bounds: {rate} misses its law by ε|{letter}| of a contact; {motion} changes by ½√ε |{letter}| in the "
                "norm √(δᵀ H δ), or by ε|{letter}|/√σ while the same contacts press, σ the least eigenvalue above 0; {rate} by "
                "√Mᵢᵢ times that."
            ).format(rate=rate, letter=letter, motion=motion)
        )
        self.show_epsilon(found.epsilon)
        self.table.show_matrix(
            np.vstack([found.least[:, 2], found.force[:, 2]]), (letter, f"{letter}(ε)"), view.names, units=(view.load_unit,),
            names=view.pairs,
        )  # fmt: skip
        self.facts.show_facts(self._facts(view, found, rate, letter, motion))

    def show_limit(self, view: SeveralContacts, rows: Sequence[LimitRow]) -> None:
        """Show some ε on the way to 0."""
        letter, rate = ("Λ", "ζ") if view.impulses else ("λ", "ζ̇")
        titles = ("ε", f"|{letter}(ε) − {letter}|", f"|δ{rate}|", self.tr("bound"))
        units = ("1/kg", view.load_unit, view.rate_unit, view.rate_unit)

        def column(k: int) -> Column[LimitRow]:
            return Column(titles[k], lambda row: _power(row[k]), 64, 1, units[k], right=True, value=lambda row: row[k])

        self.limit.set_columns([column(k) for k in range(4)])
        self.limit.show_rows(rows)
        last = self.tr("{letter}(ε) tends to the {letter} of least norm")
        self.limit_head.show_caption(last.format(letter=letter))
        self.limit_head.setVisible(bool(rows))

    def _facts(
        self, view: SeveralContacts, found: RegularisedForces, rate: str, letter: str, motion: str
    ) -> list[Fact]:
        length = "kg½ m/s" if view.impulses else "kg½ m/s²"
        least = float(np.fmin(found.energy_bound, found.linear_bound))
        named = {"rate": rate, "letter": letter, "motion": motion}
        return [
            (self.tr("{rate} + ε{letter} misses the law by").format(**named), _power(found.residual), view.rate_unit),
            (self.tr("{rate} misses it by").format(**named),
             self._beside(found.violation, found.violation_bound), view.rate_unit),
            (self.tr("{motion} changes by, √(δᵀ H δ)").format(**named), self._beside(found.energy_change, least), length),
            (self.tr("{rate} changes by").format(**named), self._beside(found.rate_change, found.rate_bound), view.rate_unit),
            (self.tr("{letter}(ε) less {letter}").format(**named), _power(found.force_change), view.load_unit),
        ]  # fmt: skip

    def _beside(self, value: float, limit: float) -> str:
        """What was measured, beside its bound."""
        words = self.tr("{value}, no bound is known") if math.isnan(limit) else self.tr("{value}, bound {bound}")
        return words.format(value=_power(value), bound=_power(limit))

    def _move(self, value: float) -> None:
        epsilon = 10.0 ** (value + LEAST)
        self.show_epsilon(epsilon)
        self.epsilon_chosen.emit(epsilon)


def _power(x: float) -> str:
    return "—" if math.isnan(x) else "0" if x == 0.0 else scientific_text(x, 2)
