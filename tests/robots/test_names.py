"""Robots are opened by name or by path, and a name or path that will not do is explained."""

import subprocess
import sys
from pathlib import Path

import pytest

from torseur import robots
from torseur.robots import catalog
from torseur.robots.file_kind import kind_of_file
from torseur.sim.errors import ModelError, TorseurError, UnknownNameError

pytestmark = pytest.mark.usefixtures("mesh_cache")

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


def test_every_robot_of_the_gallery_has_one_kind():
    from torseur.robots.gallery import GALLERY, KINDS

    named = [name for members in KINDS.values() for name in members.split()]
    assert sorted(named) == sorted(GALLERY)


@pytest.mark.slow
def test_the_degrees_of_freedom_of_every_robot_are_those_of_its_model():
    assert {name: robots.describe(name).dof for name in robots.names()} == {
        name: robots.load(name, meshes=False).nv for name in robots.names()
    }


PROPERTY = '<xacro:property xmlns:xacro="http://www.ros.org/wiki/xacro" name="a" value="1"/>'


@pytest.mark.parametrize(("inside", "ending"), [
    (f"<!-- {PROPERTY} -->", None),
    ('<!-- <mass value="${m}"/>\n two lines -->', None),
    (f"<!-- a --> {PROPERTY} <!-- b -->", ".xacro"),
    (f"<![CDATA[<!--]]> {PROPERTY} <!-- b -->", ".xacro"),
    ('<link name="b"><inertial><mass value="${m}"/></inertial></link><!-- ${n} -->', ".xacro"),
])  # fmt: skip
def test_xacro_counts_where_it_is_read(tmp_path, inside, ending):
    path = tmp_path / "arm.urdf"
    path.write_text(f'<robot name="arm"><link name="base"/>{inside}</robot>', encoding="utf-8")
    kind = kind_of_file(path)
    assert (kind.ending if kind else None) == ending


STL = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 {}\nendloop\nendfacet\nendsolid s\n"
VISUAL = '<visual><geometry><mesh filename="{}"{}/></geometry></visual>'


@pytest.fixture
def three(write):
    """Return a URDF of three meshes, one of them used twice and one not there."""
    write(STL.format(1), "a.stl")
    write(STL.format(2), "b.stl")
    given = [("a.stl", ""), ("b.stl", ""), ("a.stl", ' scale="2 2 2"'), ("none.stl", "")]
    return write(f'<robot name="r"><link name="l">{"".join(VISUAL.format(*each) for each in given)}</link></robot>')


def test_progress_is_told_before_each_mesh(three):
    told = []
    model = robots.load(three, progress=lambda *each: told.append(each))
    assert told == [(0, 3, "a.stl"), (1, 3, "b.stl"), (2, 3, "none.stl")]
    assert len(model.bodies[0].visuals) == 3


def test_progress_is_not_told_if_no_mesh_is_read(three):
    told = []
    robots.load(three, meshes=False, progress=lambda *each: told.append(each))
    assert told == []


def test_loading_can_be_stopped(three, mesh_cache):
    def stop(done, total, name):
        if done == 1:
            raise robots.LoadCancelled("enough")

    with pytest.raises(robots.LoadCancelled, match="enough") as caught:
        robots.load(three, progress=stop)
    assert isinstance(caught.value, TorseurError)
    assert len(list(mesh_cache.iterdir())) == 1  # what was read is kept, and is at hand the next time
    assert len(robots.load(three).bodies[0].visuals) == 3
