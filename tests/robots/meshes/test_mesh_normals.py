"""Normals are smooth over curved surfaces and sharp at edges."""

import numpy as np
import pytest

from torseur.robots.meshes import wavefront
from torseur.robots.meshes.creases import smooth
from torseur.robots.meshes.triangles import Triangles
from torseur.sim.errors import ModelError

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


KINDS = (
    "v {x} {y} {z}", "v {x} {y} {z}", "f {a} {b} {c}", "f {a}/1 {b}/2/3 {c}//1", "f -1 -2 -3", "vn 0 0 1",
    "vt 0.5 0.25", "v  {x}  {y} {z} ",
)  # fmt: skip
ODD = (
    "", "# words", "v 1 2", "v 1 2 3 v", "v v 1 2", "1 2 3", "f 1 2", "f 1 2 3 4", "f 1 2 x", "f 1.5 2 3",
    "v a b c", "v 1 2 3 0.5 0.5 0.5", "v 1 2 3\rv 4 5 6", "  v 1 2 3", "v\t1 2 3", "l 1 2", "f 1 2 3 \\\n4",
    "f 99999999999999999999 1 2", "v 1-2 3", "v 1.2.3 4 ", "v 1 2  ", "v 1\x0b2 3 4", "v 1_0 2 3", "v 0x10 1 2",
    "f 1-2 3", "f 1 2 3_0", "v 1e999 0 0", "f 9223372036854775807 1 2", "f 1 -9223372036854775809 2",
    "usemtl wood", "o part", "f", "v",
)  # fmt: skip


def content(rng, odd):
    """An OBJ file of runs of lines that are alike, with others here and there."""
    lines = [f"v {k} {k * k % 7} {k * k % 5}" for k in range(9)]
    for _ in range(rng.integers(1, 6)):
        kind = KINDS[rng.integers(len(KINDS))]
        for _ in range(rng.integers(1, 8)):
            x, y, z = rng.normal(size=3).round(4)
            a, b, c = rng.integers(1, 9, 3)
            lines.append(kind.format(x=x, y=y, z=z, a=a, b=b, c=c))
    for _ in range(odd):
        lines.insert(rng.integers(len(lines) + 1), ODD[rng.integers(len(ODD))])
    return ("\r\n" if rng.random() < 0.3 else "\n").join(lines).encode() + b"\n" * int(rng.integers(2))


def outcome(text, mapped):
    """All that is read, or why nothing is."""
    try:
        read = wavefront.read_obj(text, {}, mapped)
    except (ModelError, ValueError, IndexError) as error:
        return type(error), str(error)
    arrays = (read.vertices, read.triangles, read.colors, read.coordinates, read.picture)
    return [None if one is None else (one.dtype, one.shape, one.tobytes()) for one in arrays], read.notes


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("odd", [0, 1, 3])
@pytest.mark.slow
def test_what_is_read_at_once_is_what_is_read_line_by_line(odd, mapped, monkeypatch):
    rng = np.random.default_rng(odd)
    at_once = wavefront._Reader._read_at_once
    tried = []

    def counting(reader, text):
        tried.append(at_once(reader, text))
        return tried[-1]

    for _ in range(150):
        text = content(rng, odd)
        monkeypatch.setattr(wavefront, "_CHUNK", int(rng.integers(10, 300)))
        monkeypatch.setattr(wavefront._Reader, "_read_at_once", counting)
        found = outcome(text, mapped)
        monkeypatch.setattr(wavefront._Reader, "_read_at_once", lambda *_: False)
        assert found == outcome(text, mapped)
    assert sum(tried) > 50, "else nothing is tested"
