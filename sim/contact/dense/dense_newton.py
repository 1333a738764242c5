"""Contact with a dense Delassus matrix, by Newton's method on the forces.

Three numbers a contact (tangent 1, tangent 2, normal): u = W r + d. A contact that may stick obeys r = P_K(r - ρ û)
(see `friction_cone`, which has the three laws of friction). A contact known to slide along s has r_t = -μ r_n s and
0 ≤ r_n ⟂ u_n ≥ 0. Where W is singular, because contacts are redundant, u + ε (r - r_k) takes the place of u, round after round
(proximal points): started from r = 0 the forces found are those of least norm, and no ε is left in the result. From a start
that the step before has left ε is small at once; from nothing it begins large, where Newton's method is sure, and shrinks.
Before that it is tried as large as what is left, see `dense_round.approach`.
At the level of accelerations r are forces [N] and u accelerations, at that of velocities impulses [N s] and velocities.
Source: Alart & Curnier 1991; Acary & Brogliato 2008, §13.4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import allocating, copy_into, kernel
from ..law.contact_laws import COULOMB
from ..linear_solvers import matrix
from .dense_round import REGULAR, approach, proximal_round
from .dense_step import step_matrix
from .dense_sweep import dense_sweep, own_inverses_into, residual_at, velocities_into

_PROXIMAL, _WIDEST = 1e-6, 1.0  # ε, as a share of `_weights`; from nothing it begins wide
_STRIDE, _LEAST_STRIDE = 10.0, 1.05  # by which it then shrinks, as long as Newton's method follows
_ROUNDING = 1e-9  # share of the largest |d| that Newton's method always reaches where it follows
_LEFT_OUT = 1e99  # |d| from which a contact has none: nothing is asked of it
_NEAR = 1e-6  # share of the largest |d| below which no other starts are tried
_ROUNDS, _SWEEPS, _FIRST, _FEW = 60, 200, 4, 16
_CONTINUED = 2  # the attempt with an ε that begins wide; before are the start given, and an approach from the best
_SHARE = 0.1  # of the tolerance, to which each round is solved,
_LOOSE = 1e-4  # or of the square of what its proximal term makes, where ε is small
_STUCK = 0.9  # of the residual before, above which a smaller ε does not help either
_EDGE = 1e-6  # part of a force within which it is at the edge of its cone
_MOST = 100_000  # iterations that no problem takes


@kernel
def dense_room(n: int) -> int:
    """How many numbers of scratch `dense_contact` needs for n contacts."""
    return 9 * n * n + 54 * n


@allocating
def dense_coulomb(W: Array, d: Array, mu: Array, slide: Array, tolerance: float, r: Array) -> tuple[float, int]:
    """`dense_contact` with Coulomb's law, three numbers a contact, and scratch of its own."""
    n = mu.shape[0]
    trace, room, wide = np.empty((0, 1)), np.empty(dense_room(n)), np.full(n, 3)
    return dense_contact(W, d, mu, COULOMB, slide, wide, tolerance, tolerance, _MOST, r, trace, room, False)


