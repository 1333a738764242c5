"""Identities of statics, on random trees of every joint kind."""

from functools import partial

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.agreement import DIFFERENCE, ROUNDING, along, assert_close, by_each, rate
from tests.laws.random_trees import cases, floated, on_all_trees, random_state, random_tree
from torseur import sim
from torseur.sim.errors import ArgumentError, UnknownNameError


def random_loads(model, seed, count=3):
    """Loads on any bodies, force and moment at any point."""
    rng = np.random.default_rng(seed)
    names = model.frame_names
    return [
        sim.Load(names[rng.integers(len(names))], rng.uniform(-0.3, 0.3, 3), *rng.normal(size=(2, 3)) * 20.0)
        for _ in range(count)
    ]


def place_after(load, model, q, v, t):
    return load.place(model, sim.integrate(model, q, v, t))


@on_all_trees
def test_torques_do_the_work_of_the_forces_in_every_small_displacement(block):
    """Γᵀ δq = Σ (fᵀ δP + nᵀ δu), the displacements of the points by differences."""
    for model, q, v, _ in cases(block):
        loads = random_loads(model, model.nv)
        found = sim.static_torques(model, q, loads)
        work = 0.0
        for load in loads:
            velocity = rate(partial(place_after, load, model, q, v))
            spin = sim.frame_twists(model, q, v)[model.frame_index(load.body), 3:]
            work += load.force @ velocity + load.moment @ spin
        assert_close(found.load_torque @ v, work, DIFFERENCE, model, np.abs(found.load_torque) @ np.abs(v))


@on_all_trees
def test_the_torques_of_several_loads_add_and_both_sides_mirror_about_gravity(block):
    for model, q, _, _ in cases(block):
        loads = random_loads(model, model.nv)
        held = sim.static_torques(model, q, loads)
        exerted = sim.static_torques(model, q, loads, side="exerted")
        assert_close(held.by_load.sum(axis=0), held.load_torque, 0.0, model)
        for load, torque in zip(loads, held.by_load, strict=True):
            assert_close(sim.static_torques(model, q, [load]).load_torque, torque, ROUNDING, model)
        size = np.abs(held.load_torque).max() + np.abs(held.gravity).max()
        assert_close(held.torque + exerted.torque, 2 * (held.gravity + held.springs), ROUNDING, model, size)


@on_all_trees
def test_the_holding_torques_give_no_acceleration(block):
    for model, q, _, _ in cases(block):
        loads = random_loads(model, model.nv)
        tau = sim.static_torques(model, q, loads).torque
        push = tau + sum(load.wrench @ sim.point_jacobian(model, q, load.body, load.point) for load in loads)
        a = sim.forward_dynamics(model, q, np.zeros(model.nv), push)
        assert np.abs(a).max() <= 1e-14 * np.linalg.cond(sim.mass_matrix(model, q)) * np.abs(tau).max() + 1e-12, model


@pytest.mark.slow
@on_all_trees
def test_motors_and_structure_share_each_load_and_the_structure_loads_no_motor(block):
    for model, q, _, _ in cases(block):
        for length in (None, 0.37):
            found = sim.static_torques(model, q, random_loads(model, model.nv), length=length)
            for load, torque, part in zip(found.loads, found.by_load, found.splits, strict=True):
                size = np.abs(load.wrench).max()
                assert_close(part.motors + part.structure, load.wrench, ROUNDING, model, size)
                J = sim.point_jacobian(model, q, load.body, load.point)[:, found.driven]
                assert part.residual <= 1e-12 * size * max(1.0, np.abs(J).max(initial=0.0)), model
                assert_close(J.T @ part.motors, torque[found.driven], 1e-12, model, size)
                scale = np.repeat([1.0, length or 1.0], 3)
                assert abs((part.motors / scale) @ (part.structure / scale)) <= 1e-9 * size**2, model


@on_all_trees
def test_no_part_of_a_force_that_the_motors_feel_could_be_given_to_the_structure(block):
    """The structure's part is the nearest to the force of all that load no motor."""
    for model, q, _, _ in cases(block):
        found = sim.static_torques(model, q, random_loads(model, model.nv, 1))
        (load,), (part,) = found.loads, found.splits
        rows = sim.point_jacobian(model, q, load.body, load.point)[:3, found.driven]
        nearest = load.force - rows @ np.linalg.lstsq(rows, load.force, rcond=None)[0]
        if part.force.rank == 0 or part.force.sigma[part.force.rank - 1] > 1e-6:
            assert_close(part.force.structure, nearest, 1e-9, model, np.abs(load.force).max())
        assert 0.0 <= part.force.structure_share <= 1.0


@loop_over("seed", range(10))
def test_what_a_floating_base_lacks_balances_the_weight_and_all_loads(seed):
    model = floated(cases(range(25))[seed].model)
    q, _, _ = random_state(model, seed)
    loads = random_loads(model, seed)
    grounded = [load for load in loads if model.frame_row[model.frame_index(load.body)] > 0]
    found = sim.static_torques(model, q, grounded, gravity=(0.0, 0.0, -9.81))
    tree = next(joint for joint in model.joints if joint.name == "float")
    wrench = found.unbalanced["float"]
    base = sim.frame_pose(model, q, tree.child)[:3, 3]
    weight = float(model.table["mass"][1:].sum()) * np.array([0.0, 0.0, -9.81])
    force = weight + sum(load.force for load in grounded)
    moment = np.cross(sim.center_of_mass(model, q) - base, weight)
    moment = moment + sum(load.moment + np.cross(load.place(model, q) - base, load.force) for load in grounded)
    others = [name for name in found.unbalanced if name != "float"]
    if not others:
        size = np.abs(np.concatenate([force, moment])).max()
        assert_close(wrench, -np.concatenate([force, moment]), 1e-12, model, size)
    assert not found.driven[model.joint_slices()["float"][1]].any()


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
