"""Mesh files become triangles in metres, with the file's own colours; a file that cannot be used is refused."""

import struct

import numpy as np
import pytest

from torseur.robots import read_mesh
from torseur.robots.meshes import triangles
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.shapes import TriangleMesh

pytestmark = pytest.mark.usefixtures("mesh_cache")

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


def binary_stl(corners, faces, header=b""):
    """Return a binary STL file."""
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *corners[list(face)].ravel(), 0) for face in faces)
    return header.ljust(80, b" ") + struct.pack("<I", len(faces)) + body


def ascii_stl(corners, faces):
    """Return an ascii STL file."""
    lines = ["solid thing"]
    for face in faces:
        vertices = [f"vertex {x} {y} {z}" for x, y, z in corners[list(face)]]
        lines += ["facet normal 0 0 0", "outer loop", *vertices, "endloop", "endfacet"]
    return "\n".join([*lines, "endsolid thing", ""])


def facets(mesh):
    """Return the triangles by their corners, each from its smallest corner on."""
    found = set()
    for triangle in mesh.vertices[mesh.triangles].tolist():
        first = triangle.index(min(triangle))
        found.add(tuple(tuple(corner) for corner in triangle[first:] + triangle[:first]))
    return found


@pytest.mark.parametrize(
    "content",
    [
        binary_stl(CORNERS, FACES),
        binary_stl(CORNERS, FACES, b"solid made by a program that writes solid into binary files"),
        binary_stl(CORNERS, FACES) + b"trailing bytes",
        ascii_stl(CORNERS, FACES),
    ],
    ids=["binary", "binary that says solid", "binary with a tail", "ascii"],
)
def test_stl(content, write):
    mesh, notes = read_mesh(write(content, "a.STL"))
    assert notes == ()
    assert mesh.colors is None
    expected = {tuple(map(tuple, CORNERS[list(face)])) for face in FACES}
    assert facets(mesh) == facets(TriangleMesh(CORNERS.astype("f4"), CORNERS.astype("f4"), None, np.array(FACES, dtype="u4")))
    assert len(expected) == len(mesh.triangles)


def test_arrays_are_ready_to_be_drawn(write):
    for _ in range(2):  # read, then from the cache
        mesh, _ = read_mesh(write(binary_stl(CORNERS, FACES), "a.stl"))
        assert [array.dtype.str for array in (mesh.vertices, mesh.normals, mesh.triangles)] == ["<f4", "<f4", "<u4"]
        for array in (mesh.vertices, mesh.normals, mesh.triangles):
            assert not array.flags.writeable
            assert array.flags.c_contiguous


OBJ = """mtllib a.mtl
v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1
usemtl red
f 1 4 3 2
usemtl glass
f 1 2 5
"""
MTL = "newmtl red\nKd 1 0 0\nnewmtl glass\nKd 0 0 1\nd 0.4\n"


def test_obj_has_the_colours_of_its_mtl_file(write):
    write(MTL, "a.mtl")
    mesh, notes = read_mesh(write(OBJ, "a.obj"))
    assert notes == ()
    by_color = {tuple(color): 0 for color in mesh.colors.tolist()}
    for triangle in mesh.triangles:
        by_color[tuple(mesh.colors[triangle[0]].tolist())] += 1
    assert by_color == {(255, 0, 0, 255): 2, (0, 0, 255, 102): 1}  # the square is two triangles


def test_obj_without_its_mtl_file_has_no_colour_and_says_so(write):
    mesh, notes = read_mesh(write(OBJ, "a.obj"))
    assert mesh.colors is None
    assert notes == ("its material file (.mtl) is missing; it is drawn in the colour of the visual",)


def test_obj_with_a_texture_and_no_coordinates_says_so(write):
    write(MTL.replace("Kd 1 0 0", "Kd 1 0 0\nmap_Kd wood.png"), "a.mtl")
    note = "it has no texture coordinates; what bears a picture has its plain colour"
    assert read_mesh(write(OBJ, "a.obj"))[1] == (note,)


def test_obj_counts_backwards_and_goes_on_in_the_next_line(write):
    text = "# of a test\n\tv 0 0 0\nv 1 0 0\r\nv 1 1 \\\n 0\nf -3/1/1 -2/2/1 -1/3/1\nv 0 1 0\nf 1//1 3//1 -1//1\nl 1 2\n"
    mesh, notes = read_mesh(write(text, "a.obj"))
    corners = [[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]]
    assert mesh.vertices[mesh.triangles].tolist() == corners
    assert notes == ("its lines and points are left out",)


def test_obj_has_the_colours_of_its_vertices(write):
    mesh, notes = read_mesh(write("v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 0 0 1\nf 1 2 3\n", "a.obj"))
    assert notes == ()
    assert mesh.colors[mesh.triangles[0]].tolist() == [[255, 0, 0, 255], [255, 0, 0, 255], [0, 0, 255, 255]]


