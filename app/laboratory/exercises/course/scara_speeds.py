"""The SCARA of the course moves its tool: joint rates, and the limits that do not allow them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..steps import at_tool, motion
from ..translation import Translation
from .scara_jacobian import COURSE, scara_variables
from .scara_jacobian import numbers as geometry

SPEED = 1.0  # [m/s] along y
ALONG_X, ALONG_Y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])


def rates(case: Case) -> Array:
    """Of the two angles, for the tool to move at `SPEED` along y [rad/s]."""
    return motion(case, SPEED * ALONG_Y).speeds[:2]


def turning(case: Case) -> Array:
    """Of the tool about z, meanwhile [rad/s]."""
    return case.J[5, :2] @ rates(case)


def fastest(case: Case, along: Array) -> Array:
    """Speed of the tool along a unit vector at which the first joint reaches its limit [m/s]."""
    return np.asarray(motion(case, along).feasible)


def too_fast(case: Case) -> str:
    """Which joints would have to be faster than they can."""
    shoulder, elbow, _ = motion(case, SPEED * ALONG_Y).excess > 1.0
    return "both" if shoulder and elbow else "shoulder" if shoulder else "elbow" if elbow else "none"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    qd = rates(case)
    return {
        **geometry(case),
        "speed": SPEED,
        "qd1": float(qd[0]),
        "qd2": float(qd[1]),
        "share": motion(case, SPEED * ALONG_Y).feasible,
    }


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {**scara_variables(case), "v": SPEED, "w": float(case.model.velocity_limit[0])}


SCARA_SPEEDS = Exercise(
    key="scara_speeds",
    title=Translation("SCARA: a speed and its limits", "SCARA : une vitesse et ses limites"),
    statement=Translation(
        "The same SCARA, with links of {l1} m and {l2} m, at θ₁ = {t1}°, θ₂ = {t2}°, d₃ = {d3} m, shall move its tool at "
        "{speed} m/s along +y. Its revolute joints turn at {w_deg}°/s at most, which is {w} rad/s.",
        "Le même SCARA, aux bras de {l1} m et {l2} m, à θ₁ = {t1}°, θ₂ = {t2}°, d₃ = {d3} m, doit déplacer son outil à "
        "{speed} m/s suivant +y. Ses articulations rotoïdes tournent au plus à {w_deg}°/s, soit {w} rad/s.",
    ),
    robot="scara",
    q=COURSE,
    source="kinematic-model, Exercice 2; THEORY §8",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="rates",
            prompt=Translation(
                "At what rates do shoulder and elbow have to turn?",
                "À quelles vitesses l'épaule et le coude doivent-ils tourner ?",
            ),
            answer=Quantities(("q\u0307_1", "q\u0307_2"), rates, ("rad/s",)),
            formula=Formula(
                "q\u0307 = J^{−1} v".replace("^{−1}", "⁻¹"),
                r"\dot q = J^{-1} v",
                "v*np.array([l2*np.sin(theta1 + theta2), -l1*np.sin(theta1) - l2*np.sin(theta1 + "
                "theta2)])/(l1*l2*np.sin(theta2))",
            ),
            explains=Translation(
                "The elbow moves the tool along x alone, so the shoulder has to give all of the speed along y: {speed} m/s over "
                "its lever along x. The elbow then takes back the motion along x that the shoulder brings with it.",
                "Le coude ne déplace l'outil que suivant x : l'épaule doit donc fournir toute la vitesse suivant y, soit "
                "{speed} m/s divisé par son bras de levier suivant x. Le coude compense ensuite le mouvement suivant x que "
                "l'épaule entraîne.",
            ),
            arrows=lambda case: at_tool(case, "velocity", [0.0, SPEED, 0.0], "v"),
        ),
        Question(
            key="turning",
            prompt=Translation(
                "How fast does the tool turn about z meanwhile?",
                "À quelle vitesse l'outil tourne-t-il alors autour de z ?",
            ),
            answer=Quantities(("ω_z",), turning, ("rad/s",)),
            formula=Formula(
                "ω_z = q\u0307_1 + q\u0307_2",
                r"\omega_z = \dot q_1 + \dot q_2",
                "-v*np.sin(theta1)/(l2*np.sin(theta2))",
            ),
            explains=Translation(
                "Angular velocities add, and both axes are along +z. With two joints one cannot choose the orientation too.",
                "Les vitesses angulaires s'ajoutent, et les deux axes sont suivant +z. Avec deux articulations, on ne peut pas "
                "choisir en plus l'orientation.",
            ),
        ),
        Question(
            key="too_fast",
            prompt=Translation(
                "Which joint would have to turn faster than it can?", "Quelle articulation devrait dépasser sa limite ?"
            ),
            answer=Options(
                {
                    "none": Translation("Neither of them", "Aucune des deux"),
                    "shoulder": Translation("The shoulder", "L'épaule"),
                    "elbow": Translation("The elbow", "Le coude"),
                    "both": Translation("Both", "Les deux"),
                },
                too_fast,
            ),
            formula=Formula(
                "|q\u0307_k| ≤ q\u0307_{k,max}",
                r"|\dot q_k| \le \dot q_{k,\max}",
                "np.abs(v*np.array([l2*np.sin(theta1 + theta2), -l1*np.sin(theta1) - "
                "l2*np.sin(theta1 + theta2)])/(l1*l2*np.sin(theta2))) > w",
            ),
            explains=Translation(
                "The rates are {qd1} and {qd2} rad/s, and {w} rad/s is allowed. The inverse of J knows nothing of limits: "
                "compare afterwards.",
                "Les vitesses sont {qd1} et {qd2} rad/s, et la limite est {w} rad/s. L'inverse de J ignore les limites : il "
                "faut comparer ensuite.",
            ),
        ),
        Question(
            key="fastest",
            prompt=Translation(
                "At what speed along +y can the tool move at most?",
                "À quelle vitesse l'outil peut-il aller au plus suivant +y ?",
            ),
            answer=Quantities(("v_y",), lambda case: fastest(case, ALONG_Y), ("m/s",)),
            formula=Formula(
                "v_{max} = v · min_k (q\u0307_{k,max} / |q\u0307_k|)",
                r"v_{\max} = v \, \min_k \frac{\dot q_{k,\max}}{|\dot q_k|}",
                "w*l1*l2*abs(np.sin(theta2))/max(abs(l2*np.sin(theta1 + theta2)), "
                "abs(l1*np.sin(theta1) + l2*np.sin(theta1 + theta2)))",
            ),
            explains=Translation(
                "J is linear: at a share of the speed all rates are that share. The joint that is nearest to its limit "
                "decides, here {share} of the speed asked for.",
                "J est linéaire : à une fraction de la vitesse, toutes les vitesses articulaires sont réduites d'autant. "
                "L'articulation la plus proche de sa limite décide : ici {share} de la vitesse demandée.",
            ),
            ellipsoids=("velocity",),
        ),
        Question(
            key="along_x",
            prompt=Translation("And at what speed along +x at most?", "Et à quelle vitesse au plus suivant +x ?"),
            answer=Quantities(("v_x",), lambda case: fastest(case, ALONG_X), ("m/s",)),
            formula=Formula(
                "q\u0307 = J⁻¹ (1, 0)",
                r"\dot q = J^{-1} (1,\ 0)^T",
                "w*l1*l2*abs(np.sin(theta2))/max(abs(l2*np.cos(theta1 + theta2)), "
                "abs(l1*np.cos(theta1) + l2*np.cos(theta1 + theta2)))",
            ),
            explains=Translation(
                "For this direction the elbow works alone, with the whole second link as its lever. How fast a robot is "
                "depends on the direction: that is what its velocity ellipsoid shows.",
                "Dans cette direction, le coude travaille seul, avec tout le second bras comme levier. La rapidité d'un robot "
                "dépend de la direction : c'est ce que montre son ellipsoïde de vitesse.",
            ),
            arrows=lambda case: at_tool(case, "velocity", [float(fastest(case, ALONG_X)), 0.0, 0.0], "v_{x,max}"),
            ellipsoids=("velocity",),
        ),
    ),
)
