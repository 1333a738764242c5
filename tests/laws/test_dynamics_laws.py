"""Identities of rigid-body dynamics, on random trees of every joint kind."""

import threading

import numpy as np
import pytest

from tests.laws.agreement import DIFFERENCE, ROUNDING, along, assert_close, rate
from tests.laws.random_trees import cases, floated, on_all_trees, random_state, tree_of_degrees
from torseur import sim
from torseur.sim.errors import ArgumentError, SingularMassMatrixError
from torseur.sim.multibody.dynamics import inverse_mass_matrix, mass_matrix

NO_GRAVITY = (0.0, 0.0, 0.0)
ENERGY = 1e-12  # relative: the bound of the project's specification; the worst of the trees is 5e-15
# Of the sum of the terms H q̈ and C: the same specification has 1e-11; the worst of the trees is 1e-15.
TORQUE = 1e-13


def solved(condition):
    """Bound of what is had through H⁻¹: rounding times the condition of H, up to 5e4 here; the worst is 1/6 of it."""
    return 1e-14 * condition


def energy_of_the_bodies(model, q, v):
    """½ Σ ξᵀ I ξ over the definition's bodies, from twists of their frames, and ½ armature (rate of the joint)²."""
    total = 0.0
    poses, twists = sim.frame_poses(model, q), sim.frame_twists(model, q, v)
    for body, pose, twist in zip(model.bodies, poses, twists, strict=False):  # frames begin with those of the bodies
        R, w = pose[:3, :3], twist[3:]
        speed = twist[:3] + np.cross(w, R @ body.com)
        total += 0.5 * body.mass * speed @ speed + 0.5 * w @ R @ body.inertia @ R.T @ w
    for joint in model.joints:
        leader, ratio = (joint.mimic.joint, joint.mimic.ratio) if joint.mimic else (joint.name, 1.0)
        if joint.kind.nv:
            rates = ratio * v[model.joint_slices()[leader][1]]
            total += 0.5 * joint.armature * rates @ rates
    return total


@on_all_trees
def test_kinetic_energy_from_the_mass_matrix_is_the_sum_over_bodies(block):
    for model, q, v, _ in cases(block):
        energy = energy_of_the_bodies(model, q, v)
        assert_close(0.5 * v @ sim.mass_matrix(model, q) @ v, energy, ENERGY, model)
        assert_close(sim.kinetic_energy(model, q, v), energy, ENERGY, model)


@on_all_trees
def test_potential_energy_and_centre_of_mass_are_sums_over_bodies(block):
    for model, q, _, _ in cases(block):
        moving = range(len(model.bodies))
        rows = model.frame_row
        masses = np.array([model.bodies[i].mass * (rows[i] > 0) for i in moving])
        poses = sim.frame_poses(model, q)
        centers = np.array([poses[i, :3, :3] @ model.bodies[i].com + poses[i, :3, 3] for i in moving])
        com, gravity = masses @ centers / masses.sum(), np.array([0.3, -1.0, -9.0])
        assert_close(sim.center_of_mass(model, q), com, ROUNDING, model)
        assert_close(sim.potential_energy(model, q, gravity), -masses.sum() * gravity @ com, ENERGY, model)


@on_all_trees
def test_inverse_dynamics_is_the_mass_matrix_times_acceleration_plus_bias(block):
    for model, q, v, a in cases(block):
        expected = sim.mass_matrix(model, q) @ a + sim.bias_torque(model, q, v)
        assert_close(sim.inverse_dynamics(model, q, v, a), expected, ROUNDING, model)


@on_all_trees
def test_inverse_dynamics_undoes_forward_dynamics(block):
    for model, q, v, tau in cases(block):
        a = sim.forward_dynamics(model, q, v, tau)
        H, bias = sim.mass_matrix(model, q), sim.bias_torque(model, q, v)
        terms = (np.abs(H) @ np.abs(a) + np.abs(bias)).max()
        assert_close(sim.inverse_dynamics(model, q, v, a), tau, TORQUE, model, terms)


@on_all_trees
def test_forward_dynamics_undoes_inverse_dynamics(block):
    for model, q, v, a in cases(block):
        tau = sim.inverse_dynamics(model, q, v, a)
        condition = np.linalg.cond(sim.mass_matrix(model, q))
        assert_close(sim.forward_dynamics(model, q, v, tau), a, solved(condition), model)


