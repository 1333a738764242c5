"""A Delassus matrix as others give it: printed with some digits, so not always symmetric, nor without negative eigenvalues.

Entries are measured against √(a_i a_j), a_i the largest own entry of the contact that row i belongs to, so that light and heavy
bodies may stand in one matrix. Whether W + δ diag(a) is positive is asked of Cholesky's method: eigenvalues take twenty times as
long.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh_tridiagonal

from ...arrays import Array
from ...errors import ArgumentError
from ...texts import tr
from .factorising import is_positive_definite

ACCEPTED = 1e-5  # what six printed digits leave of symmetry and positiveness [-]
_ROUNDING = 1e-9  # that is no news [-]
_TILE = 256  # rows and columns that stay in the processor's cache
_FACTORISED = 900  # rows
_LANCZOS = 8  # steps


@dataclass(frozen=True, slots=True)
class Mending:
    """What was changed in a matrix that was given, so that it is one of a contact problem."""

    asymmetry: float  # largest |W_ij - W_ji| / √(a_i a_j) of the matrix given; the mean of both was taken [-]
    lift: float  # δ a_i was added to the diagonal, so that no eigenvalue is negative [-]
    change: float  # the largest change of an entry by both [1/kg]

    def __str__(self) -> str:
        """What was done, a sentence."""
        done = []
        if self.asymmetry > _ROUNDING:
            done.append(
                tr(
                    "it missed symmetry by up to {asymmetry:.2g} of own entries: the symmetric part was taken",
                    asymmetry=self.asymmetry,
                )
            )
        if self.lift > 0.0:
            done.append(
                tr(
                    "it had negative eigenvalues: {lift:.2g} of each contact's largest own entry was added to the diagonal",
                    lift=self.lift,
                )
            )
        return tr(
            "the Delassus matrix was mended: {done}; no entry changed by more than {change:.2g}",
            done="; ".join(done),
            change=self.change,
        )


def mended(W: Array, rows_each: int, accept: float) -> tuple[Array, Mending | None]:
    """W (n, n), changed in place: symmetric, and without negative eigenvalues beyond rounding; and what was changed, if anything.

    rows_each : rows of W that belong to one contact; the last one is its normal
    accept    : see `contact_problem_from`. Raises ArgumentError for what misses it by more.
    Of more than `_FACTORISED` rows, those of the normals are factorised, and Lanczos' method looks for negative eigenvalues of
    the whole: it finds those beyond a tenth of the largest one. All of it is factorised only if either finds one.
    """
    if not 0.0 <= accept < 1.0:
        raise ArgumentError("accept is a share of the matrix, at least 0 and below 1; given {accept!r}", accept=accept)
    normals = np.diag(W)[rows_each - 1 :: rows_each]
    if np.any(normals <= 0.0):
        raise ArgumentError(
            "normal {normals} has a zero on the diagonal: nothing there can move", normals=int(np.argmin(normals))
        )
    own = np.repeat(np.diag(W).reshape(-1, rows_each).max(axis=1, initial=0.0), rows_each)
    asymmetry, change = _take_symmetric_part(W, np.sqrt(own))
    if asymmetry > max(accept, _ROUNDING):
        raise ArgumentError(
            "the Delassus matrix is not symmetric: it differs from its transpose by {asymmetry:.3g} of own entries; "
            "accept = {accept:g}",
            asymmetry=asymmetry,
            accept=accept,
        )
    lift = 0.0 if _looks_positive(W, own, rows_each) else _lift(W, own, accept)
    if lift > 0.0:
        W[np.diag_indices(len(W))] += lift * own
        change = max(change, lift * float(own.max()))
    if asymmetry <= _ROUNDING and lift == 0.0:
        return W, None
    return W, Mending(asymmetry, lift, change)


def _take_symmetric_part(W: Array, root: Array) -> tuple[float, float]:
    """Make W symmetric in place; returns the largest asymmetry, as `Mending` has it, and the largest change of an entry."""
    asymmetry = change = 0.0
    for i in range(0, len(W), _TILE):
        for j in range(i, len(W), _TILE):
            rows, columns = slice(i, i + _TILE), slice(j, j + _TILE)
            if np.array_equal(W[rows, columns], W[columns, rows].T):
                continue
            mean = 0.5 * (W[rows, columns] + W[columns, rows].T)
            half = np.abs(W[rows, columns] - mean)
            change = max(change, float(half.max()))
            asymmetry = max(asymmetry, 2.0 * float((half / np.outer(root[rows], root[columns])).max()))
            W[rows, columns], W[columns, rows] = mean, mean.T
    return asymmetry, change


def _looks_positive(W: Array, own: Array, rows_each: int) -> bool:
    """Whether W has no negative eigenvalue beyond rounding, as far as `mended` looks."""
    if len(W) <= _FACTORISED:
        return _is_positive(W, own, _ROUNDING)
    part = slice(rows_each - 1, None, rows_each)
    return _is_positive(W[part, part], own[part], _ROUNDING) and _least_ritz_value(W, np.sqrt(own)) > -_ROUNDING


def _is_positive(W: Array, own: Array, lift: float) -> bool:
    """Whether W + lift diag(own) is positive definite."""
    A = W.copy()
    A[np.diag_indices(len(A))] += lift * own
    return is_positive_definite(A)


def _least_ritz_value(W: Array, root: Array) -> float:
    """An upper bound of the least eigenvalue of W_ij / (root_i root_j), by Lanczos' method with all vectors kept orthogonal.

    Its products are not BLAS', whose threads wait for each other in each where others use the processor.
    Source: Golub & Van Loan 2013, §10.1.
    """
    Q, alpha, beta = np.zeros((_LANCZOS, len(W))), np.empty(_LANCZOS), np.empty(_LANCZOS)
    x = np.random.default_rng(0).normal(size=len(W))
    for k in range(_LANCZOS):
        Q[k] = x / np.linalg.norm(x)
        x = np.einsum("ij,j->i", W, Q[k] / root) / root
        alpha[k] = Q[k] @ x
        for _ in range(2):  # once is not enough
            x -= np.einsum("k,ki->i", np.einsum("ki,i->k", Q, x), Q)
        beta[k] = np.linalg.norm(x)
    return float(eigh_tridiagonal(alpha, beta[:-1], select="i", select_range=(0, 0), eigvals_only=True)[0])


def _lift(W: Array, own: Array, accept: float) -> float:
    """The least of some δ with which W + δ diag(own) is positive; 0 if that is so to rounding.

    Raises ArgumentError if the largest that is accepted does not do.
    """
    if len(W) > _FACTORISED and _is_positive(W, own, _ROUNDING):
        return 0.0
    root = np.sqrt(own)
    most = accept * float(np.linalg.norm(W / root / root[:, None]))
    if not _is_positive(W, own, most):
        least = (
            tr("the eigenvalue {least:.3g}", least=np.linalg.eigvalsh(W)[0])
            if len(W) <= _FACTORISED
            else tr("negative eigenvalues")
        )
        raise ArgumentError(
            "the Delassus matrix has {least}; none may be negative, and accept = {accept:g} allows for {most:.3g} of "
            "each contact's largest own entry",
            least=least,
            accept=accept,
            most=most,
        )
    while most > _ROUNDING and _is_positive(W, own, 0.1 * most):
        most *= 0.1
    return most
