"""Who wrote a robot's file may have written what lies around it, links too, and chosen every name: it reads no more.

The secret is a mesh, or a macro, that a robot's file tries to read. It lies beside the folder `box` that a stranger's
archive was unpacked in; what `box` holds, and every name in its files, is the stranger's to choose.
"""

import os
from pathlib import Path

import pytest

from tests.robots.meshes.test_mesh_folders import STL, with_mesh
from torseur import robots, sim
from torseur.sim.definition.folders import folders_of, folders_stay, is_within, real, shared_folders
from torseur.sim.errors import ModelError, SceneError

PACKAGE = "<package><name>{}</name></package>"
XACRO = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">{}<link name="l"/></robot>'
INCLUDE = '<xacro:include filename="$(find {})/{}"/>'

pytestmark = pytest.mark.usefixtures("mesh_cache", "alone")


def rules(path):
    """Return the rules of what is found in a file."""
    return {finding.rule for finding in robots.diagnose(path)}


def is_refused(path):
    """Whether nothing is seen of the mesh that a robot names, which is said."""
    found = rules(path)
    return robots.load(path).bodies[1].visuals == () and bool(found & {"mesh-outside", "mesh-package"})


@pytest.mark.parametrize("name", [
    "package://..%2Fprivate/a.stl", "package://box%2F..%2F..%2Fprivate/a.stl", "package://{root}%2Fprivate/a.stl",
    "package://%2e%2e/private/a.stl", "package://./../private/a.stl", "package:///..%2Fprivate/a.stl",
    "package://private%00/a.stl",
])  # fmt: skip
def test_a_package_is_named_by_one_word_and_not_by_a_way_to_it(name, arm, write, tmp_path):
    write(PACKAGE.format("private"), "private/package.xml")
    write(STL, "private/a.stl")
    escaped = str(tmp_path).replace("/", "%2F")
    assert is_refused(write(with_mesh(arm, name.format(root=escaped)), "work/box/deep/robot.urdf"))


@pytest.mark.parametrize("name", ["../../../private", "{root}/private", "..", "box/../../../private", "."])
@pytest.mark.slow
def test_xacro_finds_no_package_by_a_way_to_it(name, write, tmp_path):
    write(PACKAGE.format("private"), "private/package.xml")
    write(XACRO.format(""), "private/a.xacro")
    path = write(XACRO.format(INCLUDE.format(name.format(root=tmp_path), "a.xacro")), "work/box/deep/robot.xacro")
    with pytest.raises(ModelError, match="no folder of a package|lies outside|not read"):
        robots.load(path)


@pytest.mark.parametrize("held", ["package.xml", "meshes/b.stl"])
@pytest.mark.parametrize("named", ["pkg", "private"])
def test_a_link_to_a_package_elsewhere_is_no_package(held, named, arm, write, tmp_path):
    write(PACKAGE.format("private") if held == "package.xml" else STL, f"other/private/{held}")
    write(STL, "other/private/a.stl")
    path = write(with_mesh(arm, f"package://{named}/a.stl"), "work/box/deep/robot.urdf")
    (tmp_path / "work/box" / named).symlink_to(tmp_path / "other/private")
    assert is_refused(path)


