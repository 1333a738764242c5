"""The SCARA of the course: pose, Jacobian, and where it is singular."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, radians

import numpy as np

from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..steps import at_tool, lost_one, origin, vanishing
from ..translation import Translation

COURSE = (radians(45), radians(45), 0.1)
STRAIGHT = (radians(45), 0.0, 0.1)


def numbers(case: Case) -> Mapping[str, float]:
    """What every text about the SCARA may say."""
    elbow, tool, limits = origin(case, "link1"), case.position, case.model.velocity_limit
    return {
        "l1": float(np.hypot(elbow[0], elbow[1])),
        "l2": float(np.hypot(*(tool - elbow)[:2])),
        "t1": float(np.degrees(case.q[0])),
        "t2": float(np.degrees(case.q[1])),
        "t12": float(np.degrees(case.q[0] + case.q[1])),
        "d1": float(tool[2] + case.q[2]),
        "d3": float(case.q[2]),
        "w": float(limits[0]),
        "w_deg": float(np.degrees(limits[0])),
        "v3": float(limits[2]),
    }


def planar(case: Case) -> Array:
    """The block (2, 2) of J that takes the two angles to the horizontal velocity [m]."""
    return case.J[:2, :2]


def determinant(case: Case) -> Array:
    """Of that block [m²]."""
    return np.asarray(np.linalg.det(planar(case)))


def singular(case: Case) -> str:
    """Which condition makes the determinant vanish."""
    places = {
        "theta1": [(0.0, 0.7, 0.1), (pi, -0.4, 0.2)],
        "theta2": [(0.3, 0.0, 0.1), (-1.1, pi, 0.2)],
        "sum": [(0.5, -0.5, 0.1), (-0.8, 0.8, 0.2)],
        "quill": [(0.3, 0.7, 0.0), (-1.1, -0.4, 0.0)],
    }
    return vanishing(case, determinant, places)


def scara_variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "theta1": float(case.q[0]),
        "theta2": float(case.q[1]),
        "d3": float(case.q[2]),
        "l1": numbers(case)["l1"],
        "l2": numbers(case)["l2"],
        "d1": numbers(case)["d1"],
    }


SCARA_JACOBIAN = Exercise(
    key="scara_jacobian",
    title=Translation("SCARA: the Jacobian", "SCARA : la jacobienne"),
    statement=Translation(
        "A SCARA has links of {l1} m and {l2} m, d₁ = {d1} m above the floor; at θ₁ = θ₂ = 0 both lie along x. It stands at "
        "θ₁ = {t1}°, θ₂ = {t2}°, d₃ = {d3} m; its quill points down.",
        "Un SCARA a des bras de {l1} m et {l2} m, à d₁ = {d1} m du sol ; à θ₁ = θ₂ = 0, tous deux sont suivant x. Il est placé "
        "à θ₁ = {t1}°, θ₂ = {t2}°, d₃ = {d3} m ; son vérin pointe vers le bas.",
    ),
    robot="scara",
    q=COURSE,
    source="kinematic-model, Exercice 1; THEORY §1, §2, §8",
    numbers=numbers,
    variables=scara_variables,
    questions=(
        Question(
            key="position",
            prompt=Translation("Where is the tool?", "Où se trouve l'outil ?"),
            answer=Quantities(("x", "y", "z"), lambda case: case.position, ("m",)),
            formula=Formula(
                "x = a_1 c_1 + a_2 c_{12}\ny = a_1 s_1 + a_2 s_{12}\nz = d_1 − d_3",
                r"x = a_1 c_1 + a_2 c_{12},\quad y = a_1 s_1 + a_2 s_{12},\quad z = d_1 - d_3",
                "np.array([l1*np.cos(theta1) + l2*np.cos(theta1 + theta2), l1*np.sin(theta1) + "
                "l2*np.sin(theta1 + theta2), d1 - d3])",
            ),
            explains=Translation(
                "Both links lie in a horizontal plane: add them up, the second along θ₁ + θ₂ = {t12}°. The quill points "
                "down, so z falls as d₃ grows.",
                "Les deux bras sont dans un plan horizontal : on les ajoute, le second suivant θ₁ + θ₂ = {t12}°. Le vérin "
                "pointe vers le bas, donc z diminue quand d₃ augmente.",
            ),
        ),
        Question(
            key="jacobian",
            prompt=Translation(
                "Which matrix takes the two angular rates to the horizontal velocity of the tool?",
                "Quelle matrice donne la vitesse horizontale de l'outil en fonction des deux vitesses angulaires ?",
            ),
            answer=Quantities(("v_x", "v_y"), planar, ("m",), ("q\u0307_1", "q\u0307_2")),
            formula=Formula(
                (("-a₁s₁ - a₂s₁₂", "-a₂s₁₂"), ("a₁c₁ + a₂c₁₂", "a₂c₁₂")),
                r"J = \begin{bmatrix} -a_1 s_1 - a_2 s_{12} & -a_2 s_{12} \\ "
                r"a_1 c_1 + a_2 c_{12} & a_2 c_{12} \end{bmatrix}",
                "np.array([[-l1*np.sin(theta1) - l2*np.sin(theta1 + theta2), -l2*np.sin(theta1 + "
                "theta2)], [l1*np.cos(theta1) + l2*np.cos(theta1 + theta2), l2*np.cos(theta1 + "
                "theta2)]])",
            ),
            explains=Translation(
                "Column k is z × (P − oₖ): the lever from joint k to the tool, turned by a quarter turn. From the elbow to "
                "the tool that lever points along {t12}°, so the elbow moves the tool at right angles to it.",
                "La colonne k est z × (P − oₖ) : le bras de levier de l'articulation k à l'outil, tourné d'un quart de tour. "
                "Du coude à l'outil, ce levier est orienté à {t12}° : le coude déplace donc l'outil perpendiculairement.",
            ),
            arrows=lambda case: (
                *at_tool(case, "velocity", case.J[:3, 0], "J₁"),
                *at_tool(case, "velocity", case.J[:3, 1], "J₂"),
            ),
        ),
        Question(
            key="determinant",
            prompt=Translation("What is the determinant of that matrix?", "Que vaut le déterminant de cette matrice ?"),
            answer=Quantities(("det",), determinant, ("m²",)),
            formula=Formula(
                "det J = a_1 a_2 sin θ_2",
                r"\det J = a_1\,a_2 \sin\theta_2",
                "l1*l2*np.sin(theta2)",
            ),
            explains=Translation(
                "Only the elbow counts. The two columns span a parallelogram of this area; turning the shoulder turns it "
                "as a whole.",
                "Seul le coude compte. Les deux colonnes forment un parallélogramme de cette aire ; tourner l'épaule le fait "
                "tourner en bloc.",
            ),
            ellipsoids=("velocity",),
        ),
        Question(
            key="singular",
            prompt=Translation(
                "Where is the position of this robot singular?", "Où ce robot est-il singulier en position ?"
            ),
            answer=Options(
                {
                    "theta1": Translation("θ₁ = 0 or 180°", "θ₁ = 0 ou 180°"),
                    "theta2": Translation("θ₂ = 0 or 180°", "θ₂ = 0 ou 180°"),
                    "sum": Translation("θ₁ + θ₂ = 0", "θ₁ + θ₂ = 0"),
                    "quill": Translation("d₃ = 0", "d₃ = 0"),
                },
                singular,
            ),
            formula=Formula(
                "a_1 a_2 sin θ_2 = 0",
                r"a_1\,a_2 \sin\theta_2 = 0",
                "np.isclose(l1*l2*np.sin(theta2), 0)",
            ),
            explains=Translation(
                "The arm is then straight or folded, and the two columns are parallel. The quill has a direction of its "
                "own, so it takes no part.",
                "Le bras est alors tendu ou replié, et les deux colonnes sont colinéaires. Le vérin a sa direction propre : "
                "il n'y participe pas.",
            ),
        ),
        Question(
            key="lost",
            prompt=Translation(
                "Now straighten the elbow, θ₂ = 0. Along which horizontal direction can the tool no longer move? Give any "
                "vector along it.",
                "Tendez maintenant le coude, θ₂ = 0. Suivant quelle direction horizontale l'outil ne peut-il plus se "
                "déplacer ? Donnez un vecteur quelconque de cette direction.",
            ),
            q=STRAIGHT,
            answer=Quantities(("x", "y"), lambda case: lost_one(case)[:2], ("",), up_to_sign=True),
            formula=Formula(
                "u = (c_1, s_1)",
                r"u = (c_1,\ s_1)^T",
                "np.array([np.cos(theta1), np.sin(theta1)])",
            ),
            explains=Translation(
                "Both columns are at right angles to the arm, so along the arm nothing moves at first order. That direction "
                "is the column of U that belongs to the singular value 0.",
                "Les deux colonnes sont perpendiculaires au bras : le long du bras, rien ne bouge au premier ordre. Cette "
                "direction est la colonne de U associée à la valeur singulière nulle.",
            ),
            arrows=lambda case: at_tool(case, "direction", lost_one(case), "u"),
            ellipsoids=("velocity",),
        ),
    ),
)
