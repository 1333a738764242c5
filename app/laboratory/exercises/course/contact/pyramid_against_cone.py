"""A brick that is pushed: friction in the cone and in a pyramid."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, g, half_size, on_the_floor

SHARE, ANGLE = 1.5, np.radians(22.5)  # of the greatest friction; from tangent 1


def pushed(case: Case, law: str, facets: int = 4, angle: float = float(ANGLE)) -> tuple[Array, Array]:
    """Friction of all corners (2,) along the tangents [N], and the acceleration of the slip (2,) [m/s²]."""
    brick = body(case, "brick")
    height = float(half_size(case, "brick")[2])
    mu = float(on_the_floor(case, height).friction[0])
    push = SHARE * mu * brick.mass * g(case) * np.array([np.cos(angle), np.sin(angle)])
    problem = on_the_floor(case, height, (*push, 0.0, 0.0, 0.0, 0.0))
    solution = sim.solve_contact_problem(problem, law=law, facets=facets)
    return solution.tangential.sum(axis=0), solution.velocity[0, :2]


def greatest(case: Case) -> Array:
    """Friction while it slides under the cone [N]."""
    return np.asarray(np.linalg.norm(pushed(case, "coulomb")[0]))


def heading(case: Case, law: str, facets: int = 4) -> Array:
    """Angle of the slip from tangent 1 [rad]."""
    slip = pushed(case, law, facets)[1]
    return np.asarray(np.arctan2(slip[1], slip[0]))


def diagonal(case: Case) -> Array:
    """Friction between two edges of the pyramid of four [N]."""
    return np.asarray(np.linalg.norm(pushed(case, "pyramid", 4, float(np.pi / 4.0))[0]))


def combined(case: Case) -> Array:
    """The least d (4,) of b = [I −I] d in the pyramid [N]."""
    b = pushed(case, "pyramid")[0]
    return np.concatenate([np.maximum(b, 0.0), np.maximum(-b, 0.0)])


def lift(case: Case) -> str:
    """What the relaxed law does to what slides."""
    brick, height = body(case, "brick"), float(half_size(case, "brick")[2])
    mu = float(on_the_floor(case, height).friction[0])
    push = (SHARE * mu * brick.mass * g(case), 0.0, 0.0, 0.0, 0.0, 0.0)
    solution = sim.solve_contact_problem(on_the_floor(case, height, push), law="convex")
    return "lifts" if float(np.min(solution.zeta_dot)) > 1e-6 else "stays"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    problem = on_the_floor(case, float(half_size(case, "brick")[2]))
    return {
        "m": body(case, "brick").mass,
        "mu": float(problem.friction[0]),
        "share": SHARE,
        "angle": float(np.degrees(ANGLE)),
    }


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    problem = on_the_floor(case, float(half_size(case, "brick")[2]))
    return {
        "m": body(case, "brick").mass, "mu": float(problem.friction[0]), "g": g(case), "s": SHARE, "a": float(ANGLE),
    }  # fmt: skip


_F1, _F2 = "mu*m*g*(1 + s*(np.cos(a) - np.sin(a)))/2", "mu*m*g*(1 - s*(np.cos(a) - np.sin(a)))/2"

PYRAMID_AGAINST_CONE = Exercise(
    key="pyramid_against_cone",
    title=Translation("Pyramid against cone", "La pyramide face au cône"),
    statement=Translation(
        "A brick of {m} kg stands on the floor, μ = {mu}. It is pushed at its centre, horizontally, with {share} times "
        "the greatest "
        "friction, at {angle}° from the first tangent. The pyramid eᵀd ≤ μ n, b = [I −I] d has its four edges along the "
        "tangents.",
        "Une brique de {m} kg est posée sur le sol, μ = {mu}. On la pousse en son centre, horizontalement, avec {share} fois le "
        "plus grand frottement, à {angle}° de la première tangente. La pyramide eᵀd ≤ μ n, b = [I −I] d a ses quatre arêtes "
        "suivant les tangentes.",
    ),
    robot="",
    scene="brick_on_corner",
    q=(),
    source="contact-dynamics-lecture16, Linearizing the Friction Constraints; THEORY §6",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="cone",
            prompt=Translation("How large is the friction with the cone?", "Combien vaut le frottement avec le cône ?"),
            answer=Quantities(("‖b‖",), greatest, ("N",)),
            formula=Formula("‖b‖ = μ m g", r"\|b\| = \mu m g", "mu*m*g"),
            explains=Translation(
                "It slides: b is on the edge of the cone, opposite to the slip, the same in every direction.",
                "Elle glisse : b est au bord du cône, opposé au glissement, le même dans toutes les directions.",
            ),
        ),
        Question(
            key="along",
            prompt=Translation(
                "In which direction does it slide with the cone, from the first tangent?",
                "Dans quelle direction glisse-t-elle avec le cône, à partir de la première tangente ?",
            ),
            answer=Quantities(("angle",), lambda case: heading(case, "coulomb"), ("rad",)),
            formula=Formula("the push's", r"\alpha", "a"),
            explains=Translation("Along the push.", "Suivant la poussée."),
        ),
        Question(
            key="diagonal",
            prompt=Translation(
                "With the pyramid it is pushed at 45° between two edges. How large is the friction?",
                "Avec la pyramide, on la pousse à 45° entre deux arêtes. Combien vaut le frottement ?",
            ),
            answer=Quantities(("‖b‖",), diagonal, ("N",)),
            formula=Formula("‖b‖ = μ m g cos 45°", r"\|b\| = \mu m g \cos 45^\circ", "mu*m*g*np.cos(np.pi/4)"),
            explains=Translation(
                "The middle of a facet is nearer to the axis than the cone: nearly a third of the friction is missing.",
                "Le milieu d'une facette est plus près de l'axe que le cône : il manque près d'un tiers du frottement.",
            ),
        ),
        Question(
            key="d",
            prompt=Translation(
                "Pushed at {angle}°, with the pyramid: what is d, along +1, +2, −1, −2?",
                "Poussée à {angle}°, avec la pyramide : que vaut d, suivant +1, +2, −1, −2 ?",
            ),
            answer=Quantities(("d₁", "d₂", "d₃", "d₄"), combined, ("N",)),
            formula=Formula(
                "d₃ + d₄ = μ n,  equal accelerations",
                r"d_3 + d_4 = \mu n,\quad a_1 = a_2",
                f"np.array([0.0, 0.0, {_F1}, {_F2}])",
            ),
            explains=Translation(
                "No slip but one at 45° makes a point within the facet dissipate the most: so b slides along the facet "
                "until both "
                "accelerations are equal.",
                "Seul un glissement à 45° rend un point à l'intérieur de la facette le plus dissipatif : b glisse donc sur la "
                "facette jusqu'à ce que les deux accélérations soient égales.",
            ),
        ),
        Question(
            key="astray",
            prompt=Translation(
                "In which direction does it slide then, from the first tangent?",
                "Dans quelle direction glisse-t-elle alors, à partir de la première tangente ?",
            ),
            answer=Quantities(("angle",), lambda case: heading(case, "pyramid"), ("rad",)),
            formula=Formula("45°", r"45^\circ", "np.pi/4"),
            explains=Translation(
                "{angle}° beside the push: a pyramid of four is wrong in direction as well as in size. The cone is not.",
                "{angle}° à côté de la poussée : une pyramide à quatre faces se trompe de direction comme de grandeur. "
                "Le cône, non.",
            ),
        ),
        Question(
            key="relaxed",
            prompt=Translation(
                "The convex relaxation keeps the cone, and minimises one quadratic function. What does what slides do?",
                "La relaxation convexe garde le cône et minimise une seule fonction quadratique. Que fait ce qui glisse ?",
            ),
            answer=Options(
                {
                    "stays": Translation("it stays on the floor", "il reste au sol"),
                    "lifts": Translation(
                        "it lifts, μ times as fast as it slips", "il se soulève, μ fois aussi vite qu'il glisse"
                    ),
                },
                lift,
            ),
            formula=Formula("ζ = μ ‖u_t‖", r"\zeta = \mu \|u_t\|", "mu"),
            explains=Translation(
                "That is the price of a convex problem: Coulomb's law is not one. Over a step h it rises by h μ v.",
                "C'est le prix d'un problème convexe : la loi de Coulomb n'en est pas un. Sur un pas h, il monte de h μ v.",
            ),
        ),
    ),
)
