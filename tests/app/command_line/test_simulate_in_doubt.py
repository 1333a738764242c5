"""What was cut or left out is counted in the summary of `simulate`; a motion in doubt ends it with a code of its own."""

from __future__ import annotations

import pytest

from torseur.app.command_line.command_line import run

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
