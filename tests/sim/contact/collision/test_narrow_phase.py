"""Contacts of pairs of shapes: gap, normal, points, by hand and by laws."""

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.cases import loop_over
from tests.laws.random_trees import random_pose
from tests.sim.contact.collision.pairs import at, contacts_of, gap_by_coal, turned
from tests.sim.simulation.parts import ball, box, floor_scene
from torseur import sim
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mesh, Plane, Sphere, TriangleMesh
from torseur.sim.simulation.step_arrays import CONTACTS_NOW

UP = [0.0, 0.0, 1.0]


@loop_over(
    ("shape", "height", "count"),
    [(Sphere(0.2), 0.2, 1), (Box((0.4, 0.6, 0.2)), 0.1, 4), (Cylinder(0.2, 0.3), 0.15, 4), (Capsule(0.1, 0.4), 0.3, 1)],
)
@loop_over("gap", [0.005, 0.0, -0.002])
def test_shapes_standing_on_a_plane(shape, height, count, gap):
    found = contacts_of(Plane(), at(), shape, at(0.3, -0.2, height + gap))
    assert len(found) == count
    np.testing.assert_allclose(found["gap"], gap, atol=1e-15)
    np.testing.assert_allclose(found["normal"], [UP] * count, atol=1e-15)
    np.testing.assert_allclose(found["point"][:, 2], 0.5 * gap, atol=1e-15)


def test_a_lying_capsule_and_a_lying_cylinder_touch_at_both_ends():
    for shape in (Capsule(0.1, 0.4), Cylinder(0.1, 0.4)):
        found = contacts_of(Plane(), at(), shape, at(0, 0, 0.1, turned("y", np.pi / 2)))
        np.testing.assert_allclose(np.sort(found["point"][:, 0]), [-0.2, 0.2], atol=1e-12)
        np.testing.assert_allclose(found["gap"], 0, atol=1e-12)


def test_a_box_on_a_tilted_plane_sees_the_tilted_normal():
    R = turned("y", 0.5)
    found = contacts_of(Plane(), at(1, 2, 3, R), Box((0.2, 0.2, 0.1)), at(*(np.array([1, 2, 3]) + R @ [0, 0, 0.05]), R))
    assert len(found) == 4
    np.testing.assert_allclose(found["normal"], [R[:, 2]] * 4, atol=1e-15)
    np.testing.assert_allclose(found["gap"], 0, atol=1e-15)


def test_two_spheres():
    (c,) = contacts_of(Sphere(0.2), at(0, 0, 0), Sphere(0.3), at(0.3, 0.4, 0))
    np.testing.assert_allclose(c["normal"], [0.6, 0.8, 0], atol=1e-15)
    assert abs(c["gap"]) < 1e-15
    np.testing.assert_allclose(c["point"], [0.12, 0.16, 0], atol=1e-15)


@pytest.mark.parametrize(
    ("centre", "gap", "normal"),
    [
        ((0.25, 0.1, 0.1), 0.0, (1, 0, 0)),  # a face
        ((0.2, 0.3, 0.0), -0.1, (-0.0, 1, 0)),  # a face, deep
        ((0.23, 0.24, 0.0), 0.0, (0.6, 0.8, 0)),  # an edge
        ((0.15, 0.1, 0.05), -0.1, (1, 0, 0)),  # inside: out through the nearest face
    ],
)
def test_a_sphere_on_a_box(centre, gap, normal):
    radius = 0.05 if abs(gap) < 0.05 and centre[1] != 0.3 else (0.2 if centre[1] == 0.3 else 0.05)
    (c,) = contacts_of(Box((0.4, 0.4, 0.4)), at(), Sphere(radius), at(*centre))
    np.testing.assert_allclose(c["normal"], normal, atol=1e-12)
    np.testing.assert_allclose(c["gap"], gap, atol=1e-12)


@pytest.mark.parametrize(
    ("centre", "gap", "normal"),
    [
        ((0.0, 0.1, 0.25), 0.0, (0, 0, 1)),  # the end
        ((0.25, 0.0, 0.1), 0.0, (1, 0, 0)),  # the side
        ((0.23, 0.0, 0.24), 0.0, (0.6, 0, 0.8)),  # the rim
    ],
)
def test_a_sphere_on_a_cylinder(centre, gap, normal):
    (c,) = contacts_of(Cylinder(0.2, 0.4), at(), Sphere(0.05), at(*centre))
    np.testing.assert_allclose(c["normal"], normal, atol=1e-12)
    np.testing.assert_allclose(c["gap"], gap, atol=1e-12)


