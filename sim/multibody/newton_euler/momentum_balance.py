"""Momentum of all that moves, and the forces that change it: d/dt [p; L] = weight + environment + what stands still.

Source: newton-euler-inverse-dynamics, "Equilibre d'un solide S" (equations 1 and 2), summed over bodies; Orin, Goswami & Lee
2013 (about the centre of mass). The rate is summed body by body from accelerations of points; what acts through the joints on
what stands still is found by recursive Newton-Euler, in spatial form: the two share no sum.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ..algebra.plain_spatial import force_at
from ..dynamics.values import MomentumBalance
from ..dynamics.wrenches import Wrenches
from ..kinematics.frame_accelerations import frame_accelerations
from ..kinematics.kinematics import frame_poses, frame_twists
from ..model.checks import checked, checked_gravity
from ..model.model import GRAVITY, Model
from .newton_euler_trace import newton_euler_trace


def momentum_balance(
    model: Model, q: Array, v: Array, a: Array, wrenches: Wrenches | None = None, gravity: tuple[float, float, float] = GRAVITY
) -> MomentumBalance:
    """Momentum and its rate at (q, q̇ = v, q̈ = a), and the forces on all that moves.

    q (nq,), v (nv,) [rad/s | m/s], a (nv,) [rad/s² | m/s²]
    wrenches : of the environment, as for `inverse_dynamics`; gravity : in the world [m/s²]
    Raises ArgumentError, UnknownNameError for an unknown frame.
    """
    q, v, a = checked(model, q=q, v=v, a=a)
    g = np.array(checked_gravity(gravity))
    trace = newton_euler_trace(model, q, v, a, wrenches, gravity)
    standing: set[str | None] = {None}
    base, external, moving = np.zeros(6), np.zeros(6), []
    for out in trace.outward:
        if out.parent in standing and not out.S.shape[1]:
            standing.add(out.body)
            continue
        back = trace.of_body(out.body)[1]
        moving.append(model.frame_index(out.body))
        external += back.external
        if out.parent in standing:
            base += back.force
    poses, twists = frame_poses(model, q)[moving], frame_twists(model, q, v)[moving]
    rates = frame_accelerations(model, q, v, a)[moving]
    bodies = [model.bodies[k] for k in moving]
    m = np.array([body.mass for body in bodies]).reshape(-1, 1)
    R, w, w_rate = poses[:, :3, :3], twists[:, 3:], rates[:, 3:]
    arm = np.einsum("kij,kj->ki", R, np.array([body.com for body in bodies]).reshape(-1, 3))
    c = poses[:, :3, 3] + arm
    inertia = R @ np.array([body.inertia for body in bodies]).reshape(-1, 3, 3) @ R.transpose(0, 2, 1)
    p = m * (twists[:, :3] + np.cross(w, arm))
    force = m * (rates[:, :3] + np.cross(w_rate, arm) + np.cross(w, np.cross(w, arm)))
    spin = np.einsum("kij,kj->ki", inertia, w)
    turning = np.einsum("kij,kj->ki", inertia, w_rate) + np.cross(w, spin)
    mass = float(m.sum())
    share = 1.0 / mass if mass > 0.0 else np.nan
    center = share * (m * c).sum(axis=0)
    return MomentumBalance(
        mass=mass,
        center=frozen(center),
        velocity=frozen(share * p.sum(axis=0)),
        acceleration=frozen(share * force.sum(axis=0)),
        momentum=_sum(p, np.cross(c, p) + spin),
        rate=_sum(force, np.cross(c, force) + turning),
        weight=frozen(force_at(-np.nan_to_num(center), np.concatenate([mass * g, np.zeros(3)]))),
        external=frozen(external),
        base=frozen(base),
    )


def _sum(linear: Array, angular: Array) -> Array:
    return frozen(np.concatenate([linear.sum(axis=0), angular.sum(axis=0)]))
