"""The trace of the recursive Newton-Euler algorithm: its laws on random trees, and one arm by hand."""

from dataclasses import fields

import numpy as np
import pytest

from tests.cases import loop_over, quick_first
from tests.laws.random_trees import random_state, random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind

SEEDS = quick_first(5, range(20))
# Moments at the world's origin of torques up to 1400 N m, in sums of a few hundred products; the worst found is 3e-12.
ROUNDING = 1e-11


def random_wrenches(model, seed):
    rng = np.random.default_rng(2000 + seed)
    return {name: rng.normal(size=6) for name in model.frame_names[::2]}


def trace_of(seed, mimic=False):
    model = random_tree(seed, mimic=mimic)
    state = random_state(model, seed)
    return model, state, sim.newton_euler_trace(model, *state, random_wrenches(model, seed))


@loop_over("wrenches", [False, True])
@loop_over("mimic", [False, True])
@loop_over("seed", SEEDS)
def test_its_torques_are_those_of_inverse_dynamics(seed, mimic, wrenches):
    model = random_tree(seed, mimic=mimic)
    q, v, a = random_state(model, seed)
    given = random_wrenches(model, seed) if wrenches else None
    trace = sim.newton_euler_trace(model, q, v, a, given, (0.3, -2.0, -9.0))
    tau = sim.inverse_dynamics(model, q, v, a, given, (0.3, -2.0, -9.0))
    np.testing.assert_allclose(trace.tau, tau, atol=ROUNDING)
    assert trace.residual == np.abs(trace.tau - tau).max(initial=0.0)


@loop_over("mimic", [False, True])
@loop_over("seed", SEEDS)
@pytest.mark.slow
def test_done_at_the_origins_of_the_bodies_it_gives_the_same_torques_and_the_same_motions_and_forces(seed, mimic):
    model, state, at_world = trace_of(seed, mimic)
    at_body = sim.newton_euler_trace(model, *state, random_wrenches(model, seed), reference="body")
    assert (at_world.reference, at_body.reference) == ("world", "body")
    np.testing.assert_allclose(at_body.tau, at_world.tau, atol=1e-12 * max(1.0, np.abs(at_world.tau).max()))
    np.testing.assert_allclose(at_body.reaction, at_world.reaction, atol=ROUNDING)
    for one, other in zip(at_body.steps, at_world.steps, strict=True):
        moved = other.at_body()
        np.testing.assert_array_equal(one.point, moved.point)
        for name in {field.name for field in fields(one)} - {"joint", "parent", "body", "children", "leader", "in_v"}:
            np.testing.assert_allclose(getattr(one, name), getattr(moved, name), atol=10 * ROUNDING, err_msg=name)


def test_another_reference_is_refused():
    with pytest.raises(ArgumentError, match="world, body.*tool"):
        sim.newton_euler_trace(robots.load("planar_2r"), np.zeros(2), np.zeros(2), np.zeros(2), reference="tool")


def test_the_axis_point_is_on_the_axis_and_the_center_is_that_of_the_mass():
    model = robots.load("scara")
    trace = sim.newton_euler_trace(model, np.array([0.3, -0.4, 0.1]), np.ones(3), np.ones(3))
    for step, back in zip(trace.outward, trace.inward[::-1], strict=True):
        if step.S.shape[1] and step.S[3:].any():  # [p × u; u]
            np.testing.assert_allclose(step.S[:3, 0], np.cross(step.axis_point, step.S[3:, 0]), atol=1e-15)
        # A force of one newton along each axis at c turns nothing about c: I [v; 0] = m [v; c × v].
        np.testing.assert_allclose(back.inertia[3:, 0], back.mass * np.cross(back.center, [1.0, 0.0, 0.0]), atol=1e-15)


@loop_over("kind", list(JointKind))
def test_every_kind_of_joint_is_known(kind):
    model = random_tree(7, bodies=5, kinds=(kind,))
    trace = sim.newton_euler_trace(model, *random_state(model, 7))
    assert trace.residual < ROUNDING
    assert len(trace.steps) == 10


@pytest.mark.skipif("panda" not in robots.names(), reason="the gallery is not installed")
@pytest.mark.parametrize("name", ["panda", "ur5", "solo12"])
def test_its_torques_are_those_of_inverse_dynamics_on_real_robots(name):
    model = robots.load(name, meshes=False)
    rng = np.random.default_rng(4)
    q, v, a = sim.random_configuration(model, rng), rng.normal(size=model.nv), rng.normal(size=model.nv)
    trace = sim.newton_euler_trace(model, q, v, a, random_wrenches(model, 4))
    assert trace.residual < ROUNDING
    assert {step.body for step in trace.outward} == set(model.body_names)


