"""Normals are smooth over curved surfaces and sharp at edges."""

import numpy as np
import pytest

from torseur.robots.meshes.creases import smooth
from torseur.robots.meshes.triangles import Triangles

GREY = (128, 128, 128, 255)


def ball(rings, sectors):
    """Return a sphere of radius 1 as flat triangles that share no vertex, as an STL file has them."""
    latitude = np.linspace(0, np.pi, rings + 1)[:, None]
    longitude = np.linspace(0, 2 * np.pi, sectors, endpoint=False)[None, :]
    points = np.stack(
        [np.sin(latitude) * np.cos(longitude), np.sin(latitude) * np.sin(longitude), np.cos(latitude) + 0 * longitude], -1
    )
    points[0], points[-1] = (0, 0, 1), (0, 0, -1)
    triangles = []
    for i in range(rings):
        for j in range(sectors):
            a, b, c, d = points[i, j], points[i + 1, j], points[i + 1, (j + 1) % sectors], points[i, (j + 1) % sectors]
            triangles += [t for t in ((a, b, c), (a, c, d)) if np.linalg.norm(np.cross(t[1] - t[0], t[2] - t[0])) > 1e-12]
    vertices = np.array(triangles).reshape(-1, 3)
    return vertices, np.arange(len(vertices)).reshape(-1, 3)


def cube():
    """Return a cube of edge 2, eight shared vertices, outside counter-clockwise."""
    vertices = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return vertices, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def test_a_ball_has_radial_normals_and_shared_corners():
    vertices, triangles = ball(24, 48)
    mesh = smooth(Triangles(vertices, triangles, None), GREY)
    assert len(mesh.vertices) == 23 * 48 + 2
    # a normal is off by the coarseness of the mesh: 7.5 degrees a facet, so well under half of that
    assert np.max(np.linalg.norm(mesh.normals - mesh.vertices, axis=1)) < 0.02
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1, atol=1e-6)


def test_a_cube_has_one_normal_for_each_face():
    mesh = smooth(Triangles(*cube(), None), GREY)
    assert len(mesh.vertices) == 24
    for triangle in mesh.triangles:
        normals = mesh.normals[triangle]
        assert np.all(normals == normals[0])
        assert np.all(np.abs(normals[0]) == np.abs(np.round(normals[0])))
        assert np.all(np.sum(mesh.vertices[triangle] * normals, axis=1) == 1)


def test_the_same_triangles_with_and_without_shared_vertices_give_the_same_mesh():
    vertices, triangles = cube()
    shared = smooth(Triangles(vertices, triangles, None), GREY)
    apart = smooth(Triangles(vertices[triangles].reshape(-1, 3), np.arange(36).reshape(-1, 3), None), GREY)
    np.testing.assert_array_equal(shared.vertices[shared.triangles], apart.vertices[apart.triangles])
    np.testing.assert_array_equal(shared.normals[shared.triangles], apart.normals[apart.triangles])


@pytest.mark.parametrize(("angle", "vertices"), [(20.0, 4), (50.0, 6)])
def test_two_triangles_share_their_edge_only_below_the_crease_angle(angle, vertices):
    lift = np.tan(np.radians(angle))
    points = np.array([[0, 0, 0], [0, 1, 0], [-1, 0.5, 0], [1, 0.5, lift]], dtype=float)
    mesh = smooth(Triangles(points, np.array([[0, 1, 2], [1, 0, 3]]), None), GREY)
    assert len(mesh.vertices) == vertices


def test_colours_part_what_is_smooth():
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=float)
    triangles = np.array([[0, 1, 2], [0, 2, 3]])
    colors = np.array([[255, 0, 0, 255], [0, 0, 0, 0]], dtype=np.uint8)
    mesh = smooth(Triangles(points, triangles, np.repeat(colors[:, None], 3, axis=1)), GREY)
    assert len(mesh.vertices) == 6
    assert mesh.colors[mesh.triangles[0]].tolist() == [[255, 0, 0, 255]] * 3
    assert mesh.colors[mesh.triangles[1]].tolist() == [list(GREY)] * 3  # no colour of its own: the default


def test_both_sides_of_a_sheet_keep_their_own_normals():
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=float)
    triangles = np.array([[0, 1, 2], [0, 2, 3], [0, 2, 1], [0, 3, 2]])
    mesh = smooth(Triangles(points, triangles, None), GREY)
    assert mesh.normals[mesh.triangles][:, 0, 2].tolist() == [1, 1, -1, -1]
    assert len(mesh.vertices) == 8


def test_triangles_without_area_are_left_out():
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0]], dtype=float)
    mesh = smooth(Triangles(points, np.array([[0, 1, 2], [0, 1, 3], [0, 0, 1]]), None), GREY)
    assert len(mesh.triangles) == 1
    assert len(smooth(Triangles(points, np.array([[0, 1, 3]]), None), GREY).triangles) == 0
