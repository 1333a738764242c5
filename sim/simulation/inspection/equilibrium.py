"""Whether torques hold a robot still under loads: accelerations at the start, a short simulation, and whether it is stable.

Source: kinematic-model, "Environnement → articulations à l'équilibre"; stability from H δ̈ = -K δ, the equations of motion
linearised about rest under torques that stay as they are (Meirovitch 1970, §6.3).
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable
from dataclasses import dataclass

import numpy as np

from ...analysis.statics.load import Load, checked_loads, point_jacobian
from ...analysis.statics.statics import spring_torque, static_torques
from ...arrays import Array, frozen, leading_entry
from ...errors import ArgumentError
from ...multibody.dynamics.forward_dynamics import forward_dynamics
from ...multibody.dynamics.inverse_dynamics import gravity_torque
from ...multibody.dynamics.inverse_mass_matrix import solve_mass_matrix
from ...multibody.kinematics.configuration import difference, integrate
from ...multibody.model.checks import checked, checked_gravity, checked_number
from ...multibody.model.model import GRAVITY, Model
from ..running.integration.motion import integrate_motion

Gravity = tuple[float, float, float]

BALANCED = 1e-9
"""Accelerations at the start up to this share of those without the torques, or of 1, count as none."""

SLOW = 0.1
"""Growth [1/s] up to which a nudge counts as neither growing nor called back: it would take 7 s to double."""

NUDGE = 1e-4  # largest number of the nudge along the fastest growing direction [rad | m]
_STEP = 1e-3  # of the differences for K: their error is h⁴/30 of the fifth derivative, 3e-14, and rounding over h
_PIECES = 50  # of each motion at most, between which progress is told


@dataclass(frozen=True, eq=False, slots=True)
class EquilibriumCheck:
    """What a robot does from rest at q under loads and constant torques. Arrays are read-only.

    Drifts (nv,) are the largest displacements from q within `duration`, number by number [rad | m].
    """

    torque: Array  # (nv,) that were applied throughout [N m | N]
    acceleration: Array  # (nv,) at the start [rad/s² | m/s²]
    free_acceleration: Array  # (nv,) at the start without the torques
    duration: float  # [s]
    drift: Array  # (nv,)
    free_drift: Array  # (nv,) without the torques
    nudged_drift: Array  # (nv,) with them, from a start displaced by `nudge`
    nudge: Array  # (nv,) along the direction that grows fastest, or is called back least [rad | m]
    growth: float  # largest rate of growth of a small displacement, e^{growth t} [1/s]
    slowest: float  # smallest |rate| of any small displacement [1/s]; 0 where one is neither called back nor grows
    times: Array  # (n,) [s]
    motion: Array  # (n, nq) the motion with the torques
    free_motion: Array  # (n, nq) the motion without

    @property
    def largest_acceleration(self) -> float:
        """‖q̈‖∞ at the start [rad/s² | m/s²]."""
        return float(np.abs(self.acceleration).max(initial=0.0))

    @property
    def verdict(self) -> str:
        """One word of `VERDICTS`."""
        free = float(np.abs(self.free_acceleration).max(initial=0.0))
        if self.largest_acceleration > BALANCED * max(1.0, free):
            return "unbalanced"
        if self.growth > SLOW:
            return "unstable"
        return "neutral" if self.slowest <= SLOW else "stable"


VERDICTS = {
    "unbalanced": "the torques do not hold it: it accelerates at once",
    "unstable": "in equilibrium, but unstable: a small displacement grows exponentially",
    "neutral": "in equilibrium: a small displacement is neither called back nor grows exponentially",
    "stable": "in stable equilibrium: a small displacement is called back",
}


def equilibrium_check(
    model: Model,
    q: Array,
    loads: Iterable[Load],
    torque: Array | None = None,
    *,
    gravity: tuple[float, float, float] = GRAVITY,
    duration: float = 0.5,
    dt: float = 1e-3,
) -> EquilibriumCheck:
    """Let a robot go from rest at q (nq,), with loads of the environment and torques that both stay as they are.

    torque   : (nv,) [N m | N]; None: those that hold it, `static_torques(..., side="held").torque`, which for a free-flyer
               includes the wrench that its base lacks, as if something held it there
    duration, dt : of the simulation, by classical Runge-Kutta steps [s]
    Forces and moments keep their directions in the world, and their points in the bodies. Springs of joints act; damping, dry
    friction and limits of joints are left out, so that nothing slows what begins to move.
    Raises UnknownNameError, ArgumentError, SingularMassMatrixError, IntegrationError.
    """
    steps = equilibrium_steps(model, q, loads, torque, gravity=gravity, duration=duration, dt=dt)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def equilibrium_steps(
    model: Model,
    q: Array,
    loads: Iterable[Load],
    torque: Array | None = None,
    *,
    gravity: tuple[float, float, float] = GRAVITY,
    duration: float = 0.5,
    dt: float = 1e-3,
) -> Generator[float, None, EquilibriumCheck]:
    """The same as `equilibrium_check`, piece by piece: yields the share that is done, 0 to 1, and returns the check."""
    loads = checked_loads(model, loads)
    (q,) = checked(model, q=q)
    gx, gy, gz = checked_gravity(gravity)
    gravity = (gx, gy, gz)
    for name, value in (("duration", duration), ("dt", dt)):
        if checked_number(name, value) <= 0.0:
            raise ArgumentError("{name} must be positive [s]; given {value!r}", name=name, value=value)
    if torque is None:
        torque = static_torques(model, q, loads, gravity=gravity).torque
    (tau,) = checked(model, torque=torque)
    none, rest = np.zeros(model.nv), np.zeros(model.nv)
    rates, directions = _growth(model, q, loads, gravity)
    nudge = _nudge(rates, directions) if model.nv else none
    runs: list[tuple[Array, Array]] = []
    count = min(_PIECES, max(1, math.ceil(duration / dt)))
    starts = ((q, tau), (q, none), (integrate(model, q, nudge), tau))
    for start, applied in starts:
        push = _Push(model, applied, loads)
        pieces = [(np.zeros(1), start[None])]
        q_now, v = start, rest
        for k in range(count):
            motion = integrate_motion(model, q_now, v, duration / count, dt, "rk4", push, gravity=gravity, joint_forces=False)
            q_now, v = motion.q[-1], motion.v[-1]
            pieces.append((motion.times[1:] + k * duration / count, motion.q[1:]))
            yield (len(runs) + (k + 1) / count) / len(starts)
        runs.append((np.concatenate([t for t, _ in pieces]), np.concatenate([x for _, x in pieces])))
    (times, balanced), (_, free_motion), (_, nudged) = runs
    return EquilibriumCheck(
        torque=frozen(tau),
        acceleration=frozen(_acceleration(model, q, tau, loads, gravity)),
        free_acceleration=frozen(_acceleration(model, q, none, loads, gravity)),
        duration=float(duration),
        drift=frozen(_drift(model, q, balanced)),
        free_drift=frozen(_drift(model, q, free_motion)),
        nudged_drift=frozen(_drift(model, q, nudged)),
        nudge=frozen(nudge),
        growth=max(0.0, float(rates.real.max(initial=0.0))),
        slowest=float(np.abs(rates).min(initial=np.inf)) if model.nv else 0.0,
        times=frozen(times),
        motion=frozen(balanced),
        free_motion=frozen(free_motion),
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Push:
    """What drives the motion: torques that stay, the loads, and the joints' springs."""

    model: Model
    torque: Array
    loads: tuple[Load, ...]

    def __call__(self, t: float, q: Array, v: Array) -> Array:
        total = self.torque - spring_torque(self.model, q)
        for load in self.loads:
            total += load.wrench @ point_jacobian(self.model, q, load.body, load.point)
        return total


