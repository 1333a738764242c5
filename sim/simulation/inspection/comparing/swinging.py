"""Closed form of a pendulum: one joint about an axis that does not move, at any amplitude, by Jacobi's elliptic functions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ellipj, ellipk, ellipkinc

from ....arrays import Array
from ....multibody.dynamics.inverse_dynamics import gravity_torque
from ....multibody.dynamics.mass_matrix import mass_matrix
from ....multibody.model.model import Joint
from ....multibody.model.state import State
from ....texts import tr
from ...running.scene.scene import Scene


@dataclass(frozen=True, slots=True)
class Swing:
    """θ about where it hangs: sin(θ/2) = k sn(ω t + u₀, k), θ̇ = 2 k ω cn."""

    joint: str
    hangs: float  # angle of the joint where it hangs [rad]
    omega: float  # of small swings [rad/s]
    k: float  # sine of half the amplitude
    u0: float  # argument at the beginning [-]

    @property
    def period(self) -> float:
        """4 K(k)/ω [s]."""
        return 4.0 * float(ellipk(self.k**2)) / self.omega

    @property
    def source(self) -> str:
        """Which closed form it is."""
        return tr("pendulum of any amplitude: sin(θ/2) = k sn(ω t + u₀, k), period 4 K(k)/ω (Jacobi)")

    def states_at(self, times: Array) -> tuple[Array, Array]:
        """Angles of the joint (n, 1) [rad] and their rates (n, 1) [rad/s] at times (n,) [s]."""
        sn, cn, _, _ = ellipj(self.omega * times + self.u0, self.k**2)
        angles, rates = self.hangs + 2.0 * np.arcsin(self.k * sn), 2.0 * self.k * self.omega * cn
        return np.asarray(angles)[:, None], np.asarray(rates)[:, None]


def swinging(scene: Scene, state: State, joint: Joint, place: slice, in_v: slice) -> Swing | str:
    """The closed form of a joint that nothing else is coupled with, or why there is none."""
    model = scene.model
    if joint.damping or joint.friction or joint.stiffness:
        return tr("joint {joint} has damping, friction or a spring of its own", joint=joint.name)
    q = np.array(state.q)
    pulls = []
    for angle in (0.0, 0.5 * math.pi):
        q[place] = angle
        pulls.append(float(gravity_torque(model, q, scene.gravity)[in_v][0]))
    inertia = float(mass_matrix(model, q)[in_v, in_v][0, 0])
    largest = math.hypot(*pulls)  # the torque g(θ) is largest · sin(θ - hangs)
    if largest < 1e-12:
        return tr("gravity does not act about the axis of {joint}", joint=joint.name)
    hangs = math.atan2(-pulls[0], pulls[1])
    angle, rate = float(state.q[place][0]), float(state.v[in_v][0])
    theta = math.remainder(angle - hangs, 2.0 * math.pi)
    omega = math.sqrt(largest / inertia)
    half = math.sin(0.5 * theta)
    k = math.hypot(half, 0.5 * rate / omega)
    if k >= 1.0:
        return tr("joint {joint} turns over", joint=joint.name)
    reach = 2.0 * math.asin(k)
    hangs = angle - theta
    if hangs - reach < joint.lower - 1e-12 or hangs + reach > joint.upper + 1e-12:
        return tr("joint {joint} swings into its limits", joint=joint.name)
    at_rest = 0.0 if k == 0.0 else float(ellipkinc(math.asin(min(max(half / k, -1.0), 1.0)), k**2))
    u0 = at_rest if rate >= 0.0 else 2.0 * float(ellipk(k**2)) - at_rest
    return Swing(joint.name, hangs, omega, k, u0)
