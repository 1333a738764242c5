"""A motion through contact that is tracked: torques and gains over its time, phase by phase, and a clock that touch-downs set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....arrays import Array, as_floats, frozen
from ....errors import ArgumentError, UnknownNameError
from ....multibody.model.model import Model
from ....texts import tr


@dataclass(frozen=True, eq=False, slots=True)
class TrackedPhase:
    """One smooth piece of a motion at n ≥ 2 instants, close together: all is taken as straight between them."""

    times: Array  # (n,) increasing, of the motion [s]
    q: Array  # (n, nq)
    v: Array  # (n, nv)
    torques: Array  # (n, nv) [N m | N]
    gains: Array | None = None  # (n, nv, 2 nv): torque per unit of (q_d ⊖ q, v_d - v); None: no feedback
    held: tuple[str, ...] = ()  # bodies by which the robot stands in it


@dataclass(frozen=True, eq=False, slots=True)
class TrackingControl:
    """Feed-forward torques, and feedback with gains that change in time: τ = τ_d(s) + K(s) [q_d(s) ⊖ q; v_d(s) - v].

    s is the time of the motion. It runs with the simulation's, and torques jump between phases. With `restarts`, a phase in which
    a body comes to be held that was not begins when that body touches the ground, sooner or later than planned: in the
    second half of its time in the air, or after that, while the last torques hold. So does what comes after it.
    With `cone`, torques are changed by the least (in N m and N) that keeps the forces of the held bodies within so much of their
    friction cones; it acts where there are gains.
    The hybrid scheme alone runs it. Effort limits cut the torque.

    Raises ArgumentError for tables that do not fit, UnknownNameError for bodies.
    Source: Saccon, van de Wouw & Nijmeijer, CDC 2014 (a reference for each side of a jump, compared by events and not by time).
    """

    model: Model
    phases: tuple[TrackedPhase, ...]
    restarts: bool = False
    cone: float = 0.0  # share of the friction cone; 0: torques are not changed for it

    def __post_init__(self) -> None:
        object.__setattr__(self, "phases", tuple(_checked(self.model, k, phase) for k, phase in enumerate(self.phases)))
        if not self.phases:
            raise ArgumentError("a TrackingControl wants one phase at least; given none")
        if len({phase.gains is None for phase in self.phases}) > 1:
            raise ArgumentError("either all phases of a TrackingControl have gains or none has")
        if not 0.0 <= self.cone <= 1.0:
            raise ArgumentError("cone is a share of the friction cone, from 0 to 1; given {cone!r}", cone=self.cone)


def driven_numbers(model: Model) -> Array:
    """1 for numbers of v (nv,) that a motor drives: of joints of one degree with an effort limit above 0; else 0."""
    driven = np.zeros(model.nv)
    for name, (_, place) in model.joint_slices().items():
        joint = model.joint(name)
        driven[place] = float(joint.kind.nv == 1 and joint.effort_limit > 0.0)
    return driven


def _checked(model: Model, k: int, phase: TrackedPhase) -> TrackedPhase:
    """The same with read-only copies of its arrays."""
    n, nq, nv = len(phase.times), model.nq, model.nv
    times = as_floats("times", phase.times)
    if times.ndim != 1 or n < 2 or not np.all(np.diff(times) > 0.0):
        raise ArgumentError(
            "times of phase {k} must be increasing numbers [s], two at least; given shape {shape}", k=k, shape=times.shape
        )
    shapes = {"q": (n, nq), "v": (n, nv), "torques": (n, nv), "gains": (n, nv, 2 * nv)}
    arrays = {}
    for name, shape in shapes.items():
        value = getattr(phase, name)
        if value is None and name == "gains":
            continue
        arrays[name] = as_floats(name, value)
        if arrays[name].shape != shape or not np.all(np.isfinite(arrays[name])):
            raise ArgumentError(
                "{name} of phase {k} must be finite numbers of shape {shape}; given shape {value_shape}",
                name=name,
                k=k,
                shape=shape,
                value_shape=np.shape(value),
            )
    for body in phase.held:
        if body not in model.body_names:
            raise UnknownNameError("body", body, model.body_names, tr("phase {k}", k=k))
    gains = frozen(arrays["gains"]) if "gains" in arrays else None
    return TrackedPhase(
        frozen(times), frozen(arrays["q"]), frozen(arrays["v"]), frozen(arrays["torques"]), gains, tuple(phase.held)
    )
