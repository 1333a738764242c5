"""A xacro file that was opened with arguments: its recording is read again with the same."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.documents.document import open_document
from torseur.robots.options import LoadOptions
from torseur.sim.errors import SceneError

ARM = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="prefix" default="plain_"/>
  <xacro:arg name="mass" default="1"/>
  <link name="$(arg prefix)base"/>
  <link name="$(arg prefix)tip"><inertial><mass value="$(arg mass)"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
  </inertial></link>
  <joint name="swing" type="continuous"><parent link="$(arg prefix)base"/><child link="$(arg prefix)tip"/><axis xyz="0 1 0"/>
  </joint>
</robot>
"""


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.xacro"
    path.write_text(ARM)
    return path


def test_a_recording_of_a_robot_opened_with_arguments_is_opened_again_with_them(arm, tmp_path):
    document = open_document(arm, LoadOptions(xacro_args={"prefix": "left_", "mass": 2.5}))
    recording = sim.simulate(document.scene, 0.01)
    sim.save_recording(recording, tmp_path / "arm.mcap")
    again = open_document(tmp_path / "arm.mcap")
    assert not again.recording.findings
    model = again.scene.parts[-1].model
    assert model.body_names == ("left_base", "left_tip")
    assert model.bodies[-1].mass == 2.5
    np.testing.assert_array_equal(again.recording.q, recording.q)
    alone = sim.load_recording(tmp_path / "arm.mcap", load_model=robots.load)
    assert alone.scene.model.body_names == again.scene.model.body_names


def test_a_scene_says_the_arguments_of_its_robots_and_refuses_them_for_what_has_none(arm, tmp_path):
    scene = tmp_path / "two.toml"
    row = '[[robots]]\nname = "{}"\nmodel = "{}"\narguments = {{ prefix = "{}" }}\n'
    scene.write_text(row.format("a", "arm.xacro", "x_") + row.format("b", "arm.xacro", "y_"))
    assert sim.load_scene(scene).model.body_names == ("a/x_base", "a/x_tip", "b/y_base", "b/y_tip")
    scene.write_text(row.format("a", "scara", "x_"))
    with pytest.raises(SceneError, match="only xacro files have arguments"):
        sim.load_scene(scene)
