"""Time-stepping with any integrator for the smooth part: one contact problem at the end of each step, whatever came before.

It shows why the lecture says that time-stepping "doesn't generalize to higher-order integration": the smooth part may be of order
4, and yet an impact is put at the end of its step, which is of order 1 (contact-dynamics-lecture16, "Limitations").
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....arrays import Array, frozen
from ....contact.problem.methods import solve_contact_problem
from ....contact.problem.moved_numbers import response_to
from ....contact.problem.problem import ContactProblem, frictionless_problem_from
from ....errors import ArgumentError
from ....multibody.kinematics.configuration import difference, integrate
from ....multibody.model.state import State
from ....texts import tr
from ...running.contact_problem import contact_problem
from ...running.integration.motion import integrate_motion
from ...running.scene.scene import Scene
from .convergence import convergence_order
from .scheme_run import BY_INTEGRATOR, SchemeRun, energies_of, step_key
from .values import ComparedImpact, ConvergenceOrder

CLOSED = 1e-9  # a gap that is none [m]
SLIDES = 1e-9  # a tangential impulse or force that is none [N s | N]
ROUNDING = 1e-10  # errors of states below are what the reference is known to


@dataclass(frozen=True, eq=False, slots=True)
class SteppedMotion:
    """States at the ends of steps."""

    integrator: str
    t: Array  # (n,) [s]
    q: Array  # (n, nq)
    v: Array  # (n, nv)
    solves: int  # steps at whose end something touched
    impacts: tuple[ComparedImpact, ...]  # what approached faster than the restitution speed of the settings


def stepped_motion(scene: Scene, integrator: str, dt: float, duration: float, state: State | None = None) -> SteppedMotion:
    """Step by step: (q, v) by the integrator as if nothing touched, then impulses at what touches, then out of penetration.

    Impulses obey 0 ≤ Λ ⟂ ζ⁺ + e ζ⁻ ≥ 0 along the normals; there is no friction. The push out of penetration is the least one in
    the metric of H, and changes no velocity. Raises UnknownNameError for the integrator, ArgumentError where contacts are of
    rolling edges, or dt is not positive.
    """
    start = state or scene.initial
    model = scene.model
    q, v = np.array(start.q), np.array(start.v)
    steps = max(1, int(round(duration / dt)))
    qs, vs = np.empty((steps + 1, model.nq)), np.empty((steps + 1, model.nv))
    qs[0], vs[0] = q, v
    solves, impacts = 0, list[ComparedImpact]()
    for k in range(steps):
        smooth = integrate_motion(model, q, v, dt, dt, integrator, gravity=scene.gravity)
        q, v = np.array(smooth.q[-1]), np.array(smooth.v[-1])
        at_rest = State(0.0, q, np.zeros(model.nv))  # the directions of the contacts do not depend on v
        problem = contact_problem(scene, at_rest, closed_gap=CLOSED)
        if len(problem):
            solves += 1
            change, struck = _impulses(problem, v, scene.settings.restitution_speed, (k + 1) * dt, dt)
            v, impacts = v + change, [*impacts, *struck]
            q = integrate(model, q, _push_out(problem), 1.0)
        qs[k + 1], vs[k + 1] = q, v
    return SteppedMotion(integrator, frozen(np.arange(steps + 1) * dt), frozen(qs), frozen(vs), solves, tuple(impacts))


def stepped_order(
    scene: Scene, reference: SchemeRun, integrator: str, steps: Sequence[float], duration: float, state: State | None = None
) -> ConvergenceOrder:
    """Mean over time of the largest difference of a position [m | rad] from a hybrid run, over steps [s], impacts included.

    Raises ArgumentError for scenes with controllers, and those in which friction acts: `stepped_motion` has none.
    """
    fault = why_not_stepped(scene, reference)
    if fault:
        raise ArgumentError(fault)
    errors, model = [], scene.model
    for h in steps:
        motion = stepped_motion(scene, integrator, h, duration, state)
        wanted = (reference.configuration_at(float(t)) for t in motion.t)
        apart = [np.max(np.abs(difference(model, q, one))) for q, one in zip(wanted, motion.q, strict=True)]
        errors.append(float(np.mean(apart)))
    return convergence_order(steps, errors, ROUNDING)


def stepped_run(
    scene: Scene, hybrid: SchemeRun, integrator: str, dt: float, duration: float, state: State | None = None
) -> SchemeRun:
    """`stepped_motion` as a run that can be compared with others. Raises ArgumentError as `stepped_order`."""
    fault = why_not_stepped(scene, hybrid)
    if fault:
        raise ArgumentError(fault)
    begun = time.perf_counter()
    motion = stepped_motion(scene, integrator, dt, duration, state)
    took = time.perf_counter() - begun
    kinetic, potential = energies_of(scene, motion.q, motion.v)
    return SchemeRun(
        f"{integrator}:{step_key(dt)}",
        BY_INTEGRATOR,
        dt,
        motion.t,
        motion.q,
        motion.v,
        frozen(kinetic),
        frozen(potential),
        took,
        struck=motion.impacts,
    )


def why_not_stepped(scene: Scene, reference: SchemeRun) -> str:
    """Why a scene cannot be stepped so, a sentence; empty: it can."""
    if np.any(scene.control.stiffness) or np.any(scene.control.inverse) or len(scene.control.track_times):
        return tr("Scene {scene!r} is driven by controllers, which the integrator does not know.", scene=scene.name)
    if reference.recording is None:
        return tr("The exact motion does not say whether friction acts; the hybrid run does.")
    sums = reference.recording.contact_sums(len(reference.recording))
    if float(np.fmax.reduce(sums[1], initial=0.0)) > SLIDES:
        return tr("Friction acts in scene {scene!r}; these steps have normals alone.", scene=scene.name)
    return ""


def _impulses(problem: ContactProblem, v: Array, slowest: float, t: float, dt: float) -> tuple[Array, list[ComparedImpact]]:
    """The change of velocity (nv,) by which nothing approaches any more and what struck parts; and each pair that struck."""
    before = problem.T.T @ v
    bounce = np.where(before < -slowest, problem.restitution, 0.0)
    x = _least(problem, before + bounce * np.minimum(before, 0.0))
    change = response_to(problem.H, problem.T @ x)
    after, struck = before + problem.T.T @ change, list[ComparedImpact]()
    for bodies in dict.fromkeys(problem.bodies):
        mine = np.array([one == bodies for one in problem.bodies])
        k = int(np.flatnonzero(mine)[np.argmin(before[mine])])
        if before[k] < -slowest and np.any(x[mine] > 0.0):
            lost = -float(0.5 * x[mine] @ (before + after)[mine])
            struck.append(ComparedImpact(t, dt, bodies, float(x[mine].sum()), float(before[k]), float(after[k]), lost))
    return change, struck


def _push_out(problem: ContactProblem) -> Array:
    return response_to(problem.H, problem.T @ _least(problem, problem.gap))


def _least(problem: ContactProblem, d: Array) -> Array:
    """Impulses (nc,) or pushes x with 0 ≤ x ⟂ M x + d ≥ 0."""
    if np.all(d >= 0.0):
        return np.zeros(len(d))
    return solve_contact_problem(frictionless_problem_from(problem.M, d), "active_set").lam
