"""Exact sets of velocities and forces under joint limits: THEORY §2."""

from itertools import product

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import ONE_DEGREE, random_state, random_tree
from tests.robots_to_test import SHIPPED
from torseur import robots, sim


def drawn(seed):
    """A 3 × n matrix and n limits: in general position, with parallel columns, coplanar ones, a zero one."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 9))
    J = rng.normal(size=(3, n))
    if seed % 4 == 1:
        J[:, 1] = -0.7 * J[:, 0]
    if seed % 4 == 2:
        J[2, : n - 1] = 0.0
    if seed % 4 == 3:
        J[:, 0], J[:, 1] = 0.0, J[:, 2]
    return J, rng.uniform(0.3, 4.0, n), rng


def closed(polytope):
    """Whether each edge belongs to two faces and the triangles turn outwards: Euler, and a volume above 0."""
    corners = polytope.vertices[polytope.triangles]
    outwards = np.einsum("ti,ti->t", np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), corners[:, 0])
    euler = len(polytope.vertices) - len(polytope.edges) + len(polytope.normals)
    return euler == 2 and np.all(outwards > 0.0)


@loop_over("seed", range(24))
def test_the_zonotope_reaches_as_far_as_the_joints_together_in_every_direction(seed):
    J, speed, rng = drawn(seed)
    zonotope = sim.velocity_zonotope(J, speed)
    d = rng.normal(size=(3, 200))
    np.testing.assert_allclose(zonotope.support(d), speed @ np.abs(J.T @ d), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(zonotope.support(zonotope.normals.T), zonotope.offsets, rtol=1e-12, atol=1e-12)


@loop_over("seed", range(24))
def test_every_vertex_of_the_zonotope_is_the_velocity_of_a_corner_of_the_box(seed):
    J, speed, _ = drawn(seed)
    zonotope = sim.velocity_zonotope(J, speed)
    corners = np.array(list(product((-1.0, 1.0), repeat=len(speed)))) * speed @ J.T
    assert np.max(corners @ zonotope.normals.T - zonotope.offsets) <= 1e-12 * zonotope.outer  # none is outside
    away = np.linalg.norm(zonotope.vertices[:, None] - corners[None], axis=2).min(axis=1)
    assert np.max(away) <= 1e-12 * zonotope.outer
    if zonotope.dimension == 3:
        assert closed(zonotope)


def test_seven_joints_in_general_position_give_forty_two_faces():
    zonotope = sim.velocity_zonotope(np.random.default_rng(3).normal(size=(3, 7)), np.ones(7))
    assert (len(zonotope.normals), len(zonotope.vertices), len(zonotope.edges)) == (42, 44, 84)


@loop_over("seed", range(24))
def test_the_zonotope_has_the_volume_of_its_generators(seed):
    J, speed, _ = drawn(seed)
    zonotope = sim.velocity_zonotope(J, speed)
    volume = np.linalg.det(zonotope.vertices[zonotope.triangles]).sum() / 6 if zonotope.dimension == 3 else 0.0
    G = J * speed
    i, j, k = (np.array(x) for x in zip(*[t for t in product(range(len(speed)), repeat=3) if t[0] < t[1] < t[2]], strict=True))
    expected = 8 * np.abs(np.linalg.det(np.stack([G[:, i], G[:, j], G[:, k]]).transpose(2, 0, 1))).sum()
    assert volume == pytest.approx(expected, rel=1e-10, abs=1e-12)


@loop_over("seed", range(24))
def test_vertices_of_the_force_polytope_load_at_least_three_joints_fully_and_none_more(seed):
    J, effort, _ = drawn(seed)
    polytope = sim.force_polytope(J, effort)
    load = np.abs(J.T @ polytope.vertices.T) / effort[:, None]
    assert np.max(load) <= 1.0 + 1e-12
    assert np.min(np.sum(load >= 1.0 - 1e-11, axis=0)) >= polytope.dimension
    if polytope.bounded:
        assert closed(polytope)
        assert polytope.inner == pytest.approx(1.0 / np.max(np.linalg.norm(J, axis=0) / effort))


@loop_over("seed", range(12))
def test_a_force_is_inside_exactly_when_no_joint_is_overloaded(seed):
    J, effort, rng = drawn(seed)
    polytope = sim.force_polytope(J, effort)
    forces = rng.normal(size=(3, 300)) * np.min(effort)
    inside = np.all(polytope.normals @ forces <= polytope.offsets[:, None], axis=0)
    np.testing.assert_array_equal(inside, np.all(np.abs(J.T @ forces) <= effort[:, None], axis=0))
    assert 0 < inside.sum() < 300


@loop_over("seed", range(12))
def test_no_vertex_of_one_takes_more_power_with_one_of_the_other_than_all_motors_give(seed):
    """F · v = τ · q̇ ≤ Σ τmax q̇max, and the greatest power over the zonotope is that of F's own torques at full speed."""
    J, effort, rng = drawn(seed)
    speed = rng.uniform(0.5, 3.0, len(effort))
    forces, velocities = sim.force_polytope(J, effort).vertices, sim.velocity_zonotope(J, speed).vertices
    power = forces @ velocities.T
    assert np.max(power) <= effort @ speed * (1 + 1e-12)
    np.testing.assert_allclose(power.max(axis=1), np.abs(forces @ J) @ speed, rtol=1e-10, atol=1e-10)


