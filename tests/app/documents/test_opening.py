"""A name means the same whether a document is opened or a robot loaded, whatever lies in the current folder."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.app.documents.document import open_document
from torseur.app.documents.planned_scene import ground_rows
from torseur.app.preferences.preferences import Preferences
from torseur.robots.options import LoadOptions
from torseur.sim.errors import ArgumentError, SceneError
from torseur.sim.multibody.model.model import Severity
from torseur.sim.trajectory.files.task_file import task_names
from torseur.sim.trajectory.replay.replay_ground import ground_parts
from torseur.sim.trajectory.task.obstacles import GapObstacle, StepObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase


@pytest.mark.parametrize("kind", ["folder", "file"])
@pytest.mark.parametrize("name", ["scara", "falling_brick", "hop_gap"])
def test_a_name_goes_before_what_is_called_so_in_the_folder(name, kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if kind == "folder":
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text("")
    assert open_document(name).reference == name
    if name == "scara":
        assert robots.load(name).name == "scara"
    preferences = Preferences(tmp_path / "settings.json")
    preferences.add_recent(name)
    assert preferences.recent == [name]


def test_a_folder_that_has_no_name_of_ours_is_said_to_be_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    with pytest.raises(ArgumentError, match=r"mine: folders are not opened; these are: \.toml"):
        open_document("mine")


OBSTACLES = (StepObstacle(1.2, 0.1, 1), GapObstacle(0.1, 0.7, 1), StepObstacle(1.6, -0.25, 1))


def heights(boxes, places):
    """Of the ground at places along x [m]; NaN: there is none. A box is its middle and its size."""
    found = np.full(len(places), np.nan)
    for middle, size in boxes:
        found[np.abs(places - middle[0]) < 0.5 * size[0]] = middle[2] + 0.5 * size[2]
    return found


def test_gaps_and_steps_are_seen_where_they_are_replayed():
    task = PlanTask(name="up", phases=(TaskPhase("stance"),), obstacles=OBSTACLES)
    places = np.array([-0.5, 0.0, 0.15, 0.4, 0.65, 0.9, 1.3, 1.5, 1.7, 2.0])
    seen = heights([(shape["xyz"], shape["size"]) for shape in ground_rows(task)[0]["shapes"]], places)
    (ground,) = ground_parts(OBSTACLES)
    shapes = ground.model.bodies[0].collisions
    replayed = heights([(shape.placement[:3, 3], shape.shape.size) for shape in shapes], places)
    nan = float("nan")
    assert seen == pytest.approx([0, 0, nan, nan, nan, 0, 0.1, 0.1, -0.15, -0.15], nan_ok=True)
    assert replayed == pytest.approx(seen, nan_ok=True)


@loop_over("name", task_names())
def test_shipped_tasks_open_without_a_warning(name):
    assert [one for one in open_document(name).findings if one.severity is not Severity.NOTE] == []


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
