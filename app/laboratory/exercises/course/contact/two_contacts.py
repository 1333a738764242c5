"""Two contacts of one body: the Delassus matrix, and which of them are active."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, g, half_size, on_the_floor

LOAD, AT = 20.0, 0.05  # downwards [N], so far to the right of the centre [m]
PULL = 40.0  # upwards at the right edge [N]


def edges(case: Case, force: float, x: float) -> sim.ContactProblem:
    """The brick on its left and its right lower edge, under its weight and a force upwards at x [N, m]."""
    problem = on_the_floor(case, float(half_size(case, "brick")[2]), (0.0, 0.0, force, 0.0, -x * force, 0.0))
    share = np.array([[0.5 * float(np.sign(x) == side) for side in (-1.0, 1.0)] for x in problem.point[:, 0]])
    return sim.frictionless_problem_from(share.T @ problem.M @ share, share.T @ problem.d)


def forces(case: Case, force: float, x: float) -> Array:
    """Of the two edges (2,) [N]."""
    return sim.solve_contact_problem(edges(case, force, x)).lam


def pulled(case: Case) -> Array:
    """With the pull: λ of the left edge [N] and ζ̇ of the right one [m/s²]."""
    solution = sim.solve_contact_problem(edges(case, PULL, float(half_size(case, "brick")[0])))
    return np.array([solution.lam[0], solution.zeta_dot[1]])


def active(case: Case) -> str:
    """Which edges carry a force with the pull."""
    lam = forces(case, PULL, float(half_size(case, "brick")[0]))
    return {(True, True): "both", (True, False): "left", (False, True): "right", (False, False): "none"}[
        (bool(lam[0] > 1e-9), bool(lam[1] > 1e-9))
    ]


def of_both(case: Case) -> Array:
    """What −M⁻¹ d gives with the pull (2,): both edges held [N]."""
    problem = edges(case, PULL, float(half_size(case, "brick")[0]))
    return np.asarray(np.linalg.solve(problem.M, -problem.d))


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    brick = body(case, "brick")
    return {
        "m": brick.mass, "I": 1e3 * float(brick.inertia[1, 1]), "a": 1e3 * float(half_size(case, "brick")[0]), "load": LOAD,
        "at": 1e3 * AT, "pull": PULL,
    }  # fmt: skip


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    brick = body(case, "brick")
    return {
        "m": brick.mass, "I": float(brick.inertia[1, 1]), "a": float(half_size(case, "brick")[0]), "g": g(case), "F": LOAD,
        "x": AT, "P": PULL,
    }  # fmt: skip


_M = "np.array([[1/m + a*a/I, 1/m - a*a/I], [1/m - a*a/I, 1/m + a*a/I]])"

TWO_CONTACTS = Exercise(
    key="two_contacts",
    title=Translation("Two contacts", "Deux contacts"),
    statement=Translation(
        "A brick of {m} kg stands on the floor. In the plane it touches with two edges, {a} mm to the left and to the right of "
        "its centre of mass; about the axis along the edges its moment of inertia is {I}·10⁻³ kg·m². There is no friction; λ₁ "
        "is the force of the left edge, λ₂ that of the right one.",
        "Une brique de {m} kg est posée sur le sol. Dans le plan, elle touche par deux arêtes, à {a} mm à gauche et à droite "
        "de son centre de masse ; autour de l'axe des arêtes, son moment d'inertie est {I}·10⁻³ kg·m². Il n'y a pas de "
        "frottement ; λ₁ est l'effort de l'arête gauche, λ₂ celui de la droite.",
    ),
    robot="",
    scene="falling_brick",
    q=(),
    source="contact-management, Points de contact multiples sur 1 solide; THEORY §5",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="matrix",
            prompt=Translation("What is the Delassus matrix M?", "Quelle est la matrice de Delassus M ?"),
            answer=Quantities(("1", "2"), lambda case: edges(case, 0.0, 0.0).M, ("1/kg",), ("1", "2")),
            formula=Formula(
                "M₁₁ = 1/m + a²/I,  M₁₂ = 1/m − a²/I",
                r"M_{11} = \frac1m + \frac{a^2}{I},\quad M_{12} = \frac1m - \frac{a^2}{I}",
                _M,
            ),
            explains=Translation(
                "A push at one edge lifts both by 1/m, and turns the brick: what rises at its own edge falls at the other.",
                "Une poussée sur une arête soulève les deux de 1/m et fait tourner la brique : ce qui monte à son arête "
                "descend à l'autre.",
            ),
        ),
        Question(
            key="d",
            prompt=Translation(
                "A hand presses down with {load} N, {at} mm to the right of the centre. What is d?",
                "Une main appuie avec {load} N, à {at} mm à droite du centre. Que vaut d ?",
            ),
            answer=Quantities(("d₁", "d₂"), lambda case: edges(case, -LOAD, AT).d, ("m/s²",)),
            formula=Formula(
                "d = −g − F/m ± F x a/I",
                r"d = -g - \frac{F}{m} \pm \frac{F x a}{I}",
                "np.array([-g - F/m + F*x*a/I, -g - F/m - F*x*a/I])",
            ),
            explains=Translation(
                "Without the floor it would fall and turn to the right: the left edge falls more slowly.",
                "Sans le sol, elle tomberait en tournant vers la droite : l'arête gauche descend moins vite.",
            ),
        ),
        Question(
            key="forces",
            prompt=Translation("Which forces do the edges carry then?", "Quels efforts portent alors les arêtes ?"),
            answer=Quantities(("λ₁", "λ₂"), lambda case: forces(case, -LOAD, AT), ("N",)),
            formula=Formula(
                "λ = −M⁻¹ d",
                r"\lambda = -M^{-1} d",
                "np.array([m*g/2 + F*(a - x)/(2*a), m*g/2 + F*(a + x)/(2*a)])",
            ),
            explains=Translation(
                "Both are positive: the balance of forces and moments that statics gives.",
                "Les deux sont positifs : l'équilibre des efforts et des moments que donne la statique.",
            ),
        ),
        Question(
            key="held",
            prompt=Translation(
                "A string at the right edge pulls upwards with {pull} N instead. What would −M⁻¹ d be?",
                "Un fil à l'arête droite tire plutôt vers le haut avec {pull} N. Que vaudrait −M⁻¹ d ?",
            ),
            answer=Quantities(("λ₁", "λ₂"), of_both, ("N",)),
            formula=Formula("λ = −M⁻¹ d", r"\lambda = -M^{-1} d", "np.array([m*g/2, m*g/2 - P])"),
            explains=Translation(
                "The right one is negative: the floor would have to pull. That is not a solution.",
                "Celui de droite est négatif : le sol devrait tirer. Ce n'est pas une solution.",
            ),
        ),
        Question(
            key="active",
            prompt=Translation("Which contacts are active?", "Quels contacts sont actifs ?"),
            answer=Options(
                {
                    "both": Translation("both", "les deux"),
                    "left": Translation("the left one alone", "le gauche seul"),
                    "right": Translation("the right one alone", "le droit seul"),
                    "none": Translation("none", "aucun"),
                },
                active,
            ),
            formula=Formula(
                "λ₂ = 0,  λ₁ = −d₁/M₁₁", r"\lambda_2 = 0,\quad \lambda_1 = -\frac{d_1}{M_{11}}", "m*g/2 - P < 0"
            ),
            explains=Translation(
                "The active-set method drops the contact whose force is negative, and looks whether ζ\u0307 is positive there.",
                "La méthode des contraintes actives retire le contact dont l'effort est négatif, puis vérifie que ζ\u0307 y est "
                "positif.",
            ),
        ),
        Question(
            key="pulled",
            prompt=Translation(
                "What are λ₁, and ζ\u0307₂ of the right edge?", "Que valent λ₁, et ζ\u0307₂ de l'arête droite ?"
            ),
            answer=Quantities(("λ₁", "ζ\u0307₂"), pulled, ("N", "m/s²")),
            formula=Formula(
                "λ₁ = −d₁/M₁₁,  ζ\u0307₂ = M₂₁ λ₁ + d₂",
                r"\lambda_1 = -\frac{d_1}{M_{11}},\quad \dot\zeta_2 = M_{21}\lambda_1 + d_2",
                "np.array([(g - P/m + P*a*a/I)/(1/m + a*a/I), "
                "(1/m - a*a/I)*(g - P/m + P*a*a/I)/(1/m + a*a/I) - g + P/m + P*a*a/I])",
            ),
            explains=Translation(
                "λ₁ is more than half of the weight: while the right edge rises the brick turns about the left one.",
                "λ₁ dépasse la moitié du poids : pendant que l'arête droite monte, la brique tourne autour de la gauche.",
            ),
        ),
    ),
)
