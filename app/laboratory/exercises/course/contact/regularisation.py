"""Regularisation: which forces it picks, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, g, half_size, on_the_floor

EPSILON, SMALL = 0.05, 1e-6  # [1/kg]


def solved(case: Case, epsilon: float) -> sim.ContactSolution:
    """The brick at rest on its four corners, with ε on the diagonal of M."""
    return sim.solve_contact_problem(on_the_floor(case, float(half_size(case, "brick")[2])), regularisation=epsilon)


def force(case: Case) -> Array:
    """Of each corner [N]."""
    return np.asarray(np.mean(solved(case, EPSILON).lam))


def sinks(case: Case) -> Array:
    """ζ̇ of each corner [m/s²]."""
    return np.asarray(np.mean(solved(case, EPSILON).zeta_dot))


def bound(case: Case) -> Array:
    """What the program states beside it [m/s²]."""
    return np.asarray(solved(case, EPSILON).regularisation_bound)


def limit(case: Case) -> Array:
    """Of the force of each corner, as ε goes to 0: extrapolated from two small ones [N]."""
    one, two = (float(np.mean(solved(case, epsilon).lam)) for epsilon in (SMALL, 2.0 * SMALL))
    return np.asarray(2.0 * one - two)


def picked(case: Case) -> str:
    """Which of the many forces it comes to."""
    lam, turn = solved(case, SMALL).lam, np.array([1.0, -1.0, -1.0, 1.0])
    return "least" if abs(float(lam @ turn)) < 1e-6 * float(np.sum(lam)) else "some"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {"m": body(case, "brick").mass, "epsilon": EPSILON}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {"m": body(case, "brick").mass, "g": g(case), "epsilon": EPSILON}


REGULARISATION = Exercise(
    key="regularisation",
    title=Translation("Regularisation", "La régularisation"),
    statement=Translation(
        "A brick of {m} kg stands at rest on four corners; M has rank 3 for four forces. To have one solution, ε = "
        "{epsilon} 1/kg "
        "is added to the diagonal of M: the law is asked of ζ\u0307 + ε λ in place of ζ\u0307.",
        "Une brique de {m} kg est au repos sur quatre coins ; M est de rang 3 pour quatre efforts. Pour n'avoir qu'une "
        "solution, on "
        "ajoute ε = {epsilon} 1/kg à la diagonale de M : la loi est demandée à ζ\u0307 + ε λ au lieu de ζ\u0307.",
    ),
    robot="",
    scene="falling_brick",
    q=(),
    source="contact-management, Résolution; THEORY §5",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="force",
            prompt=Translation("Which force has each corner?", "Quel est l'effort de chaque coin ?"),
            answer=Quantities(("λ",), force, ("N",)),
            formula=Formula("λ = g/(4/m + ε)", r"\lambda = \frac{g}{4/m + \varepsilon}", "g/(4/m + epsilon)"),
            explains=Translation(
                "Four equal forces lift the brick by 4 λ/m; M + ε 1 adds ε λ to that.",
                "Quatre efforts égaux soulèvent la brique de 4 λ/m ; M + ε 1 y ajoute ε λ.",
            ),
        ),
        Question(
            key="sinks",
            prompt=Translation("What is ζ\u0307 of each corner?", "Que vaut ζ\u0307 à chaque coin ?"),
            answer=Quantities(("ζ\u0307",), sinks, ("m/s²",)),
            formula=Formula("ζ\u0307 = −ε λ", r"\dot\zeta = -\varepsilon\lambda", "-epsilon*g/(4/m + epsilon)"),
            explains=Translation(
                "It goes in: the forces carry a little less than the weight. Whoever regularises has to say so.",
                "Elle s'enfonce : les efforts portent un peu moins que le poids. Qui régularise doit le dire.",
            ),
        ),
        Question(
            key="bound",
            prompt=Translation(
                "Which bound of that can be stated from the forces alone?",
                "Quelle borne de cet écart peut-on énoncer à partir des seuls efforts ?",
            ),
            answer=Quantities(("bound",), bound, ("m/s²",)),
            formula=Formula("|ζ\u0307 error| ≤ ε max λ", r"\varepsilon \max\lambda", "epsilon*g/(4/m + epsilon)"),
            explains=Translation(
                "The law holds for ζ\u0307 + ε λ; so ζ\u0307 is off by ε λ at most. Here the bound is reached.",
                "La loi est vraie pour ζ\u0307 + ε λ ; l'écart sur ζ\u0307 est donc au plus ε λ. Ici, la borne est atteinte.",
            ),
        ),
        Question(
            key="limit",
            prompt=Translation(
                "ε goes to 0. Which force does each corner come to?",
                "ε tend vers 0. Vers quoi tend l'effort de chaque coin ?",
            ),
            answer=Quantities(("λ",), limit, ("N",)),
            formula=Formula("λ = m g/4", r"\lambda = \frac{m g}{4}", "m*g/4"),
            explains=Translation(
                "With ε = 0 itself there are many solutions; the limit is one of them.",
                "Avec ε = 0 exactement, il y a beaucoup de solutions ; la limite en est une.",
            ),
        ),
        Question(
            key="picked",
            prompt=Translation("Which of the many solutions is that?", "Laquelle de ces solutions est-ce ?"),
            answer=Options(
                {
                    "least": Translation("the one of least norm", "celle de norme minimale"),
                    "some": Translation(
                        "any one, as the solver was started", "une quelconque, selon le départ du solveur"
                    ),
                },
                picked,
            ),
            formula=Formula(
                "min ½ λᵀM λ + λᵀd + ½ ε ‖λ‖²",
                r"\min \tfrac12\lambda^T M\lambda + \lambda^T d + \tfrac12\varepsilon\|\lambda\|^2",
                "m*g/4*np.ones(4)",
            ),
            explains=Translation(
                "Among all that make the same motion the term with ε is least for the least norm, however small it is.",
                "Parmi tous ceux qui donnent le même mouvement, le terme en ε est le plus petit pour la norme minimale, si petit "
                "qu'il soit.",
            ),
        ),
    ),
)
