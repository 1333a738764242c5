"""Packages whose folders bear another name, or have no package.xml: what they hold says which they are."""

import pytest

from tests.robots.meshes.test_mesh_folders import STL, with_mesh
from torseur import robots
from torseur.sim.errors import ModelError

XACRO = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n{}</robot>'
MACRO = XACRO.format('<xacro:macro name="arm" params="size:=1"><link name="l${size}"/></xacro:macro>')
CALL = '<xacro:include filename="$(find {})/urdf/{}.xacro"/><xacro:arm/>'


pytestmark = pytest.mark.usefixtures("mesh_cache", "alone")


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
    path = write(XACRO.format(CALL.format("arm", "macro")), "arm-main/urdf/robot.xacro")
    model = robots.load(path)
    assert model.body_names == ("l1",)
    (finding,) = (finding for finding in model.findings if finding.rule == "package-renamed")
    assert (finding.path, finding.line) == (str(path), 2)
    assert finding.message == (
        f"$(find arm): no folder of a package 'arm' is found; {tmp_path / 'arm-main'}, which holds 'urdf/macro.xacro', is "
        "taken for it"
    )


def test_xacro_takes_no_folder_that_does_not_hold_what_is_included(write):
    path = write(XACRO.format(CALL.format("arm", "nothing")), "arm-main/urdf/robot.xacro")
    with pytest.raises(ModelError, match="no folder of a package 'arm' among"):
        robots.load(path)


def test_xacro_says_that_a_package_is_there_and_not_read(write):
    write(MACRO, "work/parts/macro.xacro")
    call = CALL.format("parts", "macro").replace("/urdf", "")
    path = write(XACRO.format(call), "work/arm/urdf/robot.xacro")
    with pytest.raises(ModelError, match="package 'parts' is not read: .* lies outside the folders that are read"):
        robots.load(path)
