"""From one start to a pose: steps of least squares on its error (see `pose_error`), joints kept within their limits.

Each step minimises ½ |e - J δ|² + ½ μ |δ|² for limits - q (see `bounded_step`), with J the exact derivative of the error:

- adaptive (Levenberg-Marquardt): μ = λ |e|²; a step that lowers the error as predicted makes λ smaller, one that does not is
  taken back and makes it larger. The error never grows.
- newton: μ = 0 (but for rounding), every step taken; quadratic near a solution, erratic far from it and near singularities.
- damped: μ is the square of the given damping, every step taken.
- transpose: δ = α Jᵀ e with the α that lowers |e - J δ| most, cut at the limits; every step taken.

Source: THEORY §3; Nielsen 1999, "Damping parameter in Marquardt's method"; Sugihara 2011 (μ in proportion to the error).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import copy_into, entry, i8, i_in, kernel, m_in, m_out, v_in, v_out
from ...multibody.kinematics.configuration import integrate_into
from ...multibody.kinematics.jacobian import WORLD_ALIGNED, _path_placements_into, jacobian_into
from ...multibody.kinematics.table import table_in
from .bounded_step import AT_HIGH, AT_LOW, FREE, bounded_step_into
from .pose_error import error_columns_into, error_into

ADAPTIVE, NEWTON, DAMPED, TRANSPOSE = 0, 1, 2, 3

METHODS = {"levenberg_marquardt": ADAPTIVE, "newton": NEWTON, "damped": DAMPED, "transpose": TRANSPOSE}

REACHED, STATIONARY, LIMIT = 0, 1, 2  # how a descent ends

# Places in the settings and in the result of `descend`.
METHOD, ROWS, LENGTH, TOLERANCE, DAMPING, MOST_ITERATIONS, LEAST_COSINE, LEAST_FALL = range(8)
ENDED, ITERATIONS, ERROR, WRITTEN = range(4)

RECORDED = 8  # numbers of a recorded iterate between q and the bounds that are active: e (6,), |e|, μ
FIRST_LAMBDA = 1e-2
SLOW = 6  # iterations over which the error of an unpromising start hardly falls


def work_size(rows: int, nq: int, nv: int, n: int) -> int:
    """How many numbers of scratch `descend` wants: rows of the model's table, its nq and nv, n joints that move."""
    return 24 + 12 * rows + 6 * nv + nq + nv + 12 + 6 * n + n * n + (n + 1) * n + 5 * n + SLOW


@entry(table_in, i8, m_in, m_in, i_in, i_in, v_in, v_in, v_in, v_out, v_out, m_out, v_out)
def descend(
    table: Any,
    row: int,
    placement: Array,
    target: Array,
    columns: Any,
    places: Any,
    lower: Array,
    upper: Array,
    settings: Array,
    q: Array,
    work: Array,
    history: Array,
    result: Array,
) -> None:
    """Move q (nq,), within the limits, to where the error is below the tolerance, stationary, or iterations are used up.

    columns (n,)      : which numbers of v may move;  places (n,) : where they are in q, or -1 for those without limits
    lower, upper (n,) : limits [rad | m]
    settings (8,)     : method, rows, length [m/rad], tolerance [m], damping, most iterations, where the error counts as
                        stationary (cosine between it and what joints can do), least share by which it falls in `SLOW` steps
    history (k, ·)    : q, e, |e|, μ, bounds of the first k iterates
    result (4,)       : how it ended, iterations, |e|, iterates written
    """
    method, rows, length, tolerance = int(settings[METHOD]), int(settings[ROWS]), settings[LENGTH], settings[TOLERANCE]
    n, nq, nv, count = columns.shape[0], q.shape[0], table[0].iv, table.shape[0]
    scratch, at = work[0:24].reshape(2, 12), 24
    X, at = work[at : at + 12 * count].reshape(count, 12), at + 12 * count
    J, at = work[at : at + 6 * nv].reshape(6, nv), at + 6 * nv
    trial, at = work[at : at + nq], at + nq
    step, at = work[at : at + nv], at + nv
    e, next_e, at = work[at : at + 6], work[at + 6 : at + 12], at + 12
    A, at = work[at : at + 6 * n].reshape(n, 6), at + 6 * n
    H, at = work[at : at + n * n].reshape(n, n), at + n * n
    L, at = work[at : at + (n + 1) * n].reshape(n + 1, n), at + (n + 1) * n
    low, high, g = work[at : at + n], work[at + n : at + 2 * n], work[at + 2 * n : at + 3 * n]
    at_bound, d, at = work[at + 3 * n : at + 4 * n], work[at + 4 * n : at + 5 * n], at + 5 * n
    past = work[at : at + SLOW]

    for k in range(nv):
        step[k] = 0.0
    _path_placements_into(table, q, row, X)
    square = error_into(table, X, row, placement, target, rows, length, scratch, e)
    lam, growth, mu, written, done, status = FIRST_LAMBDA, 2.0, 0.0, 0, 0, LIMIT
    is_current = True  # whether A, g and H are those of q
    while True:
        if is_current:
            _bounds_into(q, places, lower, upper, low, high)
            jacobian_into(table, X, row, placement, WORLD_ALIGNED, J)
            error_columns_into(e, J, columns, rows, length, A)
            stationary = _normal_equations_into(A, e, square, low, high, g, H)
            written = _record(history, written, q, e, math.sqrt(square), mu, low, high, g)
            if math.sqrt(square) <= tolerance:
                status = REACHED
                break
            if stationary <= settings[LEAST_COSINE]:
                status = STATIONARY
                break
            if done >= SLOW and square > (1.0 - settings[LEAST_FALL]) * past[done % SLOW]:
                break
        if done >= settings[MOST_ITERATIONS]:
            break
        past[done % SLOW] = square
        done += 1
        mu = lam * square if method == ADAPTIVE else (settings[DAMPING] ** 2 if method == DAMPED else 0.0)
        if method == TRANSPOSE:
            _transpose_step(H, g, low, high, d)
        else:
            bounded_step_into(H, g, mu, low, high, at_bound, L, d)
        for i in range(n):
            step[columns[i]] = d[i]
        integrate_into(table, q, step, 1.0, trial)
        _clamp(trial, places, lower, upper)
        _path_placements_into(table, trial, row, X)  # if it is taken back, those of q are not wanted any more
        after = error_into(table, X, row, placement, target, rows, length, scratch, next_e)
        if method == ADAPTIVE:
            gain = (square - after) / _predicted_decrease(H, g, d)
            if not gain > 0.0:
                lam, growth, is_current = lam * growth, 2.0 * growth, False
                if lam > 1e15:
                    break
                continue
            lam, growth = max(lam * max(1.0 / 5.0, 1.0 - (2.0 * gain - 1.0) ** 3), 1e-9), 2.0
        copy_into(trial, q)
        copy_into(next_e, e)
        square, is_current = after, True
    result[ENDED], result[ITERATIONS], result[ERROR], result[WRITTEN] = status, done, math.sqrt(square), written


