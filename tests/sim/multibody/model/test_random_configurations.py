"""Configurations that are drawn at once are those that are drawn one by one, each within its limits."""

import numpy as np

from tests.cases import loop_over
from tests.laws.random_trees import random_tree
from torseur.sim.multibody.model.neutral import random_configuration, random_configurations


@loop_over("seed", range(20))
def test_several_drawn_at_once_are_those_drawn_one_after_the_other(seed):
    model = random_tree(seed)
    rng = np.random.default_rng(seed)
    expected = np.array([random_configuration(model, rng) for _ in range(5)])
    np.testing.assert_array_equal(random_configurations(model, 5, seed), expected)
    for q in expected:
        assert np.all(q >= np.fmax(model.lower, -np.inf))
        assert np.all(q <= np.fmin(model.upper, np.inf))
