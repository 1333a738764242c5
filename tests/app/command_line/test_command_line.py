"""The command line, as it is typed."""

from __future__ import annotations

import csv
import shutil

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.command_line.command_line import run


def test_a_saved_motion_is_simulated_from_its_file_as_it_was_planned(tmp_path, capsys):
    model = robots.load("scara")
    start = model.poses["home"]
    change = np.clip(start + 0.4, model.lower, model.upper) - start
    task = sim.motion_task(sim.JointTrajectory(model, start, change, 0.8))
    (tmp_path / "motion.toml").write_text(sim.playback_text(task, {"name": "robot", "model": "scara"}))
    assert run(["simulate", str(tmp_path / "motion.toml"), "--out", str(tmp_path / "motion.mcap")]) == 0
    read = sim.load_recording(tmp_path / "motion.mcap")
    assert len(read) == len(task.t)
    assert np.abs(read.q - task.q).max() < 1e-3  # [rad | m] 4e-4: dry friction holds in the first step; of first order
    np.testing.assert_allclose(read.q, sim.played_back(task).q, atol=1e-13)


def test_the_interactive_setting_is_chosen_and_told(tmp_path, capsys):
    out = tmp_path / "drop.mcap"
    assert run(["simulate", "quadruped_drop", "--solving", "interactive", "--duration", "0.5", "--out", str(out)]) == 0
    assert "time-stepping, newton, interactive, dt 0.001 s" in capsys.readouterr().out
    assert sim.load_recording(out).settings.solving == "interactive"


def test_help_teaches_every_command(capsys):
    with pytest.raises(SystemExit) as stop:
        run(["--help"])
    assert stop.value.code == 0
    said = capsys.readouterr().out
    for words in (
        "torseur simulate",
        "torseur render",
        "torseur plan",
        "torseur check",
        "torseur convert",
        "torseur scenes",
        "torseur robots",
        "torseur my_robot.urdf",
    ):
        assert words in said


@pytest.mark.parametrize("command", ["simulate", "render", "check", "convert", "scenes", "robots", "doctor"])
def test_each_command_explains_itself(capsys, command):
    with pytest.raises(SystemExit) as stop:
        run([command, "--help"])
    assert stop.value.code == 0
    assert f"torseur {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate"], "SCENE"),
        (["simulate", "faling_brick"], "falling_brick"),
        (["simulate", "falling_brick", "--duration", "long"], "'long' is not a number"),
        (["simulate", "falling_brick", "--duration", "-1"], "positive"),
        (["simulate", "falling_brick", "--out", "run.txt"], ".mcap"),
        (["simulate", "falling_brick", "--out", "/no/such/folder/run.mcap"], "/no/such/folder"),
        (["simulate", "falling_brick", "--scheme", "euler"], "time_stepping"),
        (["simulate", "brick_on_corner", "--solver", "active_set"], "frictionless"),
        (["simulate", "falling_brick", "--scheme", "hybrid", "--solver", "newton"], "add --scheme time_stepping"),
        (["simulate", "missing.toml"], "missing.toml"),
        (["simulate", "falling_brick", "--duration", "1e9"], "at most 1e+08 s; given 1000000000.0"),
        (["simulate", "falling_brick", "--duration", "1e8", "--dt", "1e-7"], "--anyway"),
        (["render", "falling_brick"], "--out"),
        (["render", "falling_brick", "--out", "x.avi"], ".mp4"),
        (["render", "falling_brick", "--out", "x.png", "--size", "large"], "1280x720"),
        (["render", "ur5", "--out", "x.png", "--frame", "nose"], "ur5/tool0"),
        (["convert", "arm_6r"], "--out"),
        (["convert", "arm_6r", "--out", "arm.sdf"], ".urdf"),
        (["convert", "arm_7", "--out", "arm.urdf"], "arm_7r"),
        (["--colour"], "--colour"),
    ],
)
def test_bad_arguments_exit_with_2_and_one_clear_line(capsys, arguments, words):
    try:
        code = run(arguments)
    except SystemExit as stop:
        code = stop.code
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert words in said.err


def test_scenes_and_robots_are_listed(capsys):
    assert run(["scenes"]) == 0
    assert run(["robots"]) == 0
    said = capsys.readouterr().out
    for name in (*sim.scene_names(), "arm_6r", "scara", "planar_3r"):
        assert name in said


