"""The workspace Trajectory by mouse and keys: a gap is planned, a phase is dragged, undone, played, and planning is stopped."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.app.drawing.drawn_marks import arrows_of
from tests.app.in_time import least_seconds
from torseur.sim.trajectory.values import PlanStatus

pytest.importorskip("casadi")
LEFT, PLAIN, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier

SOON = 0.6  # [s] in which planning stops: 0.3 s are promised for its process


@pytest.fixture
def document():
    return "hop_gap"


@pytest.fixture
def planned(window, hand):
    """The gap, planned by the keys."""
    window.use_workspace("trajectory")
    assert window.trajectory.planning.plan is None
    QTest.keyClick(window, Qt.Key.Key_Return, CTRL)
    hand.wait_until(lambda: window.trajectory.planning.plan is not None and not window.trajectory.busy)
    yield window
    window.trajectory.planning.stop()
    hand.wait_until(lambda: not window.trajectory.busy)
    window.use_workspace("kinematics")


@pytest.mark.journey
def test_a_gap_is_planned_changed_undone_and_played(planned, hand):
    window, planning = planned, planned.trajectory.planning
    first = planning.plan
    assert first.status is PlanStatus.SOLVED
    assert window.panels.plan.outcome.badge.text == "solved"
    assert window.session.playback.reached == pytest.approx(first.duration)

    strip = window.panels.phases.strip
    start = strip.end_of(1).toPoint()
    end = QPoint(round(strip.scale.x_of(strip.scale.start_of(1) + 0.44)), start.y())
    QTest.mousePress(strip, LEFT, PLAIN, start)
    QTest.mouseMove(strip, end)
    QTest.mouseRelease(strip, LEFT, PLAIN, end)
    hand.wait_until(lambda: planning.plan is not None and not window.trajectory.busy)
    assert strip.phases[1].fixed
    assert planning.plan.phases[1].duration == pytest.approx(strip.phases[1].duration)
    assert planning.plan.cost > first.cost  # what is asked for besides is paid for

    window.viewport.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
    hand.wait_until(lambda: not window.trajectory.busy)
    assert planning.plan is first  # it is not planned again
    assert window.session.recording.t[-1] == first.duration

    QTest.keyClick(window, Qt.Key.Key_Space)
    hand.wait_until(lambda: window.session.playback.time == first.duration and not window.session.playback.playing)
    places = window.panels.phases.footholds.footholds
    assert [one.phase for one in places] == [0, 2]
    assert [one.x for one in places] == pytest.approx([0.0, first.phases[2].footholds[0, 0]])


def test_a_foothold_in_the_gap_stands_where_it_was_asked_and_the_warning_goes_with_the_next_plan(planned, hand):
    planning, footholds = planned.trajectory.planning, planned.panels.phases.footholds
    footholds.foothold_dragged.emit(1, 0.5)
    hand.wait_until(lambda: planned.bars.toast.isVisible() and not planned.trajectory.busy)
    assert "0.5 m, which is in the gap" in planned.bars.toast.detail
    assert footholds.footholds[1].x == 0.5
    assert any("before the edit" in fact for fact in planned.bars.status.texts)
    footholds.fix_requested.emit(1, False)
    hand.wait_until(lambda: planning.plan is not None and not planned.trajectory.busy)
    assert not planned.bars.toast.isVisible()


def test_iterates_are_looked_at_one_by_one_and_drawn(planned, hand):
    section = planned.panels.plan.iterates
    section.back.click()
    section.back.click()
    hand.rest()
    count = len(planned.trajectory.planning.iterates)
    assert section.slider.value == count - 3
    assert len(planned.drawing.picture.overlays.ghosts) == 1
    section.forward.click()
    section.forward.click()
    hand.rest()
    assert planned.drawing.picture.overlays.ghosts == ()  # the last one is the plan


def test_planning_is_stopped_in_a_moment_and_says_so(planned, hand):
    planning, task = planned.trajectory.planning, planned.panels.task
    task.method_chosen.emit("rk4")  # which has to be built

    def attempt():
        hand.wait_until(lambda: planning.running)
        begun = time.monotonic()
        task.stop_button.click()
        hand.wait_until(lambda: not planning.running)
        taken = time.monotonic() - begun
        if taken > SOON:
            planning.edit(replace(planning.task, friction=0.9 * planning.task.friction), "friction")
        return taken

    assert least_seconds(SOON, attempt) < SOON
    hand.wait_until(lambda: task.plan_button.isVisible())


def test_a_plan_is_replayed_as_a_ghost_and_pushed_in_the_window_and_one_comes_back_to_it(planned, hand):
    section, planning = planned.panels.plan.replay, planned.trajectory.planning
    planning.edit(replace(planning.task, friction=0.55), "friction")
    hand.wait_until(lambda: planning.plan is not None)
    section.button.click()  # perhaps while a cheaper one is looked for: it is done when the plan is settled
    hand.wait_until(lambda: not planning.running)
    plan, before = planning.plan, planned.session.undo_stack.count()
    hand.wait_until(lambda: re.search("Events as planned, within .* s: 2", section.sentences.text))
    hand.rest()
    assert len(planned.drawing.picture.overlays.ghosts) == 1
    section.ghost.click()
    hand.rest()
    assert planned.drawing.picture.overlays.ghosts == ()
    section.ghost.click()
    section.kind.button("feedback").click()
    section.push.click()
    hand.wait_until(lambda: not planned.session.is_replay)  # it is simulated, and can be pulled
    force, _ = planned.panels.phases.plots.panes
    assert force.accessibleName() == "Ground force, planned"  # what runs may have another
    planned.session.playback.play()
    hand.wait_until(lambda: planned.session.playback.reached >= plan.duration - 1e-9)
    assert abs(planned.session.recording.q[-1, 0] - plan.phases[-1].q[-1, 0]) < 0.01  # with feedback it ends where it should
    section.push.click()
    assert planned.session.document.plan is plan
    assert force.accessibleName() == "Ground force"
    assert planned.trajectory.planning.plan is plan
    assert planned.session.undo_stack.count() == before  # what was done to the task can still be undone
    section.button.click()
    hand.wait_until(lambda: len(planned.drawing.picture.overlays.ghosts) == 1)
    assert planned.open("push_block")  # another robot: nothing of the one before is drawn
    hand.rest()
    assert planned.drawing.picture.overlays.ghosts == ()


def ground_edges(window):
    """Where the blocks of ground end and begin again, around the gap [m]."""
    (ground,) = (part.model for part in window.session.document.scene.parts if part.name == "ground")
    boxes = [(shape.placement[0, 3], shape.shape.size[0]) for shape in ground.bodies[0].collisions]
    return [boxes[0][0] + 0.5 * boxes[0][1], boxes[1][0] - 0.5 * boxes[1][1]]


def test_a_gap_that_is_typed_is_planned_over_and_the_ground_that_is_seen_has_it(planned, hand):
    planning = planned.trajectory.planning
    gap = planning.task.obstacles[0]
    assert ground_edges(planned) == pytest.approx([gap.start, gap.end])
    field = planned.panels.task.groups["ground"][1].fields["obstacle/0/ends", 1]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.6")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hand.wait_until(lambda: planning.plan is not None and planned.session.document.plan is planning.plan)
    assert ground_edges(planned) == pytest.approx([gap.start, 0.6])
    assert planning.plan.phases[2].footholds[0, 0] >= 0.6 - 1e-6
    planned.session.undo_stack.undo()
    hand.wait_until(lambda: planned.session.document.plan is planning.plan)
    assert ground_edges(planned) == pytest.approx([gap.start, gap.end])


def test_a_saved_plan_is_seen_from_where_it_was_seen_when_it_was_planned(window, hand, tmp_path):
    def is_planned():
        return window.session.document.plan is not None and not window.trajectory.busy

    assert window.open("hop_gap")
    window.commands.run("plan")
    hand.wait_until(is_planned)
    hand.rest()
    camera, path = window.viewport.camera, tmp_path / "plan.mcap"
    window.trajectory.save(path)
    hand.wait_until(path.exists)
    assert window.open("welcome")
    assert window.open(str(path))
    hand.wait_until(is_planned)
    hand.rest()
    assert window.viewport.camera.distance == pytest.approx(camera.distance)
    assert window.viewport.camera.target == pytest.approx(camera.target)


def test_a_replay_is_pulled_by_the_mouse_and_is_told_to_be_another_motion_than_the_plan(planned, hand):
    window, session, viewport = planned, planned.session, planned.viewport
    window.panels.plan.replay.push.click()
    hand.wait_until(lambda: not session.is_replay)
    assert "Ctrl" in viewport.view.hint
    assert window.bars.toast.isHidden()  # nothing stands before the robot
    body = session.model.frame_index("hopper/body")
    x, y = viewport.camera.project(session.snapshot.poses[body][None, :3, 3], viewport.size_in_units())[0, :2]
    start = QPoint(round(x), round(y))
    session.playback.play()
    QTest.mousePress(viewport, LEFT, CTRL, start)
    for k in range(1, 6):
        QTest.mouseMove(viewport, start + QPoint(8 * k, 0))
        hand.pause(0.02)
    hand.wait_until(lambda: any(arrow.kind == "spring" for arrow in arrows_of(window.drawing.picture.overlays)))
    assert session.playback.pulled.body == "hopper/body"
    phases = planned.trajectory.planning.plan.phases
    t, x = np.concatenate([one.t for one in phases]), np.concatenate([one.q[:, 0] for one in phases])
    hand.wait_until(lambda: abs(session.q[0] - np.interp(session.playback.time, t, x)) > 0.01)  # it follows the hand
    QTest.mouseRelease(viewport, LEFT, CTRL, start + QPoint(40, 0))
    session.playback.pause()
    assert session.playback.pulled is None
    assert viewport.view.hint == ""
    window.panels.plan.replay.push.click()
    assert session.document.plan is planned.trajectory.planning.plan
