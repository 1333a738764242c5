"""A scene that was read before is not read again while its files are as they were, and nothing in it can be changed."""

import pytest

from tests.sim.simulation.parts import arrays, numbers
from torseur import robots, sim
from torseur.sim import mesh_cache

URDF = """<robot name="{name}"><link name="base">
  <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <visual><geometry><mesh filename="part.obj"/></geometry></visual>
</link></robot>"""
OBJ = "mtllib part.mtl\nusemtl red\nv 0 0 0\nv {x} 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
FILES = {
    "robot.xacro": '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="link.xacro"/></robot>',
    "link.xacro": URDF.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ').format(name="arm"),
    "part.obj": OBJ.format(x=1),
    "part.mtl": "newmtl red\nKd 1 0 0\n",
    "stone.obj": OBJ.format(x=2).partition("usemtl red\n")[2],
    "scene.toml": """
[[bodies]]
name = "stone"
shape = { shape = "convex", mesh = "stone.obj" }
mass = 1.0
xyz = [0.0, 0.0, 5.0]

[[robots]]
name = "robot"
model = "./robot.xacro"
""",
}
EDITS = {
    "link.xacro": ('mass value="1"', 'mass value="12"'),
    "part.obj": ("v 1 0 0", "v 10 0 0"),
    "part.mtl": ("Kd 1 0 0", "Kd 0.5 0 0"),
    "stone.obj": ("v 2 0 0", "v 20 0 0"),
    "scene.toml": ("mass = 1.0", "mass = 10.0"),
    "robot.xacro": ("/></robot>", '/><link name="other"/><joint name="j" type="fixed"><parent link="base"/>'
                    '<child link="other"/></joint></robot>'),
}  # fmt: skip


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A scene's file whose files count as written long ago."""
    monkeypatch.setattr(mesh_cache, "_SETTLED", 0)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path / "scene.toml"


@pytest.mark.parametrize("name", sim.scene_names())
def test_a_scene_read_again_is_the_same_and_read_only(name):
    scene = sim.load_scene(name)
    assert sim.load_scene(name) is scene
    assert [path for path, array in arrays(scene) if array.flags.writeable] == []
    anew = sim.load_scene(name, robots.load)
    assert anew is not scene
    assert (numbers(anew), anew.findings, anew.source) == (numbers(scene), scene.findings, scene.source)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_an_edited_file_is_read_anew_and_shows_in_no_scene_read_before(written, file):
    first = sim.load_scene(written)
    was = numbers(first)
    assert sim.load_scene(written) is first
    (written.parent / file).write_text((written.parent / file).read_text().replace(*EDITS[file]))
    second = sim.load_scene(written)
    assert numbers(first) == was != numbers(second)
    assert numbers(second) == numbers(sim.load_scene(written, robots.load))
    assert sim.load_scene(written) is second


def test_a_mesh_that_was_not_there_is_read_once_it_is(written):
    mesh = written.parent / "part.obj"
    text = mesh.read_text()
    mesh.unlink()
    without = sim.load_scene(written)
    assert [finding.rule for finding in without.parts[1].model.findings if finding.rule == "mesh-missing"]
    mesh.write_text(text)
    assert len(sim.load_scene(written).parts[1].model.bodies[0].visuals) == 1


def test_files_that_were_written_a_moment_ago_are_read_again(written, monkeypatch):
    monkeypatch.setattr(mesh_cache, "_SETTLED", 3600 * 10**9)
    assert sim.load_scene(written) is not sim.load_scene(written)


def test_few_scenes_are_remembered(written):
    scene = sim.load_scene(written)
    for i in range(20):
        sim.scene_from_text(f"duration = {1 + i}\n{FILES['scene.toml'].partition('[[robots]]')[0]}", written)
    assert sim.load_scene(written) is not scene
