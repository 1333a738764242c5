"""Motions of chosen joints as functions of time: cubic and quintic from rest to rest, and sines.

Source: Siciliano, Sciavicco, Villani & Oriolo 2009, §4.2.1 (polynomials between two points); Murray, Li & Sastry 1994, §2.3
(a constant twist is a screw).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError, UnknownNameError
from ...multibody.kinematics.configuration import integrate
from ...multibody.model.checks import checked
from ...multibody.model.model import Model

Shape = tuple[Array, Array, Array]
_PROFILES: Mapping[str, Callable[[Array], Shape]] = {  # s, ds/du, d²s/du² at u of the way, each (n,)
    "quintic": lambda u: (
        u**3 * (10.0 - 15.0 * u + 6.0 * u * u),
        30.0 * u * u * (1.0 - u) ** 2,
        60.0 * u * (1.0 - u) * (1.0 - 2.0 * u),
    ),
    "cubic": lambda u: (u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u), 6.0 - 12.0 * u),
}
PROFILES = (*_PROFILES, "sine")
"""quintic: velocity and acceleration are 0 at both ends; cubic: velocity is; sine: q₀ + Δq sin 2πft, moving from the start."""

_PEAKS = {"quintic": 15.0 / 8.0, "cubic": 3.0 / 2.0}  # of ds/du, in the middle of the way


@dataclass(frozen=True, eq=False, slots=True)
class JointTrajectory:
    """q(t) of a model: from `start` by `change` in `duration`, by a profile of `PROFILES`; called with t it gives q, q̇, q̈.

    A floating base goes along one screw, q = start ⊕ s Δ: Δ is its twist [v; ω] at its origin in its own axes, times the share s
    of the way, so that q̇ = ṡ Δ and q̈ = s̈ Δ hold as they do for an angle; a ball joint turns about one axis. After its end a
    polynomial stays there at rest, a sine goes on; before 0 both are as at 0, a polynomial at rest. Arrays are copied.
    Raises ArgumentError for what cannot be, UnknownNameError for the profile.
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
                raise ArgumentError("{name} must be a finite number above 0; given {value!r}", name=name, value=value)
        object.__setattr__(self, "start", frozen(np.array(start)))
        object.__setattr__(self, "change", frozen(np.array(change)))

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        """The q (nq,), q̇ (nv,) and q̈ (nv,) at t [s]: what `ComputedTorque` takes as a trajectory."""
        q, v, a = self._at(np.array([t], dtype=np.float64))
        return q[0], v[0], a[0]

    def sampled(self, dt: float = 1e-3) -> tuple[Array, Array, Array, Array]:
        """Times (n,) from 0 to the duration in equal steps of about dt [s], and q (n, nq), q̇ (n, nv), q̈ (n, nv) there.

        The step is the duration over a whole number, so that the last time is the end. Raises ArgumentError.
        """
        if not (math.isfinite(dt) and 0.0 < dt <= self.duration):
            raise ArgumentError(
                "dt must be above 0 and at most the duration, {duration:g} s; given {dt!r}", duration=self.duration, dt=dt
            )
        t = np.linspace(0.0, self.duration, round(self.duration / dt) + 1)
        return t, *self._at(t)

    def _at(self, t: Array) -> tuple[Array, Array, Array]:
        """The q (n, nq), q̇ (n, nv), q̈ (n, nv) at times t (n,)."""
        share, rate, second = (each[:, None] for each in self._shape(t))
        if self.model.nq == self.model.nv:
            q = self.start + share * self.change
        else:  # there are quaternions
            q = np.array([integrate(self.model, self.start, self.change, s) for s in share[:, 0].tolist()])
        return q, rate * self.change, second * self.change

    def _shape(self, t: Array) -> Shape:
        """How much of `change` is done, and its first and second rate [1/s, 1/s²], each (n,)."""
        if self.profile == "sine":
            w, after = 2.0 * math.pi * self.frequency, np.maximum(t, 0.0)
            return np.sin(w * after), w * np.cos(w * after), -w * w * np.sin(w * after)
        on_the_way = (t >= 0.0) & (t <= self.duration)
        share, rate, second = _PROFILES[self.profile](np.clip(t / self.duration, 0.0, 1.0))
        return (share, np.where(on_the_way, rate / self.duration, 0.0), np.where(on_the_way, second / self.duration**2, 0.0))


def shortest_duration(model: Model, change: Array, profile: str = "quintic") -> float:
    """How long a polynomial must take at least for no joint to be faster than its limit [s]; 0: there is no limit on the way.

    change : (nv,) how far each joint goes [rad | m]
    """
    return _PEAKS[profile] * _least_time(model, change)


def highest_frequency(model: Model, change: Array) -> float:
    """Of a sine of these amplitudes (nv,), with which no joint is faster than its limit [Hz]; inf: there is no limit."""
    time = _least_time(model, change)
    return 1.0 / (2.0 * math.pi * time) if time > 0.0 else math.inf


def _least_time(model: Model, change: Array) -> float:
    """In which the slowest joint gets as far at its limit of speed [s]."""
    (way,) = checked(model, v=np.abs(change))
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.max(np.where(way == 0.0, 0.0, way / model.velocity_limit), initial=0.0))
