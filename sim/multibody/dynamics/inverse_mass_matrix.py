"""The inverse of the mass matrix, by a factor that keeps the zeros of the tree.

H = Lᵀ L, with L lower triangular and zero wherever two degrees of freedom are not on one way to the world: nothing fills in,
and for a tree with branches both factor and products cost far less than those of a full matrix.
Source: Featherstone 2008, §6.5 (tables 6.3 and 6.4).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array, as_floats
from ...errors import ArgumentError, SingularMassMatrixError
from ...kernel import F8, compile_entry, copy_into, entry, i_in, kernel, m_out, v_in
from ...native import matrix, matrix_of, native, new_array, refuse, scratch, vector, vector_of
from ..kinematics.columns import columns, columns_in
from ..kinematics.placements import joint_placements_into, world_placements_into
from ..kinematics.table import placements_scratch, row_numbers, rows, table_in
from ..model.checks import checked
from ..model.input_validation import valid_q, valid_vector
from ..model.model import WORK, Model
from .mass_matrix import LARGE, mass_matrix_into, own_scratch


def inverse_mass_matrix(model: Model, q: Array) -> Array:
    """H⁻¹ (nv, nv) at configuration q. Raises ArgumentError, SingularMassMatrixError."""
    return solve_mass_matrix(model, q, np.eye(model.nv))


def solve_mass_matrix(model: Model, q: Array, b: Array) -> Array:
    """H⁻¹ b, for b (nv,) or (nv, k): the accelerations of some generalised forces, without bias.

    Raises ArgumentError, SingularMassMatrixError.
    """
    try:
        return _solved(model, q, b)
    except TypeError:
        return _converted(model, q, b)


def _solved(model: Model, q: Array, b: Array) -> Array:
    if model.nv <= LARGE:
        call = _solve.call
        return call(model.table, model.work, model.columns, model.parents, q, b)
    if type(b) is not np.ndarray or b.dtype != F8 or b.ndim not in (1, 2) or len(b) != model.nv:
        raise TypeError("b cannot be used as it is")
    x, H = np.array(b, order="C"), np.empty((model.nv, model.nv))
    compile_entry(_solve_large)
    if not _solve_large(model.table, model.columns, model.parents, q, *own_scratch(model), H, x.reshape(model.nv, -1)):
        raise TypeError("q or b cannot be used as it is, or the mass matrix has no inverse")
    return x


def _converted(model: Model, q: Array, b: Array) -> Array:
    """The same for arguments that must be converted, or refused in words."""
    (q,) = checked(model, q=q)
    right = as_floats("b", b)
    if right.ndim not in (1, 2) or right.shape[0] != model.nv or not np.all(np.isfinite(right)):
        raise ArgumentError(
            "b has shape {shape}; model {model!r} wants ({nv},) or ({nv}, k) finite numbers",
            shape=right.shape,
            model=model.name,
            nv=model.nv,
        )
    try:
        return _solved(model, q, right)
    except TypeError:
        raise singular(model) from None


def singular(model: Model) -> SingularMassMatrixError:
    """The error for a mass matrix that has no inverse."""
    return SingularMassMatrixError(
        "the mass matrix of model {model!r} is not positive definite at this configuration: some joint moves no "
        "inertia (give the bodies it carries a mass, or the joint an armature)",
        model=model.name,
    )


@native
def _solve(numpy: int, given: int, count: int) -> int:
    table, cols, parents, q = rows(given, 0), columns(given, 2), row_numbers(given, 3), vector(numpy, given, 4)
    one, many = vector(numpy, given, 5), matrix(numpy, given, 5)
    n, m, nv = table.shape[0], cols.shape[0], table[0].iv
    if not valid_q(table, q) or not (valid_vector(one, nv) or _all_finite(many, nv)):
        return refuse()
    X, W = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12)
    K, S = scratch(given, 1, 24 * n, n, 10), scratch(given, 1, 34 * n, m, 6)
    H = scratch(given, 1, WORK * n, nv, nv)
    joint_placements_into(table, q, X)
    world_placements_into(table, X, W)
    mass_matrix_into(table, cols, 1, n, 0, m, 0, W, K, S, H)
    if not factor_along_tree(H, parents):
        return refuse()
    if one.shape[0] == nv:
        result = new_array(numpy, (nv,))
        if result:
            x = vector_of(result, nv)
            copy_into(one, x)
            solve_along_tree(H, parents, x)
        return result
    result = new_array(numpy, (nv, many.shape[1]))
    if result:
        xs = matrix_of(result, nv, many.shape[1])
        for i in range(nv):
            for k in range(many.shape[1]):
                xs[i, k] = many[i, k]
        solve_many_along_tree(H, parents, xs)
    return result


@entry(table_in, columns_in, i_in, v_in, m_out, m_out, m_out, m_out, m_out, m_out)
def _solve_large(
    table: Any, cols: Any, parents: Any, q: Array, X: Array, W: Array, K: Array, S: Array, H: Array, x: Array
) -> bool:
    """The same without Python's lock, in place in x (nv, k); False where it cannot be done."""
    if not valid_q(table, q) or not _all_finite(x, table[0].iv):
        return False
    joint_placements_into(table, q, X)
    world_placements_into(table, X, W)
    mass_matrix_into(table, cols, 1, table.shape[0], 0, cols.shape[0], 0, W, K, S, H)
    if not factor_along_tree(H, parents):
        return False
    solve_many_along_tree(H, parents, x)
    return True


