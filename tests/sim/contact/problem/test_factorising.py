"""Cholesky's method with other threads going on gives what SciPy gives."""

import threading

import numpy as np
import pytest
from scipy import linalg
from scipy.linalg import lapack

from tests.cases import loop_over
from torseur.sim.contact.problem.factorising import is_positive_definite, pivoted_cholesky, solve_triangular
from torseur.sim.errors import ArgumentError


@pytest.mark.parametrize(("n", "rank"), [(1, 1), (2, 1), (7, 4), (60, 60), (200, 130), (3, 0)])
def test_pivoted_it_ends_at_the_rank_and_gives_the_matrix(n, rank):
    B = np.random.default_rng(n).normal(size=(n, rank))
    A = B @ B.T
    lower, order, found = pivoted_cholesky(A, 1e-10)
    L = lower[:, :found]
    assert found == rank
    assert sorted(order) == list(range(n))
    assert L @ L.T == pytest.approx(A[np.ix_(order, order)], abs=1e-10)
    expected, pivots, same, _ = lapack.dpstrf(A, tol=1e-10, lower=1)
    assert (same, list(pivots - 1)) == (rank, list(order))
    assert np.array_equal(np.tril(expected)[:, :rank], L)


@pytest.mark.parametrize("n", [0, 1, 5, 80])
def test_a_matrix_is_positive_definite_where_all_its_eigenvalues_are(n):
    B = np.random.default_rng(n).normal(size=(n, n))
    A = B @ B.T + np.eye(n)
    assert is_positive_definite(A)
    assert pivoted_cholesky(A, 1e-10)[2] == n
    if n:
        assert not is_positive_definite(A - (np.linalg.eigvalsh(A)[0] + 1e-6) * np.eye(n))


def test_the_matrix_that_is_given_stays_as_it_is_and_one_that_is_not_square_is_refused():
    A = np.eye(4) + 0.1
    before = A.copy()
    pivoted_cholesky(A, 1e-10)
    is_positive_definite(A)
    assert np.array_equal(A, before)
    with pytest.raises(ArgumentError, match=r"\(2, 3\) is not square"):
        pivoted_cholesky(np.zeros((2, 3)), 1e-10)


@loop_over("shape", [(1,), (6,), (6, 1), (40, 3), (0,)])
@loop_over("transposed", [False, True])
def test_a_triangle_is_solved_as_scipy_does(shape, transposed):
    rng = np.random.default_rng(len(shape))
    n = shape[0]
    L, b = rng.normal(size=(n, n)) + 5.0 * np.eye(n), rng.normal(size=shape)
    found = solve_triangular(L, b, transposed=transposed)
    expected = linalg.solve_triangular(L, b, lower=True, trans=int(transposed)) if n else b
    assert found.shape == shape
    assert found == pytest.approx(expected, rel=1e-12)


def test_a_triangle_that_has_no_inverse_or_does_not_fit_is_refused_in_words():
    with pytest.raises(ArgumentError, match="zero on its diagonal, in row 2"):
        solve_triangular(np.diag([1.0, 0.0]), np.ones(2))
    with pytest.raises(ArgumentError, match="b has 3 rows; L has 2"):
        solve_triangular(np.eye(2), np.ones(3))


def looks_during(work):
    """How often this thread comes to its turn while another works."""
    ended, count = threading.Event(), 0
    thread = threading.Thread(target=lambda: (work(), ended.set()))
    thread.start()
    while not ended.wait(1e-3):
        count += 1
    thread.join()
    return count


def test_other_threads_go_on_while_it_factorises():
    B = np.random.default_rng(0).normal(size=(1200, 1200))
    A = B @ B.T
    assert any(looks_during(lambda: pivoted_cholesky(A, 1e-10)) > 5 for _ in range(20))  # 0 to 2 where the lock is held
