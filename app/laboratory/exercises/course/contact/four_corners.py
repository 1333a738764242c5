"""A brick on four corners: one contact too many, and forces that are not determined."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.contact.problem.problem import ContactProblem

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, g, half_size, on_the_floor


def problem(case: Case) -> ContactProblem:
    """Of the brick at rest; its corners in turn around it."""
    found = on_the_floor(case, float(half_size(case, "brick")[2]))
    turn = np.argsort(np.arctan2(found.point[:, 1], found.point[:, 0]))
    return found.part(turn.astype(np.int64))


def solution(case: Case) -> sim.ContactSolution:
    """With the forces of least norm."""
    found = problem(case)
    return sim.least_norm_forces(found, sim.solve_contact_problem(found))


def undetermined(case: Case) -> Array:
    """The combination of forces that moves nothing (4,)."""
    values, vectors = np.linalg.eigh(problem(case).M)
    return np.asarray(vectors[:, int(np.argmin(values))])


def greatest(case: Case) -> Array:
    """Of the first corner's force, the motion being the same [N]."""
    found = problem(case)
    return np.asarray(sim.force_ranges(found, solution(case)).upper[0, 2])


def determined(case: Case) -> str:
    """What is the same for all solutions."""
    found, force = problem(case), solution(case).lam
    other = force + 0.5 * float(force[0]) * undetermined(case) / np.max(np.abs(undetermined(case)))
    same = bool(np.allclose(found.M @ other, found.M @ force, atol=1e-12)) and bool(np.all(other >= 0.0))
    return "motion" if same else "all"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    x, y, _ = (2e3 * float(a) for a in half_size(case, "brick"))
    return {"m": body(case, "brick").mass, "x": x, "y": y, "I": 1e3 * float(body(case, "brick").inertia[0, 0])}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    brick = body(case, "brick")
    a, b, _ = (float(x) for x in half_size(case, "brick"))
    return {
        "m": brick.mass, "a": a, "b": b, "Ix": float(brick.inertia[0, 0]), "Iy": float(brick.inertia[1, 1]), "g": g(case),
    }  # fmt: skip


FOUR_CORNERS = Exercise(
    key="four_corners",
    title=Translation("A brick on four corners", "Une brique sur quatre coins"),
    statement=Translation(
        "A brick of {m} kg stands at rest on a smooth floor, on the corners 1 to 4 of its face of {x} × {y} mm, which "
        "are counted "
        "in turn around it; about both horizontal axes its moment of inertia is {I}·10⁻³ kg·m².",
        "Une brique de {m} kg est au repos sur un sol lisse, sur les coins 1 à 4 de sa face de {x} × {y} mm, comptés en tournant "
        "autour d'elle ; autour des deux axes horizontaux, son moment d'inertie est {I}·10⁻³ kg·m².",
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
            key="row",
            prompt=Translation("What is the first row of M?", "Quelle est la première ligne de M ?"),
            answer=Quantities(("M₁₁", "M₁₂", "M₁₃", "M₁₄"), lambda case: problem(case).M[0], ("1/kg",)),
            formula=Formula(
                "M_{ij} = 1/m + x_i x_j/I_y + y_i y_j/I_x",
                r"M_{ij} = \frac1m + \frac{x_i x_j}{I_y} + \frac{y_i y_j}{I_x}",
                "np.array([1/m + a*a/Iy + b*b/Ix, 1/m - a*a/Iy + b*b/Ix, 1/m - a*a/Iy - b*b/Ix, 1/m + a*a/Iy - b*b/Ix])",
            ),
            explains=Translation(
                "A push at a corner lifts its neighbours as a push at the centre would; the corner opposite goes down.",
                "Une poussée sur un coin soulève ses voisins comme une poussée au centre ; le coin opposé descend.",
            ),
        ),
        Question(
            key="rank",
            prompt=Translation("What is the rank of M?", "Quel est le rang de M ?"),
            answer=Quantities(("rank",), lambda case: np.asarray(float(problem(case).rank)), ("",), whole=True),
            formula=Formula("rank M = rank N ≤ 3", r"\mathrm{rank}\,M = \mathrm{rank}\,N \le 3", "3"),
            explains=Translation(
                "The four normals only lift and turn about two axes: three ways to move, and four forces.",
                "Les quatre normales ne font que soulever et tourner autour de deux axes : trois mouvements, quatre efforts.",
            ),
        ),
        Question(
            key="kernel",
            prompt=Translation(
                "Which combination of the four forces moves nothing?",
                "Quelle combinaison des quatre efforts ne met rien en mouvement ?",
            ),
            answer=Quantities(("1", "2", "3", "4"), undetermined, ("",), up_to_sign=True),
            formula=Formula("M z = 0", r"M z = 0", "0.5*np.array([1.0, -1.0, 1.0, -1.0])"),
            explains=Translation(
                "As a table on four legs: two opposite ones may carry more, and the other two less.",
                "Comme une table à quatre pieds : deux pieds opposés peuvent porter plus, et les deux autres moins.",
            ),
        ),
        Question(
            key="least",
            prompt=Translation(
                "Which force of each corner has the solution of least norm?",
                "Quel effort de chaque coin donne la solution de norme minimale ?",
            ),
            answer=Quantities(("λ",), lambda case: np.asarray(np.mean(solution(case).lam)), ("N",)),
            formula=Formula("λ = m g/4", r"\lambda = \frac{m g}{4}", "m*g/4"),
            explains=Translation(
                "It has no part along the combination that moves nothing. The program shows it, and says that it is one of many.",
                "Elle n'a pas de composante suivant la combinaison qui ne meut rien. Le programme la montre, et dit qu'elle est "
                "une parmi d'autres.",
            ),
        ),
        Question(
            key="greatest",
            prompt=Translation(
                "How large may the force of one corner be, at most?", "Combien peut valoir au plus l'effort d'un coin ?"
            ),
            answer=Quantities(("λ₁",), greatest, ("N",)),
            formula=Formula("λ₁ ≤ m g/2", r"\lambda_1 \le \frac{m g}{2}", "m*g/2"),
            explains=Translation(
                "Along the combination until the forces of its neighbours are 0: then two opposite corners carry everything.",
                "Le long de cette combinaison jusqu'à ce que les efforts des voisins soient nuls : deux coins opposés portent "
                "alors tout.",
            ),
        ),
        Question(
            key="determined",
            prompt=Translation(
                "What is the same for all of these forces?", "Qu'est-ce qui est commun à tous ces efforts ?"
            ),
            answer=Options(
                {
                    "motion": Translation("the accelerations alone", "les accélérations seules"),
                    "all": Translation(
                        "each force too: there is just one solution", "chaque effort aussi : la solution est unique"
                    ),
                },
                determined,
            ),
            formula=Formula("M (λ + s z) + d = M λ + d", r"M(\lambda + s z) + d = M\lambda + d", "np.zeros(4)"),
            explains=Translation(
                "M is only positive semi-definite: ζ\u0307 and q\u0308 are unique, λ is not. Only elasticity could tell more.",
                "M n'est que semi-définie positive : ζ\u0307 et q\u0308 sont uniques, λ non. Seule l'élasticité en dirait plus.",
            ),
        ),
    ),
)
