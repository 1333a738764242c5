"""Capsules, cylinders and boxes against each other: laws, closed forms, and coal as the oracle from outside."""

import coal
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.cases import loop_over
from tests.laws.random_trees import random_pose
from tests.sim.contact.collision.pairs import at, contacts_of, turned
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder

UP = [0.0, 0.0, 1.0]
PAIRS = [
    (Capsule(0.12, 0.5), Box((0.5, 0.3, 0.4))),
    (Capsule(0.12, 0.5), Cylinder(0.25, 0.3)),
    (Cylinder(0.2, 0.5), Box((0.5, 0.3, 0.4))),
    (Cylinder(0.2, 0.5), Cylinder(0.3, 0.15)),
]
each_pair = pytest.mark.parametrize(("first", "second"), PAIRS, ids=lambda shape: type(shape).__name__)


def reach(shape, R, n):
    """How far a shape reaches from its centre along directions n (k, 3) [m]."""
    m = n @ R
    if isinstance(shape, Box):
        return np.abs(m) @ (0.5 * np.array(shape.size))
    rim = np.hypot(m[:, 0], m[:, 1]) if isinstance(shape, Cylinder) else 1.0
    return 0.5 * shape.length * np.abs(m[:, 2]) + shape.radius * rim


def separation(first, A, second, B, n):
    """How far two shapes are apart along directions n (k, 3) [m]."""
    return n @ (B[:3, 3] - A[:3, 3]) - reach(first, A[:3, :3], n) - reach(second, B[:3, :3], n)


