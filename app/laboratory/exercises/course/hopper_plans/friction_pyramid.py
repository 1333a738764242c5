"""Linearised friction in a plan: what facets cost, and where none are needed."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .hopper_case import FILE, FRAME, LANDING, NAME, G, masses
from .planned import PLANNED

FRICTION, DISTANCE, FACETS = 0.5, 1.0, 4
LOSS = 0.02  # of the friction, at most


def weight(case: Case) -> float:
    """Of body and foot [N]."""
    return sum(masses(case)) * G


def reach(case: Case) -> Array:
    """Greatest friction that the pyramid allows (2,): along its edge, and between two edges [N]."""
    edge = FRICTION * weight(case)
    return np.array([edge, edge * math.cos(math.pi / FACETS)])


def facets(case: Case) -> Array:
    """The least number that falls short by so little everywhere, where doubled from four."""
    k = FACETS
    while 1.0 - math.cos(math.pi / k) > LOSS:
        k *= 2
    return np.asarray(float(k))


def in_plane(case: Case) -> Array:
    """Rows that are the cone in the plane: |b| ≤ μ n is b ≤ μ n and −b ≤ μ n."""
    return np.asarray(2.0)


def least_time(case: Case) -> Array:
    """From rest to rest on level ground (2,): along an edge, and between two [s]."""
    return 2.0 * np.sqrt(DISTANCE * weight(case) / G / reach(case))


def dearer(case: Case) -> Array:
    """Of the plan between two edges, than with the cone (3,): 4, 8 and 16 facets [%]."""
    return np.array([100.0 * (PLANNED[f"pyramid_{k}"] / PLANNED["cone"] - 1.0) for k in (4, 8, 16)])


def outside(case: Case) -> str:
    """What a plan does with a pyramid about the cone."""
    return "slips" if PLANNED["outside_used"] > FRICTION else "safe"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {
        "m": sum(masses(case)), "mu": FRICTION, "d": DISTANCE, "loss": 100.0 * LOSS, "cone": PLANNED["cone"],
        "used": round(PLANNED["outside_used"], 3), **{f"p{k}": PLANNED[f"pyramid_{k}"] for k in (4, 8, 16)},
    }  # fmt: skip


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    costs = {f"p{k}": PLANNED[f"pyramid_{k}"] for k in (4, 8, 16)}
    return {
        "m": sum(masses(case)), "mu": FRICTION, "d": DISTANCE, "g": G, "k": FACETS, "loss": LOSS,
        "cone": PLANNED["cone"], "used": PLANNED["outside_used"], **costs,
    }  # fmt: skip


FRICTION_PYRAMID = Exercise(
    key="friction_pyramid",
    title=Translation("Linearised friction in a plan", "Le frottement linéarisé dans un plan"),
    statement=Translation(
        "The ground pushes the hopper, {m} kg, whose centre of mass is to go {d} m along level ground, from rest to rest; μ = "
        "{mu}. Instead of the cone ‖b‖₂ ≤ μ n the lecture takes the pyramid eᵀd ≤ μ n, b = [I −I] d, d ≥ 0, which is ‖b‖₁ ≤ μ "
        "n: four facets, with edges on the cone along ±x and ±y.",
        "Le sol pousse le sauteur, {m} kg, dont le centre de masse doit avancer de {d} m sur sol horizontal, du repos au "
        "repos ; μ = {mu}. Au lieu du cône ‖b‖₂ ≤ μ n, le cours prend la pyramide eᵀd ≤ μ n, b = [I −I] d, d ≥ 0, soit ‖b‖₁ ≤ "
        "μ n : quatre facettes, dont les arêtes sont sur le cône suivant ±x et ±y.",
    ),
    robot=NAME,
    file=FILE,
    frame=FRAME,
    q=LANDING,
    source="contact-dynamics-lecture16, Reasoning about Frictions; THEORY §6",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="reach",
            prompt=Translation(
                "The normal force is the weight. Which friction does the pyramid allow at most along x, and which at 45° "
                "between x and y?",
                "La force normale est le poids. Quel frottement la pyramide permet-elle au plus suivant x, et à 45° entre x "
                "et y ?",
            ),
            answer=Quantities(("b_x", "b_{45}"), reach, ("N",)),
            formula=Formula(
                "μ n,  μ n cos(π/4)", r"\mu n,\quad \mu n \cos\tfrac{\pi}{4}", "mu*m*g*np.array([1.0, np.cos(np.pi/4)])"
            ),
            explains=Translation(
                "Between two edges the facet cuts off nearly a third of what the ground could give.",
                "Entre deux arêtes, la facette retranche près d'un tiers de ce que le sol pourrait donner.",
            ),
        ),
        Question(
            key="facets",
            prompt=Translation(
                "The number of facets is doubled from four until at most {loss} % of the friction is lost in any direction. "
                "How many are there?",
                "On double le nombre de facettes à partir de quatre jusqu'à perdre au plus {loss} % du frottement dans toute "
                "direction. Combien y en a-t-il ?",
            ),
            answer=Quantities(("k",), facets, ("",), whole=True),
            formula=Formula(
                "1 − cos(π/k) ≤ 0.02",
                r"1 - \cos\tfrac{\pi}{k} \le 0.02",
                "2.0**np.ceil(np.log2(np.pi/np.arccos(1 - loss)))",
            ),  # fmt: skip
            explains=Translation(
                "The loss falls with the square of their number: 29 %, 7.6 %, 1.9 %. Each facet is a row at every node of the "
                "plan.",
                "La perte décroît comme le carré de leur nombre : 29 %, 7.6 %, 1.9 %. Chaque facette est une ligne à chaque "
                "nœud du plan.",
            ),
        ),
        Question(
            key="plane",
            prompt=Translation(
                "The hopper moves in a plane. How many rows make its cone exactly?",
                "Le sauteur se meut dans un plan. Combien de lignes font exactement son cône ?",
            ),
            answer=Quantities(("k",), in_plane, ("",), whole=True),
            formula=Formula("b ≤ μ n,  −b ≤ μ n", r"b \le \mu n,\quad -b \le \mu n", "2.0"),
            explains=Translation(
                "A planar cone has two edges and no roundness: linearised it is the same. Only in space do facets cost "
                "anything.",
                "Un cône plan a deux arêtes et rien de rond : linéarisé, c'est le même. Les facettes ne coûtent que dans "
                "l'espace.",
            ),
        ),
        Question(
            key="time",
            prompt=Translation(
                "At constant height, how fast can it be there at best: along x, and at 45°?",
                "À hauteur constante, en combien de temps au mieux y est-il : suivant x, et à 45° ?",
            ),
            answer=Quantities(("T_x", "T_{45}"), least_time, ("s",)),
            formula=Formula(
                "T = 2 √(d m / b)", r"T = 2\sqrt{d\, m / b}", "2*np.sqrt(d/(mu*g*np.array([1.0, np.cos(np.pi/4)])))"
            ),
            explains=Translation(
                "Half the way it speeds up with all the friction there is, half it slows down. The pyramid makes the world "
                "depend on the direction of its axes.",
                "La moitié du chemin il accélère avec tout le frottement, l'autre il freine. La pyramide fait dépendre le "
                "monde de la direction de ses axes.",
            ),
        ),
        Question(
            key="cost",
            planned=True,
            prompt=Translation(
                "Planned in 1 s with the least effort, and free to rise and fall, it costs {cone} with the cone. In the "
                "middle of a facet it costs {p4} with 4 facets, {p8} with 8 and {p16} with 16. By how many percent more?",
                "Planifié en 1 s au moindre effort, libre de monter et de descendre, cela coûte {cone} avec le cône. Au "
                "milieu d'une facette, {p4} avec 4 facettes, {p8} avec 8 et {p16} avec 16. De combien de pour cent en plus ?",
            ),
            answer=Quantities(("s_4", "s_8", "s_{16}"), dearer, ("%",)),
            formula=Formula("J_k / J − 1", "J_k / J - 1", "100*(np.array([p4, p8, p16])/cone - 1)"),
            explains=Translation(
                "More than the friction that is lost: to push harder along the ground, it must push harder upwards too.",
                "Plus que le frottement perdu : pour pousser plus fort le long du sol, il faut aussi pousser plus fort vers "
                "le haut.",
            ),
        ),
        Question(
            key="outside",
            planned=True,
            prompt=Translation(
                "A pyramid of four facets about the cone instead, touching it along the middles of its facets: what does a "
                "plan along its edge do?",
                "Et une pyramide de quatre facettes autour du cône, qui le touche au milieu de ses facettes : que fait un "
                "plan suivant son arête ?",
            ),
            answer=Options(
                {
                    "safe": Translation("It stays inside the cone", "Il reste dans le cône"),
                    "slips": Translation(
                        "It asks for more friction than there is", "Il demande plus de frottement qu'il n'y en a"
                    ),
                },
                outside,
            ),
            formula=Formula("max ‖b‖₂ / n", r"\max \|b\|_2 / n", "used"),
            explains=Translation(
                "It uses ‖b‖₂/n up to {used}, where μ is {mu}: on the true ground the foot slips. Inside the cone a pyramid "
                "is dear, about it it is wrong.",
                "Il utilise ‖b‖₂/n jusqu'à {used}, alors que μ vaut {mu} : sur le vrai sol, le pied glisse. Dans le cône la "
                "pyramide coûte cher, autour de lui elle est fausse.",
            ),
        ),
    ),
)
