"""Pieces between impacts, each optimised on its own: what that takes."""

import numpy as np
import pytest

from torseur.sim.trajectory.lecture.lecture_dynamics import reference
from torseur.sim.trajectory.lecture.lecture_problem import LectureProblem
from torseur.sim.trajectory.lecture.pieces import joints_of, solve_apart
from torseur.sim.trajectory.task.lecture_switches import LectureSwitches

pytest.importorskip("casadi")

JOINTS = joints_of(LectureSwitches())


@pytest.fixture(scope="module")
def whole():
    return LectureProblem().solve()


@pytest.fixture(scope="module")
def apart(whole):
    return solve_apart(whole.x[JOINTS])


def test_between_the_states_of_the_whole_the_pieces_cost_as_much_and_move_the_same(whole, apart):
    assert apart.solved
    assert apart.cost == pytest.approx(whole.cost, abs=1e-9)
    assert apart.x == pytest.approx(whole.x, abs=1e-6)
    assert apart.u == pytest.approx(whole.u, abs=1e-4)


def test_there_the_prices_of_two_neighbours_cancel(apart):
    assert np.abs(apart.price_gap).max() < 1e-6


def test_off_these_states_the_cost_grows_with_the_square(whole, apart):
    costs = []
    for off in (0.05, 0.1):
        joints = whole.x[JOINTS].copy()
        joints[:, 0] += off
        moved = solve_apart(joints, guess=whole)
        costs.append(moved.cost - whole.cost)
        assert np.abs(moved.price_gap).max() > 1.0
    assert costs[0] == pytest.approx(0.3020, abs=1e-4)
    assert costs[1] / costs[0] == pytest.approx(4.0, abs=0.02)


def test_to_know_the_times_alone_is_not_enough(whole):
    guessed = solve_apart(reference(LectureSwitches())[JOINTS])
    assert guessed.solved
    assert guessed.cost == pytest.approx(173.9083, abs=1e-4)
