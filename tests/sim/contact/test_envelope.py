"""Cholesky factors within an envelope: rows side by side have the bits of one after the other."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.sim.contact.envelope import clear_envelope, envelope_cholesky, envelope_solve
from torseur.sim.contact.linear_solvers import cholesky_from_end, solve_from_end
from torseur.sim.kernel import compile_entry, entry, i_out, m_out, rows_in, v_out


@entry(rows_in(np.dtype(np.int64)), m_out, v_out, v_out)
def factorised(first, A, x, is_done):
    """Factorise A and solve A x = b in place of b."""
    is_done[0] = 1.0 if envelope_cholesky(A, first) else 0.0
    if is_done[0] == 1.0:
        envelope_solve(A, first, x)


@entry(i_out, m_out, m_out, v_out, v_out)
def cleared(first, B, A, x, y):
    """Solve B x = b from the front, and B y = b from the end, on A, which has anything before."""
    for way in range(2):
        clear_envelope(A, first)
        for i in range(first.shape[0]):
            for j in range(first[i], i + 1):
                A[i, j] = B[i, j]
        if way == 0 and envelope_cholesky(A, first):
            envelope_solve(A, first, x)
        if way == 1 and cholesky_from_end(A, first):
            solve_from_end(A, first, y)
        for i in range(first.shape[0]):
            for j in range(first.shape[0]):
                A[i, j] = np.nan


@loop_over("seed", range(20))
@pytest.mark.slow
def test_what_is_cleared_is_all_that_is_looked_at(seed):
    compile_entry(cleared)
    rng = np.random.default_rng(seed)
    first, B = bodies(rng)
    b = rng.normal(size=len(B))
    x, y = b.copy(), b.copy()
    cleared(first, B, np.full_like(B, np.nan), x, y)
    assert np.abs(B @ x - b).max() <= 1e-13 * np.abs(B).max()
    assert np.abs(B @ y - b).max() <= 1e-13 * np.abs(B).max()


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


@loop_over("seed", range(20))
@pytest.mark.slow
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
