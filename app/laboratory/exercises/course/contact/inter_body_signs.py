"""Contacts between two bodies of the system: which signs stand in t."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.state import State

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, half_size

PRESS = 20.0  # of each finger [N]
SIDES = ("gripper/left", "gripper/right")


def grasp_state(case: Case) -> Array:
    """The block off the floor, its middle between those of the fingers, which touch it (nq,)."""
    half, open_gap, lift = (
        half_size(case, "block"),
        0.04,
        0.14,
    )  # from the middle to a finger that is open, and of the hand [m]
    q = np.array(case.scene.initial.q)
    q[7], q[8:10] = lift, open_gap - half[1]
    middle = body(case, SIDES[0]).collisions[0].placement[:3, 3]
    q[2] = sim.frame_pose(case.model, q, SIDES[0])[2, 3] + middle[2]
    return q


def grasp(case: Case) -> sim.ContactProblem:
    """Its contacts."""
    return sim.contact_problem(case.scene, State(0.0, grasp_state(case), np.zeros(case.model.nv)))


def directions(case: Case) -> Array:
    """T of each finger's face pressed in its middle (2, nv)."""
    problem = grasp(case)
    return np.array([np.mean([t for t, pair in zip(problem.T.T, problem.bodies, strict=True) if side in pair], axis=0)
                     for side in SIDES])  # fmt: skip


def entries(t: Array) -> Array:
    """Of the block along y, of the hand's lift, and of the two fingers (4,)."""
    return t[[1, 6, 7, 8]]


def torques(case: Case) -> Array:
    """τ_c of both faces at the same four [N]."""
    return entries(PRESS * directions(case).sum(axis=0))


def matrix(case: Case) -> Array:
    """M of the two faces (2, 2) [1/kg]."""
    t, H = directions(case), grasp(case).H
    return np.asarray(t @ np.linalg.solve(H, t.T))


def held(case: Case) -> Array:
    """M of one face, were the finger a body outside of the system [1/kg]."""
    t, H = directions(case)[0, :6], grasp(case).H[:6, :6]
    return np.asarray(t @ np.linalg.solve(H, t))


def swapped(case: Case) -> str:
    """What becomes of t, where the normal points the other way and the two bodies change roles."""
    q = grasp_state(case)
    finger, block = (sim.point_jacobian(case.model, q, name, np.zeros(3))[:3] for name in (SIDES[0], "block"))
    n = np.array([0.0, 1.0, 0.0])
    t, other = (finger - block).T @ n, (block - finger).T @ -n
    return "same" if np.array_equal(t, other) else "turned"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {"m": body(case, "block").mass, "mf": body(case, SIDES[0]).mass, "press": PRESS}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {"m": body(case, "block").mass, "mf": body(case, SIDES[0]).mass, "F": PRESS}


_T = "np.array([-1.0, 0.0, -1.0, 0.0])"

