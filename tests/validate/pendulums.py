"""Pendulums of point masses, and what to measure of them."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind

G = 9.81
_AXIS = np.array([0.0, 1.0, 0.0])


def chain(count: int) -> sim.Model:
    """Point masses of 1 kg, each 1 m below its hinge about y; at q = 0 they hang."""
    bodies = [Body(f"m{k}", 1.0, np.array([0.0, 0.0, -1.0]), np.zeros((3, 3))) for k in range(count)]
    lower = np.eye(4)
    lower[2, 3] = -1.0
    joints = [
        Joint(f"h{k}", JointKind.REVOLUTE, f"m{k - 1}" if k else None, f"m{k}", lower if k else np.eye(4), _AXIS)
        for k in range(count)
    ]
    return build_model("chain", bodies, joints)


def double_pendulum(start: np.ndarray, integrator: str, duration: float = 100.0) -> tuple[np.ndarray, np.ndarray]:
    """Times and energies [J] of the double pendulum let go at two angles to the vertical, dt 1e-3."""
    model = chain(2)
    q = np.array([start[0], start[1] - start[0]])  # the second joint turns against the first link
    motion = sim.integrate_motion(model, q, np.zeros(2), duration, 1e-3, integrator)
    e = [sim.kinetic_energy(model, a, b) + sim.potential_energy(model, a) for a, b in zip(motion.q, motion.v, strict=True)]
    return np.array(motion.times), np.array(e)


def drift(e: np.ndarray) -> np.ndarray:
    """|E - E0| over the larger of |E0| and the energy of one swing, 3 m g L."""
    return np.abs(e - e[0]) / max(abs(float(e[0])), 3 * G)


def period(method: str) -> float:
    """Period of the 1 m pendulum let go from the horizontal [s], by where its speed changes sign."""
    model = chain(1)
    if method == "hybrid":
        scene = sim.make_scene("pendulum", [sim.Part("p", model, q=np.array([np.pi / 2]))])
        recording = sim.simulate(scene, 5.0, scheme="hybrid")
        t, q = np.array(recording.t), np.array(recording.q[:, 0])
    else:
        motion = sim.integrate_motion(model, np.array([np.pi / 2]), np.zeros(1), 5.0, 1e-3, method)
        t, q = np.array(motion.times), np.array(motion.q[:, 0])
    down = np.flatnonzero((q[:-1] > 0) & (q[1:] <= 0))  # through the lowest point, in one sense
    crossings = []
    for i in down[:2]:
        near = slice(i - 1, i + 3)
        crossings.append(float(np.polyval(np.polyfit(q[near], t[near] - t[i], 3), 0.0) + t[i]))
    return crossings[1] - crossings[0]
