"""One state of a recording solved again with another friction, restitution, mass or wrench, beside what was solved.

The state before it, its contacts, their directions and the controllers' torques are those of the recording, so that nothing but
the edit makes a difference: with H' and the forces f' of a step, velocities without contact change by h (H'⁻¹ f' - H⁻¹ f), and
with them w of u = W r + w; W = J H'⁻¹ Jᵀ. Without an edit the problem is that which was solved, bit for bit.
Source: THEORY §5 and §6; contact-management, "Espace articulaire → espace cartésien".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ....analysis.statics.load import point_jacobian
from ....arrays import Array, as_floats, frozen
from ....contact.problem.methods import solve_contact_problem
from ....contact.problem.redundant_forces import least_norm_forces, redundancy_of
from ....contact.status import Status
from ....errors import ArgumentError, UnknownNameError
from ....multibody.dynamics.mass_matrix import mass_matrix
from ....multibody.model.model import Model
from ....texts import marked, tr
from ...recording.recording import Recording
from ...running.scene.scene import Scene
from ...step_arrays import NORMAL, SHAPE_A, SHAPE_B, VELOCITY_BEFORE
from ..inspected_problem import InspectedProblem
from ..solved_problem import solved_problem
from .edited_scene import Coefficient, edited_scene
from .frame_motion import FrameMotion, changed_trees, frame_motion, free_with, response
from .values import IMPACT, INSTANT, STEP, FrameComparison, FrameSide

_KINDS = {"velocity": STEP, "acceleration": INSTANT, "impact": IMPACT}
_CREEP = 1e-8  # of the largest velocity or acceleration at play: what slides slower sticks
Wrenches = Mapping[str, ArrayLike]


def frame_with(
    recording: Recording,
    i: int,
    *,
    friction: Coefficient | None = None,
    restitution: Coefficient | None = None,
    mass: Mapping[str, float] | None = None,
    wrench: Wrenches | None = None,
) -> FrameComparison:
    """State i of a recording as it was solved, and as it would have been with something changed, from the same state before it.

    friction, restitution : μ and e of materials, one number for all of them or by name; see `edited_scene`
    mass   : by body [kg]; its inertia changes in proportion
    wrench : by body [f; n] (6,) on it for this step or instant, at its centre of mass, world axes [N, N m]
    Controllers' torques and a pull by the hand are as they were. Raises UnknownNameError, and ArgumentError for numbers that
    cannot be, and, saying why, where nothing was solved, or impacts were solved beforehand (other laws of impact).
    """
    solved = solved_problem(recording, i)
    i = range(len(recording))[i]
    if np.any(solved.given != 0.0) or np.any(solved.least != 0.0):
        raise ArgumentError("impacts were solved before this problem, one by one or by Poisson's law: branch from here instead")
    scene = edited_scene(recording.scene, friction=friction, restitution=restitution, mass=mass)
    old = frame_motion(recording, i, solved)
    torque = wrench_torque(recording.scene.model, recording.problems.configuration(i), wrench or {})
    H = _mass_matrix(recording, i, old.H, scene, mass or {})
    free = old.free if not mass and not np.any(torque) else free_with(recording, i, solved, scene, old, H, torque)
    asked = _asked(recording, i, solved, scene, old, H, free)
    part = np.flatnonzero(asked.taking_part)
    problem = asked.problem.part(part)
    solution = solve_contact_problem(problem, law=asked.law, facets=asked.facets or 4, start=solved.force[part])
    if not _is_same(asked, solved):
        solution = least_norm_forces(problem, solution)
    force = np.zeros((len(asked), 3))
    force[part] = solved.force[part] if _is_same(asked, solved) else solution.force
    answer = replace(asked, force=frozen(force), method=solution.method, iterations=solution.iterations)
    return FrameComparison(
        index=i,
        t=float(recording.t[i]),
        kind=_KINDS[solved.level],
        joints=solved.joints,
        old=_side(recording, solved, old, old.H, old.free),
        new=_side(recording, answer, old, H, free),
        edited=answer,
        is_unique=len(part) == 0 or redundancy_of(problem, solution).is_unique,
        status="" if solution.status is Status.SOLVED else solution.status.sentence,
        notes=tuple(_notes(recording, i, solved.level, restitution is not None, bool(np.any(torque)))),
    )


def _asked(
    recording: Recording, i: int, solved: InspectedProblem, scene: Scene, old: FrameMotion, H: Array, free: Array
) -> InspectedProblem:
    """The problem of the state with the edit, without an answer."""
    problem, pairs = solved.problem, recording.contact_columns(i)[0]
    W, w = problem.W, problem.w.copy()
    for in_v in changed_trees(recording, old.H, H):
        J = solved.J[:, in_v]
        W = W + J @ (np.linalg.solve(H[in_v, in_v], J.T) - np.linalg.solve(old.H[in_v, in_v], J.T))
    if W is not problem.W:
        W = 0.5 * (W + W.T)
    w += solved.J @ (free - old.free)
    shapes, before = scene.system.shapes, recording.scene.system.shapes
    mu, e = problem.friction.copy(), problem.restitution.copy()
    a, b = pairs[:, SHAPE_A], pairs[:, SHAPE_B]
    contacts = slice(0, len(pairs))
    if not np.array_equal(shapes["friction"], before["friction"]):
        mu[contacts] = np.sqrt(shapes["friction"][a] * shapes["friction"][b])
    e[contacts] = np.maximum(shapes["restitution"][a], shapes["restitution"][b])
    target = solved.target.copy()
    changed = np.flatnonzero(e != problem.restitution)
    approach = _approach(recording, i)
    for c in changed[_strikes(recording, solved, approach)[changed]]:
        target[c] = -e[c] * approach[c]
    w[2::3] += solved.target - target
    changed_problem = replace(
        problem,
        friction=frozen(mu),
        restitution=frozen(e),
        H=frozen(H),
        W=frozen(W),
        w=frozen(w),
        M=frozen(np.ascontiguousarray(W[2::3, 2::3])),
        d=frozen(w[2::3].copy()),
    )
    return replace(solved, problem=changed_problem, target=frozen(target))


def _is_same(asked: InspectedProblem, solved: InspectedProblem) -> bool:
    """Whether the edit changed nothing of the problem: then its forces are those that were found."""
    one, other = asked.problem, solved.problem
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("W", "w", "friction"))


def _approach(recording: Recording, i: int) -> Array:
    """Normal velocity of each contact before the step or impact (contacts,) [m/s]."""
    numbers = recording.contact_columns(i)[1]
    return np.asarray(np.sum(numbers[:, VELOCITY_BEFORE : VELOCITY_BEFORE + 3] * numbers[:, NORMAL : NORMAL + 3], axis=1))


def _strikes(recording: Recording, solved: InspectedProblem, approach: Array) -> np.ndarray:
    """Of each entry whether restitution was asked of it: its target is -e times the velocity with which it came."""
    settings, e = recording.settings, solved.problem.restitution[: len(approach)]
    slow = settings.restitution_speed if settings.scheme == "time_stepping" else settings.rest_speed
    struck = np.zeros(len(solved), dtype=bool)
    if solved.level != "acceleration":
        struck[: len(approach)] = (approach < -slow) & (
            np.abs(solved.target[: len(approach)] + e * approach) <= 1e-12 * -approach
        )
    return struck


def _mass_matrix(recording: Recording, i: int, H: Array, scene: Scene, mass: Mapping[str, float]) -> Array:
    """H with other masses: where they change nothing, the same bits."""
    if not mass:
        return H
    q = recording.problems.configuration(i)
    return np.asarray(H + (mass_matrix(scene.model, q) - mass_matrix(recording.scene.model, q)))


def wrench_torque(model: Model, q: Array, wrench: Wrenches) -> Array:
    """Σ JᵀF (nv,) of wrenches at centres of mass."""
    torque = np.zeros(model.nv)
    for name, given in wrench.items():
        if name not in model.body_names:
            raise UnknownNameError("body", name, model.body_names, tr("model {model!r}", model=model.name))
        F = as_floats("wrench", given)
        if F.shape != (6,) or not np.all(np.isfinite(F)):
            raise ArgumentError(
                "the wrench on {name!r} must be 6 finite numbers, force and moment; given {given!r}", name=name, given=given
            )
        com = next(body.com for body in model.bodies if body.name == name)
        torque += point_jacobian(model, q, name, com).T @ F
    return torque


def _side(recording: Recording, solved: InspectedProblem, old: FrameMotion, H: Array, free: Array) -> FrameSide:
    """One side of the comparison, from a problem with its answer."""
    scale = solved.interval or 1.0
    push = response(recording, H, solved.J.T @ solved.force.ravel())
    rate = solved.rate.copy()
    rate[:, 2] += np.where(solved.taking_part, solved.target, 0.0) - solved.softness * solved.force[:, 2]
    rate[~solved.taking_part] = np.nan
    return FrameSide(
        force=frozen(solved.force / scale),
        rate=frozen(rate),
        modes=_modes(solved, rate),
        friction=solved.problem.friction,
        restitution=solved.problem.restitution,
        acceleration=frozen((free + push - old.start) / old.span),
        residual=solved.residual,
    )


def _modes(solved: InspectedProblem, rate: Array) -> tuple[str, ...]:
    creep = _CREEP * max(1.0, float(np.max(np.abs(solved.problem.w[np.repeat(solved.taking_part, 3)]), initial=0.0)))
    moves = np.linalg.norm(rate[:, :2], axis=1) > creep
    sliding = np.any(solved.problem.sliding != 0.0, axis=1)
    names = np.select(
        [~np.any(solved.force != 0.0, axis=1), solved.problem.friction == 0.0, moves | sliding],
        ["open", "closed", "slip"],
        "stick",
    )
    return tuple(names.tolist())


def _notes(recording: Recording, i: int, level: str, has_restitution: bool, has_wrench: bool) -> list[str]:
    notes = []
    if has_restitution and not _strikes_somewhere(recording, i):
        notes.append(marked("nothing strikes here: restitution changes nothing"))
    if level == "impact" and has_wrench:
        notes.append(marked("an impact has no duration: a force changes nothing in it"))
    return notes


def _strikes_somewhere(recording: Recording, i: int) -> bool:
    return bool(recording.contacts(i).impact.any())
