"""The same quantity at many states in one call: no Python between them, and as many cores as wanted.

States are rows: Q (n, nq), V (n, nv) and so on. The lock of the interpreter is let go, so other threads run on meanwhile; with
`threads` above 1 the states are dealt out to so many threads, each with scratch of its own. Results are the same, bit for bit,
as those of the functions for one state, in any number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from ..errors import ArgumentError, UnknownNameError
from ..kernel import as_floats, compile_entry, entry, f8, i8, m_in, m_out, t_out
from .arrays import Array
from .checks import checked, checked_gravity
from .columns import columns_in
from .forward_dynamics import accelerations_into, eliminate_all, through_the_mass_matrix_into
from .inverse_dynamics import newton_euler_into
from .inverse_mass_matrix import singular
from .jacobian import REFERENCES, jacobian_into
from .mass_matrix import mass_matrix_into
from .model import FREE_FLYER, GRAVITY, SPHERICAL, Model
from .placements import joint_placements_into, rows_for_placements, world_placements_into
from .table import table_in

Gravity = tuple[float, float, float]


def inverse_dynamics_batch(
    model: Model, Q: Array, V: Array, A: Array, gravity: Gravity = GRAVITY, threads: int = 1
) -> Array:
    """Torques (n, nv) of `inverse_dynamics` at n states; threads 0: one for each core. Raises ArgumentError."""
    Q, V, A = _checked(model, Q=Q, V=V, A=A)
    gx, gy, gz = checked_gravity(gravity)
    result = np.empty(V.shape)
    _spread(_inverse_dynamics, threads, len(Q), lambda s: (model.table, Q[s], V[s], A[s], gx, gy, gz, result[s]))
    return result


def forward_dynamics_batch(
    model: Model, Q: Array, V: Array, tau: Array, gravity: Gravity = GRAVITY, threads: int = 1
) -> Array:
    """Accelerations (n, nv) of `forward_dynamics` at n states; threads 0: one for each core.

    Raises ArgumentError, SingularMassMatrixError.
    """
    Q, V, tau = _checked(model, Q=Q, V=V, tau=tau)
    gx, gy, gz = checked_gravity(gravity)
    result = np.empty(V.shape)
    failed = _spread(
        _forward_dynamics, threads, len(Q),
        lambda s: (model.table, model.columns, int(model.shares), Q[s], V[s], tau[s], gx, gy, gz, result[s]),
    )  # fmt: skip
    if failed:
        raise singular(model)
    return result


def mass_matrix_batch(model: Model, Q: Array, threads: int = 1) -> Array:
    """Mass matrices (n, nv, nv) at n configurations; threads 0: one for each core. Raises ArgumentError."""
    (Q,) = _checked(model, Q=Q)
    result = np.empty((len(Q), model.nv, model.nv))
    _spread(_mass_matrix, threads, len(Q), lambda s: (model.table, model.columns, Q[s], result[s]))
    return result


def jacobian_batch(model: Model, Q: Array, frame: str, reference: str = "world_aligned", threads: int = 1) -> Array:
    """Jacobians (n, 6, nv) of a frame at n configurations; threads 0: one for each core.

    Raises ArgumentError, UnknownNameError for an unknown frame or reference.
    """
    index = model.frame_index(frame)
    if reference not in REFERENCES:
        raise UnknownNameError("reference", str(reference), REFERENCES)
    (Q,) = _checked(model, Q=Q)
    result = np.empty((len(Q), 6, model.nv))
    row, placement = int(model.frame_row[index]), model.frame_placement[index]
    _spread(_jacobian, threads, len(Q), lambda s: (model.table, Q[s], row, placement, REFERENCES[reference], result[s]))
    return result


def _checked(model: Model, **arguments: Any) -> list[Array]:
    """The states as arrays, or an ArgumentError that names the first state that cannot be used."""
    arrays: list[Array] = []
    count: int | None = None
    for name, given in arguments.items():
        values = (
            given
            if type(given) is np.ndarray and given.flags.carray and given.dtype == float
            else as_floats(name, given)
        )
        size = model.nq if name == "Q" else model.nv
        if values.ndim != 2 or values.shape[1] != size or (count is not None and len(values) != count):
            wanted = f"({'n' if count is None else count}, {size})"
            raise ArgumentError(f"{name} has shape {values.shape}; model {model.name!r} wants {wanted}, a state a row")
        count = len(values)
        fine = np.isfinite(values).all(axis=1)
        if name == "Q":
            fine &= _unit_quaternions(model, values)
        if not fine.all():
            at = int(np.argmin(fine))
            try:
                checked(model, **{name.lower(): values[at]})
            except ArgumentError as error:
                raise ArgumentError(f"state {at} of {name}: {error}") from None
        arrays.append(values)
    return arrays


def _unit_quaternions(model: Model, Q: Array) -> np.ndarray:
    """Which configurations (n,) have all quaternions of norm 1, to 1e-6."""
    fine = np.ones(len(Q), dtype=bool)
    for row in model.table[1:]:
        if row["kind"] in (FREE_FLYER, SPHERICAL):
            at = row["iq"] + (3 if row["kind"] == FREE_FLYER else 0)
            fine &= np.abs((Q[:, at : at + 4] ** 2).sum(axis=1) - 1.0) < 1.999999e-6
    return fine


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="batch")


def _spread(function: Any, threads: int, count: int, arguments: Callable[[slice], tuple[Any, ...]]) -> int:
    """Call an entry for all states, dealt out to threads; the largest of what it returns."""
    if not isinstance(threads, int) or threads < 0:
        raise ArgumentError(f"threads must be 0 (one for each core) or more; given {threads!r}")
    compile_entry(function)
    threads = min(threads or os.cpu_count() or 1, count)
    if threads <= 1:
        return int(function(*arguments(slice(0, count))))
    edges = [count * k // threads for k in range(threads + 1)]
    parts = [slice(a, b) for a, b in zip(edges, edges[1:], strict=False)]
    return max(_pool(threads).map(lambda part: int(function(*arguments(part))), parts))


@entry(table_in, m_in, m_in, m_in, f8, f8, f8, m_out)
def _inverse_dynamics(table: Any, Q: Array, V: Array, A: Array, gx: float, gy: float, gz: float, result: Array) -> int:
    X, S = np.empty((rows_for_placements(table.shape[0]), 12)), np.empty((table.shape[0], 18))
    for k in range(Q.shape[0]):
        joint_placements_into(table, Q[k], X)
        newton_euler_into(table, X, V[k], A[k], gx, gy, gz, S, result[k])
    return 0


@entry(table_in, columns_in, i8, m_in, m_in, m_in, f8, f8, f8, m_out)
def _forward_dynamics(
    table: Any,
    columns: Any,
    shares: int,
    Q: Array,
    V: Array,
    tau: Array,
    gx: float,
    gy: float,
    gz: float,
    result: Array,
) -> int:
    """0, or 1 if some joint moves no inertia."""
    n, nv = table.shape[0], table[0].iv
    X, L = np.empty((rows_for_placements(n), 12)), np.empty((6, 6))
    A, S = np.empty((n, 21)), np.empty((n, 42))
    W, F, K, motions = np.empty((n, 12)), np.empty((n, 18)), np.empty((n, 10)), np.empty((columns.shape[0], 6))
    H, work = np.empty((nv, nv)), np.empty((2, nv))
    for k in range(Q.shape[0]):
        joint_placements_into(table, Q[k], X)
        if shares:
            if not through_the_mass_matrix_into(
                table, columns, X, V[k], tau[k], gx, gy, gz, work, W, F, K, motions, H, result[k]
            ):
                return 1
        elif not eliminate_all(table, X, V[k], tau[k], A, S):
            return 1
        elif not accelerations_into(table, X, gx, gy, gz, A, S, L, result[k]):
            return 1
    return 0


@entry(table_in, columns_in, m_in, t_out)
def _mass_matrix(table: Any, columns: Any, Q: Array, result: Array) -> int:
    n = table.shape[0]
    X, W = np.empty((rows_for_placements(n), 12)), np.empty((n, 12))
    K, S, m = np.empty((n, 10)), np.empty((columns.shape[0], 6)), columns.shape[0]
    for k in range(Q.shape[0]):
        joint_placements_into(table, Q[k], X)
        world_placements_into(table, X, W)
        mass_matrix_into(table, columns, 1, n, 0, m, 0, W, K, S, result[k])
    return 0


@entry(table_in, m_in, i8, m_in, i8, t_out)
def _jacobian(table: Any, Q: Array, row: int, placement: Array, reference: int, result: Array) -> int:
    work = np.empty((3, 12))
    for k in range(Q.shape[0]):
        jacobian_into(table, Q[k], row, placement, reference, work, result[k])
    return 0
