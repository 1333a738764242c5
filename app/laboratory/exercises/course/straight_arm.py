"""An arm at its singularity, and near it: what moves, what is carried, what becomes large."""

from __future__ import annotations

from collections.abc import Mapping
from math import radians

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question, QuestionArrow
from ..steps import at_tool, decomposed, lever, lost, motion
from ..translation import Translation
from .ellipsoids import numbers as geometry
from .ellipsoids import planar

FORCE = 100.0  # [N]
SPEED = 0.1  # [m/s]
BENT = (radians(30), radians(5))


def along(case: Case) -> Array:
    """Unit vector (2,) from the shoulder to the tool, in the plane of x and z."""
    r = lever(case, 0)[[0, 2]]
    return np.asarray(r / np.linalg.norm(r))


def in_space(u: Array) -> Array:
    """A vector of the plane (2,) in space (3,)."""
    return np.array([u[0], 0.0, u[1]])


def lost_along(case: Case) -> Array:
    """The direction (2,) of the plane that is lost beside the one across it; raises LinAlgError if there is none."""
    inside = lost(case)[[0, 2]]
    if inside.shape[1] != 2:
        raise np.linalg.LinAlgError("J loses no direction of the plane")
    u = np.linalg.svd(inside)[0][:, 0]
    return np.asarray(u * np.sign(u[np.argmax(np.abs(u))]))


def best_rates(case: Case) -> Array:
    """What the pseudo-inverse gives for `SPEED` along the arm (2,) [rad/s]."""
    v = SPEED * in_space(along(case))
    return sim.inverse_velocity(case.model, case.q, case.frame, v, rows="position").speeds


def rates(case: Case) -> Array:
    """The rates (2,) that give `SPEED` along the arm [rad/s]."""
    return motion(case, SPEED * in_space(along(case))).speeds


def carrier(case: Case) -> str:
    """What holds against a force along the arm."""
    felt = np.abs(planar(case).T @ (FORCE * along(case))) > 1e-9 * FORCE
    return {(True, True): "both", (True, False): "shoulder", (False, True): "elbow", (False, False): "structure"}[
        bool(felt[0]), bool(felt[1])
    ]


def drawn(case: Case, kind: str, length: float, label: str) -> tuple[QuestionArrow, ...]:
    """An arrow at the tool, along the arm."""
    return at_tool(case, kind, length * in_space(along(case)), label)


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    bent = case.at(np.array(BENT))
    qd = rates(bent)
    offset = float((planar(bent).T @ along(bent))[1])
    return {
        **geometry(case),
        "force": FORCE,
        "speed": SPEED,
        "bent": float(np.degrees(BENT[1])),
        "rate_deg": float(np.degrees(abs(qd[1]))),
        "offset": 1000 * abs(offset),
    }


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "theta1": float(case.q[0]),
        "theta2": float(case.q[1]),
        "l1": geometry(case)["l1"],
        "l2": geometry(case)["l2"],
        "F": FORCE,
        "v": SPEED,
    }


