"""A model made from a DH table has its bodies where the product of the DH matrices says."""

import math

import numpy as np
import pytest

from tests.cases import loop_over
from tests.robots_to_test import SHIPPED
from torseur import robots
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.kinematics.kinematics import frame_pose
from torseur.sim.multibody.model.model import JointKind, Severity
from torseur.sim.multibody.model.shapes import Box, Sphere


def standard_matrix(theta, d, a, alpha):
    """Return the distal matrix, written out (Siciliano et al. 2009, eq. 2.52)."""
    c, s, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array([[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]])


def modified_matrix(theta, d, a, alpha):
    """Return the proximal matrix, written out (Craig 2005, eq. 3.6)."""
    c, s, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array([[c, -s, 0, a], [s * ca, c * ca, -sa, -d * sa], [s * sa, c * sa, ca, d * ca], [0, 0, 0, 1]])


MATRICES = {"standard": standard_matrix, "modified": modified_matrix}
KINDS = ("revolute", "prismatic", "fixed")


def random_table(seed, convention, unit):
    """Return a TOML text of 2 to 7 rows, and its rows in radians."""
    rng = np.random.default_rng(seed)
    factor = 180.0 / math.pi if unit == "deg" else 1.0
    rows = [(str(rng.choice(KINDS)), rng.uniform(-2, 2, 4).tolist()) for _ in range(rng.integers(2, 8))]
    text = f'name = "random"\nconvention = "{convention}"\nangle_unit = "{unit}"\n'
    for i, (kind, (theta, d, a, alpha)) in enumerate(rows):
        text += f'[[joints]]\nname = "j{i}"\nkind = "{kind}"\n'
        text += f"theta = {theta * factor!r}\nd = {d!r}\na = {a!r}\nalpha = {alpha * factor!r}\n"
    return text, rows


@loop_over("unit", ["rad", "deg"])
@loop_over("convention", ["standard", "modified"])
@loop_over("seed", range(8))
def test_bodies_of_a_random_table_are_at_the_product_of_its_matrices(seed, convention, unit, write):
    text, rows = random_table(seed, convention, unit)
    path = write(text, "random.toml")
    model, table = robots.read_dh(path), robots.read_dh_table(path)
    q = np.random.default_rng(seed).uniform(-2, 2, model.nq)
    values = iter(q)
    pose = np.eye(4)
    for i, (kind, (theta, d, a, alpha)) in enumerate(rows):
        value = next(values) if kind != "fixed" else 0.0
        turn, slide = (value, 0.0) if kind == "revolute" else (0.0, value)
        pose = pose @ MATRICES[convention](theta + turn, d + slide, a, alpha)
        # the products are the same, rounded in another order: a few 1e-16 a row, times lengths of up to 14 m
        np.testing.assert_allclose(frame_pose(model, q, f"link{i + 1}"), pose, atol=1e-14)
        np.testing.assert_allclose(table.frames(q)[i + 1], pose, atol=1e-14)


@loop_over("name", SHIPPED)
@pytest.mark.slow
def test_bodies_of_a_shipped_robot_are_at_the_frames_of_its_table(name):
    model, table = robots.load(name), robots.read_dh_table(robots.describe(name).path)
    q = np.random.default_rng(1).uniform(model.lower, model.upper)
    for body, pose in zip(model.body_names, table.frames(q), strict=True):
        np.testing.assert_allclose(frame_pose(model, q, body), pose, atol=1e-14)
    np.testing.assert_allclose(frame_pose(model, q, "tool"), table.frames(q)[-1] @ table.tool, atol=1e-14)


def test_a_quarter_turn_of_the_table_is_exact():
    row = robots.DHRow("j", JointKind.REVOLUTE, theta=0.0, d=0.0, a=0.0, alpha=math.radians(90))
    expected = [[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
    assert robots.dh_transform(row, 0.0, "standard").tolist() == expected


def test_a_configuration_of_the_wrong_size_is_refused():
    table = robots.read_dh_table(robots.describe("scara").path)
    with pytest.raises(ArgumentError, match="table 'scara': q has 2 numbers; the table has 3 moving rows"):
        table.transforms([0.0, 0.0])


def test_a_floating_base_starts_where_the_file_places_it():
    fixed, floating = robots.load("planar_2r"), robots.load("planar_2r", free_flyer=True)
    assert floating.joint_names[0] == "root_joint"
    assert (floating.nq, floating.nv) == (9, 8)
    for pose in fixed.poses:
        for frame in fixed.frame_names:
            expected = frame_pose(fixed, fixed.poses[pose], frame)
            np.testing.assert_allclose(frame_pose(floating, floating.poses[pose], frame), expected, atol=1e-14)


TABLE = """name = "two"
convention = "standard"
angle_unit = "deg"

[colors]
paint = "#FF8000"

[[joints]]
name = "one"
kind = "revolute"
alpha = 90
visuals = [
    { shape = "box", size = [1, 2, 3], xyz = [0, 0, 1], rpy = [0, 90, 0], color = "paint" },
    { shape = "sphere", radius = 0.1, color = "#11223344" },
]

[[joints]]
name = "two"
kind = "prismatic"
lower = 0
upper = 1
mass = 1
inertia = { xx = 1, yy = 1, zz = 1 }

[poses]
ready = [90, 0.5]
"""


def test_a_table_is_read_in_its_own_angle_unit(write):
    model = robots.load(write(TABLE, "two.toml"))
    assert model.joint_names == ("one", "two")
    assert [joint.kind for joint in model.joints] == [JointKind.FIXED, JointKind.REVOLUTE, JointKind.PRISMATIC]
    np.testing.assert_array_equal(model.poses["ready"], [np.pi / 2, 0.5])
    np.testing.assert_array_equal(model.poses["home"], [0.0, 0.0])
    np.testing.assert_array_equal(model.lower, [-np.inf, 0.0])
    box, sphere = model.bodies[1].visuals
    assert (box.shape, box.color) == (Box((1.0, 2.0, 3.0)), (1.0, 128 / 255, 0.0, 1.0))
    assert (sphere.shape, sphere.color) == (Sphere(0.1), (0x11 / 255, 0x22 / 255, 0x33 / 255, 0x44 / 255))
    np.testing.assert_array_equal(box.placement, [[0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 1], [0, 0, 0, 1]])


def test_links_without_mass_are_named(write):
    path = write(TABLE, "two.toml")
    (finding,) = robots.load(path).findings
    assert finding.severity is Severity.WARNING
    assert str(finding) == (
        f"{path}:8: warning: no mass is given for 'link1'; kinematics are exact, dynamics are not those of a real robot"
    )
