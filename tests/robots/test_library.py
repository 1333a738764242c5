"""The robots we ship: whole, physically possible, and those of the course."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.robots_to_test import SHIPPED
from torseur import robots
from torseur.sim.multibody.kinematics.kinematics import frame_pose
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Sphere


def position_jacobian(model, q):
    """Return the Jacobian (3, nv) of the tool's position by central differences; their error is about 1e-9."""
    h = 1e-5
    columns = []
    for step in h * np.eye(model.nq):
        columns.append((frame_pose(model, q + step, "tool") - frame_pose(model, q - step, "tool"))[:3, 3] / (2 * h))
    return np.array(columns).T


def rotation_jacobian(model, q):
    """Return the Jacobian (3, nv) of the tool's orientation: vee((∂R/∂q) Rᵀ) by central differences."""
    h = 1e-5
    rotation = frame_pose(model, q, "tool")[:3, :3]
    columns = []
    for step in h * np.eye(model.nq):
        change = (frame_pose(model, q + step, "tool") - frame_pose(model, q - step, "tool"))[:3, :3] / (2 * h)
        spin = change @ rotation.T
        columns.append([spin[2, 1], spin[0, 2], spin[1, 0]])
    return np.array(columns).T


@loop_over("name", SHIPPED)
def test_every_shipped_robot_is_whole(name):
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


@loop_over("name", SHIPPED)
def test_every_shipped_body_has_a_mass_and_an_inertia_that_a_body_can_have(name):
    for body in robots.load(name).bodies:
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


def test_scara_has_the_jacobian_of_the_course():
    model = robots.load("scara")
    J = position_jacobian(model, model.poses["course"])
    np.testing.assert_allclose(J[:2, :2], [[-1.353553, -1], [0.353553, 0]], atol=1e-6)
    np.testing.assert_allclose(J[:, 2], [0, 0, -1], atol=1e-9)


def test_scara_reaches_the_speed_of_the_course_and_no_more():
    model = robots.load("scara")
    q = model.poses["course"]
    J = position_jacobian(model, q)
    v = np.linalg.solve(J, [0.0, 1.0, 0.0])
    np.testing.assert_allclose(v, [2.828427, -3.828427, 0], atol=1e-6)
    np.testing.assert_allclose(rotation_jacobian(model, q) @ v, [0, 0, -1], atol=1e-6)
    np.testing.assert_allclose(model.velocity_limit, [np.pi, np.pi, 1.0])
    assert np.min(model.velocity_limit[:2] / abs(v[:2])) == pytest.approx(0.820596, abs=1e-6)


def test_scara_exerts_ten_newtons_with_the_torques_of_the_course():
    model = robots.load("scara")
    tau = position_jacobian(model, model.poses["course"]).T @ [10.0, 0.0, 0.0]
    np.testing.assert_allclose(tau, [-13.535534, -10, 0], atol=1e-6)


@pytest.mark.parametrize("elbow", [-2.0, 0.0, 0.7, 1.5])
def test_scara_is_singular_where_it_is_straight(elbow):
    J = position_jacobian(robots.load("scara"), np.array([0.3, elbow, 0.1]))
    assert abs(np.linalg.det(J[:2, :2])) == pytest.approx(0.5 * 1.0 * abs(np.sin(elbow)), abs=1e-8)


@pytest.mark.parametrize("q", [(0.3, 0.7, 0.4), (-1.0, -1.2, 0.6), (0.5, 0.0, 0.5), (0.2, 1.0, 0.0)])
def test_spherical_arm_has_the_determinant_of_the_course(q):
    J = position_jacobian(robots.load("spherical_rrp"), np.array(q))
    assert abs(np.linalg.det(J)) == pytest.approx(q[2] ** 2 * abs(np.sin(q[1])), abs=1e-8)


@pytest.mark.parametrize("q", [(0.3, 0.7, 0.6), (-2.0, 0.4, 0.9)])
def test_cylindrical_arm_has_the_jacobian_of_the_course(q):
    model, (theta, z, r) = robots.load("cylindrical"), q
    c, s = np.cos(theta), np.sin(theta)
    np.testing.assert_allclose(frame_pose(model, np.array(q), "tool")[:3, 3], [r * c, r * s, z], atol=1e-15)
    expected = [[-r * s, 0, c], [r * c, 0, s], [0, 1, 0]]
    np.testing.assert_allclose(position_jacobian(model, np.array(q)), expected, atol=1e-9)
    np.testing.assert_allclose(rotation_jacobian(model, np.array(q)), [[0] * 3, [0] * 3, [1, 0, 0]], atol=1e-9)


def test_planar_rp_moves_by_what_the_course_asks():
    model = robots.load("planar_rp")
    np.testing.assert_allclose(model.poses["course"], [np.radians(30), 4.0])
    displacement = position_jacobian(model, model.poses["course"]) @ [np.radians(5), 1.0]
    np.testing.assert_allclose(displacement, [0.691492, 0.802300, 0], atol=1e-6)


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


@pytest.mark.parametrize(("name", "rank"), [("arm_6r", 6), ("arm_7r", 6)])
def test_spatial_arms_can_move_in_every_direction_from_the_pose_they_are_shown_in(name, rank):
    model = robots.load(name)
    for pose in ("home", "ready"):
        q = model.poses[pose]
        J = np.vstack([position_jacobian(model, q), rotation_jacobian(model, q)])
        singular_values = np.linalg.svd(J, compute_uv=False)
        assert singular_values[rank - 1] > 0.05, pose


def test_seven_axis_arm_swings_its_elbow_with_the_hand_held_still():
    model = robots.load("arm_7r")
    q = model.poses["ready"]
    J = np.vstack([position_jacobian(model, q), rotation_jacobian(model, q)])
    self_motion = np.linalg.svd(J)[2][-1]
    h = 1e-4
    hand = frame_pose(model, q + h * self_motion, "tool") - frame_pose(model, q, "tool")
    elbow = frame_pose(model, q + h * self_motion, "link4") - frame_pose(model, q, "link4")
    assert np.max(abs(hand)) < 1e-7  # second order in h
    assert np.linalg.norm(elbow[:3, 3]) > 1e-5


@loop_over("name", SHIPPED)
def test_gravity_can_be_held_in_every_named_pose(name):
    """Gravity's torque is the slope of the potential energy; every motor can bear it with a margin."""
    model = robots.load(name)
    h = 1e-6
    for q in model.poses.values():
        energies = []
        for sign in (1.0, -1.0):
            energies.append([potential_energy(model, q + sign * step) for step in h * np.eye(model.nq)])
        gravity = (np.array(energies[0]) - np.array(energies[1])) / (2 * h)
        assert np.all(abs(gravity) < 0.8 * model.effort_limit)


def potential_energy(model, q):
    """Return Σ m g z over the bodies [J]."""
    heights = [(frame_pose(model, q, body.name) @ [*body.com, 1.0])[2] for body in model.bodies]
    return float(9.81 * np.dot([body.mass for body in model.bodies], heights))


def test_loading_twice_gives_equal_tables():
    one, two = robots.load("arm_6r"), robots.load("arm_6r")
    np.testing.assert_array_equal(one.table, two.table)
