"""The two-link arm by hand: the terms of H q̈ + C q̇ + g = τ."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS, POSING, PROBLEMS

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..translation import Translation
from .planar_arm import ACCELERATIONS, C_FORMULA, G_FORMULA, H_FORMULA, POSE, RATES, numbers, variables


def coriolis(case: Case, rates: tuple[float, float] = RATES) -> Array:
    """C(q, q̇) q̇ [N·m]."""
    still = sim.gravity_torque(case.model, case.q)
    return np.asarray(sim.bias_torque(case.model, case.q, np.array(rates)) - still)


def vanishing_coriolis(case: Case) -> str:
    """Where there are no Coriolis and centrifugal torques, whatever the rates."""
    folded = [case.with_joint(1, angle) for angle in (0.0, np.pi)]
    square = [case.with_joint(1, angle) for angle in (0.5 * np.pi, -0.5 * np.pi)]

    def is_zero(cases: list[Case]) -> bool:
        return all(
            np.max(np.abs(coriolis(one, rates))) < 1e-12 for one in cases for rates in (RATES, (1.0, 0.0), (0.7, 1.1))
        )

    return "straight" if is_zero(folded) else "square" if is_zero(square) else "never"


def torque(case: Case) -> Array:
    """Of the motion [N·m]."""
    return sim.inverse_dynamics(case.model, case.q, np.array(RATES), np.array(ACCELERATIONS))


TWO_LINK = Exercise(
    key="two_link",
    title=Translation("Two links: H, C and g by hand", "Deux bras : H, C et g à la main"),
    statement=Translation(
        "An arm of two links moves in a vertical plane. l₁ = {l1} m and l₂ = {l2} m; the centres of mass are "
        "r₁ = {r1} m and "
        "r₂ = {r2} m from the joints; m₁ = {m1} kg, m₂ = {m2} kg; about the centres of mass I₁ = {I1} and I₂ = {I2} kg·m². "
        "θ₁ = {t1}° from the horizontal, θ₂ = {t2}°.",
        "Un bras à deux corps se déplace dans un plan vertical. l₁ = {l1} m et l₂ = {l2} m ; les centres de masse sont à "
        "r₁ = {r1} m et r₂ = {r2} m des liaisons ; m₁ = {m1} kg, m₂ = {m2} kg ; aux centres de masse I₁ = {I1} et "
        "I₂ = {I2} kg·m². θ₁ = {t1}° depuis l'horizontale, θ₂ = {t2}°.",
    ),
    robot="planar_2r",
    q=POSE,
    source="newton-euler-inverse-dynamics; THEORY §4, §8",
    numbers=numbers,
    variables=variables,
    needs=(POSING, PROBLEMS, DYNAMICS),
    questions=(
        Question(
            key="mass",
            prompt=Translation("Which is its mass matrix H?", "Quelle est sa matrice de masse H ?"),
            answer=Quantities(("1", "2"), lambda case: sim.mass_matrix(case.model, case.q), ("kg·m²",), ("q_1", "q_2")),
            formula=Formula(
                "H_{11} = I_1 + m_1 r_1² + I_2 + m_2 (l_1² + r_2² + 2 l_1 r_2 c_2)\n"
                "H_{12} = I_2 + m_2 (r_2² + l_1 r_2 c_2)\nH_{22} = I_2 + m_2 r_2²",
                r"H_{11} = I_1 + m_1 r_1^2 + I_2 + m_2(l_1^2 + r_2^2 + 2 l_1 r_2 c_2),\quad "
                r"H_{12} = I_2 + m_2(r_2^2 + l_1 r_2 c_2),\quad H_{22} = I_2 + m_2 r_2^2",
                H_FORMULA,
            ),
            explains=Translation(
                "A column is the torque that one joint's unit of acceleration takes, from rest and without weight. "
                "Only the "
                "elbow's angle matters: to turn the whole arm about the shoulder changes no distance.",
                "Une colonne est le couple que demande l'unité d'accélération d'une articulation, au repos et sans "
                "poids. Seul "
                "l'angle du coude compte : tourner tout le bras autour de l'épaule ne change aucune distance.",
            ),
        ),
        Question(
            key="gravity",
            prompt=Translation(
                "Which torques g(q) hold it against its weight?", "Quels couples g(q) le tiennent contre son poids ?"
            ),
            answer=Quantities(("g_1", "g_2"), lambda case: sim.gravity_torque(case.model, case.q), ("N·m",)),
            formula=Formula(
                "g_1 = (m_1 r_1 + m_2 l_1) g c_1 + m_2 r_2 g c_{12}\ng_2 = m_2 r_2 g c_{12}",
                r"g_1 = (m_1 r_1 + m_2 l_1)\, g\, c_1 + m_2 r_2\, g\, c_{12},\quad g_2 = m_2 r_2\, g\, c_{12}",
                G_FORMULA,
            ),
            explains=Translation(
                "Each weight by its horizontal distance from the axis. It is the gradient of the potential energy.",
                "Chaque poids multiplié par sa distance horizontale à l'axe. C'est le gradient de l'énergie potentielle.",
            ),
        ),
        Question(
            key="coriolis",
            prompt=Translation(
                "It moves with {w1} and {w2} rad/s. Which torques are C q\u0307?",
                "Il se déplace à {w1} et {w2} rad/s. Que valent les couples C q\u0307 ?",
            ),
            answer=Quantities(("C_1", "C_2"), coriolis, ("N·m",)),
            formula=Formula(
                "h = m_2 l_1 r_2 s_2\n(−h (2 q\u0307_1 + q\u0307_2) q\u0307_2, h q\u0307_1²)",
                r"h = m_2 l_1 r_2 s_2,\quad C\dot q = (-h(2\dot q_1 + \dot q_2)\dot q_2,\ h \dot q_1^2)",
                C_FORMULA,
            ),
            explains=Translation(
                "The elbow feels the centrifugal force of the shoulder's turning; the shoulder feels the elbow's own, and "
                "Coriolis' where both turn.",
                "Le coude ressent la force centrifuge due à la rotation de l'épaule ; l'épaule ressent celle du "
                "coude, et celle "
                "de Coriolis quand les deux tournent.",
            ),
        ),
        Question(
            key="vanish",
            prompt=Translation(
                "Where does C q\u0307 vanish, whatever the rates?",
                "Où C q\u0307 s'annule-t-il, quelles que soient les vitesses ?",
            ),
            answer=Options(
                {
                    "straight": Translation("Arm straight or folded", "Bras tendu ou replié"),
                    "square": Translation("Elbow at a right angle", "Coude à angle droit"),
                    "never": Translation("Nowhere", "Nulle part"),
                },
                vanishing_coriolis,
            ),
            formula=Formula("sin θ_2 = 0", r"\sin\theta_2 = 0", "np.sin(q2)"),
            explains=Translation(
                "∂H/∂q is zero there: H depends on cos θ₂ alone, whose slope is −sin θ₂.",
                "∂H/∂q y est nul : H ne dépend que de cos θ₂, dont la dérivée est −sin θ₂.",
            ),
        ),
        Question(
            key="torque",
            prompt=Translation(
                "With {w1} and {w2} rad/s it is to accelerate with {a1} and {a2} rad/s². Which torques must the "
                "motors give?",
                "À {w1} et {w2} rad/s, il doit accélérer à {a1} et {a2} rad/s². Quels couples les moteurs "
                "doivent-ils fournir ?",
            ),
            answer=Quantities(("τ_1", "τ_2"), torque, ("N·m",)),
            formula=Formula(
                "τ = H q\u0308 + C q\u0307 + g",
                r"\tau = H\ddot q + C\dot q + g",
                f"{H_FORMULA} @ [a1, a2] + {C_FORMULA} + {G_FORMULA}",
            ),
            explains=Translation(
                "The sum of the three. The page Equation of the workspace Dynamics shows them joint by joint.",
                "La somme des trois. La page Equation de l'espace Dynamics les montre articulation par articulation.",
            ),
        ),
    ),
)
