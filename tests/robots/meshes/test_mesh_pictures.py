"""Meshes bear the pictures that their files name or hold; what cannot be drawn is said, and has its plain colour."""

from __future__ import annotations

import base64
import json
import os

import numpy as np
import pytest

from tests.robots.pictures import jpeg, png, quarters
from torseur import robots
from torseur.robots import read_mesh
from torseur.robots.meshes import pictures

from .test_mesh_glb import CORNERS, UP, packed

pytestmark = pytest.mark.usefixtures("mesh_cache")

# A square of two triangles that bears the whole picture, its first corner at the lower left of it.
SQUARE = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3 4/4\n"
PLACES = {(0, 0): (0, 1), (1, 0): (1, 1), (1, 1): (1, 0), (0, 1): (0, 0)}  # of corners, right and down


def places(mesh):
    """Return where the corners of a mesh, by x and y, are in its picture."""
    corners, coordinates = mesh.vertices[:, :2].tolist(), mesh.coordinates.tolist()
    return {tuple(corner): tuple(place) for corner, place in zip(corners, coordinates, strict=True)}


@pytest.mark.parametrize(("name", "encoded"), [("a.png", png), ("a.jpg", jpeg), ("other.dat", png)])
def test_an_obj_file_bears_the_picture_of_its_material(name, encoded, write, mesh_cache):
    write(f"newmtl m\nKd 0.8 0.8 0.8\nmap_Kd {name}\n", "a.mtl")
    picture = write(encoded(quarters()), name)
    for _ in range(2):  # read, then from the cache
        mesh, notes = read_mesh(write(SQUARE, "a.obj"))
        assert notes == ()
        assert places(mesh) == PLACES
        assert mesh.colors.tolist() == [[204, 204, 204, 255]] * 4
        assert mesh.texture.tolist() == [0] * 4
        (texture,) = mesh.textures
        assert texture.pixels.shape == (8, 8, 4)
        np.testing.assert_allclose(texture.pixels[..., :3].astype(int), quarters(), atol=0 if encoded is png else 12)
        assert not texture.pixels.flags.writeable
        assert picture in mesh.files


def test_another_picture_in_the_same_file_is_noticed(write):
    write("newmtl m\nmap_Kd a.png\n", "a.mtl")
    path = write(SQUARE, "a.obj")
    for color in (10, 200):
        write(png(np.full((2, 2, 3), color, np.uint8)), "a.png")
        assert read_mesh(path)[0].textures[0].pixels[0, 0].tolist() == [color, color, color, 255]
    (path.parent / "a.png").unlink()
    mesh, notes = read_mesh(path)
    assert mesh.textures == ()
    assert notes == ("picture 'a.png' is missing; what bears it has its plain colour",)


def test_corners_are_parted_where_the_picture_is_but_not_their_normals(write):
    write("newmtl m\nmap_Kd a.png\n", "a.mtl")
    write(png(quarters()), "a.png")
    text = SQUARE.replace("f 1/1 2/2 3/3 4/4", "f 1/1 2/2 3/3\nf 1/2 3/1 4/4").replace("v 0 1 0", "v 0 1 0.1")
    mesh, _ = read_mesh(write(text, "a.obj"))
    assert len(mesh.vertices) == 6
    assert len(np.unique(np.hstack([mesh.vertices, mesh.normals]), axis=0)) == 4  # where they meet, both have the same


@pytest.mark.parametrize(("line", "expected"), [
    ("map_Kd -s 2 3 1 a b.png", {(1, 1): (2, -2)}),
    ("map_Kd -clamp on -o 0.5 0.25 a b.png", {(0, 0): (0.5, 0.75)}),
    ("map_Kd a%20b.png", {(1, 1): (1, 0)}),
])  # fmt: skip
def test_options_of_a_material_move_the_picture(line, expected, write):
    write(f"newmtl m\n{line}\n", "a.mtl")
    write(png(quarters()), "a b.png")
    mesh, notes = read_mesh(write(SQUARE, "a.obj"))
    assert notes == ()
    assert expected.items() <= places(mesh).items()