def test_simulate_saves_what_simulate_gives(capsys, tmp_path):
    assert run(["simulate", "brick_on_corner", "--duration", "0.4", "--out", str(tmp_path / "run.mcap")]) == 0
    said = capsys.readouterr().out
    assert "largest residual" in said
    recording = sim.load_recording(tmp_path / "run.mcap")
    assert np.array_equal(recording.q, sim.simulate(sim.load_scene("brick_on_corner"), 0.4).q)


def test_simulate_saves_a_table_with_units_in_its_head(tmp_path):
    path = tmp_path / "run.csv"
    assert run(["simulate", "pendulum", "--duration", "0.1", "--scheme", "hybrid", "--out", str(path)]) == 0
    with path.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 101
    expected = sim.simulate(sim.load_scene("pendulum"), 0.1, scheme="hybrid")
    assert [float(row["q pendulum/pivot [rad]"]) for row in rows] == list(expected.q[:, 0])
    assert float(rows[-1]["t [s]"]) == pytest.approx(0.1)


def test_a_simulation_that_stops_early_exits_with_1_and_says_why(capsys, tmp_path):
    scene = tmp_path / "can.toml"  # a lying can on a box: the hybrid scheme cannot follow where they touch
    scene.write_text(
        """
        duration = 1.0
        [[bodies]]
        name = "table"
        shape = { shape = "box", size = [0.4, 0.4, 0.1] }
        mass = 5.0
        [[bodies]]
        name = "can"
        shape = { shape = "cylinder", radius = 0.05, length = 0.1 }
        mass = 1.0
        xyz = [0.0, 0.0, 0.2]
        rpy = [1.5, 0.0, 0.0]
        velocity = [0.0, 0.0, -1.0]
        """
    )
    assert run(["simulate", str(scene), "--scheme", "hybrid"]) == 1
    assert "the contact of 'can' and 'table'" in capsys.readouterr().out


def test_a_scene_reads_a_robot_elsewhere_only_where_that_is_allowed(capsys, tmp_path):
    (tmp_path / "scenes").mkdir()
    shutil.copy(robots.describe("scara").path, tmp_path / "scara.toml")
    scene, out = tmp_path / "scenes" / "s.toml", tmp_path / "run.csv"
    scene.write_text('title = "t"\n\n[[robots]]\nname = "r"\nmodel = "../scara.toml"\n')
    command = ["simulate", str(scene), "--duration", "0.01", "--out", str(out)]
    assert run(command) == 2
    assert f"{scene}:5: robot 'r' is not read: {tmp_path}/scara.toml lies outside" in capsys.readouterr().err
    assert run([*command, "--allow-folder", str(tmp_path)]) == 0
    assert out.exists()


def test_a_scene_of_a_robot_that_lies_elsewhere_says_how_it_opens(capsys, tmp_path):
    (tmp_path / "robot").mkdir()
    (tmp_path / "scenes").mkdir()
    robot, out = tmp_path / "robot" / "scara.toml", tmp_path / "scenes" / "s.toml"
    shutil.copy(robots.describe("scara").path, robot)
    assert run(["scene", str(robot), "--out", str(out)]) == 0
    assert f"torseur {out} --allow-folder={robot.parent}\n" in capsys.readouterr().out
    assert run(["scene", str(robot), "--out", str(robot.parent / "s.toml")]) == 0
    assert "--allow-folder" not in capsys.readouterr().out


@pytest.mark.slow
def test_what_a_simulation_needs_is_compiled_first_and_that_is_said_with_its_time(monkeypatch, capsys):
    from torseur.app.command_line import compile_for
    from torseur.sim.compilation import ENTRIES, GROUPS, POSING, STEPPING

    begun, closed = [], []

    def compiles():
        try:
            for k in range(len(ENTRIES) + 1):
                begun.append(k)
                yield k, len(ENTRIES), ""
        finally:
            closed.append(True)

    monkeypatch.setattr(compile_for, "compile_all", compiles)
    monkeypatch.setattr("torseur.sim.kernel.is_cached", lambda entry: False)
    compile_for.compile_for("time_stepping")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("compiling the kernels, the first time only: about ")
    assert begun[-1] == len(GROUPS[POSING]) + len(GROUPS[STEPPING])
    assert closed == [True]
    monkeypatch.setattr("torseur.sim.kernel.is_cached", lambda entry: True)
    compile_for.compile_for("hybrid")
    assert capsys.readouterr().err == ""
    assert closed == [True]


def test_a_scene_of_a_scene_is_refused_in_words(tmp_path, capsys):
    assert run(["scene", "box_stack", "--out", str(tmp_path / "s.toml")]) == 2
    assert "'box_stack' is a scene already (torseur box_stack opens it)" in capsys.readouterr().err
