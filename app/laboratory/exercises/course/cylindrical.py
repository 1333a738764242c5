"""The cylindrical arm of the course: q = (θ, z, r) are the cylindrical coordinates of its tool."""

from __future__ import annotations

from collections.abc import Mapping
from math import radians

import numpy as np

from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..steps import at_tool, determinant, motion, position_rows, vanishing
from ..translation import Translation

SPEED = 0.5  # [m/s] along x


def singular(case: Case) -> str:
    """Which condition makes the determinant vanish."""
    places = {
        "theta": [(0.0, 0.5, 0.8), (0.0, 0.9, 0.5)],
        "z": [(0.4, 0.0, 0.8), (-1.3, 0.0, 0.5)],
        "r": [(0.4, 0.5, 0.0), (-1.3, 0.9, 0.0)],
    }
    return vanishing(case, determinant, places)


def reachable(case: Case) -> str:
    """Whether the limit of the reach lets the arm be singular."""
    return "yes" if case.model.lower[2] <= 0.0 <= case.model.upper[2] else "no"


def rates(case: Case) -> Array:
    """For the tool to move at `SPEED` along x [rad/s, m/s, m/s]."""
    return motion(case, [SPEED, 0.0, 0.0]).speeds


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    theta, z, r = case.q
    return {
        "t": float(np.degrees(theta)),
        "z": float(z),
        "r": float(r),
        "speed": SPEED,
        "r_min": float(case.model.lower[2]),
        "r_max": float(case.model.upper[2]),
    }


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "theta": float(case.q[0]),
        "z": float(case.q[1]),
        "r": float(case.q[2]),
        "v": SPEED,
        "r_min": float(case.model.lower[2]),
        "r_max": float(case.model.upper[2]),
    }