def test_a_picture_named_on_another_machine_is_taken_from_beside_the_mesh_which_is_said(write):
    write("newmtl m\nKd 0 0 0\nmap_Kd D:\\work\\a.png\n", "a.mtl")
    write(png(quarters()), "a.png")
    mesh, notes = read_mesh(write(SQUARE, "a.obj"))
    assert len(mesh.textures) == 1
    assert notes == (
        "its material 'm' is black and bears a picture, which is drawn as it is",
        "picture 'D:\\\\work\\\\a.png' is not there; 'a.png', in the folder of the mesh, is drawn",
    )
    assert mesh.colors.min() == 255


def test_a_picture_outside_is_not_read(write, tmp_path):
    write("newmtl m\nKd 1 0 0\nmap_Kd ../a.png\n", "robot/a.mtl")
    write(png(quarters()), "a.png")
    path = write(SQUARE, "robot/a.obj")
    mesh, (note,) = read_mesh(path)
    assert mesh.textures == ()
    assert mesh.colors[0].tolist() == [255, 0, 0, 255]
    assert "picture '../a.png' is not read: " in note
    assert "lies outside the folders that are read" in note
    mesh, notes = read_mesh(path, folders=[tmp_path])
    assert (len(mesh.textures), notes) == (1, ())


LARGE = png(np.full((10, 1500, 3), 77, np.uint8))
HUGE = png(quarters()).replace(b"\0\0\0\x08\0\0\0\x08", b"\0\0\x40\0\0\0\x40\0", 1)
BAD = {
    "no picture": (b"GIF89a", "picture 'a.png' is not drawn: it is no whole PNG or JPEG file; these are read"),
    "huge": (HUGE, "picture 'a.png' is not drawn: it has 16384 × 16384 pixels, at most 8192 × 8192 are"),
    "cut short": (png(quarters())[:45], "picture 'a.png' is not drawn: it cannot be decoded: "),
    "damaged": (png(quarters())[:41] + b"\xff" * 40, "picture 'a.png' is not drawn: it cannot be decoded: "),
}


@pytest.mark.parametrize("case", BAD)
def test_a_picture_that_cannot_be_drawn_is_left_out_and_said(case, write):
    content, message = BAD[case]
    write("newmtl m\nKd 1 0 0\nmap_Kd a.png\n", "a.mtl")
    write(content, "a.png")
    for _ in range(2):
        mesh, (note,) = read_mesh(write(SQUARE, "a.obj"))
        assert note.startswith(message)
        assert (mesh.textures, mesh.coordinates) == ((), None)
        assert mesh.colors[0].tolist() == [255, 0, 0, 255]


def test_large_pictures_are_made_smaller_which_is_said(write):
    write("newmtl m\nmap_Kd a.png\n", "a.mtl")
    write(LARGE, "a.png")
    mesh, notes = read_mesh(write(SQUARE, "a.obj"))
    assert mesh.textures[0].pixels.shape == (7, pictures.MAX_SIDE, 4)
    assert (mesh.textures[0].pixels[..., :3] == 77).all()
    assert notes == ("its pictures of more than 1024 pixels along a side are made smaller",)


def test_pictures_of_too_many_bytes_or_too_much_memory_are_left_out(write, monkeypatch):
    write("newmtl m\nmap_Kd a.png\n", "a.mtl")
    path = write(png(quarters()), "a.png")
    os.truncate(path, pictures.MAX_BYTES + 1)
    assert read_mesh(write(SQUARE, "a.obj"))[1] == (
        "picture 'a.png' is not read: it has more than 30 MB; what bears it has its plain colour",
    )
    write(png(quarters()), "a.png")
    monkeypatch.setattr(pictures, "MAX_MEMORY", 255)
    (note,) = read_mesh(write(SQUARE, "a.obj"))[1]
    assert note.startswith("picture 'a.png' is not drawn: those of one mesh are at most 64, of ")


def test_meshes_share_a_picture_in_memory(write):
    write("newmtl m\nmap_Kd a.png\n", "a.mtl")
    write(png(quarters()), "a.png")
    one, two = (read_mesh(write(SQUARE + f"# {name}\n", name))[0] for name in ("a.obj", "b.obj"))
    assert one.textures[0] is two.textures[0]


# COLLADA


