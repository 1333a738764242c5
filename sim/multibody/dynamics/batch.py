"""The same quantity at many states in one call: no Python between them, and as many cores as wanted.

States are rows: Q (n, nq), V (n, nv) and so on. Four are worked out at once, one in each lane of a vector register (see
`sim.simd`). The lock of the interpreter is let go, so other threads run on meanwhile; with `threads` above 1 the states are
dealt out to so many threads, each with scratch of its own. Results are the same, bit for bit, as those of the functions for
one state, in any number of threads (where an angle is beyond 1e5 rad, which takes another sine, to rounding).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from ...arrays import Array, as_floats
from ...errors import ArgumentError, UnknownNameError
from ...kernel import compile_entry, entry, f8, i8, kernel, m_in, m_out
from ...simd import WIDTH, gather_into, new_matrix, new_vector, spread
from ..kinematics.columns import columns_in
from ..kinematics.jacobian import REFERENCES, jacobian_into
from ..kinematics.placements import joint_placements_into, rows_for_placements, world_placements_into
from ..kinematics.table import table_in
from ..model.checks import checked, checked_gravity
from ..model.input_validation import finite, is_unit, quaternion_at
from ..model.model import GRAVITY, Model
from .forward_dynamics import accelerations_into, eliminate_all, solve_by_mass_matrix_into
from .inverse_dynamics import newton_euler_into
from .inverse_mass_matrix import singular
from .mass_matrix import mass_matrix_into

Gravity = tuple[float, float, float]

FINE, SINGULAR, UNUSABLE = 0, 1, 2  # what entries return: all done, a joint moves no inertia, a state cannot be used


def inverse_dynamics_batch(model: Model, Q: Array, V: Array, A: Array, gravity: Gravity = GRAVITY, threads: int = 1) -> Array:
    """Torques (n, nv) of `inverse_dynamics` at n states; threads 0: one for each core. Raises ArgumentError."""
    Q, V, A = arrays = _arrays(model, Q=Q, V=V, A=A)
    gx, gy, gz = checked_gravity(gravity)
    result = np.empty(V.shape)
    done = _deal(_inverse_dynamics, threads, len(Q), lambda s: (model.table, Q[s], V[s], A[s], gx, gy, gz, result[s]))
    _raise(model, done, dict(zip("QVA", arrays, strict=True)))
    return result


def forward_dynamics_batch(model: Model, Q: Array, V: Array, tau: Array, gravity: Gravity = GRAVITY, threads: int = 1) -> Array:
    """Accelerations (n, nv) of `forward_dynamics` at n states; threads 0: one for each core.

    Raises ArgumentError, SingularMassMatrixError.
    """
    Q, V, tau = arrays = _arrays(model, Q=Q, V=V, tau=tau)
    gx, gy, gz = checked_gravity(gravity)
    result = np.empty(V.shape)
    done = _deal(
        _through_the_mass_matrix if model.by_mass_matrix else _forward_dynamics,
        threads,
        len(Q),
        lambda s: (model.table, model.columns, Q[s], V[s], tau[s], gx, gy, gz, result[s]),
    )
    _raise(model, done, dict(zip(("Q", "V", "tau"), arrays, strict=True)))
    return result


def mass_matrix_batch(model: Model, Q: Array, threads: int = 1) -> Array:
    """Mass matrices (n, nv, nv) at n configurations; threads 0: one for each core. Raises ArgumentError."""
    (Q,) = _arrays(model, Q=Q)
    result = np.empty((len(Q), model.nv**2))
    done = _deal(_mass_matrix, threads, len(Q), lambda s: (model.table, model.columns, Q[s], result[s]))
    _raise(model, done, {"Q": Q})
    return result.reshape(len(Q), model.nv, model.nv)


def jacobian_batch(model: Model, Q: Array, frame: str, reference: str = "world_aligned", threads: int = 1) -> Array:
    """Jacobians (n, 6, nv) of a frame at n configurations; threads 0: one for each core.

    Raises ArgumentError, UnknownNameError for an unknown frame or reference.
    """
    index = model.frame_index(frame)
    if reference not in REFERENCES:
        raise UnknownNameError("reference", str(reference), REFERENCES)
    (Q,) = _arrays(model, Q=Q)
    result = np.empty((len(Q), 6 * model.nv))
    own = int(model.frame_row[index]), model.frame_placement[index], REFERENCES[reference]
    done = _deal(_jacobian, threads, len(Q), lambda s: (model.table, Q[s], *own, result[s]))
    _raise(model, done, {"Q": Q})
    return result.reshape(len(Q), 6, model.nv)


def _arrays(model: Model, **arguments: Any) -> list[Array]:
    """The states as arrays, a state a row, or an ArgumentError."""
    arrays: list[Array] = []
    count: int | None = None
    for name, value in arguments.items():
        values = value if type(value) is np.ndarray and value.flags.carray and value.dtype == float else as_floats(name, value)
        size = model.nq if name == "Q" else model.nv
        if values.ndim != 2 or values.shape[1] != size or (count is not None and len(values) != count):
            expected = f"({'n' if count is None else count}, {size})"
            raise ArgumentError(
                "{name} has shape {shape}; model {model!r} wants {expected}, a state a row",
                name=name,
                shape=values.shape,
                model=model.name,
                expected=expected,
            )
        count = len(values)
        arrays.append(values)
    return arrays


def _raise(model: Model, done: int, arguments: dict[str, Array]) -> None:
    """Unless all went well, the error: of the first state that cannot be used, or of a joint that moves no inertia."""
    if done == FINE:
        return
    for name, values in arguments.items() if done == UNUSABLE else ():
        for at, state in enumerate(values):
            try:
                checked(model, **{name.lower(): state})
            except ArgumentError as error:
                raise ArgumentError("state {at} of {name}: {error}", at=at, name=name, error=error) from None
    raise singular(model)


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="batch")


def _deal(function: Any, threads: int, count: int, arguments: Callable[[slice], tuple[Any, ...]]) -> int:
    """Call an entry for all states, dealt out to threads; the largest of what it returns."""
    if not isinstance(threads, int) or threads < 0:
        raise ArgumentError("threads must be 0 (one for each core) or more; given {threads!r}", threads=threads)
    compile_entry(function)
    threads = min(threads or os.cpu_count() or 1, count)
    if threads <= 1:
        return int(function(*arguments(slice(0, count))))
    edges = [count * k // threads for k in range(threads + 1)]
    parts = [slice(a, b) for a, b in zip(edges, edges[1:], strict=False)]
    others = [_pool(threads - 1).submit(function, *arguments(part)) for part in parts[1:]]
    own = int(function(*arguments(parts[0])))
    return max(own, *(int(other.result()) for other in others))


@kernel
def _usable(table: Any, Q: Array, V: Array, A: Array) -> bool:
    """Whether all numbers are finite, and the quaternions of Q have a norm within 1e-6 of 1."""
    if not (finite(Q.reshape(Q.size)) and finite(V.reshape(V.size)) and finite(A.reshape(A.size))):
        return False
    for i in range(1, table.shape[0]):
        if table[i].nv > 1:
            for k in range(Q.shape[0]):
                if not is_unit(Q[k], quaternion_at(table[i])):
                    return False
    return True


@entry(table_in, m_in, m_in, m_in, f8, f8, f8, m_out, allocates=True)
def _inverse_dynamics(table: Any, Q: Array, V: Array, A: Array, gx: float, gy: float, gz: float, result: Array) -> int:
    if not _usable(table, Q, V, A):
        return UNUSABLE
    n, nq, nv = table.shape[0], table[0].iq, table[0].iv
    q, v, a, tau = new_vector(nq), new_vector(nv), new_vector(nv), new_vector(nv)
    X, S = new_matrix(rows_for_placements(n), 12), new_matrix(n, 18)
    for k in range(0, Q.shape[0], WIDTH):
        gather_into(Q, k, q)
        gather_into(V, k, v)
        gather_into(A, k, a)
        joint_placements_into(table, q, X)
        newton_euler_into(table, X, v, a, gx, gy, gz, S, tau)
        spread(tau, result, k)
    return FINE


@entry(table_in, columns_in, m_in, m_in, m_in, f8, f8, f8, m_out, allocates=True)
def _forward_dynamics(
    table: Any, columns: Any, Q: Array, V: Array, torques: Array, gx: float, gy: float, gz: float, result: Array
) -> int:
    if not _usable(table, Q, V, torques):
        return UNUSABLE
    n, nq, nv = table.shape[0], table[0].iq, table[0].iv
    q, v, tau, a = new_vector(nq), new_vector(nv), new_vector(nv), new_vector(nv)
    X, A, S, L = new_matrix(rows_for_placements(n), 12), new_matrix(n, 21), new_matrix(n, 42), new_matrix(6, 6)
    for k in range(0, Q.shape[0], WIDTH):
        gather_into(Q, k, q)
        gather_into(V, k, v)
        gather_into(torques, k, tau)
        joint_placements_into(table, q, X)
        if not eliminate_all(table, X, v, tau, A, S) or not accelerations_into(table, X, gx, gy, gz, A, S, L, a):
            return SINGULAR
        spread(a, result, k)
    return FINE


@entry(table_in, columns_in, m_in, m_in, m_in, f8, f8, f8, m_out, allocates=True)
def _through_the_mass_matrix(
    table: Any, columns: Any, Q: Array, V: Array, torques: Array, gx: float, gy: float, gz: float, result: Array
) -> int:
    if not _usable(table, Q, V, torques):
        return UNUSABLE
    n, nq, nv, m = table.shape[0], table[0].iq, table[0].iv, columns.shape[0]
    q, v, tau, a = new_vector(nq), new_vector(nv), new_vector(nv), new_vector(nv)
    X, W, S, K = new_matrix(rows_for_placements(n), 12), new_matrix(n, 12), new_matrix(n, 18), new_matrix(n, 10)
    motions, H, work = new_matrix(m, 6), new_matrix(nv, nv), new_matrix(2, nv)
    for k in range(0, Q.shape[0], WIDTH):
        gather_into(Q, k, q)
        gather_into(V, k, v)
        gather_into(torques, k, tau)
        joint_placements_into(table, q, X)
        if not solve_by_mass_matrix_into(table, columns, X, v, tau, gx, gy, gz, work, W, S, K, motions, H, a):
            return SINGULAR
        spread(a, result, k)
    return FINE


@entry(table_in, columns_in, m_in, m_out, allocates=True)
def _mass_matrix(table: Any, columns: Any, Q: Array, result: Array) -> int:
    if not _usable(table, Q, result[:0], result[:0]):
        return UNUSABLE
    n, nq, nv, m = table.shape[0], table[0].iq, table[0].iv, columns.shape[0]
    X, W, K, S = new_matrix(rows_for_placements(n), 12), new_matrix(n, 12), new_matrix(n, 10), new_matrix(m, 6)
    q, H = new_vector(nq), new_matrix(nv, nv)
    for k in range(0, Q.shape[0], WIDTH):
        gather_into(Q, k, q)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        mass_matrix_into(table, columns, 1, n, 0, m, 0, W, K, S, H)
        spread(H.reshape(nv * nv), result, k)
    return FINE


@entry(table_in, m_in, i8, m_in, i8, m_out, allocates=True)
def _jacobian(table: Any, Q: Array, row: int, placement: Array, reference: int, result: Array) -> int:
    if not _usable(table, Q, result[:0], result[:0]):
        return UNUSABLE
    n, nq, nv = table.shape[0], table[0].iq, table[0].iv
    X, q, J = new_matrix(rows_for_placements(n), 12), new_vector(nq), new_matrix(6, nv)
    for k in range(0, Q.shape[0], WIDTH):
        gather_into(Q, k, q)
        joint_placements_into(table, q, X)
        jacobian_into(table, X, row, placement, reference, J)
        spread(J.reshape(6 * nv), result, k)
    return FINE
