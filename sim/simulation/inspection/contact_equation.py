"""The contact problem of a state with what it is made of: d part by part, and the equation of motion joint by joint.

Source: contact-management, "Espace cartésien → espace articulaire"; THEORY §5.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...contact.analysis.several.values import DriftParts, JointEquation
from ...contact.problem.problem import ContactProblem
from ...errors import ArgumentError
from ...multibody.dynamics.inverse_dynamics import gravity_torque, inverse_dynamics
from ...multibody.dynamics.inverse_mass_matrix import solve_mass_matrix
from ...multibody.model.state import State
from ..running.contact_problem import closed_contacts, problem_of, torque_of
from ..running.scene.scene import Scene


@dataclass(frozen=True, eq=False, slots=True)
class ContactEquation:
    """ζ̇ = M λ + d of a state beside H q̈ + C = τ + T λ, from which it comes. Torques (nv,) are in [N m | N]."""

    problem: ContactProblem
    J: Array  # (3n, nv) rows that take q̇ to velocities along tangent, normal × tangent, normal; the third of each is in T
    response: Array  # (nv, 3n) H⁻¹ Jᵀ
    drift: Array  # (3n,) J̇ q̇ [m/s²]
    tau: Array  # (nv,) τ_m of the controller
    passive: Array  # (nv,) τ_p of the joints' damping, springs, dry friction and limits
    coriolis: Array  # (nv,) C(q, q̇) q̇
    gravity: Array  # (nv,) g(q)
    by_cause: Array  # (4, nv) H⁻¹ of τ_m, τ_p, -C q̇ and -g [rad/s² | m/s²]

    @property
    def drift_parts(self) -> DriftParts:
        """The d of the problem part by part."""
        T = self.problem.T
        of_tau, of_passive, of_coriolis, of_gravity = (frozen(part @ T) for part in self.by_cause)
        return DriftParts(of_tau, of_passive, of_coriolis, of_gravity, frozen(self.drift[2::3].copy()), self.problem.d)

    def acceleration(self, force: Array) -> Array:
        """q̈ (nv,) under forces (n, 3) along tangent, normal × tangent, normal [N]."""
        return np.asarray(self.by_cause.sum(axis=0) + self.response @ self._checked(force).ravel())

    def change_of_acceleration(self, change: Array) -> Array:
        """By how much q̈ (nv,) changes as forces do, (n, 3): H⁻¹ Jᵀ δ, in which no larger numbers cancel."""
        return np.asarray(self.response @ self._checked(change).ravel())

    def joint_equation(self, force: Array) -> JointEquation:
        """H q̈ + C = τ + τ_c under forces (n, 3) [N]."""
        r = self._checked(force)
        acceleration = self.acceleration(r)
        by_contact = r[:, 2, None] * self.problem.T.T
        tangential = r.copy()
        tangential[:, 2] = 0.0
        return JointEquation(
            acceleration=frozen(acceleration),
            inertial=frozen(self.problem.H @ acceleration),
            coriolis=self.coriolis,
            gravity=self.gravity,
            tau=self.tau,
            passive=self.passive,
            normal=frozen(by_contact.sum(axis=0)),
            friction=frozen(tangential.ravel() @ self.J),
            by_contact=frozen(by_contact),
        )

    def _checked(self, force: Array) -> Array:
        r = np.asarray(force, dtype=np.float64)
        if r.shape != (len(self.problem), 3):
            raise ArgumentError(
                "forces have shape {shape}; {count} contacts want ({count}, 3)", shape=r.shape, count=len(self.problem)
            )
        return r


def contact_equation(
    scene: Scene,
    state: State | None = None,
    tau: Array | None = None,
    passive: Array | None = None,
    *,
    closed_gap: float = 1e-6,
) -> ContactEquation:
    """The contact problem of a scene at a state (its initial one when None), with the terms that it comes from.

    tau, passive : (nv,) of the controller, and of the joints themselves, zeros when None; `contact_problem` takes their sum
    Raises as `contact_problem` does, whose M and d this has, bit for bit.
    """
    state = state or scene.initial
    model, q, v = scene.model, state.q, np.array(state.v)
    torques = [torque_of(scene, torque) for torque in (tau, passive)]
    bias = inverse_dynamics(model, q, v, np.zeros(model.nv), gravity=scene.gravity)
    gravity = gravity_torque(model, q, scene.gravity)
    coriolis = inverse_dynamics(model, q, v, np.zeros(model.nv), gravity=(0.0, 0.0, 0.0))
    closed = closed_contacts(scene, state, closed_gap)
    response = solve_mass_matrix(model, q, closed.J.T)
    w = (torques[0] + torques[1] - bias) @ response + closed.drift
    causes = np.column_stack([*torques, -coriolis, -gravity])
    return ContactEquation(
        problem=problem_of(scene, state, closed, closed.J @ response, w),
        J=frozen(closed.J.copy()),
        response=frozen(np.array(response)),
        drift=frozen(closed.drift.copy()),
        tau=frozen(torques[0].copy()),
        passive=frozen(torques[1].copy()),
        coriolis=frozen(coriolis),
        gravity=frozen(gravity),
        by_cause=frozen(np.ascontiguousarray(solve_mass_matrix(model, q, causes).T)),
    )
