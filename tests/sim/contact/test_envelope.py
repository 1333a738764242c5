"""Cholesky factors within an envelope: rows side by side have the bits of one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.sim.contact.envelope import envelope_cholesky, envelope_solve
from torseur.sim.kernel import compile_entry, entry, m_out, rows_in, v_out


@entry(rows_in(np.dtype(np.int64)), m_out, v_out, v_out)
def factorised(first, A, x, is_done):
    """Factorise A and solve A x = b in place of b."""
    is_done[0] = 1.0 if envelope_cholesky(A, first) else 0.0
    if is_done[0] == 1.0:
        envelope_solve(A, first, x)


def row_by_row(A, first):
    """The factor, each number from those before it."""
    L = np.zeros_like(A)
    for i in range(len(A)):
        for j in range(first[i], i + 1):
            s = A[i, j]
            for k in range(max(first[i], first[j]), j):
                s -= L[i, k] * L[j, k]
            L[i, j] = np.sqrt(s) if i == j else s / L[j, j]
    return L


def bodies(rng):
    """An envelope (n,) of trees of six and of other degrees of freedom, and a matrix (n, n) in it that is positive definite."""
    starts, first = [], []
    for _ in range(int(rng.integers(1, 9))):
        starts.append(len(first))
        first += [starts[int(rng.integers(0, len(starts)))]] * int(rng.choice([6, 6, 6, 1, 4, 7]))
    n = len(first)
    A = rng.normal(size=(n, n))
    A = np.tril(A) + np.tril(A, -1).T
    for i in range(n):
        A[i, : first[i]] = A[: first[i], i] = 0.0
    return np.array(first), A + 2.0 * n * np.eye(n)


@pytest.mark.parametrize("seed", range(20))
def test_rows_side_by_side_give_the_bits_of_one_by_one_and_the_solution(seed):
    compile_entry(factorised)
    rng = np.random.default_rng(seed)
    first, A = bodies(rng)
    b = rng.normal(size=len(A))
    L, x, is_done = A.copy(), b.copy(), np.zeros(1)
    L[np.triu_indices(len(A), 1)] = np.nan  # what is above the diagonal does not count
    factorised(first, L, x, is_done)
    assert is_done[0] == 1.0
    assert np.array_equal(np.tril(L), row_by_row(A, first))
    assert np.abs(A @ x - b).max() <= 1e-13 * np.abs(A).max()


def test_a_matrix_that_is_not_positive_definite_has_no_factor():
    compile_entry(factorised)
    first, A = bodies(np.random.default_rng(0))
    A[-1, -1] = -1.0
    is_done = np.ones(1)
    factorised(first, A, np.zeros(len(A)), is_done)
    assert is_done[0] == 0.0
