"""Textures of robots' files are borne by the shapes that bear them, and what is not drawn of them is said."""

import pickle

import numpy as np
import pytest

from tests.robots.pictures import png, quarters
from torseur import robots
from torseur.sim.multibody.model.model import Visual
from torseur.sim.multibody.model.shapes import Box, Mapping, Skin

WHITE = (1.0, 1.0, 1.0, 1.0)


@pytest.fixture
def folder(tmp_path):
    """Where a picture and a square with texture coordinates and a colour of its own are."""
    (tmp_path / "a.png").write_bytes(png(quarters()))
    square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .5 .5 -1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    (tmp_path / "a.obj").write_text(square + "f 1/1 2/2 3/3 4/4\nf 2/2 1/1 5/4\nf 3/1 2/2 5/3\nf 4/1 3/2 5/3\nf 1/1 4/2 5/4\n")
    return tmp_path


def read(folder, name, text):
    (folder / name).write_text(text)
    return robots.load(folder / name)


def seen(model):
    return [visual for body in model.bodies for visual in body.visuals]


def skin_of(visual):
    assert visual.skin is not None
    return visual.skin


def said(model):
    return [finding.message for finding in model.findings if finding.rule.startswith("texture")]


@pytest.mark.parametrize(
    "shape",
    ['<box size="1 2 3"/>', '<sphere radius="1"/>', '<cylinder radius="1" length="2"/>', '<capsule radius="1" length="2"/>'],
)
def test_shapes_of_urdf_bear_textures_and_keep_them(shape, folder):
    material = '<material name="m"><color rgba="1 0 0 1"/><texture filename="a.png"/></material>'
    text = f'<robot name="r"><link name="l"><visual><geometry>{shape}</geometry>{material}</visual></link></robot>'
    model = read(folder, "r.urdf", text)
    assert not said(model)
    robots.write_urdf(model, folder / "again.urdf")
    for each in (model, robots.load(folder / "again.urdf")):
        (visual,) = seen(each)
        assert skin_of(visual) == Skin(Mapping.AROUND, (), path=folder / "a.png")
        assert visual.color == WHITE  # as in RViz, the texture counts alone
        np.testing.assert_array_equal(skin_of(visual).textures[0].pixels[..., :3], quarters())


def test_albedo_maps_of_sdf_are_borne_over_what_a_mesh_has(folder):
    (folder / "a.mtl").write_text("newmtl red\nKd 1 0 0\n")
    (folder / "a.obj").write_text("mtllib a.mtl\nusemtl red\n" + (folder / "a.obj").read_text())
    material = "<material>{}<pbr><metal><albedo_map>a.png</albedo_map><normal_map>n.png</normal_map></metal></pbr></material>"
    shapes = ("<box><size>1 1 1</size></box>", "<mesh><uri>a.obj</uri></mesh>")
    visuals = "".join(
        f'<visual name="v{i}{k}"><geometry>{shape}</geometry>{material.format(color)}</visual>'
        for i, shape in enumerate(shapes)
        for k, color in enumerate(("", "<diffuse>0 1 0 1</diffuse>"))
    )
    model = read(folder, "r.sdf", f'<sdf version="1.9"><model name="m"><link name="l">{visuals}</link></model></sdf>')
    box, green_box, mesh, green_mesh = seen(model)
    assert [visual.color for visual in (box, green_box)] == [WHITE, (0.0, 1.0, 0.0, 1.0)]
    assert [visual.color for visual in (mesh, green_mesh)] == [WHITE, (0.0, 1.0, 0.0, 1.0)]
    assert [skin_of(visual).mapping for visual in seen(model)] == [Mapping.AROUND] * 2 + [Mapping.OWN] * 2
    assert (mesh.shape.data.colors, mesh.shape.data.coordinates is None) == (None, False)
    assert said(model) == ["link 'l': <normal_map> of its material is left out"]


@pytest.mark.parametrize(("name", "color", "told"), [
    ("Gazebo/RedBright", (0.87, 0.26, 0.07, 1.0), []),
    ("Mine/Own", Visual(Box((1.0, 1.0, 1.0))).color, ["the material 'Mine/Own' of a <script> is not known"]),
])  # fmt: skip
def test_materials_that_gazebo_has_are_known_by_name(name, color, told, folder):
    material = f"<material><script><uri>file://x.material</uri><name>{name}</name></script></material>"
    visual = f'<visual name="v"><geometry><box><size>1 1 1</size></box></geometry>{material}</visual>'
    model = read(folder, "r.sdf", f'<sdf version="1.6"><model name="m"><link name="l">{visual}</link></model></sdf>')
    assert seen(model)[0].color == color
    assert [message.partition(": ")[2].partition(";")[0] for message in said(model)] == told


