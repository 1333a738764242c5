"""The jump map: what an impact does to the hopper, by the lecture's rule and by the mass matrix."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS, POSING, PROBLEMS

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question, QuestionArrow
from ...translation import Translation
from .hopper_case import FILE, FRAME, LANDING, NAME, body_jacobian, foot_jacobian, masses

BODY, FOOT = (0.3, -1.9), (2.3, -7.6)  # velocities just before, along x and z [m/s]: nearly those of the lecture's plan
FRICTION = 0.5


def before(case: Case) -> Array:
    """Joint velocities just before (4,)."""
    return np.linalg.solve(np.vstack([body_jacobian(case), foot_jacobian(case)]), np.array([*BODY, *FOOT]))


def impulse(case: Case) -> Array:
    """Of the ground on the foot (2,), along x and z [N·s]: it stops the foot."""
    J = foot_jacobian(case)
    H = sim.mass_matrix(case.model, case.q)
    return np.asarray(np.linalg.solve(J @ np.linalg.solve(H, J.T), -J @ before(case)))


def after(case: Case) -> Array:
    """Joint velocities just after (4,)."""
    H = sim.mass_matrix(case.model, case.q)
    return np.asarray(before(case) + np.linalg.solve(H, foot_jacobian(case).T @ impulse(case)))


def velocities(case: Case) -> Array:
    """Of body and foot just after (4,) [m/s]."""
    return np.concatenate([body_jacobian(case) @ after(case), foot_jacobian(case) @ after(case)])


def lost(case: Case) -> Array:
    """Kinetic energy that is gone [J]."""
    energy = [sim.kinetic_energy(case.model, case.q, v) for v in (before(case), after(case))]
    return np.asarray(energy[0] - energy[1])


def why(case: Case) -> str:
    """Why the body's velocity is as before; "heavy" if it is not."""
    kept = np.allclose(body_jacobian(case) @ after(case), BODY, atol=1e-9)
    return "leg" if kept else "heavy"


def holds(case: Case) -> str:
    """Whether the impulse is inside the cone."""
    x, z = impulse(case)
    return "sticks" if abs(x) <= FRICTION * z else "slips"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    body, foot = masses(case)
    return {
        "mb": body, "mf": foot, "lean": -math.degrees(case.q[2]), "L": case.q[3], "bx": BODY[0], "bz": BODY[1],
        "fx": FOOT[0], "fz": FOOT[1], "mu": FRICTION,
    }  # fmt: skip


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    found = {name: value for name, value in numbers(case).items() if name not in ("lean", "L")}
    return {**found, "lean": float(case.q[2]), "L": float(case.q[3])}


