"""PLY files become triangles, in all their forms, with their colours."""

import struct

import numpy as np
import pytest

from tests.robots.meshes.test_mesh_glb import description, packed
from tests.robots.meshes.test_meshes import CORNERS, FACES, ascii_stl, binary_stl, collada
from torseur.robots import read_mesh
from torseur.sim.errors import ModelError

POINTS = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (1, 1, 0)]
RED, BLUE = (255, 0, 0), (0, 0, 255)

pytestmark = pytest.mark.usefixtures("mesh_cache")


def ply(form, faces, colors=None, more=""):
    """Return a PLY file."""
    shade = "".join(f"property uchar {name}\n" for name in ("red", "green", "blue")) if colors else ""
    axes = "".join(f"property float {axis}\n" for axis in "xyz")
    header = f"ply\nformat {form} 1.0\ncomment of a test\n{more}element vertex {len(POINTS)}\n{axes}{shade}"
    header += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    colors = colors or [()] * len(POINTS)
    if form == "ascii":
        rows = [(*point, *color) for point, color in zip(POINTS, colors, strict=True)]
        rows += [(len(face), *face) for face in faces]
        return (header + "".join(" ".join(map(str, row)) + "\n" for row in rows)).encode()
    order = "<" if "little" in form else ">"
    body = b"".join(struct.pack(f"{order}3f{len(color)}B", *point, *color) for point, color in zip(POINTS, colors, strict=True))
    return header.encode() + body + b"".join(struct.pack(f"{order}B{len(face)}i", len(face), *face) for face in faces)


FORMS = ("ascii", "binary_little_endian", "binary_big_endian")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("faces", [[(0, 1, 2), (0, 2, 3)], [(0, 1, 2, 3)], [(0, 1, 4), (2, 3, 4, 1), (0, 4, 3)]])
def test_polygons_become_triangles(form, faces, write):
    mesh, notes = read_mesh(write(ply(form, faces), "a.ply"))
    assert notes == ()
    assert mesh.colors is None
    assert len(mesh.triangles) == sum(len(face) - 2 for face in faces)
    corners = mesh.vertices[mesh.triangles].astype(float)
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert areas.sum(axis=0).tolist() == [0, 0, 8]  # twice the area of the square, seen from above
    assert set(map(tuple, mesh.vertices.tolist())) <= {tuple(map(float, point)) for point in POINTS}


@pytest.mark.parametrize("form", FORMS)
def test_colours_of_vertices_are_used(form, write):
    mesh, _ = read_mesh(write(ply(form, [(0, 1, 2), (0, 2, 3)], [RED, RED, BLUE, RED, BLUE]), "a.ply"))
    assert len(mesh.vertices) == 4  # smooth: corners of one colour stay one vertex
    for vertex, color in zip(mesh.vertices.tolist(), mesh.colors.tolist(), strict=True):
        assert color == [*(BLUE if vertex == [2, 2, 0] else RED), 255]


def test_what_is_not_used_is_noted(write):
    edges = "comment TextureFile wood.png\nelement edge 1\nproperty int a\n"
    content = ply("ascii", [(0, 1, 2)], more=edges).replace(b"end_header\n", b"end_header\n7\n")
    assert read_mesh(write(content, "a.ply"))[1] == (
        "textures are left out; what bears them is drawn in its plain colour",
        "its 1 of the element 'edge' are left out",
    )


WHOLE = ply("binary_little_endian", [(0, 1, 2), (0, 1, 2, 3)])
TEXT = ply("ascii", [(0, 1, 2)])
BROKEN = {
    "no header": (b"ply\n", "it does not begin with the header of a PLY file"),
    "no format": (TEXT.replace(b"ascii", b"utf"), "its header has a line that is not read: 'format utf 1.0'"),
    "count": (
        WHOLE.replace(b"vertex 5", b"vertex 99999999999"),
        "it is cut short: 99999999999 of its element 'vertex' do not fit into the file",
    ),
    "cut short": (WHOLE[:-3], "it is cut short in its element 'face'"),
    "list": (WHOLE[:-17] + struct.pack("<B", 255) + WHOLE[-16:], "it is cut short in its element 'face'"),
    "no z": (TEXT.replace(b"property float z", b"property float w"), "its vertices have no z"),
    "word": (TEXT.replace(b"2 0 0", b"2 x 0"), "line 2 of its element 'vertex': could not convert string to float: b'x'"),
    "too few": (TEXT.replace(b"3 0 1 2", b"3 0 1"), "line 1 of its element 'face' has too few values"),
    "index": (TEXT.replace(b"3 0 1 2", b"3 0 1 7"), "a triangle names vertex 7; there are 5"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_cannot_be_used_is_refused(case, write):
    content, message = BROKEN[case]
    path = write(content, "a.ply")
    with pytest.raises(ModelError) as caught:
        read_mesh(path)
    assert str(caught.value) == f"{path}: {message}"


BOM = b"\xef\xbb\xbf"
OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


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
