"""Height fields: over level ground like a plane, over hills like the nearest of their triangles."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_pose
from tests.sim.contact.collision.pairs import at, contacts_of, turned
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, HeightField, Mesh, Plane, Sphere, TriangleMesh

UP = [0.0, 0.0, 1.0]


def field(height, n=21, size=2.0):
    """A height field of n by n samples of a function of x and y."""
    x = np.linspace(-0.5 * size, 0.5 * size, n)
    rows = tuple(tuple(float(height(a, b)) for a in x) for b in x)
    return HeightField((size, size), rows)


LEVEL = field(lambda x, y: 0.0)
SLOPE = field(lambda x, y: 0.3 * x - 0.2 * y)
ROOF = field(lambda x, y: -abs(x))
VALLEY = field(lambda x, y: abs(x))
TETRAHEDRON = 0.1 * np.array([[1, 0, -1], [-0.5, 0.8, -1], [-0.5, -0.8, -1], [0, 0, 2]], dtype=np.float32)
SHAPES = [
    Sphere(0.13),
    Capsule(0.1, 0.3),
    Cylinder(0.1, 0.3),
    Box((0.4, 0.3, 0.2)),
    Mesh("tetrahedron.stl", data=TriangleMesh(TETRAHEDRON, TETRAHEDRON, None, np.empty((0, 3), np.uint32))),
]
each_shape = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)


@pytest.mark.slow
@each_shape
@pytest.mark.parametrize("ground", ["level", "slope"])
def test_even_ground_is_a_plane(shape, ground):
    rng = np.random.default_rng(3)
    down = np.array([-0.3, 0.2, 1.0]) if ground == "slope" else np.array(UP)
    z = down / np.linalg.norm(down)
    x = np.cross([0, 1, 0], z) / np.linalg.norm(np.cross([0, 1, 0], z))
    as_plane = at(rotation=np.column_stack([x, np.cross(z, x), z]))
    terrain = LEVEL if ground == "level" else SLOPE
    for _ in range(60):
        pose = random_pose(rng, 0.0)
        pose[:3, 3] = rng.uniform([-0.5, -0.5, 0.0], [0.5, 0.5, 0.2])
        ours, plane = contacts_of(terrain, at(), shape, pose), contacts_of(Plane(), as_plane, shape, pose)
        assert len(ours) == len(plane)
        np.testing.assert_allclose(np.sort(ours["gap"]), np.sort(plane["gap"]), atol=1e-13)
        np.testing.assert_allclose(ours["normal"], np.tile(z, (len(ours), 1)), atol=1e-13)
        order, other = np.lexsort(ours["point"].round(9).T), np.lexsort(plane["point"].round(9).T)
        np.testing.assert_allclose(ours["point"][order], plane["point"][other], atol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0.0, 1e-9, 1e-7])
def test_a_box_slides_over_inner_edges_with_the_same_four_contacts(noise):
    rng = np.random.default_rng(5)
    box = Box((0.4, 0.3, 0.2))
    for x in np.linspace(-0.5, 0.5, 101):  # over edges of cells, and onto them
        pose = at(x, 0.15, 0.1 + noise * rng.normal(), turned("y", noise * rng.normal()))
        found = contacts_of(LEVEL, at(), box, pose)
        assert list(found["feature"]) == [0, 1, 2, 3]
        np.testing.assert_allclose(found["gap"], 0.0, atol=1e-15 + 3 * noise)
        np.testing.assert_allclose(found["normal"], [UP] * 4, atol=1e-15)


def surface_distance(terrain, point):
    """Distance of a point to the triangles of a height field, by sampling each finely [m]."""
    points, triangles = terrain.vertices(), terrain.triangles()
    near = triangles[np.linalg.norm(points[triangles].mean(axis=1) - point, axis=1) < 0.3]
    corners = points[near]
    s, t = np.meshgrid(np.linspace(0, 1, 31), np.linspace(0, 1, 31))
    weights = np.stack([1 - s, s * (1 - t), s * t], axis=-1).reshape(-1, 3)
    samples = np.einsum("wk,mki->mwi", weights, corners).reshape(-1, 3)
    return np.linalg.norm(samples - point, axis=1).min()


def test_a_ball_over_hills_is_as_far_as_the_nearest_triangle():
    hills = field(lambda x, y: 0.15 * np.sin(4 * x) * np.cos(3 * y))
    rng = np.random.default_rng(7)
    compared = 0
    for _ in range(40):
        x, y = rng.uniform(-0.6, 0.6, 2)
        centre = np.array([x, y, 0.15 * np.sin(4 * x) * np.cos(3 * y) + 0.12 + 0.02 * rng.uniform()])
        found = contacts_of(hills, at(), Sphere(0.12), at(*centre), margin=0.03)
        distance = surface_distance(hills, centre) - 0.12
        if distance > 0.025:
            continue
        compared += 1
        # Samples are 4.5e-3 apart, so that the nearest is up to spacing² / (8 · 0.12 m) = 2e-5 m further than the surface.
        assert found["gap"].min() == pytest.approx(distance, abs=3e-5)
        deepest = found[np.argmin(found["gap"])]
        foot = deepest["point"] - 0.5 * deepest["gap"] * deepest["normal"]
        assert surface_distance(hills, foot) < 3e-3
    assert compared > 20


def test_a_ball_in_a_valley_touches_both_sides_and_on_a_roof_the_ridge():
    found = contacts_of(VALLEY, at(), Sphere(0.1), at(0, 0.03, 0.1 * np.sqrt(2)))
    assert len(found) == 2
    np.testing.assert_allclose(found["gap"], 0, atol=1e-15)
    np.testing.assert_allclose(np.sort(found["normal"][:, 0]), [-np.sqrt(0.5), np.sqrt(0.5)], atol=1e-15)
    (c,) = contacts_of(ROOF, at(), Sphere(0.1), at(0, 0.03, 0.1))
    np.testing.assert_allclose(c["normal"], UP, atol=1e-15)
    assert c["gap"] == pytest.approx(0.0, abs=1e-15)


@loop_over("yaw", [0.0, 0.4, 1.2])
@loop_over("aside", [0.0, 0.01, -0.03])
def test_a_lying_cylinder_in_a_valley_touches_both_sides(yaw, aside):
    """Wherever its axis is: where the ground below that alone was looked at, it sank into the other side by up to 11 mm."""
    c, s = np.cos(yaw), np.sin(yaw)
    z = np.array([s, c, 0.0])  # its axis; along the valley at first
    rotation = np.column_stack([[0.0, 0.0, 1.0], np.cross(z, [0.0, 0.0, 1.0]), z])
    contacts = contacts_of(VALLEY, at(), Cylinder(0.1, 0.2), at(aside, 0.0, 0.25, rotation), margin=1.0)
    for side in (-1.0, 1.0):
        n = np.array([-side, 0.0, 1.0]) / np.sqrt(2.0)
        exact = n @ [aside, 0.0, 0.25] - 0.1 * np.sqrt(1.0 - (n @ z) ** 2) - 0.1 * abs(n @ z)
        own = contacts["normal"] @ n > 1.0 - 1e-12
        assert contacts["gap"][own].min() == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize(
    ("shape", "pose"),
    [
        (Box((0.4, 0.33, 0.2)), at(0.05, 0.02, 0.1)),
        (Capsule(0.1, 0.4), at(0.02, 0.04, 0.1, turned("y", np.pi / 2))),
        (Cylinder(0.1, 0.4), at(0.02, 0.04, 0.1, turned("y", np.pi / 2))),
        (Cylinder(0.1, 0.2), at(0.02, 0.04, 0.1)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_lies_across_a_roof_touches_its_ridge(shape, pose):
    pose = pose.copy()
    pose[2, 3] += 1e-3
    found = contacts_of(ROOF, at(), shape, pose, margin=5e-3)
    assert len(found) >= 1
    np.testing.assert_allclose(found["normal"], [UP] * len(found), atol=1e-12)
    np.testing.assert_allclose(found["gap"], 1e-3, atol=1e-12)
    np.testing.assert_allclose(found["point"][:, 0], 0.0, atol=1e-9)


def test_a_peak_touches_the_face_of_a_box_once():
    peak = field(lambda x, y: 0.1 if abs(x) + abs(y) < 1e-9 else 0.0)
    (c,) = contacts_of(peak, at(), Box((0.5, 0.5, 0.2)), at(0.03, 0.04, 0.2 - 1e-4))
    np.testing.assert_allclose(c["point"], [0, 0, 0.1 - 0.5e-4], atol=1e-12)
    np.testing.assert_allclose(c["normal"], UP, atol=1e-12)
    assert c["gap"] == pytest.approx(-1e-4, abs=1e-12)


def test_a_box_that_overhangs_the_end_of_the_ground_rests_on_its_edge():
    found = contacts_of(LEVEL, at(), Box((0.4, 0.36, 0.2)), at(0.95, 0.02, 0.1))
    np.testing.assert_allclose(found["gap"], 0.0, atol=1e-15)
    np.testing.assert_allclose([found["point"][:, 0].min(), found["point"][:, 0].max()], [0.75, 1.0], atol=1e-12)
    on_edge = found["point"][found["point"][:, 0] > 0.99]
    np.testing.assert_allclose([on_edge[:, 1].min(), on_edge[:, 1].max()], [-0.16, 0.2], atol=1e-12)


@each_shape
def test_contacts_move_along_with_ground_and_shape(shape):
    hills = field(lambda x, y: 0.1 * np.sin(4 * x) * np.cos(3 * y))
    rng = np.random.default_rng(11)
    for _ in range(30):
        B, T = random_pose(rng, 0.0), random_pose(rng, 1.0)
        B[:3, 3] = rng.uniform([-0.5, -0.5, 0.05], [0.5, 0.5, 0.25])
        here, there = contacts_of(hills, at(), shape, B), contacts_of(hills, T, shape, T @ B)
        assert list(here["feature"]) == list(there["feature"])
        np.testing.assert_allclose(there["gap"], here["gap"], atol=1e-12)
        np.testing.assert_allclose(there["normal"], here["normal"] @ T[:3, :3].T, atol=1e-9)


@pytest.mark.parametrize("depth", [1e-3, 0.05, 0.5])
def test_all_below_the_surface_is_solid(depth):
    (c,) = contacts_of(LEVEL, at(), Sphere(0.1), at(0.02, 0.03, 0.1 - depth))
    assert c["gap"] == pytest.approx(-depth, abs=1e-15)
    np.testing.assert_allclose(c["normal"], UP, atol=1e-15)