MJCF = """<mujoco>
  <asset>
    <texture name="flat" type="2d" file="a.png"/>
    <texture name="cube" type="cube" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="8" height="8"/>
    <texture name="sky" type="skybox" builtin="flat" rgb1="0 0 1" width="8" height="48"/>
    <material name="flat" texture="flat" texrepeat="2 3"/>
    <material name="even" texture="flat" texrepeat="2 3" texuniform="true"/>
    <material name="cube" texture="cube" rgba="0.5 1 1 1"/>
    <mesh name="placed" file="a.obj"/>
    <mesh name="plain" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
  </asset>
  <worldbody>
    <geom type="plane" size="1 1 1" material="flat"/>
    <body name="b"><freejoint/>
      <geom type="box" size="1 2 4" material="{0}"/>
      <geom type="mesh" mesh="placed" material="{0}"/>
      <geom type="mesh" mesh="plain" material="{0}"/>
    </body>
  </worldbody>
</mujoco>"""


def laid(folder, material):
    model = read(folder, "r.xml", MJCF.format(material))
    return model, [visual.skin and (visual.skin.mapping, visual.skin.stretch) for visual in seen(model)[1:]]


def test_textures_of_mjcf_are_laid_as_mujoco_lays_them(folder):
    pytest.importorskip("mujoco")
    model, (box, placed, plain) = laid(folder, "flat")
    assert (box, placed) == ((Mapping.PARTS, (2.0, 3.0, 1.0)), (Mapping.OWN, (2.0, 3.0, 1.0)))
    assert plain[0] is Mapping.FLAT
    assert [skin_of(visual).path for visual in seen(model)[1:]] == [folder / "a.png"] * 3
    for one in (model, pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(skin_of(seen(one)[1]).textures[0].pixels[..., :3], quarters())
    assert said(model) == [
        "texture 'flat': planes bear none: they are drawn as the floor is",
        "texture 'sky': the sky is left out",
    ]
    _, (box, placed, _) = laid(folder, "even")  # so often a metre: times the half lengths
    assert box == (Mapping.PARTS, (2.0, 6.0, 4.0))
    model, skins = laid(folder, "cube")
    assert skins[:2] == [(Mapping.CUBE, (1.0, 0.5, 0.25)), None]
    assert skins[2] == (Mapping.CUBE, (1.0, 1.0, 1.0))
    cube = skin_of(seen(model)[1])
    assert len(cube.textures) == 6
    assert cube.textures[0].wrap == ("clamp", "clamp")
    assert seen(model)[1].color == (0.5, 1.0, 1.0, 1.0)
    assert "texture 'cube': meshes with texture coordinates bear none of a cube" in said(model)


def test_a_cube_of_one_picture_bears_it_on_all_sides(folder):
    pytest.importorskip("mujoco")
    text = MJCF.replace(
        'type="cube" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="8" height="8"', 'type="cube" file="a.png"'
    )
    model = read(folder, "r.xml", text.format("cube"))
    (one,) = set(skin_of(seen(model)[1]).textures)
    np.testing.assert_array_equal(one.pixels[..., :3], quarters())
    assert len(skin_of(seen(model)[1]).textures) == 6


def test_textures_of_mjcf_are_kept_in_urdf_where_it_has_them(folder):
    pytest.importorskip("mujoco")
    model = read(folder, "r.xml", MJCF.format("cube"))
    told = [finding.message for finding in robots.write_urdf(model, folder / "r.urdf")]
    assert "link 'b': a texture is left out: it is in no file" in told


def test_what_bears_a_missing_texture_of_mjcf_has_its_plain_colour(folder):
    pytest.importorskip("mujoco")
    (folder / "a.png").unlink()
    model = read(folder, "r.xml", MJCF.format("flat"))
    assert (skin_of(seen(model)[1]).textures[0].pixels == 255).all()
    assert any("cannot be read" in message and "its plain colour" in message for message in said(model))
