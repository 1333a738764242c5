"""Rest: velocities that are nothing but rounding and tolerance become zero, and a step that would repeat itself is not solved.

A tree rests after a step if no velocity of it is above a part NOTHING of the largest that it would have without contact: its
forces cancel to one part in 10⁹; or if what it has is no more than rounding leaves where its forces cancel, as for a gram under
a ton. What is dropped counts in the residual of the step. So what rests does not creep: a step leaves the state that it found,
bit for bit, and the next could only do the same.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....contact.island.solver_arrays import FINE
from ....kernel import copy_into, kernel
from ...step_arrays import CONTACTS_BEFORE, CONTACTS_NOW, ITERATIONS

NOTHING = 1e-9  # part of the velocity without contact that is taken for zero
_SHARE, _LITTLE = 0.1, 1e-3  # of the tolerance: that may be dropped, and that is not worth a word
_NEARLY, _ROUNDING = (1e-6, 4e-15)  # parts: of the velocity without contact; of what impulses make, which rounding leaves of it


@kernel
def come_to_rest(trees: Any, tolerance: float, work: Any, count: int, free: Array, v: Array) -> float:
    """Make the velocities v (nv,) of trees that rest zero; returns the largest that a contact has lost by it [m/s].

    free : (nv,) velocities without contact
    """
    dropped = 0.0
    for t in range(trees.shape[0]):
        i, n = trees[t].v0, trees[t].nv
        largest, without = 0.0, 0.0
        for k in range(i, i + n):
            largest = max(largest, abs(v[k]))
            without = max(without, abs(free[k]))
        nothing = min(NOTHING * max(1.0, tolerance / FINE) * without, _SHARE * tolerance)
        if nothing < largest <= _NEARLY * without:
            nothing = max(nothing, _rounding_of(trees, work, count, t))
        if 0.0 < largest <= nothing:
            if largest > _LITTLE * tolerance:
                dropped = max(dropped, _fastest_contact(work, count, t, v))
            for k in range(i, i + n):
                v[k] = 0.0
    return dropped


@kernel
def _fastest_contact(work: Any, count: int, t: int, v: Array) -> float:
    """The largest velocity that tree t alone has at a contact [m/s]."""
    largest = 0.0
    for c in range(count):
        for k in range(2):
            s = work.segments[c, k]
            if s.tree == t:
                for e in range(3):
                    u = 0.0
                    for j in range(s.n):
                        u += work.J[s.o + e * s.n + j] * v[s.v0 + j]
                    largest = max(largest, abs(u))
    return largest


@kernel
def _rounding_of(trees: Any, work: Any, count: int, t: int) -> float:
    """The largest velocity that rounding leaves of what impulses make, of tree t and of those that it touches."""
    largest = _made_by_impulses(trees, work, count, t)
    for c in range(count):
        a, b = work.segments[c, 0].tree, work.segments[c, 1].tree
        if (a == t or b == t) and a >= 0 and b >= 0:
            largest = max(largest, _made_by_impulses(trees, work, count, b if a == t else a))
    return _ROUNDING * largest


@kernel
def _made_by_impulses(trees: Any, work: Any, count: int, t: int) -> float:
    """The largest velocity of tree t that its impulses would make if none were against another."""
    first, n = trees[t].v0, trees[t].nv
    for j in range(first, first + n):
        work.scratch_a[j] = 0.0
    for c in range(count):
        for k in range(2):
            s = work.segments[c, k]
            if s.tree == t:
                for j in range(n):
                    for e in range(3):
                        work.scratch_a[first + j] += abs(work.Y[s.o + e * n + j] * work.r[c, e])
    largest = 0.0
    for j in range(first, first + n):
        largest = max(largest, work.scratch_a[j])
    return largest


@kernel
def is_repeated(work: Any, q: Array, v: Array) -> bool:
    """Whether a step ended in the state it began in, with the contacts and impulses of the step before, without iterating."""
    if work.counts[ITERATIONS] != 0 or work.counts[CONTACTS_NOW] != work.counts[CONTACTS_BEFORE]:
        return False
    for k in range(v.shape[0]):
        if v[k] != work.before_v[k]:
            return False
    for k in range(q.shape[0]):
        if q[k] != work.before_q[k]:
            return False
    for c in range(work.counts[CONTACTS_NOW]):
        now, before = work.contacts[c], work.previous[c]
        if now.pair != before.pair or now.feature != before.feature or now.gap != before.gap:
            return False
        for k in range(3):
            if now.impulse[k] != before.impulse[k] or now.point[k] != before.point[k] or now.normal[k] != before.normal[k]:
                return False
    return True


@kernel
def repeat_row(record: Any, row: int, t: float) -> bool:
    """Write row - 1 of the record once more, at another time, with the same contacts and joints; False if there is no room."""
    if row >= record.t.shape[0]:
        return False
    record.t[row] = t
    copy_into(record.q[row - 1], record.q[row])
    copy_into(record.v[row - 1], record.v[row])
    copy_into(record.tau[row - 1], record.tau[row])
    copy_into(record.passive[row - 1], record.passive[row])
    record.residual[row] = record.residual[row - 1]
    record.step_error[row] = 0.0  # what rests does so in halves too
    record.iterations[row] = record.iterations[row - 1]
    record.doubtful[row] = record.doubtful[row - 1]
    record.first[row], record.last[row] = record.first[row - 1], record.last[row - 1]
    record.first_joint[row], record.last_joint[row] = record.first_joint[row - 1], record.last_joint[row - 1]
    record.level[row] = record.level[row - 1]
    copy_into(record.q_solved[row - 1], record.q_solved[row])
    copy_into(record.diagonal[row - 1], record.diagonal[row])
    return True
