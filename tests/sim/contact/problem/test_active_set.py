"""The quadratic programme of frictionless contact."""

import numpy as np
import pytest

from tests.cases import loop_over, quick_first
from torseur import sim
from torseur.sim.contact.status import Status


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