@kernel
def dense_contact(
    W: Array,
    d: Array,
    mu: Array,
    cone: int,
    slide: Array,
    wide: Any,
    tolerance: float,
    start_tolerance: float,
    limit: int,
    r: Array,
    trace: Array,
    room: Array,
    omits: bool,
) -> tuple[float, int]:
    """Solve for r (N,), which holds the start; returns the residual (in the units of d) and Newton iterations.

    W, d  : (N, N), (N,); a softness is part of W
    mu    : (n,) friction coefficients; minus the largest dry friction of a joint
    cone  : the law of friction, see `friction_cone`
    slide : (n, 2) unit slip direction of a sliding contact; zeros for one that may stick
    wide  : (n,) int64, how many of the N numbers each contact has: 3, or 1, its normal, where there are no tangents
    start_tolerance : residual at which the start is the answer; tolerance : at which a result is
    limit : no round begins after so many iterations
    trace : (k, 1 + N) rows of residual and r, of every proximal round; k may be 0
    room  : (dense_room(n),) scratch
    omits : whether the proximal term is left out where the matrix is regular: for one tree, whose contacts hardly work together
    """
    n, m = mu.shape[0], r.shape[0]
    o = 9 * n * (n + 1)
    A = room[:o]
    rho, weight = room[o : o + n], room[o + n : o + 2 * n]
    o += 2 * n
    u, place, pivots = room[o : o + m], room[o + 3 * n : o + 7 * n], room[o + 7 * n : o + 7 * n + m]  # as in `is_only`
    o += 10 * n
    best, F, centre = room[o : o + m], room[o + m : o + 2 * m], room[o + 2 * m : o + 3 * m]
    trial, scratch = room[o + 3 * m : o + 4 * m], room[o + 4 * m : o + 5 * m]
    blocks = matrix(room, o + 15 * n, 6 * n, 3)
    own_inverses_into(W, wide, rho)
    _weights_into(mu, rho, weight)
    residual = _residual_into(W, d, mu, cone, slide, wide, rho, r, u)
    if residual <= start_tolerance:
        return residual, 0
    copy_into(r, best)
    least, size = residual, 0.0
    for i in range(m):
        if abs(d[i]) < _LEFT_OUT:
            size = max(size, abs(d[i]))
    iterations, rows, tolerance_squared = 0, 0, (_SHARE * tolerance) ** 2
    for attempt in range(_FIRST + (2 * n if n <= _FEW else 0)):
        if iterations >= limit or (attempt > _CONTINUED and least <= max(100.0 * tolerance, _NEAR * size)):
            break
        if attempt > 0:
            _start_into(W, d, mu, cone, slide, wide, attempt, best, r)
            if attempt == 1:
                iterations += approach(
                    W, d, mu, cone, slide, wide, rho, weight, size, A, F, u, scratch, place, pivots, blocks, r
                )
            residual = _residual_into(W, d, mu, cone, slide, wide, rho, r, u)
        epsilon, stride = _WIDEST if attempt == _CONTINUED else _PROXIMAL, _STRIDE
        factored = 0.0  # the ε of the matrix whose factor is there, near the forces at hand; 0: there is none
        for _ in range(_ROUNDS):
            copy_into(r, centre)
            steps, remaining = proximal_round(
                W,
                d,
                mu,
                cone,
                slide,
                wide,
                rho,
                epsilon,
                weight,
                centre,
                A,
                F,
                u,
                trial,
                scratch,
                place,
                pivots,
                blocks,
                tolerance_squared,
                _LOOSE if epsilon <= _PROXIMAL else 0.0,
                factored == epsilon,
                omits,
                r,
            )
            iterations += steps
            converged = remaining <= (_ROUNDING * size) ** 2
            factored = epsilon if converged and (steps > 0 or factored == epsilon) else 0.0
            if attempt == _CONTINUED and not converged and epsilon < _WIDEST:
                copy_into(centre, r)  # back to where Newton followed, and on in smaller strides
                epsilon *= stride
                stride = stride**0.5
                if stride < _LEAST_STRIDE or iterations >= limit:
                    break
                epsilon /= stride
                continue
            before, residual = residual, _residual_into(W, d, mu, cone, slide, wide, rho, r, u)
            if rows < trace.shape[0]:
                trace[rows, 0] = residual
                for i in range(m):
                    trace[rows, 1 + i] = r[i]
                rows += 1
            if residual < least:
                least = residual
                copy_into(r, best)
            if residual <= tolerance:
                return residual, iterations
            if iterations >= limit or (attempt < _CONTINUED and not converged):
                break
            if epsilon > _PROXIMAL:
                epsilon = max(epsilon / stride, _PROXIMAL)
                stride = min(stride**1.25, _STRIDE)
            elif not residual < 0.5 * before:
                stalled = not residual < _STUCK * before and residual > max(100.0 * tolerance, _NEAR * size)
                if stalled or epsilon < 1e-6 * _PROXIMAL:
                    break
                epsilon *= 0.1
    copy_into(best, r)
    return least, iterations


