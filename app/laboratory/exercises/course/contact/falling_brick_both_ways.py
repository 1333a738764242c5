"""The falling brick by both methods of the lecture: when it strikes, how fast, and with which impulse."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, g, half_size

STEP = 0.05  # of the time-stepping [s]


def height(case: Case) -> float:
    """Of its lower face above the floor [m]."""
    return float(case.scene.initial.q[2] - half_size(case, "brick")[2])


def hybrid_impact(case: Case) -> sim.Event:
    """The first impact of the hybrid scheme, which finds its time."""
    return sim.simulate(case.scene, 0.4, scheme="hybrid", dt=STEP).events[0]


def stepped(case: Case) -> sim.Recording:
    """By time-stepping."""
    return sim.simulate(case.scene, 0.4, scheme="time_stepping", dt=STEP)


def approach(case: Case) -> Array:
    """Normal velocity before the impact [m/s]."""
    before = hybrid_impact(case).before
    assert before is not None
    return np.asarray(before[0])


def energy_lost(case: Case) -> Array:
    """In the impact, by the kinetic energy before it: nothing moves after [J]."""
    v = np.zeros(case.model.nv)
    v[2] = float(approach(case))
    return np.asarray(sim.kinetic_energy(case.model, case.scene.initial.q, v))


def stepped_impact(case: Case) -> Array:
    """End of the step that has the impact [s]."""
    return np.asarray(stepped(case).events[0].t)


def stepped_impulse(case: Case) -> Array:
    """Of that step, all corners together [N s]."""
    return np.asarray(stepped(case).events[0].impulse)


def exact(case: Case) -> str:
    """Which method finds the time of the impact."""
    true = np.sqrt(2.0 * height(case) / g(case))
    off = abs(hybrid_impact(case).t - true), abs(float(stepped_impact(case)) - true)
    return "hybrid" if off[0] < 1e-9 < off[1] else "both" if max(off) < 1e-9 else "none"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {"m": body(case, "brick").mass, "h": height(case), "dt": 1e3 * STEP}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {"m": body(case, "brick").mass, "h0": height(case), "g": g(case), "h": STEP}


FALLING_BRICK_BOTH_WAYS = Exercise(
    key="falling_brick_both_ways",
    title=Translation("The falling brick, both ways", "La chute de la brique, par les deux méthodes"),
    statement=Translation(
        "A brick of {m} kg is dropped flat from {h} m onto a smooth floor and stays there (e = 0). It is simulated by the hybrid "
        "method, and by time-stepping with steps of {dt} ms from t = 0.",
        "Une brique de {m} kg tombe à plat de {h} m sur un sol lisse et y reste (e = 0). On la simule par la méthode hybride, et "
        "par pas de temps de {dt} ms à partir de t = 0.",
    ),
    robot="",
    scene="falling_brick",
    q=(),
    source="contact-dynamics-lecture16, Example: A Brick Falling Down; THEORY §6, §8",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="time",
            prompt=Translation("At which time does the guard φ reach 0?", "À quel instant la garde φ atteint-elle 0 ?"),
            answer=Quantities(("t",), lambda case: np.asarray(hybrid_impact(case).t), ("s",)),
            formula=Formula("t = √(2 h₀/g)", r"t = \sqrt{2h_0/g}", "np.sqrt(2*h0/g)"),
            explains=Translation(
                "The hybrid method integrates up to it: a sign change of φ in a step, and bisection back to its root.",
                "La méthode hybride intègre jusque-là : un changement de signe de φ dans un pas, puis retour à sa racine par "
                "dichotomie.",
            ),
        ),
        Question(
            key="speed",
            prompt=Translation("What is ζ⁻, just before?", "Que vaut ζ⁻, juste avant ?"),
            answer=Quantities(("ζ⁻",), approach, ("m/s",)),
            formula=Formula("ζ⁻ = −√(2 g h₀)", r"\zeta^- = -\sqrt{2 g h_0}", "-np.sqrt(2*g*h0)"),
            explains=Translation(
                "Separation velocity: negative, as the gap closes.",
                "Vitesse de séparation : négative, car l'écart se ferme.",
            ),
        ),
        Question(
            key="impulse",
            prompt=Translation(
                "Which impulse do the corners give together in the jump map?",
                "Quelle impulsion les coins donnent-ils ensemble dans l'application de saut ?",
            ),
            answer=Quantities(("Λ",), lambda case: np.asarray(hybrid_impact(case).impulse), ("N·s",)),
            formula=Formula("Λ = −m ζ⁻", r"\Lambda = -m\,\zeta^-", "m*np.sqrt(2*g*h0)"),
            explains=Translation(
                "M Λ + (1 + e) ζ⁻ = 0: an impulse in N·s, at one instant; no force has a value there.",
                "M Λ + (1 + e) ζ⁻ = 0 : une impulsion en N·s, en un instant ; aucun effort n'y a de valeur.",
            ),
        ),
        Question(
            key="energy",
            prompt=Translation("How much energy is lost?", "Combien d'énergie est perdue ?"),
            answer=Quantities(("E",), energy_lost, ("J",)),
            formula=Formula("E = ½ m (ζ⁻)² = m g h₀", r"E = \tfrac12 m (\zeta^-)^2 = m g h_0", "m*g*h0"),
            explains=Translation("All of it, as e = 0.", "Toute, puisque e = 0."),
        ),
        Question(
            key="step",
            prompt=Translation(
                "At which time does the step of the time-stepping end that has the impact?",
                "À quel instant finit le pas de temps qui contient l'impact ?",
            ),
            answer=Quantities(("t",), stepped_impact, ("s",)),
            formula=Formula(
                "t = h ⌈√(2 h₀/g)/h⌉",
                r"t = h \left\lceil \sqrt{2h_0/g}/h \right\rceil",
                "h*np.ceil(np.sqrt(2*h0/g)/h)",
            ),
            explains=Translation(
                "Its time is known to a step only: here it comes out late, by up to h.",
                "L'instant n'est connu qu'à un pas près : ici il vient trop tard, d'au plus h.",
            ),
        ),
        Question(
            key="impulse_of_step",
            prompt=Translation(
                "Which impulse do the corners give together in that step?",
                "Quelle impulsion les coins donnent-ils ensemble dans ce pas ?",
            ),
            answer=Quantities(("Λ",), stepped_impulse, ("N·s",)),
            formula=Formula("Λ = m g t", r"\Lambda = m g t", "m*g*h*np.ceil(np.sqrt(2*h0/g)/h)"),
            explains=Translation(
                "It stops what gravity would have made of the velocity by the end of the step: too much, by m g times the delay.",
                "Elle arrête la vitesse que la pesanteur aurait donnée à la fin du pas : trop, de m g fois le retard.",
            ),
        ),
        Question(
            key="exact",
            prompt=Translation(
                "Which method knows the time of the impact?", "Quelle méthode connaît l'instant de l'impact ?"
            ),
            answer=Options(
                {
                    "hybrid": Translation("the hybrid one", "la méthode hybride"),
                    "both": Translation("both", "les deux"),
                    "none": Translation("neither", "aucune"),
                },
                exact,
            ),
            formula=Formula(
                "|t − √(2 h₀/g)| ≤ h",
                r"|t - \sqrt{2h_0/g}| \le h",
                "np.abs(h*np.ceil(np.sqrt(2*h0/g)/h) - np.sqrt(2*h0/g))",
            ),
            explains=Translation(
                "In exchange, time-stepping needs no sequence of modes, and takes any number of impacts in one step.",
                "En échange, la méthode par pas de temps ne demande aucune suite de modes et admet plusieurs impacts par pas.",
            ),
        ),
    ),
)
