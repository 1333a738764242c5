"""A tree with two branches: what a gripper's palm hands on to its two fingers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING, PROBLEMS

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question, QuestionArrow
from ..translation import Translation

LIFT, CLOSE = 2.0, 5.0  # accelerations of the palm upwards and of both fingers inwards [m/s²]
G = 9.81


def trace(case: Case) -> sim.NewtonEulerTrace:
    """Starting to move: no velocities yet."""
    return sim.newton_euler_trace(case.model, case.q, np.zeros(3), np.array([LIFT, CLOSE, CLOSE]))


def force(case: Case, body: str) -> Array:
    """Of its joint on a body, world axes (3,) [N]."""
    found = trace(case)
    (name,) = [step.body for step in found.outward if step.body.split("/")[-1] == body]
    return found.of_body(name)[1].force[:3]


def summed(case: Case) -> str:
    """Which bodies' forces the palm hands on."""
    found = trace(case)
    (palm,) = [step for step in found.inward if step.body.split("/")[-1] == "palm"]
    names = {name.split("/")[-1] for name in palm.children}
    return {("left", "right"): "both", ("left",): "left", ("right",): "right"}.get(tuple(sorted(names)), "none")


def masses(case: Case) -> dict[str, float]:
    """Of palm and of one finger [kg]."""
    found = {body.name.split("/")[-1]: body.mass for body in case.model.bodies}
    return {"M": found["palm"], "m": found["left"]}


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {**masses(case), "a": LIFT, "b": CLOSE}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {**numbers(case), "g": G}


TWO_BRANCHES = Exercise(
    key="two_branches",
    title=Translation("A tree with two branches", "Un arbre à deux branches"),
    statement=Translation(
        "The palm of a gripper, {M} kg, slides along the vertical z; it carries two fingers of {m} kg "
        "that slide along y towards "
        "each other, the left one from +y. From rest the palm is to start upwards with {a} m/s² and each finger inwards with "
        "{b} m/s² beside the palm.",
        "La paume d'une pince, {M} kg, coulisse suivant la verticale z ; elle porte deux doigts de {m} "
        "kg qui coulissent suivant y "
        "l'un vers l'autre, le gauche depuis +y. Depuis le repos, la paume doit démarrer vers le haut à "
        "{a} m/s² et chaque doigt "
        "vers l'intérieur à {b} m/s² par rapport à la paume.",
    ),
    robot="gripper",
    file="gripper.urdf",
    frame="palm",
    q=(0.14, 0.0, 0.0),
    source="newton-euler-inverse-dynamics, Algorithme de Newton-Euler; THEORY §4",
    numbers=numbers,
    variables=variables,
    needs=(POSING, PROBLEMS),
    questions=(
        Question(
            key="finger",
            prompt=Translation(
                "With which force must the palm act on the left finger?",
                "Avec quelle force la paume doit-elle agir sur le doigt gauche ?",
            ),
            answer=Quantities(("x", "y", "z"), lambda case: force(case, "left"), ("N",)),
            formula=Formula("f_l = m (c\u0308 − g)", r"f_l = m(\ddot c - g)", "m*np.array([0.0, -b, a + g])"),
            explains=Translation(
                "Along y its motor, along z the guide: the finger goes up with the palm, and has its weight.",
                "Suivant y le moteur, suivant z le guidage : le doigt monte avec la paume, et pèse.",
            ),
            arrows=lambda case: (QuestionArrow("force", case.position, 10.0 * force(case, "left"), "10 f"),),
        ),
        Question(
            key="summed",
            prompt=Translation(
                "Which forces are summed on the way in, for the palm?",
                "Au retour, quelles forces somme-t-on pour la paume ?",
            ),
            answer=Options(
                {
                    "both": Translation("Those of both fingers", "Celles des deux doigts"),
                    "left": Translation("That of the left finger", "Celle du doigt gauche"),
                    "right": Translation("That of the right finger", "Celle du doigt droit"),
                    "none": Translation("None: a finger is no child", "Aucune : un doigt n'est pas un enfant"),
                },
                summed,
            ),
            formula=Formula("Σ_{j ∈ μ(i)} f_j", r"\sum_{j \in \mu(i)} f_j", "np.array(2.0)"),
            explains=Translation(
                "μ(i) are the children of body i, all of them. A chain has one, a tree may have several; fingers have none.",
                "μ(i) désigne les enfants du corps i, tous. Une chaîne en a un, un arbre peut en avoir plusieurs ; un doigt "
                "n'en a pas.",
            ),
        ),
        Question(
            key="palm",
            prompt=Translation(
                "With which force must the post act on the palm?",
                "Avec quelle force le montant doit-il agir sur la paume ?",
            ),
            answer=Quantities(("x", "y", "z"), lambda case: force(case, "palm"), ("N",)),
            formula=Formula(
                "f = M (c\u0308 − g) + f_l + f_r",
                r"f = M(\ddot c - g) + f_l + f_r",
                "(M + 2*m)*np.array([0.0, 0.0, a + g])",
            ),
            explains=Translation(
                "Along y the fingers push the palm against each other, and the sum is zero; along z all three are carried.",
                "Suivant y, les doigts repoussent la paume en sens contraires et la somme est nulle ; suivant z, "
                "on porte les "
                "trois.",
            ),
            arrows=lambda case: (QuestionArrow("force", case.position, force(case, "palm"), "f"),),
        ),
        Question(
            key="motors",
            prompt=Translation(
                "Which forces must the three motors give: lift, left and right finger?",
                "Quelles forces les trois moteurs doivent-ils fournir : levage, doigt gauche, doigt droit ?",
            ),
            answer=Quantities(("f_1", "f_2", "f_3"), lambda case: trace(case).tau, ("N",)),
            formula=Formula("τ_i = s_iᵀ f_i", r"\tau_i = s_i^T f_i", "np.array([(M + 2*m)*(a + g), m*b, m*b])"),
            explains=Translation(
                "Each force along its own slide: −y for the left finger, +y for the right one, so both are positive.",
                "Chaque force suivant sa glissière : −y pour le doigt gauche, +y pour le droit ; les deux sont "
                "donc positives.",
            ),
        ),
        Question(
            key="mass",
            prompt=Translation("Which is its mass matrix H?", "Quelle est sa matrice de masse H ?"),
            answer=Quantities(
                ("1", "2", "3"), lambda case: sim.mass_matrix(case.model, case.q), ("kg",), ("q_1", "q_2", "q_3")
            ),
            formula=Formula(
                (("M + 2 m", "0", "0"), ("0", "m", "0"), ("0", "0", "m")),
                r"H = \begin{bmatrix} M + 2m & 0 & 0 \\ 0 & m & 0 \\ 0 & 0 & m \end{bmatrix}",
                "np.diag([M + 2*m, m, m])",
            ),
            explains=Translation(
                "Between two branches H is always 0: neither carries the other. That fingers and palm do not "
                "couple either is as "
                "they slide at right angles.",
                "Entre deux branches, H est toujours nul : aucune ne porte l'autre. Doigts et paume ne sont pas "
                "couplés non plus, "
                "car leurs glissières sont perpendiculaires.",
            ),
        ),
    ),
)