def near_poses(first, second, seed, count, gaps=(-0.01, 0.01)):
    """Pairs of poses at random, moved along the line of centres until the gap is one in `gaps`."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        A, B = random_pose(rng, 0.1), random_pose(rng, 0.1)
        along = rng.normal(size=3)
        along /= np.linalg.norm(along)
        n = rng.normal(size=(4000, 3))
        n /= np.linalg.norm(n, axis=1)[:, None]
        wanted, low, high = rng.uniform(*gaps), 0.0, 2.0
        for _ in range(30):
            B[:3, 3] = A[:3, 3] + 0.5 * (low + high) * along
            low, high = (
                (0.5 * (low + high), high) if separation(first, A, second, B, n).max() < wanted else (low, 0.5 * (low + high))
            )
        yield A, B


def deepest(first, A, second, B, margin=0.05):
    """The contact of the smallest gap."""
    found = contacts_of(first, A, second, B, margin)
    return found[np.argmin(found["gap"])]


@pytest.mark.slow
@each_pair
def test_no_direction_separates_further_than_the_gap(first, second):
    rng = np.random.default_rng(3)
    for A, B in near_poses(first, second, 11, 60):
        c = deepest(first, A, second, B)
        spread = 10.0 ** rng.uniform(-8, 0, size=(3000, 1))
        n = c["normal"] + spread * rng.normal(size=(3000, 3))
        n /= np.linalg.norm(n, axis=1)[:, None]
        assert separation(first, A, second, B, n).max() < c["gap"] + 1e-13
        # Along its own normal, the gap is that separation; a patch keeps to a flat tilted by its bias, 1e-4 of the size.
        (own,) = separation(first, A, second, B, c["normal"][None])
        assert own == pytest.approx(c["gap"], abs=1e-13 if len(contacts_of(first, A, second, B)) == 1 else 2e-4)


def in_coal(shape):
    """The same shape, as coal has it."""
    match shape:
        case Box(size=size):
            return coal.Box(*size)
        case Cylinder(radius=radius, length=length):
            return coal.Cylinder(radius, length)
    return coal.Capsule(shape.radius, shape.length)


@pytest.mark.slow
@each_pair
def test_gaps_agree_with_coal(first, second):
    ours, theirs = [], []
    request = coal.DistanceRequest(True, True)
    request.gjk_tolerance = request.epa_tolerance = 1e-9
    for A, B in near_poses(first, second, 5, 100):
        result = coal.DistanceResult()
        poses = [coal.Transform3s(pose[:3, :3], pose[:3, 3]) for pose in (A, B)]
        theirs.append(coal.distance(in_coal(first), poses[0], in_coal(second), poses[1], request, result))
        ours.append(deepest(first, A, second, B)["gap"])
    found = np.abs(theirs) < 1.0  # now and then coal finds nothing, and says so by the largest number there is
    assert found.sum() > 95
    np.testing.assert_allclose(np.array(ours)[found], np.array(theirs)[found], atol=1e-7)  # its tolerance is 1e-9


@pytest.mark.slow
@each_pair
def test_the_point_is_midway_between_the_two_surfaces(first, second):
    for A, B in near_poses(first, second, 23, 60, (1e-3, 0.01)):
        c = deepest(first, A, second, B)
        for shape, pose, side in ((first, A, -1.0), (second, B, 1.0)):
            surface = c["point"] + 0.5 * side * c["gap"] * c["normal"]
            assert abs(outside(shape, pose, surface)) < 1e-9


def outside(shape, pose, point):
    """How far a point is outside a shape, by its largest violation; 0 on the surface."""
    x, y, z = pose[:3, :3].T @ (point - pose[:3, 3])
    if isinstance(shape, Box):
        return max(abs(x) - 0.5 * shape.size[0], abs(y) - 0.5 * shape.size[1], abs(z) - 0.5 * shape.size[2])
    if isinstance(shape, Cylinder):
        return max(np.hypot(x, y) - shape.radius, abs(z) - 0.5 * shape.length)
    z -= np.clip(z, -0.5 * shape.length, 0.5 * shape.length)
    return np.sqrt(x * x + y * y + z * z) - shape.radius


@pytest.mark.slow
@each_pair
def test_the_order_of_the_two_does_not_matter(first, second):
    for A, B in near_poses(first, second, 31, 30):
        ours, swapped = contacts_of(first, A, second, B), contacts_of(second, B, first, A)
        assert len(ours) == len(swapped)
        ours, swapped = (np.sort(found, order="gap") for found in (ours, swapped))
        np.testing.assert_allclose(ours["gap"], swapped["gap"], atol=1e-12)
        if len(ours) == 1:
            np.testing.assert_allclose(ours["normal"], -swapped["normal"], atol=1e-6)
            np.testing.assert_allclose(ours["point"], swapped["point"], atol=1e-6)


@pytest.mark.slow
@each_pair
def test_contacts_move_along_with_a_common_motion(first, second):
    rng = np.random.default_rng(41)
    for A, B in near_poses(first, second, 43, 30):
        T = random_pose(rng, 1.0)
        here, there = contacts_of(first, A, second, B), contacts_of(first, T @ A, second, T @ B)
        assert list(here["feature"]) == list(there["feature"])
        np.testing.assert_allclose(there["gap"], here["gap"], atol=1e-12)
        np.testing.assert_allclose(there["normal"], here["normal"] @ T[:3, :3].T, atol=1e-6)
        np.testing.assert_allclose(there["point"], here["point"] @ T[:3, :3].T + T[:3, 3], atol=1e-6)


@pytest.mark.slow
@each_pair
def test_the_gap_changes_as_the_normal_velocity_of_the_point_says(first, second):
    rng = np.random.default_rng(53)
    step = 1e-6
    compared = 0
    for A, B in near_poses(first, second, 57, 40):
        found = contacts_of(first, A, second, B)
        if len(found) != 1:
            continue  # the deepest of a patch may change hands within the step
        (c,) = found
        v, w = rng.normal(size=3), rng.normal(size=3)
        gaps = []
        for s in (-step, step):
            moved = B.copy()
            moved[:3, :3] = Rotation.from_rotvec(s * w).as_matrix() @ B[:3, :3]
            moved[:3, 3] += s * v
            gaps.append(deepest(first, A, second, moved)["gap"])
        velocity = c["normal"] @ (v + np.cross(w, c["point"] - B[:3, 3]))
        # Second differences of σ are at most a few 1/m times 1 (m/s)², times the step; doubled near a rim.
        assert (gaps[1] - gaps[0]) / (2 * step) == pytest.approx(velocity, abs=2e-3)
        compared += 1
    assert compared > 20


def spread(points):
    """The standard deviations of points along their two widest directions [m]."""
    return np.linalg.svd(points - points.mean(axis=0))[1][:2] / np.sqrt(len(points))


@loop_over("gap", [1e-3, 0.0, -1e-4])
@loop_over(("base", "shape", "height", "count"), [
    (Box((0.6, 0.6, 0.2)), Cylinder(0.1, 0.2), 0.2, 4),
    (Cylinder(0.1, 0.2), Box((0.6, 0.6, 0.2)), 0.2, 4),
    (Box((0.1, 0.12, 0.2)), Cylinder(0.3, 0.2), 0.2, 4),
    (Cylinder(0.3, 0.2), Cylinder(0.1, 0.2), 0.2, 4),
    (Cylinder(0.1, 0.2), Cylinder(0.1, 0.2), 0.2, 4),
])  # fmt: skip
def test_flat_on_flat_is_a_level_patch(base, shape, height, count, gap):
    found = contacts_of(base, at(0.3, 0.2, 0.1), shape, at(0.3, 0.2, 0.1 + height + gap))
    assert len(found) == count
    np.testing.assert_allclose(found["normal"], [UP] * count, atol=1e-15)
    np.testing.assert_allclose(found["gap"], gap, atol=1e-15)
    np.testing.assert_allclose(found["point"][:, 2], 0.2 + 0.5 * gap, atol=1e-15)
    assert spread(found["point"])[1] > 0.04
    assert len(set(found["feature"])) == count


@pytest.mark.parametrize("overhang", [0.02, 0.05, 0.09])
def test_a_cylinder_that_overhangs_an_edge_is_held_where_it_is_carried(overhang):
    found = contacts_of(Box((0.4, 0.4, 0.2)), at(), Cylinder(0.1, 0.2), at(0.1 + overhang, 0, 0.2))
    points = found["point"]
    assert points[:, 0].max() == pytest.approx(0.2, abs=1e-12)  # the edge
    assert points[:, 0].min() == pytest.approx(overhang, abs=1e-12)  # the rim
    chord = np.sqrt(0.1**2 - (0.1 - overhang) ** 2)
    on_edge = points[np.abs(points[:, 0] - 0.2) < 1e-9]
    np.testing.assert_allclose([on_edge[:, 1].min(), on_edge[:, 1].max()], [-chord, chord], atol=1e-12)


def test_two_ends_that_overlap_in_a_lens_touch_at_its_corners_and_in_its_middle():
    found = contacts_of(Cylinder(0.1, 0.2), at(), Cylinder(0.1, 0.2), at(0.16, 0, 0.2))
    corners = [[0.08, 0.06, 0.1], [0.08, -0.06, 0.1], [0.06, 0, 0.1], [0.1, 0, 0.1]]
    for corner in corners:
        assert np.linalg.norm(found["point"] - corner, axis=1).min() < 1e-12


@loop_over(("base", "shape"), [
    (Box((0.6, 0.6, 0.2)), Capsule(0.1, 0.3)),
    (Box((0.6, 0.6, 0.2)), Cylinder(0.1, 0.3)),
    (Cylinder(0.3, 0.2), Capsule(0.1, 0.3)),
    (Cylinder(0.3, 0.2), Cylinder(0.1, 0.3)),
])  # fmt: skip
@loop_over("tilt", [0.0, 1e-7, 1e-3])
def test_what_lies_on_a_flat_touches_at_both_ends_of_its_line(base, shape, tilt):
    lying = at(0.01, 0.02, 0.2 - 1e-5, turned("y", np.pi / 2 + tilt))
    found = contacts_of(base, at(), shape, lying)
    assert sorted(found["feature"]) == [0, 1]
    np.testing.assert_allclose(np.sort(found["point"][:, 0]), [-0.14, 0.16], atol=1e-9 + 0.11 * tilt)
    np.testing.assert_allclose(np.sort(found["gap"]), [-1e-5 - 0.15 * tilt, -1e-5 + 0.15 * tilt], atol=1e-9 + tilt**2)


def test_crossing_cylinders_touch_in_one_point_and_parallel_ones_in_two():
    lower = at(rotation=turned("y", np.pi / 2))
    (c,) = contacts_of(Cylinder(0.1, 1.0), lower, Cylinder(0.2, 1.0), at(0.1, 0.2, 0.299, turned("x", np.pi / 2)))
    np.testing.assert_allclose(c["normal"], UP, atol=1e-12)
    np.testing.assert_allclose(c["point"], [0.1, 0.0, 0.0995], atol=1e-12)
    assert c["gap"] == pytest.approx(-1e-3, abs=1e-12)
    found = contacts_of(Cylinder(0.1, 1.0), lower, Cylinder(0.2, 1.0), at(0.3, 0, 0.3, turned("y", np.pi / 2)))
    np.testing.assert_allclose(np.sort(found["point"][:, 0]), [-0.2, 0.5], atol=1e-12)
    np.testing.assert_allclose(found["gap"], 0.0, atol=1e-12)


def test_a_rim_on_a_face_and_a_corner_on_a_mantle():
    tilted = turned("y", 0.4)
    height = 0.1 + 0.15 * np.cos(0.4) + 0.1 * np.sin(0.4)
    (c,) = contacts_of(Box((1, 1, 0.2)), at(), Cylinder(0.1, 0.3), at(0, 0, height + 1e-3, tilted))
    np.testing.assert_allclose(c["normal"], UP, atol=1e-12)
    assert c["gap"] == pytest.approx(1e-3, abs=1e-12)
    corner = Rotation.align_vectors([[1, 0, 0]], [[1, 1, 1]])[0].as_matrix()
    (c,) = contacts_of(Box((0.2, 0.2, 0.2)), at(rotation=corner), Cylinder(0.3, 1.0), at(0.1 * np.sqrt(3) + 0.302, 0, 0))
    np.testing.assert_allclose(c["normal"], [1, 0, 0], atol=1e-9)
    assert c["gap"] == pytest.approx(2e-3, abs=1e-12)
