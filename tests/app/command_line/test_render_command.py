"""Pictures and videos drawn without a window, as they are asked for on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.sim.simulation.inspection.checking.test_doubtful_contacts import INSIDE
from torseur import sim
from torseur.app.command_line.command_line import run

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

ROOT = Path(__file__).parents[3]


def torseur(*arguments: str, timeout: float = 300.0) -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own."""
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *arguments], capture_output=True, text=True, timeout=timeout, check=False
    )


SEVERAL = """
import json, sys
from PySide6.QtGui import QGuiApplication
from torseur.app.command_line.command_line import run
app = QGuiApplication(["torseur", "-platform", "offscreen"])
sys.exit(max(run(arguments) for arguments in json.loads(sys.argv[1])))
"""


def rendered(folder: Path, *commands: Sequence[str]) -> tuple[list[QImage], str]:
    """Pictures of these options of `torseur render`, and what was said: drawn by one process, which is ready once for all."""
    from PySide6.QtGui import QImage

    files = [folder / f"{k}.png" for k in range(len(commands))]
    asked = [["render", *options, "--out", str(out)] for options, out in zip(commands, files, strict=True)]
    command = [sys.executable, "-P", "-c", SEVERAL, json.dumps(asked)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return [QImage(str(out)) for out in files], done.stdout


SIZES = {"hidden": "320x200", "start": "480x270", "arrows": "480x270"}


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """For each of the slow tests below its pictures, all drawn by one process: to be ready takes longer than to draw."""
    folder = tmp_path_factory.mktemp("pictures")
    saved = folder / "run.mcap"
    sim.save_recording(sim.simulate(sim.load_scene("incline_30"), 0.01), saved)
    brick, start = ("falling_brick", "--duration", "0.5"), ("--time", "0")
    asked = {
        "hidden": (brick, (*brick, "--hide", "contacts"), (*brick, "--arrows=2")),
        "start": (("incline_30", *start), (str(saved), *start), (str(saved), *start, "--hide", "contacts")),
        "arrows": tuple(
            (scene, "--duration", duration, "--hide", "contact_labels")
            for scene, duration in (("brick_on_corner", "1.0"), ("domino", "1.2"))
        ),
    }
    commands = [(*options, "--size", SIZES[test]) for test, several in asked.items() for options in several]
    drawn = iter(rendered(folder, *commands)[0])
    return {test: [next(drawn) for _ in several] for test, several in asked.items()}


@pytest.mark.slow
def test_render_makes_a_picture_and_a_video(tmp_path):
    import av
    from PySide6.QtGui import QImage

    done = torseur("render", "falling_brick", "--duration", "0.5", "--out", str(tmp_path / "end.png"), "--size", "320x200")
    assert done.returncode == 0, done.stderr
    image = QImage(str(tmp_path / "end.png"))
    assert (image.width(), image.height()) == (320, 200)
    assert len({image.pixel(x, y) for x in range(0, 320, 3) for y in range(0, 200, 3)}) > 100
    video = tmp_path / "fall.mp4"
    done = torseur("render", "falling_brick", "--duration", "0.4", "--out", str(video), "--size", "321x201", "--fps", "10")
    assert done.returncode == 0, done.stderr
    with av.open(str(video)) as container:
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    assert len(frames) == 5
    assert frames[0].shape == (200, 320, 3)
    assert not np.array_equal(frames[0], frames[-1])


@pytest.mark.slow
def test_a_picture_of_a_robot_is_of_its_pose_whole_and_transparent_around_it(tmp_path):
    shared, share = ("arm_6r", "--size", "160x120", "--transparent"), []
    poses = ("--pose", "shoulder=-1.2,elbow=0.4"), ("--pose", "0,0,0,0,0,0", "--view", "front")
    pictures, said = rendered(tmp_path, *((*shared, *pose) for pose in poses))
    assert said == f"saved: {tmp_path / '0.png'}\nsaved: {tmp_path / '1.png'}\n"  # nothing was simulated
    for image in pictures:
        opacity = np.array([[image.pixelColor(x, y).alpha() for x in range(160)] for y in range(120)])
        edge = np.concatenate([opacity[:5].ravel(), opacity[-5:].ravel(), opacity[:, :5].ravel(), opacity[:, -5:].ravel()])
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
def test_render_leaves_out_what_is_hidden(pictures, tmp_path, capsys):
    orange = [
        sum(c.red() > 170 and 40 < c.green() < 120 and c.blue() < 60 for c in pixels)
        for pixels in ([image.pixelColor(x, y) for x in range(320) for y in range(200)] for image in pictures["hidden"])
    ]
    assert orange[1] == 0
    assert orange[2] > orange[0] > 0
    with pytest.raises(SystemExit, match="2"):
        run(["render", "falling_brick", "--out", str(tmp_path / "no.png"), "--hide", "contact"])
    assert "'contact' is none of contacts" in capsys.readouterr().err


@pytest.mark.slow
def test_the_state_that_a_scene_starts_from_is_drawn_with_its_contact_forces_as_in_the_window(pictures):
    orange = [
        sum(c.red() > 140 and 40 < c.green() < 110 and c.blue() < 50 for c in pixels)
        for pixels in ([image.pixelColor(x, y) for x in range(480) for y in range(200)] for image in pictures["start"])
    ]
    assert orange[0] == orange[1] > orange[2] + 20


@pytest.mark.slow
def test_arrows_are_seen_and_do_not_hide_the_bodies(pictures):
    """Shares of the picture in the colour of normal forces, without labels: before, none of the brick's, 0.1 of the dominoes'."""
    for image, most in zip(pictures["arrows"], (0.03, 0.04), strict=True):
        hues = [image.pixelColor(x, y) for x in range(480) for y in range(200)]  # the legend is below
        share = sum(c.red() > 140 and 40 < c.green() < 110 and c.blue() < 50 for c in hues) / len(hues)
        assert 0.0005 < share < most


@pytest.mark.slow
def test_a_recording_whose_motion_is_in_doubt_is_drawn_and_said_to_be(tmp_path):
    (tmp_path / "scene.toml").write_text(INSIDE)
    sim.save_recording(sim.simulate(sim.load_scene(tmp_path / "scene.toml")), tmp_path / "run.mcap")
    done = torseur("render", str(tmp_path / "run.mcap"), "--out", str(tmp_path / "run.png"), "--size", "64x64")
    assert done.returncode == 4, done.stderr
    assert "in doubt: " in done.stdout
    assert (tmp_path / "run.png").stat().st_size > 0
