"""The kinetic energy of the planar arm: from its mass matrix, and body by body; and what changes it."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS, POSING, PROBLEMS

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question, QuestionArrow
from ..translation import Translation
from .planar_arm import (
    ACCELERATIONS,
    C_FORMULA,
    G_FORMULA,
    H_FORMULA,
    PLANE,
    POSE,
    RATES,
    body,
    numbers,
    variables,
)

_CENTER = "np.array([-l1*s1*w1 - r2*s12*w, l1*c1*w1 + r2*c12*w])"
_RATES = "np.array([w1, w2])"


def motion(case: Case, link: str) -> tuple[Array, Array, Array]:
    """Of a link: where its centre of mass is, its velocity there, and the spin, world axes (3,) [m, m/s, rad/s]."""
    place = body(case, link)
    name, one = case.model.body_names[place], case.model.bodies[place]
    pose = sim.frame_pose(case.model, case.q, name)
    twist = sim.jacobian(case.model, case.q, name) @ np.array(RATES)
    arm = pose[:3, :3] @ one.com
    return pose[:3, 3] + arm, twist[:3] + np.cross(twist[3:], arm), twist[3:]


def of_link(case: Case, link: str) -> Array:
    """Kinetic energies of a link [J]: of its centre of mass, of its spin."""
    one = case.model.bodies[body(case, link)]
    _, velocity, spin = motion(case, link)
    R = sim.frame_pose(case.model, case.q, case.model.body_names[body(case, link)])[:3, :3]
    return 0.5 * np.array([one.mass * velocity @ velocity, spin @ R @ one.inertia @ R.T @ spin])


def from_matrix(case: Case, rates: tuple[float, float] = RATES) -> Array:
    """½ q̇ᵀ H q̇ [J]."""
    return np.asarray(0.5 * np.array(rates) @ sim.mass_matrix(case.model, case.q) @ rates)


def reversed_elbow(case: Case) -> str:
    """What another sign of the elbow's rate makes of the energy."""
    change = from_matrix(case, (RATES[0], -RATES[1])) - from_matrix(case)
    return "more" if change > 1e-9 else "less" if change < -1e-9 else "same"


def rate(case: Case) -> Array:
    """How fast the kinetic energy grows [W]."""
    torque = sim.inverse_dynamics(case.model, case.q, np.array(RATES), np.array(ACCELERATIONS))
    return np.asarray(np.array(RATES) @ (torque - sim.gravity_torque(case.model, case.q)))


def power(case: Case) -> Array:
    """Of the motors [W]."""
    return np.asarray(
        np.array(RATES) @ sim.inverse_dynamics(case.model, case.q, np.array(RATES), np.array(ACCELERATIONS))
    )


def arrow(case: Case) -> tuple[QuestionArrow, ...]:
    """The velocity of the second link's centre of mass."""
    center, velocity, _ = motion(case, "link2")
    return (QuestionArrow("velocity", center, velocity, "ċ"),)


