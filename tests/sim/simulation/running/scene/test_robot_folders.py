"""Robots of scenes and recordings are read in their folder, in packages and in folders that are allowed, and nowhere else."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from torseur import sim
from torseur.sim.definition.folders import PACKAGE_VARIABLES
from torseur.sim.errors import RecordingError, SceneError
from torseur.sim.multibody.model.model import Severity

ROBOT = """<robot name="secret"><link name="base"/><link name="tip"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link><joint name="turn" type="continuous">
<parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint></robot>"""
SCENE = 'title = "t"\n\n[[robots]]\nname = "r"\nmodel = "{}"\n'

Scene = Callable[[str], Path]


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Forget the packages of whoever runs the tests."""
    for name in PACKAGE_VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def scene(tmp_path):
    """Return a function that writes a scene with a robot; beside its folder lies a robot that is not its own."""
    (tmp_path / "secret.urdf").write_text(ROBOT)
    own = tmp_path / "own"
    (own / "robots").mkdir(parents=True)
    (own / "robots" / "arm.urdf").write_text(ROBOT)
    (own / "link.urdf").symlink_to(tmp_path / "secret.urdf")
    (own / "folder").symlink_to(tmp_path)
    (own / "hard").symlink_to("folder")

    def write(model):
        (own / "scene.toml").write_text(SCENE.format(model))
        return own / "scene.toml"

    return write


ATTACKS = [
    "../secret.urdf", "robots/../../secret.urdf", "./../own/../secret.urdf", "{root}/secret.urdf", "link.urdf",
    "folder/secret.urdf", "hard/secret.urdf", "{root}/own/../secret.urdf", "//{root}/secret.urdf",
    "../missing.urdf", "/etc/passwd.urdf", "../secret", "../own.toml/../secret.urdf",
    "/proc/self/root{root}/secret.urdf",
]  # fmt: skip


@pytest.mark.parametrize("model", ATTACKS)
def test_a_robot_outside_is_refused_with_file_and_line_and_how_to_allow_it(model, scene, tmp_path):
    asked = []
    path = scene(model.format(root=tmp_path))
    with pytest.raises(SceneError) as refused:
        sim.load_scene(path, lambda name: asked.append(name))
    assert asked == []
    place = Path(os.path.realpath(path.parent / model.format(root=tmp_path)))
    assert str(refused.value) == (
        f"{path}:5: robot 'r' is not read: {place} lies outside the folders that are read ({path.parent}, {shipped()}); "
        f"to read it, allow its folder: --allow-folder {place.parent}, or allowed_folders= in Python"
    )


def shipped():
    return Path(os.path.realpath(Path(sim.__file__).parent / "scenes"))


def test_a_name_that_no_file_can_have_is_refused(scene):
    with pytest.raises(SceneError, match="no file has a name like"):
        sim.load_scene(scene("../a\\u0000.urdf"))


@pytest.mark.parametrize("model", ["robots/arm.urdf", "robots/../robots/arm.urdf", "{root}/own/robots/arm.urdf"])
def test_a_robot_in_the_folder_of_the_scene_is_read(model, scene, tmp_path):
    assert sim.load_scene(scene(model.format(root=tmp_path))).model.nv == 1


def test_library_and_shipped_robots_are_read_by_their_names(scene):
    assert sim.load_scene(scene("scara")).model.nv == 3
    assert sim.load_scene("pendulum").model.nv == 1


def test_a_folder_that_is_allowed_and_the_package_of_the_scene_are_read(scene, tmp_path):
    path = scene("../secret.urdf")
    assert sim.load_scene(path, allowed_folders=[tmp_path]).model.nv == 1
    allowed = sim.load_scene(path, allowed_folders=[str(tmp_path)])
    assert allowed.model.nv == 1
    (tmp_path / "other.urdf").write_text(ROBOT)
    name = allowed.parts[-1].name
    assert sim.with_values(allowed, {f"robots.{name}.model": "../other.urdf"}).model.nv == 1  # beside what was read already
    with pytest.raises(SceneError, match="allow its folder"):
        sim.with_values(sim.load_scene(scene("robots/arm.urdf")), {f"robots.{name}.model": "../other.urdf"})
    (tmp_path / "package.xml").write_text("<package><name>pkg</name></package>")
    assert sim.load_scene(path).model.nv == 1


def test_a_package_of_the_environment_is_read(scene, tmp_path, monkeypatch):
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path))
    assert sim.load_scene(scene("../secret.urdf")).model.nv == 1


def recorded(path, scene, **options):
    """Simulate a scene for a moment, and save that."""
    sim.save_recording(sim.simulate(sim.load_scene(scene, **options), 0.01), path)
    return path


@pytest.mark.parametrize("model", ["../secret.urdf", "{root}/secret.urdf"])
def test_a_recording_whose_robot_lies_outside_is_refused_the_same(model, scene, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    path = recorded(tmp_path / "elsewhere" / "run.mcap", scene(model.format(root=tmp_path)), allowed_folders=[tmp_path])
    with pytest.raises(RecordingError) as refused:
        sim.load_recording(path)
    assert str(refused.value).startswith(f"{path}: its scene 'scene' cannot be rebuilt: {tmp_path / 'own' / 'scene.toml'}:5: ")
    assert f"{tmp_path / 'secret.urdf'} lies outside the folders that are read ({path.parent}" in str(refused.value)
    assert f"--allow-folder {tmp_path}" in str(refused.value)
    assert sim.load_recording(path, allowed_folders=[tmp_path]).scene.model.nv == 1


def test_the_folder_of_the_scene_that_a_recording_claims_is_not_its_own(scene, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    path = recorded(tmp_path / "elsewhere" / "run.mcap", scene("robots/arm.urdf"))
    with pytest.raises(RecordingError, match="lies outside the folders that are read"):
        sim.load_recording(path)
    assert sim.load_recording(path, allowed_folders=[tmp_path / "own"]).scene.model.nv == 1


def test_a_recording_and_its_robots_can_be_moved_together(scene, tmp_path):
    path = recorded(tmp_path / "own" / "run.mcap", scene("robots/arm.urdf"))
    shutil.move(tmp_path / "own", tmp_path / "moved")
    assert sim.load_recording(tmp_path / "moved" / path.name).scene.model.nv == 1


def test_the_recording_of_a_shipped_scene_is_read_wherever_it_lies(tmp_path):
    sim.save_recording(sim.simulate(sim.load_scene("pendulum"), 0.01), tmp_path / "run.mcap")
    assert len(sim.load_recording(tmp_path / "run.mcap")) == 11


def test_a_robot_that_is_another_since_it_was_recorded_is_said(scene, tmp_path):
    path = recorded(tmp_path / "own" / "run.mcap", scene("robots/arm.urdf"))
    assert sim.load_recording(path).findings == ()
    arm = tmp_path / "own" / "robots" / "arm.urdf"
    text = arm.read_text()
    assert 'mass value="1"' in text
    arm.write_text(text.replace('mass value="1"', 'mass value="2"'))
    (finding,) = sim.load_recording(path).findings
    assert finding.severity is Severity.ERROR
    assert finding.message.startswith("the mass of body ")
    assert finding.message.endswith(" is not what it was when this was recorded: 1 then, 2 now")
