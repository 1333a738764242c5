"""Derivatives of the dynamics beside differences, on random trees of every joint kind; and arguments that have none."""

import numpy as np
import pytest

from tests.laws.agreement import DIFFERENCE, ROUNDING, assert_close
from tests.laws.differences import along, by_each
from tests.laws.random_trees import cases, on_all_trees, random_state, random_tree
from torseur import sim
from torseur.sim.errors import ArgumentError, UnknownNameError


@on_all_trees
def test_derivatives_of_inverse_dynamics_are_those_of_differences(block):
    for model, q, v, a in cases(block):
        found = sim.inverse_dynamics_derivatives(model, q, v, a)
        size = np.abs(sim.inverse_dynamics(model, q, v, a)).max()
        by_q = along(lambda x, m=model, v=v, a=a: sim.inverse_dynamics(m, x, v, a), model, q)
        assert_close(found.q, by_q, DIFFERENCE, model, size)
        by_v = by_each(lambda x, m=model, q=q, a=a: sim.inverse_dynamics(m, q, x, a), v)
        assert_close(found.v, by_v, DIFFERENCE, model, size)
        assert_close(found.a, sim.mass_matrix(model, q), ROUNDING, model)


@on_all_trees
def test_derivatives_of_forward_dynamics_are_those_of_differences(block):
    for model, q, v, tau in cases(block):
        found = sim.forward_dynamics_derivatives(model, q, v, tau)
        # Accelerations are known to rounding times the condition of H, up to 5e4; beyond 100 it counts.
        bound = DIFFERENCE * max(1.0, np.linalg.cond(sim.mass_matrix(model, q)) / 100)
        size = np.abs(sim.forward_dynamics(model, q, v, tau)).max()
        by_q = along(lambda x, m=model, v=v, tau=tau: sim.forward_dynamics(m, x, v, tau), model, q)
        assert_close(found.q, by_q, bound, model, size)
        by_v = by_each(lambda x, m=model, q=q, tau=tau: sim.forward_dynamics(m, q, x, tau), v)
        assert_close(found.v, by_v, bound, model, size)
        by_tau = by_each(lambda x, m=model, q=q, v=v: sim.forward_dynamics(m, q, v, x), tau)
        assert_close(found.tau, by_tau, bound, model, size)


@on_all_trees
def test_gravity_without_motion_has_the_hessian_of_the_potential_energy(block):
    for model, q, _, _ in cases(block):
        zero = np.zeros(model.nv)
        slope = sim.inverse_dynamics_derivatives(model, q, zero, zero).q
        expected = along(lambda x, m=model: sim.gravity_torque(m, x), model, q)
        assert_close(slope, expected, DIFFERENCE, model)


def test_wrong_arguments_are_told_in_words():
    model = random_tree(1, bodies=3)
    q, v, a = random_state(model, 1)
    with pytest.raises(ArgumentError, match="v has shape"):
        sim.coriolis_matrix(model, q, np.zeros(model.nv + 1))
    with pytest.raises(ArgumentError, match="b has shape"):
        sim.solve_mass_matrix(model, q, np.zeros(model.nv + 1))
    with pytest.raises(ArgumentError, match="b must be numbers"):
        sim.solve_mass_matrix(model, q, "b")
    with pytest.raises(ArgumentError, match="finite"):
        sim.solve_mass_matrix(model, q, np.full((model.nv, 2), np.nan))
    with pytest.raises(UnknownNameError, match="reference"):
        sim.jacobian_rate(model, q, v, model.frame_names[0], "elsewhere")
    with pytest.raises(UnknownNameError, match="frame"):
        sim.jacobian_rate(model, q, v, "nowhere")
    with pytest.raises(ArgumentError, match="gravity"):
        sim.inverse_dynamics_derivatives(model, q, v, a, gravity=None)
    lists = sim.inverse_dynamics_derivatives(model, list(q), list(v), list(a))
    np.testing.assert_array_equal(lists.q, sim.inverse_dynamics_derivatives(model, q, v, a).q)
