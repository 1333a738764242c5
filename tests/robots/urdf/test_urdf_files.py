"""Where the files are that a URDF names, and what is said when they are not there."""

import numpy as np
import pytest

from torseur import robots
from torseur.sim.definition.folders import PACKAGE_VARIABLES
from torseur.sim.multibody.model.shapes import Mesh

TETRAHEDRON = b"""solid t
facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet
facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet
facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet
facet normal 0 0 0\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet
endsolid t
"""

pytestmark = pytest.mark.usefixtures("mesh_cache")


@pytest.fixture(autouse=True)
def no_workspace(monkeypatch):
    """Forget the packages of whoever runs the tests."""
    for name in PACKAGE_VARIABLES:
        monkeypatch.delenv(name, raising=False)


def with_mesh(arm, filename, more=""):
    """Return the arm with this mesh for a visual."""
    return arm.replace('<box size="1 2 3"/>', f'<mesh filename="{filename}"{more}/>')


def mesh_of(model):
    """Return the shape of the arm's one visual, which is a mesh."""
    (visual,) = model.bodies[1].visuals
    assert isinstance(visual.shape, Mesh)
    return visual.shape


@pytest.mark.parametrize(("filename", "place"), [
    ("a.stl", "ws/pkg/urdf/a.stl"),
    ("../meshes/a.stl", "ws/pkg/meshes/a.stl"),
    ("meshes/a b é.stl", "ws/pkg/urdf/meshes/a b é.stl"),
    ("meshes/a%20b.stl", "ws/pkg/urdf/meshes/a b.stl"),
    ("meshes/100%.stl", "ws/pkg/urdf/meshes/100%.stl"),
    ("package://pkg/meshes/a.stl", "ws/pkg/meshes/a.stl"),
    ("package:///pkg/meshes/a.stl", "ws/pkg/meshes/a.stl"),
    ("package://pkg/meshes/a%20b.stl", "ws/pkg/meshes/a b.stl"),
    ("package://other/a.stl", "ws/other/a.stl"),
    ("PACKAGE://other/a.stl", "ws/other/a.stl"),
])  # fmt: skip
def test_a_mesh_is_found(filename, place, arm, write):
    mesh = write(TETRAHEDRON, place)
    for package in ("pkg", "other"):
        write(f"<package><name>{package}</name></package>", f"ws/{package}/package.xml")
    model = robots.load(write(with_mesh(arm, filename), "ws/pkg/urdf/robot.urdf"))
    assert model.findings == ()
    shape = mesh_of(model)
    assert shape.path.samefile(mesh)
    assert len(shape.data.triangles) == 4


def test_a_file_url_is_found(arm, write):
    mesh = write(TETRAHEDRON, "mèshes/a b.stl")
    for url in (f"file://{mesh}", mesh.as_uri()):
        assert mesh_of(robots.load(write(with_mesh(arm, url)))).path.samefile(mesh)


def test_a_package_is_known_by_its_package_xml(arm, write):
    write("<package><name> my_robot </name></package>", "checkout-1.2/package.xml")
    mesh = write(TETRAHEDRON, "checkout-1.2/meshes/a.stl")
    path = write(with_mesh(arm, "package://my_robot/meshes/a.stl"), "checkout-1.2/urdf/robot.urdf")
    assert mesh_of(robots.load(path)).path == mesh


def test_another_package_is_found_in_an_install_space_of_ros_2(arm, write):
    for package in ("my_arm", "parts"):
        write(f"<package><name>{package}</name></package>", f"install/{package}/share/{package}/package.xml")
    mesh = write(TETRAHEDRON, "install/parts/share/parts/meshes/a.stl")
    path = write(with_mesh(arm, "package://parts/meshes/a.stl"), "install/my_arm/share/my_arm/urdf/robot.urdf")
    assert robots.diagnose(path) == ()
    assert mesh_of(robots.load(path)).path == mesh


@pytest.mark.parametrize("is_link", [True, False], ids=["symlink-install", "a file of its own"])
def test_meshes_are_where_a_robots_file_that_is_a_link_leads_and_nowhere_else(is_link, arm, write, tmp_path):
    text = with_mesh(arm, "package://my_arm/meshes/a.stl")
    installed = tmp_path / "install/my_arm/share/my_arm"
    for name, content in {
        "package.xml": "<package><name>my_arm</name></package>",
        "meshes/a.stl": TETRAHEDRON,
        "urdf/robot.urdf": text,
    }.items():
        (installed / name).parent.mkdir(parents=True, exist_ok=True)
        (installed / name).symlink_to(write(content, f"src/my_arm/{name}"))
    path = installed / "urdf/robot.urdf"
    if not is_link:
        path.unlink()
        path.write_text(text)
    assert [finding.rule for finding in robots.diagnose(path)] == ([] if is_link else ["mesh-outside"])