CYLINDRICAL = Exercise(
    key="cylindrical",
    title=Translation("Cylindrical arm", "Porteur cylindrique"),
    statement=Translation(
        "An arm turns by θ about the vertical, lifts to z and reaches to r, along x at θ = 0. It "
        "stands at θ = {t}°, z = {z} m, r = {r} m.",
        "Un porteur tourne de θ autour de la verticale, monte à z et s'étend jusqu'à r, suivant x à θ = 0. Il "
        "est placé à θ = {t}°, z = {z} m, r = {r} m.",
    ),
    robot="cylindrical",
    q=(radians(30), 0.5, 0.8),
    source="direct-kinematic-model, §4.2 (4.13-4.16); THEORY §8",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="position",
            prompt=Translation("Where is the tool?", "Où se trouve l'outil ?"),
            answer=Quantities(("x", "y", "z"), lambda case: case.position, ("m",)),
            formula=Formula(
                "(x, y, z) = (r cos θ, r sin θ, z)",
                r"(x,\ y,\ z) = (r\cos\theta,\ r\sin\theta,\ z)",
                "np.array([r*np.cos(theta), r*np.sin(theta), z])",
            ),
            explains=Translation(
                "Each joint is one of the cylindrical coordinates of the tool.",
                "Chaque articulation est l'une des coordonnées cylindriques de l'outil.",
            ),
        ),
        Question(
            key="jacobian",
            prompt=Translation(
                "Which matrix takes the rates of θ, z and r to the velocity of the tool?",
                "Quelle matrice donne la vitesse de l'outil en fonction des vitesses de θ, z et r ?",
            ),
            answer=Quantities(("v_x", "v_y", "v_z"), position_rows, ("",), ("θ\u0307", "z\u0307", "r\u0307")),
            formula=Formula(
                (("-r sin θ", "0", "cos θ"), ("r cos θ", "0", "sin θ"), ("0", "1", "0")),
                r"J = \begin{bmatrix} -r\sin\theta & 0 & \cos\theta \\ r\cos\theta & 0 & \sin\theta \\ 0 & 1 & 0 \end{bmatrix}",
                "np.array([[-r*np.sin(theta), 0.0, np.cos(theta)], [r*np.cos(theta), 0.0, "
                "np.sin(theta)], [0.0, 1.0, 0.0]])",
            ),
            explains=Translation(
                "Turning moves the tool at right angles to the reach, the faster the longer it is: that column is in metres. "
                "The two others are unit vectors, the directions in which the slides move.",
                "La rotation déplace l'outil perpendiculairement au bras, d'autant plus vite qu'il est long : cette colonne est "
                "en mètres. Les deux autres sont des vecteurs unitaires, les directions des glissières.",
            ),
            arrows=lambda case: tuple(
                arrow
                for k, name in enumerate(("J₁", "J₂", "J₃"))
                for arrow in at_tool(case, "velocity", case.J[:3, k], name)
            ),
        ),
        Question(
            key="determinant",
            prompt=Translation("What is the determinant of J?", "Que vaut le déterminant de J ?"),
            answer=Quantities(("det",), determinant, ("m",)),
            formula=Formula(
                "det J = r",
                r"\det J = r",
                "r",
            ),
            explains=Translation(
                "It is the Jacobian of the change from cylindrical to Cartesian coordinates; with the columns in the order "
                "θ, z, r it is +r.",
                "C'est le jacobien du passage des coordonnées cylindriques aux cartésiennes ; avec les colonnes dans l'ordre "
                "θ, z, r, il vaut +r.",
            ),
        ),
        Question(
            key="singular",
            prompt=Translation("Where is its position singular?", "Où est-il singulier en position ?"),
            answer=Options(
                {
                    "theta": Translation("θ = 0", "θ = 0"),
                    "z": Translation("z = 0", "z = 0"),
                    "r": Translation("r = 0", "r = 0"),
                    "never": Translation("Nowhere", "Nulle part"),
                },
                singular,
            ),
            formula=Formula(
                "r = 0",
                "r = 0",
                "np.isclose(r, 0)",
            ),
            explains=Translation(
                "With the tool on the axis, turning does not move it: all velocities lie in one vertical plane.",
                "Quand l'outil est sur l'axe, la rotation ne le déplace pas : toutes les vitesses sont dans un plan vertical.",
            ),
        ),
        Question(
            key="reachable",
            prompt=Translation(
                "Can this arm reach r = 0, within its limits?", "Ce porteur peut-il atteindre r = 0, dans ses limites ?"
            ),
            answer=Options(
                {
                    "yes": Translation("Yes", "Oui"),
                    "no": Translation(
                        "No, its reach is too long even when it is shortest",
                        "Non, sa portée la plus courte est trop longue",
                    ),
                },
                reachable,
            ),
            formula=Formula(
                "r_{min} ≤ r ≤ r_{max}",
                r"r_{\min} \le r \le r_{\max}",
                "r_min <= 0 <= r_max",
            ),
            explains=Translation(
                "The reach goes from {r_min} m to {r_max} m. A singularity of the formula is not yet one of the machine: "
                "compare with the limits.",
                "La portée va de {r_min} m à {r_max} m. Une singularité de la formule n'est pas encore celle de la machine : "
                "il faut comparer aux limites.",
            ),
        ),
        Question(
            key="rates",
            prompt=Translation(
                "At what rates do the joints move for the tool to go at {speed} m/s along +x?",
                "À quelles vitesses vont les articulations quand l'outil va à {speed} m/s suivant +x ?",
            ),
            answer=Quantities(("θ\u0307", "z\u0307", "r\u0307"), rates, ("rad/s", "m/s", "m/s")),
            formula=Formula(
                "θ\u0307 = −v sin θ / r,   r\u0307 = v cos θ",
                r"\dot\theta = -\frac{v\sin\theta}{r},\qquad \dot r = v\cos\theta",
                "np.array([-v*np.sin(theta)/r, 0.0, v*np.cos(theta)])",
            ),
            explains=Translation(
                "Split the velocity along the reach and across it: the reach takes the first part, turning the second, "
                "divided by r.",
                "On décompose la vitesse le long du bras et en travers : l'extension prend la première part, la rotation la "
                "seconde, divisée par r.",
            ),
            arrows=lambda case: at_tool(case, "velocity", [SPEED, 0.0, 0.0], "v"),
        ),
    ),
)