@loop_over("mimic", [False, True])
@loop_over("seed", SEEDS)
def test_twists_at_the_bodies_are_those_of_the_frames(seed, mimic):
    model, (q, v, _), trace = trace_of(seed, mimic)
    twists = dict(zip(model.frame_names, sim.frame_twists(model, q, v), strict=True))
    for step in trace.outward:
        np.testing.assert_allclose(step.at_body().twist, twists[step.body], atol=ROUNDING)


@loop_over("seed", SEEDS)
def test_proper_acceleration_is_the_rate_of_the_velocity_of_the_origin_less_gravity(seed):
    model, (q, v, a), trace = trace_of(seed)

    def velocities(t):
        return sim.frame_twists(model, sim.integrate(model, q, v + 0.5 * t * a, t), v + t * a)[:, :3]

    h = 1e-5
    rates = (velocities(h) - velocities(-h)) / (2 * h)
    for step in trace.outward:
        expected = rates[model.frame_index(step.body)] - [0.0, 0.0, -9.81]
        # Central difference: h² times third derivatives (up to 1e4), and rounding 1e-15 / h.
        np.testing.assert_allclose(step.at_body().proper_acceleration, expected, atol=1e-6, rtol=1e-6)


@loop_over("mimic", [False, True])
@loop_over("seed", SEEDS)
def test_the_reaction_at_the_root_is_the_sum_of_what_all_bodies_need(seed, mimic):
    model, _, trace = trace_of(seed, mimic)
    total = sum(step.net - step.external for step in trace.inward)
    np.testing.assert_allclose(trace.reaction, total, atol=ROUNDING)
    (root,) = (step for step in trace.inward if step.parent is None)
    np.testing.assert_array_equal(trace.reaction, root.force)


@loop_over("seed", SEEDS)
def test_reaction_and_environment_are_the_rate_of_momentum(seed):
    model = random_tree(seed)
    q, v, a = random_state(model, seed)
    trace = sim.newton_euler_trace(model, q, v, a, random_wrenches(model, seed), (0.0, 0.0, 0.0))

    def momentum(t):
        return sim.momentum(model, sim.integrate(model, q, v + 0.5 * t * a, t), v + t * a)

    h = 1e-5
    rate = (momentum(h) - momentum(-h)) / (2 * h)
    given = trace.reaction + sum(step.external for step in trace.inward)
    np.testing.assert_allclose(given, rate, atol=1e-5, rtol=1e-6)  # as above, times masses up to 20 kg
    np.testing.assert_allclose(sum(step.momentum for step in trace.inward), sim.momentum(model, q, v), atol=ROUNDING)


@pytest.mark.slow
@loop_over("place", ["world", "body", "elsewhere"])
@loop_over("seed", SEEDS)
def test_the_equations_of_each_step_hold_at_any_point(seed, place):
    model, (q, v, a), trace = trace_of(seed, mimic=bool(seed % 2))
    elsewhere = np.array([0.4, -1.0, 0.7])
    for body in model.body_names:
        out, back = trace.of_body(body)
        carried = [trace.of_body(child)[1] for child in back.children]
        if place != "world":
            point = out.origin if place == "body" else elsewhere
            out, back, carried = out.at(point), back.at(point), [step.at(point) for step in carried]
            np.testing.assert_array_equal(out.point, point)
        motion = out.parent_twist + out.S @ out.joint_velocity
        np.testing.assert_allclose(out.twist, motion, atol=ROUNDING)
        rate = out.parent_acceleration + out.S @ out.joint_acceleration + out.S_dot @ out.joint_velocity
        np.testing.assert_allclose(out.acceleration, rate, atol=ROUNDING)
        np.testing.assert_array_equal(back.S, out.S)
        np.testing.assert_allclose(back.momentum, back.inertia @ out.twist, atol=ROUNDING)
        np.testing.assert_allclose(back.inertial, back.inertia @ out.acceleration, atol=ROUNDING)
        np.testing.assert_allclose(back.net, back.inertial + back.gyroscopic, atol=ROUNDING)
        np.testing.assert_allclose(back.from_children, sum((s.force for s in carried), np.zeros(6)), atol=ROUNDING)
        np.testing.assert_allclose(back.force, back.net - back.external + back.from_children, atol=ROUNDING)
        np.testing.assert_allclose(back.torque, back.S.T @ back.force + back.armature_torque, atol=ROUNDING)
        omega, u, momentum = out.twist[3:], out.twist[:3], back.momentum
        expected = [*np.cross(omega, momentum[:3]), *(np.cross(omega, momentum[3:]) + np.cross(u, momentum[:3]))]
        np.testing.assert_allclose(back.gyroscopic, expected, atol=ROUNDING)


