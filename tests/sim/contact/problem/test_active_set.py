"""The quadratic programme of frictionless contact."""

import threading

import numpy as np
import pytest
from scipy import linalg
from scipy.linalg import lapack

from tests.cases import loop_over, quick_first
from tests.sim.contact.problem.test_redundant_forces import box_on, corners
from torseur import sim
from torseur.sim.contact.problem import cone_programme
from torseur.sim.contact.problem.cone_programme import interior_of, optima
from torseur.sim.contact.problem.factorising import is_positive_definite, pivoted_cholesky, solve_triangular
from torseur.sim.contact.status import Status
from torseur.sim.errors import ArgumentError


@loop_over("seed", quick_first(20, range(100)))
def test_random_programmes_are_solved_to_rounding(seed):
    rng = np.random.default_rng(seed)
    n, rank = int(rng.integers(1, 25)), int(rng.integers(1, 12))
    T = rng.normal(size=(rank, n))
    M, d = T.T @ T, T.T @ rng.normal(size=rank)  # d in the range of M: a redundant problem that has a solution
    if seed % 3 == 0:
        M, d = M + 0.1 * np.eye(n), rng.normal(size=n)
    solution = sim.solve_contact_problem(sim.frictionless_problem_from(M, d), "active_set")
    assert solution.status is Status.SOLVED
    assert solution.lam.min() >= 0
    # The tolerance asked for is 1e-10 of the largest |d|.
    assert (M @ solution.lam + d).min() > -1e-9
    assert solution.residual < 1e-9
    assert solution.complementarity < 1e-7 * max(1.0, solution.lam.max())


def test_redundant_contacts_share_the_load_evenly():
    # A brick of 6 kg on four corners: M has rank 3, and any (1, -1, -1, 1) can be added to λ.
    scene = sim.load_scene("falling_brick")
    q = np.array([0, 0, 0.12, 0, 0, 0, 1.0])
    problem = sim.contact_problem(scene, sim.State(0.0, q, np.zeros(6)))
    assert len(problem) == 4
    assert problem.rank == 3
    np.testing.assert_allclose(problem.d, -9.81, atol=1e-12)
    solution = sim.solve_contact_problem(problem, "active_set")
    np.testing.assert_allclose(solution.lam, 6 * 9.81 / 4, rtol=1e-7)  # ε of the proximal rounds
    np.testing.assert_allclose(solution.zeta_dot, 0, atol=1e-9)


def test_a_warm_start_keeps_the_active_list():
    rng = np.random.default_rng(3)
    T = rng.normal(size=(10, 20))
    M = T.T @ T + 0.01 * np.eye(20)
    d = rng.normal(size=20)
    cold = sim.solve_contact_problem(sim.frictionless_problem_from(M, d), "active_set")
    nearby = sim.frictionless_problem_from(M, d + 1e-6 * rng.normal(size=20))
    warm = sim.solve_contact_problem(nearby, "active_set", start=cold.lam)
    assert warm.iterations < cold.iterations / 3
    np.testing.assert_array_equal(warm.lam > 0, cold.lam > 0)


def test_delassus_matrix_of_the_brick_pulled_sideways_as_computed_by_hand():
    # The figures of M and d for a 6 kg brick of 160 x 160 x 240 mm, from H⁻¹ of a box.
    scene = sim.load_scene("falling_brick")
    problem = sim.contact_problem(scene, sim.State(0.0, np.array([0, 0, 0.12, 0, 0, 0, 1.0]), np.zeros(6)))
    inertia = 6 / 12 * (0.16**2 + 0.24**2)
    arm = 0.08**2 / inertia
    expected = 1 / 6 + arm * np.array([[2, 0, 0, -2], [0, 2, -2, 0], [0, -2, 2, 0], [-2, 0, 0, 2]])
    np.testing.assert_allclose(problem.M, expected, atol=1e-14)
    np.testing.assert_allclose(problem.M, problem.T.T @ np.linalg.solve(problem.H, problem.T), atol=1e-14)


