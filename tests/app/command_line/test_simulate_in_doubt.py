"""What commands say of a run that is in doubt, or slow."""

from __future__ import annotations

import time
from types import SimpleNamespace

import numpy as np
import pytest

from torseur.app.command_line.command_line import run
from torseur.app.command_line.rendering.pose_argument import doubts_of_pose, posed
from torseur.app.command_line.simulate import last_energy
from torseur.app.command_line.slowness import slowness_told
from torseur.app.documents.document import open_document

ARM = """<robot name="arm"><link name="w"/>
<link name="b"><inertial><origin xyz="0.2 0 0"/><mass value="1"/>
<inertia ixx="0.001" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="w"/><child link="b"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="EFFORT" velocity="10"/></joint></robot>
"""


SCENE = """
duration = 0.1
[[robots]]
name = "a"
model = "arm.urdf"
q = [0.0]
[robots.controller]
law = "pd"
stiffness = 500.0
damping = 20.0
gravity_compensation = true
"""


INERTIA = "<inertial><mass>0.1</mass><inertia><ixx>0.001</ixx><iyy>0.001</iyy><izz>0.001</izz></inertia></inertial>"


LOOP = f"""<?xml version="1.0"?>
<sdf version="1.9"><model name="loop">
<link name="a">{INERTIA}</link>
<link name="b"><pose>0 0 0.3 0 0 0</pose>{INERTIA}</link>
<joint name="j1" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="j2" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="j3" type="revolute"><parent>world</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>
"""


@pytest.mark.parametrize(("effort", "steps"), [("1.5", 100), ("0", 100), ("10", 0)])
def test_torques_that_are_cut_are_counted(effort, steps, tmp_path, capfd):
    """1.96 N m would hold the arm."""
    (tmp_path / "arm.urdf").write_text(ARM.replace("EFFORT", effort))
    (tmp_path / "scene.toml").write_text(SCENE)
    assert run(["simulate", str(tmp_path / "scene.toml")]) == 0
    said = f"warning: the torque of 'a/j' is cut at {effort} N m in {steps} of 100 steps, first at t = 0.001 s"
    assert (said in capfd.readouterr().out) == (steps > 0)


def test_a_loop_that_is_left_out_puts_the_motion_in_doubt(tmp_path, capfd):
    (tmp_path / "loop.sdf").write_text(LOOP)
    assert run(["simulate", str(tmp_path / "loop.sdf"), "--duration", "0.1"]) == 4
    assert "in doubt: loop.sdf:7: joint 'j3' closes a loop of links; it is left out" in capfd.readouterr().out


def test_a_pose_beyond_limits_is_drawn_and_said_without_a_word_of_simulations() -> None:
    document = posed(open_document("arm_6r"), "elbow=99")
    (doubt,) = doubts_of_pose(document)
    assert doubt.startswith("--pose: warning: joint 'elbow' is drawn at 99, beyond its limits ")


def test_a_pose_within_limits_leaves_no_doubt() -> None:
    assert doubts_of_pose(posed(open_document("arm_6r"), "ready")) == []


@pytest.mark.parametrize(
    ("energy", "said"),
    [
        ([1.0, 2.5], "2.5 J at last"),
        ([1.0, 2.5, np.nan], "2.5 J at t = 0.1 s, after which it is too large for a number"),
        ([1.0, np.inf, np.nan], "1 J at t = 0 s, after which it is too large for a number"),
        ([np.nan], "nan J at last"),
    ],
)
def test_an_energy_that_is_no_number_is_said_in_words(energy, said):
    assert last_energy(0.1 * np.arange(len(energy)), np.array(energy)) == said


def wait_until(what):
    end = time.monotonic() + 60.0
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def told(capfd, **simulation):
    """What is said of a simulation that stands still, until something is."""
    said = []
    with slowness_told(SimpleNamespace(t=0.5, **simulation)):
        wait_until(lambda: said.append(capfd.readouterr().err) or "".join(said))
    return "".join(said)


def test_a_simulation_that_crawls_is_told(capfd):
    assert told(capfd, crawls="it crawls: 40 events", slowness="") == "torseur: it crawls: 40 events\n"


def test_one_that_is_slow_without_crawling_is_told_with_what_takes_its_time(capfd):
    assert told(capfd, crawls="", slowness="each evaluation takes long") == "torseur: each evaluation takes long\n"
