"""The command line, as it is typed."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.command_line.command_line import run

ROOT = Path(__file__).parents[3]


def torseur(*arguments: str, timeout: float = 300.0) -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own."""
    environment = dict(os.environ)
    environment.pop("PYOPENGL_PLATFORM", None)
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        env=environment,
        check=False,
    )


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


@pytest.mark.slow
def test_render_makes_a_picture_and_a_video(tmp_path):
    import av
    from PySide6.QtGui import QImage

    done = torseur(
        "render", "falling_brick", "--duration", "0.5", "--out", str(tmp_path / "end.png"), "--size", "320x200"
    )
    assert done.returncode == 0, done.stderr
    image = QImage(str(tmp_path / "end.png"))
    assert (image.width(), image.height()) == (320, 200)
    assert len({image.pixel(x, y) for x in range(0, 320, 3) for y in range(0, 200, 3)}) > 100
    video = tmp_path / "fall.mp4"
    done = torseur(
        "render", "falling_brick", "--duration", "0.4", "--out", str(video), "--size", "321x201", "--fps", "10"
    )
    assert done.returncode == 0, done.stderr
    with av.open(str(video)) as container:
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    assert len(frames) == 5
    assert frames[0].shape == (200, 320, 3)
    assert not np.array_equal(frames[0], frames[-1])


def test_a_picture_of_a_robot_is_of_its_pose_whole_and_transparent_around_it(tmp_path):
    from PySide6.QtGui import QImage

    share = []
    for k, options in enumerate((["--pose", "shoulder=-1.2,elbow=0.4"], ["--pose", "0,0,0,0,0,0", "--view", "front"])):
        out = tmp_path / f"{k}.png"
        done = torseur("render", "arm_6r", "--size", "160x120", "--transparent", "--out", str(out), *options)
        assert (done.returncode, done.stdout) == (0, f"saved: {out}\n"), done.stderr  # nothing was simulated
        image = QImage(str(out))
        opacity = np.array([[image.pixelColor(x, y).alpha() for x in range(160)] for y in range(120)])
        edge = np.concatenate(
            [opacity[:5].ravel(), opacity[-5:].ravel(), opacity[:, :5].ravel(), opacity[:, -5:].ravel()]
        )
        assert not edge.any()
        share.append((opacity == 255).mean())
        rows, columns = (np.flatnonzero((opacity > 0).any(axis=axis)) for axis in (1, 0))
        assert max(np.ptp(rows) / 120, np.ptp(columns) / 160) > 0.7  # it fills the picture
    assert 0.03 < min(share) < max(share) < 0.5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["arm_6r", "--pose", "rady"], "no pose named 'rady' in model 'arm_6r'; did you mean 'ready'"),
        (["arm_6r", "--pose", "elbov=1"], "no joint named 'elbov' in model 'arm_6r'; did you mean 'elbow'"),
        (["arm_6r", "--pose", "1,2"], "--pose has 2 numbers; 'arm_6r' has nq = 6: base_yaw, shoulder"),
        (["arm_6r", "--pose", "elbow=x"], "--pose: joint 'elbow': 'x' is not a number"),
        (["welcome", "--pose", "home"], "--pose is for a robot; welcome is a scene"),
    ],
)
def test_a_pose_that_there_is_not_is_refused_in_words(options, said, tmp_path, capsys):
    assert run(["render", *options, "--out", str(tmp_path / "no.png")]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.slow
def test_render_leaves_out_what_is_hidden(tmp_path, capsys):
    from PySide6.QtGui import QImage

    shared = ("render", "falling_brick", "--duration", "0.5", "--size", "320x200", "--out")
    pictures = []
    for name, options in {"all": (), "none": ("--hide", "contacts"), "longer": ("--arrows=2",)}.items():
        done = torseur(*shared, str(tmp_path / f"{name}.png"), *options)
        assert done.returncode == 0, done.stderr
        pictures.append(QImage(str(tmp_path / f"{name}.png")))
    orange = [
        sum(c.red() > 170 and 40 < c.green() < 120 and c.blue() < 60 for c in pixels)
        for pixels in ([image.pixelColor(x, y) for x in range(320) for y in range(200)] for image in pictures)
    ]
    assert orange[1] == 0
    assert orange[2] > orange[0] > 0
    with pytest.raises(SystemExit, match="2"):
        run([*shared, str(tmp_path / "no.png"), "--hide", "contact"])
    assert "'contact' is none of contacts" in capsys.readouterr().err


@pytest.mark.slow
def test_the_state_that_a_scene_starts_from_is_drawn_with_its_contact_forces_as_in_the_window(tmp_path):
    from PySide6.QtGui import QImage

    saved = tmp_path / "run.mcap"
    sim.save_recording(sim.simulate(sim.load_scene("incline_30"), 0.01), saved)
    pictures = []
    for k, what in enumerate((["incline_30"], [str(saved)], [str(saved), "--hide", "contacts"])):
        out = tmp_path / f"{k}.png"
        done = torseur("render", *what, "--time", "0", "--size", "480x270", "--out", str(out))
        assert done.returncode == 0, done.stderr
        pictures.append(QImage(str(out)))
    orange = [
        sum(c.red() > 140 and 40 < c.green() < 110 and c.blue() < 50 for c in pixels)
        for pixels in ([image.pixelColor(x, y) for x in range(480) for y in range(200)] for image in pictures)
    ]
    assert orange[0] == orange[1] > orange[2] + 20


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "until", "most"), [("brick_on_corner", 1.0, 0.03), ("domino", 1.2, 0.04)])
def test_arrows_are_seen_and_do_not_hide_the_bodies(tmp_path, scene, until, most):
    """Shares of the picture in the colour of normal forces, without labels: before, none of the brick's, 0.1 of the dominoes'."""
    from PySide6.QtGui import QImage

    out = tmp_path / "picture.png"
    options = ("--duration", str(until), "--size", "480x270", "--hide", "contact_labels", "--out", str(out))
    done = torseur("render", scene, *options)
    assert done.returncode == 0, done.stderr
    image = QImage(str(out))
    hues = [image.pixelColor(x, y) for x in range(480) for y in range(200)]  # the legend is below
    share = sum(c.red() > 140 and 40 < c.green() < 110 and c.blue() < 50 for c in hues) / len(hues)
    assert 0.0005 < share < most


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