@kernel
def is_only(mu: Array, cone: int, wide: Any, slack: float, r: Array, room: Array) -> bool:
    """Whether no other forces near r, which `dense_contact` has just found to its tolerance, give the same velocities.

    So it is where the matrix of its last step is regular, and each contact does one thing clearly: presses, or parts faster than
    `slack`; sticks inside its cone, or slides faster. False also where that is not known.
    room : what `dense_contact` has left
    """
    n = mu.shape[0]
    o = 9 * n * (n + 1)
    rho, weight = room[o : o + n], room[o + n : o + 2 * n]
    u, place = room[o + 2 * n : o + 2 * n + r.shape[0]], room[o + 5 * n : o + 9 * n]
    size, i = 0, 0
    for c in range(n):
        rest, last = int(place[2 * c + 1]), i + wide[c] - 1
        size += wide[c] - rest
        if rho[c] * weight[c] * _PROXIMAL > 0.1 * REGULAR or (mu[c] > 0.0 and cone != COULOMB):
            return False
        if rest == wide[c]:
            if u[last] <= slack or r[last] != 0.0:
                return False
        elif mu[c] != 0.0 and rest == 0 and wide[c] == 3:
            x, y = r[i], r[i + 1]
            edge = mu[c] * r[last]
            force, slip = x * x + y * y, u[i] * u[i] + u[i + 1] * u[i + 1]
            if mu[c] < 0.0:
                edge, force, slip = mu[c], force + r[last] * r[last], slip + u[last] * u[last]
            if slip <= slack * slack and force >= (1.0 - _EDGE) * edge * edge:
                return False
        elif mu[c] < 0.0 and abs(r[last]) >= -mu[c] * (1.0 - _EDGE) and abs(u[last]) <= slack:
            return False
        i += wide[c]
    B = step_matrix(room, size)
    for k in range(size):
        if not abs(B[k, k]) >= REGULAR:
            return False
    return size > 0


@kernel
def _residual_into(W: Array, d: Array, mu: Array, cone: int, slide: Array, wide: Any, rho: Array, r: Array, u: Array) -> float:
    """The largest residual of any contact, in the units of d, and the velocities into u (N,)."""
    velocities_into(W, d, r, u)
    return float(residual_at(mu, cone, slide, wide, rho, r, u))


@kernel
def _start_into(W: Array, d: Array, mu: Array, cone: int, slide: Array, wide: Any, attempt: int, best: Array, r: Array) -> None:
    """Write the start of an attempt after the first, which has the one given, into r: the best forces so far, nothing, what
    sweeps make of nothing; then the load of the best forces so far on all contacts but one, and on one.
    """
    n = mu.shape[0]
    for i in range(r.shape[0]):
        r[i] = best[i] if attempt == 1 else 0.0
    if attempt == _CONTINUED + 1:
        for _ in range(_SWEEPS):
            dense_sweep(W, d, mu, cone, slide, wide, r)
    if attempt < _FIRST:
        return
    load, last = 0.0, -1
    for c in range(n):
        last += wide[c]
        load += best[last]
    last = -1
    for c in range(n):
        last += wide[c]
        if attempt < _FIRST + n:
            r[last] = 0.0 if c == attempt - _FIRST else load / (n - 0.999)
        else:
            r[last] = load if c == attempt - _FIRST - n else 0.0


@kernel
def _weights_into(mu: Array, rho: Array, weight: Array) -> None:
    """Write what ε is a share of (n,): for contacts the mean of their diagonals of W; for a joint, of other units, its own."""
    n = mu.shape[0]
    contacts, mean = 0, 0.0
    for c in range(n):
        if mu[c] >= 0.0:
            contacts += 1
            mean += 1.0 / rho[c]
    for c in range(n):
        weight[c] = mean / contacts if mu[c] >= 0.0 else 1.0 / rho[c]
