"""Singular value decomposition of a task: the four subspaces, and how much of each direction there is.

Source: THEORY §2; kinematic-model, "Pour aller plus loin : décomposition en valeurs singulières".
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ...multibody.model.checks import checked_number
from ..jacobian.singular_values import rank_tolerance
from .values import TaskJacobian, TaskSVD

TIE = 1e-9  # entries this near to the largest are as large: their order must not hang on rounding
SAME = 32.0 * np.finfo(float).eps  # singular values this near, as a share of the largest, are the same


def task_svd(task: TaskJacobian, *, tolerance: float | None = None, like: TaskSVD | None = None) -> TaskSVD:
    """Decompose the J (m, n) of a task, U and V full.

    tolerance : singular values up to it count as zero [task.unit]; None: max(m, n) ε σ₁
    like      : the decomposition of a moment before, of the same size. Then signs, and the bases of the subspaces in which any
                basis would do, are those nearest to it, and `continues` says which σ is which where two have crossed.
                None: the largest entry of each u (and of each v of the self-motions) is positive.

    Raises ArgumentError for a tolerance below zero.
    """
    J = task.J
    m, n = J.shape
    if n:
        U, sigma, Vt = np.linalg.svd(J, full_matrices=True)
        V = Vt.T
    else:
        U, sigma, V = np.eye(m), np.zeros(0), np.zeros((0, 0))
    source = "machine" if tolerance is None else "given"
    limit = rank_tolerance(J, sigma) if tolerance is None else _checked(tolerance)
    rank = int(np.sum(sigma > limit))
    continues = tuple(range(len(sigma)))
    if like is not None and like.task.J.shape == (m, n):
        continues = _matched(U, V, like, rank)
        U, V = _aligned(U, V, sigma, like, rank, continues)
    else:
        U, V = _oriented(U, V, rank)
    return TaskSVD(
        task=task,
        U=frozen(U),
        sigma=frozen(sigma),
        V=frozen(V),
        rank=rank,
        tolerance=limit,
        tolerance_source=source,
        residual=float(np.max(np.abs(J - (U[:, : len(sigma)] * sigma) @ V[:, : len(sigma)].T), initial=0.0)),
        orthogonality=max(float(np.max(np.abs(Q.T @ Q - np.eye(len(Q))), initial=0.0)) for Q in (U, V)),
        continues=continues,
    )


def _checked(tolerance: float) -> float:
    tolerance = checked_number("tolerance", tolerance)
    if tolerance < 0.0:
        raise ArgumentError(
            "tolerance is {tolerance:g}; wanted zero or more, in the unit of the singular values", tolerance=tolerance
        )
    return tolerance


def _oriented(U: Array, V: Array, rank: int) -> tuple[Array, Array]:
    """The same decomposition, with the sign of each pair (u, v) such that the largest entry of u is positive."""
    of_u, of_v = _signs(U), _signs(V)
    of_v[:rank] = of_u[:rank]
    return U * of_u, V * of_v


def _signs(Q: Array) -> Array:
    """For each column the sign of its entry of the largest size, the first of those within `TIE`."""
    if not Q.size:
        return np.ones(0)
    size = np.abs(Q)
    first = np.argmax(size >= size.max(axis=0) - TIE, axis=0)
    return np.where(Q[first, np.arange(Q.shape[1])] < 0.0, -1.0, 1.0)


def _matched(U: Array, V: Array, like: TaskSVD, rank: int) -> tuple[int, ...]:
    """For each triple the one before that it goes on from: the largest overlaps first, each taken once."""
    k = min(len(U), len(V))
    overlap = np.abs(U[:, :rank].T @ like.U[:, :k]) + np.abs(V[:, :rank].T @ like.V[:, :k])
    overlap[:, like.rank :] -= 2.0  # what moves the task goes on from what moved it, as long as there is such
    found = [0] * rank
    for _ in range(rank):
        i, j = divmod(int(np.argmax(overlap)), k)
        found[i] = j
        overlap[i, :], overlap[:, j] = -np.inf, -np.inf
    return (*found, *(j for j in range(k) if j not in found))


def _aligned(U: Array, V: Array, sigma: Array, like: TaskSVD, rank: int, continues: tuple[int, ...]) -> tuple[Array, Array]:
    """The same decomposition, with signs, and bases where any would do, nearest to those of the one before."""
    U, V = np.array(U), np.array(V)
    before = list(continues[:rank])
    for some in _equal_runs(sigma[:rank]):
        previous = [before[i] for i in some]
        turn = _nearest_rotation(U[:, some].T @ like.U[:, previous] + V[:, some].T @ like.V[:, previous])
        U[:, some], V[:, some] = U[:, some] @ turn, V[:, some] @ turn
    for Q, old in ((U, like.U), (V, like.V)):
        free = [j for j in range(len(Q)) if j not in before]  # in the order they were in
        Q[:, rank:] = Q[:, rank:] @ _nearest_rotation(Q[:, rank:].T @ old[:, free])
    return U, V


def _equal_runs(sigma: Array) -> list[list[int]]:
    """Runs of singular values that are the same: there any basis is as good."""
    runs: list[list[int]] = []
    for i, value in enumerate(sigma.tolist()):
        if runs and sigma[runs[-1][-1]] - value <= SAME * sigma[0]:
            runs[-1].append(i)
        else:
            runs.append([i])
    return runs


def _nearest_rotation(M: Array) -> Array:
    """The orthogonal matrix nearest to M: the polar factor, which turns one basis as near as can be to another."""
    if M.shape == (1, 1):
        return np.where(M < 0.0, -1.0, 1.0)
    if not M.size:
        return M
    W, _, Zt = np.linalg.svd(M)
    return np.asarray(W @ Zt)