def collada(nodes="", libraries="", target="m", transparent=""):
    """Return a COLLADA file of one square with a picture."""
    return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><up_axis>Z_UP</up_axis></asset>
{libraries}
<library_images><image id="i"><init_from>a%20b.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
<technique sid="c"><lambert><diffuse><texture texture="t" texcoord="UV"/></diffuse>{transparent}</lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array><technique_common>
<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<source id="u"><float_array id="ua" count="8">0 0 1 0 1 1 0 1</float_array><technique_common>
<accessor source="#ua" count="4" stride="2"><param name="S" type="float"/><param name="T" type="float"/>
</accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2" material="x"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="TEXCOORD" source="#u" offset="1" set="0"/><p>0 0 1 1 2 2 0 0 2 2 3 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="a"><node id="n"><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="x" target="#{target}"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>
</instance_material></technique_common></bind_material></instance_geometry></node>{nodes}</visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#a"/></scene></COLLADA>"""


def test_collada_bears_the_picture_of_its_effect(write):
    write(png(quarters()), "a b.png")
    mesh, notes = read_mesh(write(collada(), "a.dae"))
    assert notes == ()
    assert places(mesh) == PLACES
    assert mesh.colors.min() == 255
    np.testing.assert_array_equal(mesh.textures[0].pixels[..., :3], quarters())


def test_the_opacity_of_a_picture_counts_where_the_file_says_so(write):
    write(png(np.full((2, 2, 4), 100, np.uint8)), "a b.png")
    clear = '<transparent><texture texture="t" texcoord="UV"/></transparent>'
    for transparent, opacity in (("", 255), (clear, 100)):
        mesh, _ = read_mesh(write(collada(transparent=transparent), "a.dae"))
        assert mesh.textures[0].pixels[0, 0].tolist() == [100, 100, 100, opacity]


LAMP = '<node id="l"><instance_light url="#Lamp-light"/></node>'
CAMERA = '<node id="k"><instance_camera url="#Camera-camera"/></node>'
BROKEN_LIGHT = '<library_lights><light id="Lamp-light"><technique_common/></light></library_lights>'
# fmt: off
BROKEN = {
    "lamp": ({"nodes": LAMP}, ["it refers to a light that is not there (#Lamp-light); it is drawn without it"]),
    "lamp and camera": ({"nodes": LAMP + CAMERA}, [
     "it refers to a light that is not there (#Lamp-light); it is drawn without it",
     "it refers to a camera that is not there (#Camera-camera); it is drawn without it", ]),
    "light": ({"nodes": LAMP, "libraries": BROKEN_LIGHT}, []),
    "geometry": ({"nodes": '<node id="b"><instance_geometry url="#lost"/></node>'},
     ["a part is left out: Geometry #lost not found in library"]),
    "controller": ({"nodes": '<node id="b"><instance_controller url="#lost"/></node>'},
     ["a part is left out: Controller #lost not found in library"]),
    "node": ({"nodes": '<node id="b"><instance_node url="#lost"/></node>'},
     ["it refers to a node that is not there (#lost); it is drawn without it"]),
}
# fmt: on


@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.slow
def test_collada_with_broken_references_opens_as_far_as_it_is_drawn(case, write):
    parts, notes = BROKEN[case]
    write(png(quarters()), "a b.png")
    mesh, said = read_mesh(write(collada(**parts), "a.dae"))
    assert list(said) == notes
    assert len(mesh.triangles) == 2
    assert len(mesh.textures) == 1


def test_collada_without_its_material_is_drawn_in_the_colour_of_the_visual(write):
    mesh, notes = read_mesh(write(collada(target="lost"), "a.dae"))
    assert (len(mesh.triangles), mesh.colors) == (2, None)
    assert notes == (
        "its materials refer to what is not there (Material #lost not found); it is drawn in the colour of the visual",
    )


# glTF


def described(image, buffer=None):
    """Return a scene of one square with a picture, and its data."""
    places = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], "<f4")
    data = CORNERS.tobytes() + places.tobytes() + np.array([0, 1, 2, 0, 2, 3], "<u2").tobytes()
    surface = {"baseColorTexture": {"index": 0}, "baseColorFactor": [1.0, 0.0, 0.0, 1.0]}
    return {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": surface}],
        "textures": [{"source": 0}],
        "images": [image],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2"},
            {"bufferView": 2, "componentType": 5123, "count": 6, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 32},
            {"buffer": 0, "byteOffset": 80, "byteLength": 12},
        ],
        "buffers": [{"byteLength": len(data), **(buffer or {})}],
    }, data


def data_uri(content):
    return "data:application/octet-stream;base64," + base64.b64encode(content).decode()


