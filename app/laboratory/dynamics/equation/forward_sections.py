"""Accelerations found in two ways, and energy with its power."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DDOT
from torseur.ui.sheet.blocks import Facts, Heading, Paragraph, Section, section
from torseur.ui.text.number_text import number_text, residual_text, zero_beside
from torseur.ui.text.sentences import sentence
from torseur.ui.text.units import AngleUnit, of_both_kinds, to_display_unit

from ...motion.coordinates import Coordinate, JointTerm, motion_unit
from ...motion.joint_terms import terms_table

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import EquationOfMotion

ACCELERATIONS = Heading("accelerations", marked("Forward dynamics"))
ENERGY = Heading("energy", marked("Energy and power"))
WEIGHT = 10.0  # [rad/s² | m/s²] as gravity may make, and forces at rest take away again
SHOWS = 1e-6  # share of the largest acceleration from which rounding is told of
PART = 0.05  # share of a motion's largest number from which another is told


def acceleration_section(found: EquationOfMotion, of: Sequence[Coordinate], unit: AngleUnit, method: str) -> Section:
    """q̈ as it was given, as forward dynamics by a `method` gives it back, as H⁻¹ does, and how far these two are apart."""
    if found.status:
        return section(ACCELERATIONS, Paragraph("status", sentence(found.status), role="text_second", icon="info"))
    per_turn, apart = to_display_unit(1.0, True, unit), found.by_bodies - found.by_inverse
    factor, slides = np.array([per_turn if one.turns else 1.0 for one in of]), [not one.turns for one in of]
    terms = (
        JointTerm(f"q{DDOT}", found.a),
        JointTerm(method, found.by_bodies),
        JointTerm("H⁻¹", found.by_inverse),
        JointTerm(tr("apart"), apart, True),
    )
    shown, copied = ([motion_unit(one.turns, per, "a") for one in of] for per in (unit, "rad"))

    def largest(name: str, values: np.ndarray) -> tuple[str, str, str]:
        return name, *of_both_kinds((factor * values).tolist(), slides, motion_unit(True, unit, "a"), "m/s²")

    return section(
        ACCELERATIONS,
        Paragraph("status", _doubt(found, of), role="text_second", icon="info"),
        terms_table(
            "table",
            tr("Accelerations in two ways"),
            terms,
            of,
            shown,
            copied_units=copied,
            factor=factor,
            beside=(WEIGHT * per_turn,),
        ),
        Facts(
            "apart",
            (
                largest(tr("Apart, at most"), apart),
                largest(tr("{method} less q̈, at most", method=method), found.by_bodies - found.a),
                (tr("Condition of H, which makes rounding larger"), number_text(found.condition, 3), ""),
                largest(tr("Rounding, at most"), found.rounding),
            ),
        ),
    )


def _doubt(found: EquationOfMotion, of: Sequence[Coordinate]) -> str:
    """Which motion moves almost no inertia, where rounding shows for that in the digits of accelerations; else empty."""
    if float(found.rounding.max(initial=0.0)) < SHOWS * float(np.abs(found.a).max(initial=1.0)):
        return ""
    parts = [(x, one.name) for x, one in zip(found.lightest.tolist(), of, strict=True) if abs(x) > PART]
    told = ", ".join(f"{number_text(x, 2)} × {name}" for x, name in sorted(parts, key=lambda part: -abs(part[0])))
    return tr(
        "Digits of accelerations are lost to rounding: the motion {motion} moves almost no inertia here, "
        "and H has almost no inverse.",
        motion=told,
    )


def energy_section(found: EquationOfMotion) -> Section:
    """Kinetic and potential energy, and what changes them."""
    rates = found.kinetic_rate, found.potential_rate
    zero, left = zero_beside(rates), found.power + found.external_power - sum(rates)

    def watts(name: str, value: float) -> tuple[str, str, str]:
        return name, number_text(value, zero=zero), "W"

    facts = (
        (tr("Kinetic energy, ½ Σ ξᵀ I ξ over bodies"), number_text(found.kinetic), "J"),
        (tr("… less ½ q̇ᵀ H q̇"), residual_text(found.kinetic - 0.5 * float(found.v @ found.H @ found.v)), "J"),
        (tr("Potential energy, of gravity"), number_text(found.potential), "J"),
        watts(tr("Power of the motors, τ_mᵀ q̇"), found.power - found.passive_power),
        *([watts(tr("Power of the joints by themselves, τ_pᵀ q̇"), found.passive_power)] if np.any(found.passive) else []),
        *([watts(tr("Power of the environment, (Σ JᵀF)ᵀ q̇"), found.external_power)] if np.any(found.external) else []),
        watts(tr("Rate of the kinetic energy, q̇ᵀH q̈ + ½ q̇ᵀḢ q̇"), rates[0]),
        watts(tr("Rate of the potential energy, gᵀ q̇"), rates[1]),
        (tr("All power less both rates"), residual_text(left), "W"),
    )
    return section(ENERGY, Facts("facts", facts))
