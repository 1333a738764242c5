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
from ..texts import tr
from .recording.recording import Recording
from .running.hybrid.hybrid_work import (
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
from .running.hybrid.many_intervals import EVENT_LIMIT, MOST_EVENTS
from .running.hybrid.smooth_dynamics import (
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
from .running.impacts.impacts import MOST_IMPACTS
from .running.scene.scene import Scene

_MOST_NAMED = 3  # pairs that touch
_SHORT = 1e-6  # a step that is named as the cause, or shorter [s]
_MANY, _HARD = 10, 30  # events in a window, and iterations an evaluation, that are named as the cause


def many_impacts() -> str:
    """Say that impacts have no end."""
    return tr('more than {most} impacts one after another; impact_law = "simultaneous" ends', most=MOST_IMPACTS)


def why_diverged(recording: Recording, v: Array, t: float) -> str:
    """Name the first joint whose velocity v (nv,) is lost after t [s], and the contact that was pressed hardest before."""
    model = recording.scene.model
    diverged = np.flatnonzero(~np.isfinite(v))
    where = tr(" of joint {joint_at!r}", joint_at=_joint_at(model, int(diverged[0]))) if len(diverged) else ""
    return tr(
        "the state{where} is no longer finite after t = {t:.6g} s{hardest}; a smaller step may help",
        where=where,
        t=t,
        hardest=_hardest(recording),
    )


def _hardest(recording: Recording) -> str:
    """Name the contact that was pressed hardest at the last state; empty if there was none."""
    names = recording.scene.model.body_names
    contacts = recording.contacts(-1)
    if not len(contacts):
        return ""
    k = int(np.argmax(np.linalg.norm(contacts.impulse, axis=1)))
    a, b = names[int(contacts.body_a[k])], names[int(contacts.body_b[k])]
    return tr("; the contact of {a!r} and {b!r} was pressed hardest", a=a, b=b)


def why_singular(recording: Recording, tree: int, t: float) -> str:
    """Name the first joint of a tree whose mass matrix has no inverse at t [s]; or what burst, if it has one at the start."""
    scene = recording.scene
    first, count = int(scene.system.trees[tree]["v0"]), int(scene.system.trees[tree]["nv"])
    joint = _joint_at(scene.model, first)
    try:
        H = mass_matrix(scene.model, scene.initial.q)[first : first + count, first : first + count]
        np.linalg.cholesky(H)
    except np.linalg.LinAlgError:
        return tr("the mass matrix of the tree of joint {joint!r} is not positive definite: it moves no inertia", joint=joint)
    speeds = np.abs(recording.v[-1][first : first + count])
    if np.all(np.isnan(speeds)):
        moved = tr("its velocities are no numbers")
    else:
        k = int(np.nanargmax(speeds))
        moved = tr(
            "joint {joint_at!r} moved fastest, at {speeds:.3g} rad/s or m/s",
            joint_at=_joint_at(scene.model, first + k),
            speeds=speeds[k],
        )
    return tr(
        "the state burst after t = {t:.6g} s: the mass matrix of the tree of joint {joint!r} has an inverse at the "
        "start and none now; {moved}{hardest}; a smaller step may help",
        t=t,
        joint=joint,
        moved=moved,
        hardest=_hardest(recording),
    )


def why_hybrid_stopped(recording: Recording, hybrid: Any, status: int, t: float) -> str:
    """Say what the hybrid scheme met at t [s], from its status and the shapes that `hybrid` names."""
    scene = recording.scene
    reasons: dict[int, Callable[[], str]] = {
        EVENT_LIMIT: lambda: tr("more than {most} events within {window:g} s", most=MOST_EVENTS, window=WINDOW),
        -20 - TOO_MANY: lambda: tr("more than {most_active} contacts closed at once", most_active=MOST_ACTIVE),
        -20 - SINGULAR_TREE: lambda: tr("a mass matrix is not positive definite, or the integrator failed"),
        -20 - ENDLESS_IMPACTS: many_impacts,
        -20 - UNSOLVED: lambda: tr("the contact forces were not found to within 1e-6 of the accelerations"),
        -20 - NO_STEP: lambda: tr("the accelerations change faster than the integrator can follow"),
        -20 - CRAWLS: lambda: tr("it crawls: {why}", why=_what_takes_long(scene, hybrid) + _beyond(recording)),
        -20 - UNFOLLOWED: lambda: tr(
            "the contact of {pair} is of edges, rolling curved surfaces, or shapes whose motion over each other it cannot follow",
            pair=faulty(),
        ),
        -20 - NO_FORCE: lambda: tr(
            "no force at the sliding contact of {pair} satisfies the contact law, and an impulse does not end that",
            pair=faulty(),
        ),
        -20 - SEVERAL: lambda: tr("several motions satisfy the contact law at the sliding contact of {pair}", pair=faulty()),
    }

    def faulty() -> str:
        return _pair(scene, *(int(k) for k in hybrid.counts[[FAULTY_SHAPE_A, FAULTY_SHAPE_B]]))

    reason = reasons[status]() if status in reasons else tr("status {status}", status=status)
    return tr('the hybrid scheme stopped at t = {t:.6g} s: {reason}; use scheme = "time_stepping"', t=t, reason=reason)


def is_crawling(hybrid: Any) -> bool:
    """Whether a millisecond of motion takes the hybrid scheme a tenth of a second or so, of evaluations that are quick ones."""
    return max(int(hybrid.counts[EFFORT]), int(hybrid.counts[EFFORT_BEFORE])) >= CRAWLING


def why_hybrid_crawls(scene: Scene, hybrid: Any, t: float) -> str:
    """Say that it is slow at t [s], what goes on there, and what takes it so long.

    May be asked while the simulation runs in another thread: the counters are of the moment.
    """
    return tr(
        'the hybrid scheme crawls at t = {t:.6f} s; scheme = "time_stepping" goes on there: {what_takes_long}',
        t=t,
        what_takes_long=_what_takes_long(scene, hybrid),
    )


def why_hybrid_held(scene: Scene, hybrid: Any, t: float) -> str:
    """Say from when on [s] the hybrid scheme holds contacts that its settings let part or slide, up to which speed, and why."""
    return tr(
        "held below {numbers:.2g} m/s since t = {t:.6f} s: the hybrid scheme crawled, {what_takes_long}; held is "
        "what parts or slides slower, until that is over",
        numbers=float(hybrid.numbers[REST_SPEED]),
        t=t,
        what_takes_long=_what_takes_long(scene, hybrid),
    )


def _beyond(recording: Recording) -> str:
    """What no event ends: that contacts which chatter, all of them closed and sliding, have no forces; else nothing."""
    from ..contact.problem.methods import solve_contact_problem  # with parts of SciPy, which simulations do without
    from .running.contact_problem import contact_problem

    i = len(recording) - 1
    state = State(float(recording.t[i]), recording.q[i], recording.v[i])
    try:
        problem = contact_problem(recording.scene, state, recording.tau[i] + recording.passive[i])
    except (ArgumentError, SingularMassMatrixError):  # contacts that roll over edges, too many, or nothing that they move
        return ""
    if not len(problem) or solve_contact_problem(problem, method="newton").status is not Status.INCONSISTENT:
        return ""
    slide = int(np.count_nonzero(np.any(problem.slide != 0.0, axis=1)))
    which = str(slide) if slide == len(problem) else f"{slide} of {len(problem)}"
    return tr(
        "; impact by impact it nears a state in which {which} contacts slide at once, and no forces there satisfy "
        "the contact law (Painlevé's paradox)",
        which=which,
    )


def _what_takes_long(scene: Scene, hybrid: Any) -> str:
    """Many events, forces that are hard to find, or accelerations that change fast; and what touches there."""
    counts = [int(count) for count in hybrid.counts]
    evaluations = max(counts[EVALUATIONS], 1)
    if counts[EVENT_COUNT] >= _MANY:
        last = _pair(scene, counts[EVENT_SHAPE_A], counts[EVENT_SHAPE_B]) or tr("a joint that stops or gives way")
        return tr("{counts} events in a millisecond, the last of {last}", counts=counts[EVENT_COUNT], last=last)
    held = dict.fromkeys(_pair(scene, int(c["a"]), int(c["b"])) for c in hybrid.contacts[: counts[ACTIVE_COUNT]])
    pairs = [pair for pair in held if pair]
    touching = ", ".join(pairs[:_MOST_NAMED]) + (
        tr(" and {count} more", count=len(pairs) - _MOST_NAMED) if pairs[_MOST_NAMED:] else ""
    )
    where = tr(" while {touching} touch", touching=touching) if touching else ""
    if counts[EFFORT] > _HARD * evaluations:
        return tr(
            "the contact forces take {counts:.0f} iterations at each of {evaluations} instants{where}",
            counts=counts[EFFORT] / evaluations,
            evaluations=evaluations,
            where=where,
        )
    step = float(hybrid.numbers[NEXT_STEP])
    if step > _SHORT:
        return tr(
            "the accelerations of {nv} degrees of freedom take long, at each of {evaluations} instants{where}",
            nv=scene.model.nv,
            evaluations=evaluations,
            where=where,
        )
    return tr("the accelerations change so fast that its steps are of {step:.1g} s{where}", step=step, where=where)


def _pair(scene: Scene, a: int, b: int) -> str:
    """The bodies of two shapes, by their names; nothing for a joint's limit or friction."""
    if a < 0:
        return ""
    names, bodies = scene.model.body_names, scene.system.shapes["body"]
    return tr("{names!r} and {bodies_names!r}", names=names[int(bodies[a])], bodies_names=names[int(bodies[b])])


def _joint_at(model: Model, iv: int) -> str:
    """The joint that number `iv` of v belongs to."""
    return next(name for name, (_, in_v) in model.joint_slices().items() if in_v.start <= iv < in_v.stop)
