"""The contact problem of what is drawn in the plane, all of it at rest, and its solution."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.problem.problem import frictionless_problem_from
from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import written

from ...motion.coordinates import Coordinate
from ..programme.programme_analysis import SolvedProgramme, solved_programme
from ..several.several_contacts import SeveralContacts
from .plane import Items, bodies_at, names_of, places_of


@dataclass(frozen=True, eq=False, slots=True)
class PlaneProblem:
    """What is drawn, solved."""

    items: Items
    programme: SolvedProgramme
    view: SeveralContacts
    acceleration: Array  # (bodies, 3) along x and y, and of the turn [m/s², rad/s²]


def plane_problem(items: Items) -> PlaneProblem:
    """ζ̇ = M λ + d of all. Raises ArgumentError where nothing touches."""
    names, bodies, contacts = names_of(items), places_of(items, "body"), places_of(items, "contact")
    if not bodies or not contacts:
        raise ArgumentError(tr("Draw a body and a contact: choose one above, and press where it is to be."))
    H = np.array([[one.size, one.size, one.size * (one.width**2 + one.height**2) / 12] for one in (items[k] for k in bodies)])
    N, f = np.zeros((len(items), *H.shape)), np.zeros(H.shape)  # of a unit force of each, on each body
    for k, one in enumerate(items):
        for body, sign in zip(bodies_at(items, k), (1.0, -1.0 if one.kind == "contact" else 0.0), strict=True):
            moment = ((one.at - items[body].at).conjugate() * one.way).imag
            N[k, bodies.index(body) if body >= 0 else 0] += sign * (body >= 0) * np.array([one.way.real, one.way.imag, moment])
        if one.kind in ("force", "gravity"):
            f += one.size * (N[k] if one.kind == "force" else H * [one.way.real, one.way.imag, 0.0])
    T, free, inverse = N[contacts].reshape(len(contacts), -1).T, (f / H).ravel(), 1.0 / H.ravel()
    problem = frictionless_problem_from(T.T @ (inverse[:, None] * T), T.T @ free)
    problem = replace(problem, H=np.diag(H.ravel()), T=T)
    labels = tuple(names[k] for k in contacts)
    programme = solved_programme(problem, "frictionless", 0, labels, free_energy=float(0.5 * f.ravel() @ free))
    force = programme.optimality.force
    sides = [[written(names[k]) if k >= 0 else tr("ground") for k in bodies_at(items, c)] for c in contacts]
    symbols = [f"{part}_{{{i + 1}{axis}}}" for i in range(len(bodies)) for part, axis in (("v", "x"), ("v", "y"), ("ω", ""))]
    coordinates = tuple(Coordinate(symbol, "", "", symbol[0] == "ω") for symbol in symbols)
    pairs, moving, M, d = tuple((out, into) for into, out in sides), tuple(range(H.size)), problem.M, problem.d
    arrays = M, problem.H, T, d, M @ force[:, 2], 0.0 * d, programme.optimality.gradient, force
    view = SeveralContacts(labels, pairs, coordinates, moving, *arrays, impulses=False)
    return PlaneProblem(items, programme, view, (free + inverse * (T @ force[:, 2])).reshape(-1, 3))
