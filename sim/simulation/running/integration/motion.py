"""Smooth motion without contact, from a start over a duration, by an integrator chosen by name.

Positions move along the exponential map, so quaternions stay unit. What touches or bounces is for `simulate`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError, UnknownNameError
from ....multibody.model.checks import checked, checked_gravity, checked_number
from ....multibody.model.model import GRAVITY, Model
from ....texts import tr
from .equations import Equations, Torque
from .explicit_steps import Dop853, runge_kutta_step, semi_implicit_euler_step
from .implicit_steps import Newton, implicit_midpoint_step, variational_step
from .integrators import INTEGRATORS, TABLEAUX, Integrator

MOST_STEPS = 10**8
SMALLEST_TOLERANCE = 1e-13  # relative; sums of a few hundred products round to about this

Step = Callable[[float, Array, Array, float], tuple[Array, Array]]


@dataclass(frozen=True, eq=False, slots=True)
class Motion:
    """A motion at n instants, and what it took to find it. The arrays are read-only."""

    integrator: Integrator
    times: Array  # (n,) evenly spaced, first 0, last the duration [s]
    q: Array  # (n, nq) configurations [rad | m | unit quaternion x y z w]
    v: Array  # (n, nv) velocities [rad/s | m/s]
    steps: int  # taken; n - 1 unless the integrator is adaptive
    evaluations: int  # of the dynamics: forward or inverse dynamics, or derivatives of the Lagrangian
    iterations: int  # of Newton's method, all steps together; 0 for explicit integrators
    residual: float  # largest of the implicit equations, relative to the size of their terms; 0 for explicit ones

    def __len__(self) -> int:
        return len(self.times)


def integrate_motion(
    model: Model,
    q: Array,
    v: Array,
    duration: float,
    dt: float,
    integrator: str = "rk4",
    torque: Torque | Array | None = None,
    *,
    gravity: tuple[float, float, float] = GRAVITY,
    joint_forces: bool = True,
    rtol: float = 1e-9,
    atol: float = 1e-12,
    tolerance: float = 1e-12,
) -> Motion:
    """The motion from (q, v) at t = 0 over `duration` [s] under gravity and `torque`, without contact.

    q, v       : start (nq,), (nv,)
    dt         : longest step [s]; all are equal, duration / ⌈duration / dt⌉. "dop853" records at these instants and chooses
                 its own steps between them.
    integrator : a name of `INTEGRATORS`, which tells orders and sources
    torque     : None; numbers (nv,); or a function (t, q, v) → (nv,) [N m | N], such as the control laws. Where it jumps in
                 time, orders above 1 are had only if the jumps fall on ends of steps and the motion is integrated in pieces.
                 "variational" asks it at both ends of a step with the step's mean velocity.
    gravity    : in the world [m/s²]
    joint_forces : whether the joints' viscous damping and springs act, as they do in `simulate`. Dry friction, limits of
                 joints and of torques are not applied.
    rtol, atol : of one step of "dop853": error below atol + rtol · |x|
    tolerance  : of the equations of implicit integrators: residual over the size of their terms

    Raises ArgumentError for numbers that cannot be used, UnknownNameError for the integrator, SingularMassMatrixError when a
    joint moves no inertia, and IntegrationError when the motion grows without end or equations are not solved to the
    tolerance.
    """
    if not isinstance(integrator, str) or integrator not in INTEGRATORS:
        raise UnknownNameError("integrator", str(integrator), INTEGRATORS)
    q, v = checked(model, q=q, v=v)
    count = _count(duration, dt)
    gx, gy, gz = checked_gravity(gravity)
    limits = {"rtol": rtol, "atol": atol, "tolerance": tolerance}
    for name, value in limits.items():
        _check_tolerance(name, value)
    equations = Equations(model, torque, (gx, gy, gz), bool(joint_forces))
    newton, adaptive = Newton(tolerance), Dop853(equations, rtol, atol)
    times = np.linspace(0.0, float(duration), count + 1)
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is found, and told, by `Equations`
        qs, vs = _march(_step(integrator, equations, newton, adaptive), times, q, v)
    return Motion(
        integrator=INTEGRATORS[integrator],
        times=frozen(times),
        q=frozen(qs),
        v=frozen(vs),
        steps=adaptive.steps or count,
        evaluations=equations.evaluations,
        iterations=newton.iterations,
        residual=newton.residual,
    )


def _march(step: Step, times: Array, q: Array, v: Array) -> tuple[Array, Array]:
    qs, vs = np.empty((len(times), len(q))), np.empty((len(times), len(v)))
    qs[0], vs[0] = q, v
    h = float(times[-1]) / (len(times) - 1)
    for k, t in enumerate(times[:-1].tolist()):
        q, v = step(t, q, v, h)
        qs[k + 1], vs[k + 1] = q, v
    return qs, vs


def _step(name: str, equations: Equations, newton: Newton, adaptive: Dop853) -> Step:
    """One step of this integrator, as a function of (t, q, v, h)."""
    if name in TABLEAUX:
        return partial(runge_kutta_step, equations, TABLEAUX[name])
    steps: dict[str, Step] = {
        "semi_implicit_euler": partial(semi_implicit_euler_step, equations),
        "dop853": adaptive.advance,
        "implicit_midpoint": partial(implicit_midpoint_step, equations, newton),
        "variational": partial(variational_step, equations, newton),
    }
    return steps[name]


def _count(duration: Any, dt: Any) -> int:
    """How many equal steps of at most dt make up the duration."""
    for name, value in (("duration", duration), ("dt", dt)):
        if checked_number(name, value) <= 0.0:
            raise ArgumentError("{name} must be positive [s]; given {value!r}", name=name, value=value)
    ratio = float(duration) / float(dt)
    if not ratio <= MOST_STEPS:
        raise ArgumentError(
            "duration / dt = {ratio:.3g} steps; at most {most_steps:.0e} are made (duration {duration!r} s, dt {dt!r} s)",
            ratio=ratio,
            most_steps=MOST_STEPS,
            duration=duration,
            dt=dt,
        )
    return max(1, math.ceil(ratio * (1.0 - 1e-12)))


def _check_tolerance(name: str, value: Any) -> None:
    smallest = 0.0 if name == "atol" else SMALLEST_TOLERANCE
    if not smallest <= checked_number(name, value) < 1.0 or value == 0.0:
        least = "above 0" if name == "atol" else tr("from {smallest:g}", smallest=smallest)
        raise ArgumentError("{name} must be {least} and below 1; given {value!r}", name=name, least=least, value=value)
