"""Frictionless contact as a quadratic programme, by an active-set method.

min ½ λᵀ M λ + dᵀ λ with λ ≥ 0, that is 0 ≤ λ ⟂ M λ + d ≥ 0. The list of active contacts (λ > 0) is the state that warm
starts keep. M is only positive semi-definite when contacts are redundant, so λ is not unique there; the method of
proximal points solves with M + ε instead, again and again with d - ε λ_k: started from λ_0 = 0 it converges, in two or
three rounds, to the λ of least norm among the solutions on the final active list, with no trace of ε left.
Source: contact-management, "Résolution"; Lawson & Hanson 1974, §23.3; Rockafellar 1976 (proximal points).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import entry, f8, i_out, kernel, m_in, m_out, small, v_in, v_out

PROXIMAL = 1e-7  # ε, as a share of the mean diagonal of M
ROUNDS = 12


@kernel
def active_set(M: Array, d: Array, tolerance: float, lam: Array, active: Any, L: Array, scratch: Array) -> tuple[float, int]:
    """Solve the programme; returns the natural-map residual (in the units of d) and the number of factorisations.

    M       : (n, n) Delassus matrix; d : (n,)
    lam     : (n,) out
    active  : (n,) int64 0 or 1, the list of active contacts: start and result
    L       : (n, n) scratch; scratch : (3, n)
    """
    n = d.shape[0]
    shifted, target, mean = scratch[0], scratch[1], 0.0
    for i in range(n):
        mean += M[i, i] / n
        lam[i] = 0.0
    epsilon = PROXIMAL * mean
    factorisations = 0
    residual = 1e300
    for turn in range(ROUNDS):
        for i in range(n):
            shifted[i] = d[i] - epsilon * lam[i]
        factorisations += _strictly_convex(M, epsilon, shifted, lam, active, L, target, turn > 0)
        before, residual = residual, natural_residual(M, d, lam)
        if residual <= tolerance or not residual < 0.5 * before:
            break
    return residual, factorisations


@kernel
def natural_residual(M: Array, d: Array, lam: Array) -> float:
    """Max |λ m - max(0, λ m - (M λ + d))| with m the diagonal of M, so that it is in the units of d."""
    worst = 0.0
    for i in range(d.shape[0]):
        w = d[i]
        for j in range(d.shape[0]):
            w += M[i, j] * lam[j]
        e = abs(lam[i] * M[i, i] - max(0.0, lam[i] * M[i, i] - w))
        if not e <= worst:
            worst = e
    return worst


@kernel
def _strictly_convex(
    M: Array, epsilon: float, d: Array, lam: Array, active: Any, L: Array, target: Array, is_factored: bool
) -> int:
    """The programme for M + ε, from the active list given, whose factor may be in L; lam must be ≥ 0 and is the start."""
    n = d.shape[0]
    for i in range(n):
        if active[i] == 0:
            lam[i] = 0.0
    for iteration in range(10 * n + 10):
        if is_factored and iteration == 0:
            _solve_active(d, active, L, target)
        else:
            _unconstrained(M, epsilon, d, active, L, target)
        step, blocking = 1.0, -1
        for i in range(n):
            if active[i] and target[i] < 0.0:
                s = lam[i] / (lam[i] - target[i]) if lam[i] > 0.0 else 0.0
                if s < step or blocking < 0:
                    step, blocking = s, i
        for i in range(n):
            if active[i]:
                lam[i] += step * (target[i] - lam[i])
        if blocking >= 0:
            lam[blocking] = 0.0
            active[blocking] = 0
            for i in range(n):  # others that reached zero together with it
                if active[i] and lam[i] <= 0.0 and target[i] < 0.0:
                    lam[i] = 0.0
                    active[i] = 0
            continue
        worst, entering = 0.0, -1
        for i in range(n):
            if active[i] == 0:
                w = d[i]
                for j in range(n):
                    w += M[i, j] * lam[j]
                if w < worst - 1e-13 * (abs(d[i]) + 1e-300):
                    worst, entering = w, i
        if entering < 0:
            return iteration + 1
        active[entering] = 1
    return 10 * n + 10


@kernel
def _unconstrained(M: Array, epsilon: float, d: Array, active: Any, L: Array, x: Array) -> None:
    """Solve (M + ε) x = -d on the active contacts, by Cholesky; x is zero elsewhere.

    Row i of the factor has a column for each active contact up to i, side by side.
    """
    for i in range(d.shape[0]):
        x[i] = 0.0
        if active[i] == 0:
            continue
        row, s, a = L[i], -d[i], 0
        for j in range(i):
            if active[j]:
                w, other = M[i, j], L[j]
                for k in range(a):
                    w -= row[k] * other[k]
                row[a] = w / other[a]
                s -= row[a] * x[j]
                a += 1
        w = M[i, i] + epsilon
        for k in range(a):
            w -= row[k] * row[k]
        row[a] = max(w, 0.5 * epsilon) ** 0.5
        x[i] = s / row[a]
    _solve_upper(active, L, x)


@kernel
def _solve_active(d: Array, active: Any, L: Array, x: Array) -> None:
    """`_unconstrained`, to the same bits, with the factor that it has left."""
    for i in range(d.shape[0]):
        x[i] = 0.0
        if active[i]:
            row, s, a = L[i], -d[i], 0
            for j in range(i):
                if active[j]:
                    s -= row[a] * x[j]
                    a += 1
            x[i] = s / row[a]
    _solve_upper(active, L, x)


@small
def _solve_upper(active: Any, L: Array, x: Array) -> None:
    """Solve Lᵀ y = x on the active contacts, in place in x."""
    a = 0  # active contacts up to i
    for i in range(x.shape[0]):
        a += 1 if active[i] else 0
    for i in range(x.shape[0] - 1, -1, -1):
        if active[i]:
            a -= 1
            row, b = L[i], 0
            x[i] /= row[a]
            for k in range(i):
                if active[k]:
                    x[k] -= row[b] * x[i]
                    b += 1


@entry(m_in, f8, v_in, i_out, m_out, v_out)
def unconstrained_minimum(M: Array, epsilon: float, d: Array, active: Any, L: Array, x: Array) -> int:
    """Write the least of ½ xᵀ(M + ε)x + dᵀx on the active contacts into x, zeros elsewhere: one step of `active_set`, for those
    who look at its steps.
    """
    _unconstrained(M, epsilon, d, active, L, x)
    return 0


@entry(m_in, v_in, v_in, v_out)
def gradient_into(M: Array, d: Array, lam: Array, out: Array) -> int:
    """Write M λ + d (n,), summed in the order of `active_set`, for those who look at its steps."""
    for i in range(d.shape[0]):
        out[i] = d[i]
        for j in range(d.shape[0]):
            out[i] += M[i, j] * lam[j]
    return 0