def test_capsules_crossing_in_line_and_side_by_side():
    capsule = Capsule(0.1, 1.0)
    (c,) = contacts_of(capsule, at(), capsule, at(0.2, 0, 0, turned("x", np.pi / 2)))
    np.testing.assert_allclose(c["normal"], [1, 0, 0], atol=1e-12)
    assert abs(c["gap"]) < 1e-15
    found = contacts_of(capsule, at(), capsule, at(0.2, 0, 0.4))
    np.testing.assert_allclose(np.sort(found["point"][:, 2]), [-0.1, 0.5], atol=1e-12)
    (c,) = contacts_of(capsule, at(), capsule, at(0, 0, 1.2))
    np.testing.assert_allclose(c["normal"], UP, atol=1e-12)


def test_a_box_on_a_box_is_a_patch_of_the_overlap():
    found = contacts_of(Box((1, 1, 0.2)), at(), Box((0.4, 0.4, 0.4)), at(0.45, 0, 0.3))
    assert len(found) == 4
    np.testing.assert_allclose(found["normal"], [UP] * 4, atol=1e-15)
    np.testing.assert_allclose(found["gap"], 0, atol=1e-15)
    np.testing.assert_allclose([found["point"][:, 0].min(), found["point"][:, 0].max()], [0.25, 0.5], atol=1e-15)


def test_a_box_turned_by_45_degrees_on_its_like_is_an_octagon():
    found = contacts_of(Box((1, 1, 1)), at(), Box((1, 1, 1)), at(0, 0, 1, turned("z", np.pi / 4)))
    assert len(found) == 8
    reach = np.hypot(found["point"][:, 0], found["point"][:, 1])
    np.testing.assert_allclose(reach, np.hypot(0.5, np.tan(np.pi / 8) / 2), atol=1e-12)


def test_crossing_edges_touch_in_one_point():
    ridge = Box((1.0, 0.2, 0.2))
    lower, upper = turned("x", np.pi / 4), turned("z", np.pi / 2) @ turned("x", np.pi / 4)
    height = 0.2 * np.sqrt(2)
    (c,) = contacts_of(ridge, at(rotation=lower), ridge, at(0.1, -0.2, height - 1e-3, upper))
    np.testing.assert_allclose(c["normal"], UP, atol=1e-12)
    np.testing.assert_allclose(c["gap"], -1e-3, atol=1e-12)
    np.testing.assert_allclose(c["point"], [0.1, 0.0, 0.5 * height - 0.5e-3 + 0.0], atol=2e-3)


def test_a_patch_does_not_flicker_when_a_box_trembles():
    rng = np.random.default_rng(0)
    for _ in range(200):
        tremble = random_pose(rng, 1e-9)
        tilt = np.eye(3) + 1e-9 * (tremble[:3, :3] - tremble[:3, :3].T)
        R, _ = np.linalg.qr(tilt)
        R *= np.sign(np.diag(R))
        found = contacts_of(Box((1, 1, 1)), at(), Box((1, 1, 1)), at(0.1, 0.05, 1 + 1e-9, R))
        assert len(found) == 4
        np.testing.assert_allclose(np.abs(found["normal"]), [UP] * 4, atol=1e-8)


PAIRS = [
    (Sphere(0.2), Sphere(0.15)),
    (Sphere(0.2), Capsule(0.1, 0.4)),
    (Sphere(0.2), Cylinder(0.15, 0.3)),
    (Sphere(0.2), Box((0.3, 0.4, 0.2))),
    (Capsule(0.1, 0.3), Capsule(0.15, 0.2)),
    (Box((0.3, 0.4, 0.2)), Box((0.2, 0.2, 0.5))),
]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), PAIRS, ids=lambda shape: type(shape).__name__)
def test_our_kernels_agree_with_coal_on_the_deepest_point(first, second):
    rng = np.random.default_rng(7)
    compared = 0
    for _ in range(300):
        A, B = random_pose(rng, 0.05), random_pose(rng, 0.35)
        ours = contacts_of(first, A, second, B, margin=0.02)
        if not len(ours) or not -0.02 < ours["gap"].min() < 0.0:
            continue  # far, or so deep that several directions lead out
        theirs = gap_by_coal(first, A, second, B, margin=0.02)
        compared += 1
        deepest = ours[np.argmin(ours["gap"])]
        # A box pair prefers a face by 1e-4 of the boxes' size.
        slack = 3e-4 if isinstance(first, Box) else 1e-5
        assert abs(deepest["gap"] - theirs) < slack
    assert compared >= 3


