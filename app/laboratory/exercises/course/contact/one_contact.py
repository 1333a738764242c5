"""One contact on one body: the sign of d decides."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, g, on_the_floor

BELOW, ABOVE = 4.0, 15.0  # pulls upwards, less and more than the weight [N]


def mass(case: Case) -> float:
    """Of the ball [kg]."""
    return body(case, "ball").mass


def problem(case: Case, pull: float) -> sim.ContactProblem:
    """Of the ball on the floor, pulled upwards [N]."""
    return on_the_floor(case, 0.1, (0.0, 0.0, pull, 0.0, 0.0, 0.0))


def answered(case: Case, pull: float) -> Array:
    """λ [N] and ζ̇ [m/s²] (2,)."""
    solution = sim.solve_contact_problem(problem(case, pull), law="frictionless")
    return np.array([solution.lam[0], solution.zeta_dot[0]])


def least_pull(case: Case) -> Array:
    """The pull at which d passes through 0: it is linear in the pull [N]."""
    at_rest, one = problem(case, 0.0).d[0], problem(case, 1.0).d[0]
    return np.asarray(-at_rest / (one - at_rest))


def jump(case: Case) -> Array:
    """Of the acceleration, where the floor is taken away under a ball that is pulled [m/s²]."""
    return np.asarray(problem(case, BELOW).d[0] - answered(case, BELOW)[1])


def stays(case: Case) -> str:
    """What the force does while the pull grows up to the least that lifts."""
    half, all_of_it = (answered(case, share * float(least_pull(case)))[0] for share in (0.5, 1.0))
    return "falls" if half > 0.0 and abs(all_of_it) < 1e-9 else "jumps"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {"m": mass(case), "below": BELOW, "above": ABOVE}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {"m": mass(case), "g": g(case), "f": BELOW, "F": ABOVE}


ONE_CONTACT = Exercise(
    key="one_contact",
    title=Translation("One contact", "Un seul contact"),
    statement=Translation(
        "A ball of {m} kg rests on the floor; a string above its centre pulls it upwards. There is one contact, "
        "ζ\u0307 = M λ + d.",
        "Une boule de {m} kg repose sur le sol ; un fil au-dessus de son centre la tire vers le haut. Il y a un contact, "
        "ζ\u0307 = M λ + d.",
    ),
    robot="",
    scene="zeno_ball",
    q=(),
    source="contact-management, Point de contact unique sur 1 solide; THEORY §5",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="matrix",
            prompt=Translation("What is M?", "Que vaut M ?"),
            answer=Quantities(("M",), lambda case: problem(case, 0.0).M[0], ("1/kg",)),
            formula=Formula("M = nᵀ I⁻¹ n = 1/m", r"M = n^T I^{-1} n = \frac1m", "1/m"),
            explains=Translation(
                "The normal passes through the centre of mass: a push along it does not turn the ball.",
                "La normale passe par le centre de masse : une poussée suivant elle ne fait pas tourner la boule.",
            ),
        ),
        Question(
            key="d",
            prompt=Translation(
                "The string pulls with {below} N. What is d?", "Le fil tire avec {below} N. Que vaut d ?"
            ),
            answer=Quantities(("d",), lambda case: problem(case, BELOW).d, ("m/s²",)),
            formula=Formula("d = f/m − g", r"d = \frac{f}{m} - g", "f/m - g"),
            explains=Translation(
                "The acceleration that the contact point would have without the contact: into the floor.",
                "L'accélération qu'aurait le point de contact sans le contact : vers l'intérieur du sol.",
            ),
        ),
        Question(
            key="lasts",
            prompt=Translation("What are λ and ζ\u0307 then?", "Que valent alors λ et ζ\u0307 ?"),
            answer=Quantities(("λ", "ζ\u0307"), lambda case: answered(case, BELOW), ("N", "m/s²")),
            formula=Formula(
                "λ = −d/M,  ζ\u0307 = 0", r"\lambda = -\frac{d}{M},\quad \dot\zeta = 0", "np.array([m*g - f, 0.0])"
            ),
            explains=Translation(
                "d is negative: the contact lasts, and λ is what brings ζ\u0307 to 0.",
                "d est négatif : le contact continue, et λ est ce qui ramène ζ\u0307 à 0.",
            ),
        ),
        Question(
            key="ends",
            prompt=Translation(
                "It pulls with {above} N. What are λ and ζ\u0307?", "Il tire avec {above} N. Que valent λ et ζ\u0307 ?"
            ),
            answer=Quantities(("λ", "ζ\u0307"), lambda case: answered(case, ABOVE), ("N", "m/s²")),
            formula=Formula("λ = 0,  ζ\u0307 = d", r"\lambda = 0,\quad \dot\zeta = d", "np.array([0.0, F/m - g])"),
            explains=Translation(
                "d is positive: the contact ends. A floor cannot pull, so λ = −d/M, which is negative, is none.",
                "d est positif : le contact s'arrête. Le sol ne peut pas tirer : λ = −d/M, négatif, n'en est pas un.",
            ),
        ),
        Question(
            key="least",
            prompt=Translation("Which pull makes d = 0?", "Quelle traction donne d = 0 ?"),
            answer=Quantities(("f",), least_pull, ("N",)),
            formula=Formula("f = m g", r"f = m\,g", "m*g"),
            explains=Translation(
                "The corner of λ ⊥ ζ\u0307: both are 0, and no formula that is smooth passes through it.",
                "Le coin de λ ⊥ ζ\u0307 : les deux sont nuls, et aucune formule régulière n'y passe.",
            ),
        ),
        Question(
            key="passes",
            prompt=Translation(
                "The pull grows slowly from 0 up to that. What does λ do?",
                "La traction croît lentement de 0 à cette valeur. Que fait λ ?",
            ),
            answer=Options(
                {
                    "falls": Translation("it falls to 0 without a jump", "il décroît jusqu'à 0 sans saut"),
                    "jumps": Translation("it stays, and jumps to 0 in the end", "il reste, et saute à 0 à la fin"),
                },
                stays,
            ),
            formula=Formula("λ = max(0, m g − f)", r"\lambda = \max(0,\ m g - f)", "np.maximum(0.0, m*g - f)"),
            explains=Translation(
                "λ is a continuous function of d; only its slope jumps, where the contact ends.",
                "λ est une fonction continue de d ; seule sa pente saute, là où le contact s'arrête.",
            ),
        ),
        Question(
            key="jump",
            prompt=Translation(
                "With {below} N the floor is suddenly withdrawn. By how much does the acceleration jump?",
                "Avec {below} N, on retire soudain le sol. De combien l'accélération saute-t-elle ?",
            ),
            answer=Quantities(("Δζ\u0307",), jump, ("m/s²",)),
            formula=Formula("Δζ\u0307 = −M λ = d", r"\Delta\dot\zeta = -M\lambda = d", "f/m - g"),
            explains=Translation(
                "A force that jumps makes the acceleration jump; the velocity does not, for no impulse is given.",
                "Un effort qui saute fait sauter l'accélération ; la vitesse non, car aucune impulsion n'est donnée.",
            ),
        ),
    ),
)
