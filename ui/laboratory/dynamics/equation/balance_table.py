"""The equation of motion joint by joint, for a motion or of a recorded step; and accelerations found in two ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.multibody.dynamics.values import EquationOfMotion
from torseur.sim.texts import tr

from ....look.math_notation import DDOT, DOT
from ....text.number_text import number_text, residual_text
from ....text.units import AngleUnit, to_display_unit
from ..values import Coordinate, JointTerm, motion_unit
from .terms_table import TermsTable
from .values import RecordedStep

INERTIAL, CORIOLIS = f"H q{DDOT}", f"C q{DOT}"


class BalanceTable(TermsTable):
    """H q̈, C q̇, g and τ of each joint, what the environment does, and of what τ is the sum where joints give some of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("The equation joint by joint"), parent)

    def show_equation(self, found: EquationOfMotion, coordinates: Sequence[Coordinate]) -> None:
        """Show the terms at one state: those that are not 0 everywhere."""
        loads = JointTerm("JᵀF", found.external)
        terms, absent = _terms(found, loads, found.passive, found.motors)
        words = self.tr("{joint}: H q̈ + C q̇ + g − JᵀF = {sum}, τ = {tau}, less {residual} {unit}")
        numbers = zip(coordinates, found.sum.tolist(), found.tau.tolist(), found.residual.tolist(), strict=True)
        tips = [
            words.format(joint=one.full, sum=number_text(total, 9), tau=number_text(tau, 9),
                         residual=residual_text(left), unit=one.torque_unit)
            for one, total, tau, left in numbers
        ]  # fmt: skip
        also = [*absent, JointTerm(tr("residual"), found.residual)]
        self.show_terms(terms, coordinates, [one.torque_unit for one in coordinates], tips, also)


class RecordedTable(TermsTable):
    """The same of a step as it was solved, with Tλ of the contacts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("The recorded step joint by joint"), parent)

    def show_step(self, step: RecordedStep, coordinates: Sequence[Coordinate]) -> None:
        """Show the terms of a step: passive torques and those of contacts where there are any."""
        terms, absent = _terms(step, JointTerm("Tλ", step.contact), step.passive, step.motors)
        words = self.tr("{joint}: H q̈ + C q̇ + g − τ − Tλ = {residual} {unit}")
        tips = [
            words.format(joint=one.full, residual=residual_text(left), unit=one.torque_unit)
            for one, left in zip(coordinates, step.residual.tolist(), strict=True)
        ]
        also = [*absent, JointTerm(tr("residual"), step.residual)]
        self.show_terms(terms, coordinates, [one.torque_unit for one in coordinates], tips, also)


def _terms(
    found: EquationOfMotion | RecordedStep, loads: JointTerm, passive: np.ndarray, motors: np.ndarray
) -> tuple[list[JointTerm], list[JointTerm]]:
    """H q̈, C q̇, g, loads, τ and its parts; and those that are copied alone: 0 everywhere, or beside loads τ_p = τ - τ_m."""
    terms = [
        JointTerm(INERTIAL, found.inertial), JointTerm(CORIOLIS, found.coriolis), JointTerm("g", found.gravity),
        loads, JointTerm("τ", found.tau), JointTerm("τ_p", passive), JointTerm("τ_m", motors),
    ]  # fmt: skip
    loaded, gives = bool(np.any(loads.values)), bool(np.any(passive))
    there = {3: loaded, 5: gives and not loaded, 6: gives}  # there is no room for seven
    absent = [terms[k] for k, is_there in there.items() if not is_there]
    return [term for term in terms if term not in absent], absent


WEIGHT = 10.0  # [rad/s² | m/s²] as gravity may make, and forces at rest take away again


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
        self.show_terms(terms, coordinates, shown, copied_units=copied, factor=factor, beside=(WEIGHT * per_turn,))