@loop_over("seed", range(16))
def test_the_weighted_ellipsoid_is_inside_the_polytope_and_sqrt_n_times_as_large_it_is_outside(seed):
    J, limit, rng = drawn(seed)
    d = rng.normal(size=(3, 100))
    d /= np.linalg.norm(d, axis=0)
    n = len(limit)
    ball = sim.velocity_ellipsoid(J, limit)
    reach = np.linalg.norm(ball.lengths[:, None] * (ball.axes.T @ d), axis=0)
    zonotope = sim.velocity_zonotope(J, limit).support(d)
    assert np.all(reach <= zonotope * (1 + 1e-12))
    assert np.all(zonotope <= np.sqrt(n) * reach * (1 + 1e-12))
    ball, polytope = sim.force_ellipsoid(J, limit), sim.force_polytope(J, limit)
    if not polytope.bounded:
        return
    surface = (ball.axes * ball.lengths) @ d
    assert np.max(polytope.normals @ surface - polytope.offsets[:, None]) <= 1e-9 * polytope.outer
    inverse = np.linalg.solve(ball.axes * ball.lengths, polytope.vertices.T)
    assert np.max(np.linalg.norm(inverse, axis=0)) <= np.sqrt(n) * (1 + 1e-9)


@loop_over("rank", [0, 1, 2])
@loop_over("n", [1, 2, 5])
def test_lost_directions_are_flat_for_velocities_and_without_end_for_forces(rank, n):
    rng = np.random.default_rng(10 * rank + n)
    basis = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    J, limit = basis[:, :rank] @ rng.normal(size=(rank, n)), rng.uniform(0.5, 2.0, n)
    found = min(rank, n)
    zonotope, polytope = sim.velocity_zonotope(J, limit), sim.force_polytope(J, limit)
    assert (zonotope.dimension, zonotope.bounded, zonotope.inner) == (found, True, 0.0)
    d = rng.normal(size=(3, 50))
    np.testing.assert_allclose(zonotope.support(d), limit @ np.abs(J.T @ d), rtol=1e-12, atol=1e-12)
    assert np.max(zonotope.normals @ zonotope.vertices.T - zonotope.offsets[:, None]) <= 1e-12
    assert (polytope.unbounded.shape, polytope.outer) == ((3, 3 - found), np.inf)
    np.testing.assert_allclose(J.T @ polytope.unbounded, 0.0, atol=1e-12)
    np.testing.assert_allclose(polytope.unbounded.T @ polytope.vertices.T, 0.0, atol=1e-12)
    assert np.all(np.isinf(polytope.support(d)))
    cut, was_cut = sim.cut_polytope(polytope, 0.7)
    assert (was_cut, cut.bounded, cut.dimension) == (True, True, 3)
    assert closed(cut)
    assert np.max(np.abs(J.T @ cut.vertices.T) / limit[:, None], initial=0.0) <= 1 + 1e-12
    np.testing.assert_allclose(cut.support(polytope.unbounded), 0.7, rtol=1e-12)


def test_a_polytope_is_cut_only_where_it_is_longer():
    J = np.diag([1.0, 1.0, 1e-9])  # forces along z of up to 1e9 N
    polytope = sim.force_polytope(J, np.ones(3))
    assert polytope.bounded
    assert polytope.outer == pytest.approx(1e9)
    cut, was_cut = sim.cut_polytope(polytope, 5.0)
    assert was_cut
    np.testing.assert_allclose(np.sort(np.abs(cut.vertices), axis=0)[-1], [1.0, 1.0, 5.0])
    assert sim.cut_polytope(cut, 10.0) == (cut, False)
    with pytest.raises(sim.errors.ArgumentError, match="above 0"):
        sim.cut_polytope(cut, 0.0)


