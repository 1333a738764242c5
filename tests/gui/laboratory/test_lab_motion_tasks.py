"""The page Motion in the real window: a plan typed, its torques against the limits, played back, and saved as a scene."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from torseur import robots, sim
from torseur.app.session.scene_edits import change_material
from torseur.app.window.camera_following import in_sight
from torseur.ui.text.number_text import number_text

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


def planned(hand, page):
    """The task of the plan of now, once the thread has it."""
    hand.wait_until(lambda: not page.is_busy and page.sheet.has("torques.plot"))
    hand.rest()
    return page.questions.known("plan").task


def played(window, hand, page):
    """Press the button, and wait for the scene that plays the motion back."""
    planned(hand, page)
    before = window.session.document
    click(page.widget.part("torques.do.play"))
    hand.wait_until(lambda: window.session.document is not before)


def saved(window, hand, page, path):
    planned(hand, page)
    save(window, hand, page, path)
    hand.wait_until(path.exists)


def save(window, hand, page, path):
    """Press the button, and answer the dialog."""
    click(page.widget.part("torques.do.save"))

    def dialogs():
        return [one for one in page.widget.findChildren(QFileDialog) if one.isVisible()]

    hand.wait_until(dialogs)
    dialogs()[0].fileSelected.emit(str(path))
    dialogs()[0].reject()


def row(page, k):
    """Where is typed how far a joint goes."""
    return page.widget.part("trajectory.rows").rows[k].field


def duration(page):
    return page.widget.view("times").fields[0]


def mass(page):
    return page.widget.view("mass").field


def test_a_motion_that_is_played_back_stays_in_sight_above_the_floor(window, hand, page):
    assert window.open("ur5")
    window.use_workspace("dynamics")
    typed(row(page, 1), "100")  # from lying along x to standing
    typed(duration(page), "0.2")
    task = planned(hand, page)
    played(window, hand, page)
    hand.rest()
    view = window.viewport.view
    assert view.floor_is_drawn()
    size = window.viewport.size_in_units()
    for q in task.q[::20]:
        poses = sim.frame_poses(window.session.model, q)[: len(view.mesh.radii)]
        centers = np.einsum("nij,nj->ni", poses[:, :3, :3], view.mesh.centers) + poses[:, :3, 3]
        assert in_sight(window.viewport.camera, size, centers).all()
    assert window.open("falling_brick")
    assert view.floor is None


def test_played_back_the_robot_makes_the_motion_and_the_plan_stays(window, hand, page, tmp_path):
    typed(row(page, 0), "30")
    typed(row(page, 1), "-20")
    typed(duration(page), "1")
    typed(mass(page), "0.5")
    task = planned(hand, page)
    played(window, hand, page)
    hand.wait_until(lambda: window.session.playback.reached >= 0.999)
    window.session.playback.pause()
    recording = window.session.recording
    assert window.workspaces.current == "dynamics"
    assert np.abs(recording.q[: len(task.t)] - task.q[: len(recording)]).max() < 3e-3  # of dry friction, see the tests of sim
    hand.rest()
    planned(hand, page)
    hand.wait_until(lambda: "strays" in page.widget.part("facts").texts[-1])
    apart = np.abs(recording.q - task.q[: len(recording)]).max()
    assert page.widget.part("facts").texts[-1].endswith(f" strays most, by {number_text(np.degrees(apart), 3)} °")
    assert page.settings.plan.mass == 0.5
    np.testing.assert_array_equal(planned(hand, page).tau, task.tau)  # the payload is not there twice
    typed(mass(page), "0.6")
    planned(hand, page)
    assert "strays" not in page.widget.part("facts").texts[-1]  # another motion than the one that was played
    typed(mass(page), "0.5")
    planned(hand, page)
    saved(window, hand, page, tmp_path / "motion.toml")
    scene = sim.load_scene(tmp_path / "motion.toml")
    read = sim.simulate(scene)
    np.testing.assert_allclose(read.q[: len(recording)], recording.q[: len(read)], atol=1e-12)


def test_the_wrench_that_a_floating_base_takes_is_planned_and_played_back(window, hand, page):
    assert window.open("quadruped")
    window.use_workspace("dynamics")
    hand.rest()
    rows = page.widget.part("trajectory.rows").rows
    assert [row.amount.letter for row in rows[:6]] == ["Δx", "Δy", "Δz", "Δθ_x", "Δθ_y", "Δθ_z"]
    typed(rows[2].field, "0.2")
    typed(rows[6].field, "20")
    task = planned(hand, page)
    weight = sum(body.mass for body in window.session.model.bodies) * 9.81
    assert task.tau[0, 2] == pytest.approx(weight, rel=1e-9)  # upright and at rest, without the floor
    assert "wrench [f; n]" in page.widget.part("torques.note").text
    played(window, hand, page)
    hand.wait_until(lambda: window.session.playback.reached >= 0.999)
    window.session.playback.pause()
    recording = window.session.recording
    apart = [sim.difference(task.model, p, q) for p, q in zip(task.q, recording.q, strict=False)]
    assert np.abs(apart).max() < 2e-3  # of the scheme: see the tests of sim


def test_a_body_of_a_scene_is_planned_for_and_no_file_is_written_that_could_not_name_it(window, hand, page, tmp_path):
    assert window.open("falling_brick")
    window.use_workspace("dynamics")
    hand.rest()
    task = planned(hand, page)
    weight = 9.81 * sum(body.mass for body in task.model.bodies)
    assert task.tau[0, :3] == pytest.approx([0.0, 0.0, weight])
    told = []
    window.exports.failed.connect(lambda text, why: told.append(why))
    save(window, hand, page, tmp_path / "brick.toml")
    hand.wait_until(lambda: bool(told))
    assert "no robot of a file" in told[0]
    assert list(tmp_path.iterdir()) == []


def test_the_payload_of_a_scene_is_the_robots_and_the_pages_own_is_one_more(window, hand, page, tmp_path):
    typed(row(page, 0), "30")
    typed(mass(page), "2")
    first = planned(hand, page)
    saved(window, hand, page, tmp_path / "loaded.toml")
    assert window.open(tmp_path / "loaded.toml")
    window.use_workspace("dynamics")
    hand.rest()
    typed(mass(page), "0")
    typed(row(page, 0), "30")
    typed(row(page, 1), "0")
    typed(duration(page), "1")
    np.testing.assert_allclose(planned(hand, page).tau, first.tau, atol=1e-12)
    typed(mass(page), "1")
    own = planned(hand, page)
    twice = sim.with_payload(sim.with_payload(robots.load("planar_2r"), "link2", 2.0, np.zeros(3)), "link2", 1.0, np.zeros(3))
    assert own.model.bodies[-1].mass == twice.bodies[-1].mass
    saved(window, hand, page, tmp_path / "more.toml")
    assert sim.load_scene(tmp_path / "more.toml").parts[0].model.bodies[-1].mass == twice.bodies[-1].mass
    played(window, hand, page)
    window.session.playback.pause()
    assert window.session.document.scene.source == (tmp_path / "more.toml").read_text(encoding="utf-8")
    assert window.session.model.bodies[-1].mass == twice.bodies[-1].mass


def test_a_long_motion_is_planned_beside_the_window_and_only_the_newest_is_shown(window, hand, page):
    typed(duration(page), "30")
    typed(row(page, 0), "30")
    planned(hand, page)
    for angle in (0.1, 0.2, 0.3):
        window.session.pose(np.array([angle, 0.4]), "pose")
        page.update()
        assert page.is_busy  # the thread is asked
        assert page.sheet.block("torques").note == "planning…"
    np.testing.assert_array_equal(planned(hand, page).q[0], [0.3, 0.4])


def test_another_material_in_what_plays_back_leaves_the_plan_as_it_was(window, hand, page, tmp_path):
    typed(row(page, 0), "30")
    typed(mass(page), "2")
    torques = planned(hand, page).tau
    played(window, hand, page)
    window.session.playback.pause()
    assert change_material(window.session, "", friction=0.123)
    window.session.playback.pause()
    hand.rest()
    np.testing.assert_array_equal(planned(hand, page).tau, torques)
    saved(window, hand, page, tmp_path / "motion.toml")
    link = sim.with_payload(robots.load("planar_2r"), page.sheet.block("carried.body").chosen, 2.0, np.zeros(3)).bodies[-1]
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
    np.testing.assert_array_equal(planned(hand, page).q[0], session.q)
    assert abs(planned(hand, page).q[0, 0] - 0.3) > 0.02
    typed(row(page, 0), "30")
    played(window, hand, page)
    hand.wait_until(lambda: session.playback.reached >= 0.3)
    session.playback.pause()
    hand.rest()
    task = planned(hand, page)
    session.playback.seek(0.1)
    hand.rest()
    assert planned(hand, page) is task
    session.pose(np.array([0.1, -0.2]), "pose")
    hand.rest()
    np.testing.assert_array_equal(planned(hand, page).q[0], [0.1, -0.2])


def test_a_robot_of_the_same_joints_and_other_bodies_is_planned_for(window, hand, page, tmp_path):
    for tip in ("hand", "hook"):
        (tmp_path / f"{tip}.urdf").write_text(URDF.format(tip=tip))
        assert window.open(tmp_path / f"{tip}.urdf")
        window.use_workspace("dynamics")
        hand.rest()
        assert page.sheet.block("carried.body").chosen == tip
        assert planned(hand, page).model.body_names[-1] == tip
