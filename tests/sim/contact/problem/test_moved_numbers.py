"""What is asked about the numbers that forces move alone is answered as about all of them."""

import numpy as np
import pytest
from scipy.linalg import block_diag

from torseur import sim
from torseur.sim.contact.problem.moved_numbers import moved_numbers, response_to


def trees(rng, sizes):
    """A mass matrix that is zero between trees."""
    roots = [rng.normal(size=(n, n)) for n in sizes]
    return block_diag(*[root @ root.T + np.eye(len(root)) for root in roots])


@pytest.mark.parametrize("seed", range(5))
def test_forces_move_all_of_the_trees_that_they_push_and_no_others(seed):
    rng = np.random.default_rng(seed)
    H = trees(rng, (6, 1, 4, 6))
    T = np.zeros((17, 2))
    T[8, 0], T[13, 1] = rng.normal(size=2)  # of the third tree and of the fourth
    moved = moved_numbers(H, T)
    assert list(moved) == list(range(7, 17))
    assert np.all(np.linalg.solve(H, T)[~np.isin(np.arange(17), moved)] == 0.0)
    assert response_to(H, T) == pytest.approx(np.linalg.solve(H, T), abs=1e-12)  # condition about 100
    assert response_to(H, T[:, 0]) == pytest.approx(np.linalg.solve(H, T[:, 0]), abs=1e-12)


def test_what_a_chain_couples_step_by_step_moves_as_one():
    H = np.eye(5) * 4.0 + np.diag(np.ones(4), 1) + np.diag(np.ones(4), -1)
    assert list(moved_numbers(H, np.eye(5)[0])) == [0, 1, 2, 3, 4]


def test_no_forces_move_nothing():
    H = np.eye(3)
    assert len(moved_numbers(H, np.zeros((3, 0)))) == 0
    assert np.array_equal(response_to(H, np.zeros(3)), np.zeros(3))


def beside_many(problem, count=30):
    """The problem among bodies that nothing touches."""
    from dataclasses import replace

    rng = np.random.default_rng(count)
    others = trees(rng, (6,) * count)
    H, T = block_diag(others, problem.H), np.vstack([np.zeros((len(others), len(problem))), problem.T])
    return replace(problem, H=H, T=T)


def test_kernel_programme_and_conditions_of_a_brick_are_the_same_among_bodies_that_nothing_touches():
    from torseur.sim.contact.analysis.programme.contact_programme import optimality
    from torseur.sim.contact.analysis.programme.velocity_programme import velocity_programme
    from torseur.sim.contact.analysis.several.delassus_kernel import kernel_of_delassus

    problem = sim.contact_problem(sim.load_scene("brick_on_corner"), closed_gap=10.0)
    lam = sim.solve_contact_problem(problem, law="frictionless").force[:, 2]
    among = beside_many(problem)
    assert kernel_of_delassus(among).rank == kernel_of_delassus(problem).rank
    assert kernel_of_delassus(among).directions == pytest.approx(kernel_of_delassus(problem).directions, abs=1e-12)
    alone, here = velocity_programme(problem, lam), velocity_programme(among, lam)
    assert here.y[-len(alone.y) :] == pytest.approx(alone.y, abs=1e-12)
    assert np.all(here.y[: -len(alone.y)] == 0.0)
    assert here.objective == pytest.approx(alone.objective, rel=1e-12)
    assert optimality(among, lam).motion == pytest.approx(optimality(problem, lam).motion, abs=1e-10)
