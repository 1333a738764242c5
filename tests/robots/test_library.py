"""The robots we ship: whole, physically possible, and those of the course."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.robots_to_test import SHIPPED
from torseur import robots, sim
from torseur.sim.multibody.kinematics.kinematics import frame_pose
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Sphere


@loop_over("name", SHIPPED)
def test_every_shipped_robot_is_whole_and_physically_possible(name):
    model, entry = robots.load(name), robots.describe(name)
    assert model.findings == ()
    assert (model.name, entry.dof) == (name, model.nv)
    assert model.frame_names[-1] == "tool"
    assert {"home", "ready"} <= set(model.poses)
    for limit in (model.lower, model.upper, model.velocity_limit, model.effort_limit):
        assert np.all(np.isfinite(limit))
    for q in model.poses.values():
        assert np.all((model.lower <= q) & (q <= model.upper))
    assert all(body.visuals and body.collisions for body in model.bodies)
    for body in model.bodies:
        moments = np.linalg.eigvalsh(body.inertia)
        assert body.mass > 0
        assert moments[0] > 0
        assert moments[2] <= moments[0] + moments[1]


@loop_over("name", SHIPPED)
def test_masses_are_those_of_the_shapes_at_the_density_the_file_states(name):
    text = robots.describe(name).path.read_text(encoding="utf-8")
    density = float(text.split("those of the visuals at ")[1].split(" kg/m³")[0])
    for body in robots.load(name).bodies:
        mass, com, inertia = mass_of_visuals(body, density)
        assert body.mass == pytest.approx(mass, rel=1e-4)  # the files give five digits
        np.testing.assert_allclose(body.com, com, atol=2e-5)
        np.testing.assert_allclose(body.inertia, inertia, atol=2e-4 * np.max(inertia))


def mass_of_visuals(body, density):
    """Return mass, centre and inertia about it of all visuals at one density, each counted whole."""
    masses, centres, inertias = [], [], []
    for visual in body.visuals:
        mass, moments = mass_of_shape(visual.shape, density)
        rotation = visual.placement[:3, :3]
        masses.append(mass)
        centres.append(visual.placement[:3, 3])
        inertias.append(rotation @ np.diag(moments) @ rotation.T)
    com = np.average(centres, axis=0, weights=masses)
    about_com = [
        inertia + mass * ((p - com) @ (p - com) * np.eye(3) - np.outer(p - com, p - com))
        for mass, p, inertia in zip(masses, centres, inertias, strict=True)
    ]
    return sum(masses), com, np.sum(about_com, axis=0)


def mass_of_shape(shape, density):
    """Return mass and principal moments of a solid primitive."""
    match shape:
        case Box(size=(x, y, z)):
            m = density * x * y * z
            return m, [m * (y * y + z * z) / 12, m * (x * x + z * z) / 12, m * (x * x + y * y) / 12]
        case Sphere(radius=r):
            m = density * 4 / 3 * np.pi * r**3
            return m, [0.4 * m * r * r] * 3
        case Cylinder(radius=r, length=h):
            m = density * np.pi * r * r * h
            return m, [m * (3 * r * r + h * h) / 12] * 2 + [m * r * r / 2]
        case Capsule(radius=r, length=h):
            m, ends = density * np.pi * r * r * h, density * 4 / 3 * np.pi * r**3
            across = m * (3 * r * r + h * h) / 12 + ends * (0.4 * r * r + h * h / 4 + 3 / 8 * h * r)
            return m + ends, [across, across, m * r * r / 2 + 0.4 * ends * r * r]
    raise AssertionError(shape)


@pytest.mark.parametrize(
    ("name", "lengths", "position"),
    [("planar_2r", (0.5, 0.4), lambda x, y: (x, -0.063, 0.95 + y)), ("planar_3r", (0.4, 0.3, 0.2), lambda x, y: (x, y, 0.02))],
)
def test_planar_arms_are_where_the_textbook_says(name, lengths, position):
    model = robots.load(name)
    q = model.poses["ready"]
    angles = np.cumsum(q)
    x, y = np.dot(lengths, np.cos(angles)), np.dot(lengths, np.sin(angles))
    np.testing.assert_allclose(frame_pose(model, q, "tool")[:3, 3], position(x, y), atol=1e-15)


def test_six_axis_arm_has_a_spherical_wrist():
    model = robots.load("arm_6r")
    wrist = np.array([0.0, 0.0, 0.0, 0.3, -0.4, 0.5])
    at_rest = frame_pose(model, np.zeros(6), "link4")[:3, 3]
    np.testing.assert_allclose(frame_pose(model, wrist, "link4")[:3, 3], at_rest, atol=1e-15)
    np.testing.assert_allclose(frame_pose(model, wrist, "link5")[:3, 3], at_rest, atol=1e-15)


def test_spatial_arms_can_move_in_every_direction_from_the_pose_they_are_shown_in():
    for model in (robots.load("arm_6r"), robots.load("arm_7r")):
        for pose in ("home", "ready"):
            singular_values = np.linalg.svd(sim.jacobian(model, model.poses[pose], "tool"), compute_uv=False)
            assert singular_values[5] > 0.05, pose


def test_seven_axis_arm_swings_its_elbow_with_the_hand_held_still():
    model = robots.load("arm_7r")
    q = model.poses["ready"]
    self_motion = np.linalg.svd(sim.jacobian(model, q, "tool"))[2][-1]
    h = 1e-4
    hand = frame_pose(model, q + h * self_motion, "tool") - frame_pose(model, q, "tool")
    elbow = frame_pose(model, q + h * self_motion, "link4") - frame_pose(model, q, "link4")
    assert np.max(abs(hand)) < 1e-7  # second order in h
    assert np.linalg.norm(elbow[:3, 3]) > 1e-5


@loop_over("name", SHIPPED)
def test_gravity_can_be_held_in_every_named_pose(name):
    model = robots.load(name)
    for q in model.poses.values():
        assert np.all(abs(sim.gravity_torque(model, q)) < 0.8 * model.effort_limit)


def test_loading_twice_gives_equal_tables():
    one, two = robots.load("arm_6r"), robots.load("arm_6r")
    np.testing.assert_array_equal(one.table, two.table)
