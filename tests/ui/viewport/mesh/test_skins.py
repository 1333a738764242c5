"""Where the points of shapes are in the pictures that they bear."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mapping, Skin, Sphere
from torseur.ui.viewport.mesh.shape_geometry import shape_geometry
from torseur.ui.viewport.mesh.skins import Skinned, skinned

SHAPES = [Box((2.0, 4.0, 6.0)), Sphere(1.0), Cylinder(1.0, 2.0), Capsule(1.0, 2.0)]
EDGE = 1e-3  # the coordinates are float32 of lengths about 1


def laid(shape: object, mapping: Mapping, stretch: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Skinned:
    geometry = shape_geometry(shape)
    assert geometry is not None
    return skinned(geometry, shape, Skin(mapping, (), stretch))


def place(found: Skinned, point: tuple[float, float, float]) -> tuple[np.ndarray, int]:
    """Where the corner nearest to a point is, and in which picture."""
    corner = int(np.linalg.norm(found.geometry.vertices - np.array(point), axis=1).argmin())
    return found.coordinates[corner], int(found.picture[corner // 3])


@loop_over("shape", SHAPES)
@loop_over("mapping", [Mapping.AROUND, Mapping.PARTS, Mapping.CUBE])
def test_a_skin_keeps_the_surface_and_its_outside(shape, mapping):
    before, after = shape_geometry(shape), laid(shape, mapping).geometry
    areas = []
    for geometry in (before, after):
        a, b, c = np.moveaxis(geometry.vertices[geometry.triangles].astype(float), 1, 0)
        areas.append(np.cross(b - a, c - a).sum(axis=0))
        volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0
        areas.append(volume)
    np.testing.assert_allclose(areas[2], areas[0], atol=EDGE)
    np.testing.assert_allclose(areas[3], areas[1], rtol=1e-5)  # float32
    np.testing.assert_allclose(np.linalg.norm(after.normals, axis=1), 1.0, atol=1e-5)


@loop_over("shape", SHAPES)
@loop_over("mapping", [Mapping.AROUND, Mapping.PARTS, Mapping.CUBE])
def test_every_corner_is_in_its_picture(shape, mapping):
    coordinates = laid(shape, mapping).coordinates
    seam = 1.0 / 48  # a triangle over the seam goes on beyond the edge, by its width
    assert coordinates.min() >= -EDGE
    assert coordinates.max() <= 1.0 + (seam + EDGE if mapping is not Mapping.CUBE else EDGE)


@pytest.mark.parametrize("mapping", [Mapping.AROUND, Mapping.PARTS])
def test_each_side_of_a_box_bears_the_whole_picture(mapping):
    found = laid(SHAPES[0], mapping)
    normals = found.geometry.normals
    for axis in range(3):
        for sign in (-1.0, 1.0):
            side = found.coordinates[normals[:, axis] * sign > 0.999]
            np.testing.assert_allclose([side.min(axis=0), side.max(axis=0)], [[0, 0], [1, 1]], atol=0.031)  # the bevel


def test_pictures_are_upright_and_unmirrored_seen_from_outside():
    """To the right times down is inwards: so is a picture that one looks at."""
    for shape in SHAPES:
        found = laid(shape, Mapping.AROUND)
        corners = found.geometry.vertices.reshape(-1, 3, 3).astype(float)
        places = found.coordinates.reshape(-1, 3, 2).astype(float)
        one, two = places[:, 1] - places[:, 0], places[:, 2] - places[:, 0]
        turn = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
        area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
        assert (turn[area > 1e-6] <= 1e-6).all()  # down is to the right of right: the turn is backwards


def test_parts_are_laid_as_mujoco_lays_them():
    """Places that MuJoCo 4.0 drew, by the colours of a picture that tells them (to 1/255), of points on unit shapes."""
    ball = laid(Sphere(0.5), Mapping.PARTS)
    for point, (across, down) in (
        ((0.151, -0.065, 0.472), (0.933, 0.098)),
        ((0.45, 0.19, -0.107), (0.063, 0.569)),
        ((-0.213, -0.426, 0.153), (0.682, 0.4)),
        ((-0.065, 0.484, -0.106), (0.271, 0.569)),
    ):
        np.testing.assert_allclose(place(ball, point)[0], (across, down), atol=0.03)  # the corners are 7.5 degrees apart
    rod = laid(Capsule(0.3, 0.5), Mapping.PARTS)
    wall = rod.coordinates[np.abs(rod.geometry.vertices[:, 2]) > 0.54]
    assert wall[:, 1].min() < 0.15  # the poles: 0 at the upper, 1 at the lower
    assert wall[:, 1].max() > 0.85
    drum = laid(Cylinder(0.4, 0.6), Mapping.PARTS)
    flat = np.abs(drum.geometry.normals[:, 2]).reshape(-1, 3).min(axis=1).repeat(3) > 0.99
    np.testing.assert_allclose(drum.coordinates[flat], 0.5 + drum.geometry.vertices[flat, :2] / 0.8, atol=EDGE)


def test_a_cube_is_laid_as_opengl_lays_it():
    """OpenGL 4.6, table 8.19: on +x, right is -z and down -y; and so on."""
    found = laid(Box((2.0, 2.0, 2.0)), Mapping.CUBE)
    for picture, (axis, right, down) in enumerate(
        (
            ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
            ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
            ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
            ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
            ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
            ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
        )
    ):
        bears = found.picture.repeat(3) == picture
        points = found.geometry.vertices[bears] / np.abs(found.geometry.vertices[bears]).max(axis=1, keepdims=True)
        np.testing.assert_allclose(points @ axis, 1.0, atol=EDGE)
        expected = np.stack([0.5 + 0.5 * points @ right, 0.5 + 0.5 * points @ down], axis=1)
        np.testing.assert_allclose(found.coordinates[bears], expected, atol=EDGE)


def test_a_flat_picture_is_seen_along_z():
    found = laid(Box((2.0, 2.0, 2.0)), Mapping.FLAT, (0.5, 1.5, 1.0))
    x, y = found.geometry.vertices[:, 0], found.geometry.vertices[:, 1]
    np.testing.assert_allclose(found.coordinates, np.stack([0.5 * x - 0.5, -1.5 * y - 0.5], axis=1), atol=EDGE)
