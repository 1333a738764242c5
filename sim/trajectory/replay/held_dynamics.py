"""The smooth dynamics of a robot that is held at points, its impacts, and their derivatives along a motion.

H a + C + g = τ + Jᵀ λ with J a + J̇ v = 0: held points are neither pushed nor drawn back to where they should be.
Source: contact-management, "Généralisation sur un système de solides rigides"; THEORY §5.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ...arrays import Array
from ...multibody.algebra.plain_spatial import skew
from ...multibody.dynamics.dynamics_derivatives import inverse_dynamics_derivatives
from ...multibody.dynamics.inverse_dynamics import bias_torque
from ...multibody.dynamics.mass_matrix import mass_matrix
from ...multibody.kinematics.configuration import integrate
from ...multibody.kinematics.frame_accelerations import frame_accelerations
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_poses, frame_twists
from ...multibody.model.model import Model
from ...simulation.running.control.joint_damping import joint_damping
from .planned_robot import TouchingFrame

_STEP = 1e-6  # of central differences: what is left of their error is about 1e-10 of a derivative
_RANK = 1e-9  # share of the largest singular value below which a direction is held by nothing: planar robots have such


@dataclass(frozen=True, eq=False)
class HeldDynamics:
    """Of one model, its touching points and gravity [m/s²]."""

    model: Model
    points: tuple[TouchingFrame, ...]
    gravity: tuple[float, float, float]
    _damping: Array = field(init=False, repr=False)
    _springs: np.ndarray = field(init=False, repr=False)  # rows of the model's table that have one
    _heavy: np.ndarray = field(init=False, repr=False)  # (k,) bodies that have a mass
    _centres: Array = field(init=False, repr=False)  # (k, 3) of those, in the body [m]

    def __post_init__(self) -> None:
        heavy = [k for k, body in enumerate(self.model.bodies) if body.mass > 0.0]
        object.__setattr__(self, "_damping", joint_damping(self.model))
        object.__setattr__(self, "_springs", self.model.table[self.model.table["stiffness"] != 0.0])
        object.__setattr__(self, "_heavy", np.array(heavy, dtype=np.int64))
        object.__setattr__(self, "_centres", np.array([self.model.bodies[k].com for k in heavy]).reshape(-1, 3))

    def acceleration(self, q: Array, v: Array, tau: Array, held: tuple[int, ...]) -> Array:
        """A (nv,) while the points of these numbers are held."""
        return self._motion(q, v, tau, held)[0]

    def _motion(self, q: Array, v: Array, tau: Array, held: tuple[int, ...]) -> tuple[Array, Array, Array]:
        """A (nv,), the forces (3 k,) that hold the points, and what their rows weigh in accelerations (3 k, 3 k)⁺."""
        H = mass_matrix(self.model, q)
        free = tau + self._spring_forces(q) - self._damping * v - bias_torque(self.model, q, v, self.gravity)
        if not held:
            return np.asarray(np.linalg.solve(H, free)), np.zeros(0), np.zeros((0, 0))
        J = self.jacobian(q, held)
        both = np.linalg.solve(H, np.column_stack([free, J.T]))
        a, Y = both[:, 0], both[:, 1:]
        inverse = np.linalg.pinv(J @ Y, rcond=_RANK, hermitian=True)
        force = -inverse @ (J @ a + self.point_accelerations(q, v, np.zeros_like(a), held))
        return np.asarray(a + Y @ force), np.asarray(force), np.asarray(inverse)

    def _spring_forces(self, q: Array) -> Array:
        """(nv,) of the joints' springs."""
        rows, forces = self._springs, np.zeros(self.model.nv)
        stretched = rows["ratio"] * q[rows["iq"]] + rows["offset"] - rows["rest"]
        np.add.at(forces, rows["iv"], -rows["ratio"] * rows["stiffness"] * stretched)
        return forces

    def jacobian(self, q: Array, held: tuple[int, ...]) -> Array:
        """J (3 k, nv) of the velocities of these points, in the world."""
        rows = [np.zeros((0, self.model.nv))]
        for k in held:
            point = self.points[k]
            J = jacobian(self.model, q, point.frame)
            R = frame_poses(self.model, q)[self.model.frame_index(point.frame), :3, :3]
            rows.append(J[:3] - skew(R @ point.offset) @ J[3:])
        return np.vstack(rows)

    def point_accelerations(self, q: Array, v: Array, a: Array, held: tuple[int, ...]) -> Array:
        """J a + J̇ v (3 k,) of these points."""
        poses, twists = frame_poses(self.model, q), frame_twists(self.model, q, v)
        accelerations = frame_accelerations(self.model, q, v, a)
        found = [np.zeros(0)]
        for k in held:
            i = self.model.frame_index(self.points[k].frame)
            r, turning = poses[i, :3, :3] @ self.points[k].offset, skew(twists[i, 3:])
            found.append(accelerations[i, :3] + skew(accelerations[i, 3:]) @ r + turning @ (turning @ r))
        return np.concatenate(found)

    def places(self, q: Array, held: tuple[int, ...]) -> Array:
        """Where these points are (k, 3) in the world [m]."""
        poses = frame_poses(self.model, q)
        pose = [poses[self.model.frame_index(self.points[k].frame)] for k in held]
        found = [each[:3, :3] @ self.points[k].offset + each[:3, 3] for k, each in zip(held, pose, strict=True)]
        return np.array(found).reshape(-1, 3)

    def after_impact(self, q: Array, v: Array, held: tuple[int, ...]) -> Array:
        """V (nv,) after an impulse at these points has stopped them."""
        J = self.jacobian(q, held)
        Y = np.linalg.solve(mass_matrix(self.model, q), J.T)
        return np.asarray(v - Y @ np.linalg.lstsq(J @ Y, J @ v, rcond=_RANK)[0])

    def derivatives(self, q: Array, v: Array, tau: Array, held: tuple[int, ...]) -> tuple[Array, Array]:
        """A (2 nv, 2 nv) and B (2 nv, nv) of δẋ = A δx + B δτ, x = (q, v), for joints of one degree of freedom.

        With the forces found as known: H δa - Jᵀ δλ = δτ - (∂ID/∂x - ∂(Jᵀλ)/∂x) δx and J δa = -∂(J a + J̇ v)/∂x δx.
        """
        nv = self.model.nv
        a, force, inverse = self._motion(q, v, tau, held)
        J = self.jacobian(q, held)
        by_q, by_v, H = inverse_dynamics_derivatives(self.model, q, v, a, self.gravity)
        np.add.at(by_q, (self._springs["iv"],) * 2, self._springs["ratio"] ** 2 * self._springs["stiffness"])
        by_state = -np.hstack([by_q, by_v + np.diag(self._damping)])
        if held:
            by_state[:, :nv] += self.by_state(lambda own, _: self.jacobian(own, held).T @ force, q, v)[:, :nv]
        points = self.by_state(lambda own_q, own_v: self.point_accelerations(own_q, own_v, a, held), q, v)
        both = np.linalg.solve(H, np.hstack([by_state, np.eye(nv), J.T]))
        change, Y = both[:, : 3 * nv], both[:, 3 * nv :]
        change += Y @ (inverse @ -(J @ change + np.hstack([points, np.zeros((len(J), nv))])))
        A, B = np.zeros((2 * nv, 2 * nv)), np.zeros((2 * nv, nv))
        A[:nv, nv:], A[nv:], B[nv:] = np.eye(nv), change[:, : 2 * nv], change[:, 2 * nv :]
        return A, B

    def reset(self, q: Array, v: Array, held: tuple[int, ...]) -> Array:
        """Derivative (2 nv, 2 nv) of the state after an impact by that before it."""
        nv = self.model.nv
        R = np.eye(2 * nv)
        R[nv:] = self.by_state(lambda own_q, own_v: self.after_impact(own_q, own_v, held), q, v)
        return R

    def masses(self, q: Array, v: Array) -> Array:
        """Positions, then velocities (6 k,) of the centres of mass of the k bodies that have one, in the world."""
        poses, twists = frame_poses(self.model, q), frame_twists(self.model, q, v)
        poses, twists = poses[self._heavy], twists[self._heavy]
        r = np.einsum("kij,kj->ki", poses[:, :3, :3], self._centres)
        wx, wy, wz = twists[:, 3:].T
        x, y, z = r.T
        turning = np.column_stack([wy * z - wz * y, wz * x - wx * z, wx * y - wy * x])
        return np.concatenate([(poses[:, :3, 3] + r).ravel(), (twists[:, :3] + turning).ravel()])

    def mass_derivatives(self, q: Array, v: Array) -> Array:
        """(6 k, 2 nv) of `masses` by the state."""
        return self.by_state(self.masses, q, v)

    def by_state(self, function: Callable[[Array, Array], Array], q: Array, v: Array) -> Array:
        """Derivative of function(q, v) by (q, v) (…, 2 nv), by central differences."""
        nv, columns = self.model.nv, []
        for j in range(2 * nv):
            step = np.zeros(nv)
            step[j % nv] = _STEP
            if j < nv:
                ends = function(integrate(self.model, q, step), v), function(integrate(self.model, q, -step), v)
            else:
                ends = function(q, v + step), function(q, v - step)
            columns.append((ends[0] - ends[1]) / (2.0 * _STEP))
        return np.stack(columns, axis=1)
