"""The page Motion without a window: what is planned, what it takes, and what of it is played back or saved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from tests.swing import SWING
from torseur import robots, sim
from torseur.app.documents.document import open_document
from torseur.app.laboratory.dynamics.motion_task.motion_plan import PlannedMotion
from torseur.app.laboratory.dynamics.motion_task.page import MotionPage
from torseur.app.laboratory.dynamics.motion_task.torque_blocks import torque_blocks
from torseur.app.sheet.page import PlayScene, SaveFile
from torseur.sim.analysis.dynamics.motion_task import MotionTask
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.build import build_model
from torseur.ui.sheet.sheet import Sheet


def page(name, frame=None):
    found = WrittenPage(MotionPage(), name, frame)
    found.seen = replace(found.seen, scene=open_document(name).scene)
    return found


def task_of(motion):
    """What is planned."""
    assert motion.sheet.blocks
    return motion.questions.known("plan").task


def saved(motion, path):
    """The robot of the scene that plays the motion back, from its file."""
    motion.take("torques.do.save", "pressed")
    motion.take("", "beat")
    (effect,) = motion.effects
    assert all(piece is not None for piece in effect.pieces(path))
    return sim.load_scene(path).parts[0].model


def chain(count, kind=sim.JointKind.REVOLUTE):
    """A model of so many joints of one kind, one carrying the next."""
    names = [f"link{k}" for k in range(count)]
    bodies = [sim.Body(name, 1.0, np.zeros(3), np.eye(3)) for name in names]
    joints = [
        sim.Joint(f"joint{k}", kind, None if not k else names[k - 1], names[k], axis=np.array([0.0, 0.0, 1.0]))
        for k in range(count)
    ]
    return build_model("chain", bodies, joints)


def planned(model, share=0.0):
    nv, t = model.nv, np.linspace(0.0, 1.0, 5)
    still, ones = np.zeros((5, nv)), np.ones((5, nv))
    task = MotionTask(model, (0.0, 0.0, 0.0), np.eye(4), t, np.zeros((5, model.nq)), still, still, ones, still, ones)
    return PlannedMotion(task, np.ones(nv), np.full(nv, share), np.zeros(nv), (), 0.0, 0.0)


def test_a_typed_plan_has_the_torques_of_inverse_dynamics():
    motion = page("planar_2r")
    motion.take("trajectory.rows", "entered", (0, np.radians(40.0)))
    motion.take("trajectory.times.duration", "entered", 0.8)
    motion.take("trajectory.profile", "chosen", "cubic")
    motion.take("payload.carried.mass", "entered", 1.5)
    motion.take("payload.pull.gravity", "switched", False)
    loaded = sim.with_payload(robots.load("planar_2r"), motion.settings.plan.body, 1.5, np.zeros(3))
    trajectory = sim.JointTrajectory(loaded, motion.seen.q, np.radians([40.0, 0.0]), 0.8, "cubic")
    expected = sim.motion_task(trajectory, (0.0, 0.0, 0.0))
    plot = motion.block("plot").value
    np.testing.assert_allclose(np.column_stack(plot.values), expected.tau, atol=1e-12)
    assert len(plot.t) == 801
    assert len(motion.block("table").rows) == 2
    motion.take("trajectory.profile", "chosen", "sine")
    assert motion.block("frequency").value == 1.0
    assert motion.block("duration").lower == 1e-3


def test_a_random_plan_keeps_to_the_limits_and_what_is_beyond_them_is_said():
    motion = page("planar_2r")
    motion.take("trajectory.rows", "entered", (0, 1.5))
    motion.take("trajectory.times.duration", "entered", 0.1)
    assert "Beyond the limit of torque" in motion.block("faults").text
    motion.take("torques.plotted", "chosen", "share")
    assert [line.name for line in motion.block("plot").value.lines[-2:]] == ["limit", "−limit"]
    motion.take("trajectory.buttons.random", "pressed")
    assert "speed" not in motion.block("faults").text
    assert motion.settings.plan.duration > 0.1
    motion.take("trajectory.buttons.still", "pressed")
    assert not any(motion.block("rows").values)
    assert "these torques hold the pose" in motion.block("torques.note").text


def test_the_scene_is_played_from_where_it_starts_and_its_plan_stays():
    motion = page("planar_2r")
    motion.take("trajectory.rows", "entered", (1, 0.5))
    motion.take("torques.do.play", "pressed")
    assert motion.page.beat(motion.settings)
    assert motion.sheet.has("torques.making")
    motion.take("", "beat")
    (effect,) = motion.effects
    assert isinstance(effect, PlayScene)
    assert not motion.page.beat(motion.settings)
    before, plan = motion.block("plot").value, motion.settings.plan
    scene = effect.scene
    motion.seen = replace(motion.seen, model=scene.model, q=scene.initial.q, scene=scene, opened=2)
    assert motion.block("torques.note").text.startswith("From the pose where playing back starts")
    np.testing.assert_array_equal(motion.block("plot").value.values, before.values)
    assert motion.settings.plan is plan
    recording = sim.simulate(scene)
    motion.seen = replace(motion.seen, recording=recording, index=len(recording) - 1, q=recording.q[-1])
    assert motion.block("facts").facts[-1][0] == "Played back, elbow strays most, by"
    motion.take("payload.carried.mass", "entered", 0.5)
    assert len(motion.block("facts").facts) == 2, "it was planned anew since"
    motion.take("torques.do.save", "pressed")
    motion.take("", "beat")
    assert [type(one) for one in motion.effects] == [SaveFile]


def test_while_it_plays_a_motion_starts_where_the_robot_rested():
    motion = page("planar_2r")
    motion.pose([0.3, 0.4])
    assert motion.block("plot").value.values
    motion.seen = replace(motion.seen, playing=True)
    motion.pose([0.9, 0.1])
    assert motion.block("torques.note").text.startswith("From the pose where it last rested")
    np.testing.assert_array_equal(motion.questions.known("plan").task.q[0], [0.3, 0.4])


def test_a_scene_of_several_is_refused_in_a_sentence_and_another_robot_has_a_plan_of_its_own():
    assert "one robot alone" in page("domino").block("absent").text
    motion = page("planar_2r")
    motion.take("trajectory.rows", "entered", (0, 1.0))
    other = page("scara")
    other.settings = motion.settings
    assert not any(other.block("rows").values)


@pytest.mark.parametrize(("joints", "note"), [(21, ""), (24, "21 of 24 are plotted")])
def test_more_joints_than_lines_are_counted(joints, note):
    assert torque_blocks(planned(chain(joints)), "tau", None, "deg")[2] == note


def test_a_robot_without_limits_is_not_plotted_by_them_and_units_are_of_the_joints_there_are():
    model = chain(2, sim.JointKind.PRISMATIC)
    tools, blocks, _ = torque_blocks(planned(model), "share", None, "deg")
    assert tools == ()
    assert (blocks[0].value.title, blocks[0].value.unit) == ("τₘ", "N")


def test_the_joint_that_strays_most_is_named_in_the_unit_chosen():
    strays = np.array([np.pi / 2, 0.25])
    facts = Sheet(torque_blocks(planned(chain(2)), "tau", strays, "deg")[1]).block("facts").facts
    assert facts[-1] == ("Played back, joint0 strays most, by", "90.0", "°")


def test_the_payload_of_a_scene_is_the_robots_and_the_pages_own_is_one_more(tmp_path):
    motion = page("planar_2r")
    motion.take("trajectory.rows", "entered", (0, 0.5))
    motion.take("payload.carried.mass", "entered", 2.0)
    torques = task_of(motion).tau
    saved(motion, tmp_path / "loaded.toml")
    loaded = page(str(tmp_path / "loaded.toml"))
    loaded.take("trajectory.rows", "entered", (0, 0.5))
    np.testing.assert_allclose(task_of(loaded).tau, torques, atol=1e-12)
    loaded.take("payload.carried.mass", "entered", 1.0)
    twice = sim.with_payload(sim.with_payload(robots.load("planar_2r"), "link2", 2.0, np.zeros(3)), "link2", 1.0, np.zeros(3))
    assert task_of(loaded).model.bodies[-1].mass == twice.bodies[-1].mass
    assert saved(loaded, tmp_path / "more.toml").bodies[-1].mass == twice.bodies[-1].mass


def test_the_wrench_that_a_floating_base_takes_is_planned_too():
    motion = page("quadruped")
    assert [amount.letter for amount in motion.block("rows").amounts[:6]] == ["Δx", "Δy", "Δz", "Δθ_x", "Δθ_y", "Δθ_z"]
    motion.take("trajectory.rows", "entered", (2, 0.2))
    weight = sum(body.mass for body in motion.seen.model.bodies) * 9.81
    assert task_of(motion).tau[0, 2] == pytest.approx(weight, rel=1e-9)  # upright and at rest, without the floor
    assert "wrench [f; n]" in motion.block("torques.note").text


def test_a_body_of_a_scene_is_planned_for_and_no_file_is_written_that_could_not_name_it(tmp_path):
    motion = page("falling_brick")
    assert task_of(motion).tau[0, :3] == pytest.approx([0.0, 0.0, 9.81 * 6.0])
    with pytest.raises(ArgumentError, match="no robot of a file"):
        saved(motion, tmp_path / "brick.toml")
    assert list(tmp_path.iterdir()) == []


def test_a_robot_of_the_same_joints_and_other_bodies_is_planned_for(tmp_path):
    motion = page("planar_2r")
    for opened, tip in enumerate(("hand", "hook"), 1):
        (tmp_path / "swing.urdf").write_text(SWING.replace('"arm"', f'"{tip}"'))
        scene = open_document(str(tmp_path / "swing.urdf")).scene
        motion.see(scene=scene, model=scene.model, opened=opened)
        motion.pose(scene.initial.q)
        assert motion.block("carried.body").chosen.endswith(tip)
        assert task_of(motion).model.body_names[-1].endswith(tip)
