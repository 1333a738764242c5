"""The page Equation: the equation H q̈ + C q̇ + g = τ in numbers, and what must hold of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.multibody.dynamics.values import EquationOfMotion

from ....controls.buttons.copy_button import CopyButton
from ....displays.fact_list import FactList
from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset
from ....look.style import EDGE, SMALL
from ....text.array_text import ArrayText
from ....text.number_text import number_text, residual_text, zero_beside
from ....text.sentences import sentence
from ....text.units import AngleUnit, of_both_kinds, to_display_unit
from ..values import Coordinate, motion_unit
from .balance_table import AccelerationTable, BalanceTable
from .dynamics_matrices import DynamicsMatrices
from .recorded_section import RecordedSection
from .values import PARTS

_SHOWS = 1e-6  # share of the largest acceleration from which rounding is told of
_PART = 0.05  # share of a motion's largest number from which another is told


class EquationPage(PanelColumn):
    """`show_*` are for the program and silent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self.balance = BalanceTable(self)
        self.residual = FactList(self)
        self.recorded = RecordedSection(self)
        self.matrices = DynamicsMatrices(self)
        self.accelerations = AccelerationTable(self)
        self.status = Prose(self, role="text_second", px=SMALL, icon="info")
        self.apart = FactList(self)
        self.energy = FactList(self)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self._numbers = QWidget(self)
        self._arrange()

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._numbers.setVisible(not reason)

    def show_equation(
        self,
        equation: EquationOfMotion,
        coordinates: Sequence[Coordinate],
        unit: AngleUnit,
        method: str,
        column: int = 0,
        touches: bool = False,
    ) -> None:
        """Show the equation at one state, angles in a unit; `method` is what forward dynamics went by.

        column  : of H, that is looked at
        touches : something of the scene may be touched, of which the equation knows nothing
        """
        slides = [not one.turns for one in coordinates]
        self.balance.show_equation(equation, coordinates)
        left = of_both_kinds(equation.residual.tolist(), slides, "N·m", "N")
        loaded, passive = bool(np.any(equation.external)), bool(np.any(equation.passive))
        self.residual.show_facts([(self.tr("Largest |left − right side|"), *left)])
        tail = (" + Σ JᵀF" if loaded else "") + (PARTS if passive else "")
        self.balance_head.show_title("H q̈ + C q̇ + g = τ" + tail)
        told = self.tr("τ is what this motion takes through the joints, as on the page Algorithm.") + (
            self.tr(" τₘ is what the motors must give, τₚ = −(d q̇ + f sign q̇ + k (q − qₛ)) what damping, dry friction and "
                    "springs of the joints give.")
            if passive else self.tr(" Nothing of it is damping, dry friction or springs: the motors give all.")
        )  # fmt: skip
        contacts = self.tr(" Contacts are not in it: this is the robot that touches nothing.") if touches else ""
        self.note.show_text(told + contacts)
        self.matrices.show_equation(equation, coordinates, column)
        self.status.show_text(sentence(equation.status) if equation.status else "")
        self.accelerations.setVisible(not equation.status)
        self.apart.setVisible(not equation.status)
        if not equation.status:
            self.accelerations.show_accelerations(equation, coordinates, unit, method)
            facts = (
                (self.tr("Apart, at most"), equation.by_bodies - equation.by_inverse),
                (self.tr("{method} less q̈, at most").format(method=method), equation.by_bodies - equation.a),
            )
            per_turn = np.where(slides, 1.0, to_display_unit(1.0, True, unit))
            turning = motion_unit(True, unit, "a")
            self.apart.show_facts([
                *((words, *of_both_kinds((per_turn * x).tolist(), slides, turning, "m/s²")) for words, x in facts),
                (self.tr("Condition of H, which makes rounding larger"), number_text(equation.condition, 3), ""),
                (self.tr("Rounding, at most"),
                 *of_both_kinds((per_turn * equation.rounding).tolist(), slides, turning, "m/s²")),
            ])  # fmt: skip
            self.status.show_text(self._doubt(equation, coordinates))
        self._show_energy(equation)

    def _doubt(self, equation: EquationOfMotion, coordinates: Sequence[Coordinate]) -> str:
        """Which motion moves almost no inertia, where rounding shows for that in the digits of accelerations; else empty."""
        largest = float(np.abs(equation.a).max(initial=1.0))
        if float(equation.rounding.max(initial=0.0)) < _SHOWS * largest:
            return ""
        parts = [
            (x, one.name) for x, one in zip(equation.lightest.tolist(), coordinates, strict=True) if abs(x) > _PART
        ]
        told = ", ".join(f"{number_text(x, 2)} × {name}" for x, name in sorted(parts, key=lambda part: -abs(part[0])))
        return self.tr(
            "Digits of accelerations are lost to rounding: the motion {motion} moves almost no inertia here, "
            "and H has almost no inverse."
        ).format(motion=told)

    def _show_energy(self, found: EquationOfMotion) -> None:
        by_matrix = 0.5 * float(found.v @ found.H @ found.v)
        rates = found.kinetic_rate, found.potential_rate
        zero = zero_beside(rates)
        self.energy.show_facts([
            (self.tr("Kinetic energy, ½ Σ ξᵀ I ξ over bodies"), number_text(found.kinetic), "J"),
            (self.tr("… less ½ q̇ᵀ H q̇"), residual_text(found.kinetic - by_matrix), "J"),
            (self.tr("Potential energy, of gravity"), number_text(found.potential), "J"),
            (self.tr("Power of the motors, τ_mᵀ q̇"), number_text(found.power - found.passive_power, zero=zero), "W"),
            *([(self.tr("Power of the joints by themselves, τ_pᵀ q̇"), number_text(found.passive_power, zero=zero), "W")]
              if np.any(found.passive) else []),
            *([(self.tr("Power of the environment, (Σ JᵀF)ᵀ q̇"), number_text(found.external_power, zero=zero), "W")]
              if np.any(found.external) else []),
            (self.tr("Rate of the kinetic energy, q̇ᵀH q̈ + ½ q̇ᵀḢ q̇"), number_text(rates[0], zero=zero), "W"),
            (self.tr("Rate of the potential energy, gᵀ q̇"), number_text(rates[1], zero=zero), "W"),
            (self.tr("All power less both rates"), residual_text(found.power + found.external_power - sum(rates)), "W"),
        ])  # fmt: skip

    def _arrange(self) -> None:
        inside = column_in(self._numbers)
        head = self.balance_head = self._head("H q̈ + C q̇ + g = τ", self.balance.to_copy, self.tr("Copy the equation"))
        inside.addWidget(Divider(self))
        inside.addWidget(head)
        inside.addWidget(self.balance)
        inside.addLayout(inset(self.residual, bottom=4))
        inside.addLayout(inset(self.note))
        inside.addWidget(self.recorded)
        inside.addWidget(Divider(self))
        inside.addWidget(self.matrices)
        inside.addWidget(Divider(self))
        inside.addWidget(
            self._head(self.tr("Forward dynamics"), self.accelerations.to_copy, self.tr("Copy the accelerations"))
        )
        inside.addLayout(inset(self.status, bottom=4))
        inside.addWidget(self.accelerations)
        inside.addLayout(inset(self.apart))
        inside.addWidget(Divider(self))
        inside.addWidget(SectionHead(self.tr("Energy and power"), self))
        inside.addLayout(inset(self.energy))
        column = column_in(self)
        for part in (self.absent, self._numbers):
            column.addWidget(part)
        column.addStretch(1)

    def _head(self, title: str, source: Callable[[], ArrayText | None], name: str) -> SectionHead:
        head = SectionHead(title, self)
        head.add_control(CopyButton(source, self, name=name))
        return head
