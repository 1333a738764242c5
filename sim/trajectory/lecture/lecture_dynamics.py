"""The lecture's hopper: two points and a leg between them, in the plane (x forward, z up).

x = [r_b, r_f, v_b, v_f], with a body that pitches also its angle and rate; u = [F, τ]. The force on the body is F ℓ + τ ℓ⊥, with
ℓ from foot to body, and the opposite on the foot; in stance nothing moves the foot. Written once, for numbers and for symbols.

Source: contact-dynamics-lecture16, "Hybrid Trajectory Optimization for Legged Systems"; THEORY §7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...arrays import Array
from ..task.lecture_switches import STEPS, LectureSwitches

M_BODY, M_FOOT, GRAVITY = 5.0, 1.0, 9.81  # [kg], [kg], [m/s²]
LEG_SHORTEST, LEG_LONGEST = 0.5, 1.5  # [m]
STEP = 0.1  # [s] between knots
KNOTS = STEPS + 1
INPUT_WEIGHT = 1e-3  # of the cost, beside 1 of the states

STATE_NAMES = ("body_x", "body_z", "foot_x", "foot_z", "body_vx", "body_vz", "foot_vx", "foot_vz")
STATE_UNITS = ("m",) * 4 + ("m/s",) * 4
PITCH_NAMES, PITCH_UNITS = ("body_pitch", "body_pitch_rate"), ("rad", "rad/s")

Number = Any  # a float, or a symbol of CasADi
Vector = Any  # a sequence of them, or an array
Rate = Callable[[Vector, Vector], list[Number]]


def leg(x: Vector) -> tuple[Number, Number, Number]:
    """ℓ from foot to body (2 numbers), and the leg's length [m]."""
    dx, dz = x[0] - x[2], x[1] - x[3]
    length = (dx * dx + dz * dz) ** 0.5
    return dx / length, dz / length, length


def across(x: Vector, u: Vector, torque: bool) -> Number:
    """The force across the leg [N]."""
    return u[1] / leg(x)[2] if torque else u[1]


def leg_force(x: Vector, u: Vector, torque: bool) -> tuple[Number, Number]:
    """Of the leg on the body [N], along x and z; on the foot it is the opposite."""
    lx, lz, _ = leg(x)
    side = across(x, u, torque)
    return u[0] * lx + side * lz, u[0] * lz - side * lx


def rate_of(stance: bool, switches: LectureSwitches) -> Rate:
    """ẋ = f(x, u) of a mode."""

    def rate(x: Vector, u: Vector) -> list[Number]:
        fx, fz = leg_force(x, u, switches.torque)
        held = 0.0 * fx  # a number, or a symbol
        foot = [held, held] if stance else [-fx / M_FOOT, -fz / M_FOOT - GRAVITY]
        found = [x[4], x[5], x[6], x[7], fx / M_BODY, fz / M_BODY - GRAVITY, *foot]
        if switches.body_inertia is not None:
            # The two forces turn the pair of points by −τ L about the axis from x to z; the body takes the opposite.
            found += [x[9], across(x, u, switches.torque) * leg(x)[2] / switches.body_inertia]
        return found

    return rate


def held_step(rate: Rate, x: Vector, u: Vector, substeps: int = 1) -> list[Number]:
    """The state after one interval with the input held, by the classical method of Runge and Kutta."""
    h, x = STEP / substeps, list(x)
    for _ in range(substeps):
        k1 = rate(x, u)
        k2 = rate(_moved(x, 0.5 * h, k1), u)
        k3 = rate(_moved(x, 0.5 * h, k2), u)
        k4 = rate(_moved(x, h, k3), u)
        x = [a + h / 6.0 * (b + 2.0 * c + 2.0 * d + e) for a, b, c, d, e in zip(x, k1, k2, k3, k4, strict=True)]
    return x


def dropped_foot_speed(x: Vector) -> list[Number]:
    """The jump map x' = g(x): all as it was, but v_f = 0."""
    return [0.0 * x[i] if i in (6, 7) else x[i] for i in range(len(x))]


def reference(switches: LectureSwitches) -> Array:
    """The states (45, n) that the cost is measured from; its first and last are where the problem begins and ends."""
    x = np.zeros((KNOTS, len(state_names(switches))))
    x[:, 0] = x[:, 2] = np.linspace(-1.0, 1.0, KNOTS)
    x[:, 1] = 1.0 + 0.5 * np.sin(2.0 * np.pi * np.arange(KNOTS) / 10.0)
    x[1:-1, 4] = x[1:-1, 6] = 2.0 / (STEP * (KNOTS - 1))
    return x


REFERENCE_INPUT = np.array([M_BODY * GRAVITY, 0.0])  # [N], [N | N m]


def state_names(switches: LectureSwitches) -> tuple[str, ...]:
    """What the entries of x are called."""
    return STATE_NAMES + (PITCH_NAMES if switches.body_inertia is not None else ())


def state_units(switches: LectureSwitches) -> tuple[str, ...]:
    """And their units."""
    return STATE_UNITS + (PITCH_UNITS if switches.body_inertia is not None else ())


def _moved(x: Vector, h: float, rate: Vector) -> list[Number]:
    return [a + h * b for a, b in zip(x, rate, strict=True)]