def test_scara_has_the_polygon_of_its_two_arms_and_the_stroke_of_its_spindle():
    model = robots.load("scara")
    q = np.array([np.pi / 4, np.pi / 4, 0.1, 0.0])[: model.nq]
    found = sim.frame_capability(model, q, "tool", ["velocity_polytope"])
    zonotope, J = found.polytopes["velocity_polytope"], sim.jacobian(model, q, "tool")[:3]
    planar, limits = np.array([[-1.353553, -1], [0.353553, 0]]), model.velocity_limit
    np.testing.assert_allclose(J[:2, :2], planar, atol=1e-6)
    corners = np.array(list(product((-1.0, 1.0), repeat=3)))
    expected = corners[:, :2] * limits[:2] @ J[:2, :2].T
    assert len(zonotope.vertices) == 8
    for corner in expected:
        assert np.min(np.linalg.norm(zonotope.vertices[:, :2] - corner, axis=1)) < 1e-12
    np.testing.assert_allclose(np.abs(zonotope.vertices[:, 2]), limits[2], rtol=1e-12)


def test_three_slides_give_boxes():
    velocity, force = sim.velocity_zonotope(np.eye(3), [1.0, 2.0, 3.0]), sim.force_polytope(np.eye(3), [4.0, 5.0, 6.0])
    for box, half in ((velocity, (1, 2, 3)), (force, (4, 5, 6))):
        assert (len(box.vertices), len(box.edges), len(box.normals), len(box.triangles)) == (8, 12, 6, 12)
        np.testing.assert_allclose(np.abs(box.vertices), np.tile(half, (8, 1)))
        assert (box.inner, box.outer) == (pytest.approx(half[0]), pytest.approx(np.linalg.norm(half)))


@loop_over("seed", range(12))
def test_the_dynamic_ellipsoid_holds_the_accelerations_that_unit_torques_give_at_rest(seed):
    model = random_tree(seed, 8, ONE_DEGREE)
    q, _, rng = *random_state(model, seed)[:2], np.random.default_rng(seed)
    frame = model.body_names[-1]
    ball = sim.frame_capability(model, q, frame, ["dynamic"]).ellipsoids["dynamic"]
    A = ball.axes * ball.lengths
    drop = sim.bias_torque(model, q, np.zeros(model.nv))
    J = sim.jacobian(model, q, frame)[:3]
    for _ in range(5):
        tau = rng.normal(size=model.nv)
        tau /= np.linalg.norm(tau)
        acceleration = J @ sim.forward_dynamics(model, q, np.zeros(model.nv), tau + drop)
        inside = np.linalg.lstsq(A, acceleration, rcond=1e-12)[0]
        assert np.linalg.norm(inside) <= 1 + 1e-9
    _, sigma, _ = np.linalg.svd(J @ sim.inverse_mass_matrix(model, q))
    np.testing.assert_allclose(ball.lengths, np.pad(sigma, (0, 3 - len(sigma))), rtol=1e-8, atol=1e-9)
    same = sim.dynamic_ellipsoid(J, sim.mass_matrix(model, q))
    np.testing.assert_allclose(same.lengths, ball.lengths, rtol=1e-7, atol=1e-9)


def test_a_free_base_recoils_and_is_not_driven():
    scene = sim.load_scene("quadruped_drop")
    model, q = scene.model, scene.initial.q
    ball = sim.frame_capability(model, q, "solo/FL_FOOT", ["dynamic"]).ellipsoids["dynamic"]
    driven = np.zeros(model.nv, dtype=bool)
    for name, (_, place) in model.joint_slices().items():
        driven[place] = model.joint(name).kind.nv == 1
    J, H = sim.jacobian(model, q, "solo/FL_FOOT")[:3], sim.mass_matrix(model, q)
    np.testing.assert_allclose(ball.lengths, sim.dynamic_ellipsoid(J, H, actuated=driven).lengths, rtol=1e-9)
    assert ball.lengths[0] < sim.dynamic_ellipsoid(J, H).lengths[0]


def test_weighted_ellipsoids_of_the_same_limit_are_the_plain_ones_scaled():
    arm = robots.load("arm_6r")
    J = sim.jacobian(arm, arm.poses["ready"], "tool")
    H = sim.mass_matrix(arm, arm.poses["ready"])
    for rows in (J[:3], J[3:]):
        for plain, scaled, factor in (
            (sim.velocity_ellipsoid(rows), sim.velocity_ellipsoid(rows, np.full(6, 2.5)), 2.5),
            (sim.force_ellipsoid(rows), sim.force_ellipsoid(rows, np.full(6, 2.5)), 2.5),
            (sim.dynamic_ellipsoid(rows, H), sim.dynamic_ellipsoid(rows, H, np.full(6, 2.5)), 2.5),
        ):
            np.testing.assert_allclose(scaled.lengths, factor * plain.lengths, rtol=1e-12)