@kernel
def _all_finite(b: Array, nv: int) -> bool:
    """Whether b is a matrix of nv rows of finite numbers."""
    if b.shape[0] != nv:
        return False
    total = 0.0
    for i in range(nv):
        for k in range(b.shape[1]):
            total += b[i, k] * 0.0
    return total == 0.0


@kernel
def factor_along_tree(H: Array, parents: Any) -> bool:
    """Replace the lower triangle of H (n, n) by L with H = Lᵀ L; False if H is not positive definite."""
    for k in range(H.shape[0] - 1, -1, -1):
        if not H[k, k] > 0.0:
            return False
        d = H[k, k] ** 0.5
        H[k, k] = d
        i = parents[k]
        while i >= 0:
            H[k, i] /= d
            i = parents[i]
        i = parents[k]
        while i >= 0:
            h = H[k, i]
            j = i
            while j >= 0:
                H[i, j] -= h * H[k, j]
                j = parents[j]
            i = parents[i]
    return True


@kernel
def solve_along_tree(L: Array, parents: Any, x: Array) -> None:
    """Solve Lᵀ L y = x (n,), in place in x."""
    for i in range(x.shape[0] - 1, -1, -1):
        value = x[i] / L[i, i]
        x[i] = value
        j = parents[i]
        while j >= 0:
            x[j] -= L[i, j] * value
            j = parents[j]
    for i in range(x.shape[0]):
        value = x[i]
        j = parents[i]
        while j >= 0:
            value -= L[i, j] * x[j]
            j = parents[j]
        x[i] = value / L[i, i]


@kernel
def solve_many_along_tree(L: Array, parents: Any, x: Array) -> None:
    """Solve Lᵀ L y = x for the columns of x (n, k), in place."""
    n, m = x.shape
    for i in range(n - 1, -1, -1):
        for k in range(m):
            x[i, k] /= L[i, i]
        j = parents[i]
        while j >= 0:
            h = L[i, j]
            for k in range(m):
                x[j, k] -= h * x[i, k]
            j = parents[j]
    for i in range(n):
        j = parents[i]
        while j >= 0:
            h = L[i, j]
            for k in range(m):
                x[i, k] -= h * x[j, k]
            j = parents[j]
        for k in range(m):
            x[i, k] /= L[i, i]