STRAIGHT_ARM = Exercise(
    key="straight_arm",
    title=Translation("A straight arm carries", "Un bras tendu porte"),
    statement=Translation(
        "The planar arm of {l1} m and {l2} m is straight: θ₁ = {t1}° above x, θ₂ = {t2}°. Leave its weight aside.",
        "Le bras plan de {l1} m et {l2} m est tendu : θ₁ = {t1}° au-dessus de x, θ₂ = {t2}°. On néglige son poids.",
    ),
    robot="planar_2r",
    q=(radians(30), 0.0),
    source="kinematic-model, Forces statiques, exemple d'analyse; THEORY §2, §3",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="rank",
            prompt=Translation("What is the rank of J for x and z?", "Quel est le rang de J pour x et z ?"),
            answer=Quantities(("r",), lambda case: np.asarray(decomposed(case).rank), ("",), whole=True),
            formula=Formula(
                "σ_1 ≥ … ≥ σ_r > 0 = σ_{r+1}",
                r"\sigma_1 \ge \dots \ge \sigma_r > 0 = \sigma_{r+1}",
                "np.linalg.matrix_rank(np.array([[-l1*np.sin(theta1) - l2*np.sin(theta1 + theta2), "
                "-l2*np.sin(theta1 + theta2)], [l1*np.cos(theta1) + l2*np.cos(theta1 + theta2), "
                "l2*np.cos(theta1 + theta2)]]))",
            ),
            explains=Translation(
                "Both columns are at right angles to the arm, hence parallel.",
                "Les deux colonnes sont perpendiculaires au bras, donc colinéaires.",
            ),
        ),
        Question(
            key="lost",
            prompt=Translation(
                "Along which direction can the tool not move? Give any vector along it.",
                "Suivant quelle direction l'outil ne peut-il pas se déplacer ? Donnez un vecteur quelconque de cette direction.",
            ),
            answer=Quantities(("x", "z"), lost_along, ("",), up_to_sign=True),
            formula=Formula(
                "Jᵀ u = 0",
                r"J^T u = 0",
                "np.array([np.cos(theta1), np.sin(theta1)])",
            ),
            explains=Translation(
                "Along the arm itself: it can become shorter only, and only at second order in θ₂.",
                "Le long du bras lui-même : il ne peut que raccourcir, et seulement au second ordre en θ₂.",
            ),
            arrows=lambda case: drawn(case, "direction", 1.0, "u"),
            ellipsoids=("velocity",),
        ),
        Question(
            key="carrier",
            prompt=Translation(
                "A load of {force} N pulls the tool along the arm. What holds against it?",
                "Une charge de {force} N tire l'outil le long du bras. Qu'est-ce qui résiste ?",
            ),
            answer=Options(
                {
                    "both": Translation("Both motors", "Les deux moteurs"),
                    "shoulder": Translation("The motor of the shoulder", "Le moteur de l'épaule"),
                    "elbow": Translation("The motor of the elbow", "Le moteur du coude"),
                    "structure": Translation(
                        "The structure: no motor feels it", "La structure : aucun moteur ne la ressent"
                    ),
                },
                carrier,
            ),
            formula=Formula(
                "Γ = Jᵀ F = 0",
                r"\Gamma = J^T F = 0",
                "F*np.array([0.0, -l1*l2*np.sin(theta2)/np.sqrt(l1**2 + l2**2 + 2*l1*l2*np.cos(theta2))])",
            ),
            explains=Translation(
                "The line of the force passes through both axes. The directions in which a robot cannot move are those in "
                "which it carries for nothing: people stand on straight legs.",
                "La ligne d'action passe par les deux axes. Les directions où un robot ne peut pas bouger sont celles où il "
                "porte sans effort : on se tient debout jambes tendues.",
            ),
            arrows=lambda case: drawn(case, "force", FORCE, "F"),
            ellipsoids=("force",),
        ),
        Question(
            key="best",
            prompt=Translation(
                "Which rates does the pseudo-inverse give for {speed} m/s along the arm?",
                "Quelles vitesses la pseudo-inverse donne-t-elle pour {speed} m/s le long du bras ?",
            ),
            answer=Quantities(("q\u0307_1", "q\u0307_2"), best_rates, ("rad/s",)),
            formula=Formula(
                "q\u0307 = J⁺ v",
                r"\dot q = J^{+} v",
                "np.zeros(2)",
            ),
            explains=Translation(
                "None at all: v has no part that J reaches, and the best approximation is to stay. The pseudo-inverse does "
                "not fail at a singularity; it gives up what is lost.",
                "Aucune : v n'a pas de composante que J atteint, et la meilleure approximation est de ne pas bouger. La "
                "pseudo-inverse n'échoue pas à une singularité ; elle abandonne ce qui est perdu.",
            ),
        ),
        Question(
            key="near",
            prompt=Translation(
                "Bend the elbow to {bent}°. Which rates does the same speed take, {speed} m/s along the line from shoulder to "
                "tool?",
                "Pliez le coude à {bent}°. Quelles vitesses faut-il pour la même vitesse, {speed} m/s suivant la droite de "
                "l'épaule à l'outil ?",
            ),
            q=BENT,
            answer=Quantities(("q\u0307_1", "q\u0307_2"), rates, ("rad/s",)),
            formula=Formula(
                "q\u0307 = J⁻¹ v",
                r"\dot q = J^{-1} v",
                "v*np.sqrt(l1**2 + l2**2 + "
                "2*l1*l2*np.cos(theta2))/(l1*l2*np.sin(theta2))*np.array([l2*(l2 + "
                "l1*np.cos(theta2))/(l1**2 + l2**2 + 2*l1*l2*np.cos(theta2)), -1.0])",
            ),
            explains=Translation(
                "The elbow turns at {rate_deg}°/s for a slow motion, and the nearer to straight, the faster: rates go as "
                "1/sin θ₂. Near a singularity one damps, or avoids.",
                "Le coude tourne à {rate_deg}°/s pour un mouvement lent, et d'autant plus vite que le bras est tendu : les "
                "vitesses vont comme 1/sin θ₂. Près d'une singularité, on amortit, ou on évite.",
            ),
            arrows=lambda case: drawn(case, "velocity", SPEED, "v"),
            ellipsoids=("velocity",),
        ),
        Question(
            key="load",
            prompt=Translation(
                "Still at {bent}°: which torques exert {force} N along the line from shoulder to tool?",
                "Toujours à {bent}° : quels couples exercent {force} N de l'épaule vers l'outil, suivant leur droite ?",
            ),
            q=BENT,
            answer=Quantities(("τ_1", "τ_2"), lambda case: planar(case).T @ (FORCE * along(case)), ("N·m",)),
            formula=Formula(
                "τ = Jᵀ F",
                r"\tau = J^T F",
                "F*np.array([0.0, -l1*l2*np.sin(theta2)/np.sqrt(l1**2 + l2**2 + 2*l1*l2*np.cos(theta2))])",
            ),
            explains=Translation(
                "The shoulder feels nothing, the line passes through it. From the elbow it is {offset} mm away, and that "
                "little lever is all the load there is: close to straight an arm is slow and strong.",
                "L'épaule ne ressent rien : la droite passe par elle. Cette droite est à {offset} mm du coude, et ce petit "
                "levier fait toute la charge : presque tendu, un bras est lent et fort.",
            ),
            arrows=lambda case: drawn(case, "force", FORCE, "F"),
            ellipsoids=("force",),
        ),
    ),
)
