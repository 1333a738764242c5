"""The recursive Newton-Euler algorithm on the planar arm, pass by pass."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING, PROBLEMS

from ..case import Case
from ..question import Exercise, Formula, Quantities, Question, QuestionArrow
from ..translation import Translation
from .planar_arm import ACCELERATIONS, POSE, RATES, body, numbers, steps, variables

_A1 = "r1*np.array([-a1*s1 - w1**2*c1, a1*c1 - w1**2*s1])"
_A2 = "np.array([-l1*(a1*s1 + w1**2*c1) - r2*(a*s12 + w**2*c12), l1*(a1*c1 - w1**2*s1) + r2*(a*c12 - w**2*s12)])"
_W = "np.array([0.0, g])"
_F1, _F2 = f"m1*({_A1} + {_W})", f"m2*({_A2} + {_W})"
_T2 = f"I2*a + np.dot(r2*np.array([-s12, c12]), {_F2})"
_T1 = f"{_T2} + I1*a1 + np.dot(r1*np.array([-s1, c1]), {_F1}) + np.dot(l1*np.array([-s1, c1]), {_F2})"


def torque(case: Case, joint: int) -> Array:
    """Of one joint, by the recursion [N·m]."""
    trace = sim.newton_euler_trace(case.model, case.q, np.array(RATES), np.array(ACCELERATIONS))
    return np.asarray(trace.tau[joint])


def arrow(case: Case, link: str) -> tuple[QuestionArrow, ...]:
    """The force of the joint on a link, at the joint."""
    force = steps(case, link)[1]
    pose = sim.frame_pose(case.model, case.q, case.model.body_names[body(case, "base" if link == "link1" else "link1")])
    return (QuestionArrow("force", pose[:3, 3], np.array([force[0], 0.0, force[1]]), "f"),)


NEWTON_EULER_2R = Exercise(
    key="newton_euler_2r",
    title=Translation("Newton-Euler on two links, pass by pass", "Newton-Euler sur deux bras, passe par passe"),
    statement=Translation(
        "The same arm: l₁ = {l1} m, r₁ = {r1} m, r₂ = {r2} m, m₁ = {m1} kg, m₂ = {m2} kg, I₁ = {I1} kg·m², "
        "I₂ = {I2} kg·m², at "
        "θ₁ = {t1}°, θ₂ = {t2}°, with {w1} and {w2} rad/s, {a1} and {a2} rad/s². x is forward, z upwards, g = 9.81 m/s².",
        "Le même bras : l₁ = {l1} m, r₁ = {r1} m, r₂ = {r2} m, m₁ = {m1} kg, m₂ = {m2} kg, I₁ = {I1} kg·m², "
        "I₂ = {I2} kg·m², à "
        "θ₁ = {t1}°, θ₂ = {t2}°, à {w1} et {w2} rad/s, {a1} et {a2} rad/s². x va vers l'avant, z vers le "
        "haut, g = 9.81 m/s².",
    ),
    robot="planar_2r",
    q=POSE,
    source="newton-euler-inverse-dynamics, Algorithme de Newton-Euler; THEORY §4",
    numbers=numbers,
    variables=variables,
    needs=(POSING, PROBLEMS),
    questions=(
        Question(
            key="outward",
            prompt=Translation(
                "On the way out: which acceleration has the centre of mass of link 2?",
                "À l'aller : quelle est l'accélération du centre de masse du corps 2 ?",
            ),
            answer=Quantities(("x", "z"), lambda case: steps(case, "link2")[0], ("m/s²",)),
            formula=Formula(
                "c\u0308_2 = p\u0308_2 + ω\u0307_2 × r_2 − ω_2² r_2,   ω_2 = q\u0307_1 + q\u0307_2",
                r"\ddot c_2 = \ddot p_2 + \dot\omega_2 \times r_2 - \omega_2^2\, r_2,\quad \omega_2 = \dot q_1 + \dot q_2",
                _A2,
            ),
            explains=Translation(
                "First that of the elbow, which turns about the shoulder; then that of the centre of mass about the "
                "elbow, with "
                "the whole angular velocity of the link, not the elbow's rate.",
                "D'abord celle du coude, qui tourne autour de l'épaule ; puis celle du centre de masse autour du "
                "coude, avec la "
                "vitesse angulaire totale du corps, et non celle du coude.",
            ),
        ),
        Question(
            key="force2",
            prompt=Translation(
                "On the way in: with which force must link 1 push link 2?",
                "Au retour : avec quelle force le corps 1 doit-il pousser le corps 2 ?",
            ),
            answer=Quantities(("x", "z"), lambda case: steps(case, "link2")[1], ("N",)),
            formula=Formula("f_2 = m_2 (c\u0308_2 − g)", r"f_2 = m_2(\ddot c_2 - g)", _F2),
            explains=Translation(
                "What accelerates it, and what carries its weight: the source starts with ξ\u0307₀ = −g, so that the "
                "weight need not "
                "be written again for each link.",
                "Ce qui l'accélère et ce qui porte son poids : la source part de ξ\u0307₀ = −g, ce qui évite "
                "d'écrire le poids pour "
                "chaque corps.",
            ),
            arrows=lambda case: arrow(case, "link2"),
        ),
        Question(
            key="torque2",
            prompt=Translation(
                "Which torque must the elbow's motor give?", "Quel couple le moteur du coude doit-il fournir ?"
            ),
            answer=Quantities(("τ_2",), lambda case: torque(case, 1), ("N·m",)),
            formula=Formula(
                "τ_2 = I_2 ω\u0307_2 + (r_2 × f_2)·u", r"\tau_2 = I_2 \dot\omega_2 + (r_2 \times f_2)\cdot u", _T2
            ),
            explains=Translation(
                "The moment at the elbow: the rate of spin about the centre of mass, and the moment of the force "
                "that passes there.",
                "Le moment au coude : la variation de rotation autour du centre de masse, et le moment de la force "
                "qui y passe.",
            ),
        ),
        Question(
            key="force1",
            prompt=Translation(
                "With which force must the base push link 1?",
                "Avec quelle force la base doit-elle pousser le corps 1 ?",
            ),
            answer=Quantities(("x", "z"), lambda case: steps(case, "link1")[1], ("N",)),
            formula=Formula("f_1 = m_1 (c\u0308_1 − g) + f_2", r"f_1 = m_1(\ddot c_1 - g) + f_2", f"{_F1} + {_F2}"),
            explains=Translation(
                "What link 1 needs for itself, and what it hands on: plus, as link 2 pushes back with −f₂. One slide "
                "of the source "
                "prints a minus there.",
                "Ce qu'il faut au corps 1, plus ce qu'il transmet : un plus, car le corps 2 le repousse avec −f₂. "
                "Une diapositive "
                "de la source y imprime un moins.",
            ),
            arrows=lambda case: arrow(case, "link1"),
        ),
        Question(
            key="torque1",
            prompt=Translation(
                "Which torque must the shoulder's motor give?", "Quel couple le moteur de l'épaule doit-il fournir ?"
            ),
            answer=Quantities(("τ_1",), lambda case: torque(case, 0), ("N·m",)),
            formula=Formula(
                "τ_1 = I_1 ω\u0307_1 + (r_1 × m_1 (c\u0308_1 − g))·u + τ_2 + (l_1 × f_2)·u",
                r"\tau_1 = I_1\dot\omega_1 + (r_1 \times m_1(\ddot c_1 - g))\cdot u + \tau_2 + (l_1 \times f_2)\cdot u",
                _T1,
            ),
            explains=Translation(
                "The same two numbers as H q\u0308 + C q\u0307 + g of the exercise before, without any matrix: n "
                "steps for n links.",
                "Les deux mêmes nombres que H q\u0308 + C q\u0307 + g de l'exercice précédent, sans aucune matrice : "
                "n pas pour n corps.",
            ),
        ),
    ),
)
