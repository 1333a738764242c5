"""Identities of rigid-body dynamics, on random trees of every joint kind."""

from __future__ import annotations

import numpy as np
import pytest

import sim
from sim.multibody.model import JointKind
from tests.laws.random_trees import random_state, random_tree

SEEDS = range(20)
# Rounding of sums of a few hundred products of numbers up to about 100.
ROUNDING = 1e-11


@pytest.mark.parametrize("mimic", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_dynamics_is_the_mass_matrix_times_acceleration_plus_bias(seed, mimic):
    model = random_tree(seed, mimic=mimic)
    q, v, a = random_state(model, seed)
    tau = sim.inverse_dynamics(model, q, v, a)
    expected = sim.mass_matrix(model, q) @ a + sim.bias_torque(model, q, v)
    np.testing.assert_allclose(tau, expected, atol=ROUNDING)


@pytest.mark.parametrize("mimic", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_forward_dynamics_undoes_inverse_dynamics(seed, mimic):
    model = random_tree(seed, mimic=mimic)
    q, v, a = random_state(model, seed)
    tau = sim.inverse_dynamics(model, q, v, a)
    np.testing.assert_allclose(sim.forward_dynamics(model, q, v, tau), a, atol=1e-10)  # condition of H: up to 1e4


@pytest.mark.parametrize("seed", SEEDS)
def test_columns_of_the_mass_matrix_are_torques_of_unit_accelerations(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, _, _ = random_state(model, seed)
    zero = np.zeros(model.nv)
    columns = [sim.inverse_dynamics(model, q, zero, unit, gravity=(0, 0, 0)) for unit in np.eye(model.nv)]
    np.testing.assert_allclose(
        sim.mass_matrix(model, q), np.array(columns).T.reshape(model.nv, model.nv), atol=ROUNDING
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_is_symmetric_positive_definite(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, _, _ = random_state(model, seed)
    H = sim.mass_matrix(model, q)
    assert np.array_equal(H, H.T)
    assert np.linalg.eigvalsh(H)[0] > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_kinetic_energy_from_the_mass_matrix_is_the_sum_over_bodies(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, v, _ = random_state(model, seed)
    energy = sim.kinetic_energy(model, q, v)
    assert abs(0.5 * v @ sim.mass_matrix(model, q) @ v - energy) < 1e-12 * max(1.0, energy)


@pytest.mark.parametrize("seed", SEEDS)
def test_power_of_the_torques_is_the_rate_of_the_energy(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, v, tau = random_state(model, seed)
    a = sim.forward_dynamics(model, q, v, tau)

    def energy(t):
        # Second order is enough: the central difference below cancels it.
        qt = sim.integrate(model, q, v + 0.5 * t * a, t)
        return sim.kinetic_energy(model, qt, v + t * a) + sim.potential_energy(model, qt)

    h = 1e-5
    rate = (energy(h) - energy(-h)) / (2 * h)
    # Central difference: h² times third derivatives (up to 1e4), and rounding 1e-13 / h.
    assert abs(rate - tau @ v) < 1e-5 * max(1.0, abs(rate), np.abs(a).max() * np.abs(v).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_torque_is_the_gradient_of_the_potential_energy(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, _, _ = random_state(model, seed)
    h = 1e-6

    def potential(unit, step):
        return sim.potential_energy(model, sim.integrate(model, q, unit, step))

    gradient = [(potential(unit, h) - potential(unit, -h)) / (2 * h) for unit in np.eye(model.nv)]
    np.testing.assert_allclose(sim.gravity_torque(model, q), gradient, atol=1e-7)  # rounding 1e-14 / h, and h²


@pytest.mark.parametrize("seed", SEEDS)
def test_a_wrench_on_a_frame_is_felt_through_its_jacobian(seed):
    model = random_tree(seed)
    q, v, a = random_state(model, seed)
    frame = model.frame_names[-1]
    wrench = np.random.default_rng(seed).normal(size=6)
    felt = sim.inverse_dynamics(model, q, v, a) - sim.inverse_dynamics(model, q, v, a, {frame: wrench})
    np.testing.assert_allclose(felt, sim.jacobian(model, q, frame).T @ wrench, atol=ROUNDING)
    tau = sim.inverse_dynamics(model, q, v, a, {frame: wrench})
    np.testing.assert_allclose(sim.forward_dynamics(model, q, v, tau, {frame: wrench}), a, atol=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_momentum_of_a_floating_tree_changes_only_by_gravity(seed):
    kinds = (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.FIXED)
    base = random_tree(seed, bodies=1, kinds=(JointKind.FREE_FLYER,))
    rest = random_tree(seed + 100, bodies=8, kinds=kinds)
    from dataclasses import replace

    joints = [*base.joints]
    for joint in rest.joints:
        parent = "body0" if joint.parent is None else joint.parent + "x"
        joints.append(replace(joint, name=joint.name + "x", parent=parent, child=joint.child + "x", armature=0.0))
    model = sim.build_model("floating", [*base.bodies, *(replace(b, name=b.name + "x") for b in rest.bodies)], joints)
    q, v, tau = random_state(model, seed)
    tau[:6] = 0.0  # nothing pushes the base; torques between bodies are internal
    a = sim.forward_dynamics(model, q, v, tau)
    h = 1e-5
    after = sim.momentum(model, sim.integrate(model, q, v + 0.5 * h * a, h), v + h * a)
    before = sim.momentum(model, sim.integrate(model, q, v - 0.5 * h * a, -h), v - h * a)
    mass = sum(body.mass for body in model.bodies)
    weight = np.array([0.0, 0.0, -9.81 * mass])
    c = sim.center_of_mass(model, q)
    expected = np.concatenate([weight, np.cross(c, weight)])
    scale = max(1.0, np.abs(a).max())
    np.testing.assert_allclose((after - before) / (2 * h), expected, atol=1e-5 * scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_call_gives_the_same_bits(seed):
    model = random_tree(seed)
    q, v, a = random_state(model, seed)
    assert np.array_equal(sim.inverse_dynamics(model, q, v, a), sim.inverse_dynamics(model, q, v, a))
    assert np.array_equal(sim.forward_dynamics(model, q, v, a), sim.forward_dynamics(model, q, v, a))
