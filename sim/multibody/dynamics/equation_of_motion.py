"""H q̈ + C(q, q̇) q̇ + g = τ + Σ JᵀF in numbers, each side and each check by an algorithm of its own.

Source: THEORY §4; newton-euler-inverse-dynamics, "Équations du mouvement"; Featherstone 2008, chapters 5 to 7.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...errors import SingularMassMatrixError
from ..model.checks import checked
from ..model.model import GRAVITY, Model
from .coriolis_matrix import coriolis_matrix
from .dynamics_derivatives import inverse_dynamics_derivatives
from .energy import kinetic_energy, potential_energy
from .forward_dynamics import forward_dynamics
from .inverse_dynamics import gravity_torque, inverse_dynamics
from .inverse_mass_matrix import solve_mass_matrix
from .mass_matrix import mass_matrix
from .passive_torques import passive_torques
from .values import EquationOfMotion
from .wrenches import Wrenches, wrench_torque


def equation_of_motion(
    model: Model, q: Array, v: Array, a: Array, gravity: tuple[float, float, float] = GRAVITY, wrenches: Wrenches | None = None
) -> EquationOfMotion:
    """Everything in H q̈ + C(q, q̇) q̇ + g = τ + Σ JᵀF at (q, q̇ = v, q̈ = a), τ being what is asked for.

    q (nq,), v (nv,) [rad/s | m/s], a (nv,) [rad/s² | m/s²]; gravity : in the world [m/s²]
    wrenches : F of the environment on frames, as for `inverse_dynamics`
    Raises ArgumentError, UnknownNameError for an unknown frame.
    """
    q, v, a = checked(model, q=q, v=v, a=a)
    tau = inverse_dynamics(model, q, v, a, wrenches, gravity)
    external = wrench_torque(model, q, wrenches or {})
    C, g = coriolis_matrix(model, q, v), gravity_torque(model, q, gravity)
    status, by_bodies, by_inverse = "", np.full(model.nv, np.nan), np.full(model.nv, np.nan)
    try:
        by_bodies = forward_dynamics(model, q, v, tau, wrenches, gravity)
        by_inverse = solve_mass_matrix(model, q, tau + external - C @ v - g)
    except SingularMassMatrixError as error:
        status = str(error)
    return EquationOfMotion(
        v=v,
        a=a,
        H=mass_matrix(model, q),
        C=C,
        H_rate=mass_matrix_rate(model, q, v),
        gravity=g,
        external=external,
        tau=tau,
        by_bodies=by_bodies,
        by_inverse=by_inverse,
        kinetic=kinetic_energy(model, q, v),
        potential=potential_energy(model, q, gravity),
        status=status,
        columns=mass_matrix_by_columns(model, q),
        passive=passive_torques(model, q[None], v[None])[0],
    )


def mass_matrix_by_columns(model: Model, q: Array) -> Array:
    """H (nv, nv) at q (nq,), column j as the τ that q̈ = e_j takes at q̇ = 0 without gravity, by recursive Newton-Euler.

    [kg m² | kg m | kg]. Slower than `mass_matrix`, and computed without it. Raises ArgumentError.
    """
    (q,) = checked(model, q=q)
    still, H = np.zeros(model.nv), np.empty((model.nv, model.nv))
    for j, unit in enumerate(np.eye(model.nv)):
        H[:, j] = inverse_dynamics(model, q, still, unit, None, (0.0, 0.0, 0.0))
    return H


def mass_matrix_rate(model: Model, q: Array, v: Array) -> Array:
    """Ḣ (nv, nv) at (q, v): the derivative of the mass matrix along v [that of H, per second]. Raises ArgumentError.

    Column k is ∂(H e_k)/∂q · v, from the derivatives of inverse dynamics at rest without gravity: exact, and computed
    without the Coriolis matrix, so that Ḣ - 2 C can be checked with it. Costs nv derivatives.
    """
    q, v = checked(model, q=q, v=v)
    still, unit, rate = np.zeros(model.nv), np.eye(model.nv), np.empty((model.nv, model.nv))
    for k in range(model.nv):
        rate[:, k] = inverse_dynamics_derivatives(model, q, still, unit[k], (0.0, 0.0, 0.0)).q @ v
    return rate
