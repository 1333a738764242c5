"""The workspace Trajectory by mouse and keys: a gap is planned, a phase is dragged, undone, played, and planning is stopped."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.sim.trajectory.values import PlanStatus

pytest.importorskip("casadi")
LEFT, PLAIN, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


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


def test_iterates_are_looked_at_one_by_one_and_drawn(planned, hand):
    section = planned.panels.plan.iterates
    section.back.click()
    section.back.click()
    hand.rest()
    count = len(planned.trajectory.planning.iterates)
    assert section.slider.value == count - 3
    assert len(planned.picture.overlays.ghosts) == 1
    section.forward.click()
    section.forward.click()
    hand.rest()
    assert planned.picture.overlays.ghosts == ()  # the last one is the plan


def test_planning_is_stopped_in_a_moment_and_says_so(planned, hand):
    planning = planned.trajectory.planning
    planned.panels.task.method_chosen.emit("rk4")  # which has to be built
    hand.wait_until(lambda: planning.running)
    begun = time.monotonic()
    planned.panels.task.stop_button.click()
    hand.wait_until(lambda: not planning.running)
    assert time.monotonic() - begun < 0.6  # 0.3 s are promised; the machine may be busy
    hand.wait_until(lambda: planned.panels.task.plan_button.isVisible())


def test_a_plan_is_replayed_as_a_ghost_and_pushed_in_the_window_and_one_comes_back_to_it(planned, hand):
    section, planning = planned.panels.plan.replay, planned.trajectory.planning
    planning.edit(replace(planning.task, friction=0.55), "friction")
    hand.wait_until(lambda: planning.plan is not None)
    plan, before = planning.plan, planned.session.undo_stack.count()
    section.button.click()
    hand.wait_until(lambda: "2 events as planned" in section.sentences.text)
    hand.rest()
    assert len(planned.picture.overlays.ghosts) == 1
    section.ghost.click()
    hand.rest()
    assert planned.picture.overlays.ghosts == ()
    section.ghost.click()
    section.kind.button("feedback").click()
    section.push.click()
    hand.wait_until(lambda: not planned.session.is_replay)  # it is simulated, and can be pulled
    planned.session.playback.play()
    hand.wait_until(lambda: planned.session.playback.reached >= plan.duration - 1e-9)
    assert (
        abs(planned.session.recording.q[-1, 0] - plan.phases[-1].q[-1, 0]) < 0.01
    )  # with feedback it ends where it should
    section.push.click()
    assert planned.session.document.plan is plan
    assert planned.trajectory.planning.plan is plan
    assert planned.session.undo_stack.count() == before  # what was done to the task can still be undone
    section.button.click()
    hand.wait_until(lambda: len(planned.picture.overlays.ghosts) == 1)
    assert planned.open("push_block")  # another robot: nothing of the one before is drawn
    hand.rest()
    assert planned.picture.overlays.ghosts == ()


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
