"""A ball thrown without spin slips, and then rolls."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.shapes import Sphere
from torseur.sim.multibody.model.state import State

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .scene_numbers import NEEDS, body, g


@lru_cache(maxsize=2)
def rolled(scene: sim.Scene) -> tuple[float, State]:
    """When it begins to roll by the hybrid scheme [s], and the state then."""
    recording = sim.simulate(scene, 1.2, scheme="hybrid", dt=0.05)
    event = next(event for event in recording.events if event.kind is sim.EventKind.STICK)
    k = int(np.argmin(np.abs(recording.t - event.t)))
    return event.t, State(event.t, recording.q[k], recording.v[k])


def slipping(case: Case) -> Array:
    """Deceleration of its centre [m/s²], and its angular acceleration [rad/s²], while it slips."""
    problem = sim.contact_problem(case.scene)
    solution = sim.solve_contact_problem(problem)
    force = solution.tangential[0] @ np.array([problem.tangent[0], np.cross(problem.normal[0], problem.tangent[0])])
    force = force + solution.lam[0] * problem.normal[0]
    T = sim.point_jacobian(case.model, case.scene.initial.q, "ball", np.array([0.0, 0.0, -radius(case)]))[:3].T
    weight = np.array([0.0, 0.0, -g(case) * body(case, "ball").mass, 0.0, 0.0, 0.0])
    a = np.linalg.solve(problem.H, T @ force + weight)
    return np.array([-a[0], a[4]])


def radius(case: Case) -> float:
    """Of the ball [m]."""
    shape = body(case, "ball").collisions[0].shape
    assert isinstance(shape, Sphere)
    return float(shape.radius)


def speed(case: Case) -> float:
    """That it is thrown with [m/s]."""
    return float(case.scene.initial.v[0])


def energy_lost(case: Case) -> Array:
    """Until it rolls [J]."""
    start, end = case.scene.initial, rolled(case.scene)[1]
    return np.asarray(sim.kinetic_energy(case.model, start.q, start.v) - sim.kinetic_energy(case.model, end.q, end.v))


def friction_after(case: Case) -> str:
    """Of the ball that rolls."""
    end = rolled(case.scene)[1]
    solution = sim.solve_contact_problem(sim.contact_problem(case.scene, end))
    share = float(np.linalg.norm(solution.tangential)) / float(solution.lam[0])
    return "none" if share < 1e-6 else "full"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {
        "m": body(case, "ball").mass,
        "r": radius(case),
        "v": speed(case),
        "mu": float(sim.contact_problem(case.scene).friction[0]),
    }


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "m": body(case, "ball").mass, "r": radius(case), "v0": speed(case),
        "mu": float(sim.contact_problem(case.scene).friction[0]), "g": g(case),
    }  # fmt: skip


SLIP_TO_ROLL = Exercise(
    key="slip_to_roll",
    title=Translation("From slipping to rolling", "Du glissement au roulement"),
    statement=Translation(
        "A solid ball of {m} kg and radius {r} m, I = ⅖ m r², is thrown along the floor with {v} m/s and without spin; μ = {mu}.",
        "Une boule pleine de {m} kg et de rayon {r} m, I = ⅖ m r², est lancée sur le sol à {v} m/s sans tourner ; μ = {mu}.",
    ),
    robot="",
    scene="sphere_slip_to_roll",
    q=(),
    source="contact-dynamics-lecture16, Notes: slip as a mode; THEORY §6, §8",
    numbers=numbers,
    variables=variables,
    needs=NEEDS,
    questions=(
        Question(
            key="slips",
            prompt=Translation(
                "While it slips, how fast does its centre slow down, and what is its angular acceleration?",
                "Tant qu'elle glisse, quelle est la décélération de son centre, et son accélération angulaire ?",
            ),
            answer=Quantities(("a", "ω\u0307"), slipping, ("m/s²", "rad/s²")),
            formula=Formula(
                "a = μ g,  ω\u0307 = 5 μ g/(2 r)",
                r"a = \mu g,\quad \dot\omega = \frac{5\mu g}{2r}",
                "np.array([mu*g, 5*mu*g/(2*r)])",
            ),
            explains=Translation(
                "Friction μ m g brakes the centre, and its moment about it turns the ball.",
                "Le frottement μ m g freine le centre, et son moment fait tourner la boule.",
            ),
        ),
        Question(
            key="time",
            prompt=Translation("When does it begin to roll?", "Quand commence-t-elle à rouler ?"),
            answer=Quantities(("t",), lambda case: np.asarray(rolled(case.scene)[0]), ("s",)),
            formula=Formula("t = 2 v₀/(7 μ g)", r"t = \frac{2 v_0}{7\mu g}", "2*v0/(7*mu*g)"),
            explains=Translation(
                "When v₀ − μ g t = r ω\u0307 t: the point that touches stands still. A change of mode, found as a root.",
                "Quand v₀ − μ g t = r ω\u0307 t : le point de contact est immobile. Un changement de mode, trouvé comme "
                "une racine.",
            ),
        ),
        Question(
            key="speed",
            prompt=Translation("Which speed has its centre then?", "Quelle est alors la vitesse de son centre ?"),
            answer=Quantities(("v",), lambda case: np.asarray(np.linalg.norm(rolled(case.scene)[1].v[:3])), ("m/s",)),
            formula=Formula("v = 5 v₀/7", r"v = \tfrac57 v_0", "5*v0/7"),
            explains=Translation(
                "Whatever μ is: the angular momentum about a point of the floor is kept.",
                "Quel que soit μ : le moment cinétique par rapport à un point du sol est conservé.",
            ),
        ),
        Question(
            key="way",
            prompt=Translation("How far has it come?", "Quelle distance a-t-elle parcourue ?"),
            answer=Quantities(("x",), lambda case: np.asarray(rolled(case.scene)[1].q[0]), ("m",)),
            formula=Formula("x = 12 v₀²/(49 μ g)", r"x = \frac{12 v_0^2}{49\mu g}", "12*v0**2/(49*mu*g)"),
            explains=Translation(
                "The mean speed, 6 v₀/7, times the time.", "La vitesse moyenne, 6 v₀/7, fois la durée."
            ),
        ),
        Question(
            key="energy",
            prompt=Translation("How much energy was lost?", "Combien d'énergie est perdue ?"),
            answer=Quantities(("E",), energy_lost, ("J",)),
            formula=Formula("E = m v₀²/7", r"E = \tfrac17 m v_0^2", "m*v0**2/7"),
            explains=Translation(
                "Two sevenths of what it had, however small μ is: then it takes longer.",
                "Deux septièmes de ce qu'elle avait, si petit que soit μ : cela dure alors plus longtemps.",
            ),
        ),
        Question(
            key="after",
            prompt=Translation("Which friction has it while it rolls?", "Quel frottement subit-elle en roulant ?"),
            answer=Options(
                {
                    "none": Translation("none", "aucun"),
                    "full": Translation("μ m g still", "toujours μ m g"),
                },
                friction_after,
            ),
            formula=Formula("λ_t = 0", r"\lambda_t = 0", "0.0"),
            explains=Translation(
                "It sticks: the friction is what sticking needs, and on level ground that is nothing.",
                "Elle adhère : le frottement est ce que demande l'adhérence, et sur un sol horizontal, ce n'est rien.",
            ),
        ),
    ),
)
