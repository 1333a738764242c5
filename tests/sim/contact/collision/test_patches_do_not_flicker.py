"""A patch keeps its points, and their numbers, while what rests on it trembles: warm starts carry over."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.cases import loop_over
from tests.sim.contact.collision.pairs import at, contacts_of, turned
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Plane

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
