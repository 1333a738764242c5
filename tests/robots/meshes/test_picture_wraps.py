"""What is beyond the edge of a picture is what the mesh file says: the picture again, a mirror of it, or its edge."""

import json

import pytest

from tests.robots.meshes.test_mesh_pictures import SQUARE, collada, data_uri, described
from tests.robots.pictures import png, quarters
from torseur.robots.meshes.mesh_reader import read_mesh

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