@pytest.mark.parametrize("form", ["files", "data URIs", "one file"])
def test_gltf_is_read_with_its_files(form, write):
    content: str | bytes
    if form == "files":
        document, data = described({"uri": "textures/a%20b.jpg"}, {"uri": "a.bin"})
        write(data, "a.bin")
        write(png(quarters()), "textures/a b.jpg")
        name, content = "a.gltf", json.dumps(document)
    elif form == "data URIs":
        document, data = described({"uri": data_uri(png(quarters()))})
        document["buffers"][0]["uri"] = data_uri(data)
        name, content = "a.gltf", json.dumps(document)
    else:
        document, data = described({"bufferView": 3, "mimeType": "image/png"})
        encoded = png(quarters())
        document["bufferViews"].append({"buffer": 0, "byteOffset": len(data), "byteLength": len(encoded)})
        name, content = "a.glb", packed(document, data + encoded)
    for _ in range(2):
        mesh, notes = read_mesh(write(content, name))
        assert notes == (UP,)
        assert places(mesh) == PLACES
        assert mesh.colors.tolist() == [[255, 0, 0, 255]] * 4  # times which the picture is drawn
        np.testing.assert_array_equal(mesh.textures[0].pixels[..., :3], quarters())


@pytest.mark.parametrize("damage", ["flipped", "cut", "gone"])
@pytest.mark.slow
def test_a_kept_picture_that_is_damaged_or_gone_is_decoded_again(damage, write, mesh_cache):
    write("newmtl m\nmap_Kd a.png\n", "a.mtl")
    write(png(quarters()), "a.png")
    path = write(SQUARE, "a.obj")
    first = read_mesh(path)[0].textures[0]
    (kept,) = mesh_cache.glob("*.pixels")
    whole = kept.read_bytes()
    if damage == "gone":
        kept.unlink()
    else:
        kept.write_bytes(whole[:-1] if damage == "cut" else whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(OSError, match="kept of a picture on disk is gone or damaged"):
        first.pixels  # noqa: B018  (they are read when they are asked for)
    again, notes = read_mesh(path)
    assert notes == ()
    np.testing.assert_array_equal(again.textures[0].pixels[..., :3], quarters())
    np.testing.assert_array_equal(first.pixels[..., :3], quarters())
    assert kept.read_bytes() == whole


def test_where_pictures_cannot_be_kept_meshes_share_them_in_memory(write, tmp_path, monkeypatch):
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(write("in the way", "file")))
    write("newmtl m\nmap_Kd a.png\n", "a.mtl")
    write(png(quarters()), "a.png")
    one, other = (read_mesh(write(SQUARE + comment, "a.obj"))[0] for comment in ("# one\n", "# other\n"))
    assert one is not other
    assert one.textures[0] is other.textures[0]
    assert one.textures[0].pixels is one.textures[0].pixels


def test_gltf_without_its_data_is_refused_and_without_its_picture_drawn_plain(write):
    document, data = described({"uri": "no.png"}, {"uri": "a.bin"})
    path = write(json.dumps(document), "a.gltf")
    with pytest.raises(ValueError, match=r"a\.gltf: its data 'a\.bin': the file is missing"):
        read_mesh(path)
    write(data, "a.bin")
    mesh, notes = read_mesh(path)
    assert mesh.textures == ()
    assert notes == (UP, "picture 'no.png' is missing; what bears it has its plain colour")


@pytest.mark.parametrize(("content", "message"), [
    ("{", "it is no valid .gltf file: "),
    ("[]", "it is no description of a scene"),
    ('{"asset": {"version": "1.0"}}', "it is of version 1.0 of glTF; version 2 is read"),
])  # fmt: skip
def test_what_is_no_gltf_is_refused(content, message, write):
    with pytest.raises(ValueError, match=r"a\.gltf: ") as caught:
        read_mesh(write(content, "a.gltf"))
    assert message in str(caught.value)


