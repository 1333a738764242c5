"""`torseur convert`: a robot saved as URDF, a line for each finding, and an exit code."""

from __future__ import annotations

import pytest

from torseur import robots
from torseur.app.command_line.command_line import run

CLEAN = """<robot name="r">
  <link name="l"><visual><geometry><sphere radius="1"/></geometry></visual></link>
</robot>
"""


def test_what_urdf_can_say_is_saved_and_exits_with_0(tmp_path, capsys):
    given, out = tmp_path / "given.urdf", tmp_path / "out.urdf"
    given.write_text(CLEAN)
    assert run(["convert", str(given), "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"saved: {out} (0 errors, 0 warnings, 0 notes)\n"
    assert robots.load(out).body_names == ("l",)


def test_what_urdf_cannot_say_and_what_the_file_leaves_out_exits_with_1(tmp_path, capsys):
    given, out = tmp_path / "given.urdf", tmp_path / "out.urdf"
    given.write_text(CLEAN.replace("</robot>", "<gazebo/>\n</robot>"))
    assert run(["convert", str(given), "--out", str(out)]) == 0
    assert capsys.readouterr().out == (
        f"{given}:3: note: <gazebo> is not used; it is left out [element-unused]\nsaved: {out} (0 errors, 0 warnings, 1 note)\n"
    )
    assert run(["convert", "planar_2r", "--out", str(out), "--overwrite"]) == 1
    said = capsys.readouterr().out
    assert f"{out}: warning: frame 'tool': it is written as a link 'tool' without mass" in said
    assert said.endswith(f"saved: {out} (0 errors, {said.count('[not-in-urdf]')} warnings, 0 notes)\n")


def test_a_file_that_exists_is_kept_and_exits_with_2(tmp_path, capsys):
    out = tmp_path / "arm.urdf"
    out.write_text("mine")
    assert run(["convert", "arm_6r", "--out", str(out)]) == 2
    assert capsys.readouterr().err == f"torseur: --out {out}: there is such a file; --overwrite replaces it\n"
    assert out.read_text() == "mine"


def test_a_robot_is_saved_as_a_table(tmp_path, capsys):
    out = tmp_path / "arm.toml"
    assert run(["convert", "arm_6r", "--out", str(out), "--convention", "modified"]) == 0
    assert capsys.readouterr().out == f"saved: {out} (0 errors, 0 warnings, 0 notes)\n"
    assert robots.read_dh_table(out).convention == "modified"
    assert run(["convert", "arm_6r", "--out", str(tmp_path / "b.toml")]) == 0
    assert robots.read_dh_table(tmp_path / "b.toml").convention == "standard"


def test_urdf_has_no_convention(tmp_path, capsys):
    assert run(["convert", "arm_6r", "--out", str(tmp_path / "a.urdf"), "--convention", "modified"]) == 2
    assert capsys.readouterr().err == ("torseur: --convention: only a table of Denavit-Hartenberg rows (.toml) has one\n")


@pytest.mark.parametrize(("name", "kind"), [("box_stack", "scene"), ("hop_gap", "planning task")])
def test_what_is_no_robot_is_told_what_it_is(name, kind, tmp_path, capsys):
    assert run(["convert", name, "--out", str(tmp_path / "q.urdf")]) == 2
    assert capsys.readouterr().err == (f"torseur: {name!r} is a {kind}, and convert takes robots: torseur robots lists them\n")


def test_a_file_of_a_scene_is_told_to_be_one(tmp_path, capsys):
    given = tmp_path / "scene.toml"
    given.write_text('title = "empty"\n')
    for command in ("convert", "scene"):
        assert run([command, str(given), "--out", str(tmp_path / "q.toml")]) == 2
        assert f"torseur: {str(given)!r} is a scene" in capsys.readouterr().err
