"""Motions of chosen joints as functions of time: cubic and quintic from rest to rest, and sines.

Source: Siciliano, Sciavicco, Villani & Oriolo 2009, §4.2.1 (polynomials between two points).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError, UnknownNameError
from ...multibody.model.checks import checked
from ...multibody.model.model import Model

Shape = tuple[float, float, float]
_PROFILES: Mapping[str, Callable[[float], Shape]] = {  # s, ds/du, d²s/du² at u of the way
    "quintic": lambda u: (
        u**3 * (10.0 - 15.0 * u + 6.0 * u * u), 30.0 * u * u * (1.0 - u) ** 2, 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u)
    ),
    "cubic": lambda u: (u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u), 6.0 - 12.0 * u),
}  # fmt: skip
PROFILES = (*_PROFILES, "sine")
"""quintic: velocity and acceleration are 0 at both ends; cubic: velocity is; sine: q₀ + Δq sin 2πft, moving from the start."""


@dataclass(frozen=True, eq=False, slots=True)
class JointTrajectory:
    """q(t) of a model: from `start` by `change` in `duration`, by a profile of `PROFILES`; called with t it gives q, q̇, q̈.

    Only joints of one degree of freedom move. After its end a polynomial stays there at rest, a sine goes on; before 0 both are
    as at 0, a polynomial at rest. Arrays are copied. Raises ArgumentError for what cannot be, UnknownNameError for the profile.
    """

    model: Model
    start: Array  # (nq,)
    change: Array  # (nv,) how far each joint goes, of a sine its amplitude [rad | m]
    duration: float  # [s]
    profile: str = "quintic"
    frequency: float = 1.0  # of a sine [Hz]

    def __post_init__(self) -> None:
        (start,) = checked(self.model, q=self.start)
        (change,) = checked(self.model, v=self.change)
        if self.profile not in PROFILES:
            raise UnknownNameError("profile", str(self.profile), PROFILES)
        for name in ("duration", "frequency"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0.0):
                raise ArgumentError(f"{name} must be a finite number above 0; given {value!r}")
        for joint, (_, in_v) in self.model.joint_slices().items():
            if in_v.stop - in_v.start > 1 and np.any(change[in_v] != 0.0):
                kind = self.model.joint(joint).kind.value
                raise ArgumentError(f"only joints of one degree of freedom are moved; {joint!r} is a {kind} joint")
        object.__setattr__(self, "start", frozen(np.array(start)))
        object.__setattr__(self, "change", frozen(np.array(change)))

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        """The q (nq,), q̇ (nv,) and q̈ (nv,) at t [s]: what `ComputedTorque` takes as a trajectory."""
        share, rate, second = self._shape(t)
        q = np.array(self.start)
        for in_q, in_v in self.model.joint_slices().values():
            if in_v.stop - in_v.start == 1:
                q[in_q] += share * self.change[in_v]
        return q, rate * self.change, second * self.change

    def sampled(self, dt: float = 1e-3) -> tuple[Array, Array, Array, Array]:
        """Times (n,) every dt to the end [s], and q (n, nq), q̇ (n, nv), q̈ (n, nv) there. Raises ArgumentError."""
        if not (math.isfinite(dt) and 0.0 < dt <= self.duration):
            raise ArgumentError(f"dt must be above 0 and at most the duration, {self.duration:g} s; given {dt!r}")
        t = dt * np.arange(round(self.duration / dt) + 1)
        q, v, a = (np.array(column, dtype=np.float64) for column in zip(*(self(float(x)) for x in t), strict=True))
        return np.asarray(t, dtype=np.float64), q, v, a

    def _shape(self, t: float) -> Shape:
        """How much of `change` is done, and its first and second rate [1/s, 1/s²]."""
        if self.profile == "sine":
            w = 2.0 * math.pi * self.frequency
            return math.sin(w * max(t, 0.0)), w * math.cos(w * max(t, 0.0)), -w * w * math.sin(w * max(t, 0.0))
        if not 0.0 <= t <= self.duration:
            return float(t > 0.0), 0.0, 0.0
        share, rate, second = _PROFILES[self.profile](t / self.duration)
        return share, rate / self.duration, second / self.duration**2
