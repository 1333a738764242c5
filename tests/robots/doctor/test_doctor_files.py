"""What keeps a file from being read, faults of meshes and of poses: each with its rule, and no more than it."""

import struct

import pytest

from torseur import robots
from torseur.robots.urdf import parsing
from torseur.sim.definition.folders import PACKAGE_VARIABLES
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Finding, Severity

KNOWN = ".toml (Denavit-Hartenberg table), .urdf (URDF), .xacro (xacro), .xml (MJCF), .sdf (SDF), .world (SDF)"
ROBOT = '<robot name="r"><link name="l"/></robot>'
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1200000\n"
OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 {}\n"
STL = b"\0" * 80 + struct.pack("<I", 1) + struct.pack("<12f", *[0.0] * 3, 0, 0, 0, 1, 0, 0, 0, 1, 0) + b"\0\0"
PLY = b"""ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
"""

pytestmark = pytest.mark.usefixtures("mesh_cache")

# rule, content, name, line, found, wanted, message
# fmt: off
UNREADABLE = (
    ("file-type", b"x", "a.txt", 0, ".txt", KNOWN, f"files of type '.txt' are not read; these are: {KNOWN}"),
    ("file-empty", b" \n", "a.urdf", 0, "", "", "the file is empty"),
    ("file-lfs-pointer", LFS, "a.urdf", 1, "version https://git-lfs", "XML",
     "the file is a git-LFS pointer, the robot itself was not fetched; run `git lfs pull`"),
    ("not-xml", b"<robot>\n<link>\n</robot>", "a.urdf", 3, "", "well-formed XML",
     "not XML: Opening and ending tag mismatch: link line 2 and robot"),
    ("doctype", b"<?xml version='1.0'?>\n<!DOCTYPE robot []>" + ROBOT.encode(), "a.urdf", 2, "<!DOCTYPE", "none",
     "a DOCTYPE is not allowed"),
    ("doctype", f'<?xml version="1.0" encoding="UTF-16"?>\n<!DOCTYPE r []>{ROBOT}'.encode("utf-16"), "a.urdf", 2, "<!DOCTYPE",
     "none", "a DOCTYPE is not allowed"),
    ("too-deep", b"<a>\n" * 300 + b"</a>" * 300, "a.urdf", 257, "300", "at most 256",
     "elements are nested 300 deep; at most 256 are read"),
    ("too-many-elements", b"<robot>\n" + b"<a/>\n" * 20_001 + b"</robot>", "a.urdf", 20_001, "20002", "at most 20000",
     "there are 20002 elements; at most 20000 are read"),
    ("root-element", b"<model/>", "a.urdf", 1, "<model>", "<robot>", "the root element is <model>; <robot> is wanted"),
    ("not-toml", b"name = =\n", "a.toml", 1, "", "", "not TOML: Invalid value"),
)
# fmt: on


@pytest.mark.parametrize("case", UNREADABLE, ids=lambda case: case[0])
def test_a_file_that_cannot_be_read_has_one_finding(case, write):
    rule, content, name, line, found, wanted, message = case
    path = write(content, name)
    (finding,) = robots.diagnose(path)
    assert (finding.rule, finding.line, finding.found, finding.wanted) == (rule, line, found, wanted)
    assert finding.message == message
    assert finding.path == str(path)
    assert robots.RULES[rule].unreadable
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    assert (caught.value.message, caught.value.path, caught.value.line or 0) == (message, path, line)


def test_a_file_that_is_not_there_has_one_finding(tmp_path):
    (missing,), (folder,) = robots.diagnose(tmp_path / "no.urdf"), robots.diagnose(tmp_path)
    assert (missing.rule, missing.message) == ("no-such-file", "there is no such file")
    assert (folder.rule, folder.found) == ("no-such-file", "a folder")


def test_the_caps_are_those_of_the_page():
    assert (parsing.MAX_BYTES, parsing.MAX_DEPTH, parsing.MAX_ELEMENTS) == (32_000_000, 256, 20_000)


def test_a_file_at_the_caps_is_read(write):
    deep = "<gazebo>" * 255 + "</gazebo>" * 255
    many = "<gazebo/>" * (20_000 - 257)
    findings = robots.diagnose(write(f'<robot name="r"><link name="l"/>{deep}{many}</robot>'))
    assert {finding.rule for finding in findings} == {"element-unused", "no-visual"}


def test_a_file_of_undeclared_prefixes_is_not_read_for_ever(write):
    many = "".join(f"<p{i}:a/>" for i in range(5000))
    (finding,) = robots.diagnose(write(f'<robot name="r"><link name="l"/>{many}</robot>'))
    assert (finding.rule, finding.message) == ("not-xml", "not XML: Namespace prefix p20 on a is not defined")


