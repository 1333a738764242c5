"""The accelerations of a recording, from its velocities: where and when each step or instant has its equation of motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ....errors import ArgumentError
from ...recording.events import EventKind
from ...step_arrays import IMPACT_LEVEL, NOT_SOLVED, NOT_THERE

if TYPE_CHECKING:
    from ...recording.recording import Recording


def accelerations_of(recording: Recording, n: int, first: int = 0) -> tuple[Array, Array, Array]:
    """Of the states `first` to n - 1 the q (k, nq), v (k, nv) and q̈ (k, nv) with which each fulfils the equation of motion.

    Time-stepping: those of the step that ended there, q in its middle as it was solved, v the mean of both ends, and
    q̈ = (v⁺ - v⁻)/h. Hybrid: those of the instant, q̈ the derivative of the parabola through three recorded velocities
    between which nothing jumps, or of the line through two. NaN where there is none: at a start, and where velocities jump.
    Raises ArgumentError for recordings of before format 4, which do not keep where steps were solved nor what was
    struck, and for plans.
    """
    start = max(first - 2, 0)
    q, v, a = _accelerations(recording, slice(start, n))
    return q[first - start :], v[first - start :], a[first - start :]


def _accelerations(recording: Recording, part: slice) -> tuple[Array, Array, Array]:
    levels, t = recording.problems.levels[part], recording.t[part]
    q, v = recording.q[part], recording.v[part]
    for level, reason in NOT_THERE.items():
        if np.any(levels == level):
            raise ArgumentError(reason)
    if recording.settings.scheme == "hybrid":
        return q, v, _by_differences(recording, levels, t, v)
    solved = (levels != NOT_SOLVED)[:, None]
    before = np.concatenate([v[:1], v[:-1]])
    step = np.diff(t, prepend=np.nan)[:, None]
    q = np.where(solved, recording.problems.configurations[part], q)
    with np.errstate(invalid="ignore", divide="ignore"):
        a = np.where(solved, (v - before) / step, np.nan)
    return q, np.where(solved, 0.5 * (before + v), v), a


def _by_differences(recording: Recording, levels: np.ndarray, t: Array, v: Array) -> Array:
    n = len(levels)
    apart = np.diff(t) > 0.0  # (n - 1,) whether time passes between a state and the next
    smooth = ~np.isin(t, [event.t for event in recording.events if event.kind is not EventKind.IMPACT])
    left, right = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    # Forces of an instant at which they change are recorded as they are after it.
    left[1:] = apart & smooth[1:]
    right[:-1] = apart
    second_right, second_left = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    second_right[:-2] = right[:-2] & apart[1:] & smooth[1:-1]
    second_left[2:] = left[2:] & apart[:-1] & smooth[1:-1]
    a = np.full(v.shape, np.nan)
    for offsets, where in (
        ((-1, 0), left),
        ((0, 1), right),
        ((-2, -1, 0), second_left),
        ((0, 1, 2), second_right),
        ((-1, 0, 1), left & right),
    ):  # the best last
        at = np.flatnonzero(where)
        if len(at):
            a[at] = _derivative(t, v, at, offsets)
    a[(levels == NOT_SOLVED) | (levels == IMPACT_LEVEL)] = np.nan
    return a


def _derivative(t: Array, v: Array, at: np.ndarray, offsets: tuple[int, ...]) -> Array:
    """v̇ (k, nv) at the states `at` (k,), of the polynomial through the states at these offsets from each."""
    total = np.zeros((len(at), v.shape[1]))
    times = [t[at + k] - t[at] for k in offsets]
    for j, k in enumerate(offsets):
        others = [times[m] for m in range(len(offsets)) if m != j]
        weight = np.zeros(len(at))  # of the Lagrange polynomial of state k, its derivative at 0
        for m in range(len(others)):
            weight += np.prod([-others[r] for r in range(len(others)) if r != m], axis=0)
        weight /= np.prod([times[j] - other for other in others], axis=0)
        total += weight[:, None] * v[at + k]
    return total
