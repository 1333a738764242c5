"""Mesh files that say too little or something false are drawn where there is no doubt of what they hold, with a note."""

import numpy as np
import pytest

from torseur.robots import read_mesh
from torseur.sim.errors import ModelError

from .test_mesh_glb import description, packed
from .test_meshes import CORNERS, FACES, ascii_stl, binary_stl, collada

BOM = b"\xef\xbb\xbf"
OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

pytestmark = pytest.mark.usefixtures("mesh_cache")


def counted(count):
    content = binary_stl(CORNERS, FACES)
    return content[:80] + count.to_bytes(4, "little") + content[84:]


@pytest.mark.parametrize(
    ("name", "content", "notes"),
    [
        ("a.obj", BOM + OBJ, ()),
        ("a.stl", BOM + ascii_stl(CORNERS, FACES).encode(), ()),
        ("a.stl", ascii_stl(CORNERS, FACES).replace("\n", "\r").encode(), ()),
        (
            "a.stl",
            ascii_stl(CORNERS, FACES).replace("endsolid thing\n", "").encode(),
            ("its last line, 'endsolid', is missing; all its facets are whole",),
        ),
        ("a.stl", BOM + binary_stl(CORNERS, FACES)[3:], ()),
        ("a.stl", counted(0), ("its head says that it holds 0 triangles; it holds 4, which are read",)),
        ("a.stl", counted(2**32 - 1), ("its head says that it holds 4294967295 triangles; it holds 4, which are read",)),
    ],
    ids=["OBJ with a mark", "STL with a mark", "returns for lines", "no end", "binary head", "no count", "largest count"],
)
def test_all_triangles_are_there(name, content, notes, write):
    mesh, said = read_mesh(write(content, name))
    assert said == notes
    assert len(mesh.triangles) == 4
    np.testing.assert_array_equal(mesh.vertices.max(axis=0), (1, 1, 1))


def test_materials_of_a_file_with_a_byte_order_mark_have_their_colours(write):
    write(BOM + b"newmtl red\nKd 1 0 0\n", "a.mtl")
    mesh, _ = read_mesh(write(BOM + b"mtllib a.mtl\nusemtl red\n" + OBJ, "a.obj"))
    assert mesh.colors[0].tolist() == [255, 0, 0, 255]


def test_a_collada_file_that_names_no_scene_is_drawn_as_its_first(write):
    text = collada().replace('<scene><instance_visual_scene url="#s"/></scene>', "")
    mesh, notes = read_mesh(write(text, "a.dae"))
    assert (len(mesh.triangles), notes) == (1, ("it does not say which scene is drawn; its first is",))


def test_triangles_of_collada_without_indices_take_no_others_with_them(write):
    empty = '<triangles count="0"><input semantic="VERTEX" source="#v" offset="0"/></triangles><triangles count="1"'
    mesh, _ = read_mesh(write(collada().replace('<triangles count="1"', empty), "a.dae"))
    assert len(mesh.triangles) == 1


def test_triangles_that_name_no_corners_though_they_are_counted_are_told(write):
    lost = '<triangles count="7"><input semantic="VERTEX" source="#v" offset="0"/></triangles><triangles count="1"'
    mesh, notes = read_mesh(write(collada().replace('<triangles count="1"', lost), "a.dae"))
    assert (len(mesh.triangles), notes) == (1, ("its triangles name no corners (there is no <p>); they are left out",))


def test_a_collada_file_of_which_nothing_can_be_read_says_why(write):
    with pytest.raises(ModelError, match="nothing of it can be read: Indexes"):
        read_mesh(write(collada().replace("<p>0 1 2</p>", "<p>0 1 9</p>"), "a.dae"))


@pytest.mark.parametrize("more", [{"scenes": []}, {"extensionsRequired": ["KHR_lights_punctual"]}])
def test_gltf_without_a_scene_or_with_lights_is_drawn(more, write):
    document, data = description([0, 1, 2])
    mesh, notes = read_mesh(write(packed(document | more, data), "a.glb"))
    assert len(mesh.triangles) == 1
    assert ("it holds no scene; all its nodes are drawn" in notes) == ("scenes" in more)
