"""Meshes are read in the robot's folder, its packages and the folders that are allowed, and nowhere else."""

import base64
import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from torseur import robots
from torseur.robots.meshes.mesh_reader import read_mesh

STL = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n"

pytestmark = pytest.mark.usefixtures("mesh_cache", "alone")


def with_mesh(arm, filename):
    """Return the arm with this mesh for a visual, and an inertia that a thing so flat has."""
    for moment in ("ixx", "iyy", "izz"):
        arm = arm.replace(f'{moment}="1"', f'{moment}="1e-4"')
    return arm.replace('<box size="1 2 3"/>', f'<mesh filename="{filename}"/>')


@pytest.mark.parametrize("filename", ["../secret.stl", "{root}/secret.stl", "file://{root}/secret.stl", "link.stl"])
def test_a_mesh_outside_is_left_out_with_how_to_allow_it(filename, arm, write, tmp_path):
    secret = write(STL, "secret.stl")
    name = filename.format(root=tmp_path)
    path = write(with_mesh(arm, name), "robot/robot.urdf")
    (path.parent / "link.stl").symlink_to(secret)
    (finding,) = robots.diagnose(path)
    assert (finding.rule, finding.line, finding.found) == ("mesh-outside", 9, name)
    assert finding.message == (
        f"link 'tip': its visual is left out: mesh {name!r} is not read: {secret} lies outside the folders that are read "
        f"({path.parent}); to read it, allow its folder: --allow-folder {tmp_path}, or allowed_folders= in Python"
    )
    assert robots.load(path).bodies[1].visuals == ()
    assert robots.diagnose(path, allowed_folders=[tmp_path]) == ()
    assert len(robots.load(path, allowed_folders=[str(tmp_path)]).bodies[1].visuals) == 1


def test_two_points_are_fine_while_they_stay_inside(arm, write):
    write(STL, "robot/meshes/a.stl")
    write(STL, "robot/parts/b.stl")
    path = write(with_mesh(arm, "meshes/../parts/../meshes/a.stl"), "robot/robot.urdf")
    assert robots.load(path).findings == ()


def test_the_package_of_a_robot_is_read(arm, write):
    write("<package><name>pkg</name></package>", "pkg/package.xml")
    write(STL, "pkg/meshes/a.stl")
    for filename in ("../../meshes/a.stl", "package://pkg/meshes/a.stl"):
        assert robots.load(write(with_mesh(arm, filename), "pkg/robots/urdf/robot.urdf")).findings == ()


@pytest.mark.parametrize("filename", ["package://home/secret.stl", "package://pkg/../secret.stl"])
def test_a_folder_above_is_no_package_by_its_name_alone(filename, arm, write):
    secret = write(STL, "home/secret.stl")
    write("<package><name>pkg</name></package>", "home/pkg/package.xml")
    (finding,) = robots.diagnose(write(with_mesh(arm, filename), "home/pkg/robot.urdf"))
    assert finding.rule == "mesh-outside"
    assert f"{secret} lies outside the folders that are read ({secret.parent / 'pkg'})" in finding.message


def test_a_folder_of_the_packages_name_above_the_file_is_the_package(arm, write):
    write(STL, "pkg/meshes/a.stl")
    path = write(with_mesh(arm, "package://pkg/meshes/a.stl"), "pkg/model/arms/robot.urdf")
    assert robots.load(path).findings == ()


@pytest.mark.parametrize("holder", ["git", "packages", "python"])
@pytest.mark.parametrize("folder", ["a/urdf/deep", "b/xml"])
def test_a_repository_and_a_folder_of_packages_are_read_which_is_said_once(holder, folder, arm, write, tmp_path):
    if holder == "git":
        (tmp_path / "work" / ".git").mkdir(parents=True)
    elif holder == "python":
        write("", "work/__init__.py")
        write("", f"work/{folder.partition('/')[0]}/__init__.py")
    else:
        for name in ("one", "two"):
            write(f"<package><name>{name}</name></package>", f"work/{name}/package.xml")
    write(STL, "work/meshes/a.stl")
    write(STL, "work/meshes/b.stl")
    up = "../" * (folder.count("/") + 1)
    text = with_mesh(arm, f"{up}meshes/a.stl").replace(
        "</visual>", f'</visual><visual><geometry><mesh filename="{up}meshes/b.stl"/></geometry></visual>', 1
    )
    path = write(text, f"work/{folder}/robot.urdf")
    (finding,) = robots.load(path).findings
    what = {"git": "the root of a git repository", "python": "a Python package"}.get(holder, "a folder of several packages")
    assert (finding.rule, finding.message) == ("folder-shared", f"files below {tmp_path / 'work'}, {what}, are read")
    assert finding.path == str(path)


