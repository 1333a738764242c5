"""Why a simulation cannot go on, in a sentence that names joints and bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Array
from ..multibody.model.model import Model
from .hybrid.hybrid_work import FAULTY_SHAPE_A, FAULTY_SHAPE_B, MOST_ACTIVE, WINDOW
from .hybrid.many_intervals import EVENT_LIMIT, MOST_EVENTS
from .hybrid.smooth_dynamics import (
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


def why_diverged(recording: Recording, v: Array, t: float) -> str:
    """Name the first joint whose velocity v (nv,) is lost after t [s], and the contact that was pressed hardest before."""
    model = recording.scene.model
    diverged = np.flatnonzero(~np.isfinite(v))
    where = f" of joint {_joint_at(model, int(diverged[0]))!r}" if len(diverged) else ""
    pressed = ""
    contacts = recording.contacts(-1)
    if len(contacts):
        k = int(np.argmax(np.linalg.norm(contacts.impulse, axis=1)))
        a, b = model.body_names[int(contacts.body_a[k])], model.body_names[int(contacts.body_b[k])]
        pressed = f"; the contact of {a!r} and {b!r} was pressed hardest"
    return f"the state{where} is no longer finite after t = {t:.6g} s{pressed}; a smaller step may help"


def why_singular(scene: Scene, tree: int) -> str:
    """Name the first joint of a tree whose mass matrix has no inverse."""
    joint = _joint_at(scene.model, int(scene.system.trees[tree]["v0"]))
    return f"the mass matrix of the tree of joint {joint!r} is not positive definite: it moves no inertia"


def why_hybrid_stopped(scene: Scene, hybrid: Any, status: int, t: float) -> str:
    """Say what the hybrid scheme met at t [s], from its status and the shapes that `hybrid` names."""
    names, shapes = scene.model.body_names, scene.system.shapes
    a, b = (names[int(shapes[int(k)]["body"])] for k in hybrid.counts[[FAULTY_SHAPE_A, FAULTY_SHAPE_B]])
    reasons = {
        EVENT_LIMIT: f"more than {MOST_EVENTS} events within {WINDOW:g} s",
        -20 - TOO_MANY: f"more than {MOST_ACTIVE} contacts closed at once",
        -20 - SINGULAR_TREE: "a mass matrix is not positive definite, or the integrator failed",
        -20 - ENDLESS_IMPACTS: MANY_IMPACTS,
        -20 - UNSOLVED: "the contact forces were not found to within 1e-6 of the accelerations",
        -20 - NO_STEP: "the accelerations change faster than the integrator can follow",
        -20 - UNFOLLOWED: (f"the contact of {a!r} and {b!r} is of edges, rolling curved surfaces, or shapes "
                           "whose motion over each other it cannot follow"),
        -20 - NO_FORCE: (f"no force at the sliding contact of {a!r} and {b!r} satisfies the contact law, and an "
                         "impulse does not end that"),
        -20 - SEVERAL: f"several motions satisfy the contact law at the sliding contact of {a!r} and {b!r}",
    }  # fmt: skip
    reason = reasons.get(status, f"status {status}")
    return f'the hybrid scheme stopped at t = {t:.6g} s: {reason}; use scheme = "time_stepping"'


def _joint_at(model: Model, iv: int) -> str:
    """The joint that number `iv` of v belongs to."""
    return next(name for name, (_, in_v) in model.joint_slices().items() if in_v.start <= iv < in_v.stop)
