"""One body of a robot alone: the forces on it, its motion, and both at the centre of mass and at any point.

Source: newton-euler-inverse-dynamics, "Equilibre d'un solide S" and "Equations du mouvement spatiales"; THEORY §4. Linear parts
come first, and accelerations are true ones: weight is a force here.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ...texts import marked
from ..algebra.plain_spatial import cross_forces, force_at, skew
from ..dynamics.values import BodyDynamics
from ..dynamics.wrenches import Wrenches
from ..model.checks import checked_gravity, checked_point
from ..model.model import GRAVITY, Model
from .newton_euler_trace import newton_euler_trace


def body_dynamics(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    body: str,
    wrenches: Wrenches | None = None,
    gravity: tuple[float, float, float] = GRAVITY,
    point: Array | None = None,
) -> BodyDynamics:
    """All that acts on a body at (q, q̇ = v, q̈ = a), and how it moves, at its centre of mass and at a point.

    q (nq,), v (nv,) [rad/s | m/s], a (nv,) [rad/s² | m/s²]
    wrenches : of the environment, as for `inverse_dynamics`; gravity : in the world [m/s²]
    point    : (3,) in the world [m]; None: its origin
    Raises UnknownNameError for an unknown body, ArgumentError for what cannot be used.
    """
    trace = newton_euler_trace(model, q, v, a, wrenches, gravity)
    out, back = trace.of_body(body)
    g = np.asarray(checked_gravity(gravity))
    P = np.zeros(3) if point is None else checked_point(point, marked("in the world"))
    c, m = back.center, back.mass
    at_c, at_P, force_c = out.at(c), out.at(P), back.at(c)
    # The trace has the weight in ξ̇: of the world it is [-g; 0].
    rate_c = at_c.acceleration + [*g, 0.0, 0.0, 0.0]
    rate_P = at_P.acceleration + [*g, 0.0, 0.0, 0.0]
    acceleration = np.concatenate([rate_c[:3] + skew(at_c.twist[3:]) @ at_c.twist[:3], rate_c[3:]])
    inertia, omega, spatial = force_c.inertia[3:, 3:], at_c.twist[3:], back.at(P).inertia
    spin, gyroscopic = inertia @ acceleration[3:], skew(omega) @ (inertia @ omega)
    children = {child: frozen(-force_at(c, trace.of_body(child)[1].force)) for child in back.children}
    return BodyDynamics(
        body=body,
        mass=m,
        center=c,
        point=frozen(P.copy()),
        inertia=frozen(inertia.copy()),
        twist=at_c.twist,
        acceleration=frozen(acceleration),
        weight=frozen(np.concatenate([m * g, np.zeros(3)])),
        external=force_c.external,
        through_joint=force_c.force,
        through_children=children,
        spatial_inertia=spatial,
        twist_at_point=at_P.twist,
        spatial_acceleration=frozen(rate_P),
        torque_of_spin=frozen(spin),
        gyroscopic_torque=frozen(gyroscopic),
        torque_at_point=frozen(spin + gyroscopic + skew(c - P) @ (m * acceleration[:3])),
        inertial=frozen(spatial @ rate_P),
        gyroscopic=frozen(cross_forces(at_P.twist[None], (spatial @ at_P.twist)[None])[0]),
        point_acceleration=frozen(rate_P[:3] + skew(omega) @ at_P.twist[:3]),
    )