JUMP_MAP = Exercise(
    key="jump_map",
    title=Translation("The jump map of a landing", "L'application de saut d'un atterrissage"),
    statement=Translation(
        "The lecture's hopper, a body of {mb} kg and a foot of {mf} kg at the ends of a leg without mass, touches the ground. "
        "The leg is {L} m long, the foot ahead of the body by {lean}° from the vertical. Just before, the body moves with "
        "({bx}, {bz}) m/s along x and z, the foot with ({fx}, {fz}) m/s. The foot stays where it touches.",
        "Le sauteur du cours, un corps de {mb} kg et un pied de {mf} kg aux bouts d'une jambe sans masse, touche le sol. La "
        "jambe mesure {L} m, le pied est en avant du corps de {lean}° par rapport à la verticale. Juste avant, le corps va à "
        "({bx}, {bz}) m/s suivant x et z, le pied à ({fx}, {fz}) m/s. Le pied reste où il touche.",
    ),
    robot=NAME,
    file=FILE,
    frame=FRAME,
    q=LANDING,
    source="contact-dynamics-lecture16, Jump Map; THEORY §6, §7",
    numbers=numbers,
    variables=variables,
    needs=(POSING, PROBLEMS, DYNAMICS),
    questions=(
        Question(
            key="after",
            prompt=Translation(
                "How do body and foot move just after, along x and z?",
                "Comment vont le corps et le pied juste après, suivant x et z ?",
            ),
            answer=Quantities(("v_{bx}", "v_{bz}", "v_{fx}", "v_{fz}"), velocities, ("m/s",)),
            formula=Formula(
                "x' = g(x) = [r_b, r_f, v_b, 0]",
                r"x' = g(x) = \begin{bmatrix} r_b & r_f & v_b & 0 \end{bmatrix}^T",
                "np.array([bx, bz, 0.0, 0.0])",
            ),
            explains=Translation(
                "The jump map keeps both places and the body's velocity, and drops the foot's.",
                "L'application de saut garde les deux positions et la vitesse du corps, et annule celle du pied.",
            ),
            arrows=lambda case: (QuestionArrow("velocity", case.position, np.array([FOOT[0], 0.0, FOOT[1]]), "v_f"),),
        ),
        Question(
            key="impulse",
            prompt=Translation(
                "Which impulse does the ground give to the foot?", "Quelle impulsion le sol donne-t-il au pied ?"
            ),
            answer=Quantities(("Λ_x", "Λ_z"), impulse, ("N·s",)),
            formula=Formula(
                "Λ = −(J H^{−1} Jᵀ)^{−1} J v = −m_f v_f",
                r"\Lambda = -(J H^{-1} J^T)^{-1} J v = -m_f v_f",
                "-mf*np.array([fx, fz])",
            ),
            explains=Translation(
                "All the momentum of the foot: the mass in the way of the contact is the foot's alone, at any lean of the "
                "leg.",
                "Toute la quantité de mouvement du pied : la masse vue par le contact est celle du pied seul, quelle que soit "
                "l'inclinaison de la jambe.",
            ),
        ),
        Question(
            key="why",
            prompt=Translation(
                "Why does the body's velocity not jump?", "Pourquoi la vitesse du corps ne saute-t-elle pas ?"
            ),
            answer=Options(
                {
                    "leg": Translation(
                        "Between foot and body only finite forces act",
                        "Entre pied et corps n'agissent que des forces finies",
                    ),
                    "heavy": Translation(
                        "The body is heavier: it jumps, but less", "Le corps est plus lourd : elle saute, mais moins"
                    ),
                    "far": Translation("The impact has not reached it yet", "L'impact ne l'a pas encore atteint"),
                },
                why,
            ),
            formula=Formula("J_b H^{−1} J_fᵀ = 0", r"J_b H^{-1} J_f^T = 0", "np.array([bx, bz])"),
            explains=Translation(
                "The motors of hip and leg give finite forces, whose impulse in no time is zero, and the leg has no mass. "
                "With a stiff leg of fixed length, body and foot would share the impulse.",
                "Les moteurs de la hanche et de la jambe donnent des forces finies, d'impulsion nulle en un temps nul, et la "
                "jambe n'a pas de masse. Avec une jambe rigide, corps et pied se partageraient l'impulsion.",
            ),
        ),
        Question(
            key="lost",
            prompt=Translation("How much kinetic energy is gone?", "Combien d'énergie cinétique est perdue ?"),
            answer=Quantities(("ΔT",), lost, ("J",)),
            formula=Formula("½ m_f |v_f|²", r"\tfrac12 m_f |v_f|^2", "0.5*mf*(fx**2 + fz**2)"),
            explains=Translation(
                "All that the foot had. The lecture's cost does not count it, so its plan slams the foot into the ground four "
                "times; a limit on the speed at touch-down mends that.",
                "Toute celle du pied. Le coût du cours n'en tient pas compte : son plan claque le pied au sol quatre fois. "
                "Une limite sur la vitesse d'impact y remédie.",
            ),
        ),
        Question(
            key="joints",
            prompt=Translation(
                "How fast do the leg's lean and its length change just after? The lean grows as the body passes over the foot.",
                "À quelles vitesses changent l'inclinaison et la longueur de la jambe juste après ? L'inclinaison croît quand "
                "le corps passe au-dessus du pied.",
            ),
            answer=Quantities(("θ\u0307", "L\u0307"), lambda case: after(case)[2:], ("rad/s", "m/s")),
            formula=Formula(
                "q\u0307^+ = q\u0307^− + H^{−1} Jᵀ Λ",
                r"\dot q^+ = \dot q^- + H^{-1} J^T \Lambda",
                "np.array([(np.cos(lean)*bx - np.sin(lean)*bz)/L, np.sin(lean)*bx + np.cos(lean)*bz])",
            ),
            explains=Translation(
                "Any robot jumps so, whatever its coordinates: the impulse goes through H⁻¹ into all of them.",
                "Tout robot saute ainsi, quelles que soient ses coordonnées : l'impulsion les touche toutes à travers H⁻¹.",
            ),
        ),
        Question(
            key="cone",
            prompt=Translation(
                "With μ = {mu}, does the foot stick, as the jump map supposes?",
                "Avec μ = {mu}, le pied adhère-t-il, comme le suppose l'application de saut ?",
            ),
            answer=Options(
                {
                    "sticks": Translation("Yes: the impulse is inside the cone", "Oui : l'impulsion est dans le cône"),
                    "slips": Translation("No: it slips", "Non : il glisse"),
                },
                holds,
            ),
            formula=Formula("|Λ_x| ≤ μ Λ_z", r"|\Lambda_x| \le \mu \Lambda_z", "np.array(abs(fx)/abs(fz))"),
            explains=Translation(
                "An impulse has a cone as a force has. A plan must ask for it at each touch-down, or a slip needs a mode and "
                "a jump map of its own.",
                "Une impulsion a un cône, comme une force. Un plan doit l'exiger à chaque contact, sinon le glissement "
                "demande son propre mode et sa propre application de saut.",
            ),
        ),
    ),
)
