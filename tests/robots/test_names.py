"""Robots are opened by name or by path, and a name or path that will not do is explained."""

import subprocess
import sys
from pathlib import Path

import pytest

from torseur import robots
from torseur.robots import catalog
from torseur.sim.errors import ModelError, UnknownNameError

SHIPPED = ("arm_6r", "arm_7r", "scara", "cylindrical", "spherical_rrp", "planar_rp", "planar_2r", "planar_3r")


def test_shipped_robots_come_first():
    names = robots.names()
    assert names[: len(SHIPPED)] == SHIPPED
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and name.isidentifier() for name in names)


def test_without_the_gallery_the_shipped_robots_are_there(monkeypatch):
    monkeypatch.setattr(catalog, "gallery_file", lambda relative: None)
    catalog._entries.cache_clear()
    try:
        assert robots.names() == SHIPPED
        with pytest.raises(UnknownNameError, match="no robot named 'panda'"):
            robots.load("panda")
    finally:
        catalog._entries.cache_clear()


def test_every_name_is_described():
    for name in robots.names():
        entry = robots.describe(name)
        assert entry.name == name
        assert entry.title
        assert entry.path.is_file()
        assert entry.source == ("torseur" if name in SHIPPED else "gallery")


def test_every_file_of_the_library_has_a_name():
    folder = robots.describe("arm_6r").path.parent
    assert sorted(path.stem for path in folder.glob("*.toml")) == sorted(SHIPPED)
    for name in SHIPPED:
        assert robots.load(name).name == name
        assert f'title = "{robots.describe(name).title}"' in robots.describe(name).path.read_text(encoding="utf-8")


@pytest.mark.parametrize("call", [robots.load, robots.describe])
def test_an_unknown_name_lists_those_that_exist(call):
    with pytest.raises(UnknownNameError) as caught:
        call("arm6")
    assert str(caught.value).startswith("no robot named 'arm6'; did you mean 'arm_6r'")
    assert set(SHIPPED) <= set(caught.value.existing)


def test_a_path_may_be_a_text_or_a_path(arm, write, monkeypatch):
    path = write(arm)
    monkeypatch.chdir(path.parent)
    for given in (path, str(path), path.name, Path(path.name)):
        assert robots.load(given).name == "arm"


def test_a_name_goes_before_a_file_of_that_name(write, monkeypatch):
    monkeypatch.chdir(write("", "scara").parent)
    assert robots.load("scara").name == "scara"
    with pytest.raises(ModelError, match="scara: files of type '' are not read"):
        robots.load(Path("scara"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.urdf", "there is no such file"),
        (
            "folder.urdf",
            "this is a folder; a file is wanted: .toml (Denavit-Hartenberg table), .urdf (URDF), .xacro (xacro), "
            ".xml (MJCF), .sdf (SDF), .world (SDF)",
        ),
        (
            "robot.step",
            "files of type '.step' are not read; these are: .toml (Denavit-Hartenberg table), .urdf (URDF), .xacro (xacro), "
            ".xml (MJCF), .sdf (SDF), .world (SDF)",
        ),
    ],
)
def test_a_path_that_will_not_do_is_explained(name, message, tmp_path):
    (tmp_path / "folder.urdf").mkdir()
    (tmp_path / "robot.step").write_text("<sdf/>")
    with pytest.raises(ModelError) as caught:
        robots.load(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name}: {message}"


def test_importing_and_listing_loads_no_large_library():
    code = (
        "import sys; from torseur import robots; robots.names(); robots.describe('arm_6r');"
        "print(*{'numpy', 'scipy', 'lxml', 'trimesh', 'collada', 'msgspec', 'numba', 'pinocchio'} & set(sys.modules))"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert output.stdout.split() == []


@pytest.mark.slow
def test_opening_a_robot_of_primitives_loads_no_mesh_library():
    code = (
        "import sys; from torseur import robots; robots.load('arm_6r');"
        "print(*{'scipy', 'lxml', 'trimesh', 'collada', 'numba', 'pinocchio'} & set(sys.modules))"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert output.stdout.split() == []


def test_what_is_exported_exists():
    for name in robots.__all__:
        assert getattr(robots, name) is not None
    assert dir(robots) == robots.__all__
    with pytest.raises(AttributeError, match="module 'torseur.robots' has no attribute 'lood'"):
        robots.lood  # noqa: B018