def test_the_rows_of_rotation_give_angular_velocities_and_moments():
    arm = robots.load("arm_6r")
    q = arm.poses["ready"]
    found = sim.frame_capability(arm, q, "tool", rows="orientation", weighted=True)
    J = sim.jacobian(arm, q, "tool")[3:]
    d = np.random.default_rng(1).normal(size=(3, 40))
    np.testing.assert_allclose(
        found.polytopes["velocity_polytope"].support(d), arm.velocity_limit @ np.abs(J.T @ d), rtol=1e-12
    )
    sigma = np.linalg.svd(J * arm.velocity_limit, compute_uv=False)
    np.testing.assert_allclose(found.ellipsoids["velocity"].lengths, sigma, rtol=1e-12)
    assert found.absent == {}


ARM_WITHOUT = """<robot name="bare"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="hand"><inertial>
<mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
<joint name="bend" type="revolute"><parent link="arm"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" velocity="2" effort="0"/></joint></robot>"""


def test_without_limits_it_says_for_which_joints(tmp_path):
    (tmp_path / "bare.urdf").write_text(ARM_WITHOUT)
    model = robots.load(tmp_path / "bare.urdf")
    found = sim.frame_capability(model, np.zeros(2), "hand", weighted=True)
    assert dict(found.ellipsoids) == dict(found.polytopes) == {}
    assert found.absent["velocity_polytope"] == "the file gives no speed limit for turn"
    assert found.absent["force_polytope"] == "the file gives no torque limit for turn"
    found = sim.frame_capability(model, np.zeros(2), "hand")
    assert set(found.ellipsoids) == {"velocity", "force", "dynamic"}
    assert set(sim.frame_capability(model, np.zeros(2), "base").absent.values()) == {"no joint moves this frame"}


@pytest.mark.parametrize(("change", "words"), [
    ({"kinds": ["speed"]}, "no kind named 'speed'"),
    ({"rows": "both"}, "no rows named 'both'"),
    ({"frame": "tol"}, "no frame named 'tol'"),
])  # fmt: skip
def test_what_is_not_there_is_named(change, words):
    arm = robots.load("arm_6r")
    with pytest.raises(sim.errors.UnknownNameError, match=words):
        sim.frame_capability(**{"model": arm, "q": np.zeros(6), "frame": "tool", **change})


@pytest.mark.parametrize("limit", [[1.0, 0.0, 1.0], [1.0, -2.0, 1.0], [1.0, np.inf, 1.0], [1.0, 1.0]])
def test_limits_are_finite_above_zero_and_one_a_joint(limit):
    for call in (sim.velocity_zonotope, sim.force_polytope, sim.velocity_ellipsoid, sim.force_ellipsoid):
        with pytest.raises(sim.errors.ArgumentError):
            call(np.eye(3), limit)


@loop_over("name", SHIPPED)
def test_on_every_robot_of_the_library_the_laws_hold_at_zero_home_and_anywhere(name):
    model = robots.load(name)
    rng = np.random.default_rng(5)
    d = rng.normal(size=(3, 60))
    for q in (np.zeros(model.nq), model.poses["home"], sim.random_configuration(model, rng)):
        for rows, part in (("position", slice(0, 3)), ("orientation", slice(3, 6))):
            found = sim.frame_capability(model, q, model.frame_names[-1], rows=rows, weighted=True)
            J = sim.jacobian(model, q, model.frame_names[-1])[part]
            J = J[:, [model.joint_slices()[joint][1].start for joint in found.joints]]
            columns = [model.joint_slices()[joint][1].start for joint in found.joints]
            if "velocity_polytope" in found.polytopes:
                reach = model.velocity_limit[columns] @ np.abs(J.T @ d)
                zonotope = found.polytopes["velocity_polytope"]
                np.testing.assert_allclose(zonotope.support(d), reach, rtol=1e-12, atol=1e-12 * (1 + zonotope.outer))
                ball = found.ellipsoids["velocity"]
                inside = np.linalg.norm(ball.lengths[:, None] * (ball.axes.T @ d), axis=0)
                assert np.all(inside <= reach * (1 + 1e-12) + 1e-12)
            else:
                assert "speed limit" in found.absent["velocity_polytope"]
            if "force_polytope" in found.polytopes:
                cut, _ = sim.cut_polytope(found.polytopes["force_polytope"], 1e4)
                load = np.abs(J.T @ cut.vertices.T) / model.effort_limit[columns][:, None]
                assert np.max(load, initial=0.0) <= 1 + 1e-9
            else:
                assert "torque limit" in found.absent["force_polytope"]


def test_a_polytope_of_seven_joints_takes_less_than_two_milliseconds():
    from time import thread_time  # of other programs none is counted

    J = np.random.default_rng(0).normal(size=(3, 7))
    for call in (sim.velocity_zonotope, sim.force_polytope):
        best = np.inf
        for _ in range(20):
            start = thread_time()
            call(J, np.ones(7))
            best = min(best, thread_time() - start)
        assert best < 2e-3
