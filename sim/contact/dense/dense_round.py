"""One proximal round of `dense_contact`: Newton's method on the faults of the law, with the proximal term.

Arrays are those of `dense_contact`. A round is an equation in r alone, F(r) = 0, with u = W r + d + ε weight (r - centre). Where
Newton's method is near, a step with a factor that is there gains as much as the last one with its own did, for a fraction of the
price. Where its matrix has no small pivot nothing is redundant, and the proximal term, with nothing to do, is left out. Else a
round needs to be no more exact than what its own proximal term makes: others follow (inexact proximal points).
Source: Alart & Curnier 1991; Rockafellar 1976; Kelley 1995, §5.4.1 (chord); Fan & Yuan 2005 (ε as large as what is left).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import copy_into, kernel
from .dense_law import law_residual
from .dense_step import step_again_into, step_into
from .dense_sweep import velocities_into

_ITERATIONS, _PATIENCE = 40, 6  # Newton steps; full ones without a gain [-]
_MUCH = 1e-4  # of ‖F/ρ‖², to which a step with a factor that is there brings it where that is near enough
_NEAR = 1e-6  # of ‖F/ρ‖² before, to which a step brings it whose factor is good for the next one
REGULAR = 1e-3  # that all pivots of Newton's matrix, whose rows have numbers of about 1, exceed where it is regular
_SEARCHES, _FURTHER = 4, 0.1  # steps of a line search, and what of ‖F/ρ‖² they leave at most for it to go on
_OMITTED = 1e-6  # of the proximal term, that is left where the matrix is regular
_FALL, _LEAST, _MOST = 1e-2, 1e-6, 1.0  # ε beside ‖F/ρ‖ over |d|, and its bounds, of `approach`
_CLOSE, _LONG_PATIENCE = 1e-6, 12  # ‖F/ρ‖ over |d| where `approach` ends; its steps without a gain


@kernel
def function_into(
    W: Array,
    d: Array,
    mu: Array,
    cone: int,
    slide: Array,
    wide: Any,
    rho: Array,
    epsilon: float,
    weight: Array,
    centre: Array,
    r: Array,
    u: Array,
    F: Array,
) -> tuple[float, float]:
    """Write the faults into F and the velocities, proximal term included, into u; returns ‖F/ρ‖², and the term's own square."""
    total = proximal = 0.0
    velocities_into(W, d, r, u)
    i = 0
    for c in range(mu.shape[0]):
        e = epsilon * weight[c]
        for k in range(i, i + wide[c]):
            p = e * (r[k] - centre[k])
            proximal += p * p
            u[k] += p
        if mu[c] == 0.0 and wide[c] == 1:
            F[i] = r[i] - max(0.0, r[i] - rho[c] * u[i])
        elif wide[c] == 1:
            _, _, F[i] = law_residual(mu[c], cone, 0.0, 0.0, rho[c], 0.0, 0.0, r[i], 0.0, 0.0, u[i])
        else:
            F[i], F[i + 1], F[i + 2] = law_residual(
                mu[c], cone, slide[c, 0], slide[c, 1], rho[c], r[i], r[i + 1], r[i + 2], u[i], u[i + 1], u[i + 2]
            )
        for k in range(i, i + wide[c]):
            total += (F[k] / rho[c]) ** 2
        i += wide[c]
    return total, proximal