@pytest.mark.parametrize("holder", ["package.xml", ".git", "__init__.py", "meshes/b.stl", "urdf/other.urdf"])
@pytest.mark.parametrize("named", ["package://home/a.stl", "../../a.stl", "package://box/../a.stl"])
def test_the_users_home_is_neither_package_nor_repository_whatever_it_holds(holder, named, arm, write, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    write(PACKAGE.format("home"), f"home/{holder}")
    write(STL, "home/a.stl")
    assert is_refused(write(with_mesh(arm, named), "home/box/deep/robot.urdf"))


@pytest.mark.parametrize("folder", ["urdf", "robots", "xml"])
def test_a_folder_of_robots_in_the_users_home_does_not_open_the_home(folder, arm, write, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    write(STL, "home/a.stl")
    path = write(with_mesh(arm, "../a.stl"), f"home/{folder}/robot.urdf")
    assert is_refused(path)
    assert folders_of(path) == [path.parent]


def test_a_folder_of_downloads_is_no_package_by_what_was_downloaded(arm, write, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_CONFIG_HOME", "XDG_DOWNLOAD_DIR"):
        monkeypatch.delenv(name, raising=False)
    write(STL, "home/Downloads/a.stl")
    for name in ("one", "two", "."):
        write(PACKAGE.format("Downloads"), f"home/Downloads/{name}/package.xml")
    write("", "home/Downloads/__init__.py")
    assert is_refused(write(with_mesh(arm, "package://Downloads/a.stl"), "home/Downloads/box/robot.urdf"))


def test_a_folder_in_which_all_users_may_write_is_no_package(arm, write, tmp_path):
    for name in ("package.xml", "meshes/b.stl", "one/package.xml", "two/package.xml"):
        write(PACKAGE.format("all"), f"all/{name}")
    (tmp_path / "all" / ".git").mkdir()
    write(STL, "all/a.stl")
    path = write(with_mesh(arm, "package://all/a.stl"), "all/box/deep/robot.urdf")
    (tmp_path / "all").chmod(0o1777)
    assert is_refused(path)
    assert shared_folders(path) == {}


def test_neither_the_root_nor_what_is_above_the_home_is_read_or_looked_through(write):
    path = write("", "box/robot.urdf")
    for folder in (Path("/"), Path.home(), Path.home().parent):
        assert folder not in {*folders_of(path), *shared_folders(path)}
        assert folders_of(folder / "urdf" / "robot.urdf") == [folder / "urdf"]


def test_what_stands_before_two_points_is_not_above_a_file(arm, write, tmp_path, monkeypatch):
    """A scene may name its robot by a way through a package that is none of the robot's."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    write(PACKAGE.format("private"), "private/package.xml")
    (tmp_path / "private" / ".git").mkdir()
    write(STL, "private/a.stl")
    path = write(with_mesh(arm, "../private/a.stl"), "box/robot.urdf")
    assert is_refused(path)
    assert is_refused(tmp_path / "box" / ".." / "private" / ".." / "box" / "robot.urdf")
    (tmp_path / "box" / "link").symlink_to(tmp_path / "private")
    assert is_refused(tmp_path / "box" / "link" / ".." / "box" / "robot.urdf")
    scene = write('[[robots]]\nname = "r"\nmodel = "../private/../box/robot.urdf"\n', "box/scene.toml")
    (part,) = sim.load_scene(scene, robots.load).parts
    assert part.model.bodies[1].visuals == ()


def test_a_scene_in_a_folder_of_robots_in_the_users_home_does_not_open_the_home(arm, write, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    write(with_mesh(arm, "a.stl"), "home/private/robot.urdf")
    scene = write('[[robots]]\nname = "r"\nmodel = "../private/robot.urdf"\n', "home/robots/scene.toml")
    with pytest.raises(SceneError, match="lies outside the folders that are read"):
        sim.load_scene(scene, robots.load)


def test_a_neighbour_that_merely_holds_models_is_no_package(arm, write):
    write("", "work/site/models/a.py")
    write(STL, "work/site/a.stl")
    assert is_refused(write(with_mesh(arm, "package://site/a.stl"), "work/box/urdf/robot.urdf"))


def test_a_folder_that_is_taken_for_a_renamed_package_opens_nothing(arm, write, tmp_path):
    write(STL, "work/box/meshes/a.stl")
    write(STL, "work/private/a.stl")
    both = "package://arm/../box/meshes/a.stl", "package://arm/../private/a.stl"
    text = with_mesh(arm, both[0]).replace(
        "</visual>", f'</visual><visual><geometry><mesh filename="{both[1]}"/></geometry></visual>', 1
    )
    path = write(text, "work/box/urdf/robot.urdf")
    assert len(robots.load(path).bodies[1].visuals) == 1
    assert rules(path) == {"package-renamed", "mesh-outside"}


def test_a_renamed_package_is_found_by_each_include_that_names_it(write):
    for name in ("a", "b"):
        write(XACRO.format("").replace('<link name="l"/>', f'<link name="{name}"/>'), f"work/box/urdf/{name}.xacro")
    includes = "".join(INCLUDE.format("ws", f"box/urdf/{name}.xacro") for name in ("a", "b"))
    path = write(XACRO.format(includes).replace('<link name="l"/>', ""), "work/box/urdf/robot.xacro")
    joined = path.read_text().replace(
        "</robot>", '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
    )
    path.write_text(joined)
    assert robots.load(path).body_names == ("a", "b")


def test_the_process_that_expands_takes_the_same_folder_for_the_home(write, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / ".git").mkdir(parents=True)
    write(XACRO.format(""), "home/private/a.xacro")
    include = '<xacro:include filename="../../private/a.xacro"/>'
    path = write(XACRO.format(include), "home/box/deep/robot.xacro")
    with pytest.raises(ModelError, match="lies outside the folders that are read"):
        robots.load(path)


def test_of_a_folder_of_very_many_no_more_than_a_thousand_are_looked_at(write, tmp_path, monkeypatch):
    path = write("", "work/box/robot.urdf")
    for i in range(1200):
        (tmp_path / "work" / f"f{i}").mkdir()
    looked = []
    exists = os.path.exists
    monkeypatch.setattr(os.path, "exists", lambda path: looked.append(Path(path)) or exists(path))
    assert shared_folders(path) == {}
    assert sum(name.name == "package.xml" and name.parents[1] == tmp_path / "work" for name in looked) == 1000


def test_an_mjcf_file_that_names_very_many_folders_is_refused_before_they_are_looked_into(write):
    folders = "".join(f'<compiler meshdir="f{i}"/>' for i in range(3000))
    meshes = "".join(f'<mesh name="m{i}" file="m{i}.stl"/>' for i in range(3000))
    path = write(f"<mujoco>{folders}<asset>{meshes}</asset></mujoco>", "box/robot.xml")
    with pytest.raises(ModelError, match="3001 folders of meshes and textures"):
        robots.load(path)


def test_while_folders_stay_each_path_leads_where_it_does_otherwise(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "f").write_text("")
    (tmp_path / "a" / "up").symlink_to("..")
    (tmp_path / "l").symlink_to(tmp_path / "a")
    (tmp_path / "a" / "g").symlink_to("b/f")
    (tmp_path / "round").symlink_to("round")
    (tmp_path / "lost").symlink_to("nowhere/x")
    names = (
        "a/b/f", "l/b/f", "l/g", "l/up/l/b/../g", "a/up/up", "round/x", "lost", "lost/y", "l/", "none/f", ".",
        "a/./b//f", "",
    )  # fmt: skip
    paths = [f"{tmp_path}/{name}" for name in names] + ["", ".", "..", "/", "//", "x", "x/y", "../x"]
    for _ in range(2):
        with folders_stay():
            for path in (*paths, *reversed(paths)):
                assert str(real(path)) == os.path.realpath(Path(path))
            assert not is_within(f"{tmp_path}/a\0/b", [tmp_path])
            assert [is_within(path, [tmp_path / "a"]) for path in paths[:4]] == [True] * 4
            assert not is_within(tmp_path / "ab", [tmp_path / "a"])


def test_a_folder_that_leads_elsewhere_the_next_time_is_looked_at_again(arm, write, tmp_path):
    write(STL, "robot/inside/a.stl")
    write(STL, "elsewhere/a.stl")
    path = write(with_mesh(arm, "parts/a.stl"), "robot/robot.urdf")
    parts = path.parent / "parts"
    parts.symlink_to("inside")
    assert robots.diagnose(path) == ()
    parts.unlink()
    parts.symlink_to(tmp_path / "elsewhere")
    assert [finding.rule for finding in robots.diagnose(path)] == ["mesh-outside"]


MACROS = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n{}</robot>'
MACRO = MACROS.format('<xacro:macro name="arm" params="size:=1"><link name="l${size}"/></xacro:macro>')
CALL = '<xacro:include filename="$(find {})/urdf/{}.xacro"/><xacro:arm/>'


def test_a_folder_of_another_name_that_holds_the_meshes_is_the_package_which_is_said_once(arm, write, tmp_path):
    write(STL, "arm-main/meshes/a.stl")
    write(STL, "arm-main/meshes/b.stl")
    text = with_mesh(arm, "package://arm/meshes/a.stl").replace(
        "</visual>", '</visual><visual><geometry><mesh filename="package://arm/meshes/b.stl"/></geometry></visual>', 1
    )
    model = robots.load(write(text, "arm-main/urdf/robot.urdf"))
    (finding,) = model.findings
    assert (finding.rule, finding.found) == ("package-renamed", "arm")
    assert f"{tmp_path / 'arm-main'}, which holds 'meshes/a.stl', is taken for it" in finding.message
    assert len(model.bodies[1].visuals) == 2


def test_a_folder_that_holds_another_file_is_not_the_package(arm, write):
    write(STL, "arm-main/meshes/b.stl")
    (finding,) = robots.diagnose(write(with_mesh(arm, "package://arm/meshes/a.stl"), "arm-main/urdf/robot.urdf"))
    assert finding.rule == "mesh-package"


def test_a_folder_that_is_not_read_is_not_the_package(arm, write):
    write(STL, "work/meshes/a.stl")
    path = write(with_mesh(arm, "package://arm/meshes/a.stl"), "work/a/deep/robot.urdf")
    (finding,) = robots.diagnose(path)
    assert finding.rule == "mesh-package"


def test_a_package_without_package_xml_beside_the_files_own_is_read(arm, write):
    write(STL, "work/parts/meshes/a.stl")
    path = write(with_mesh(arm, "package://parts/meshes/a.stl"), "work/arm/urdf/robot.urdf")
    assert robots.load(path).findings == ()


def test_a_folder_beside_that_holds_nothing_that_packages_do_is_not_read(arm, write):
    write(STL, "work/parts/private/a.stl")
    path = write(with_mesh(arm, "package://parts/private/a.stl"), "work/arm/urdf/robot.urdf")
    (finding,) = robots.diagnose(path)
    assert finding.rule == "mesh-outside"


def test_xacro_finds_a_package_whose_folder_was_renamed(write, tmp_path):
    write(MACRO, "arm-main/urdf/macro.xacro")
    path = write(MACROS.format(CALL.format("arm", "macro")), "arm-main/urdf/robot.xacro")
    model = robots.load(path)
    assert model.body_names == ("l1",)
    (finding,) = (finding for finding in model.findings if finding.rule == "package-renamed")
    assert (finding.path, finding.line) == (str(path), 2)
    assert finding.message == (
        f"$(find arm): no folder of a package 'arm' is found; {tmp_path / 'arm-main'}, which holds 'urdf/macro.xacro', is "
        "taken for it"
    )


def test_xacro_takes_no_folder_that_does_not_hold_what_is_included(write):
    path = write(MACROS.format(CALL.format("arm", "nothing")), "arm-main/urdf/robot.xacro")
    with pytest.raises(ModelError, match="no folder of a package 'arm' among"):
        robots.load(path)


def test_xacro_says_that_a_package_is_there_and_not_read(write):
    write(MACRO, "work/parts/macro.xacro")
    call = CALL.format("parts", "macro").replace("/urdf", "")
    path = write(MACROS.format(call), "work/arm/urdf/robot.xacro")
    with pytest.raises(ModelError, match="package 'parts' is not read: .* lies outside the folders that are read"):
        robots.load(path)
