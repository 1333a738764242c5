"""Derivatives of inverse and forward dynamics, each beside finite differences of the function itself.

Source: Singh, Russell & Wensing 2022 (the exact ones, see `dynamics_derivatives`); Fornberg 1988 (the weights).
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

import numpy as np

from ...arrays import Array, frozen
from ...errors import SingularMassMatrixError
from ...multibody.dynamics.dynamics_derivatives import forward_dynamics_derivatives, inverse_dynamics_derivatives
from ...multibody.dynamics.forward_dynamics import forward_dynamics
from ...multibody.dynamics.inverse_dynamics import inverse_dynamics
from ...multibody.kinematics.configuration import integrate
from ...multibody.model.checks import checked
from ...multibody.model.model import GRAVITY, Model
from .values import DerivativeCheck, DynamicsDerivatives

STEP = 5e-3  # of q [rad | m] and v: the error of the formula and that of rounding are about the same
_WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)  # of central differences of eighth order


def derivative_check(
    model: Model, q: Array, v: Array, a: Array, gravity: tuple[float, float, float] = GRAVITY
) -> DynamicsDerivatives:
    """Derivatives of τ(q, v, a) and of q̈(q, v, τ) at one state, exact and by differences; without external wrenches.

    q (nq,), v (nv,) [rad/s | m/s], a (nv,) [rad/s² | m/s²], gravity in the world [m/s²]; τ is that of (q, v, a). Along q means
    along velocities, as in `inverse_dynamics_derivatives`. Costs 40 nv evaluations. Raises ArgumentError.
    """
    q, v, a = checked(model, q=q, v=v, a=a)
    inverse = inverse_dynamics_derivatives(model, q, v, a, gravity)
    units = np.eye(model.nv)

    def at(unit: Array, x: float) -> Array:
        return integrate(model, q, unit, x)

    checks = {
        ("tau", "q"): DerivativeCheck(
            frozen(inverse.q), _columns(units, lambda e, x: inverse_dynamics(model, at(e, x), v, a, gravity=gravity))
        ),
        ("tau", "v"): DerivativeCheck(
            frozen(inverse.v), _columns(units, lambda e, x: inverse_dynamics(model, q, v + x * e, a, gravity=gravity))
        ),
    }
    tau = inverse_dynamics(model, q, v, a, gravity=gravity)
    try:
        forward = forward_dynamics_derivatives(model, q, v, tau, gravity)
        checks |= {
            ("a", "q"): DerivativeCheck(
                frozen(forward.q),
                _columns(units, lambda e, x: forward_dynamics(model, at(e, x), v, tau, gravity=gravity)),
            ),
            ("a", "v"): DerivativeCheck(
                frozen(forward.v),
                _columns(units, lambda e, x: forward_dynamics(model, q, v + x * e, tau, gravity=gravity)),
            ),
            ("a", "tau"): DerivativeCheck(
                frozen(forward.tau),
                _columns(units, lambda e, x: forward_dynamics(model, q, v, tau + x * e, gravity=gravity)),
            ),
        }
    except SingularMassMatrixError as error:
        return DynamicsDerivatives(MappingProxyType(checks), str(error))
    return DynamicsDerivatives(MappingProxyType(checks), "")


def _columns(units: Array, function: Callable[[Array, float], Array]) -> Array:
    """d/dx of function(unit, x) at x = 0, a column for each unit."""
    found = np.zeros((len(units), len(units)))
    for column, unit in enumerate(units):
        for k, weight in enumerate(_WEIGHTS, start=1):
            found[:, column] += weight / STEP * (function(unit, k * STEP) - function(unit, -k * STEP))
    return frozen(found)