@on_all_trees
def test_columns_of_the_mass_matrix_are_torques_of_unit_accelerations(block):
    for model, q, _, _ in cases(block):
        zero = np.zeros(model.nv)
        columns = [sim.inverse_dynamics(model, q, zero, unit, gravity=NO_GRAVITY) for unit in np.eye(model.nv)]
        assert_close(sim.mass_matrix(model, q), np.column_stack(columns), ROUNDING, model)


@on_all_trees
def test_mass_matrix_is_symmetric_positive_definite(block):
    for model, q, _, _ in cases(block):
        H = sim.mass_matrix(model, q)
        assert np.array_equal(H, H.T), model
        assert np.linalg.eigvalsh(H)[0] > 0, model


@on_all_trees
def test_the_inverse_of_the_mass_matrix_is_its_inverse(block):
    for model, q, _, _ in cases(block):
        H = sim.mass_matrix(model, q)
        condition = np.linalg.cond(H)
        inverse = sim.inverse_mass_matrix(model, q)
        assert_close(inverse @ H, np.eye(model.nv), solved(condition), model)
        many = np.random.default_rng(model.nv).normal(size=(model.nv, 3))
        found = sim.solve_mass_matrix(model, q, many)
        assert_close(found, inverse @ many, solved(condition), model)
        for right in (many[:, 1], many[:, 1].copy(), list(many[:, 1])):
            np.testing.assert_array_equal(sim.solve_mass_matrix(model, q, right), found[:, 1])


@on_all_trees
def test_forward_dynamics_is_the_inverse_of_the_mass_matrix_applied(block):
    for model, q, v, tau in cases(block):
        condition = np.linalg.cond(sim.mass_matrix(model, q))
        expected = sim.solve_mass_matrix(model, q, tau - sim.bias_torque(model, q, v))
        assert_close(sim.forward_dynamics(model, q, v, tau), expected, solved(condition), model)


@on_all_trees
def test_the_coriolis_matrix_gives_the_velocity_part_of_the_bias(block):
    for model, q, v, _ in cases(block):
        expected = sim.bias_torque(model, q, v, gravity=NO_GRAVITY)
        C = sim.coriolis_matrix(model, q, v)
        assert_close(C @ v, expected, ROUNDING, model, (np.abs(C) @ np.abs(v)).max())


@on_all_trees
def test_the_rate_of_the_mass_matrix_less_twice_the_coriolis_matrix_is_skew(block):
    for model, q, v, _ in cases(block):
        C = sim.coriolis_matrix(model, q, v)
        expected = rate(lambda t, m=model, q=q, v=v: sim.mass_matrix(m, sim.integrate(m, q, v, t)))
        assert_close(C + C.T, expected, DIFFERENCE, model)


@on_all_trees
def test_the_coriolis_matrix_is_that_of_a_connection_without_torsion(block):
    """C(q, v) w - C(q, w) v is H times the bracket of the velocities v and w, which each joint has of its own."""
    for model, q, v, w in cases(block):
        mass, found = (sim.mass_matrix(model, q), sim.coriolis_matrix(model, q, v) @ w - sim.coriolis_matrix(model, q, w) @ v)
        bracket = np.zeros(model.nv)
        for name, (_, place) in model.joint_slices().items():
            a, b = v[place], w[place]
            if model.joint(name).kind is sim.JointKind.SPHERICAL:
                bracket[place] = np.cross(a, b)
            elif model.joint(name).kind is sim.JointKind.FREE_FLYER:
                linear = np.cross(a[3:], b[:3]) - np.cross(b[3:], a[:3])
                bracket[place] = np.concatenate([linear, np.cross(a[3:], b[3:])])
        assert_close(found, mass @ bracket, ROUNDING, model, (np.abs(mass) @ np.abs(bracket)).max())


@on_all_trees
def test_the_rate_of_the_mass_matrix_is_its_derivative_along_the_velocity(block):
    for model, q, v, _ in cases(block):
        expected = rate(lambda t, m=model, q=q, v=v: sim.mass_matrix(m, sim.integrate(m, q, v, t)))
        assert_close(sim.mass_matrix_rate(model, q, v), expected, DIFFERENCE, model)


