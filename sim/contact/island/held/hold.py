"""Islands whose contacts hold: what presses does not slip, and what is open stays open. One small linear system then has it all.

For those that press, J v is to be b, what their law asks, with impulses r = J y of least norm for some y (see `least_norm`):
    H δv = Jᵀ δr,  δr = -ρ (J (v + δv) - b),  so that  (H + ρ Jᵀ J) δv = -ρ Jᵀ (J v - b),
round by round from v_free until J v is b: with a large ρ three times. H + ρ Jᵀ J is positive definite however redundant
contacts are, and as small as the velocities. Begun at r = 0, r stays in the range of J, where the least norm is. Which contacts
press is what the step before says, and if it is wrong, what that leads to. The residual then tells whether the law holds.
Those of one tree that ask for fewer velocities than it has are first tried with their own matrix, see `alone`.
Source: Acary & Brogliato 2008, §4.1 (hyperstatic systems); Nocedal & Wright 2006, §17.3 (augmented Lagrangian).
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import kernel, small
from ...linear_solvers import matrix
from ..assembly import law_velocity_of
from ..factor.elimination import block_of, matrix_numbers
from ..factor.matrix import clear, factorise_from_end, prepare, solve_from_end
from ..factor.newton_matrix import add_congruence, subtract_impulse
from ..gauss_seidel import largest_of, residual_of, restore_impulses, rounding_of, save_impulses, velocities_from
from ..islands import number_freedoms
from ..least_norm import spread
from ..least_norm_newton import inverse_weights_into
from ..solver_arrays import DENSE_CONTACTS, DENSE_FREEDOMS, FINE
from .alone import asked_of, solve_alone
from .guess import guess_into, has_guessed, let_go

NOT_HELD, HELD, LEAST = 0, 1, 2
"""What `hold` found: nothing; a solution; the one of least norm."""
GUESSES = 4
"""How often it is guessed which contacts press where they are likely to go on as they did [-]."""

_PENALTY = 1e5  # ρ, in inverses of the largest own entry of the Delassus matrix
_ROUNDS = 6
# Of the velocity left by the rounds before, above which others gain nothing: a round; the first two.
_GAIN, _FIRST_GAIN = 0.1, 1e-6
# Of a heap, in which velocities of many bodies add up.
_HEAP_PENALTY, _HEAP_ROUNDS, _HEAP_GAIN = 1e8, 12, 0.5
_ENOUGH = 1e-13  # part of the velocity asked for that may be left
_ASTRAY = 1e-8  # part of the impulses that a round may add outside the range of J: what contacts ask that cannot all be had


@kernel
def hold(arrays: Any, members: Any, trees_in: Any, tolerance: float, guesses: int, is_heap: bool) -> tuple[float, int, int]:
    """Solve an island whose contacts hold; returns the residual [m/s], how many factors it took, and what was found.

    members, trees_in : the island's contacts and trees
    guesses : how many are made of which contacts press, each from what the one before led to
    is_heap : whether bodies are so many that it is worth more rounds
    Impulses r and velocities v of the island are the solution; where there is none, r is as it was and v that of nothing.
    """
    m, n = members.shape[0], number_freedoms(arrays, trees_in)
    if not guess_into(arrays, members, is_heap):
        return 0.0, 0, NOT_HELD
    tolerance = min(tolerance, FINE)  # it is exact or nothing: what a loose one allows may be outside of the cones
    room = arrays.room
    o = matrix_numbers(arrays, n)
    A, x, inverse_weight = room[:o], room[o : o + n], room[o + n : o + n + m]
    u, z = matrix(room, o + n + m, m, 3), matrix(room, o + n + 4 * m, m, 3)
    # Where nothing that is called from here has its scratch.
    before = matrix(room, room.shape[0] - DENSE_FREEDOMS - 3 * arrays.r.shape[0], m, 3)
    save_impulses(arrays, members, before)
    is_small = trees_in.shape[0] == 1 and m <= DENSE_CONTACTS and 2 * m <= arrays.active.shape[0]
    if is_small and 0 < asked_of(arrays, members) < n:
        residual, factors, is_known = solve_alone(arrays, members, trees_in, tolerance, guesses)
        if is_known and residual <= tolerance:
            return residual, factors, LEAST
        restore_impulses(arrays, members, before)
        if is_known:
            return residual, factors, NOT_HELD
    inverse_weights_into(arrays, members, inverse_weight)
    residual, found, factors = 1e300, NOT_HELD, 0
    for guess in range(guesses):
        factors += 1
        penalty = _factor_into(arrays, members, trees_in, n, is_heap, inverse_weight, A)
        if penalty == 0.0:
            break
        asked, left = _still(arrays, members, trees_in, penalty, is_heap, inverse_weight, A, x, u, z)
        if left > tolerance:
            if not let_go(arrays, members, u):
                break
            continue
        is_right = has_guessed(arrays, members, tolerance, u, z)
        if not is_right and guess < guesses - 1:
            continue
        residual = residual_of(arrays, members)
        if residual <= tolerance:
            found = LEAST if is_right and _PENALTY * left <= _ASTRAY * asked else HELD
        elif is_right:  # the motion may be right, and forces of the same sum in their cones
            spread(arrays, members, trees_in, tolerance, left)
            residual = residual_of(arrays, members)
            found = LEAST if residual <= tolerance else NOT_HELD
        break
    if found == NOT_HELD:
        restore_impulses(arrays, members, before)
    return residual, factors, found


@kernel
def _factor_into(arrays: Any, members: Any, trees_in: Any, n: int, is_heap: bool, inverse_weight: Array, A: Array) -> float:
    """Write the factor of H + ρ Jᵀ J of those that press into A, its columns into arrays.places; returns ρ, or 0."""
    H = arrays.H
    prepare(arrays, members, trees_in, n, False)
    largest = 0.0
    for k in range(members.shape[0]):
        if arrays.active[k] != 0:
            largest = max(largest, inverse_weight[k] * largest_of(arrays.G[members[k]]))
    if not largest > 0.0:
        return 0.0
    penalty = (_HEAP_PENALTY if is_heap else _PENALTY) / largest
    clear(arrays, n, A)
    for k in range(trees_in.shape[0]):
        tree = arrays.trees[trees_in[k]]
        o, width = block_of(arrays, n, -1, trees_in[k], trees_in[k])
        for i in range(tree.nv):
            for j in range(i + 1):
                A[o + i * width + j] = H[tree.h0 + i * tree.nv + j]
    for k in range(members.shape[0]):
        if arrays.active[k] != 0:
            c = members[k]
            t = 1.0 if arrays.contacts[c].friction != 0.0 else 0.0
            add_congruence(arrays, c, n, penalty * inverse_weight[k], t, 0.0, 0.0, t, 0.0, 1.0, A)
    return penalty if factorise_from_end(arrays, trees_in, n, A) else 0.0


@kernel
def _still(
    arrays: Any,
    members: Any,
    trees_in: Any,
    penalty: float,
    is_heap: bool,
    inverse_weight: Array,
    A: Array,
    x: Array,
    u: Array,
    z: Array,
) -> tuple[float, float]:
    """Find the impulses r that leave those that press no velocity, and v with them; the largest that they had, and have [m/s].

    x (n,) is scratch; u (m, 3) are the velocities in the law, less the target; z (m, 3) what of J y those have that do not press
    """
    r, m, top = arrays.r, members.shape[0], _touched(arrays, members)
    for k in range(m):
        for e in range(3):
            r[members[k], e] = z[k, e] = 0.0
    asked, left, before, gain = 0.0, 1e300, 1e300, 1.0
    for turn in range(_HEAP_ROUNDS if is_heap else _ROUNDS):
        velocities_from(arrays, members, trees_in)
        left = 0.0
        for k in range(m):
            contact = arrays.contacts[members[k]]
            a, b, d = law_velocity_of(contact, arrays.segments, members[k], arrays.J, arrays.v)
            if contact.friction == 0.0:
                a = b = 0.0
            u[k, 0], u[k, 1], u[k, 2] = a, b, d - contact.target
            left = _larger(left, arrays.active[k], u[k])
        if turn == 0:
            asked = left
        if left <= max(_ENOUGH * asked, rounding_of(arrays, members)) or not left <= gain * before:
            break
        before, gain = left, _HEAP_GAIN if is_heap else _FIRST_GAIN if turn == 0 else _GAIN
        for _ in range(2 if turn == 0 else 1):  # at first what is left is large enough to be told from rounding
            _round(arrays, members, trees_in, penalty, inverse_weight, A, top, x, u, z)
    return asked, left


@kernel
def _round(
    arrays: Any,
    members: Any,
    trees_in: Any,
    penalty: float,
    inverse_weight: Array,
    A: Array,
    top: int,
    x: Array,
    u: Array,
    z: Array,
) -> None:
    """Bring r, z and u nearer to where those that press have no velocity, see `_still`.

    top : the velocities of the island from that one on no contact knows
    """
    segments, J, number = arrays.segments, arrays.J, arrays.number
    for i in range(x.shape[0]):
        x[i] = 0.0
    for k in range(members.shape[0]):
        if arrays.active[k] != 0:
            s = penalty * inverse_weight[k]
            subtract_impulse(segments, members[k], J, number, s * u[k, 0], s * u[k, 1], s * u[k, 2], x)
    solve_from_end(arrays, trees_in, A, top, x)
    for k in range(members.shape[0]):
        c = members[k]
        a, b, d = u[k, 0], u[k, 1], u[k, 2]
        for q in range(2):
            w = segments[c, q]
            if w.n > 0:
                o, own = w.o, x[number[w.tree] : number[w.tree] + w.n]
                for e in range(2):
                    for j in range(w.first[e], w.last[e]):
                        a += J[o + j] * own[j]
                        b += J[o + w.n + j] * own[j]
                        d += J[o + 2 * w.n + j] * own[j]
        if arrays.contacts[c].friction == 0.0:
            a = b = 0.0
        u[k, 0], u[k, 1], u[k, 2] = a, b, d
        s = penalty * inverse_weight[k]
        into = arrays.r[c] if arrays.active[k] != 0 else z[k]
        into[0] -= s * a
        into[1] -= s * b
        into[2] -= s * d


@small
def _larger(left: float, presses: int, u: Array) -> float:
    """The larger of `left` and the velocity u (3,) of a contact, if that presses."""
    return max(left, max(abs(u[0]), max(abs(u[1]), abs(u[2])))) if presses != 0 else left


@kernel
def _touched(arrays: Any, members: Any) -> int:
    """One past the last of the island's velocities that a contact knows."""
    top = 0
    for k in range(members.shape[0]):
        for q in range(2):
            s = arrays.segments[members[k], q]
            last = max(s.last[0], s.last[1])
            if last > 0:
                top = max(top, arrays.number[s.tree] + last)
    return top