# rule, name of the mesh, content of its file (None: no file), found, wanted, and the message after "mesh {name} "
# fmt: off
MESHES = (
    ("mesh-type", "a.3ds", b"3ds", ".3ds", ".stl, .dae, .obj, .gltf, .glb, .ply",
     "cannot be used ({folder}/a.3ds): meshes of type '.3ds' are not read; .stl, .dae, .obj, .gltf, .glb, .ply are"),
    ("mesh-empty", "a.stl", b"", "0 bytes", "triangles", "cannot be used ({folder}/a.stl): the file is empty"),
    ("mesh-empty", "a.obj", b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "a.obj", "triangles",
     "cannot be used ({folder}/a.obj): none of its triangles has an area"),
    ("mesh-lfs-pointer", "a.stl", LFS, "version https://git-lfs", "a mesh",
     "cannot be used ({folder}/a.stl): the file is a git-LFS pointer, the mesh itself of 1.2 MB was not fetched; "
     "run `git lfs pull`"),
    ("mesh-damaged", "a.stl", STL[:100], "a.stl", "a valid .stl file",
     "cannot be used ({folder}/a.stl): it is cut short: 1 triangles take 134 bytes, the file has 100"),
    ("mesh-damaged", "a.dae", STL, "a.dae", "a valid .dae file",
     "cannot be used ({folder}/a.dae): it is no valid .dae file: not well-formed (invalid token): line 1, column 0"),
    ("mesh-index", "a.obj", OBJ.format(9).encode(), "a.obj", "a valid .obj file",
     "cannot be used ({folder}/a.obj): it is no valid .obj file: a face names vertex 9; there are 1 to 3"),
    ("mesh-not-finite", "a.stl", STL[:96] + struct.pack("<f", float("nan")) + STL[100:], "a.stl", "finite numbers",
     "cannot be used ({folder}/a.stl): it has vertices that are not finite numbers"),
    ("mesh-missing", "a.stl", None, "a.stl", "a file", "is not found: there is no file {folder}/a.stl"),
    ("mesh-outside", "../a.stl", STL, "../a.stl", "a folder that is allowed",
     "is not read: {above}/a.stl lies outside the folders that are read ({folder}); to read it, allow its folder: "
     "--allow-folder {above}, or allowed_folders= in Python"),
    ("mesh-package", "package://none/a.stl", None, "package://none/a.stl", "a folder of package 'none'",
     "is not found: no folder of a package 'none' among {folder} and the folders above it"),
    ("mesh-scheme", "http://example.org/a.stl", None, "http://example.org/a.stl", "package://, model://, file:// or a path",
     "is not looked for: http:// is not read, only package://, model://, file:// and paths"),
)
# fmt: on


@pytest.mark.parametrize("case", MESHES, ids=lambda case: f"{case[0]} {case[1]}")
def test_a_mesh_that_cannot_be_had_is_left_out_and_said(case, arm, write, monkeypatch):
    rule, name, content, found, wanted, message = case
    for variable in PACKAGE_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("torseur.robots.folders.gallery_share", lambda: None)
    path = write(arm.replace('<box size="1 2 3"/>', f'<mesh filename="{name}"/>'), "robot/robot.urdf")
    if content is not None:
        write(content, f"robot/{name}")
    message = message.format(folder=path.parent, above=path.parent.parent)
    message = f"link 'tip': its visual is left out: mesh {name!r} {message}"
    expected = Finding(Severity.WARNING, message, str(path), 9, rule, "link 'tip'", found, wanted)
    assert robots.diagnose(path) == (expected,)
    assert robots.load(path).bodies[1].visuals == ()


def test_a_mesh_in_millimetres_is_said(arm, write):
    write(OBJ.format(3).replace("1", "1200", 2), "a.obj")
    mesh = '<mesh filename="a.obj"/>'
    (finding,) = (f for f in robots.diagnose(write(arm.replace('<box size="1 2 3"/>', mesh))) if f.rule == "mesh-units")
    known = float(finding.message.split("are of ")[1].split(" m")[0])
    assert (finding.rule, finding.found, finding.wanted) == ("mesh-units", "1.2e+03 m", 'scale="0.001 0.001 0.001"')
    assert known == pytest.approx(4.0 * (3.0 / 2.0) ** 0.5, abs=5e-3)  # radius of gyration of the arm's inertia
    scaled = mesh.replace("/>", ' scale="0.001 0.001 0.001"/>')
    assert "mesh-units" not in {f.rule for f in robots.diagnose(write(arm.replace('<box size="1 2 3"/>', scaled)))}