@kernel
def _bounds_into(q: Array, places: Any, lower: Array, upper: Array, low: Array, high: Array) -> None:
    """Write how far each joint may still go down and up."""
    for i in range(places.shape[0]):
        low[i], high[i] = -np.inf, np.inf
        if places[i] >= 0:
            low[i], high[i] = lower[i] - q[places[i]], upper[i] - q[places[i]]


@kernel
def _clamp(q: Array, places: Any, lower: Array, upper: Array) -> None:
    """Take off what rounding put beyond a limit."""
    for i in range(places.shape[0]):
        if places[i] >= 0:
            q[places[i]] = min(max(q[places[i]], lower[i]), upper[i])


@kernel
def _normal_equations_into(A: Array, e: Array, square: float, low: Array, high: Array, g: Array, H: Array) -> float:
    """Write g = A e and H = A Aᵀ; returns the largest cosine between the error and what a joint does that may move."""
    largest = 0.0
    for i in range(g.shape[0]):
        g[i] = 0.0
        for k in range(6):
            g[i] += A[i, k] * e[k]
        for j in range(i + 1):
            total = 0.0
            for k in range(6):
                total += A[i, k] * A[j, k]
            H[i, j] = H[j, i] = total
        if (g[i] > 0.0 and high[i] > 0.0) or (g[i] < 0.0 and low[i] < 0.0):
            largest = max(largest, g[i] * g[i] / max(H[i, i] * square, 1e-300))
    return math.sqrt(largest)


@kernel
def _record(history: Array, written: int, q: Array, e: Array, size: float, mu: float, low: Array, high: Array, g: Array) -> int:
    """Write an iterate into the history, if there is room; returns how many there are then."""
    if written >= history.shape[0]:
        return written
    line, nq = history[written], q.shape[0]
    for k in range(nq):
        line[k] = q[k]
    for k in range(6):
        line[nq + k] = e[k]
    line[nq + 6], line[nq + 7] = size, mu
    for i in range(g.shape[0]):
        pressed_low, pressed_high = low[i] >= 0.0 and g[i] < 0.0, high[i] <= 0.0 and g[i] > 0.0
        line[nq + RECORDED + i] = AT_LOW if pressed_low else (AT_HIGH if pressed_high else FREE)
    return written + 1


@kernel
def _transpose_step(H: Array, g: Array, low: Array, high: Array, d: Array) -> None:
    """Write α g, with the α that lowers |e - Aᵀ d| most among joints that may go that way, cut at the limits."""
    n = g.shape[0]
    along, across = 0.0, 0.0
    for i in range(n):
        d[i] = g[i] if (g[i] > 0.0 and high[i] > 0.0) or (g[i] < 0.0 and low[i] < 0.0) else 0.0
        along += d[i] * d[i]
    for i in range(n):
        for j in range(n):
            across += d[i] * H[i, j] * d[j]
    alpha = along / across if across > 0.0 else 0.0
    for i in range(n):
        d[i] = min(max(alpha * d[i], low[i]), high[i])


@kernel
def _predicted_decrease(H: Array, g: Array, d: Array) -> float:
    """By how much |e|² falls with the step d if the error is linear: 2 gᵀd - dᵀHd."""
    total = 0.0
    for i in range(g.shape[0]):
        total += 2.0 * g[i] * d[i]
        for j in range(g.shape[0]):
            total -= d[i] * H[i, j] * d[j]
    return total
