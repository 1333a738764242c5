"""All files that a robot was read from are known to its document, and a folder that is allowed once stays so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from torseur import robots
from torseur.app.documents.document import open_document
from torseur.app.files.files import with_allowed
from torseur.app.panels.load_doctor import folder_to_allow
from torseur.app.preferences.preferences import Preferences
from torseur.robots.options import LoadOptions

STL = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n"
XACRO = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">{}</robot>'
MESH = '<link name="l"><visual><geometry><mesh filename="{}"/></geometry></visual></link>'


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that writes a file."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


def test_what_a_xacro_file_includes_and_its_poses_are_among_the_files(put):
    inner = put("arm/inner.xacro", XACRO.format('<link name="l"/>'))
    poses = put("arm/arm.srdf", '<robot name="arm"/>')
    path = put("arm/arm.urdf.xacro", XACRO.format('<xacro:include filename="inner.xacro"/>'))
    assert open_document(path).files == (path, inner, poses)


@pytest.mark.slow
def test_what_an_mjcf_file_includes_is_among_the_files(put):
    pytest.importorskip("mujoco")
    inner = put("arm/inner.xml", '<mujoco><worldbody><body><geom size="1"/></body></worldbody></mujoco>')
    path = put("arm/arm.xml", '<mujoco><include file="inner.xml"/></mujoco>')
    assert open_document(path).files[:2] == (path, inner)


@pytest.mark.slow
def test_folders_are_allowed_for_what_is_included_too(put, tmp_path):
    put("other/inner.xacro", XACRO.format('<link name="l"/>'))
    path = put("arm/arm.xacro", XACRO.format('<xacro:include filename="../other/inner.xacro"/>'))
    (finding,) = robots.diagnose(path)
    assert f"--allow-folder {tmp_path / 'other'}" in finding.message
    assert robots.load(path, allowed_folders=[tmp_path / "other"]).body_names == ("l",)
    assert robots.load(path, package_roots=[tmp_path]).body_names == ("l",)
    assert "<link" in robots.expand_xacro(path, allowed_folders=[tmp_path])


@pytest.mark.slow
def test_meshes_of_mjcf_may_lie_in_an_allowed_folder(put, tmp_path):
    pytest.importorskip("mujoco")
    put("other/part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    path = put(
        "arm/arm.xml",
        '<mujoco><asset><mesh name="m" file="../other/part.obj"/></asset><worldbody><body><geom type="mesh" mesh="m"/>'
        "</body></worldbody></mujoco>",
    )
    (finding,) = robots.diagnose(path)
    assert f"--allow-folder {tmp_path / 'other'}" in finding.message
    told = []
    model = robots.load(path, allowed_folders=[tmp_path / "other"], progress=lambda *said: told.append(said))
    assert len(model.bodies[-1].visuals) == 1
    assert [(done, total, Path(name).name) for done, total, name in told] == [(0, 1, "part.obj")]


@pytest.mark.slow
def test_a_xacro_file_tells_its_meshes_before_they_are_read(put):
    put("arm/part.stl", STL)
    told = []
    robots.load(put("arm/arm.xacro", XACRO.format(MESH.format("part.stl"))), progress=lambda *said: told.append(said))
    assert told == [(0, 1, "part.stl")]


def test_a_folder_that_the_doctor_offers_is_read_once_it_is_allowed_and_remembered(put, tmp_path):
    mesh = put("other/part.stl", STL)
    path = put("arm/arm.urdf", '<robot name="arm">' + MESH.format("../other/part.stl") + "</robot>")
    document = open_document(path)
    assert folder_to_allow(document) == str(mesh.parent)
    preferences = Preferences(tmp_path / "settings.json")
    preferences.allow(document.reference, str(mesh.parent))
    preferences.save()
    given = with_allowed(None, str(path), Preferences(tmp_path / "settings.json"))
    assert given == LoadOptions(allowed_folders=(str(mesh.parent),))
    again = open_document(path, given)
    assert str(again.files[1]) == str(path.parent / "../other/part.stl")
    assert folder_to_allow(again) == ""