ENERGY_OF_LINKS = Exercise(
    key="energy_of_links",
    title=Translation("Kinetic energy: from H and link by link", "Énergie cinétique : par H et corps par corps"),
    statement=Translation(
        "An arm of two links moves in a vertical plane with {w1} and {w2} rad/s. l₁ = {l1} m; the centres of mass are "
        "r₁ = {r1} m and r₂ = {r2} m from the joints; m₁ = {m1} kg, m₂ = {m2} kg; about the centres of mass I₁ = {I1} and "
        "I₂ = {I2} kg·m². θ₁ = {t1}° from the horizontal, θ₂ = {t2}°.",
        "Un bras à deux corps se déplace dans un plan vertical à {w1} et {w2} rad/s. l₁ = {l1} m ; les centres de masse sont "
        "à r₁ = {r1} m et r₂ = {r2} m des liaisons ; m₁ = {m1} kg, m₂ = {m2} kg ; aux centres de masse I₁ = {I1} et "
        "I₂ = {I2} kg·m². θ₁ = {t1}° depuis l'horizontale, θ₂ = {t2}°.",
    ),
    robot="planar_2r",
    q=POSE,
    source="newton-euler-inverse-dynamics; THEORY §4",
    numbers=numbers,
    variables=variables,
    needs=(POSING, PROBLEMS, DYNAMICS),
    questions=(
        Question(
            key="first",
            prompt=Translation(
                "What is the kinetic energy of the first link: of its centre of mass, and of its spin?",
                "Quelle est l'énergie cinétique du premier corps : celle du centre de masse, et celle de la rotation ?",
            ),
            answer=Quantities(("½ m_1 |c\u0307_1|²", "½ I_1 ω_1²"), lambda case: of_link(case, "link1"), ("J",)),
            formula=Formula(
                "½ m_1 r_1² q\u0307_1²\n½ I_1 q\u0307_1²",
                r"\tfrac12 m_1 r_1^2 \dot q_1^2,\quad \tfrac12 I_1 \dot q_1^2",
                "0.5*np.array([m1*r1**2, I1])*w1**2",
            ),
            explains=Translation(
                "König: that of all the mass in its centre, and that of the turning about it.",
                "König : celle de toute la masse en son centre, et celle de la rotation autour de lui.",
            ),
        ),
        Question(
            key="center",
            prompt=Translation(
                "Which velocity has the second link's centre of mass, along x and z?",
                "Quelle est la vitesse du centre de masse du second corps, suivant x et z ?",
            ),
            answer=Quantities(("c\u0307_x", "c\u0307_z"), lambda case: motion(case, "link2")[1][PLANE], ("m/s",)),
            formula=Formula(
                "c\u0307 = l_1 q\u0307_1 (−s_1, c_1) + r_2 (q\u0307_1 + q\u0307_2) (−s_{12}, c_{12})",
                r"\dot c = l_1 \dot q_1 (-s_1, c_1) + r_2 (\dot q_1 + \dot q_2)(-s_{12}, c_{12})",
                _CENTER,
            ),
            explains=Translation(
                "The elbow's velocity, and that of the turning about the elbow: angular velocities add up.",
                "La vitesse du coude, et celle de la rotation autour du coude : les vitesses angulaires s'ajoutent.",
            ),
            arrows=arrow,
        ),
        Question(
            key="second",
            prompt=Translation(
                "What is the kinetic energy of the second link: of its centre of mass, and of its spin?",
                "Quelle est l'énergie cinétique du second corps : celle du centre de masse, et celle de la rotation ?",
            ),
            answer=Quantities(("½ m_2 |c\u0307_2|²", "½ I_2 ω_2²"), lambda case: of_link(case, "link2"), ("J",)),
            formula=Formula(
                "½ m_2 |c\u0307|²\n½ I_2 (q\u0307_1 + q\u0307_2)²",
                r"\tfrac12 m_2 |\dot c|^2,\quad \tfrac12 I_2 (\dot q_1 + \dot q_2)^2",
                f"0.5*np.array([m2*np.dot({_CENTER}, {_CENTER}), I2*w**2])",
            ),
            explains=Translation(
                "It turns with the sum of both rates, which is small here: nearly all of it is of the centre of mass.",
                "Il tourne avec la somme des deux vitesses, petite ici : presque tout vient du centre de masse.",
            ),
            arrows=arrow,
        ),
        Question(
            key="matrix",
            prompt=Translation(
                "What is the kinetic energy of the arm, from its mass matrix H?",
                "Quelle est l'énergie cinétique du bras, par sa matrice de masse H ?",
            ),
            answer=Quantities(("T",), from_matrix, ("J",)),
            formula=Formula(
                "T = ½ q\u0307ᵀ H q\u0307 = ½ Σ (m_i |c\u0307_i|² + I_i ω_i²)",
                r"T = \tfrac12 \dot q^T H \dot q = \tfrac12 \sum_i (m_i |\dot c_i|^2 + I_i\,\omega_i^2)",
                f"0.5*{_RATES} @ {H_FORMULA} @ {_RATES}",
            ),
            explains=Translation(
                "The sum of the four numbers above, for any rates: that is what H is.",
                "La somme des quatre nombres ci-dessus, pour toutes les vitesses : c'est la définition de H.",
            ),
        ),
        Question(
            key="reversed",
            prompt=Translation(
                "The elbow turns the other way, as fast. What becomes of the kinetic energy?",
                "Le coude tourne dans l'autre sens, aussi vite. Que devient l'énergie cinétique ?",
            ),
            answer=Options(
                {
                    "more": Translation("It is greater", "Elle est plus grande"),
                    "same": Translation("It is the same", "Elle est la même"),
                    "less": Translation("It is smaller", "Elle est plus petite"),
                },
                reversed_elbow,
            ),
            formula=Formula(
                "ΔT = −2 H_{12} q\u0307_1 q\u0307_2",
                r"\Delta T = -2 H_{12}\, \dot q_1 \dot q_2",
                f"-2*{H_FORMULA}[0, 1]*w1*w2",
            ),
            explains=Translation(
                "The squares stay; H₁₂ couples the two joints, and it is positive here: links that turn the same way add up.",
                "Les carrés restent ; H₁₂ couple les deux liaisons, et il est positif ici : des corps qui tournent dans le "
                "même sens s'ajoutent.",
            ),
        ),
        Question(
            key="power",
            prompt=Translation(
                "It accelerates with {a1} and {a2} rad/s². Which power do the motors give?",
                "Il accélère à {a1} et {a2} rad/s². Quelle puissance les moteurs fournissent-ils ?",
            ),
            answer=Quantities(("P",), power, ("W",)),
            formula=Formula(
                "P = τᵀ q\u0307, τ = H q\u0308 + C q\u0307 + g",
                r"P = \tau^T \dot q,\quad \tau = H\ddot q + C\dot q + g",
                f"{_RATES} @ ({H_FORMULA} @ [a1, a2] + {C_FORMULA} + {G_FORMULA})",
            ),
            explains=Translation(
                "Part of it lifts the arm: g(q)ᵀ q\u0307 is how fast the potential energy grows.",
                "Une partie soulève le bras : g(q)ᵀ q\u0307 est la vitesse à laquelle l'énergie potentielle augmente.",
            ),
        ),
        Question(
            key="rate",
            prompt=Translation(
                "How fast does its kinetic energy grow meanwhile?",
                "À quelle vitesse son énergie cinétique augmente-t-elle alors ?",
            ),
            answer=Quantities(("dT/dt",), rate, ("W",)),
            formula=Formula(
                "dT/dt = q\u0307ᵀ (H q\u0308 + C q\u0307) = P − gᵀ q\u0307",
                r"\frac{dT}{dt} = \dot q^T(H\ddot q + C\dot q) = P - g^T\dot q",
                f"{_RATES} @ ({H_FORMULA} @ [a1, a2] + {C_FORMULA})",
            ),
            explains=Translation(
                "½ q\u0307ᵀ Ḣ q\u0307 = q\u0307ᵀ C q\u0307, since Ḣ − 2C is skew. The dock Signals shows this balance "
                "along any motion.",
                "½ q\u0307ᵀ Ḣ q\u0307 = q\u0307ᵀ C q\u0307, car Ḣ − 2C est antisymétrique. Le panneau Signals montre ce bilan le "
                "long de tout mouvement.",
            ),
        ),
    ),
)