def test_obj_with_a_material_that_is_nowhere_says_so(write):
    write(MTL.replace("newmtl glass", "newmtl ice"), "a.mtl")
    mesh, notes = read_mesh(write(OBJ, "a.obj"))
    assert notes == ("its material 'glass' is in no material file; it is drawn in the colour of the visual",)
    assert mesh.colors is not None


@pytest.mark.parametrize("wrong", ["v 1 x 0", "v 1 0", "f 1 2 x", "f 1 2 99999999999999999999"])
def test_obj_with_what_is_no_number_is_refused(wrong, write):
    with pytest.raises(ModelError, match=r"a\.obj: "):
        read_mesh(write(f"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n{wrong}\n", "a.obj"))


@pytest.mark.slow
def test_a_large_file_is_read_in_pieces_that_fit_together(write):
    count = 3000  # more than one piece in both forms
    corners = np.random.default_rng(1).normal(size=(3 * count, 3)).round(3)
    faces = np.arange(3 * count).reshape(-1, 3)
    lines = [f"v {x} {y} {z}\n" for x, y, z in corners.tolist()] + [f"f {a} {b} {c}\n" for a, b, c in faces + 1]
    expected = facets(read_mesh(write(binary_stl(corners, faces.tolist()), "a.stl"))[0])
    assert len(expected) == count
    assert facets(read_mesh(write(ascii_stl(corners, faces.tolist()), "b.stl"))[0]) == expected
    assert facets(read_mesh(write("".join(lines), "a.obj"))[0]) == expected


def test_lines_of_collada_are_noted(write):
    lines = '</triangles><lines count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1</p></lines>'
    mesh, notes = read_mesh(write(collada().replace("</triangles>", lines), "a.dae"))
    assert len(mesh.triangles) == 1
    assert notes == ("its lines and points are left out",)


def collada(effect="", unit="1", up="Z_UP", node="", more=""):
    """Return a COLLADA file of one triangle; `effect` is what its technique holds."""
    material = '<instance_material symbol="m" target="#material"/>' if effect else ""
    return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="u" meter="{unit}"/><up_axis>{up}</up_axis></asset>
<library_effects><effect id="effect"><profile_COMMON>{more}<technique sid="t"><lambert>{effect}</lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="material"><instance_effect url="#effect"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n">{node}<instance_geometry url="#g"><bind_material>
<technique_common>{material}</technique_common></bind_material></instance_geometry></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def test_vertices_of_collada_count_as_often_as_parts_name_them(write, monkeypatch):
    text = collada()
    part = text[text.index("<triangles") : text.index("</triangles>") + 12]
    path = write(text.replace(part, 3 * part), "a.dae")
    monkeypatch.setattr(triangles, "MAX_VERTICES", 8)
    with pytest.raises(ModelError, match="it unfolds to more than 8 vertices"):
        read_mesh(path)
    monkeypatch.setattr(triangles, "MAX_VERTICES", 9)
    assert len(read_mesh(path)[0].triangles) == 3


def test_collada_is_scaled_to_metres_and_says_so(write):
    mesh, notes = read_mesh(write(collada(unit="0.001"), "a.dae"))
    np.testing.assert_allclose(mesh.vertices.max(axis=0), [0.001, 0.001, 0], rtol=1e-6)
    assert notes == ("its unit is 0.001 m; the coordinates are scaled to metres",)


def test_collada_is_placed_where_its_scene_puts_it(write):
    node = "<translate>0 0 5</translate><rotate>0 0 1 90</rotate><scale>2 2 2</scale>"
    mesh, _ = read_mesh(write(collada(node=node), "a.dae"))
    np.testing.assert_allclose(mesh.vertices[mesh.triangles[0]], [[0, 0, 5], [0, 2, 5], [-2, 0, 5]], atol=1e-6)


@pytest.mark.parametrize("up", ["X_UP", "Y_UP"])
def test_collada_coordinates_stay_those_of_the_link_whatever_is_up(up, write):
    mesh, notes = read_mesh(write(collada(up=up), "a.dae"))
    assert mesh.vertices[mesh.triangles[0]].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert notes == (f"up_axis is {up}; the coordinates are used as they stand, as RViz does",)


@pytest.mark.parametrize(
    ("up", "corners"),
    [
        ("X_UP", [[0, 0, 0], [0, 0, 1], [-1, 0, 0]]),  # x is up, -y is right
        ("Y_UP", [[0, 0, 0], [1, 0, 0], [0, 0, 1]]),  # y is up, x is right
        ("Z_UP", [[0, 0, 0], [1, 0, 0], [0, 1, 0]]),
    ],
)
def test_collada_is_turned_upright_when_asked(up, corners, write):
    path = write(collada(up=up), "a.dae")
    read_mesh(path)  # the cache must not mix the two up
    mesh, notes = read_mesh(path, apply_up_axis=True)
    assert mesh.vertices[mesh.triangles[0]].tolist() == corners
    assert notes == (() if up == "Z_UP" else (f"up_axis is {up}; the coordinates are turned upright",))


