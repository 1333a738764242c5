"""GLB files become triangles where their scene puts them, and read nothing but themselves."""

import base64
import json
import struct

import numpy as np
import pytest

from torseur.robots import read_mesh
from torseur.robots.meshes import gltf_data, triangles
from torseur.sim.errors import ModelError

UP = "in glTF y is up; the coordinates are used as they stand"
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype="<f4")

pytestmark = pytest.mark.usefixtures("mesh_cache")


def description(index, **more):
    """Return a scene of one part with four points, and its data."""
    data = CORNERS.tobytes() + np.array(index, dtype="<u2").tobytes() + bytes([255, 0, 0, 255] * 4)
    end = 48 + 2 * len(index)
    primitive = {"attributes": {"POSITION": 0}, "indices": 1}
    document = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [primitive]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": len(index), "type": "SCALAR"},
            {"bufferView": 2, "componentType": 5121, "count": 4, "type": "VEC4", "normalized": True},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 2 * len(index)},
            {"buffer": 0, "byteOffset": end, "byteLength": 16},
        ],
        "buffers": [{"byteLength": len(data)}],
    }
    return {**document, **more}, data


def packed(document, data):
    """Return the file."""
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    parts = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(parts)) + parts


@pytest.mark.parametrize(("mode", "index"), [(4, [0, 1, 2, 0, 2, 3]), (5, [1, 2, 0, 3]), (6, [0, 1, 2, 3])])
def test_lists_strips_and_fans(mode, index, write):
    document, data = description(index)
    document["meshes"][0]["primitives"][0]["mode"] = mode
    mesh, notes = read_mesh(write(packed(document, data), "a.glb"))
    assert notes == (UP,)
    assert mesh.colors is None
    assert len(mesh.vertices) == 4
    assert mesh.normals.tolist() == [[0, 0, 1]] * 4
    assert len(mesh.triangles) == 2


def test_parts_are_where_the_scene_puts_them(write):
    half = 0.5**0.5
    nodes = [{"children": [1], "translation": [0, 0, 5]}, {"mesh": 0, "rotation": [0, 0, half, half], "scale": [2, 2, 2]}]
    path = write(packed(*description([0, 1, 2], nodes=nodes)), "a.glb")
    mesh, _ = read_mesh(path)
    np.testing.assert_allclose(mesh.vertices[mesh.triangles[0]], [[0, 0, 5], [0, 2, 5], [-2, 2, 5]], atol=1e-6)
    mesh, notes = read_mesh(path, apply_up_axis=True)
    np.testing.assert_allclose(mesh.vertices[mesh.triangles[0]], [[0, -5, 0], [0, -5, 2], [-2, -5, 2]], atol=1e-6)
    assert notes == ("in glTF y is up; the coordinates are turned upright",)
    matrix = np.diag([1.0, 1.0, -1.0, 1.0])
    matrix[:3, 3] = 1, 2, 3
    nodes = [{"mesh": 0, "matrix": matrix.T.ravel().tolist()}]
    mesh, _ = read_mesh(write(packed(*description([0, 1, 2], nodes=nodes)), "b.glb"))
    np.testing.assert_allclose(mesh.vertices.min(axis=0), [1, 2, 3])
    assert mesh.normals[0].tolist() == [0, 0, -1]  # mirrored: its outside stays outside


def test_colours_of_materials_are_made_srgb_and_textures_noted(write):
    surface = {"baseColorFactor": [1.0, 0.214, 0.0, 0.5], "baseColorTexture": {"index": 0}}
    more = {"textures": [{"source": 0}], "images": [{"uri": "wood.png"}]}
    for mode, opacity in (("OPAQUE", 255), ("BLEND", 128)):
        document, data = description([0, 1, 2], materials=[{"pbrMetallicRoughness": surface, "alphaMode": mode}], **more)
        document["meshes"][0]["primitives"][0]["material"] = 0
        mesh, notes = read_mesh(write(packed(document, data), "a.glb"))
        assert {tuple(color) for color in mesh.colors.tolist()} == {(255, 127, 0, opacity)}
        assert notes == ("where it has no texture coordinates, what bears a picture has its plain colour", UP)