@kernel
def proximal_round(
    W: Array,
    d: Array,
    mu: Array,
    cone: int,
    slide: Array,
    wide: Any,
    rho: Array,
    epsilon: float,
    weight: Array,
    centre: Array,
    A: Array,
    F: Array,
    u: Array,
    trial: Array,
    scratch: Array,
    place: Array,
    pivots: Array,
    blocks: Array,
    tolerance_squared: float,
    share: float,
    is_factored: bool,
    omits: bool,
    r: Array,
) -> tuple[int, float]:
    """Newton on F, r in place, until ‖F/ρ‖² is `tolerance_squared`, or this share of its proximal term.

    Returns the number of iterations and ‖F/ρ‖², 0 where that is enough.
    is_factored : whether the factor of a matrix near r is there; omits : see `dense_contact`
    Full steps first, for as long as one of the next few is better: where a contact must open or begin to slide, ‖F/ρ‖ grows
    before it falls, and a line search stops at the kink. What is left is for a halving line search on ‖F/ρ‖, as long as that
    gains: where it creeps, another start is sooner there.
    """
    n = r.shape[0]
    size, proximal = function_into(W, d, mu, cone, slide, wide, rho, epsilon, weight, centre, r, u, F)
    copy_into(r, trial)
    least, since, iterations = size, 0, 0
    given, may_omit = epsilon, omits and share > 0.0
    for c in range(mu.shape[0]):
        may_omit = may_omit and epsilon * weight[c] * rho[c] <= 0.1 * REGULAR
    while since < _PATIENCE and iterations < _ITERATIONS:
        if size <= max(tolerance_squared, share * proximal):
            return iterations, 0.0
        iterations += 1
        before = size
        if is_factored:
            if step_again_into(wide, A, scratch, place, pivots, F):
                for i in range(n):
                    r[i] -= F[i]
                size, proximal = function_into(W, d, mu, cone, slide, wide, rho, epsilon, weight, centre, r, u, F)
                is_factored = size <= _MUCH * before
            else:
                is_factored = False
            if is_factored or size <= tolerance_squared:
                least = size
                copy_into(r, trial)
            else:
                copy_into(trial, r)
                size, proximal = function_into(W, d, mu, cone, slide, wide, rho, epsilon, weight, centre, r, u, F)
            continue
        since += 1
        pivot = step_into(W, mu, cone, slide, wide, rho, epsilon, weight, r, u, A, scratch, blocks, place, pivots, F)
        if pivot == 0.0:
            break
        is_regular = may_omit and pivot >= REGULAR
        if is_regular or epsilon == given:
            for i in range(n):
                r[i] -= F[i]
        epsilon = _OMITTED * given if is_regular else given
        size, proximal = function_into(W, d, mu, cone, slide, wide, rho, epsilon, weight, centre, r, u, F)
        if size < 0.25 * least:
            least, since = size, 0
            copy_into(r, trial)
            is_factored = size <= _NEAR * before
    copy_into(trial, r)
    epsilon = given
    size, _ = function_into(W, d, mu, cone, slide, wide, rho, epsilon, weight, centre, r, u, F)
    searches, enough = 0, _FURTHER * size
    while iterations < _ITERATIONS and size > tolerance_squared:
        if size <= enough:
            searches, enough = 0, _FURTHER * size
        if searches == _SEARCHES:
            break
        searches += 1
        iterations += 1
        if step_into(W, mu, cone, slide, wide, rho, epsilon, weight, r, u, A, scratch, blocks, place, pivots, F) == 0.0:
            break
        step, smaller = 1.0, size
        for _ in range(12):
            for i in range(n):
                trial[i] = r[i] - step * F[i]
            smaller, _ = function_into(W, d, mu, cone, slide, wide, rho, epsilon, weight, centre, trial, u, scratch)
            if smaller < size * (1.0 - 0.1 * step):
                break
            step *= 0.5
        if not smaller < size:
            break
        copy_into(trial, r)
        size, _ = function_into(W, d, mu, cone, slide, wide, rho, epsilon, weight, centre, r, u, F)
    return iterations, size if size > tolerance_squared else 0.0


@kernel
def approach(
    W: Array,
    d: Array,
    mu: Array,
    cone: int,
    slide: Array,
    wide: Any,
    rho: Array,
    weight: Array,
    largest: float,
    A: Array,
    F: Array,
    u: Array,
    scratch: Array,
    place: Array,
    pivots: Array,
    blocks: Array,
    r: Array,
) -> int:
    """Bring r near to where the law holds by steps each with an ε of its own, as large as what is left; returns how many.

    largest : |d|. Where contacts are redundant, and some slide, a small ε far from the solution makes steps that lead astray.
    """
    size, _ = function_into(W, d, mu, cone, slide, wide, rho, 0.0, weight, r, r, u, F)
    least, since, iterations = size, 0, 0
    while size > (_CLOSE * largest) ** 2 and since < _LONG_PATIENCE and iterations < _ITERATIONS:
        iterations += 1
        since += 1
        epsilon = min(_MOST, max(_LEAST, _FALL * size**0.5 / largest))
        if step_into(W, mu, cone, slide, wide, rho, epsilon, weight, r, u, A, scratch, blocks, place, pivots, F) == 0.0:
            break
        for i in range(r.shape[0]):
            r[i] -= F[i]
        size, _ = function_into(W, d, mu, cone, slide, wide, rho, 0.0, weight, r, r, u, F)
        if size < 0.25 * least:
            least, since = size, 0
    return iterations
