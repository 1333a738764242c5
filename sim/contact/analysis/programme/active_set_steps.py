"""The active-set method for frictionless contact, step by step: which contacts are on its list, who enters, who leaves, and why.

The same method as `dense.active_set`, which simulations call, and the same pivots: the least on a list is found by the same
compiled code, and what follows it is done in the same order of arithmetic.
Source: contact-management, "Résolution" (the list of active contacts); Lawson & Hanson 1974, §23.3.
"""

from __future__ import annotations

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ....kernel import compile_entry
from ...dense.active_set import PROXIMAL, ROUNDS, gradient_into, unconstrained_minimum
from ...problem.problem import ContactProblem
from .values import ActiveSetRun, ActiveSetStep

_RISING = 1e-13  # share of |d| below which a ζ̇ counts as zero, as in the kernel


def active_set_steps(problem: ContactProblem, *, start: Array | None = None, tolerance: float = 1e-10) -> ActiveSetRun:
    """The steps of the active-set method on the normals of a problem; friction is left out.

    start     : (n,) normal forces whose positive ones are the first list; None: an empty list
    tolerance : of the natural map, relative to the largest |w|, at least to 1 m/s²
    Raises ArgumentError.
    """
    M, d, n = problem.M, problem.d, len(problem)
    given = np.zeros(n) if start is None else np.asarray(start, dtype=np.float64)
    if given.shape != (n,):
        raise ArgumentError("start has shape {shape}; the problem has {n} contacts", shape=given.shape, n=n)
    tolerance *= max(1.0, float(np.max(np.abs(problem.w), initial=0.0)))
    mean = 0.0
    for own in np.diag(M):
        mean += own / n
    run = _Run(M, d, PROXIMAL * mean, (given > 0.0).astype(np.int64))
    residual = 1e300
    for k in range(ROUNDS if n else 0):
        run.strictly_convex(k + 1)
        before, residual = residual, _natural_residual(M, d, run.lam)
        if residual <= tolerance or not residual < 0.5 * before:
            break
    residual = residual if n else 0.0
    return ActiveSetRun(tuple(run.steps), frozen(run.lam.copy()), residual, run.epsilon)


class _Run:
    """The state of the method, and the steps told so far."""

    def __init__(self, M: Array, d: Array, epsilon: float, active: np.ndarray) -> None:
        n = len(d)
        self.M, self.d, self.epsilon, self.active = M, d, epsilon, active
        self.lam, self.steps = np.zeros(n), list[ActiveSetStep]()
        self._factor = np.empty((n, n))
        compile_entry(unconstrained_minimum)
        compile_entry(gradient_into)

    def strictly_convex(self, round_: int) -> None:
        """The programme for M + ε about the forces so far, from the active list so far."""
        n, lam, active = len(self.d), self.lam, self.active
        shifted = self.d - self.epsilon * lam
        lam[active == 0] = 0.0
        for _ in range(10 * n + 10):
            listed, target = tuple(np.flatnonzero(active).tolist()), np.empty(n)
            unconstrained_minimum(self.M, self.epsilon, shifted, active, self._factor, target)
            share, leaving = self._step_towards(target)
            entering = -1 if leaving else self._most_negative(shifted)
            self._tell(round_, listed, target, share, leaving, entering)
            if leaving:
                continue
            if entering < 0:
                return
            active[entering] = 1

    def _step_towards(self, target: Array) -> tuple[float, tuple[int, ...]]:
        """Go towards the target until a force would pull; how far, and who leaves the list there."""
        lam, active = self.lam, self.active
        share, blocking = 1.0, -1
        for i in np.flatnonzero((active != 0) & (target < 0.0)):
            s = lam[i] / (lam[i] - target[i]) if lam[i] > 0.0 else 0.0
            if s < share or blocking < 0:
                share, blocking = float(s), int(i)
        on = active != 0
        lam[on] += share * (target[on] - lam[on])
        if blocking < 0:
            return share, ()
        lam[blocking], active[blocking] = 0.0, 0
        others = np.flatnonzero((active != 0) & (lam <= 0.0) & (target < 0.0))
        lam[others], active[others] = 0.0, 0
        return share, (blocking, *(int(i) for i in others))

    def _most_negative(self, d: Array) -> int:
        """The contact off the list that goes in fastest; -1: none does."""
        zeta_dot = _gradient(self.M, d, self.lam)
        worst, entering = 0.0, -1
        for i in np.flatnonzero(self.active == 0):
            if zeta_dot[i] < worst - _RISING * (abs(d[i]) + 1e-300):
                worst, entering = float(zeta_dot[i]), int(i)
        return entering

    def _tell(
        self, round_: int, listed: tuple[int, ...], target: Array, share: float, leaving: tuple[int, ...], entering: int
    ) -> None:
        zeta_dot = _gradient(self.M, self.d, self.lam)
        self.steps.append(
            ActiveSetStep(
                round_,
                listed,
                frozen(target),
                frozen(self.lam.copy()),
                share,
                leaving,
                entering,
                frozen(zeta_dot),
                float(0.5 * self.lam @ self.M @ self.lam + self.lam @ self.d),
                _natural_residual(self.M, self.d, self.lam),
            )
        )


def _gradient(M: Array, d: Array, lam: Array) -> Array:
    """M λ + d, summed in the order of the kernel."""
    out = np.empty(len(d))
    gradient_into(M, d, lam, out)
    return out


def _natural_residual(M: Array, d: Array, lam: Array) -> float:
    own = lam * np.diag(M)
    return float(np.max(np.abs(own - np.maximum(0.0, own - _gradient(M, d, lam))), initial=0.0))