@loop_over("seed", SEEDS)
def test_at_its_body_the_inertia_is_that_of_the_definition(seed):
    model, (q, _, _), trace = trace_of(seed)
    for step in trace.inward:
        body = model.bodies[model.frame_index(step.body)]
        R = sim.frame_pose(model, q, step.body)[:3, :3]
        inertia, c = step.at_body().inertia, R @ body.com
        np.testing.assert_allclose(inertia, inertia.T, atol=ROUNDING)
        np.testing.assert_allclose(inertia[:3, :3], body.mass * np.eye(3), atol=ROUNDING)
        np.testing.assert_allclose(inertia[:3, 3:] @ [1, 0, 0], body.mass * np.cross([1, 0, 0], c), atol=ROUNDING)
        about_origin = R @ body.inertia @ R.T + body.mass * (c @ c * np.eye(3) - np.outer(c, c))
        np.testing.assert_allclose(inertia[3:, 3:], about_origin, atol=ROUNDING)


@loop_over("seed", SEEDS)
def test_parents_come_first_and_the_way_back_is_the_same_backwards(seed):
    tree = random_tree(seed, mimic=True)
    model = sim.build_model("reversed", tree.bodies, tree.joints[::-1])
    trace = sim.newton_euler_trace(model, *random_state(model, seed))
    seen = {None}
    for step in trace.outward:
        assert step.parent in seen
        seen.add(step.body)
    assert seen == {None, *model.body_names}
    assert [step.body for step in trace.inward] == [step.body for step in trace.outward][::-1]
    assert [step.phase for step in trace.steps] == ["outward"] * 12 + ["inward"] * 12
    assert trace.residual < ROUNDING


@loop_over("seed", SEEDS)
def test_a_follower_gives_its_torque_to_its_leader(seed):
    model, _, trace = trace_of(seed, mimic=True)
    shares = {name: np.zeros(model.joint(name).kind.nv) for name in model.joint_names}
    for step in trace.inward:
        mimic = model.joint(step.joint).mimic
        if step.leader is None:
            assert model.joint(step.joint).kind is JointKind.FIXED
            assert (step.torque.shape, step.in_v) == ((0,), slice(0, 0))
            continue
        assert (step.leader, step.ratio) == ((mimic.joint, mimic.ratio) if mimic else (step.joint, 1.0))
        shares[step.leader] += step.generalized_force
    for name, share in shares.items():
        np.testing.assert_array_equal(trace.tau[model.joint_slices()[name][1]], share)


def test_the_2r_arm_by_hand():
    # Two links of 1 m with 1 kg at their ends, the second at a right angle to the first, turning about z in the plane x y.
    along = np.eye(4)
    along[0, 3] = 1.0
    bodies = [Body("one", 1.0, np.array([1.0, 0, 0])), Body("two", 1.0, np.array([1.0, 0, 0]))]
    joints = [Joint("first", JointKind.REVOLUTE, None, "one"), Joint("second", JointKind.REVOLUTE, "one", "two", along)]
    model = sim.build_model("2R", bodies, joints, [Frame("end", "two", along)])
    q, v, a = np.array([0.0, np.pi / 2]), np.array([2.0, 1.0]), np.array([1.0, -1.0])
    trace = sim.newton_euler_trace(model, q, v, a, gravity=(0.0, -10.0, 0.0))
    out, back = trace.of_body("two")
    near = {"atol": 1e-14}  # the cosine of π/2 is 6e-17
    np.testing.assert_allclose(out.S[:, 0], [0, -1, 0, 0, 0, 1], **near)
    np.testing.assert_allclose(out.S_dot[:, 0], [2, 0, 0, 0, 0, 0], **near)
    np.testing.assert_allclose(out.twist, [0, -1, 0, 0, 0, 3], **near)
    np.testing.assert_allclose(out.at_body().twist, [0, 2, 0, 0, 0, 3], **near)
    np.testing.assert_allclose(out.parent_acceleration, [0, 10, 0, 0, 0, 1], **near)
    np.testing.assert_allclose(out.acceleration, [2, 11, 0, 0, 0, 0], **near)
    np.testing.assert_allclose(out.at(np.array([1.0, 1.0, 0.0])).proper_acceleration, [-4, 2, 0], **near)
    np.testing.assert_allclose(back.momentum, [-3, 2, 0, 0, 0, 5], **near)
    np.testing.assert_allclose(back.force, [-4, 2, 0, 0, 0, 6], **near)
    np.testing.assert_allclose(back.at_body().force, [-4, 2, 0, 0, 0, 4], **near)
    root = trace.of_body("one")[1]
    np.testing.assert_allclose(root.net, [-4, 11, 0, 0, 0, 11], **near)
    np.testing.assert_allclose(root.from_children, back.force, **near)
    np.testing.assert_allclose(trace.reaction, [-8, 13, 0, 0, 0, 17], **near)
    np.testing.assert_allclose(trace.tau, [17, 4], **near)

    # 3 N upwards on the end at (1, 1), and 2 N m about z: less to do for both motors.
    pushed = sim.newton_euler_trace(model, q, v, a, {"end": [0, 3, 0, 0, 0, 2]}, (0.0, -10.0, 0.0))
    np.testing.assert_allclose(pushed.of_body("two")[1].external, [0, 3, 0, 0, 0, 5], **near)
    np.testing.assert_allclose(pushed.tau, [17 - 5, 4 - 2], **near)


