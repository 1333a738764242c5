"""Two blocks on a slope: which sticks, and what friction does."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, g


def of_block(case: Case, name: str) -> tuple[float, float, float, float]:
    """Normal force and friction of a block's corners together [N], its acceleration along the slope [m/s²], and its μ."""
    problem = sim.contact_problem(case.scene)
    solution = sim.solve_contact_problem(problem)
    rows = [i for i, pair in enumerate(problem.bodies) if name in pair]
    friction = float(np.linalg.norm(solution.tangential[rows].sum(axis=0)))
    slip = float(np.linalg.norm(solution.velocity[rows[0], :2]))
    return float(solution.lam[rows].sum()), friction, slip, float(problem.friction[rows[0]])


def slope(case: Case) -> float:
    """Its angle [rad]."""
    problem = sim.contact_problem(case.scene)
    return float(np.arccos(problem.normal[0, 2]))


def sticks(case: Case) -> str:
    """Which block."""
    rough, worn = (of_block(case, name)[2] < 1e-9 for name in ("rough", "worn"))
    return {(True, True): "both", (True, False): "rough", (False, True): "worn", (False, False): "none"}[rough, worn]


def frictions(case: Case) -> Array:
    """Of both (2,) [N]."""
    return np.array([of_block(case, name)[1] for name in ("rough", "worn")])


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {
        "alpha": round(float(np.degrees(slope(case))), 9), "m": body(case, "rough").mass, "rough": of_block(case, "rough")[3],
        "worn": of_block(case, "worn")[3],
    }  # fmt: skip


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "m": body(case, "rough").mass, "alpha": slope(case), "g": g(case), "mu1": of_block(case, "rough")[3],
        "mu2": of_block(case, "worn")[3],
    }  # fmt: skip


INCLINE = Exercise(
    key="incline",
    title=Translation("Two blocks on a slope", "Deux blocs sur une pente"),
    statement=Translation(
        "Two blocks of {m} kg each lie at rest on a slope of {alpha}°. The friction of the rough one against it is μ = {rough}, "
        "that of the worn one μ = {worn}.",
        "Deux blocs de {m} kg chacun sont posés au repos sur une pente de {alpha}°. Le frottement du bloc rugueux contre "
        "elle est "
        "μ = {rough}, celui du bloc usé μ = {worn}.",
    ),
    robot="",
    scene="incline_30",
    q=(),
    source="contact-dynamics-lecture16, Reasoning about Frictions; THEORY §6, §8",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="normal",
            prompt=Translation(
                "Which normal force has each block, its corners together?",
                "Quel est l'effort normal de chaque bloc, ses coins ensemble ?",
            ),
            answer=Quantities(("λ_n",), lambda case: np.asarray(of_block(case, "worn")[0]), ("N",)),
            formula=Formula("λ_n = m g cos α", r"\lambda_n = m g \cos\alpha", "m*g*np.cos(alpha)"),
            explains=Translation(
                "Nothing accelerates across the slope.", "Rien n'accélère perpendiculairement à la pente."
            ),
        ),
        Question(
            key="sticks",
            prompt=Translation("Which block sticks?", "Quel bloc adhère ?"),
            answer=Options(
                {
                    "rough": Translation("the rough one alone", "le rugueux seul"),
                    "worn": Translation("the worn one alone", "l'usé seul"),
                    "both": Translation("both", "les deux"),
                    "none": Translation("neither", "aucun"),
                },
                sticks,
            ),
            formula=Formula(
                "tan α ≤ μ", r"\tan\alpha \le \mu", "np.array([np.tan(alpha) <= mu1, np.tan(alpha) <= mu2])"
            ),
            explains=Translation(
                "Sticking takes the friction m g sin α, which has to lie in the cone: tan α ≤ μ, whatever the mass.",
                "L'adhérence demande le frottement m g sin α, qui doit être dans le cône : tan α ≤ μ, quelle que soit la masse.",
            ),
        ),
        Question(
            key="friction",
            prompt=Translation(
                "How large is the friction of the rough block, and of the worn one?",
                "Combien vaut le frottement du bloc rugueux, et celui du bloc usé ?",
            ),
            answer=Quantities(("rough", "worn"), frictions, ("N",)),
            formula=Formula(
                "λ_t = min(m g sin α, μ m g cos α)",
                r"\lambda_t = \min(m g \sin\alpha,\ \mu m g \cos\alpha)",
                "np.minimum(m*g*np.sin(alpha), np.array([mu1, mu2])*m*g*np.cos(alpha))",
            ),
            explains=Translation(
                "While it sticks, friction is what holds, not μ λₙ; the cone only bounds it.",
                "Tant qu'il adhère, le frottement est ce qui tient, et non μ λₙ ; le cône ne fait que le borner.",
            ),
        ),
        Question(
            key="slides",
            prompt=Translation(
                "With which acceleration does the worn block slide?", "Avec quelle accélération glisse le bloc usé ?"
            ),
            answer=Quantities(("a",), lambda case: np.asarray(of_block(case, "worn")[2]), ("m/s²",)),
            formula=Formula(
                "a = g (sin α − μ cos α)", r"a = g(\sin\alpha - \mu\cos\alpha)", "g*(np.sin(alpha) - mu2*np.cos(alpha))"
            ),
            explains=Translation(
                "Friction is on the edge of its cone, opposite to the slip.",
                "Le frottement est au bord de son cône, opposé au glissement.",
            ),
        ),
        Question(
            key="limit",
            prompt=Translation(
                "At which angle would the rough block begin to slide?",
                "À quel angle le bloc rugueux commencerait-il à glisser ?",
            ),
            answer=Quantities(("α",), lambda case: np.asarray(np.arctan(of_block(case, "rough")[3])), ("rad",)),
            formula=Formula("α = arctan μ", r"\alpha = \arctan\mu", "np.arctan(mu1)"),
            explains=Translation(
                "The angle of friction: half of the cone's opening. Try it in the scene Blocks on a board that tilts.",
                "L'angle de frottement : la moitié de l'ouverture du cône. Essayez-le dans la scène Blocks on a board "
                "that tilts.",
            ),
        ),
    ),
)
