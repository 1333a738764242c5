"""The SCARA of the course pushes: which torques it takes, and what the structure carries."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..steps import at_tool
from ..translation import Translation
from .scara_jacobian import COURSE, scara_variables
from .scara_jacobian import numbers as geometry
from .scara_speeds import SPEED, rates

FORCE = 10.0  # [N]
MOMENT = 5.0  # [N·m]
TORQUES = ("τ_1", "τ_2", "f_3")
TORQUE_UNITS = ("N·m", "N·m", "N")


def torques(
    case: Case, force: tuple[float, float, float], moment: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> Array:
    """With which the motors exert a force [N] and a moment [N·m] at the tool (3,)."""
    return case.J.T @ [*force, *moment]


def carries_moment(case: Case) -> str:
    """Which joints feel a moment about x."""
    felt = np.abs(torques(case, (0.0, 0.0, 0.0), (MOMENT, 0.0, 0.0))) > 1e-9 * MOMENT
    if not np.any(felt):
        return "structure"
    return "quill" if felt[2] and not np.any(felt[:2]) else "angles" if not felt[2] else "all"


def unfelt_by_elbow(case: Case) -> Array:
    """The horizontal direction of a force that loads the elbow with nothing (2,)."""
    across = case.J[:2, 1] / np.linalg.norm(case.J[:2, 1])
    return np.array([-across[1], across[0]])


def power(case: Case) -> Array:
    """Of the motors, while the tool moves along y and pushes along x [W]."""
    return torques(case, (FORCE, 0.0, 0.0))[:2] @ rates(case)


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    tau = torques(case, (FORCE, 0.0, 0.0))
    p = case.position
    return {**geometry(case), "force": FORCE, "moment": MOMENT, "speed": SPEED, "y": float(p[1]), "tau1": float(tau[0])}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {**scara_variables(case), "F": FORCE, "M": MOMENT, "v": SPEED}


SCARA_FORCES = Exercise(
    key="scara_forces",
    title=Translation("SCARA: a force and its torques", "SCARA : une force et ses couples"),
    statement=Translation(
        "The same SCARA, with links of {l1} m and {l2} m, at θ₁ = {t1}°, θ₂ = {t2}°, d₃ = {d3} m, stands still. Leave its "
        "weight aside.",
        "Le même SCARA, aux bras de {l1} m et {l2} m, à θ₁ = {t1}°, θ₂ = {t2}°, d₃ = {d3} m, est immobile. On néglige son "
        "poids.",
    ),
    robot="scara",
    q=COURSE,
    source="kinematic-model, Exercice 2; THEORY §3, §8",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="exert",
            prompt=Translation(
                "With which torques, and which force of the quill, does the tool push with {force} N along +x?",
                "Avec quels couples, et quelle force du vérin, l'outil pousse-t-il avec {force} N suivant +x ?",
            ),
            answer=Quantities(TORQUES, lambda case: torques(case, (FORCE, 0.0, 0.0)), TORQUE_UNITS),
            formula=Formula(
                "τ = Jᵀ F",
                r"\tau = J^T F",
                "F*np.array([-l1*np.sin(theta1) - l2*np.sin(theta1 + theta2), -l2*np.sin(theta1 + theta2), 0.0])",
            ),
            explains=Translation(
                "Virtual work: τᵀ δq = Fᵀ J δq for every δq. The shoulder's torque is −y F, that is {tau1} N·m: the force "
                "passes the shoulder at a distance of {y} m, and would turn the arm clockwise.",
                "Travaux virtuels : τᵀ δq = Fᵀ J δq pour tout δq. Le couple de l'épaule est −y F, soit {tau1} N·m : la force "
                "passe à {y} m de l'épaule, et ferait tourner le bras dans le sens horaire.",
            ),
            arrows=lambda case: at_tool(case, "force", [FORCE, 0.0, 0.0], "F"),
            ellipsoids=("force",),
        ),
        Question(
            key="hold",
            prompt=Translation(
                "Now a wall pushes the tool with {force} N along +x. With which torques do the motors hold still?",
                "C'est maintenant un mur qui pousse l'outil avec {force} N suivant +x. Avec quels couples les moteurs "
                "gardent-ils le robot immobile ?",
            ),
            answer=Quantities(TORQUES, lambda case: -torques(case, (FORCE, 0.0, 0.0)), TORQUE_UNITS),
            formula=Formula(
                "Γ = Jᵀ F,   τ = −Γ",
                r"\Gamma = J^T F,\qquad \tau = -\Gamma",
                "-F*np.array([-l1*np.sin(theta1) - l2*np.sin(theta1 + theta2), -l2*np.sin(theta1 + theta2), 0.0])",
            ),
            explains=Translation(
                "What the joints feel is Γ = JᵀF; the motors hold against it. Exerting a force and withstanding the same "
                "force differ by the sign: say first who pushes whom.",
                "Ce que ressentent les articulations est Γ = JᵀF ; les moteurs s'y opposent. Exercer une force et résister à "
                "la même force diffèrent par le signe : dites d'abord qui pousse qui.",
            ),
        ),
        Question(
            key="up",
            prompt=Translation(
                "With which torques, and which force of the quill, does it push upwards with {force} N, along +z?",
                "Avec quels couples, et quelle force du vérin, pousse-t-il avec {force} N vers le haut, suivant +z ?",
            ),
            answer=Quantities(TORQUES, lambda case: torques(case, (0.0, 0.0, FORCE)), TORQUE_UNITS),
            formula=Formula(
                "τ = Jᵀ (0, 0, F_z)",
                r"\tau = J^T (0,\ 0,\ F_z)^T",
                "np.array([0.0, 0.0, -F])",
            ),
            explains=Translation(
                "Both axes are vertical, so they do not feel a vertical force. The quill's own direction is −z, hence its "
                "sign.",
                "Les deux axes sont verticaux : ils ne ressentent pas une force verticale. Le vérin a pour direction −z, d'où "
                "le signe.",
            ),
            arrows=lambda case: at_tool(case, "force", [0.0, 0.0, FORCE], "F"),
        ),
        Question(
            key="moment",
            prompt=Translation(
                "Something twists the tool with {moment} N·m about the x axis. What holds against it?",
                "On exerce sur l'outil un moment de {moment} N·m autour de l'axe x. Qu'est-ce qui résiste ?",
            ),
            answer=Options(
                {
                    "structure": Translation(
                        "The structure alone: no motor feels it", "La structure seule : aucun moteur ne le ressent"
                    ),
                    "angles": Translation("Shoulder or elbow", "L'épaule ou le coude"),
                    "quill": Translation("The quill", "Le vérin"),
                    "all": Translation("All three motors", "Les trois moteurs"),
                },
                carries_moment,
            ),
            formula=Formula(
                "Jᵀ (0, 0, 0, M, 0, 0) = 0",
                r"J^T (0,\,0,\,0,\,M,\,0,\,0)^T = 0",
                "M*np.zeros(3)",
            ),
            explains=Translation(
                "No joint can turn the tool about x, so the fourth row of J is zero. What does not go with any motion does no "
                "work: links and bearings carry it.",
                "Aucune articulation ne peut faire tourner l'outil autour de x : la quatrième ligne de J est nulle. Ce qui "
                "n'accompagne aucun mouvement ne travaille pas : bras et paliers le supportent.",
            ),
        ),
        Question(
            key="unfelt",
            prompt=Translation(
                "Along which horizontal direction can the tool push without any torque of the elbow? Give any vector along it.",
                "Suivant quelle direction horizontale l'outil peut-il pousser sans aucun couple au coude ? Donnez un vecteur "
                "quelconque de cette direction.",
            ),
            answer=Quantities(("x", "y"), unfelt_by_elbow, ("",), up_to_sign=True),
            formula=Formula(
                "J_2 · F = 0",
                r"J_2^T F = 0",
                "np.array([np.cos(theta1 + theta2), np.sin(theta1 + theta2)])",
            ),
            explains=Translation(
                "The line of such a force passes through the elbow: it lies along the second link, at {t12}°.",
                "La ligne d'action d'une telle force passe par le coude : elle suit le second bras, à {t12}°.",
            ),
            arrows=lambda case: at_tool(case, "force", [*(FORCE * unfelt_by_elbow(case)), 0.0], "F"),
        ),
        Question(
            key="power",
            prompt=Translation(
                "The tool moves at {speed} m/s along +y while it pushes with {force} N along +x. Which power do the motors "
                "give together?",
                "L'outil se déplace à {speed} m/s suivant +y tout en poussant avec {force} N suivant +x. Quelle puissance les "
                "moteurs fournissent-ils ensemble ?",
            ),
            answer=Quantities(("P",), power, ("W",)),
            formula=Formula(
                "P = τᵀ q\u0307 = Fᵀ v",
                r"P = \tau^T \dot q = F^T v",
                "np.dot([F, 0.0], [0.0, v])",
            ),
            explains=Translation(
                "Force and velocity are at right angles, so their power is zero, although both motors turn and push: what one "
                "gives, the other takes. The same J serves for both, which is why power agrees.",
                "Force et vitesse sont perpendiculaires : leur puissance est nulle, alors que les deux moteurs tournent et "
                "poussent. Ce que l'un fournit, l'autre l'absorbe. La même J sert aux deux : les puissances concordent.",
            ),
        ),
    ),
)
