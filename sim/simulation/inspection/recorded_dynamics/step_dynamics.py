"""The equation of motion of one recorded state as it was solved, with what each contact does to the joints.

Source: THEORY §5, H q̈ + C q̇ + g = τ_m + τ_p + T λ; contact-management, "Espace articulaire → espace cartésien".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...step_arrays import IMPACT_LEVEL, NOT_SOLVED
from .recorded_accelerations import accelerations_of
from .recording_dynamics import states_dynamics
from .recording_sums import contact_torques

if TYPE_CHECKING:
    from ...recording.recording import Recording


@dataclass(frozen=True, eq=False, slots=True)
class StepDynamics:
    """Of one state: H q̈ + C q̇ + g = τ_m + τ_p + T λ. Torques (nv,) are in [N m | N], as each number of v turns or slides.

    In time-stepping the equation is that of the step that ended at the state, forces being means over it; in the hybrid scheme
    that of the instant. See `accelerations_of` for q, v and q̈.
    """

    t: float  # [s]
    q: Array  # (nq,) where the equation is taken
    v: Array  # (nv,) [rad/s | m/s]
    a: Array  # (nv,) q̈ [rad/s² | m/s²]
    inertial: Array  # (nv,) H q̈
    coriolis: Array  # (nv,) C(q, q̇) q̇
    gravity: Array  # (nv,) g(q)
    tau: Array  # (nv,) τ_m of the controller
    passive: Array  # (nv,) τ_p of joints' damping, springs, dry friction and limits
    by_contact: Array  # (contacts, nv) of T λ, a row a contact, in the order of `Recording.contacts`
    instant: bool  # whether the equation is that of an instant, and not of a step

    @property
    def contact(self) -> Array:
        """T λ (nv,)."""
        return np.asarray(self.by_contact.sum(axis=0))

    @property
    def residual(self) -> Array:
        """H q̈ + C q̇ + g - τ_m - τ_p - T λ (nv,): a pull by the hand, which is not recorded, is in it."""
        return np.asarray(self.inertial + self.coriolis + self.gravity - self.tau - self.passive - self.contact)


def step_dynamics(recording: Recording, i: int) -> StepDynamics:
    """The equation of state i of a recording, in a time that does not grow with the recording.

    Raises ArgumentError, saying why, where there is none: at a start, at an impact, before format 4, or where i (which counts
    from the end where it is negative) is no state.
    """
    if not -len(recording) <= i < len(recording):
        raise ArgumentError("there is no state {i}; the recording has {count}", i=i, count=len(recording))
    i %= len(recording)
    level = recording.problems.levels[i]
    if level == NOT_SOLVED:
        raise ArgumentError("a simulation starts from this state: nothing was solved for it")
    if level == IMPACT_LEVEL:
        raise ArgumentError("velocities jump at this state, by an impact: it has impulses, and no accelerations")
    q, v, a = (values[:1] for values in accelerations_of(recording, min(i + 3, len(recording)), i))
    if not np.all(np.isfinite(a)):
        raise ArgumentError("there are no accelerations of this state: too few lie between two jumps")
    part = slice(i, i + 1)
    found = states_dynamics(recording, part, *(np.ascontiguousarray(values) for values in (q, v, a)))
    hybrid = recording.settings.scheme == "hybrid"
    _, pairs, numbers = recording.contact_rows(part)
    count = len(pairs)
    each = contact_torques(recording.scene, np.repeat(q, count, axis=0), np.arange(1, count + 1), pairs, numbers)
    names = ("inertial", "coriolis", "gravity", "tau", "passive")
    return StepDynamics(
        t=float(recording.t[i]),
        q=frozen(q[0].copy()),
        v=frozen(v[0].copy()),
        a=frozen(a[0].copy()),
        **{name: frozen(found[name][0].copy()) for name in names},
        by_contact=frozen(each if hybrid else each / recording.settings.dt),
        instant=hybrid,
    )
