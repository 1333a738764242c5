"""Minors behind the rank of a Jacobian."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError


def task(name, q, rows="position"):
    return sim.task_jacobian(robots.load(name), np.asarray(q, dtype=float), "tool", rows=rows)


def test_squares_of_minors_add_up_as_cauchy_and_binet_say():
    model = robots.load("arm_7r")
    q = sim.random_configuration(model, np.random.default_rng(4))
    found = task("arm_7r", q, "both")
    for size in range(1, 7):
        some = sim.minors(found, size)
        assert np.sum(some.values**2) == pytest.approx(some.sum_of_squares, rel=1e-12)
        first = found.J[np.ix_(some.rows[0], some.columns[0])]
        assert some.largest == pytest.approx(np.linalg.det(first))
        assert np.all(np.diff(np.abs(some.values)) <= 0.0)
    assert np.sum(sim.minors(found, 6).values ** 2) == pytest.approx(np.linalg.det(found.J @ found.J.T), rel=1e-10)


def test_the_determinant_of_the_spherical_arm_is_the_only_minor_of_three():
    found = sim.minors(task("spherical_rrp", [0.3, 0.8, 0.5]))
    assert (found.size, found.rank, len(found.values)) == (3, 3, 1)
    assert abs(found.largest) == pytest.approx(0.5**2 * np.sin(0.8))  # d₃² sin θ₂, as in the course


@pytest.mark.parametrize("q", [[0.3, 0.0, 0.5], [0.3, 0.8, 0.0], [0.3, np.pi, 0.5]])
def test_at_a_singular_pose_the_largest_minors_that_are_not_zero_have_the_size_of_the_rank(q):
    here = task("spherical_rrp", q)
    rank = sim.minors(here).rank
    assert rank < 3
    assert sim.minors(here, rank).nonzero > 0
    assert sim.minors(here, rank + 1).nonzero == 0


def test_a_given_tolerance_decides_the_rank():
    near = task("spherical_rrp", [0.3, 1e-4, 0.5])
    assert sim.minors(near).rank == 3
    coarse = sim.minors(near, 3, tolerance=1e-2)
    assert (coarse.rank, coarse.nonzero) == (2, 0)


def test_what_twelve_digits_of_pi_leave_counts_as_zero_unless_a_tolerance_is_typed():
    model = robots.load("ur5")
    here = sim.task_jacobian(model, np.zeros(model.nq), "tool0", rows="position")
    exact = sim.minors(here, 1, tolerance=1e-15)
    assert 0.0 < np.abs(exact.values)[exact.nonzero - 1] < 1e-11
    assert np.abs(here.J).max() * 1e-10 < np.abs(exact.values)[sim.minors(here, 1).nonzero - 1]


def test_sizes_that_are_not_there_and_too_many_minors_are_refused():
    here = task("spherical_rrp", [0.3, 0.8, 0.5])
    with pytest.raises(ArgumentError, match="sizes 1 to 3; asked for 4"):
        sim.minors(here, 4)
    with pytest.raises(ArgumentError, match="tolerance is -1"):
        sim.minors(here, tolerance=-1.0)
