"""Closed forms and refusals of the routes to the Jacobian, of recursive velocities and of the differential model."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.robots_to_test import SHIPPED
from torseur import robots, sim
from torseur.sim.analysis.jacobian.values import differences_of
from torseur.sim.errors import ArgumentError, UnknownNameError


def table_of(name):
    return robots.read_dh_table(robots.describe(name).path)


def scara():
    return robots.load("scara"), np.array([np.pi / 4, np.pi / 4, 0.1])


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_the_formulas_of_a_table_are_one_more_route_that_agrees(name):
    model, table = robots.load(name), table_of(name)
    for seed in range(3):
        q = sim.random_configuration(model, np.random.default_rng(seed))
        for reference in ("world_aligned", "local", "world"):
            found = sim.jacobian_routes(model, q, "tool", reference, table)
            assert list(found.routes) == ["geometric", "composed", "differentiated", "compiled", "symbolic"]
            assert found.largest < 1e-12


def test_axes_of_columns_give_them_again():
    model = robots.load("arm_6r")
    found = sim.jacobian_routes(model, sim.random_configuration(model, 4), "tool")
    point = found.pose[:3, 3]
    for k in range(model.nv):
        (axis,) = found.axes_of(k)
        assert axis.joint == model.joint_names[k]
        lever = np.cross(axis.z, axis.lever(point))
        np.testing.assert_allclose(found.J[:, k], [*lever, *axis.z], atol=1e-15)


def test_a_frame_that_nothing_moves_has_a_jacobian_of_zeros():
    model = robots.load("arm_6r")
    base = model.body_names[0]
    found = sim.jacobian_routes(model, sim.neutral(model), base)
    assert found.axes == ()
    assert found.largest == 0.0
    assert not found.J.any()


def test_a_wrong_entry_shows_in_the_differences():
    J = np.ones((6, 3))
    wrong = J.copy()
    wrong[1, 2] += 1e-3
    found = differences_of({"one": J, "other": J, "wrong": wrong}, lengths=2.0, turns=1.0)
    np.testing.assert_allclose(found, [[0, 0, 5e-4], [0, 0, 5e-4], [5e-4, 5e-4, 0]], rtol=1e-9)


def test_what_cannot_be_is_refused_in_words():
    model, q = scara()
    with pytest.raises(UnknownNameError, match=r"frame named 'toll'.*'tool'"):
        sim.jacobian_routes(model, q, "toll")
    with pytest.raises(UnknownNameError, match="reference named 'base'"):
        sim.jacobian_routes(model, q, "tool", "base")
    with pytest.raises(ArgumentError, match="nq = 3"):
        sim.jacobian_routes(model, q[:2], "tool")
    with pytest.raises(ArgumentError, match="not the tool of the table"):
        sim.jacobian_routes(model, q, model.body_names[0], table=table_of("scara"))
    with pytest.raises(ArgumentError, match="the table has 2 rows that move"):
        sim.jacobian_routes(model, q, "tool", table=table_of("planar_rp"))
    with pytest.raises(UnknownNameError, match="frame named 'hand'"):
        sim.link_velocities(model, q, np.zeros(3), "hand")
    with pytest.raises(ArgumentError, match="nv = 3"):
        sim.small_displacement(model, q, "tool", np.zeros(2))


def test_links_of_scara_move_as_written_by_hand():
    """THEORY §1: both links turn about parallel axes, and O1 at 0.5 m, O2 at 1 m more is carried by both."""
    model, q = scara()
    v = np.array([0.3, -0.7, 0.2])
    first, second = [link for link in sim.link_velocities(model, q, v) if link.rate.size][:2]
    np.testing.assert_allclose(first.twist, [0, 0.5 * v[0], 0, 0, 0, v[0]], atol=1e-12)
    c, s = np.cos(q[1]), np.sin(q[1])
    along = np.array([0.5 * v[0] * s, 0.5 * v[0] * c + v[0] + v[1]])
    np.testing.assert_allclose(np.linalg.norm(second.twist[:2]), np.linalg.norm(along), atol=1e-12)
    np.testing.assert_allclose(np.abs(second.twist[5]), np.abs(v[0] + v[1]), atol=1e-12)


def test_planar_rp_moves_by_the_small_displacement_of_the_course():
    model = robots.load("planar_rp")
    q, dq = np.array([np.radians(30.0), 4.0]), np.array([np.radians(5.0), 1.0])
    found = sim.small_displacement(model, q, "tool", dq)
    moved = np.flatnonzero(np.abs(found.linear[:3]) > 1e-12)
    np.testing.assert_allclose(found.linear[moved], [0.691492, 0.802300], atol=5e-7)  # THEORY §8
    np.testing.assert_allclose(np.linalg.norm(found.linear[3:]), np.radians(5.0), atol=1e-15)
    exact = 5.0 * np.array([np.cos(q[0] + dq[0]), np.sin(q[0] + dq[0])]) - 4.0 * np.array([np.cos(q[0]), np.sin(q[0])])
    np.testing.assert_allclose(found.exact[moved], exact, atol=1e-12)
    np.testing.assert_allclose(found.gap, found.exact - found.linear, atol=0)


@pytest.mark.parametrize("name", ["arm_6r", "scara"])
def test_halving_the_joint_displacements_quarters_the_gap(name):
    model = robots.load(name)
    q = sim.random_configuration(model, 2)
    dq = 0.01 * np.random.default_rng(2).normal(size=model.nv)
    gaps = [np.linalg.norm(sim.small_displacement(model, q, "tool", dq / 2**k).gap[:3]) for k in range(3)]
    np.testing.assert_allclose([gaps[0] / gaps[1], gaps[1] / gaps[2]], 4.0, atol=0.1)


POINT = np.array([0.13, -0.21, 0.34])


def posed(name):
    model = robots.load(name)
    return model, sim.random_configuration(model, np.random.default_rng(3))


@loop_over(("name", "frame"), [("ur5", "forearm_link"), ("scara", "link2"), ("arm_7r", "tool")])
@loop_over("reference", ["world_aligned", "local", "world"])
def test_all_routes_agree_at_a_point_of_a_link(name, frame, reference):
    model, q = posed(name)
    found = sim.jacobian_routes(model, q, frame, reference, point=POINT)
    assert found.largest < 1e-14  # a handful of roundings
    pose = sim.frame_pose(model, q, frame)
    np.testing.assert_allclose(found.pose[:3, 3], pose[:3, :3] @ POINT + pose[:3, 3], atol=1e-15)


def test_the_transport_gives_the_jacobian_of_the_point_out_of_that_of_the_origin():
    model, q = posed("ur5")
    moved = sim.point_transport(model, q, "forearm_link", POINT)
    np.testing.assert_allclose(moved.matrix @ moved.J_origin, moved.J_point, atol=1e-15)
    direct = sim.jacobian_routes(model, q, "forearm_link", point=POINT).routes["differentiated"]
    np.testing.assert_allclose(moved.J_point, direct, atol=1e-14)
    np.testing.assert_allclose(moved.J_point, sim.point_jacobian(model, q, "forearm_link", POINT), atol=1e-15)
    np.testing.assert_allclose(moved.point - moved.origin, moved.r, atol=1e-15)


def test_the_gap_of_a_small_displacement_of_a_point_is_of_second_order():
    model, q = posed("ur5")
    dq = np.full(model.nv, 0.02)
    whole, half = (sim.small_displacement(model, q, "forearm_link", k * dq, point=POINT) for k in (1.0, 0.5))
    np.testing.assert_allclose(whole.linear, sim.point_jacobian(model, q, "forearm_link", POINT) @ dq, atol=1e-15)
    ratio = np.linalg.norm(whole.gap[:3]) / np.linalg.norm(half.gap[:3])
    assert ratio == pytest.approx(4.0, rel=0.05)  # the third order is dq times as large


def test_what_is_no_point_or_frame_is_refused_with_what_was_wanted():
    model, q = posed("scara")
    for point in ([1.0, 2.0], [0.0, 0.0, np.nan]):
        with pytest.raises(ArgumentError, match="three finite numbers"):
            sim.point_transport(model, q, "link2", point)
    with pytest.raises(UnknownNameError, match="link9"):
        sim.point_transport(model, q, "link9", POINT)
