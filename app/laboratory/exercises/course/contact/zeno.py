"""A ball that bounces infinitely often in a finite time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, g


@lru_cache(maxsize=2)
def bounces(scene: sim.Scene) -> tuple[sim.Event, ...]:
    """The impacts of the scene by the hybrid scheme."""
    recording = sim.simulate(scene, 1.5, scheme="hybrid", dt=0.1)
    return tuple(event for event in recording.events if event.kind is sim.EventKind.IMPACT)


def times(case: Case) -> Array:
    """Of the first three [s]."""
    return np.array([event.t for event in bounces(case.scene)[:3]])


def after(case: Case) -> Array:
    """Normal velocity after the first [m/s]."""
    speeds = bounces(case.scene)[0].after
    assert speeds is not None
    return np.asarray(speeds[0])


def ratio(case: Case) -> float:
    """Of the times between bounces: e."""
    first, second, third = times(case)
    return float((third - second) / (second - first))


def over(case: Case) -> Array:
    """When all bounces are over: the sum of the geometric series [s]."""
    first, second, _ = times(case)
    return np.asarray(first + (second - first) / (1.0 - ratio(case)))


def third_apex(case: Case) -> Array:
    """Height of the apex after the third bounce, by the velocity after it [m]."""
    speeds = bounces(case.scene)[2].after
    assert speeds is not None
    return np.asarray(speeds[0] ** 2 / (2.0 * g(case)))


def how_many(case: Case) -> str:
    """Bounces in all, of a ball without the program's guard."""
    return "infinite" if 0.0 < ratio(case) < 1.0 else "finite"


def start_height(case: Case) -> float:
    """Of its lowest point [m]."""
    return float(case.scene.initial.q[2]) - 0.1


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {"h": start_height(case), "e": round(ratio(case), 6), "found": float(len(bounces(case.scene)))}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    problem_e = next(material.restitution for material in case.scene.materials.values() if material.restitution > 0.0)
    return {"h": start_height(case), "e": float(problem_e), "g": g(case)}


ZENO = Exercise(
    key="zeno",
    title=Translation("Zeno's ball", "La balle de Zénon"),
    statement=Translation(
        "A ball is dropped from {h} m; at each bounce it leaves with e = {e} times the speed that it came with.",
        "Une balle est lâchée de {h} m ; à chaque rebond, elle repart avec e = {e} fois la vitesse d'arrivée.",
    ),
    robot="",
    scene="zeno_ball",
    q=(),
    source="contact-dynamics-lecture16, Hybrid Method; THEORY §6, §8",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="first",
            prompt=Translation(
                "When does it first strike the floor?", "Quand touche-t-elle le sol pour la première fois ?"
            ),
            answer=Quantities(("t₁",), lambda case: times(case)[0], ("s",)),
            formula=Formula("t₁ = √(2 h/g)", r"t_1 = \sqrt{2h/g}", "np.sqrt(2*h/g)"),
            explains=Translation("Free fall.", "La chute libre."),
        ),
        Question(
            key="after",
            prompt=Translation("With which velocity does it leave?", "Avec quelle vitesse repart-elle ?"),
            answer=Quantities(("ζ⁺",), after, ("m/s",)),
            formula=Formula("ζ⁺ = −e ζ⁻ = e √(2 g h)", r"\zeta^+ = -e\,\zeta^- = e\sqrt{2gh}", "e*np.sqrt(2*g*h)"),
            explains=Translation(
                "Newton's law: the jump map multiplies the normal velocity by −e.",
                "La loi de Newton : l'application de saut multiplie la vitesse normale par −e.",
            ),
        ),
        Question(
            key="second",
            prompt=Translation("When does it strike again?", "Quand touche-t-elle de nouveau ?"),
            answer=Quantities(("t₂",), lambda case: times(case)[1], ("s",)),
            formula=Formula("t₂ = t₁ (1 + 2 e)", r"t_2 = t_1(1 + 2e)", "np.sqrt(2*h/g)*(1 + 2*e)"),
            explains=Translation("Up and down, each e t₁.", "Montée et descente, chacune e t₁."),
        ),
        Question(
            key="apex",
            prompt=Translation(
                "How high does it rise after the third bounce?",
                "À quelle hauteur monte-t-elle après le troisième rebond ?",
            ),
            answer=Quantities(("h₃",), third_apex, ("m",)),
            formula=Formula("h_k = e^{2k} h", r"h_k = e^{2k} h", "e**6*h"),
            explains=Translation("Each bounce keeps e² of the energy.", "Chaque rebond garde e² de l'énergie."),
        ),
        Question(
            key="over",
            prompt=Translation("When are all bounces over?", "Quand tous les rebonds sont-ils finis ?"),
            answer=Quantities(("t_∞",), over, ("s",)),
            formula=Formula(
                "t_∞ = √(2 h/g) (1 + e)/(1 − e)",
                r"t_\infty = \sqrt{2h/g}\,\frac{1+e}{1-e}",
                "np.sqrt(2*h/g)*(1 + e)/(1 - e)",
            ),
            explains=Translation(
                "The times between bounces are a geometric series of ratio e.",
                "Les durées entre rebonds forment une suite géométrique de raison e.",
            ),
        ),
        Question(
            key="many",
            prompt=Translation("How many bounces are there until then?", "Combien de rebonds y a-t-il jusque-là ?"),
            answer=Options(
                {
                    "finite": Translation("finitely many", "un nombre fini"),
                    "infinite": Translation("infinitely many", "une infinité"),
                },
                how_many,
            ),
            formula=Formula("e > 0", "e > 0", "e"),
            explains=Translation(
                "So a hybrid simulation needs a guard: below a speed that its settings state, the program closes the contact and "
                "holds it. Here it has seen {found} of them.",
                "Une simulation hybride demande donc une garde : sous une vitesse dite dans les réglages, le programme ferme le "
                "contact et le tient. Il en a vu ici {found}.",
            ),
        ),
    ),
)
