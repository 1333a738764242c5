"""The velocities of the links of a Denavit-Hartenberg table as formulas, one after the other from the base.

Source: kinematic-model, "Application, calcul récursif des vitesses" and Exercice 3; THEORY §1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...multibody.model.model import JointKind
from .symbolic_dh import Table, symbolic_dh

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True, eq=False, slots=True)
class SymbolicVelocities:
    """Formulas of ω and v of each frame in its own axes. All matrices are immutable SymPy matrices (3, 1)."""

    q: tuple[sympy.Symbol, ...]  # theta1, d3, …: one for each row that moves, with the number of the row
    rates: tuple[sympy.Symbol, ...]  # their rates: dtheta1, dd3, …
    lengths: dict[sympy.Symbol, float]  # what a named length is [m]; empty if lengths are numbers
    omega: tuple[sympy.ImmutableMatrix, ...]  # of frame 1, 2, … in its own axes
    v: tuple[sympy.ImmutableMatrix, ...]  # of its origin, in its own axes


def symbolic_velocities(table: Table, *, names: bool = True) -> SymbolicVelocities:
    """Return ω_i = Rᵀ (ω_(i-1) + (1 - σ) q̇ z) and v_i = Rᵀ (v_(i-1) + ω_(i-1) × p_i + q̇ ∂p_i/∂q) of each row as formulas.

    R and p_i are the pose of frame i in frame i-1, z the axis of the joint there; frame 0 is at rest. Each product is taken in
    the axes of frame i, in which p_i is short, so that nothing has to be simplified. SymPy is imported when this is first called.

    names : whether lengths other than zero are symbols (a2, d1) with their numbers in `lengths`, or numbers
    Raises ArgumentError for an unknown convention.
    """
    import sympy

    found = symbolic_dh(table, names=names)
    rates, omegas, speeds = [], [], []
    omega, v, moving = sympy.zeros(3, 1), sympy.zeros(3, 1), iter(found.q)
    for row, T in zip(table.rows, found.transforms, strict=True):
        back = T[:3, :3].T
        p, carried = _short(back * T[:3, 3]), back * omega
        v, omega = back * v + carried.cross(p), carried
        if row.kind is not JointKind.FIXED:
            q = next(moving)
            rate = sympy.Symbol(f"d{q}", real=True)
            rates.append(rate)
            v += rate * _short(back * sympy.Matrix(T[:3, 3]).diff(q))
            if row.kind is JointKind.REVOLUTE:
                omega = omega + rate * _short(back * (sympy.Matrix([0, 0, 1]) if table.convention == "standard" else T[:3, 2]))
        omega, v = _collected(omega, rates), _collected(v, list(found.lengths))
        omegas.append(sympy.ImmutableMatrix(omega))
        speeds.append(sympy.ImmutableMatrix(v))
    return SymbolicVelocities(found.q, tuple(rates), found.lengths, tuple(omegas), tuple(speeds))


def _short(vector: Any) -> Any:
    """A vector of one joint's angle, with cos² + sin² as 1."""
    import sympy

    return vector.applyfunc(sympy.trigsimp)


def _collected(vector: Any, symbols: Sequence[Any]) -> Any:
    """A vector with what multiplies each of these symbols put together."""
    import sympy

    return vector.applyfunc(lambda entry: sympy.collect(sympy.expand(entry), symbols))
