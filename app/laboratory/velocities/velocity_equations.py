"""The equations of the page of velocities as it writes them, with their numbers.

Source: direct-kinematic-model, eq. (4.3) to (4.9); kinematic-model, "Vitesse / Rk d'un point P, fixe / Ri", "Application, calcul
récursif des vitesses".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.sim.analysis.jacobian.values import LinkVelocity
from torseur.sim.analysis.velocities.values import JointTwist, PointVelocity
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.look.math_notation import DOT
from torseur.ui.look.theme import ENERGY, FRICTION, JOINT, VELOCITY, WARNING

TURNING, RELATIVE, TRANSLATION = WARNING, FRICTION, ENERGY  # Ṙ p, R ṗ and Ȯ, here and in the view
Q = f"q{DOT}"
PER_SECOND, SPEED = (("", "rad/s"),), (("", "m/s"),)


def joint_equation(found: JointTwist, name: str, letters: Sequence[str] = ()) -> EquationView:
    """(4.7) of one joint; `letters` of its speeds, where it has several."""
    letters = letters or (Q,)
    z = tuple(
        Term(tr("axis of {letter}", letter=letter) if len(letters) > 1 else "z", z)
        for letter, z in zip(letters, found.z, strict=True)
    )
    rate = tuple(
        Term(letter, np.array([value]), unit="rad/s" if turns else "m/s")
        for letter, value, turns in zip(letters, found.rate.tolist(), found.turns, strict=True)
    )
    slide, turn = found.at_joint[:3], found.twist[:3] - found.at_joint[:3]
    last = Term("v_C", found.twist[:3], "", "=", VELOCITY), Term("ω  rad/s", found.twist[3:], "", "", WARNING)
    arm = Term("CO  m", -found.lever)
    if found.sigma is None:
        return EquationView(
            "joint",
            tr(
                "{name}: body {number} against {before}, several motions at once",
                name=name,
                number=found.number,
                before=found.before,
            ),
            (("v_C = ", ""), ("v_O", JOINT), (" + ", ""), ("CO × ω", TRANSLATION)),
            (*rate, *z, arm, Term("v_O", slide, "", "", JOINT), Term("CO × ω", turn, "", "+", TRANSLATION), *last),
            SPEED,
        )
    moves = tr("{name}: {sigma} = 1, it slides") if found.sigma else tr("{name}: {sigma} = 0, it turns")
    return EquationView(
        "joint",
        moves.format(name=name, sigma=subscript(f"σ{found.number}")),
        (("v_C = ", ""), (f"σ {Q} z", JOINT), (" + ", ""), (f"(1 − σ) {Q} CO × z", TRANSLATION), (f",  ω = (1 − σ) {Q} z", "")),
        (*rate, *z, arm, Term(f"σ {Q} z", slide, "", "", JOINT), Term(f"{Q} CO × z", turn, "", "+", TRANSLATION), *last),
        SPEED,
    )


def relative_equations(found: PointVelocity, body: str, observer: str) -> tuple[EquationView, ...]:
    """The three terms, what they are made of, and entrainment with the relative velocity; along the axes of k."""
    turning = Term(f"R{DOT} ⁱp", found.turning, "Ṙp", "", TURNING)
    relative = Term(f"R ⁱp{DOT}", found.relative, "Rṗ", "+", RELATIVE)
    translation = Term(f"O{DOT}", found.translation, "Ȯ", "+", TRANSLATION)
    total = Term("ᵏv_P", found.total, "v", "=", VELOCITY)
    arm = found.R @ found.p
    return (
        EquationView(
            "terms",
            tr("d/dt (R ⁱp + O), along the axes of k = {observer}", observer=observer),
            (
                ("ᵏv_P = ", ""),
                (f"R{DOT} ⁱp", TURNING),
                (" + ", ""),
                (f"R ⁱp{DOT}", RELATIVE),
                (" + ", ""),
                (f"O{DOT}", TRANSLATION),
            ),
            (turning, relative, translation, total, Term("d(ᵏP)/dt", found.derivative)),
            SPEED,
            tr(
                "{body} turns in {observer}, P moves in {body}, and the origin of {body} moves in {observer}. The last row is of "
                "the coordinates ᵏP themselves.",
                body=body,
                observer=observer,
            ),
        ),
        EquationView(
            "rotation",
            tr("What turns, and how fast"),
            ((f"R{DOT} = S(ω) R,   ", ""), (f"R{DOT} ⁱp", TURNING), (" = ω × O_{i}P", "")),
            (
                *(Term(f"R  {axis}", found.R[k]) for k, axis in enumerate("xyz")),
                *(Term(f"R{DOT}  {axis}  1/s", found.R_rate[k]) for k, axis in enumerate("xyz")),
                Term("ω  rad/s", found.omega),
                Term("O_{i}P  m", arm),
                Term("ω × O_{i}P", np.cross(found.omega, arm), "", "=", TURNING),
            ),
            SPEED,
        ),
        EquationView(
            "composition",
            tr("Composition: entrainment and relative"),
            (("ᵏv_P = ", ""), ("v_e", TRANSLATION), (" + ", ""), ("v_r", RELATIVE), (f",   v_e = R{DOT} ⁱp + O{DOT}", "")),
            (Term("v_e", found.entrainment, "v_e", "", TRANSLATION), Term("v_r", found.relative, "v_r", "+", RELATIVE), total),
            SPEED,
            tr(
                "Entrainment is the velocity of the point of {body} that P is at; relative is how P moves in {body}.", body=body
            ),
        ),
    )


def link_equations(link: LinkVelocity, name: str) -> tuple[EquationView, ...]:
    """One step of the recursion, along the axes of the parent; the results along the link's own."""
    rows = tuple(Term(f"R  {axis}", link.R[k]) for k, axis in enumerate("xyz"))
    above = link.from_parent[3:]
    note = tr("Terms are along the axes of the body before, the result along the link's own: R takes their sum into these.")
    return (
        EquationView(
            "angular",
            tr("{name}: turning", name=name),
            (("ω_i = R (", ""), ("ω_{i−1}", ENERGY), (" + ", ""), (f"(1 − σ) {Q} z", TURNING), (")", "")),
            (
                *rows,
                Term("ω_{i−1}", above, "", "", ENERGY),
                Term(f"(1 − σ) {Q} z", link.from_joint[3:], "", "+", TURNING),
                Term("ω_i", link.twist[3:], "", "=", VELOCITY),
            ),
            PER_SECOND,
            note,
        ),
        EquationView(
            "linear",
            tr("{name}: its origin", name=name),
            (("v_i = R (", ""), ("v_{i−1} + ω_{i−1} × p_i", ENERGY), (" + ", ""), (f"{Q} ∂p_i/∂q", TURNING), (")", "")),
            (
                *rows,
                Term("p_i  m", link.p),
                Term("v_{i−1}", link.from_parent[:3] - np.cross(above, link.p), "", "", ENERGY),
                Term("ω_{i−1} × p_i", np.cross(above, link.p), "", "+", ENERGY),
                Term(f"{Q} ∂p_i/∂q", link.from_joint[:3], "", "+", TURNING),
                Term("v_i", link.twist[:3], "", "=", VELOCITY),
            ),
            SPEED,
            note,
        ),
    )