TETRAHEDRA = [(Box((0.6, 0.6, 0.2)), 0.2, 3), (Cylinder(0.3, 0.2), 0.2, 3)]


@pytest.mark.parametrize(("base", "height", "least"), TETRAHEDRA, ids=str)
@pytest.mark.parametrize("tilt", [0.0, 1e-6, 1e-3])
def test_a_mesh_stands_on_a_patch(base, height, least, tilt):
    corners = 0.1 * np.array([[1, 0, -1], [-0.5, 0.8, -1], [-0.5, -0.8, -1], [0, 0, 2]], dtype=np.float32)
    mesh = Mesh(Path("corners.stl"), data=TriangleMesh(corners, corners, None, np.empty((0, 3), np.uint32)))
    found = contacts_of(base, at(), mesh, at(0.02, 0.01, height - 1e-5, turned("y", tilt)))
    assert len(found) >= least
    np.testing.assert_allclose(found["normal"], [UP] * len(found), atol=2 * tilt + 1e-9)
    np.testing.assert_allclose(found["gap"].mean(), -1e-5, atol=1e-6 + 0.15 * tilt)


def hull(*sizes):
    """A box as the hull of its corners."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float32)
    corners *= 0.5 * np.array(sizes, dtype=np.float32)
    return Mesh(Path("corners.stl"), data=TriangleMesh(corners, corners, None, np.empty((0, 3), np.uint32)))


@loop_over("share", [0.001, 0.005, 0.019, 0.021, 0.1])
@loop_over("plate", [hull, lambda *sizes: Box(sizes)])
@loop_over("below", [True, False])
def test_a_hull_rests_on_a_plate_and_a_plate_on_a_hull_however_thin_it_is(share, plate, below):
    """Those of less than 2 % of their diagonal were taken for twice as wide as they are thick: cubes rested in their middle."""
    thick = float(np.float32(share * 2.0 * np.sqrt(2.0)))
    sheet, cube = plate(2.0, 2.0, thick), hull(0.125, 0.125, 0.125)  # of lengths that float32 holds
    above = 0.5 * thick + 0.0625 - 1e-5
    first, second = (sheet, cube) if below else (cube, sheet)
    found = contacts_of(first, at(), second, at(0.3, 0.2, above))
    assert len(found) == 4
    np.testing.assert_allclose(found["normal"], [UP] * 4, atol=1e-9)
    np.testing.assert_allclose(found["gap"], -1e-5, atol=1e-8)


def crowd(seed, count, spread):
    """Balls and boxes of like size, a few large ones, placed and turned at random."""
    rng = np.random.default_rng(seed)
    parts = []
    for k in range(count):
        size = 1.0 if k % 20 == 7 else rng.uniform(0.08, 0.12)
        model = ball(f"ball{k}", size, 1.0) if k % 2 else box(f"box{k}", (size, 1.1 * size, 0.9 * size), 1.0)
        turn = rng.normal(size=4)
        place = [*rng.uniform(-spread, spread, 3), *(turn / np.linalg.norm(turn))]
        parts.append(sim.Part(model.name, model, q=np.array(place), v=rng.normal(size=6)))
    # what is found does not hang on how far it is solved: of the second crowd, much of it inside other parts, that takes minutes
    return floor_scene(parts, settings=sim.Settings(solving="interactive", error_every=0))


def contacts_in(scene):
    simulation = sim.Simulation(scene)
    simulation.run(1)
    found = simulation._work.contacts[: simulation._work.counts[CONTACTS_NOW]]
    return found["pair"].copy(), found["feature"].copy(), found["gap"].copy()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_grid_finds_the_same_contacts_as_all_pairs(seed, monkeypatch):
    scene = crowd(seed, 120, 1.5)
    assert 0 < len(scene.system.large) < 20
    pairs, features, gaps = contacts_in(scene)
    assert len(pairs) > 50
    everyone = np.arange(len(scene.system.shapes))
    everyone.setflags(write=False)
    with monkeypatch.context() as patch:
        patch.setattr("torseur.sim.simulation.step_arrays.large_shapes", lambda shapes: everyone)
        brute = crowd(seed, 120, 1.5)
    assert brute.system.large is everyone
    for ours, theirs in zip((pairs, features, gaps), contacts_in(brute), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert np.all(np.diff(pairs) >= 0)  # warm starts rely on the order


CUBE, SLAB = Box((1, 1, 1)), Box((2, 2, 0.2))
RESTING = {
    "box on a plane": (Plane(), CUBE, at(0, 0, 0.5), 4),
    "cylinder on a plane": (Plane(), Cylinder(0.5, 1), at(0, 0, 0.5), 4),
    "equal faces": (CUBE, CUBE, at(0, 0, 1), 4),
    "equal faces, side by side": (CUBE, CUBE, at(1, 0, 0), 4),
    "equal faces, a quarter turn": (CUBE, CUBE, at(0, 0, 1, turned("z", np.pi / 2)), 4),
    "turned by 45 degrees": (CUBE, CUBE, at(0, 0, 1, turned("z", np.pi / 4)), 8),
    "turned by 30 degrees": (CUBE, CUBE, at(0, 0, 1, turned("z", np.pi / 6)), 8),
    "a corner that just fits, at 45 degrees": (Box((2**0.5, 2**0.5, 1)), CUBE, at(0, 0, 1, turned("z", np.pi / 4)), 4),
    "overhang": (CUBE, CUBE, at(0.3, 0, 1), 4),
    "overhang at a corner": (CUBE, CUBE, at(0.3, 0.4, 1), 4),
    "flush at one side": (SLAB, CUBE, at(0.5, 0, 0.6), 4),
    "flush at a corner": (SLAB, CUBE, at(0.5, -0.5, 0.6), 4),
    "turned and overhanging": (CUBE, CUBE, at(0.4, 0.1, 1, turned("z", 0.3)), 4),
    "cylinder on a box": (SLAB, Cylinder(0.5, 1), at(0.1, 0, 0.6), 4),
    "cylinder that just fits a box": (CUBE, Cylinder(0.5, 1), at(0, 0, 1), 4),
    "cylinder flush with an edge": (SLAB, Cylinder(0.5, 1), at(0.5, 0, 0.6), 4),
    "box that just fits a cylinder": (Cylinder(0.5**0.5, 1), CUBE, at(0, 0, 1), 4),
    "equal cylinders": (Cylinder(0.5, 1), Cylinder(0.5, 1), at(0, 0, 1), 4),
    "cylinders that overlap": (Cylinder(0.5, 1), Cylinder(0.5, 1), at(0.3, 0, 1), 5),
    "capsule lying on a box": (SLAB, Capsule(0.2, 1), at(0, 0, 0.3, turned("y", np.pi / 2)), 2),
    "capsule along the edge of a box": (SLAB, Capsule(0.2, 1), at(0, 1, 0.3, turned("y", np.pi / 2)), 2),
    "cylinder lying across a box": (CUBE, Cylinder(0.2, 3), at(0, 0, 0.7, turned("y", np.pi / 2)), 2),
    "cylinders side by side": (Cylinder(0.5, 1), Cylinder(0.5, 1), at(1, 0, 0.2), 2),
}


@pytest.mark.slow
@loop_over("size", [1e-9, 1e-8, 1e-7])
@loop_over("name", RESTING)
def test_the_points_of_a_patch_stay_the_same_while_it_trembles(name, size):
    base, shape, pose, least = RESTING[name]
    rng = np.random.default_rng(17)
    still = None
    for _ in range(25):
        moved = pose.copy()
        moved[:3, :3] = Rotation.from_rotvec(size * rng.normal(size=3)).as_matrix() @ pose[:3, :3]
        moved[:3, 3] += size * rng.normal(size=3)
        found = contacts_of(base, at(), shape, moved, 1e-5)
        points = dict(zip(found["feature"], found["point"], strict=True))
        assert len(points) == len(found) >= least
        still = still or points
        assert points.keys() == still.keys()
        for feature, point in points.items():
            # A crossing of nearly parallel outlines, or of a rim with an edge, moves by more than the body does.
            np.testing.assert_allclose(point, still[feature], atol=100 * size)
