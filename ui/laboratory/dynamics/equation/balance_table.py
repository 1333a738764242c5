"""The equation of motion joint by joint, for a motion or of a recorded step; and accelerations found in two ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.multibody.dynamics.values import EquationOfMotion

from ....look.paint_text import DDOT, DOT
from ....text.number_text import number_text, residual_text
from ....text.units import AngleUnit, to_display_unit
from ..values import Coordinate, motion_unit
from .terms_table import JointTerm, TermsTable
from .values import RecordedStep

INERTIAL, CORIOLIS = f"H q{DDOT}", f"C q{DOT}"


class BalanceTable(TermsTable):
    """H q̈, C q̇, g and τ of each joint, what the environment does, and what joints give by themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("The equation joint by joint"), parent)

    def show_equation(self, found: EquationOfMotion, coordinates: Sequence[Coordinate]) -> None:
        """Show the terms at one state: those that are not 0 everywhere."""
        loads, passive = JointTerm("JᵀF", found.external), JointTerm("τ_p", found.passive)
        absent = [term for term in (loads, passive) if not np.any(term.values)]
        terms = [
            JointTerm(INERTIAL, found.inertial), JointTerm(CORIOLIS, found.coriolis), JointTerm("g", found.gravity),
            *(term for term in (loads, passive) if term not in absent), JointTerm("τ", found.motors),
        ]  # fmt: skip
        words = self.tr("{joint}: H q̈ + C q̇ + g − JᵀF = {sum}, τ + τ_p = {tau}, less {residual} {unit}")
        numbers = zip(coordinates, found.sum.tolist(), found.tau.tolist(), found.residual.tolist(), strict=True)
        tips = [
            words.format(joint=one.full, sum=number_text(total, 9), tau=number_text(tau, 9),
                         residual=residual_text(left), unit=one.torque_unit)
            for one, total, tau, left in numbers
        ]  # fmt: skip
        also = [*absent, JointTerm("residual", found.residual)]
        self.show_terms(terms, coordinates, [one.torque_unit for one in coordinates], tips, also)


class RecordedTable(TermsTable):
    """The same of a step as it was solved, with Tλ of the contacts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("The recorded step joint by joint"), parent)

    def show_step(self, step: RecordedStep, coordinates: Sequence[Coordinate]) -> None:
        """Show the terms of a step: passive torques and those of contacts where there are any."""
        passive, contact = JointTerm("τ_p", step.passive), JointTerm("Tλ", step.contact)
        absent = [term for term in (passive, contact) if not np.any(term.values)]
        terms = [
            JointTerm(INERTIAL, step.inertial), JointTerm(CORIOLIS, step.coriolis), JointTerm("g", step.gravity),
            *(term for term in (passive, contact) if term not in absent), JointTerm("τ", step.tau),
        ]  # fmt: skip
        words = self.tr("{joint}: H q̈ + C q̇ + g − τ − τ_p − Tλ = {residual} {unit}")
        tips = [
            words.format(joint=one.full, residual=residual_text(left), unit=one.torque_unit)
            for one, left in zip(coordinates, step.residual.tolist(), strict=True)
        ]
        also = [*absent, JointTerm("residual", step.residual)]
        self.show_terms(terms, coordinates, [one.torque_unit for one in coordinates], tips, also)


class AccelerationTable(TermsTable):
    """q̈ as it was given, as forward dynamics gives it back, as H⁻¹ does, and how far these two are apart."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Accelerations in two ways"), parent)

    def show_accelerations(
        self, found: EquationOfMotion, coordinates: Sequence[Coordinate], unit: AngleUnit, method: str
    ) -> None:
        """Show the accelerations at one state in a unit of angles; `method` is what forward dynamics went by."""
        per_turn = to_display_unit(1.0, True, unit)
        factor = np.array([per_turn if one.turns else 1.0 for one in coordinates])
        columns = (
            (f"q{DDOT}", found.a), (method, found.by_bodies), ("H⁻¹", found.by_inverse),
            (self.tr("apart"), found.by_bodies - found.by_inverse),
        )  # fmt: skip
        terms = [JointTerm(symbol, values, k == 3) for k, (symbol, values) in enumerate(columns)]
        shown, copied = ([motion_unit(one.turns, of, "a") for one in coordinates] for of in (unit, "rad"))
        self.show_terms(terms, coordinates, shown, copied_units=copied, factor=factor)
