"""Momentum of all that moves and the forces that change it: laws on random trees, and a spinning block by hand."""

import numpy as np
import pytest

from tests.cases import loop_over, quick_first
from tests.laws.random_trees import random_state, random_tree
from torseur import robots, sim

SEEDS = quick_first(4, range(12))
ROUNDING = 1e-11  # of moments up to 1e3 N m in sums of a few hundred products


def state_of(seed):
    model = random_tree(seed, mimic=seed % 2 == 1)
    rng = np.random.default_rng(3000 + seed)
    wrenches = {name: rng.normal(size=6) for name in model.frame_names[::2]}
    return model, random_state(model, seed), wrenches


@loop_over("seed", SEEDS)
def test_momentum_changes_by_weight_environment_and_what_stands_still(seed):
    model, (q, v, a), wrenches = state_of(seed)
    found = sim.momentum_balance(model, q, v, a, wrenches, (0.5, -1.0, -9.0))
    np.testing.assert_allclose(found.residual, 0.0, atol=ROUNDING)
    np.testing.assert_allclose(found.rate[:3], found.mass * found.acceleration, atol=ROUNDING)


@loop_over("seed", SEEDS)
def test_it_is_the_momentum_of_the_other_functions_and_its_rate_their_difference(seed):
    model, (q, v, a), wrenches = state_of(seed)
    found = sim.momentum_balance(model, q, v, a, wrenches)
    np.testing.assert_allclose(found.momentum, sim.momentum(model, q, v), atol=ROUNDING)
    np.testing.assert_allclose(found.centroidal, sim.centroidal_momentum(model, q, v), atol=ROUNDING)
    np.testing.assert_allclose(found.center, sim.center_of_mass(model, q), atol=1e-13)
    np.testing.assert_allclose(found.velocity, sim.center_of_mass_velocity(model, q, v), atol=1e-12)

    def along(function, t):
        return function(model, sim.integrate(model, q, v + 0.5 * t * a, t), v + t * a)

    h = 1e-5
    for function, rate in ((sim.momentum, found.rate), (sim.centroidal_momentum, found.centroidal_rate)):
        by_difference = (along(function, h) - along(function, -h)) / (2 * h)
        # h² times third derivatives, and rounding 1e-14 / h.
        np.testing.assert_allclose(by_difference, rate, atol=1e-5, rtol=1e-6)


def test_a_block_thrown_with_spin_falls_and_keeps_its_spin_about_its_centre():
    model = sim.load_scene("falling_brick").model
    brick = next(body for body in model.bodies if body.mass)
    q, v = np.array([0.1, 0.2, 1.0, 0.0, 0.0, 0.0, 1.0]), np.array([1.0, 0.0, 2.0, 3.0, -1.0, 5.0])
    found = sim.momentum_balance(model, q, v, sim.forward_dynamics(model, q, v, np.zeros(6)))
    np.testing.assert_allclose(found.momentum[:3], brick.mass * v[:3])
    np.testing.assert_allclose(found.centroidal[3:], brick.inertia @ v[3:])
    np.testing.assert_allclose(found.acceleration, [0.0, 0.0, -9.81], atol=1e-12)
    np.testing.assert_allclose(found.centroidal_rate[3:], 0.0, atol=1e-12)
    np.testing.assert_allclose(found.base, 0.0, atol=1e-12)  # no motor, no ground


def test_what_stands_still_is_not_in_it():
    model = robots.load("planar_2r")  # on a column that is fixed
    rest = np.zeros(2)
    found = sim.momentum_balance(model, rest, rest, rest)
    links = [body for body in model.bodies if body.name.split("/")[-1] != "base"]
    assert found.mass == pytest.approx(sum(body.mass for body in links))
    np.testing.assert_allclose(found.base[:3], [0.0, 0.0, 9.81 * found.mass])
    np.testing.assert_array_equal(found.momentum, 0.0)
