"""Rest: velocities that are nothing but rounding and tolerance become zero, and a step that would repeat itself is not solved.

A tree rests after a step if no velocity of it is above a part NOTHING of the largest that it would have without contact: its
forces cancel to one part in 10⁹. What is dropped counts in the residual of the step. So what rests does not creep: a step leaves
the state that it found, bit for bit, and the next could only do the same.
"""

from __future__ import annotations

from typing import Any

from ..kernel import copy_into, kernel
from ..multibody.arrays import Array

NOTHING = 1e-9  # part of the velocity without contact that is taken for zero
_SHARE = 0.1  # of the tolerance that may be dropped


@kernel
def come_to_rest(trees: Any, tolerance: float, free: Array, v: Array) -> float:
    """Make the velocities v (nv,) of trees that rest zero; returns the largest that was dropped [m/s | rad/s].

    free : (nv,) velocities without contact
    """
    dropped = 0.0
    for t in range(trees.shape[0]):
        i, n = trees[t].v0, trees[t].nv
        largest, without = 0.0, 0.0
        for k in range(i, i + n):
            largest = max(largest, abs(v[k]))
            without = max(without, abs(free[k]))
        if 0.0 < largest <= min(NOTHING * without, _SHARE * tolerance):
            dropped = max(dropped, largest)
            for k in range(i, i + n):
                v[k] = 0.0
    return dropped


@kernel
def is_repeated(work: Any, q: Array, v: Array) -> bool:
    """Whether a step ended in the state it began in, with the contacts and impulses of the step before, without iterating."""
    if work.counts[2] != 0 or work.counts[0] != work.counts[1]:
        return False
    for k in range(v.shape[0]):
        if v[k] != work.before_v[k]:
            return False
    for k in range(q.shape[0]):
        if q[k] != work.before_q[k]:
            return False
    for c in range(work.counts[0]):
        now, before = work.contacts[c], work.previous[c]
        if now.pair != before.pair or now.feature != before.feature or now.gap != before.gap:
            return False
        for k in range(3):
            if (
                now.impulse[k] != before.impulse[k]
                or now.point[k] != before.point[k]
                or now.normal[k] != before.normal[k]
            ):
                return False
    return True


@kernel
def repeat_row(record: Any, row: int, t: float) -> bool:
    """Write row - 1 of the record once more, at another time; False if there is no room."""
    start = record.last[row - 2] if row > 1 else 0
    end = record.last[row - 1]
    if row >= record.t.shape[0] or 2 * end - start > record.contacts.shape[0]:
        return False
    record.t[row] = t
    copy_into(record.q[row - 1], record.q[row])
    copy_into(record.v[row - 1], record.v[row])
    copy_into(record.tau[row - 1], record.tau[row])
    copy_into(record.passive[row - 1], record.passive[row])
    copy_into(record.energy[row - 1], record.energy[row])
    record.residual[row] = record.residual[row - 1]
    record.iterations[row] = record.iterations[row - 1]
    for c in range(end - start):
        copy_into(record.contacts[start + c], record.contacts[end + c])
        for k in range(record.shapes.shape[1]):
            record.shapes[end + c, k] = record.shapes[start + c, k]
    record.last[row] = 2 * end - start
    return True
