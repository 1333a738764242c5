"""Which combination of forces is not determined: eigenvectors of the Delassus matrix, and its kernel.

M z = 0 is T z = 0, as M = Tᵀ H⁻¹ T: forces λ + s z push no joint otherwise, and q̈ stays. The basis of the kernel is to be read:
every column has a number where the others have 0, as Gauss and Jordan's elimination gives it, in that order of some which leaves
most zeros.
Source: contact-management, "Points de contact multiples"; Acary & Brogliato 2008, §4.1; Golub & Van Loan 2013, §3.4 (pivots).
"""

from __future__ import annotations

import numpy as np

from ....arrays import Array, frozen
from ...problem.moved_numbers import moved_numbers
from ...problem.problem import ContactProblem, Indices
from ...problem.redundant_forces import redundancy_of
from ...problem.solution import ContactSolution
from .values import DelassusKernel

_RANK = 1e-12  # share of the largest singular value of L⁻¹ T, or eigenvalue of M, its diagonal made 1, up to which one is zero
_NONE = 1e-9  # a number of a direction whose largest is 1, up to which it counts as none
_ROUNDING = 1e-14  # up to which it is set to 0; a larger one that is left out would be seen in q̈
_PIVOT = 0.1  # share of the largest number that is left, from which one may be divided by
_ORDERS = 6  # of pivots, of which that is taken that leaves most zeros


def kernel_of_delassus(problem: ContactProblem) -> DelassusKernel:
    """Eigenvalues and eigenvectors of M, and a basis of its kernel that can be read.

    Forces that go along it by s change q̈ by less than 1e-12 of what s alone would, where the problem has T and H.
    """
    n = len(problem)
    if n == 0:
        none = frozen(np.zeros((0, 0)))
        return DelassusKernel(frozen(np.zeros(0)), none, 0, none)
    values, vectors = np.linalg.eigh(problem.M)
    scale = np.sqrt(np.maximum(np.diag(problem.M), 0.0))
    scale[scale == 0.0] = 1.0
    if np.any(problem.T):  # T z = 0 keeps all digits, of which M = (L⁻¹ T)ᵀ L⁻¹ T has half
        moved = moved_numbers(problem.H, problem.T)
        A = np.linalg.solve(np.linalg.cholesky(problem.H[np.ix_(moved, moved)]), problem.T[moved]) / scale
        _, sizes, rows = np.linalg.svd(A)
        rank = int(np.sum(sizes > _RANK * sizes[0]))
        directions = readable_basis(rows[rank:].T / scale[:, None])
        left = np.linalg.lstsq(A, A @ (directions * scale[:, None]), rcond=_RANK)[0]  # what elimination rounded
        directions -= np.where(directions == 0.0, 0.0, left / scale[:, None])
    else:
        sizes, alike = np.linalg.eigh(problem.M / np.outer(scale, scale))
        small = sizes <= _RANK * max(float(sizes[-1]), 0.0)
        rank = n - int(np.sum(small))
        directions = readable_basis(alike[:, small] / scale[:, None])
    return DelassusKernel(frozen(values), frozen(vectors), rank, frozen(directions))


def redundant_directions(problem: ContactProblem, solution: ContactSolution) -> Array:
    """Directions (3n, k), along tangent, normal × tangent, normal, that change no motion and at first stay within the law.

    W z = 0, each contact in the face that its force lies in: one that slides changes friction and normal force together, one that
    leaves has none. The basis is as that of `kernel_of_delassus`. Raises ArgumentError if the solution is of another problem.
    """
    return readable_basis(redundancy_of(problem, solution).directions)


def readable_basis(columns: Array) -> Array:
    """Another basis of what columns (n, k) span, with many zeros; the largest number of each is 1, the first positive."""
    n, k = columns.shape
    if k == 0:
        return np.array(columns)
    start = np.linalg.qr(columns)[0].T
    orders = [np.arange(n), np.arange(n)[::-1]]
    if k > 1:
        orders += list(np.random.default_rng(0).permuted(np.tile(np.arange(n), (_ORDERS, 1)), axis=1))
    tried = [_eliminated(start, order) for order in orders]
    rows = max(tried, key=lambda found: int(np.sum(np.abs(found) < _NONE)))
    first = np.argmax(np.abs(rows) >= _NONE, axis=1)
    rows = rows * np.sign(rows[np.arange(k), first])[:, None]
    return np.asarray(rows[np.argsort(first, kind="stable")].T) + 0.0


def _eliminated(start: Array, order: Indices) -> Array:
    """Rows (k, n) of the same space after elimination with pivots in an order, the largest number of each 1 in size."""
    rows = start.copy()
    for k in range(len(rows)):
        rest = np.abs(rows[k:, order])
        largest = rest.max(axis=0)
        pivot = order[np.argmax(largest >= _PIVOT * largest.max())]
        row = k + int(np.argmax(np.abs(rows[k:, pivot])))
        rows[[k, row]] = rows[[row, k]]
        others = np.arange(len(rows)) != k
        rows[others] -= np.outer(rows[others, pivot] / rows[k, pivot], rows[k])
        rows /= np.abs(rows).max(axis=1, keepdims=True)
    return np.where(np.abs(rows) < _ROUNDING, 0.0, rows)
