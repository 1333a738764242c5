"""Mesh files as convex bodies of scenes: their hulls, how large they are, where they lie, and what is refused where."""

import json
import struct
from itertools import product

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import SceneError

SIZE = np.array([0.2, 0.4, 0.1])
GROUND = '[[obstacles]]\nname = "ground"\nshapes = [{ shape = "plane" }]\n'


def write_box(path, size=SIZE, dent=True):
    """A box as STL; with a dent that its hull does not have."""
    corners = np.array(list(product((-0.5, 0.5), repeat=3))) * size
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4)]
    triangles = [corners[[a, b, c]] for face in faces for a, b, c in (face[:3], (face[0], face[2], face[3]))]
    top = corners[[1, 5, 7, 3]]
    middle = np.array([0.0, 0.0, 0.0 if dent else 0.5 * size[2]])
    triangles += [np.array([top[k], top[(k + 1) % 4], middle]) for k in range(4)]
    rows = [struct.pack("<12fH", 0, 0, 0, *triangle.ravel(), 0) for triangle in triangles]
    path.write_bytes(bytes(80) + struct.pack("<I", len(rows)) + b"".join(rows))


def text_of(shape, more=""):
    return f'{GROUND}[[bodies]]\nname = "thing"\nshape = {shape}\nmass = 3.0\nxyz = [0.0, 0.0, 0.06]\n{more}'


@pytest.fixture
def load(tmp_path):
    def load(shape, **options):
        path = tmp_path / "scene.toml"
        path.write_text(text_of(shape), encoding="utf-8")
        return sim.load_scene(path, **options)

    return load


@pytest.mark.parametrize(
    ("words", "factor"),
    [("", [1.0, 1.0, 1.0]), ('unit = "mm"', [1e-3] * 3), ('unit = "in", scale = [1.0, 2.0, 3.0]', [0.0254, 0.0508, 0.0762])],
)
def test_the_hull_of_a_mesh_file_is_as_heavy_and_turns_as_the_box_that_it_is(load, tmp_path, words, factor):
    write_box(tmp_path / "box.stl", SIZE / factor)
    shape = f'{{ shape = "convex", mesh = "box.stl"{", " + words if words else ""} }}'
    body = load(shape).parts[1].model.bodies[0]
    x, y, z = SIZE
    moments = 3.0 / 12.0 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y])
    # An STL file has single precision.
    np.testing.assert_allclose(body.inertia, moments, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(body.com, 0.0, atol=1e-8)
    low, high = body.collisions[0].shape.data.vertices.min(axis=0), body.collisions[0].shape.data.vertices.max(axis=0)
    np.testing.assert_allclose([low, high], [-0.5 * SIZE, 0.5 * SIZE], rtol=1e-6)
    assert tmp_path / "box.stl" in body.visuals[0].shape.data.files  # it is watched


def test_a_mesh_file_comes_to_rest_as_the_same_points_do(load, tmp_path):
    write_box(tmp_path / "box.stl")
    corners = np.float32(np.array(list(product((-0.5, 0.5), repeat=3))) * SIZE).astype(float)  # as STL has them
    shapes = '{ shape = "convex", mesh = "box.stl" }', f'{{ shape = "convex", vertices = {corners.tolist()} }}'
    runs = [sim.simulate(load(shape), 0.5) for shape in shapes]
    np.testing.assert_allclose(runs[0].q, runs[1].q, atol=1e-9)
    assert abs(runs[0].v[-1]).max() < 1e-6


@pytest.mark.parametrize(("words", "message"), [
    ('mesh = "box.stl", vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]', "given both"),
    ("scale = [2.0, 2.0, 2.0]", "given neither"),
    ('mesh = "none.stl"', "'none.stl' cannot be read: No such file"),
    ('mesh = "scene.toml"', "meshes of type '.toml' are not read; .stl"),
    ('mesh = "empty.stl"', "the file is empty"),
    ('mesh = "flat.stl"', "lie in one plane"),
    ('mesh = "box.stl", unit = "parsec"', "no unit named 'parsec'"),
    ('mesh = "box.glb", unit = "mm"', "says its unit itself"),
    ('mesh = "box.stl", scale = [1.0, 0.0, 1.0]', "expected a number > 0"),
    ('mesh = "/etc/passwd.stl"', "lies outside the folders that are read"),
])  # fmt: skip
def test_what_is_no_body_is_refused_at_its_line(load, tmp_path, words, message):
    write_box(tmp_path / "box.stl")
    write_box(tmp_path / "flat.stl", np.array([1.0, 1.0, 0.0]))
    (tmp_path / "empty.stl").touch()
    with pytest.raises(SceneError, match=message) as caught:
        load(f'{{ shape = "convex", {words} }}')
    assert caught.value.line == 6


def test_a_file_that_changed_is_read_again(load, tmp_path):
    shape = '{ shape = "convex", mesh = "box.stl" }'
    write_box(tmp_path / "box.stl")
    before = load(shape).parts[1].model.bodies[0].inertia
    write_box(tmp_path / "box.stl", 2.0 * SIZE, dent=False)
    (tmp_path / "box.stl").write_bytes((tmp_path / "box.stl").read_bytes() + b" ")
    np.testing.assert_allclose(load(shape).parts[1].model.bodies[0].inertia, 4.0 * before, rtol=1e-6, atol=1e-8)


def test_a_file_whose_data_changed_in_another_that_it_names_is_read_again(load, tmp_path):
    corners = np.float32([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])[[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]]
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "buffers": [{"byteLength": corners.nbytes, "uri": "thing.bin"}],
        "bufferViews": [{"buffer": 0, "byteLength": corners.nbytes}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(corners), "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    }
    (tmp_path / "thing.gltf").write_text(json.dumps(document))
    shapes = []
    for size in (1.0, 1.0, 2.0):
        (tmp_path / "thing.bin").write_bytes((np.float32(size) * corners).tobytes())
        shapes.append(load('{ shape = "convex", mesh = "thing.gltf" }').parts[1].model.bodies[0].collisions[0].shape)
    assert [float(np.ptp(shape.data.vertices, axis=0).max()) for shape in shapes] == [1.0, 1.0, 2.0]
    assert shapes[0].data is shapes[1].data  # the hull is made once of the same
    assert tmp_path / "thing.bin" in shapes[0].data.files


def test_a_scene_that_is_saved_elsewhere_names_the_same_mesh(load, tmp_path):
    (tmp_path / "meshes").mkdir()
    write_box(tmp_path / "meshes" / "box.stl")
    scene = load('{ shape = "convex", mesh = "meshes/box.stl" }')
    (tmp_path / "other").mkdir()
    sim.save_scene(scene, tmp_path / "other" / "scene.toml")
    again = sim.load_scene(tmp_path / "other" / "scene.toml", allowed_folders=[tmp_path])
    np.testing.assert_array_equal(again.parts[1].model.bodies[0].inertia, scene.parts[1].model.bodies[0].inertia)