def test_meshes_beside_a_folder_called_xml_are_read(arm, write):
    write(STL, "pkg/meshes/a.stl")
    assert robots.load(write(with_mesh(arm, "../meshes/a.stl"), "pkg/xml/robot.urdf")).findings == ()


def test_what_a_xacro_file_includes_from_its_repository_is_said(arm, write, tmp_path):
    (tmp_path / "work" / ".git").mkdir(parents=True)
    write(STL, "work/meshes/a.stl")
    write('<robot xmlns:xacro="http://www.ros.org/wiki/xacro"/>', "work/common/empty.xacro")
    included = '<xacro:include filename="../../common/empty.xacro"/><link'
    text = with_mesh(arm, "../../meshes/a.stl").replace("<link", included, 1)
    text = text.replace("<robot", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"', 1)
    (finding,) = robots.load(write(text, "work/a/deep/robot.xacro")).findings
    assert finding.rule == "folder-shared"


def test_a_folder_that_is_a_link_is_its_target(arm, write, tmp_path):
    write(STL, "real/a.stl")
    path = write(with_mesh(arm, "a.stl"), "real/robot.urdf")
    (tmp_path / "alias").symlink_to(tmp_path / "real")
    assert robots.load(tmp_path / "alias" / path.name).findings == ()


OBJ = "mtllib {}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"


def test_a_material_file_outside_is_not_read_and_noted(write, tmp_path):
    material = write("newmtl red\nKd 1 0 0\n", "a.mtl")
    mesh = write(OBJ.format("../a.mtl"), "robot/a.obj")
    data, notes = read_mesh(mesh)
    assert data.colors is None
    assert notes == (
        f"its material file '../a.mtl' is not read: {material} lies outside the folders that are read ({mesh.parent}); "
        f"to read it, allow its folder: --allow-folder {tmp_path}, or allowed_folders= in Python",
    )
    data, notes = read_mesh(mesh, folders=[tmp_path])
    assert data.colors is not None
    assert notes == ()


AUDITED = """
import json, sys
from torseur import robots
import torseur.robots.meshes.mesh_reader, torseur.robots.urdf.urdf_reader, lxml.etree, numpy, scipy.sparse.csgraph
import collada, collada.common, trimesh, platformdirs
robots.load(sys.argv[1] + "/robot/warm.urdf")
opened = []
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        opened.append(arguments[0] if isinstance(arguments[0], str) else arguments[0].decode())
    elif event.startswith(("socket.", "urllib.", "http.", "subprocess.", "os.system", "os.exec", "os.posix_spawn")):
        opened.append(event)
sys.addaudithook(hook)
findings = robots.diagnose(sys.argv[1] + "/robot/robot.urdf")
print(json.dumps([opened, [finding.rule for finding in findings]]))
"""


def glb(document):
    """Return a GLB file without binary data."""
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text), len(text), 0x4E4F534A) + text


