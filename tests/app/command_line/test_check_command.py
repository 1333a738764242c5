"""`torseur check`: a line for each finding, or JSON, and an exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from torseur.app.command_line.command_line import run

CLEAN = """<robot name="r">
  <link name="l"><visual><geometry><sphere radius="1"/></geometry></visual></link>
  {}
</robot>
"""


@pytest.fixture
def write(tmp_path):
    def write_file(inside: str) -> Path:
        path = tmp_path / "robot.urdf"
        path.write_text(CLEAN.format(inside))
        return path

    return write_file


def test_a_file_with_nothing_but_notes_is_clean(write, capsys):
    path = write("<gazebo/>")
    assert run(["check", str(path)]) == 0
    assert capsys.readouterr().out == (
        f"{path}:3: note: <gazebo> is not used; it is left out [element-unused]\n{path}: 0 errors, 0 warnings, 1 note\n"
    )


@pytest.mark.parametrize(
    ("inside", "line", "counts"),
    [
        (
            "<colour/>",
            "warning: in <robot>: <colour> does not belong here; it is left out [element-unknown]",
            "0 errors, 1 warning, 0 notes",
        ),
        (
            '<link name="l"/>',
            "error: a second link is named 'l'; the first is on line 2 [name-duplicate]",
            "1 error, 0 warnings, 0 notes",
        ),
    ],
)
def test_warnings_and_errors_exit_with_1(inside, line, counts, write, capsys):
    path = write(inside)
    assert run(["check", str(path)]) == 1
    assert capsys.readouterr().out == f"{path}:3: {line}\n{path}: {counts}\n"


def test_what_cannot_be_read_exits_with_2(write, tmp_path, capsys):
    path = write("<link>")
    assert run(["check", str(path)]) == 2
    assert "[not-xml]" in capsys.readouterr().out
    assert run(["check", str(tmp_path / "none.urdf")]) == 2
    assert "there is no such file [no-such-file]" in capsys.readouterr().out
    assert run(["check", "no_such_robot"]) == 2
    assert "no scene, planning task or robot named 'no_such_robot'" in capsys.readouterr().err


def test_json_has_every_field(write, capsys):
    path = write('<link name="l"/>')
    assert run(["check", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == [
        {
            "severity": "error",
            "rule": "name-duplicate",
            "path": str(path),
            "line": 3,
            "element": "link 'l'",
            "found": "l",
            "wanted": "another name",
            "message": "a second link is named 'l'; the first is on line 2",
        }
    ]


def test_json_of_a_clean_file_is_an_empty_list(write, capsys):
    assert run(["check", str(write("")), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_robot_that_is_shipped_is_checked_by_its_name(capsys):
    assert run(["check", "arm_6r"]) == 0
    assert capsys.readouterr().out == "arm_6r: 0 errors, 0 warnings, 0 notes\n"


def test_scenes_and_planning_tasks_are_checked_by_name_too(capsys):
    assert run(["check", "falling_brick"]) == 0
    assert capsys.readouterr().out == "falling_brick: 0 errors, 0 warnings, 0 notes\n"
    assert run(["check", "hop_gap"]) == 0
    told = capsys.readouterr().out
    assert told.count("it is a point, as the equations of the task have it [inertia-zero]") == 2
    assert told.endswith("hop_gap: 0 errors, 0 warnings, 7 notes\n")


def test_a_scene_is_told_what_it_is_refused_for_and_by_its_own_keys(tmp_path, capsys):
    path = tmp_path / "scene.toml"
    path.write_text(
        'title = "two"\n\n[[bodies]]\nname = "ball"\nshape = { shape = "sphere", radius = 1.0 }\nmass = 1.0\nweight = 2\n'
    )
    assert run(["check", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{path}:7: error: no key named 'weight' in bodies[0]")
    assert told[1] == f"{path}: 1 error, 0 warnings, 0 notes"


def test_a_scene_has_the_findings_of_its_robots_and_is_refused_with_them(write, tmp_path, capsys):
    robot = write("<colour/>")
    path = tmp_path / "scene.toml"
    path.write_text(f'[[robots]]\nname = "one"\nmodel = "{robot.name}"\n')
    assert run(["check", str(path)]) == 1
    assert f"{robot}:3: warning: in <robot>: <colour> does not belong here" in capsys.readouterr().out
    write('<link name="l"/><link name="l"/>')
    assert run(["check", str(path)]) == 1
    assert f"{path}:3: error: robot 'one' cannot be loaded: {robot}:3: a second link" in capsys.readouterr().out


def test_a_name_with_a_slip_is_answered_with_what_it_is_like_of_all_kinds(capsys):
    for slip, meant in (("box_stak", "'box_stack'?"), ("hop_gapp", "'hop_gap'"), ("arm_6", "'arm_6r'")):
        assert run(["check", slip]) == 2
        assert f"no scene, planning task or robot named {slip!r}; did you mean {meant}" in capsys.readouterr().err


def test_a_file_of_no_known_type_is_told_all_types_that_are_checked(tmp_path, capsys):
    path = tmp_path / "Makefile"
    path.write_text("all:\n")
    for what in (path, tmp_path):
        assert run(["check", str(what)]) == 2
        told = capsys.readouterr().out
        assert ".toml (a scene, a planning task, or the table of a robot), .urdf (URDF)" in told
        assert ".mcap (a recording)" in told


def test_all_that_is_wrong_with_the_values_of_a_scene_is_listed_with_what_is_given(tmp_path, capsys):
    path = tmp_path / "scene.toml"
    path.write_text(
        'title = "two"\nduration = -1\nangle_unit = "degs"\n\n[[bodies]]\nname = "ball"\nmass = "one"\nxyz = [0, 1]\n'
        'shape = { shape = "sphere", radius = true }\n'
    )
    assert run(["check", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told == [
        f"{path}:2: error: duration: expected a number > 0.0, got -1",
        f"{path}:3: error: angle_unit: 'degs' is not one of 'deg', 'rad'",
        f"{path}:7: error: bodies[0].mass: expected a number, got a text: 'one'",
        f"{path}:8: error: bodies[0].xyz: expected a list of length 3, got 2: [0, 1]",
        f"{path}:9: error: bodies[0].shape.radius: expected a number, got true or false: true",
        f"{path}: 5 errors, 0 warnings, 0 notes",
    ]
