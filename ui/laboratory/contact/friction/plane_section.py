"""Friction of one contact as it was solved: the section of the cone at its load, and b = D d in numbers."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.texts import tr

from ....controls.buttons.copy_button import CopyButton
from ....controls.fields.fill_slider import FillSlider
from ....displays.fact_list import Fact, FactList
from ....displays.formulas.formula_lines import FormulaLines
from ....displays.prose import Prose
from ....displays.section_head import SectionHead, column_in, inset
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL
from ....text.array_text import ArrayText
from ....text.number_text import listed, number_text, quantity_text
from ....text.units import AngleUnit, limit_text
from .friction_plane import FrictionPlane, PlaneArrow
from .values import PlaneView, law_title

LEAST_FACETS, MOST_FACETS = 4, 32
STILL = 1e-9  # [m/s | m/s²]: what the tolerances of solvers leave of no slip
MOST_WEIGHTS = 8  # written one by one


class PlaneSection(QWidget):
    """`show_*` is for the program and silent; `facets_chosen` is the user's."""

    facets_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: PlaneView | None = None
        self._unit: AngleUnit = "deg"
        self.head = SectionHead(self.tr("In the plane of the contact"), self)
        self.head.add_control(CopyButton(self.to_copy, self, name=self.tr("Copy D and d")))
        self.sentence = Prose(self, role="text_second", px=SMALL)
        self.sentence.show_text(
            self.tr(
                "Friction b lies in a disc of radius μ n: the section of the cone at the normal force n. A pyramid has a "
                "polygon instead, that a programme with straight constraints can hold b in. Slip goes against b."
            )
        )
        self.formula = FormulaLines(self)
        self.facets = FillSlider(self.tr("Facets of the pyramid"), self)
        self.facets.set_range(LEAST_FACETS, MOST_FACETS)
        self.facets.moved.connect(self._choose_facets)
        self.facets.stepped.connect(lambda by: self._step_facets(1 if by > 0 else -1))
        self._count = TextLabel(self, px=SMALL, weight=600)
        self._count.setMinimumWidth(66)
        word = TextLabel(self, role="text_second", px=SMALL)
        word.show_text(self.tr("Facets"))
        self.plane = FrictionPlane(self.tr("Section of the friction cone at the normal force"), self)
        self.facts = FactList(self)
        self.weights = Prose(self, role="text_hint", px=SMALL)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 4)
        row.setSpacing(10)
        row.addWidget(word)
        row.addWidget(self.facets, 1)
        row.addWidget(self._count, 0, Qt.AlignmentFlag.AlignRight)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.sentence, bottom=8))
        column.addLayout(inset(self.formula, bottom=8))
        column.addLayout(row)
        column.addLayout(inset(self.plane, bottom=6))
        column.addLayout(inset(self.facts, bottom=4))
        column.addLayout(inset(self.weights))

    @property
    def number(self) -> int:
        """How many facets are shown."""
        return round(self.facets.value)

    def show_facets(self, facets: int) -> None:
        """Show the number of facets."""
        self.facets.show_value(facets)
        self._count.show_text(self.tr("{n} facets").format(n=facets))

    def show_plane(self, view: PlaneView, unit: AngleUnit) -> None:
        """Show a contact."""
        self._view, self._unit = view, unit
        section = view.section
        self.head.show_caption(view.name)
        rubs = view.law != "frictionless"
        self.head.show_note(self.tr("solved: {law}").format(law=law_title(view.law, view.facets)) if rubs else "")
        columns = "[I  −I]" if section.facets == LEAST_FACETS else "D"
        self.formula.show_text(f"|b| ≤ μ n\nb = {columns} d,   d ≥ 0,   e^T d ≤ μ n".replace("e^T", "eᵀ"))
        parts = (section.directions * section.weights).T
        arrow = PlaneArrow("b", section.friction, section.slip, Qt.PenStyle.SolidLine)
        arrows = (arrow,) if section.size > 0.0 or np.any(np.abs(section.slip) > STILL) else ()
        self.plane.show_plane(section.limit, section.corners, arrows, view.unit, view.slip_unit, parts)
        self.plane.setVisible(section.limit > 0.0)
        self.facts.show_facts(self._facts())
        self.weights.show_text(self._weights())

    def to_copy(self) -> ArrayText | None:
        """D, and below it d."""
        if self._view is None:
            return None
        section = self._view.section
        return ArrayText(np.vstack([section.directions, section.weights]), ["D 1", "D 2", "d"])

    def _facts(self) -> list[Fact]:
        assert self._view is not None
        section, unit = self._view.section, self._view.unit
        zero = 1e-9 * max(section.load, 1.0)

        def plus(x: float) -> str:
            return number_text(x, zero=zero)

        facts: list[Fact] = [
            ("n,  μ", f"{quantity_text(section.load, unit)},  {number_text(section.mu)}", ""),
            ("b = (b_1, b_2)", f"({plus(section.friction[0])}, {plus(section.friction[1])})", unit),
            ("|b| ≤ μ n", f"{plus(section.size)} ≤ {plus(section.limit)}", unit),
            (tr("margin μ n − |b|"), plus(section.margin), unit),
            ("eᵀd ≤ μ n", f"{plus(float(section.weights.sum()))} {self._sign()} {plus(section.limit)}", unit),
            (tr("margin μ n − eᵀd"), plus(section.pyramid_margin), unit),
        ]
        if np.any(np.abs(section.slip) > STILL):
            text = f"({number_text(section.slip[0], zero=STILL)}, {number_text(section.slip[1], zero=STILL)})"
            name = self.tr("slip") if self._view.slip_unit else self.tr("slip, direction")
            facts.append((name, text, self._view.slip_unit))
            if (angle := section.angle_to_slip) is not None:
                text = limit_text(angle if angle > 1e-9 else 0.0, True, self._unit)
                facts.append((self.tr("angle between b and −slip"), text, ""))
        else:
            facts.append((self.tr("slip"), self.tr("none: it sticks") if section.load > 0.0 else tr("none"), ""))
        return facts

    def _sign(self) -> str:
        assert self._view is not None
        section = self._view.section
        return "≤" if section.pyramid_margin >= -1e-9 * max(section.limit, 1e-300) else ">"

    def _weights(self) -> str:
        assert self._view is not None
        section = self._view.section
        zero = 1e-9 * max(section.load, 1.0)
        used = [(k, x) for k, x in enumerate(section.weights.tolist()) if x > zero]
        if section.facets <= MOST_WEIGHTS:
            d = "(" + listed(number_text(x, zero=zero) for x in section.weights.tolist()) + f") {self._view.unit}"
        else:
            step = 360.0 / section.facets
            terms = (self.tr("{x} at {angle}°").format(x=number_text(x), angle=number_text(k * step)) for k, x in used)
            d = ", ".join(terms) or "0"
        text = self.tr("d = {d}: of all d ≥ 0 with this b the one of least sum.").format(d=d)
        if self._sign() == ">":
            text += " " + self.tr(
                "The pyramid would not allow this b, the cone does: this contact was not solved with that pyramid."
            )
        return text

    def _choose_facets(self, value: float) -> None:
        facets = 2 * round(value / 2.0)
        if facets != self.number:
            self.facets_chosen.emit(facets)

    def _step_facets(self, by: int) -> None:
        facets = min(max(self.number + 2 * by, LEAST_FACETS), MOST_FACETS)
        if facets != self.number:
            self.facets_chosen.emit(facets)
