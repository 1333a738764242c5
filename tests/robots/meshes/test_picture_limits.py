"""Pictures of a mesh are few and small enough before they are read; what decodes them may fail, and be no help."""

import json
import os

import numpy as np
import pytest

from tests.robots.meshes.test_mesh_pictures import SQUARE, collada, data_uri, described
from tests.robots.pictures import png, quarters
from torseur.robots.meshes import gltf_materials, mesh_reader, pictures
from torseur.robots.meshes.mesh_reader import read_mesh
from torseur.robots.meshes.named_files import NamedFiles
from torseur.robots.meshes.triangles import Triangles, joined

from .test_mesh_glb import packed

pytestmark = pytest.mark.usefixtures("mesh_cache")

CORNERS = "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\n"


def bearing(names, write):
    """Return a mesh with a triangle for each of these pictures."""
    write("".join(f"newmtl m{i}\nmap_Kd {name}\n" for i, name in enumerate(names)), "a.mtl")
    faces = "".join(f"usemtl m{i}\nf 1/1 2/2 3/3\n" for i in range(len(names)))
    return write(f"mtllib a.mtl\n{CORNERS}{faces}", "a.obj")


def test_pictures_beyond_the_number_are_not_even_read(write, monkeypatch):
    files = [write(png(quarters() // (i + 1)), f"{i}.png") for i in range(4)]
    path = bearing([file.name for file in files], write)
    monkeypatch.setattr(mesh_reader, "MAX_PICTURES", 2)
    mesh, notes = read_mesh(path)
    assert notes == ("2 of its 4 pictures are not drawn: those of one mesh are at most 2, of 200 MB of files",)
    assert len(mesh.textures) == 2
    assert sorted(set(mesh.texture.tolist())) == [-1, 0, 1]
    assert set(files) & set(mesh.files) == set(files[:2])


def test_pictures_beyond_the_bytes_are_not_read(write, monkeypatch):
    files = [write(png(quarters() // (i + 1)), f"{i}.png") for i in range(3)]
    monkeypatch.setattr(mesh_reader, "MAX_ENCODED", files[0].stat().st_size)
    mesh, (note,) = read_mesh(bearing([file.name for file in files], write))
    assert note.startswith("2 of its 3 pictures are not drawn: ")
    assert len(mesh.textures) == 1
    assert files[2] not in mesh.files


def test_more_pictures_than_16_bits_count_keep_their_places():
    count = 2**15 + 2
    corners, triangle, which = np.eye(3, dtype=np.float32), np.array([[0, 1, 2]]), np.zeros(1, np.int16)
    places = np.zeros((1, 3, 2), np.float32)
    parts = [Triangles(corners, triangle, None, (), places, which, (pictures.MeshPicture(f"{i}.png"),)) for i in range(count)]
    scene = joined(parts)
    assert scene.picture.tolist() == list(range(count))


def test_a_file_of_many_names_is_held_once(write):
    file = write(png(quarters()), "a.png")
    (file.parent / "link.png").symlink_to(file)
    os.link(file, file.parent / "other.png")
    named = NamedFiles(file.parent / "a.obj", [file.parent])
    contents = {id(named.read(name, 10**6).content) for name in ("a.png", "./a.png", "././a.png", "link.png", "other.png")}
    assert len(contents) == 1


def test_pictures_in_a_glb_file_are_taken_out_once_and_no_more_than_may_be(write, monkeypatch):
    content = png(quarters())
    document, data = described({"bufferView": 3, "mimeType": "image/png"})
    document["bufferViews"].append({"buffer": 0, "byteOffset": len(data), "byteLength": len(content)})
    document["meshes"][0]["primitives"] *= 3
    monkeypatch.setattr(gltf_materials, "MAX_ENCODED", len(content))
    path = write(packed(document, data + content), "a.glb")
    assert len(read_mesh(path)[0].textures) == 1
    monkeypatch.setattr(gltf_materials, "MAX_ENCODED", len(content) - 1)
    mesh, notes = read_mesh(write(packed(document, data + content + b"\0\0\0\0"), "b.glb"))
    assert mesh.textures == ()
    assert "those of its pictures beyond 0 MB are not drawn" in notes


def test_a_picture_that_was_late_once_is_drawn_the_next_time(write, monkeypatch):
    write(png(quarters()), "a.png")
    path = bearing(["a.png"], write)
    with monkeypatch.context() as busy:
        busy.setattr(pictures, "SECONDS", 1e-9)
        late, notes = read_mesh(path)
    assert late.textures == ()
    assert notes == ("picture 'a.png' is not drawn: it cannot be decoded: it takes more than 1e-09 s",)
    mesh, notes = read_mesh(path)  # while the one without is in use
    assert len(mesh.textures) == 1
    assert notes == ()


ANSWERS = {
    "nothing": b"", "fewer": b"[]\n", "cut short": b'[[8, 8, ""]]\n' + b"\0" * 100, "a number": b"3\n",
    "words": json.dumps([["8", "8", ""]]).encode() + b"\n" + b"\0" * 256,
    "negative": b'[[-8, -8, ""]]\n' + b"\0" * 256, "huge": b'[[1000000, 1, ""]]\n' + b"\0" * 4_000_000,
    "deep": b"[" * 100_000, "no text": b"\xff\xfe\n",
}  # fmt: skip


@pytest.mark.parametrize("case", ANSWERS)
@pytest.mark.slow
def test_an_answer_that_is_none_is_said_and_not_kept(case, write, monkeypatch):
    write(png(quarters()), "a.png")
    path = bearing(["a.png"], write)
    with monkeypatch.context() as broken:
        broken.setattr(pictures.Decoder, "ask", lambda decoder, request: ANSWERS[case])
        mesh, (note,) = read_mesh(path)
    assert mesh.textures == ()
    assert note == ("picture 'a.png' is not drawn: it cannot be decoded: what was to do it gave no answer that can be read")
    assert len(read_mesh(path)[0].textures) == 1


MODES = {10497: "repeat", 33071: "clamp", 33648: "mirror"}


def test_samplers_of_gltf_say_how_pictures_go_on(write):
    for across, along in ((33071, 33648), (33648, 10497)):
        document, data = described({"uri": data_uri(png(quarters()))})
        document["buffers"][0]["uri"] = data_uri(data)
        document["textures"][0]["sampler"] = 0
        document["samplers"] = [{"wrapS": across, "wrapT": along}]
        for _ in range(2):  # the second time it is of the cache
            mesh, _ = read_mesh(write(json.dumps(document), "a.gltf"))
            assert mesh.textures[0].wrap == (MODES[across], MODES[along])


def test_a_sampler_that_gltf_does_not_have_is_said(write):
    document, data = described({"uri": data_uri(png(quarters()))})
    document["buffers"][0]["uri"] = data_uri(data)
    document["textures"][0]["sampler"] = 0
    document["samplers"] = [{"wrapS": 7}]
    mesh, notes = read_mesh(write(json.dumps(document), "a.gltf"))
    assert mesh.textures[0].wrap == ("repeat", "repeat")
    assert any("(7, 10497)" in note for note in notes)


@pytest.mark.parametrize(
    ("said", "wrap"),
    [("", "repeat"), ("WRAP", "repeat"), ("MIRROR", "mirror"), ("CLAMP", "clamp"), ("BORDER", "clamp"), ("NONE", "clamp")],
)
@pytest.mark.slow
def test_samplers_of_collada_say_how_pictures_go_on(said, wrap, write):
    write(png(quarters()), "a b.png")
    told = f"<wrap_s>{said}</wrap_s>" if said else ""
    text = collada().replace("<source>s</source>", f"<source>s</source>{told}<wrap_t>MIRROR</wrap_t>")
    assert read_mesh(write(text, "a.dae"))[0].textures[0].wrap == (wrap, "mirror")


def test_pictures_of_wavefront_are_clamped_where_it_says_so(write):
    write(png(quarters()), "a.png")
    for option, wrap in (("", "repeat"), ("-clamp on ", "clamp"), ("-clamp off ", "repeat")):
        write(f"newmtl m\nmap_Kd {option}a.png\n", "a.mtl")
        assert read_mesh(write(SQUARE, "a.obj"))[0].textures[0].wrap == (wrap, wrap)