INTER_BODY_SIGNS = Exercise(
    key="inter_body_signs",
    title=Translation("Contact between two bodies: the signs", "Contact entre deux corps : les signes"),
    statement=Translation(
        "A gripper holds a block of {m} kg off the floor between two fingers of {mf} kg each. The left finger is on the "
        "side of +y, "
        "the right one on that of −y; the joints of both count what they have closed, the hand's joint its lift. Each face is "
        "pressed in its middle. The normal points from the block, the predecessor p, into the finger, the successor s.",
        "Une pince tient un bloc de {m} kg au-dessus du sol entre deux doigts de {mf} kg chacun. Le doigt gauche est du "
        "côté de +y, "
        "le droit du côté de −y ; leurs liaisons mesurent de combien ils se sont fermés, celle de la main sa montée. Chaque face "
        "est pressée en son milieu. La normale va du bloc, le prédécesseur p, vers le doigt, le successeur s.",
    ),
    robot="",
    scene="gripper_holds_block",
    q=(),
    source="contact-management, Espace cartésien → espace articulaire; THEORY §5",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="direction",
            prompt=Translation(
                "For the face of the left finger, which entries has t: for the block along y, for the lift, for the left and "
                "for the right finger?",
                "Pour la face du doigt gauche, que valent les coefficients de t : pour le bloc suivant y, pour la "
                "montée, pour le "
                "doigt gauche et pour le droit ?",
            ),
            answer=Quantities(("block", "lift", "left", "right"), lambda case: entries(directions(case)[0]), ("",)),
            formula=Formula("t = (J_s − J_p)ᵀ n", r"t = (J_s - J_p)^T n", _T),
            explains=Translation(
                "ζ = tᵀ q\u0307 grows when they part: it falls when the finger closes, and when the block moves towards it.",
                "ζ = tᵀ q\u0307 croît quand ils se séparent : il décroît quand le doigt se ferme et quand le bloc va vers lui.",
            ),
        ),
        Question(
            key="torques",
            prompt=Translation(
                "Each finger presses with {press} N. Which are the same four entries of T λ?",
                "Chaque doigt presse avec {press} N. Que valent ces quatre coefficients de T λ ?",
            ),
            answer=Quantities(("block", "lift", "left", "right"), torques, ("N",)),
            formula=Formula(
                "τ_c = t₁ λ₁ + t₂ λ₂", r"\tau_c = t_1\lambda_1 + t_2\lambda_2", "np.array([0.0, 0.0, -F, -F])"
            ),
            explains=Translation(
                "On the block both cancel; on each finger the contact works against closing. Action and reaction are in t.",
                "Sur le bloc, les deux se compensent ; sur chaque doigt, le contact s'oppose à la fermeture. Action et réaction "
                "sont dans t.",
            ),
        ),
        Question(
            key="swapped",
            prompt=Translation(
                "The block is called the successor and the finger the predecessor, and the normal is turned with them. What "
                "becomes of t?",
                "On appelle le bloc successeur et le doigt prédécesseur, et on retourne la normale avec eux. Que devient t ?",
            ),
            answer=Options(
                {
                    "same": Translation("it stays as it is", "il reste le même"),
                    "turned": Translation("all of its signs turn", "tous ses signes changent"),
                },
                swapped,
            ),
            formula=Formula("(J_s − J_p)ᵀ n = (J_p − J_s)ᵀ (−n)", r"(J_s - J_p)^T n = (J_p - J_s)^T (-n)", _T),
            explains=Translation(
                "ζ is how fast they part, whoever is named first; so is λ ≥ 0 a push in both cases.",
                "ζ est la vitesse à laquelle ils se séparent, quel que soit le premier nommé ; λ ≥ 0 pousse dans les deux cas.",
            ),
        ),
        Question(
            key="matrix",
            prompt=Translation(
                "What is M of the two faces, left and right?", "Que vaut M pour les deux faces, gauche et droite ?"
            ),
            answer=Quantities(("1", "2"), matrix, ("1/kg",), ("1", "2")),
            formula=Formula(
                "M₁₁ = 1/m + 1/m_f,  M₁₂ = −1/m",
                r"M_{11} = \frac1m + \frac1{m_f},\quad M_{12} = -\frac1m",
                "np.array([[1/m + 1/mf, -1/m], [-1/m, 1/m + 1/mf]])",
            ),
            explains=Translation(
                "A push on one face sends the block towards the other finger: the faces feel each other through the block.",
                "Une poussée sur une face envoie le bloc vers l'autre doigt : les faces se sentent à travers le bloc.",
            ),
        ),
        Question(
            key="held",
            prompt=Translation(
                "If the finger were fixed to the world, what would M₁₁ be?",
                "Si le doigt était fixé au monde, que vaudrait M₁₁ ?",
            ),
            answer=Quantities(("M₁₁",), held, ("1/kg",)),
            formula=Formula("t = J_iᵀ n,  M₁₁ = 1/m", r"t = J_i^T n,\quad M_{11} = \frac1m", "1/m"),
            explains=Translation(
                "An outside body has no column in J: only the block yields, and the contact is stiffer.",
                "Un corps extérieur n'a pas de colonne dans J : seul le bloc cède, et le contact est plus raide.",
            ),
        ),
    ),
)