@pytest.mark.slow
def test_attacks_open_no_file_outside_and_no_socket(write, tmp_path):
    write(STL, "secret.stl")
    write("newmtl red\nKd 1 0 0\n", "secret.mtl")
    write(b"\0" * 36, "secret.bin")
    write("root:x:0:0", "secret.txt")
    (tmp_path / "robot").mkdir()
    (tmp_path / "robot" / "link.stl").symlink_to(tmp_path / "secret.stl")
    (tmp_path / "robot" / "folder").symlink_to(tmp_path)
    (tmp_path / "robot" / "link.mtl").symlink_to(tmp_path / "secret.mtl")
    for number, name in enumerate(("../secret.mtl", f"{tmp_path}/secret.mtl", "link.mtl", "http://localhost/a.mtl")):
        write(OBJ.format(name), f"robot/{number}.obj")
    primitive = {"attributes": {"POSITION": 0}}
    accessor = {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}
    for number, uri in enumerate(("../secret.bin", f"file://{tmp_path}/secret.bin", "http://localhost/a.bin")):
        document = {
            "asset": {"version": "2.0"},
            "buffers": [{"byteLength": 36, "uri": uri}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "accessors": [accessor],
            "meshes": [{"primitives": [primitive]}],
            "images": [{"uri": "../secret.txt"}],
        }
        write(glb(document), f"robot/{number}.glb")
        write(json.dumps(document), f"robot/{number}.gltf")
    corners = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    (tmp_path / "robot" / "link.png").symlink_to(tmp_path / "secret.bin")
    for number, uri in enumerate(("../secret.bin", f"file://{tmp_path}/secret.bin", "link.png", "http://localhost/a.png")):
        document = {
            **document,
            "buffers": [{"byteLength": 36, "uri": "data:;base64," + base64.b64encode(corners).decode()}],
            "accessors": [accessor, {"componentType": 5126, "count": 3, "type": "VEC2"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
            "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
            "textures": [{"source": 0}],
            "images": [{"uri": uri}],
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
        }
        write(json.dumps(document), f"robot/picture{number}.gltf")
        write(f"newmtl red\nKd 1 0 0\nmap_Kd {uri}\n", f"robot/picture{number}.mtl")
        text = OBJ.format(f"picture{number}.mtl").replace("usemtl", "vt 0 0\nusemtl").replace("1 2 3", "1/1 2/1 3/1")
        write(text, f"robot/picture{number}.obj")
    entity = f'<!DOCTYPE r [<!ENTITY x SYSTEM "file://{tmp_path}/secret.txt">]><COLLADA>&x;</COLLADA>'
    write(entity, "robot/a.dae")
    write(entity.encode("utf-16"), "robot/b.dae")
    write(entity.replace("[<!ENTITY", 'SYSTEM "http://localhost/a.dtd" [<!ENTITY'), "robot/c.dae")
    meshes = [
        "../secret.stl",
        "../../../../../../../../secret.stl",
        f"{tmp_path}/secret.stl",
        f"file://{tmp_path}/secret.stl",
        f"file://localhost{tmp_path}/secret.stl",
        "link.stl",
        "folder/secret.stl",
        "%2e%2e/secret.stl",
        "package://robot/../secret.stl",
        f"package://{tmp_path.name}/secret.stl",
        "package://../secret.stl",
        "package://./../secret.stl",
        "http://localhost/a.stl",
        "https://localhost/a.stl",
        "ftp://localhost/a.stl",
        "//localhost/a.stl",
        *(f"{n}.obj" for n in range(4)),
        *(f"{n}.glb" for n in range(3)),
        *(f"{n}.gltf" for n in range(3)),
        *(f"picture{n}.{kind}" for n in range(4) for kind in ("gltf", "obj")),
        "a.dae",
        "b.dae",
        "c.dae",
    ]
    visual = '<visual><geometry><mesh filename="{}"/></geometry></visual>'
    visuals = "".join(map(visual.format, meshes))
    path = write(f'<robot name="r"><link name="l">{visuals}</link></robot>', "robot/robot.urdf")
    write(STL, "robot/a.stl")
    write('<robot name="r"><link name="l">' + visual.format("a.stl") + "</link></robot>", "robot/warm.urdf")
    done = subprocess.run(
        [sys.executable, "-c", AUDITED, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(robots.__file__).parents[1],
        env={**os.environ, "TORSEUR_CACHE_DIR": str(tmp_path / "cache")},
    )
    opened, rules = json.loads(done.stdout)
    assert str(path) in opened
    allowed = (path.parent, tmp_path / "cache")
    own = (Path(robots.__file__).parents[1], *map(Path, (sys.prefix, sys.base_prefix)))  # modules, on first use
    outside = [
        name for name in opened if not any(Path(os.path.realpath(name)).is_relative_to(folder) for folder in (*allowed, *own))
    ]
    assert outside == []
    assert not any(f"secret.{kind}" in os.path.realpath(name) for name in opened for kind in ("stl", "mtl", "bin", "txt"))
    left = {rule for rule in rules if rule != "mesh-note"}
    assert rules.count("mesh-note") >= 8
    assert left == {"mesh-outside", "mesh-package", "mesh-missing", "mesh-scheme", "mesh-damaged"}