@on_all_trees
def test_the_equation_of_motion_holds_term_by_term(block):
    for model, q, v, a in cases(block):
        found = sim.equation_of_motion(model, q, v, a)
        terms = np.abs(found.H) @ np.abs(a) + np.abs(found.C) @ np.abs(v) + np.abs(found.gravity)
        assert found.status == ""
        assert_close(found.sum, found.tau, TORQUE, model, terms.max())
        condition = np.linalg.cond(found.H)
        assert_close(found.by_bodies, a, solved(condition), model)
        assert_close(found.by_inverse, a, solved(condition), model)
        assert_close(found.skew, -found.skew.T, ROUNDING, model, np.abs(found.H_rate).max())
        rates = found.kinetic_rate + found.potential_rate
        assert_close(rates, found.power, ENERGY, model, terms @ np.abs(v))


@on_all_trees
def test_power_of_the_torques_is_the_rate_of_the_energy(block):
    for model, q, v, tau in cases(block):
        a = sim.forward_dynamics(model, q, v, tau)

        def energy(t, model=model, q=q, v=v, a=a):
            q_t = sim.integrate(model, q, v, t)
            return sim.kinetic_energy(model, q_t, v + t * a) + sim.potential_energy(model, q_t)

        # What the torques of inertia, of velocities and of gravity do separately, which cancels but for τ.
        terms = np.abs(v) @ (np.abs(sim.mass_matrix(model, q)) @ np.abs(a) + np.abs(sim.bias_torque(model, q, v)))
        assert_close(rate(energy), tau @ v, DIFFERENCE, model, terms)


@on_all_trees
def test_gravity_torque_is_the_gradient_of_the_potential_energy(block):
    for model, q, _, _ in cases(block):
        expected = along(lambda x, m=model: sim.potential_energy(m, x), model, q)
        assert_close(sim.gravity_torque(model, q), expected, DIFFERENCE, model)


@on_all_trees
def test_wrenches_on_frames_are_felt_through_their_jacobians(block):
    for model, q, v, a in cases(block):
        names = {model.frame_names[0], "mark", "tool"}  # of a body, of the world, of a tool
        rng = np.random.default_rng(model.nv)
        wrenches = {name: rng.normal(size=6) for name in sorted(names)}
        tau, alone = sim.inverse_dynamics(model, q, v, a, wrenches), sim.inverse_dynamics(model, q, v, a)
        felt = sum(sim.jacobian(model, q, name).T @ wrench for name, wrench in wrenches.items())
        assert_close(alone - tau, felt, ROUNDING, model, np.abs(alone).max())
        condition = np.linalg.cond(sim.mass_matrix(model, q))
        assert_close(sim.forward_dynamics(model, q, v, tau, wrenches), a, solved(condition), model)


@on_all_trees
def test_momentum_of_a_floating_tree_changes_only_by_gravity(block):
    """Torques of joints, their armature and mimic joints are between bodies: they change no sum over all bodies."""
    for tree, *_ in cases(block):
        model = floated(tree)
        q, v, tau = random_state(model, tree.nv)
        tau[:6] = 0.0  # nothing pushes the base
        mass = sum(body.mass for body in model.bodies)
        for gravity in ((0.0, 0.0, -9.81), NO_GRAVITY):
            a = sim.forward_dynamics(model, q, v, tau, gravity=gravity)
            weight = mass * np.array(gravity)
            expected = np.concatenate([weight, np.cross(sim.center_of_mass(model, q), weight)])
            about_origin = rate(lambda t, m=model, q=q, v=v, a=a: sim.momentum(m, sim.integrate(m, q, v, t), v + t * a))
            terms = (np.abs(sim.centroidal_momentum_matrix(model, q)) @ np.abs(a)).max()
            assert_close(about_origin, expected, DIFFERENCE, model, terms)
            about_com = rate(lambda t, m=model, q=q, v=v, a=a: sim.centroidal_momentum(m, sim.integrate(m, q, v, t), v + t * a))
            assert_close(about_com, np.concatenate([weight, np.zeros(3)]), DIFFERENCE, model, terms)


@on_all_trees
def test_centroidal_momentum_is_momentum_about_the_centre_of_mass(block):
    for model, q, v, _ in cases(block):
        about_origin, com = sim.momentum(model, q, v), sim.center_of_mass(model, q)
        expected = np.concatenate([about_origin[:3], about_origin[3:] - np.cross(com, about_origin[:3])])
        assert_close(sim.centroidal_momentum(model, q, v), expected, ROUNDING, model)
        assert_close(sim.centroidal_momentum_matrix(model, q) @ v, expected, ROUNDING, model)


