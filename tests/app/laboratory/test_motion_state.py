"""The motion that the pages on dynamics share: what becomes of it when the robot changes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur.app.documents.document import Document, open_document, table_document
from torseur.app.laboratory.dynamics.motion_task.motion_plan import MotionPlan
from torseur.app.laboratory.dynamics.motion_task.motion_scene import MotionScene
from torseur.app.laboratory.dynamics.motion_task.planned_robot import PlannedRobot
from torseur.app.laboratory.motion.joint_motion import JointMotion
from torseur.app.laboratory.motion.motion_state import MotionState
from torseur.app.panels.dh_table.table_edits import with_cell, with_row_after
from torseur.app.session.scene_edits import change_table
from torseur.sim.analysis.statics.load import Load
from torseur.sim.multibody.newton_euler.body_dynamics import body_dynamics
from torseur.sim.simulation.simulate import simulate


def typed(state, kind, k, value):
    """Another number of q̇ "v" or q̈ "a" over what is shown."""
    at = state.instant()
    state.type_motion(JointMotion(at.v, at.a).with_number(kind, k, value), "Type a number")


def opened(session):
    session.show_document(open_document("scara"))
    state = MotionState(session)
    typed(state, "v", 1, 0.5)
    force = Load(session.model.body_names[-1], force=np.array([1.0, 0.0, 0.0]))
    state.show_loads(state.loads.added(force))
    return state


def test_a_table_that_is_edited_keeps_the_motion_and_the_loads_and_so_does_undo(session):
    state = opened(session)
    table = session.document.table
    longer = with_cell(table, 0, "d", 0.7, "rad")
    for change in (
        lambda: change_table(session, table_document(longer, "scara", session.document.reference), "Lift"),
        session.undo_stack.undo,
    ):
        change()
        assert state.motion.v[1] == 0.5
        assert len(state.loads.loads) == 1


def test_a_file_that_is_read_again_leaves_the_motion_and_the_loads_where_they_fit(session):
    state = opened(session)
    kept = state.keep()
    session.show_document(open_document("scara"))
    assert not state.motion.v.any()
    state.bring_back(kept)
    assert (state.motion.v[1], len(state.loads.loads)) == (0.5, 1)
    session.show_document(open_document("arm_6r"))
    state.bring_back(kept)
    assert not state.motion.v.any()
    assert not state.loads.loads


def test_another_robot_is_at_rest_and_unloaded(session):
    state = opened(session)
    session.show_document(open_document("arm_6r"))
    assert not state.motion.v.any()
    assert not state.loads.loads


def test_a_table_with_another_joint_is_at_rest(session):
    state = opened(session)
    change_table(session, table_document(with_row_after(session.document.table, 0), "scara", ""), "Add a row")
    assert len(state.motion.v) == session.model.nv
    assert not state.motion.v.any()


def test_poses_motions_and_loads_are_undone_in_the_order_in_which_they_were_made(session):
    state = opened(session)
    session.move_joint(session.model.joint_names[0], 0.3)
    session.end_drag()
    typed(state, "a", 0, 1.0)
    session.undo_stack.undo()
    assert (state.motion.a[0], session.q[0]) == (0.0, 0.3)
    session.undo_stack.undo()
    assert session.q[0] != 0.3
    assert state.motion.v[1] == 0.5


def test_a_recording_is_followed_by_itself_and_what_was_typed_is_back_for_posing(session):
    session.show_document(open_document("pendulum"))
    state = MotionState(session)
    typed(state, "v", 0, 0.5)
    state.show_loads(state.loads.added(Load(session.model.body_names[-1], force=np.array([1.0, 0.0, 0.0]))))
    session.playback.step(1)
    session.playback.step(1)
    for index in (2, 1):
        session.playback.seek(session.recording.t[index])
        assert state.motion.source == "recording"
        np.testing.assert_array_equal(state.instant().v, session.recording.v[index])
    assert "back when the robot is posed" in state.instant().sentence
    assert "external forces below are yours" in state.instant().sentence
    typed(state, "a", 0, 3.0)
    assert (state.motion.source, state.motion.a[0]) == ("typed", 3.0), "what is typed over an instant stays while it rests"
    session.undo_stack.undo()
    assert state.motion.source == "recording"
    session.reset()
    assert (state.motion.source, state.motion.v[0], state.instant().sentence) == ("typed", 0.5, "")


def test_what_plays_a_motion_back_keeps_motion_and_loads_and_so_does_the_robot_read_again(session):
    session.show_document(open_document("arm_6r"))
    state = MotionState(session)
    typed(state, "v", 1, 0.5)
    body = session.model.body_names[-1]
    state.show_loads(state.loads.added(Load(body, force=np.array([1.0, 0.0, 0.0]))))
    robot = PlannedRobot.of(session.document.scene)
    number = session.model.nv
    plan = MotionPlan("quintic", 0.1, 1.0, (0.1,) * number, robot.model.body_names[-1], 0.0, (0.0, 0.0, 0.0), True)
    *_, scene = MotionScene(robot, robot.planned(plan, session.q).task, plan).made()
    played = Document("scene", "motion", session.document.reference, scene)
    state.carry_to(played)
    session.show_document(played)
    assert state.motion.v[1] == 0.5
    assert [load.body for load in state.loads.loads] == [body]
    session.playback.step(1)
    assert state.motion.source == "recording"
    session.show_document(open_document("arm_6r"))
    assert (state.motion.source, state.motion.v[1]) == ("typed", 0.5)
    assert [load.body for load in state.loads.loads] == [body]


def test_what_touches_a_body_at_a_recorded_instant_acts_on_it(session):
    document = open_document("falling_brick")
    session.show_document(replace(document, recording=simulate(document.scene, 1.0)))
    state = MotionState(session)
    session.playback.to_end()  # it lies on the floor
    at = state.instant()
    (wrench,) = at.acting.values()
    assert not at.wrenches
    weight = 9.81 * sum(body.mass for body in at.model.bodies)
    center = body_dynamics(at.model, at.q, at.v, at.a, at.model.body_names[-1], at.acting, at.gravity)
    assert wrench[2] == pytest.approx(weight, rel=1e-9)  # the solver's own residual
    assert np.abs(center.through_joint).max() < 1e-6 * weight
