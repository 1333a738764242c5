"""Small linear solves: what is left out because it is zero changes nothing."""

import numpy as np

from tests.cases import loop_over
from torseur.sim.contact.envelope import clear_pivoted, reach_into
from torseur.sim.contact.linear_solvers import (
    envelope_pivoted_solve,
    factored_solve,
    pivoted_factor,
    pivoted_solve,
    upper_solve,
)
from torseur.sim.kernel import compile_entry, entry, m_out, rows_in, v_out


@entry(rows_in(np.dtype(np.int64)), m_out, m_out, v_out, v_out, v_out)
def both(first, A, B, x, y, reach):
    """Solve B x = b within the envelope, on A, which has anything before, and B y = b without it."""
    reach_into(first, reach)
    clear_pivoted(A, first, reach)
    for i in range(first.shape[0]):
        for j in range(first[i], i + 1):
            A[i, j], A[j, i] = B[i, j], B[j, i]
    reach[0] = 1.0 if envelope_pivoted_solve(A, first, reach, x) and pivoted_solve(B, y, y.shape[0]) else 0.0


@loop_over("seed", range(20))
def test_solving_within_the_envelope_gives_the_same_bits_and_the_solution(seed):
    compile_entry(both)
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 60))
    first = np.array([rng.integers(max(0, i - rng.integers(1, 20)), i + 1) for i in range(n)])
    A = rng.normal(size=(n, n))  # no number on the diagonal is the largest of its column, so rows are swapped
    for i in range(n):
        A[i, : first[i]] = A[: first[i], i] = 0.0
    b = rng.normal(size=n)
    x, y, reach = b.copy(), b.copy(), np.zeros(n)
    both(first, np.full_like(A, np.nan), A.copy(), x, y, reach)
    assert reach[0] == 1.0
    assert np.array_equal(x, y)
    assert np.abs(A @ x - b).max() <= 1e-12 * np.linalg.cond(A) * np.abs(x).max()


@entry(m_out, m_out, v_out, v_out, v_out, v_out)
def three_ways(A, B, pivots, x, y, z):
    """Solve A x = b with its factor, again with that, and B z = b without: A's rows are three numbers longer."""
    n = x.shape[0]
    pivoted_factor(A, pivots, x, n)
    upper_solve(A, x, n)
    factored_solve(A, pivots, y, n)
    pivoted_solve(B, z, n)


@loop_over("n", [*range(1, 14), 31])
def test_a_factor_that_is_kept_gives_the_same_bits_as_a_solve_without_whatever_stands_beyond_its_rows(n):
    compile_entry(three_ways)
    rng = np.random.default_rng(n)
    A = rng.normal(size=(n, n))
    A[rng.random((n, n)) < 0.2] = 0.0
    A += np.diag(rng.uniform(1.0, 2.0, n))
    b, longer = rng.normal(size=n), np.full((n, n + 3), 1e9)
    longer[:, :n] = A
    x, y, z = b.copy(), b.copy(), b.copy()
    three_ways(longer, A.copy(), np.zeros(n), x, y, z)
    assert np.array_equal(x, z)
    assert np.array_equal(y, z)
    assert np.abs(A @ x - b).max() <= 1e-12 * np.linalg.cond(A) * np.abs(x).max()