def test_what_stands_on_the_world_is_carried_by_it():
    up, placed = np.eye(4), np.eye(4)
    up[:3, 3], placed[:3, 3] = (0.0, 0.0, 1.0), (2.0, 0.0, 0.0)
    bodies = [Body("post", 3.0), Body("lamp", 1.0)]
    joints = [Joint("foot", JointKind.FIXED, None, "post", placed), Joint("top", JointKind.FIXED, "post", "lamp", up)]
    model = sim.build_model("lamp post", bodies, joints, [Frame("here", None, placed)])
    none = np.zeros(0)
    trace = sim.newton_euler_trace(model, none, none, none, {"here": np.ones(6), "lamp": [5.0, 0, 0, 0, 0, 0]})
    # 4 kg at x = 2 m; 5 N along x at 1 m of height. What pushes on the world itself is in no step.
    np.testing.assert_allclose(trace.reaction, [-5.0, 0, 4 * 9.81, 0, -2 * 4 * 9.81 - 5.0, 0], atol=1e-14)
    np.testing.assert_allclose(trace.of_body("post")[1].at_body().force[3:], [0, -5.0, 0], atol=1e-14)
    assert (trace.tau.shape, trace.residual) == ((0,), 0.0)


def test_nothing_in_a_trace_can_be_changed():
    _, _, trace = trace_of(1, mimic=True)
    moved = [step.at(np.ones(3)) for step in trace.steps]
    arrays = [getattr(thing, field.name) for thing in (trace, *trace.steps, *moved) for field in fields(thing)]
    assert not any(array.flags.writeable for array in arrays if isinstance(array, np.ndarray))


def test_wrong_arguments_are_refused_with_a_reason():
    model = random_tree(2)
    q, v, a = random_state(model, 2)
    with pytest.raises(ArgumentError, match=r"v has shape \(1,\); model 'tree 2' wants"):
        sim.newton_euler_trace(model, q, v[:1], a)
    with pytest.raises(ArgumentError, match="a.0. is nan"):
        sim.newton_euler_trace(model, q, v, np.full(model.nv, np.nan))
    with pytest.raises(ArgumentError, match="gravity must be three finite numbers"):
        sim.newton_euler_trace(model, q, v, a, gravity=(0.0, 0.0, np.nan))
    with pytest.raises(ArgumentError, match=r"wrenches\['body1'\] must be 6 finite numbers"):
        sim.newton_euler_trace(model, q, v, a, {"body1": [1.0, 2.0]})
    with pytest.raises(UnknownNameError, match="no frame named 'bodi1'"):
        sim.newton_euler_trace(model, q, v, a, {"bodi1": np.zeros(6)})
    with pytest.raises(UnknownNameError, match="no body named 'tool' in the trace"):
        sim.newton_euler_trace(model, q, v, a).of_body("tool")
    for step in sim.newton_euler_trace(model, q, v, a).steps[::12]:
        for point in (1.0, [0.0, np.nan, 0.0], np.zeros(6), "here"):
            with pytest.raises(ArgumentError, match="point must be three finite numbers x y z in m"):
                step.at(point)
