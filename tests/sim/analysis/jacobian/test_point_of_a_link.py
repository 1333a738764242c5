"""J at any point of a link, by routes that share no formula, and by the transport from the origin."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError

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