@pytest.mark.parametrize("listed", [(1, 3), (1, 2)])
def test_sparse_data_replace_what_they_list(listed, write):
    based = listed == (1, 3)  # else all other values are 0
    document, data = described({"uri": "no.png"})
    start = len(data)
    data += np.array(listed, "<u2").tobytes() + np.array([[5, 0, 0], [0, 7, 0]], "<f4").tobytes()
    document["bufferViews"] += [
        {"buffer": 0, "byteOffset": start, "byteLength": 4},
        {"buffer": 0, "byteOffset": start + 4, "byteLength": 24},
    ]
    sparse = {"count": 2, "indices": {"bufferView": 3, "componentType": 5123}, "values": {"bufferView": 4}}
    accessor = {"componentType": 5126, "count": 4, "type": "VEC3", "sparse": sparse}
    document["accessors"][0] = {**accessor, "bufferView": 0} if based else accessor
    document["materials"] = [{}]
    mesh, _ = read_mesh(write(packed(document, data), "a.glb"))
    expected = {(0, 0, 0), (5, 0, 0), (1, 1, 0), (0, 7, 0)} if based else {(0, 0, 0), (5, 0, 0), (0, 7, 0)}
    assert set(map(tuple, mesh.vertices.tolist())) == expected


def test_texture_coordinates_of_gltf_are_scaled_turned_and_moved(write):
    document, data = described({"uri": data_uri(png(quarters()))})
    moved = {"scale": [2, 4], "rotation": np.pi / 2, "offset": [10, 20]}
    info = document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]
    info["extensions"] = {"KHR_texture_transform": moved}
    mesh, _ = read_mesh(write(packed(document, data), "a.glb"))
    assert mesh.coordinates is not None
    found = {tuple(corner): place for corner, place in zip(mesh.vertices[:, :2].tolist(), mesh.coordinates, strict=True)}
    np.testing.assert_allclose(found[0, 0], [10 + 4, 20], atol=1e-5)  # (0, 1): to (0, 4), a quarter turn to (4, 0)
    np.testing.assert_allclose(found[1, 1], [10, 20 - 2], atol=1e-5)


# <texture> of URDF


def of_urdf(mesh, texture, more=""):
    """Return a robot with one mesh and a texture."""
    return (
        f'<robot name="r"><material name="wood">{more}<texture filename="{texture}"/></material><link name="l"><visual>'
        f'<geometry><mesh filename="{mesh}" scale="2 1 1"/></geometry><material name="wood"/></visual></link></robot>'
    )


def test_a_texture_of_urdf_is_borne_by_a_mesh_without_materials(write, tmp_path):
    picture = write(png(quarters()), "a.png")
    write("\n".join(line for line in SQUARE.splitlines() if "mtl" not in line), "a.obj")
    robot = robots.load(write(of_urdf("a.obj", "a.png"), "robot.urdf"))
    assert robot.findings == ()
    shape = robot.bodies[0].visuals[0].shape
    assert shape.texture == picture
    assert places(shape.data) == {(2 * x, y): place for (x, y), place in PLACES.items()}
    np.testing.assert_array_equal(shape.data.textures[0].pixels[..., :3], quarters())
    robots.write_urdf(robot, tmp_path / "saved.urdf")
    saved = robots.load(tmp_path / "saved.urdf").bodies[0].visuals[0].shape
    assert saved.texture == picture


@pytest.mark.parametrize(("mesh", "texture", "why"), [
    ("a.obj", "no.png", "it is not found: there is no file {}/no.png"),
    ("a.obj", "robot.urdf", "it is no whole PNG or JPEG file; these are read"),
    ("b.obj", "a.png", "it is borne by meshes without materials of their own"),
    ("c.obj", "a.png", "it needs texture coordinates, which the mesh has not"),
])  # fmt: skip
def test_a_texture_of_urdf_that_is_not_drawn_is_said_once(mesh, texture, why, write, tmp_path):
    write(png(quarters()), "a.png")
    write("newmtl m\nKd 1 0 0\n", "a.mtl")
    plain = "\n".join(line for line in SQUARE.splitlines() if "mtl" not in line)
    write(plain, "a.obj")
    write(SQUARE, "b.obj")
    write(plain.replace("/1", "").replace("/2", "").replace("/3", "").replace("/4", "").replace("vt", "#"), "c.obj")
    text = of_urdf(mesh, texture, '<color rgba="1 0 0 1"/>')
    visual = text[text.index("<visual>") : text.index("</link>")]
    (finding,) = robots.load(write(text.replace(visual, 2 * visual), "robot.urdf")).findings
    assert finding.rule == "texture-unused"
    reason = why.format(tmp_path).removeprefix("it ")
    assert finding.message == f"texture {texture!r} is left out, for it {reason}; its colour is used"
