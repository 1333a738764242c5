"""What expressions may ask of an exercise's scene: its contacts, a body on the floor, and events of a simulation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.definition.expressions import Value
from torseur.sim.errors import UnknownNameError
from torseur.sim.multibody.model.shapes import Box
from torseur.sim.multibody.model.state import State

from .case import Case
from .robot_quantities import named

MOST_STEPS = 10_000  # of a simulation


def contacts(case: Case, name: str, part: str, q: Array | None = None, v: Array | None = None) -> Value:
    """Of the contacts of a body in a state, by default as the scene starts.

    part : "normal" and "friction", of all together [N]; "force" on the body (3,), world axes; "slip", acceleration along the
           tangents [m/s²]; "mu"; "up", the normal of the first (3,); "t", mean generalised direction (nv,)
    """
    state = State(0.0, case.q if q is None else q, np.zeros(case.model.nv) if v is None else v)
    problem = sim.contact_problem(case.scene, None if q is None and v is None else state)
    whole = named(name, case.model.body_names, "body")
    rows = [i for i, pair in enumerate(problem.bodies) if whole in pair]
    if part in ("mu", "up", "t"):
        found = {"mu": problem.friction[rows[0]], "up": problem.normal[rows[0]], "t": problem.T[:, rows].mean(axis=1)}
        return found[part]
    solution = sim.solve_contact_problem(problem)
    signs = np.array([1.0 if problem.bodies[i][1] == whole else -1.0 for i in rows])
    world = np.einsum("k,kj,kji->i", signs, solution.force[rows], problem.axes[rows])
    parts = {
        "normal": solution.lam[rows].sum(),
        "friction": np.linalg.norm(solution.tangential[rows].sum(axis=0)),
        "force": world,
        "slip": np.linalg.norm(solution.velocity[rows[0], :2]),
    }
    return _part(parts, part)


def floor(
    case: Case, part: str, wrench: Array | None = None, law: str = "coulomb", facets: float = 4, epsilon: float = 0.0
) -> Value:
    """Of the scene's one free body, upright on the floor, its corners counted counter-clockwise, under [f; n] at its centre.

    part : "M", "d", "force" λ (nc,), "least" λ of least norm, "upper" the greatest of each, "acceleration" ζ̇, "friction" and
           "slip" (nc, 2) along the tangents, "mu" (nc,), "bound" of the regularisation
    """
    q, shape = np.array(case.q), next(one for one in case.model.bodies if one.mass).collisions[0].shape
    q[2:7] = (0.5 * shape.size[2] if isinstance(shape, Box) else shape.radius), 0.0, 0.0, 0.0, 1.0  # type: ignore[union-attr]
    problem = sim.contact_problem(case.scene, State(0.0, q, np.zeros(case.model.nv)), np.zeros(6) if wrench is None else wrench)
    problem = problem.part(np.argsort(np.arctan2(problem.point[:, 1], problem.point[:, 0])).astype(np.int64))
    if part in ("M", "d", "mu", "rank"):
        return _part({"M": problem.M, "d": problem.d, "mu": problem.friction, "rank": float(problem.rank)}, part)
    solution = sim.solve_contact_problem(problem, law=law, facets=int(facets), regularisation=epsilon)
    if part in ("least", "upper"):
        solution = sim.least_norm_forces(problem, solution)
        return solution.lam if part == "least" else sim.force_ranges(problem, solution).upper[:, 2]
    parts = {
        "force": solution.lam,
        "acceleration": solution.zeta_dot,
        "friction": solution.tangential,
        "slip": solution.velocity[:, :2],
        "bound": solution.regularisation_bound,
    }
    return _part(parts, part)


def event(case: Case, kind: str, place: float, part: str, duration: float, dt: float, scheme: str = "hybrid") -> Value:
    """Of one event of a simulation, counted from 0: its "t" [s], "impulse" [N s], normal velocity "before" and "after" [m/s],
    "q" and "v" of the scene then; "count" is how many of the kind there are.
    """
    recording = _simulated(case.scene, duration, dt, scheme)
    found = [one for one in recording.events if one.kind.value == kind]
    if part == "count":
        return float(len(found))
    one = found[int(place)]
    k = int(np.argmin(np.abs(recording.t - one.t)))
    speeds = {name: speed[0] for name, speed in (("before", one.before), ("after", one.after)) if speed is not None}
    return _part({"t": one.t, "impulse": one.impulse, "q": recording.q[k], "v": recording.v[k], **speeds}, part)


@lru_cache(maxsize=4)
def _simulated(scene: sim.Scene, duration: float, dt: float, scheme: str) -> sim.Recording:
    if not 0.0 < duration / dt <= MOST_STEPS:
        raise ValueError(f"{duration / dt:g} steps; at most {MOST_STEPS} are simulated")
    return sim.simulate(scene, duration, scheme=scheme, dt=dt)


def complementary(case: Case, M: Array, d: Array) -> Array:
    """λ (n,) ≥ 0 with M λ + d ≥ 0 and λ · (M λ + d) = 0 [N]."""
    return sim.solve_contact_problem(sim.frictionless_problem_from(M, d)).lam


def _part(parts: dict[str, Any], part: str) -> Value:
    if part not in parts:
        raise UnknownNameError("part", part, tuple(parts))
    return parts[part]


NAMES: dict[str, Callable[[Case], Value]] = {
    "gravity": lambda case: -float(case.scene.gravity[2]),
    "restitution": lambda case: max(material.restitution for material in case.scene.materials.values()),
    "v0": lambda case: case.scene.initial.v,
}
"""By name: gravity downwards [m/s²], the greatest e of a material, velocities at the start (nv,)."""

FUNCTIONS: dict[str, Callable[..., Value]] = {
    "contacts": contacts,
    "floor": floor,
    "event": event,
    "complementary": complementary,
}
"""By name; the first argument is the case."""