def test_colours_of_vertices_are_used(write):
    document, data = description([0, 1, 2])
    document["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = 2
    mesh, _ = read_mesh(write(packed(document, data), "a.glb"))
    assert mesh.colors.tolist() == [[255, 0, 0, 255]] * 3


def broken(kind, **change):
    """Return a file of which one item is changed."""
    document, data = description([0, 1, 2])
    if kind == "primitive":
        document["meshes"][0]["primitives"][0].update(change)
    elif kind:
        document[kind][0].update(change)
    else:
        document.update(change)
    return packed(document, data)


# fmt: off
BROKEN = {
    "version": (struct.pack("<4sIIII", b"glTF", 1, 20, 0, 0), "it is of version 1 of glTF; version 2 is read"),
    "no header": (b"x" * 30, "it does not begin with the header of a GLB file"),
    "cut short": (broken("")[:-8], "it is cut short: its header tells "),
    "too many points": (broken("accessors", count=10**12), "it is cut short: accessor 0 reaches beyond its data"),
    "stride": (broken("bufferViews", byteStride=2**40), "it is cut short: accessor 0 reaches beyond its data"),
    "overlapping": (broken("bufferViews", byteStride=4), "accessor 0 has a value of 12 bytes every 4 bytes (byteStride)"),
    "nothing, often": (broken("", accessors=[{"componentType": 5126, "count": 300_000, "type": "VEC3"}],
     meshes=[{"primitives": [{"attributes": {"POSITION": 0}}] * 2}], ),
     "accessor 0 promises 300000 values and has no data; at most 500000 are, in all parts"),
    "another file": (broken("buffers", uri="../a.bin"), "its data '../a.bin': the file is missing"),
    "nothing": (broken("", accessors=[{"componentType": 5126, "count": 10**9, "type": "VEC3"}] * 3),
     "accessor 0 promises 1000000000 values and has no data"),
    "compressed": (broken("", extensionsRequired=["KHR_draco_mesh_compression"]),
     "it needs the extension 'KHR_draco_mesh_compression', which is not read"),
    "circle": (broken("nodes", children=[0]), "its node 0 is in the scene twice"),
    "no scene": (broken("", scenes=[], nodes=[]), "it holds no scene"),
    "no node": (broken("scenes", nodes=[7]), "it is no valid .glb file: it refers to nodes[7]; it has 1 nodes"),
    "index": (packed(*description([0, 1, 9])), "it is no valid .glb file: a triangle names vertex 9; there are 0 to 3"),
    "lines": (broken("primitive", mode=1), "it holds no triangles"),
    "type": (broken("accessors", type="VEC2"), "its data are of type VEC2 5126, which is not read here"),
}
# fmt: on


@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_cannot_be_used_is_refused(case, write):
    content, message = BROKEN[case]
    path = write(content, "a.glb")
    with pytest.raises(ModelError) as caught:
        read_mesh(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_vertices_count_as_often_as_parts_name_them(write, monkeypatch):
    document, data = description([0, 1, 2])
    document["meshes"][0]["primitives"] *= 3
    path = write(packed(document, data), "a.glb")
    monkeypatch.setattr(triangles, "MAX_VERTICES", 11)
    with pytest.raises(ModelError, match="it unfolds to more than 11 vertices"):
        read_mesh(path)
    monkeypatch.setattr(triangles, "MAX_VERTICES", 12)
    assert len(read_mesh(path)[0].triangles) == 3


@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_a_description_is_not_too_long_but_for_its_data(suffix, write, monkeypatch):
    document, data = description([0, 1, 2])
    if suffix == ".gltf":
        data += b"\0" * 6000
        uri = f"data:;base64,{base64.b64encode(data).decode()}"
        document["buffers"] = [{"byteLength": len(data), "uri": uri}]
    content = json.dumps(document).encode() if suffix == ".gltf" else packed(document, data)
    monkeypatch.setattr(gltf_data, "MAX_DESCRIPTION", 3000)
    assert len(read_mesh(write(content, f"a{suffix}"))[0].triangles) == 1
    document["extras"] = ["a"] * 1000
    content = json.dumps(document).encode() if suffix == ".gltf" else packed(document, data)
    with pytest.raises(ModelError, match=r"its description \(JSON\) has \d+ bytes; at most 3000 are read"):
        read_mesh(write(content, f"b{suffix}"))