def test_the_drift_term_is_that_of_a_turning_body():
    # A brick spinning about its vertical axis on frictionless ground: every corner keeps its height.
    scene = sim.load_scene("falling_brick")
    state = sim.State(0.0, np.array([0, 0, 0.12, 0, 0, 0, 1.0]), np.array([0, 0, 0, 0, 0, 3.0]))
    np.testing.assert_allclose(sim.contact_problem(scene, state).d, -9.81, atol=1e-12)
    # Turning about a horizontal axis through its centre, its lower corners accelerate upwards, ω² times their depth.
    state = sim.State(0.0, np.array([0, 0, 0.12, 0, 0, 0, 1.0]), np.array([0, 0, 0, 3.0, 0, 0]))
    np.testing.assert_allclose(sim.contact_problem(scene, state).d, -9.81 + 9.0 * 0.12, atol=1e-12)


def test_coulomb_friction_holds_a_brick_against_a_sideways_push_and_invents_nothing():
    scene = sim.load_scene("brick_on_corner")
    state = sim.State(0.0, np.array([0, 0, 0.12, 0, 0, 0, 1.0]), np.zeros(6))
    problem = sim.contact_problem(scene, state)
    solution = sim.solve_contact_problem(problem, "newton")
    assert solution.residual < 1e-9
    np.testing.assert_allclose(solution.tangential, 0, atol=1e-9)
    push = np.array([10.0, 0, 0, 0, 0, 0])
    pushed = sim.contact_problem(scene, state, push)
    solution = sim.solve_contact_problem(pushed, "newton")
    along = [
        t * a + np.cross(n, t) * b for t, n, (a, b) in zip(pushed.tangent, pushed.normal, solution.tangential, strict=True)
    ]
    np.testing.assert_allclose(np.sum(along, axis=0), [-10.0, 0, 0], atol=1e-8)
    assert solution.cone_violation < 1e-9


def test_an_unknown_method_lists_those_that_exist():
    with pytest.raises(sim.errors.UnknownNameError, match="active_set, newton"):
        sim.solve_contact_problem(sim.frictionless_problem_from(np.eye(1), -np.ones(1)), "simplex")


AXES = np.eye(3)


def ball(radius, d=3):
    """The cone of points z with ‖z‖ ≤ radius."""
    F, h = np.zeros((1, 4, d)), np.array([[radius, 0.0, 0.0, 0.0]])
    F[0, 1 : 1 + d] = np.eye(d)
    return interior_of(F, h, np.zeros(d), np.eye(d))


def test_the_largest_value_of_a_linear_function_on_a_ball_is_reached():
    found = optima(ball(2.0), np.vstack([AXES, [[3.0, 4.0, 0.0]]]))
    np.testing.assert_allclose(found.values, [2.0, 2.0, 2.0, 10.0], rtol=1e-9)
    assert found.reached.all()


def test_an_optimum_is_not_reached_in_too_few_steps(monkeypatch):
    points = ball(2.0)
    monkeypatch.setattr(cone_programme, "STEPS", 3)
    assert not optima(points, AXES).reached.any()


def test_what_nothing_bounds_has_no_optimum_and_does_not_spoil_the_others():
    half_space = np.zeros((2, 4, 2))
    half_space[0, 0, 0], half_space[1, 0, 0] = 1.0, -1.0  # -1 ≤ z₁ ≤ 1; z₂ is free
    points = interior_of(half_space, np.array([[1.0, 0, 0, 0]] * 2), np.zeros(2), np.eye(2))
    found = optima(points, np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert not found.reached[1]
    assert not found.reached[0] or found.values[0] == pytest.approx(1.0, abs=1e-6)


def test_faces_that_were_not_found_give_no_optimum(monkeypatch):
    # The ball's cone and the plane that touches it: one point, on an edge of the cone.
    F, h = np.zeros((2, 4, 3)), np.array([[1.0, 0.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0]])
    F[0, 1:], F[1, 0, 0] = np.eye(3), 1.0
    origin = np.array([1.0, 0.0, 0.0])
    h = h + F @ origin
    assert interior_of(F, h, origin, np.eye(3)).found
    monkeypatch.setattr(cone_programme, "STEPS", 3)
    points = interior_of(F, h, origin, np.eye(3))
    assert not points.found
    assert not optima(points, AXES).reached.any()


def test_bounds_of_forces_that_were_not_found_are_no_numbers(monkeypatch):
    problem = box_on(corners(), 0.5)
    found = sim.solve_contact_problem(problem)
    whole = sim.force_ranges(problem, found)
    assert whole.found.all()
    monkeypatch.setattr(cone_programme, "STEPS", 4)
    cut = sim.force_ranges(problem, found)
    assert not cut.found.any()
    assert not cut.unique.any()
    assert np.all(np.isnan(cut.lower) == np.isnan(cut.upper))


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