@pytest.mark.parametrize(
    ("effect", "color"),
    [
        ("<diffuse><color>1 0.5 0 1</color></diffuse>", (255, 128, 0, 255)),
        (
            "<diffuse><color>1 0 0 1</color></diffuse><transparent><color>1 1 1 1</color></transparent>"
            "<transparency><float>0.5</float></transparency>",
            (255, 0, 0, 128),
        ),
        (  # written by exporters that mean an opaque part
            "<diffuse><color>1 0 0 1</color></diffuse><transparent><color>1 1 1 1</color></transparent>"
            "<transparency><float>0</float></transparency>",
            (255, 0, 0, 255),
        ),
        (
            '<diffuse><color>1 0 0 1</color></diffuse><transparent opaque="RGB_ZERO"><color>0.25 0.25 0.25 1</color>'
            "</transparent><transparency><float>1</float></transparency>",
            (255, 0, 0, 191),
        ),
    ],
)
def test_collada_has_the_colour_of_its_effect(effect, color, write):
    mesh, notes = read_mesh(write(collada(effect), "a.dae"))
    assert notes == ()
    assert {tuple(row) for row in mesh.colors.tolist()} == {color}


def test_collada_without_an_effect_has_no_colour(write):
    assert read_mesh(write(collada(), "a.dae"))[0].colors is None


def test_collada_with_a_broken_effect_keeps_its_geometry_and_says_so(write):
    sampler = '<newparam sid="x"><sampler2D><source>lost</source></sampler2D></newparam>'
    mesh, notes = read_mesh(write(collada("<diffuse><color>1 0 0 1</color></diffuse>", more=sampler), "a.dae"))
    assert len(mesh.triangles) == 1
    assert mesh.colors is None
    assert notes == (
        "its materials refer to what is not there (Missing surface lost); it is drawn in the colour of the visual",
    )


DOUBLED = '<node id="d0"/>' + "".join(
    f'<node id="d{i + 1}"><instance_node url="#d{i}"/><instance_node url="#d{i}"/></node>' for i in range(29)
)
NOT_FINITE = CORNERS.copy()
NOT_FINITE[1, 1] = np.nan
# fmt: off
DAMAGED = {
    "cut short in the header": ("a.stl", b"solid", "5 bytes are too few for an STL file"),
    "ascii facet cut short": ("a.stl", ascii_stl(CORNERS, FACES).replace("vertex", "corner", 1),
     "4 facets have 11 vertices of three numbers; each has three"),
    "ascii word": ("a.stl", ascii_stl(CORNERS, FACES).replace("vertex 0.0", "vertex zero", 1),
     "a vertex is not three numbers: 'zero 0.0 0.0'"),
    "ascii cut short": ("a.stl", ascii_stl(CORNERS, FACES)[:300],
     "it is cut short: the last line of an ascii STL file, 'endsolid', is missing"),
    "no triangles": ("a.stl", binary_stl(CORNERS, []), "it holds no triangles"),
    "no suffix": ("mesh", b"ply", "meshes of type '' are not read; .stl, .dae, .obj, .gltf, .glb, .ply are"),
    "dae with a doctype in another encoding": ("a.dae",
     ('<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x []>' + collada()[21:]).encode("utf-16"), "a DOCTYPE is not allowed"),
    "dae that unfolds": ("a.dae", collada()
     .replace("<library_visual_scenes>", "<library_nodes>" + DOUBLED + "</library_nodes><library_visual_scenes>")
     .replace('<node id="n">', '<node id="n"><instance_node url="#d29"/>'), "its scene unfolds to more than 100000 nodes"),
    "dae without a scene": ("a.dae", collada().partition("<library_visual_scenes>")[0] + "</COLLADA>", "it holds no scene"),
    "obj without faces": ("a.obj", "v 0 0 0\nv 1 0 0\n", "it holds no triangles"),
}
# fmt: on


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_mesh_that_cannot_be_used_is_refused(damage, write):
    name, content, message = DAMAGED[damage]
    path = write(content, name)
    with pytest.raises(ModelError) as caught:
        read_mesh(path)
    assert str(caught.value) == f"{path}: {message}"


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.dae", b"\x00\x01"), ("a.dae", b"<COLLADA>"), ("a.obj", b"v 0 0 0\nf 1 2 9\n"), ("a.stl", b"\x00" * 83)],
)
def test_nonsense_is_refused_with_a_sentence(name, content, write):
    path = write(content, name)
    with pytest.raises(ModelError, match=name):
        read_mesh(path)


def test_a_mesh_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ModelError, match="the file cannot be read: No such file or directory"):
        read_mesh(tmp_path / "a.stl")
