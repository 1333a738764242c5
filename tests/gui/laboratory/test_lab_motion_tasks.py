"""The page Motion in the real window: a plan typed, its torques against the limits, played back, and saved as a scene."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur import robots, sim
from torseur.app.session.scene_edits import change_material

URDF = """<robot name="arm"><link name="base"/>
<link name="{tip}"><inertial><origin xyz="0.2 0 0"/><mass value="1"/>
<inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="hinge" type="revolute"><parent link="base"/><child link="{tip}"/><axis xyz="0 1 0"/>
<limit lower="-2" upper="2" effort="20" velocity="5"/></joint></robot>"""


@pytest.fixture
def document():
    return "planar_2r"


@pytest.fixture
def page(window, hand):
    window.use_workspace("dynamics")
    window.dynamics.page("motion")
    QTest.mouseClick(window.panels.dynamics.strip.tab("motion"), Qt.MouseButton.LeftButton)
    hand.rest()
    yield window.dynamics.page("motion")
    window.use_workspace("kinematics")


def typed(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.rect().center())


def test_a_typed_plan_has_the_torques_of_inverse_dynamics(window, hand, page):
    plan = page.widget.plan
    typed(plan.changes.rows[0].field, "40")
    typed(plan.duration, "0.8")
    click(plan.profile.button("cubic"))
    model = robots.load("planar_2r")
    q = window.session.q
    for mass, gravity in ((0.0, True), (1.5, True), (1.5, False)):
        typed(plan.mass, str(mass))
        if plan.gravity.isChecked() != gravity:
            click(plan.gravity)
        loaded = sim.with_payload(model, page.plan.body, mass, np.zeros(3))
        trajectory = sim.JointTrajectory(loaded, q, np.radians([40.0, 0.0]), 0.8, "cubic")
        expected = sim.motion_task(trajectory, (0.0, 0.0, -9.81 * gravity))
        np.testing.assert_allclose(page.task.tau, expected.tau, atol=1e-12)
    assert len(page.task.t) == 801


def test_what_is_beyond_the_limits_is_said(window, hand, page):
    plan = page.widget.plan
    typed(plan.changes.rows[0].field, "90")
    typed(plan.duration, "0.1")
    assert page.task.share[0] > 1.0
    assert "Beyond the limit of torque" in page.widget.warning.text
    click(page.widget.what.button("share"))
    limits = page.widget.panes["share"].lines[-2:]
    assert [style.name for style, _ in limits] == ["limit", "−limit"]
    click(page.widget.what.button("tau"))
    click(plan.still_button)
    assert np.all(page.task.v == 0.0)
    click(plan.random_button)
    assert page.task.beyond == ()


def test_played_back_the_robot_makes_the_motion_and_the_plan_stays(window, hand, page, tmp_path):
    plan = page.widget.plan
    typed(plan.changes.rows[0].field, "30")
    typed(plan.changes.rows[1].field, "-20")
    typed(plan.duration, "1")
    typed(plan.mass, "0.5")
    task = page.task
    click(page.widget.play_button)
    hand.wait_until(lambda: window.session.playback.reached >= 0.999)
    window.session.playback.pause()
    recording = window.session.recording
    assert window.workspaces.current == "dynamics"
    assert (
        np.abs(recording.q[: len(task.t)] - task.q[: len(recording)]).max() < 3e-3
    )  # of dry friction, see the tests of sim
    hand.rest()
    assert page.plan.mass == 0.5
    np.testing.assert_array_equal(page.task.tau, task.tau)  # the payload is not there twice
    page.save_scene(tmp_path / "motion.toml")
    scene = sim.load_scene(tmp_path / "motion.toml")
    read = sim.simulate(scene)
    np.testing.assert_allclose(read.q, recording.q[: len(read)], atol=1e-12)


def test_robots_without_motors_and_scenes_of_several_are_refused_in_a_sentence(window, hand, page):
    for name, words in (("quadruped", "floating base"), ("domino", "one robot alone")):
        assert window.open(name)
        window.use_workspace("dynamics")
        hand.rest()
        assert words in page.widget.absent.text
        assert page.task is None


def test_a_payload_that_the_scene_has_is_not_planned_with_twice(window, hand, page, tmp_path):
    typed(page.widget.plan.changes.rows[0].field, "30")
    typed(page.widget.plan.mass, "2")
    page.save_scene(tmp_path / "loaded.toml")
    assert window.open(tmp_path / "loaded.toml")
    window.use_workspace("dynamics")
    hand.rest()
    assert page.task is None
    assert "carries a payload of 2 kg on link2" in page.widget.absent.text


def test_another_material_in_what_plays_back_leaves_the_plan_as_it_was(window, hand, page, tmp_path):
    typed(page.widget.plan.changes.rows[0].field, "30")
    typed(page.widget.plan.mass, "2")
    torques = page.task.tau
    click(page.widget.play_button)
    window.session.playback.pause()
    assert change_material(window.session, "", friction=0.123)
    window.session.playback.pause()
    hand.rest()
    np.testing.assert_array_equal(page.task.tau, torques)
    page.save_scene(tmp_path / "motion.toml")
    link = sim.with_payload(robots.load("planar_2r"), page.plan.body, 2.0, np.zeros(3)).bodies[-1]
    assert sim.load_scene(tmp_path / "motion.toml").parts[0].model.bodies[-1].mass == link.mass


def test_a_plan_starts_at_the_instant_shown_and_what_plays_it_back_computes_nothing_anew(window, hand, page):
    session = window.session
    session.pose(np.array([0.3, 0.4]), "pose")
    session.playback.play()
    hand.wait_until(lambda: session.playback.reached >= 0.2)
    session.move_joint(session.model.joint_names[0], 0.9)
    hand.wait_until(lambda: abs(session.q[0] - 0.3) > 0.02)
    session.playback.pause()
    hand.rest()
    np.testing.assert_array_equal(page.task.q[0], session.q)
    assert abs(page.task.q[0, 0] - 0.3) > 0.02
    typed(page.widget.plan.changes.rows[0].field, "30")
    click(page.widget.play_button)
    hand.wait_until(lambda: session.playback.reached >= 0.3)
    session.playback.pause()
    hand.rest()
    task = page.task
    session.playback.seek(0.1)
    hand.rest()
    assert page.task is task
    session.pose(np.array([0.1, -0.2]), "pose")
    hand.rest()
    np.testing.assert_array_equal(page.task.q[0], [0.1, -0.2])


def test_a_robot_of_the_same_joints_and_other_bodies_is_planned_for(window, hand, page, tmp_path):
    for tip in ("hand", "hook"):
        (tmp_path / f"{tip}.urdf").write_text(URDF.format(tip=tip))
        assert window.open(tmp_path / f"{tip}.urdf")
        window.use_workspace("dynamics")
        hand.rest()
        assert page.plan.body == tip
        assert page.task is not None
