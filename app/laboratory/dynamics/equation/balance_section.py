"""The equation of motion joint by joint, of a motion or of a recorded step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import tr
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.sheet.blocks import DataTable, Facts, Paragraph, Section
from torseur.ui.text.number_text import number_text, residual_text
from torseur.ui.text.units import of_both_kinds

from ...motion.coordinates import Coordinate, JointTerm
from ...motion.joint_terms import terms_table

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import EquationOfMotion
    from torseur.sim.simulation.inspection.recorded_dynamics.step_dynamics import StepDynamics

PARTS = ",   τ = τ_m + τ_p"  # where joints give some of τ by themselves


def balance_section(found: EquationOfMotion, of: Sequence[Coordinate], touches: bool) -> Section:
    """H q̈, C q̇, g and τ of each joint; `touches`: something may be touched, of which the equation knows nothing."""
    words = tr("{joint}: H q̈ + C q̇ + g − JᵀF = {sum}, τ = {tau}, less {residual} {unit}")
    numbers = zip(of, found.sum.tolist(), found.tau.tolist(), found.residual.tolist(), strict=True)
    tips = [
        words.format(
            joint=one.full,
            sum=number_text(total, 9),
            tau=number_text(tau, 9),
            residual=residual_text(left),
            unit=one.torque_unit,
        )
        for one, total, tau, left in numbers
    ]
    loads, passive = JointTerm("JᵀF", found.external), bool(np.any(found.passive))
    told = tr("τ is what this motion takes through the joints, as on the page Algorithm.") + (
        tr(
            " τₘ is what the motors must give, τₚ = −(d q̇ + f sign q̇ + k (q − qₛ)) what damping, dry friction and "
            "springs of the joints give."
        )
        if passive
        else tr(" Nothing of it is damping, dry friction or springs: the motors give all.")
    )
    contacts = tr(" Contacts are not in it: this is the robot that touches nothing.") if touches else ""
    tail = (" + Σ JᵀF" if np.any(found.external) else "") + (PARTS if passive else "")
    return Section(
        "balance",
        f"H q̈ + C q̇ + g = τ{tail}",
        (
            balance_table(tr("The equation joint by joint"), found, loads, found.tau, found.motors, of, tips),
            residual_facts(found.residual, of),
            Paragraph("note", told + contacts, role="text_hint"),
        ),
        divided=False,
    )


def balance_table(
    name: str,
    found: EquationOfMotion | StepDynamics,
    loads: JointTerm,
    tau: np.ndarray,
    motors: np.ndarray,
    of: Sequence[Coordinate],
    tips: Sequence[str],
) -> DataTable:
    """H q̈, C q̇, g, loads, τ and its parts, τ_p and τ_m, where these are not 0 everywhere; all are copied."""
    terms = [
        JointTerm(f"H q{DDOT}", found.inertial),
        JointTerm(f"C q{DOT}", found.coriolis),
        JointTerm("g", found.gravity),
        loads,
        JointTerm("τ", tau),
        JointTerm("τ_p", found.passive),
        JointTerm("τ_m", motors),
    ]
    loaded, gives = bool(np.any(loads.values)), bool(np.any(found.passive))
    hidden = [k for k, there in {3: loaded, 5: gives and not loaded, 6: gives}.items() if not there]  # no room for seven
    shown = [term for k, term in enumerate(terms) if k not in hidden]
    also = [*(terms[k] for k in hidden), JointTerm(tr("residual"), found.residual)]
    return terms_table("table", name, shown, of, [one.torque_unit for one in of], tips, also)


def residual_facts(residual: np.ndarray, of: Sequence[Coordinate]) -> Facts:
    """The largest difference of both sides."""
    left = of_both_kinds(residual.tolist(), [not one.turns for one in of], "N·m", "N")
    return Facts("residual", ((tr("Largest |left − right side|"), *left),))
