"""If the impact times are known, each piece can be optimised apart: what that takes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .hopper_case import FILE, FRAME, LANDING, NAME, TASK
from .planned import PLANNED

PIECES = tuple(PLANNED[f"piece_{k}"] for k in range(1, 6))
STATE, GIVEN_BY_IMPACT = 8, 3  # numbers of the state; of these the foot's height and its velocity


def whole(case: Case) -> Array:
    """Cost of the pieces together."""
    return np.asarray(sum(PIECES))


def free(case: Case) -> Array:
    """Numbers of the state after an impact that nothing gives."""
    return np.asarray(float(STATE - GIVEN_BY_IMPACT))


def gap(case: Case) -> Array:
    """Sum of the two prices at a joint where the whole has it: what is left of it is rounding."""
    return np.asarray(0.0)


def further(case: Case) -> Array:
    """What twice the distance costs more than the whole."""
    return np.asarray(PLANNED["off_10"])


def dearer(case: Case) -> Array:
    """Between guessed states, than the whole [%]."""
    return np.asarray(100.0 * (PLANNED["guessed"] / PLANNED["four_hops"] - 1.0))


def enough(case: Case) -> str:
    """What must be known for the pieces to be optimised apart."""
    return "states" if PLANNED["guessed"] > 1.01 * PLANNED["four_hops"] else "times"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {
        **{f"J{k}": cost for k, cost in enumerate(PIECES, start=1)}, "J": PLANNED["four_hops"], "off": PLANNED["off_5"],
        "guessed": PLANNED["guessed"], "n": STATE,
    }  # fmt: skip


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        **{f"J{k}": cost for k, cost in enumerate(PIECES, start=1)}, "J": PLANNED["four_hops"], "off5": PLANNED["off_5"],
        "off10": PLANNED["off_10"], "guessed": PLANNED["guessed"], "n": STATE, "k": GIVEN_BY_IMPACT,
    }  # fmt: skip


KNOWN_TIMES = Exercise(
    key="known_times",
    title=Translation("Known impact times: each piece apart", "Instants d'impact connus : chaque morceau à part"),
    statement=Translation(
        "“If we know the impact time in advance, we can optimise each trajectory separately.” The lecture's hopper lands at "
        "1, 2, 3 and 4 s, which cuts its 4.4 s into five pieces, each from just after an impact to just after the next. "
        "Planned in one, they cost {J}.",
        "« Si l'instant d'impact est connu, on peut optimiser chaque trajectoire séparément. » Le sauteur du cours atterrit à "
        "1, 2, 3 et 4 s, ce qui coupe ses 4.4 s en cinq morceaux, chacun de juste après un impact à juste après le suivant. "
        "Planifiés ensemble, ils coûtent {J}.",
    ),
    robot=NAME,
    file=FILE,
    frame=FRAME,
    task=TASK,
    q=LANDING,
    source="contact-dynamics-lecture16, Hybrid Method, Insight; Bellman's principle of optimality",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="free",
            prompt=Translation(
                "The state has {n} numbers. How many of them are still open just after an impact on flat ground?",
                "L'état a {n} nombres. Combien restent ouverts juste après un impact sur un sol plat ?",
            ),
            answer=Quantities(("n",), free, ("",), whole=True),
            formula=Formula("n − 3", "n - 3", "float(n - k)"),
            explains=Translation(
                "The foot's height and its two velocities are 0. Place and velocity of the body and the foothold are not "
                "known with the time.",
                "La hauteur du pied et ses deux vitesses sont nulles. La position et la vitesse du corps et le point d'appui "
                "ne sont pas connus avec l'instant.",
            ),
        ),
        Question(
            key="sum",
            planned=True,
            prompt=Translation(
                "Each piece is planned alone between the states that the whole plan has at its ends. The five cost {J1}, "
                "{J2}, {J3}, {J4} and {J5}. How much together?",
                "Chaque morceau est planifié seul entre les états du plan entier à ses bouts. Les cinq coûtent {J1}, {J2}, "
                "{J3}, {J4} et {J5}. Combien en tout ?",
            ),
            answer=Quantities(("J",), whole, ("",)),
            formula=Formula("Σ J_i", r"\sum_i J_i", "J1 + J2 + J3 + J4 + J5"),
            explains=Translation(
                "As much as the whole, to ten digits: a piece of an optimal plan is optimal between its own ends. The five "
                "problems have nothing in common and can be solved at once.",
                "Autant que le tout, à dix chiffres près : un morceau d'un plan optimal est optimal entre ses bouts. Les cinq "
                "problèmes n'ont rien en commun et peuvent être résolus en même temps.",
            ),
        ),
        Question(
            key="prices",
            planned=True,
            prompt=Translation(
                "At such a state the piece before it would pay for a shift of the body, the piece after it too. What is the "
                "sum of the two prices there?",
                "En un tel état, un décalage du corps a un prix pour le morceau d'avant, et pour celui d'après. Que vaut la "
                "somme des deux prix ?",
            ),
            answer=Quantities(("Δ",), gap, ("",)),
            formula=Formula(
                "∂J_i/∂x + ∂J_{i+1}/∂x", r"\frac{\partial J_i}{\partial x} + \frac{\partial J_{i+1}}{\partial x}", "0.0"
            ),
            explains=Translation(
                "Zero, or a shift would make the whole cheaper. The multipliers of the two problems give these prices, which "
                "say in which direction to move states that are not the best.",
                "Zéro, sinon un décalage rendrait le tout moins cher. Les multiplicateurs des deux problèmes donnent ces "
                "prix, qui disent dans quel sens déplacer des états qui ne sont pas les meilleurs.",
            ),
        ),
        Question(
            key="further",
            planned=True,
            prompt=Translation(
                "With the body 5 cm further at all four states the pieces cost {off} more than the whole. How much more with "
                "10 cm?",
                "Avec le corps 5 cm plus loin aux quatre états, les morceaux coûtent {off} de plus que le tout. Combien de "
                "plus avec 10 cm ?",
            ),
            answer=Quantities(("ΔJ",), further, ("",)),
            formula=Formula("ΔJ ≈ ½ δᵀ ∇²J δ", r"\Delta J \approx \tfrac12\, \delta^T \nabla^2 J\, \delta", "off10"),
            explains=Translation(
                "Four times as much, nearly: where the slope is zero, the cost grows with the square of the distance.",
                "Quatre fois plus, à peu près : là où la pente est nulle, le coût croît comme le carré de la distance.",
            ),
        ),
        Question(
            key="guessed",
            planned=True,
            prompt=Translation(
                "Between the states of the lecture's reference at the same times the pieces cost {guessed} in all. By how "
                "many percent more than the whole?",
                "Entre les états de la référence du cours aux mêmes instants, les morceaux coûtent {guessed} en tout. De "
                "combien de pour cent de plus que le tout ?",
            ),
            answer=Quantities(("s",), dearer, ("%",)),
            formula=Formula("J_g / J − 1", r"J_g / J - 1", "100*(guessed/J - 1)"),
            explains=Translation(
                "The same impact times, each piece optimal, and the whole far from it: the reference has the body at rest "
                "along z above the foot at each landing.",
                "Mêmes instants, chaque morceau optimal, et le tout loin de l'être : la référence a le corps immobile suivant "
                "z, au-dessus du pied, à chaque atterrissage.",
            ),
        ),
        Question(
            key="enough",
            planned=True,
            prompt=Translation(
                "What must be known for the pieces planned apart to make the best whole?",
                "Que faut-il connaître pour que les morceaux planifiés à part forment le meilleur tout ?",
            ),
            answer=Options(
                {
                    "times": Translation("The impact times", "Les instants d'impact"),
                    "states": Translation(
                        "The impact times, and the states there", "Les instants d'impact, et les états à ces instants"
                    ),
                    "forces": Translation(
                        "The impact times, and the impulses", "Les instants d'impact, et les impulsions"
                    ),
                },
                enough,
            ),
            formula=Formula("min_x Σ J_i(x_i, x_{i+1})", r"\min_x \sum_i J_i(x_i, x_{i+1})", "guessed/J"),
            explains=Translation(
                "The known time makes each piece smooth; the states between couple them again. Direct multiple shooting is "
                "just that: pieces, and their joints as variables.",
                "L'instant connu rend chaque morceau lisse ; les états entre eux les couplent à nouveau. Le tir multiple "
                "direct n'est rien d'autre : des morceaux, et leurs joints comme variables.",
            ),
        ),
    ),
)