@pytest.mark.parametrize("given", ["packages", "packages/pkg", "as_text"])
def test_package_roots_are_searched(given, arm, write, tmp_path):
    mesh = write(TETRAHEDRON, "packages/pkg/a.stl")
    path = write(with_mesh(arm, "package://pkg/a.stl"), "elsewhere/robot.urdf")
    root = str(tmp_path / "packages") if given == "as_text" else tmp_path / given
    assert mesh_of(robots.load(path, package_roots=[root])).path == mesh


@pytest.mark.parametrize(("variable", "inside"), PACKAGE_VARIABLES.items())
def test_the_environment_is_searched(variable, inside, arm, write, tmp_path, monkeypatch):
    mesh = write(TETRAHEDRON, f"two/{inside}/pkg/a.stl")
    monkeypatch.setenv(variable, f"{tmp_path / 'one'}:{tmp_path / 'two'}")
    path = write(with_mesh(arm, "package://pkg/a.stl"), "elsewhere/robot.urdf")
    assert mesh_of(robots.load(path)).path == mesh


def test_an_unresolved_package_is_said_with_the_folders_tried(arm, write, tmp_path, monkeypatch):
    monkeypatch.setenv("ROS_PACKAGE_PATH", "/nowhere/ros")
    path = write(with_mesh(arm, "package://pkg/a.stl"), "here/robot.urdf")
    model = robots.load(path, package_roots=[tmp_path / "mine"])
    assert model.bodies[1].visuals == ()
    (finding,) = model.findings
    assert str(finding).startswith(
        f"{path}:9: warning: link 'tip': its visual is left out: mesh 'package://pkg/a.stl' is not found: no folder "
        f"of a package 'pkg' among {path.parent} and the folders above it, {tmp_path / 'mine'}, /nowhere/ros"
    )


def test_without_meshes_no_mesh_is_read(arm, write):
    mesh = write(b"no mesh at all", "a.stl")
    model = robots.load(write(with_mesh(arm, "a.stl")), meshes=False)
    assert model.findings == ()
    assert mesh_of(model) == Mesh(mesh)
    assert mesh_of(model).data is None


def test_a_scale_is_applied_and_a_mirrored_mesh_keeps_its_outside(arm, write):
    write(TETRAHEDRON, "a.stl")
    shape = mesh_of(robots.load(write(with_mesh(arm, "a.stl", ' scale="2 -3 0.5"'))))
    data = shape.data
    assert shape.scale == (2.0, -3.0, 0.5)
    np.testing.assert_array_equal(data.vertices.min(axis=0), [0, -3, 0])
    np.testing.assert_array_equal(data.vertices.max(axis=0), [2, 0, 0.5])
    corners = data.vertices[data.triangles].astype(float)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inside = np.array([2, -3, 0.5]) / 8
    assert np.all(np.sum(normals * (corners[:, 0] - inside), axis=1) > 0)
    assert np.all(np.sum(normals * data.normals[data.triangles[:, 0]], axis=1) > 0)


def test_one_mesh_used_twice_is_read_once(arm, write):
    write(TETRAHEDRON, "a.stl")
    collision = '</visual><collision><geometry><mesh filename="a.stl"/></geometry></collision>'
    tip = robots.load(write(with_mesh(arm, "a.stl").replace("</visual>", collision))).bodies[1]
    visual, hull = tip.visuals[0].shape, tip.collisions[0].shape
    assert visual.data is hull.data


def test_names_with_spaces_and_accents(arm, write):
    path = write(arm.replace('"tip"', '"é l\'ink"'), "dossier é/mon robot.urdf")
    assert robots.load(str(path)).body_names == ("base", "é l'ink")


@pytest.mark.parametrize("name", ["model://arm/meshes/cube.stl", r"..\meshes\cube.stl", r"package://arm\meshes\cube.stl"])
def test_meshes_are_found_by_gazebos_scheme_and_by_windows_separators(name, write):
    write("<package><name>arm</name></package>", "arm/package.xml")
    write(TETRAHEDRON, "arm/meshes/cube.stl")
    visual = f'<visual><geometry><mesh filename="{name}"/></geometry></visual>'
    model = robots.load(write(f'<robot name="r"><link name="l">{visual}</link></robot>', "arm/urdf/arm.urdf"))
    assert model.findings == ()
    assert len(model.bodies[0].visuals) == 1
