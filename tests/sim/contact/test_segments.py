"""What contacts move of trees with more numbers than a free body: by fours, or one alone, it is what dense matrices have."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.sim.contact.collision.shape_table import SEGMENT
from torseur.sim.contact.dense.delassus import delassus_into, narrow_delassus_into, normal_delassus_into
from torseur.sim.contact.envelope import clear_pivoted, reach_into
from torseur.sim.contact.island.assembly import add_scaled, normal_velocity_of, support_into, velocity_of
from torseur.sim.contact.linear_solvers import (
    envelope_pivoted_solve,
    factored_solve,
    pivoted_factor,
    pivoted_solve,
    upper_solve,
)
from torseur.sim.kernel import compile_entry, entry, i_in, m_in, m_out, rows_in, rows_out, v_in, v_out

SIZES = range(7, 14)
SEEDS = range(4)
ROUNDING = 1e-13  # of the largest number: each is a sum of up to 26 products


@entry(rows_out(SEGMENT), v_in)
def supports(rows, J):
    """Find what of its tree each of the segments moves."""
    for k in range(rows.shape[0]):
        support_into(J, rows[k])


@entry(rows_out(SEGMENT), i_in, i_in, v_in, v_in, m_out, m_out, m_out)
def matrices(rows, members, wide, J, Y, W, narrow, normal):
    """W of contacts with two segments each, rows (2 m,): in all directions, in those in use, and of normals alone."""
    segments = rows.reshape((members.shape[0], 2))
    delassus_into(members, segments, J, Y, W)
    narrow_delassus_into(members, wide, segments, J, Y, narrow)
    normal_delassus_into(members, segments, J, Y, normal)


@entry(rows_out(SEGMENT), i_in, v_in, v_in, m_in, v_in, m_out, v_out)
def products(rows, members, J, Y, r, v, u, moved):
    """J v of each contact into u (m, 4), its normal also found alone; Σ Yᵀ r into moved (nv,)."""
    segments = rows.reshape((members.shape[0], 2))
    for c in range(members.shape[0]):
        u[c, 0], u[c, 1], u[c, 2] = velocity_of(segments, c, J, v)
        u[c, 3] = normal_velocity_of(segments, c, J, v)
        add_scaled(segments, c, Y, r[c, 0], r[c, 1], r[c, 2], moved)


class Problem:
    """Two trees of n numbers, 5 limits of joints, and 9 contacts: of a root and a limb, with the other tree or the world."""

    def __init__(self, n, seed):
        rng = np.random.default_rng(1000 * n + seed)
        H = np.zeros((2 * n, 2 * n))
        for t in range(2):
            A = rng.normal(size=(n, n))
            H[t * n : t * n + n, t * n : t * n + n] = A @ A.T + 0.1 * np.eye(n)
        self.is_limit = rng.permutation(14) < 5
        self.members, self.wide = np.arange(14), np.where(self.is_limit, 1, 3)
        self.rows, self.dense_J = np.zeros(28, SEGMENT), np.zeros((42, 2 * n))
        for c in range(14):
            first = rng.integers(2)
            for k in range(1 if self.is_limit[c] else rng.integers(1, 3)):
                t = (first + k) % 2
                part = self.dense_J[3 * c : 3 * c + 3, t * n : t * n + n]
                if self.is_limit[c]:
                    part[2, rng.integers(n)] = 1.0
                else:
                    root, low = rng.integers(n // 2), rng.integers(n)
                    part[:, :root], part[:, low:] = rng.normal(size=(3, root)), 0.0
                    high = rng.integers(low + 1, n + 1)
                    part[:, low:high] = rng.normal(size=(3, high - low))
                self.rows[2 * c + k] = (t, t * n, n, 0, (0, 0), (0, 0))
        self.dense_Y = np.linalg.solve(H, self.dense_J.T).T
        self.J, self.Y, at = np.zeros(3 * n * 28), np.zeros(3 * n * 28), 0
        for k, s in enumerate(self.rows):
            s["o"] = at
            for flat, dense in ((self.J, self.dense_J), (self.Y, self.dense_Y)):
                block = dense[3 * (k // 2) : 3 * (k // 2) + 3, s["v0"] : s["v0"] + s["n"]]
                flat[at : at + block.size] = block.ravel()
            at += 3 * s["n"]
        compile_entry(supports)
        supports(self.rows, self.J)

    def matrices(self):
        """W (3 m, 3 m), W of the directions in use, and of normals."""
        narrow = int(self.wide.sum())
        found = np.full((42, 42), np.nan), np.full((narrow, narrow), np.nan), np.full((14, 14), np.nan)
        compile_entry(matrices)
        matrices(self.rows, self.members, self.wide, self.J, self.Y, *found)
        return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.slow
def test_the_delassus_matrix_is_symmetric_and_of_no_impulse_the_energy_is_negative(n, seed):
    for W in Problem(n, seed).matrices():
        size = np.abs(W).max()
        np.testing.assert_allclose(W, W.T, atol=ROUNDING * size, rtol=0.0)
        assert np.linalg.eigvalsh(W).min() > -ROUNDING * len(W) * size


@loop_over("seed", SEEDS)
@loop_over("n", SIZES)
def test_what_a_contact_moves_is_all_that_its_rows_have_once_and_in_fours_as_far_as_the_tree_has_room(n, seed):
    for s, J in ((s, problem.J) for problem in [Problem(n, seed)] for s in problem.rows if s["n"] > 0):
        part = J[s["o"] : s["o"] + 3 * n].reshape(3, n)
        moved = [j for e in range(2) for j in range(s["first"][e], s["last"][e])]
        assert len(set(moved)) == len(moved)
        assert all(0 <= j < n for j in moved)
        assert set(np.flatnonzero(part.any(axis=0))) <= set(moved)
        if part[:2].any():  # not a limit, of which one number is all
            for e in range(2):
                length = s["last"][e] - s["first"][e]
                assert length % 4 == 0 or 4 * (length // 4 + 1) > n


@loop_over("seed", SEEDS)
@loop_over("n", SIZES)
@pytest.mark.slow
def test_velocities_and_what_impulses_move_are_adjoint_and_those_of_dense_matrices(n, seed):
    problem, rng = Problem(n, seed), np.random.default_rng(seed)
    r, v, u, moved = rng.normal(size=(14, 3)), rng.normal(size=2 * n), np.zeros((14, 4)), np.zeros(2 * n)
    compile_entry(products)
    products(problem.rows, problem.members, problem.J, problem.J, r, v, u, moved)
    assert v @ moved == pytest.approx((r * u[:, :3]).sum(), abs=ROUNDING * 1e2)  # (Jᵀ r) · v = r · (J v)
    np.testing.assert_allclose(u[:, :3].ravel(), problem.dense_J @ v, atol=ROUNDING * 1e2)
    np.testing.assert_allclose(u[:, 3], u[:, 2], atol=ROUNDING * 1e2)


@loop_over("seed", SEEDS)
@loop_over("n", SIZES)
def test_the_delassus_matrix_is_the_dense_product_of_jacobians_and_the_inverse_mass_matrix(n, seed):
    problem = Problem(n, seed)
    dense = problem.dense_J @ problem.dense_Y.T
    used = [3 * c + e for c in range(14) for e in range(3 - problem.wide[c], 3)]
    normals = np.arange(2, 42, 3)
    for W, rows in zip(problem.matrices(), (np.arange(42), used, normals), strict=True):
        np.testing.assert_allclose(W, dense[np.ix_(rows, rows)], atol=ROUNDING * np.abs(dense).max(), rtol=0.0)


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
