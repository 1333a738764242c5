"""Why a simulation cannot go on, in a sentence that names joints and bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import Array
from ..contact.status import Status
from ..errors import ArgumentError, SingularMassMatrixError
from ..multibody.dynamics.mass_matrix import mass_matrix
from ..multibody.model.model import Model
from ..multibody.model.state import State
from .hybrid.hybrid_work import (
    ACTIVE_COUNT,
    CRAWLING,
    EFFORT,
    EFFORT_BEFORE,
    EVALUATIONS,
    EVENT_COUNT,
    EVENT_SHAPE_A,
    EVENT_SHAPE_B,
    FAULTY_SHAPE_A,
    FAULTY_SHAPE_B,
    MOST_ACTIVE,
    NEXT_STEP,
    REST_SPEED,
    WINDOW,
)
from .hybrid.many_intervals import EVENT_LIMIT, MOST_EVENTS
from .hybrid.smooth_dynamics import (
    CRAWLS,
    ENDLESS_IMPACTS,
    NO_FORCE,
    NO_STEP,
    SEVERAL,
    SINGULAR_TREE,
    TOO_MANY,
    UNFOLLOWED,
    UNSOLVED,
)
from .impacts.impacts import MOST_IMPACTS
from .recording.recording import Recording
from .scene.scene import Scene

MANY_IMPACTS = f'more than {MOST_IMPACTS} impacts one after another; impact_law = "simultaneous" ends'

_MOST_NAMED = 3  # pairs that touch
_SHORT = 1e-6  # a step that is named as the cause, or shorter [s]
_MANY, _HARD = 10, 30  # events in a window, and iterations an evaluation, that are named as the cause


def why_diverged(recording: Recording, v: Array, t: float) -> str:
    """Name the first joint whose velocity v (nv,) is lost after t [s], and the contact that was pressed hardest before."""
    model = recording.scene.model
    diverged = np.flatnonzero(~np.isfinite(v))
    where = f" of joint {_joint_at(model, int(diverged[0]))!r}" if len(diverged) else ""
    return f"the state{where} is no longer finite after t = {t:.6g} s{_hardest(recording)}; a smaller step may help"


def _hardest(recording: Recording) -> str:
    """Name the contact that was pressed hardest at the last state; empty if there was none."""
    names = recording.scene.model.body_names
    contacts = recording.contacts(-1)
    if not len(contacts):
        return ""
    k = int(np.argmax(np.linalg.norm(contacts.impulse, axis=1)))
    a, b = names[int(contacts.body_a[k])], names[int(contacts.body_b[k])]
    return f"; the contact of {a!r} and {b!r} was pressed hardest"


def why_singular(recording: Recording, tree: int, t: float) -> str:
    """Name the first joint of a tree whose mass matrix has no inverse at t [s]; or what burst, if it has one at the start."""
    scene = recording.scene
    first, count = int(scene.system.trees[tree]["v0"]), int(scene.system.trees[tree]["nv"])
    joint = _joint_at(scene.model, first)
    try:
        H = mass_matrix(scene.model, scene.initial.q)[first : first + count, first : first + count]
        np.linalg.cholesky(H)
    except np.linalg.LinAlgError:
        return f"the mass matrix of the tree of joint {joint!r} is not positive definite: it moves no inertia"
    speeds = np.abs(recording.v[-1][first : first + count])
    if np.all(np.isnan(speeds)):
        moved = "its velocities are no numbers"
    else:
        k = int(np.nanargmax(speeds))
        moved = f"joint {_joint_at(scene.model, first + k)!r} moved fastest, at {speeds[k]:.3g} rad/s or m/s"
    return (
        f"the state burst after t = {t:.6g} s: the mass matrix of the tree of joint {joint!r} has an inverse at the start and "
        f"none now; {moved}{_hardest(recording)}; a smaller step may help"
    )


def why_hybrid_stopped(recording: Recording, hybrid: Any, status: int, t: float) -> str:
    """Say what the hybrid scheme met at t [s], from its status and the shapes that `hybrid` names."""
    scene = recording.scene
    reasons: dict[int, Callable[[], str]] = {
        EVENT_LIMIT: lambda: f"more than {MOST_EVENTS} events within {WINDOW:g} s",
        -20 - TOO_MANY: lambda: f"more than {MOST_ACTIVE} contacts closed at once",
        -20 - SINGULAR_TREE: lambda: "a mass matrix is not positive definite, or the integrator failed",
        -20 - ENDLESS_IMPACTS: lambda: MANY_IMPACTS,
        -20 - UNSOLVED: lambda: "the contact forces were not found to within 1e-6 of the accelerations",
        -20 - NO_STEP: lambda: "the accelerations change faster than the integrator can follow",
        -20 - CRAWLS: lambda: f"it crawls: {_what_takes_long(scene, hybrid)}{_beyond(recording)}",
        -20 - UNFOLLOWED: lambda: (f"the contact of {faulty()} is of edges, rolling curved surfaces, or shapes "
                                   "whose motion over each other it cannot follow"),
        -20 - NO_FORCE: lambda: (f"no force at the sliding contact of {faulty()} satisfies the contact law, and an "
                                 "impulse does not end that"),
        -20 - SEVERAL: lambda: f"several motions satisfy the contact law at the sliding contact of {faulty()}",
    }  # fmt: skip

    def faulty() -> str:
        return _pair(scene, *(int(k) for k in hybrid.counts[[FAULTY_SHAPE_A, FAULTY_SHAPE_B]]))

    reason = reasons[status]() if status in reasons else f"status {status}"
    return f'the hybrid scheme stopped at t = {t:.6g} s: {reason}; use scheme = "time_stepping"'


def is_crawling(hybrid: Any) -> bool:
    """Whether a millisecond of motion takes the hybrid scheme a tenth of a second or so, of evaluations that are quick ones."""
    return max(int(hybrid.counts[EFFORT]), int(hybrid.counts[EFFORT_BEFORE])) >= CRAWLING


def why_hybrid_crawls(scene: Scene, hybrid: Any, t: float) -> str:
    """Say that it is slow at t [s], what goes on there, and what takes it so long.

    May be asked while the simulation runs in another thread: the counters are of the moment.
    """
    return f'the hybrid scheme crawls at t = {t:.6f} s; scheme = "time_stepping" goes on there: {_what_takes_long(scene, hybrid)}'


def why_hybrid_held(scene: Scene, hybrid: Any, t: float) -> str:
    """Say from when on [s] the hybrid scheme holds contacts that its settings let part or slide, up to which speed, and why."""
    return (
        f"held below {float(hybrid.numbers[REST_SPEED]):.2g} m/s since t = {t:.6f} s: the hybrid scheme crawled, "
        f"{_what_takes_long(scene, hybrid)}; held is what parts or slides slower, until that is over"
    )


def _beyond(recording: Recording) -> str:
    """What no event ends: that contacts which chatter, all of them closed and sliding, have no forces; else nothing."""
    from ..contact.problem.methods import solve_contact_problem  # with parts of SciPy, which simulations do without
    from .contact_problem import contact_problem

    i = len(recording) - 1
    state = State(float(recording.t[i]), recording.q[i], recording.v[i])
    try:
        problem = contact_problem(recording.scene, state, recording.tau[i] + recording.passive[i])
    except (
        ArgumentError,
        SingularMassMatrixError,
    ):  # contacts that roll over edges, too many, or nothing that they move
        return ""
    if not len(problem) or solve_contact_problem(problem, method="newton").status is not Status.INCONSISTENT:
        return ""
    slide = int(np.count_nonzero(np.any(problem.slide != 0.0, axis=1)))
    which = str(slide) if slide == len(problem) else f"{slide} of {len(problem)}"
    return (
        f"; impact by impact it nears a state in which {which} contacts slide at once, "
        "and no forces there satisfy the contact law (Painlevé's paradox)"
    )


def _what_takes_long(scene: Scene, hybrid: Any) -> str:
    """Many events, forces that are hard to find, or accelerations that change fast; and what touches there."""
    counts = [int(count) for count in hybrid.counts]
    evaluations = max(counts[EVALUATIONS], 1)
    if counts[EVENT_COUNT] >= _MANY:
        last = _pair(scene, counts[EVENT_SHAPE_A], counts[EVENT_SHAPE_B]) or "a joint that stops or gives way"
        return f"{counts[EVENT_COUNT]} events in a millisecond, the last of {last}"
    held = dict.fromkeys(_pair(scene, int(c["a"]), int(c["b"])) for c in hybrid.contacts[: counts[ACTIVE_COUNT]])
    pairs = [pair for pair in held if pair]
    touching = ", ".join(pairs[:_MOST_NAMED]) + (
        f" and {len(pairs) - _MOST_NAMED} more pairs" if pairs[_MOST_NAMED:] else ""
    )
    where = f" while {touching} touch" if touching else ""
    if counts[EFFORT] > _HARD * evaluations:
        return f"the contact forces take {counts[EFFORT] / evaluations:.0f} iterations at each of {evaluations} instants{where}"
    step = float(hybrid.numbers[NEXT_STEP])
    if step > _SHORT:
        return f"the accelerations of {scene.model.nv} degrees of freedom take long, at each of {evaluations} instants{where}"
    return f"the accelerations change so fast that its steps are of {step:.1g} s{where}"


def _pair(scene: Scene, a: int, b: int) -> str:
    """The bodies of two shapes, by their names; nothing for a joint's limit or friction."""
    if a < 0:
        return ""
    names, bodies = scene.model.body_names, scene.system.shapes["body"]
    return f"{names[int(bodies[a])]!r} and {names[int(bodies[b])]!r}"


def _joint_at(model: Model, iv: int) -> str:
    """The joint that number `iv` of v belongs to."""
    return next(name for name, (_, in_v) in model.joint_slices().items() if in_v.start <= iv < in_v.stop)
