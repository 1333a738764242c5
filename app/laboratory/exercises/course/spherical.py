"""The spherical arm of the course, RRP: its singularities, and what is lost there."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, radians

import numpy as np

from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..steps import at_tool, determinant, lost, lost_one, position_rows, vanishing
from ..translation import Translation

UPRIGHT = (radians(30), 0.0, 0.5)
PIVOT = (radians(30), radians(-60), 0.0)
FORCE = 20.0  # [N]
JOINTS = ("azimuth", "elevation", "reach")


def singular(case: Case) -> str:
    """Which condition makes the determinant vanish."""
    places = {
        "theta1": [(0.0, 0.7, 0.4), (0.0, -1.2, 0.6)],
        "right": [(0.3, pi / 2, 0.4), (-1.1, -pi / 2, 0.6)],
        "both": [(0.3, 0.0, 0.4), (-1.1, pi, 0.6), (0.3, 0.7, 0.0), (-1.1, -1.2, 0.0)],
        "equal": [(0.4, 0.4, 0.4), (-1.2, -1.2, 0.6)],
    }
    return vanishing(case, determinant, places)


def idle(case: Case) -> str:
    """The joint that turns without moving the tool."""
    still = np.linalg.norm(position_rows(case), axis=0) < 1e-9
    return "none" if np.count_nonzero(still) != 1 else JOINTS[int(np.argmax(still))]


def push_along_lost(case: Case) -> Array:
    """Torques (3,) that hold against a force along the lost direction [N·m, N·m, N]."""
    return -position_rows(case).T @ (FORCE * lost_one(case))


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {
        "t1": float(np.degrees(case.q[0])),
        "t2": float(np.degrees(case.q[1])),
        "d3": float(case.q[2]),
        "force": FORCE,
        "height": float(case.at(np.array([0.0, 0.0, 0.0])).position[2]),
    }


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "theta1": float(case.q[0]),
        "theta2": float(case.q[1]),
        "d3": float(case.q[2]),
        "d1": numbers(case)["height"],
    }


SPHERICAL = Exercise(
    key="spherical",
    title=Translation("Spherical arm: its singularities", "Robot sphérique : ses singularités"),
    statement=Translation(
        "A spherical arm turns by θ₁ about the vertical, leans from it by θ₂, and reaches to d₃; at θ₁ = 0 it leans towards +x "
        "where θ₂ is negative. Its pivot is {height} m above the floor. It stands at θ₁ = {t1}°, θ₂ = {t2}°, d₃ = {d3} m.",
        "Un robot sphérique tourne de θ₁ autour de la verticale, s'en écarte de θ₂, et s'étend jusqu'à d₃ ; à θ₁ = 0, il penche "
        "vers +x quand θ₂ est négatif. Son pivot est à {height} m du sol. Il est placé à θ₁ = {t1}°, θ₂ = {t2}°, d₃ = {d3} m.",
    ),
    robot="spherical_rrp",
    q=(radians(30), radians(-60), 0.5),
    source="kinematic-model, jacobienne d'un robot sphérique, Singularités; THEORY §2, §8",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="position",
            prompt=Translation("Where is the tool?", "Où se trouve l'outil ?"),
            answer=Quantities(("x", "y", "z"), lambda case: case.position, ("m",)),
            formula=Formula(
                "(x, y, z) = (−d_3 c_1 s_2, −d_3 s_1 s_2, d_1 + d_3 c_2)",
                r"(x,\ y,\ z) = (-d_3 c_1 s_2,\ -d_3 s_1 s_2,\ d_1 + d_3 c_2)",
                "np.array([-d3*np.cos(theta1)*np.sin(theta2), -d3*np.sin(theta1)*np.sin(theta2), d1 "
                "+ d3*np.cos(theta2)])",
            ),
            explains=Translation(
                "The tool is at d₃ along z₂, the third column of the second pose: with twists of +90° and −90° that is "
                "(−c₁s₂, −s₁s₂, c₂). θ₂ counts from the vertical.",
                "L'outil est à d₃ suivant z₂, troisième colonne de la deuxième matrice : avec des torsions de +90° et −90°, "
                "c'est (−c₁s₂, −s₁s₂, c₂). θ₂ se compte depuis la verticale.",
            ),
        ),
        Question(
            key="determinant",
            prompt=Translation(
                "What is the absolute value of the determinant of the position rows of J?",
                "Que vaut la valeur absolue du déterminant des lignes de position de J ?",
            ),
            answer=Quantities(("|det|",), lambda case: np.abs(determinant(case)), ("m²",)),
            formula=Formula(
                "|det J| = d_3² |sin θ_2|",
                r"|\det J| = d_3^2\,|\sin\theta_2|",
                "d3**2*abs(np.sin(theta2))",
            ),
            explains=Translation(
                "The columns are at right angles to one another. Their lengths are the distance to the vertical axis, "
                "d₃ |sin θ₂|, the distance to the pivot, d₃, and 1.",
                "Les colonnes sont perpendiculaires entre elles. Leurs longueurs sont la distance à l'axe vertical, d₃ |sin θ₂|, "
                "la distance au pivot, d₃, et 1.",
            ),
        ),
        Question(
            key="singular",
            prompt=Translation("Where is its position singular?", "Où est-il singulier en position ?"),
            answer=Options(
                {
                    "theta1": Translation("θ₁ = 0", "θ₁ = 0"),
                    "right": Translation("θ₂ = ±90°", "θ₂ = ±90°"),
                    "both": Translation("d₃ = 0, or θ₂ = 0 or 180°", "d₃ = 0, ou θ₂ = 0 ou 180°"),
                    "equal": Translation("θ₁ = θ₂", "θ₁ = θ₂"),
                },
                singular,
            ),
            formula=Formula(
                "d_3 sin θ_2 = 0",
                r"d_3 \sin\theta_2 = 0",
                "np.isclose(d3*np.sin(theta2), 0)",
            ),
            explains=Translation(
                "At d₃ = 0 the tool is at the pivot, and neither rotation moves it. At sin θ₂ = 0 it is on the vertical axis, "
                "and θ₁ does not move it. Nothing depends on θ₁: turning the whole arm changes nothing.",
                "Si d₃ = 0, l'outil est au pivot, et aucune des deux rotations ne le déplace. Si sin θ₂ = 0, il est sur l'axe "
                "vertical, et θ₁ ne le déplace pas. Rien ne dépend de θ₁ : tourner tout le robot ne change rien.",
            ),
        ),
        Question(
            key="lost",
            prompt=Translation(
                "Set θ₂ = 0. Along which direction can the tool no longer move? Give any vector along it.",
                "Prenez θ₂ = 0. Suivant quelle direction l'outil ne peut-il plus se déplacer ? Donnez un vecteur quelconque de "
                "cette direction.",
            ),
            q=UPRIGHT,
            answer=Quantities(("x", "y", "z"), lost_one, ("",), up_to_sign=True),
            formula=Formula(
                "u = (−s_1, c_1, 0)",
                r"u = (-s_1,\ c_1,\ 0)^T",
                "np.array([-np.sin(theta1), np.cos(theta1), 0.0])",
            ),
            explains=Translation(
                "The ram goes up and down, and θ₂ tilts it in the vertical plane at {t1}°. What is lost is the normal of that "
                "plane. It turns with θ₁, although θ₁ does not move the tool.",
                "Le vérin monte et descend, et θ₂ l'incline dans le plan vertical à {t1}°. On perd la normale de ce plan. Elle "
                "tourne avec θ₁, bien que θ₁ ne déplace pas l'outil.",
            ),
            arrows=lambda case: at_tool(case, "direction", lost_one(case), "u"),
            ellipsoids=("velocity",),
        ),
        Question(
            key="idle",
            prompt=Translation(
                "There, at θ₂ = 0: which joint moves without moving the tool's point?",
                "Toujours à θ₂ = 0 : quelle articulation bouge sans déplacer le point de l'outil ?",
            ),
            q=UPRIGHT,
            answer=Options(
                {
                    "azimuth": Translation("θ₁, the azimuth", "θ₁, l'azimut"),
                    "elevation": Translation("θ₂, the elevation", "θ₂, l'élévation"),
                    "reach": Translation("d₃, the reach", "d₃, l'extension"),
                    "none": Translation("None of them", "Aucune"),
                },
                idle,
            ),
            formula=Formula(
                "J e_1 = 0",
                r"J\,e_1 = 0",
                "np.array([d3*np.sin(theta1)*np.sin(theta2), -d3*np.cos(theta1)*np.sin(theta2), 0.0])",
            ),
            explains=Translation(
                "The column of θ₁ is zero: the joint spans the null space of J, a self-motion. Three joints, one direction "
                "lost, so one self-motion is won.",
                "La colonne de θ₁ est nulle : cette articulation engendre le noyau de J, un mouvement interne. Trois "
                "articulations, une direction perdue, donc un mouvement interne de gagné.",
            ),
        ),
        Question(
            key="pivot",
            prompt=Translation(
                "Pull the reach in to d₃ = 0 instead. How many directions are lost?",
                "Rentrez plutôt le vérin jusqu'à d₃ = 0. Combien de directions sont perdues ?",
            ),
            q=PIVOT,
            answer=Quantities(("n",), lambda case: np.asarray(lost(case).shape[1]), ("",), whole=True),
            formula=Formula(
                "n = dim ker Jᵀ",
                r"n = \dim\ker J^T",
                "3 - np.linalg.matrix_rank(np.diag([d3*np.sin(theta2), d3, 1.0]))",
            ),
            explains=Translation(
                "Only the reach still moves the tool: J has one column that is not zero.",
                "Seul le vérin déplace encore l'outil : J n'a plus qu'une colonne non nulle.",
            ),
            ellipsoids=("velocity",),
        ),
        Question(
            key="force",
            prompt=Translation(
                "Back at θ₂ = 0: push the tool with {force} N along the lost direction. Which torques hold against it?",
                "De nouveau à θ₂ = 0 : on pousse l'outil avec {force} N suivant la direction perdue. Quels couples y "
                "résistent ?",
            ),
            q=UPRIGHT,
            answer=Quantities(("τ_1", "τ_2", "f_3"), push_along_lost, ("N·m", "N·m", "N")),
            formula=Formula(
                "τ = −Jᵀ F,   Jᵀ u = 0",
                r"\tau = -J^T F,\qquad J^T u = 0",
                "np.zeros(3)",
            ),
            explains=Translation(
                "None: where the tool cannot move, a force does no work, and the structure carries it. Losing a direction of "
                "motion is winning one in which the robot is infinitely stiff, as far as its motors are concerned.",
                "Aucun : là où l'outil ne peut pas bouger, une force ne travaille pas, et la structure la porte. Perdre une "
                "direction de mouvement, c'est en gagner une où le robot résiste sans que ses moteurs ne forcent.",
            ),
            arrows=lambda case: at_tool(case, "force", FORCE * lost_one(case), "F"),
            ellipsoids=("force",),
        ),
    ),
)