@on_all_trees
def test_the_centre_of_mass_moves_as_its_jacobian_says(block):
    for model, q, v, _ in cases(block):
        J = sim.center_of_mass_jacobian(model, q)
        assert_close(J, along(lambda x, m=model: sim.center_of_mass(m, x), model, q), DIFFERENCE, model)
        assert_close(J @ v, sim.center_of_mass_velocity(model, q, v), ROUNDING, model)


@pytest.fixture(scope="module")
def large():
    """Trees of 260 degrees of freedom, a configuration, and seven generalised forces."""
    model = tree_of_degrees(3, 260)
    assert model.nv > mass_matrix.LARGE
    q, *_ = random_state(model, 4)
    return model, q, np.random.default_rng(5).normal(size=(model.nv, 7))


@pytest.fixture
def as_small(monkeypatch):
    def take():
        for module in (mass_matrix, inverse_mass_matrix):
            monkeypatch.setattr(module, "LARGE", 10_000)

    return take


def test_it_has_the_bits_of_what_a_small_model_is_given(large, as_small):
    model, q, b = large
    found = sim.mass_matrix(model, q), sim.solve_mass_matrix(model, q, b), sim.solve_mass_matrix(model, q, b[:, 0])
    as_small()
    same = sim.mass_matrix(model, q), sim.solve_mass_matrix(model, q, b), sim.solve_mass_matrix(model, q, b[:, 0])
    for one, other in zip(found, same, strict=True):
        assert one.shape == other.shape
        assert np.array_equal(one, other)


def test_the_inverse_undoes_the_matrix(large):
    model, q, b = large
    x = sim.mass_matrix(model, q) @ sim.solve_mass_matrix(model, q, b)
    scale = np.abs(b).max() * np.linalg.cond(sim.mass_matrix(model, q))
    assert x == pytest.approx(b, abs=1e-13 * scale)


def test_forces_are_taken_as_lists_and_views_and_stay_as_they_are(large):
    model, q, b = large
    before = b.copy()
    found = sim.solve_mass_matrix(model, q, b)
    assert np.array_equal(sim.solve_mass_matrix(model, list(q), np.asfortranarray(b)), found)
    assert np.array_equal(sim.solve_mass_matrix(model, q, b.tolist()), found)
    assert np.array_equal(sim.mass_matrix(model, list(q)), sim.mass_matrix(model, q))
    assert np.array_equal(b, before)


def test_what_cannot_be_used_is_refused_in_the_same_words(large):
    model, q, b = large
    with pytest.raises(ArgumentError, match=rf"q has shape \({model.nq - 1},\)"):
        sim.mass_matrix(model, q[:-1])
    with pytest.raises(ArgumentError, match="every number must be finite"):
        sim.solve_mass_matrix(model, np.full(model.nq, np.nan), b)
    with pytest.raises(ArgumentError, match=r"b has shape \(3,\)"):
        sim.solve_mass_matrix(model, q, np.ones(3))
    with pytest.raises(ArgumentError, match="finite numbers"):
        sim.solve_mass_matrix(model, q, np.where(np.arange(model.nv) == 5, np.inf, 1.0))
    bodies = [sim.Body(f"body {k}") for k in range(201)]
    joints = [sim.Joint(f"joint {k}", sim.JointKind.REVOLUTE, None, f"body {k}") for k in range(201)]
    weightless = sim.build_model("weightless", bodies, joints)
    with pytest.raises(SingularMassMatrixError, match="moves no inertia"):
        sim.inverse_mass_matrix(weightless, np.zeros(201))


def looks_during(work):
    """How often this thread comes to its turn while another works."""
    ended, count = threading.Event(), 0
    thread = threading.Thread(target=lambda: (work(), ended.set()))
    thread.start()
    while not ended.wait(1e-3):
        count += 1
    thread.join()
    return count


def test_other_threads_go_on_meanwhile(large):
    model, q, _ = large
    many = np.ones((model.nv, 4000))
    assert any(looks_during(lambda: sim.solve_mass_matrix(model, q, many)) > 5 for _ in range(20))