def _drift(model: Model, q: Array, motion: Array) -> Array:
    """Largest displacements (nv,) from q on a motion (n, nq)."""
    return np.asarray(np.max([np.abs(difference(model, q, q_t)) for q_t in motion], axis=0))


def _acceleration(model: Model, q: Array, torque: Array, loads: tuple[Load, ...], gravity: Gravity) -> Array:
    """q̈ (nv,) at rest."""
    rest = np.zeros(model.nv)
    return forward_dynamics(model, q, rest, _Push(model, torque, loads)(0.0, q, rest), gravity=gravity)


def _growth(model: Model, q: Array, loads: tuple[Load, ...], gravity: Gravity) -> tuple[Array, Array]:
    """Rates (nv,) [1/s] and directions (nv, nv) of H δ̈ = -K δ: displacements that go as e^{rate t}.

    K = ∂(g + springs - Γ)/∂q by central differences of fourth order. A rate is the root of an eigenvalue of -H⁻¹ K: imaginary
    where a displacement is called back, real where it grows.
    """
    push = _Push(model, np.zeros(model.nv), loads)

    def torque(k: int, step: float) -> Array:
        q_moved = integrate(model, q, step * np.eye(model.nv)[k])
        return gravity_torque(model, q_moved, gravity) - push(0.0, q_moved, q_moved)

    K = np.empty((model.nv, model.nv))
    for k in range(model.nv):
        inner = torque(k, _STEP) - torque(k, -_STEP)
        outer = torque(k, 2.0 * _STEP) - torque(k, -2.0 * _STEP)
        K[:, k] = (8.0 * inner - outer) / (12.0 * _STEP)
    squares, directions = np.linalg.eig(-solve_mass_matrix(model, q, K))
    return np.sqrt(squares.astype(complex)), directions


def _nudge(rates: Array, directions: Array) -> Array:
    """A displacement (nv,), its largest number NUDGE, along the direction that grows fastest, or is called back least."""
    at = max(range(len(rates)), key=lambda k: (max(rates[k].real, SLOW), -abs(rates[k])))
    flipped = directions[:, at] / leading_entry(directions[:, at])  # real, unless it turns as it grows
    return np.asarray(flipped.real / np.abs(flipped.real).max() * NUDGE, dtype=np.float64)
