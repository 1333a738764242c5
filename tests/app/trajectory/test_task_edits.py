"""What the board does to a task: each edit is another task, and the phases, gaps and footholds stay true to it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.plan_by_hand import hop
from torseur import robots
from torseur.app.trajectory import task_edits
from torseur.app.trajectory.task_groups import task_formulas, task_groups, task_view
from torseur.app.trajectory.task_phases import board_footholds, board_phases, constant_of, modes_of
from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.lecture.lecture_task import lecture_task
from torseur.sim.trajectory.task.lecture_switches import MENDED, LectureSwitches
from torseur.sim.trajectory.task.obstacles import BarObstacle, GapObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase

MODES = {"stance": True, "flight": False}


@pytest.fixture(scope="module")
def gap():
    """The task of the plan made by hand."""
    standing = {"body_x": 0.0, "body_z": 1.0, "foot_x": 0.0}
    return PlanTask(
        "gap",
        (TaskPhase("stance"), TaskPhase("flight"), TaskPhase("stance")),
        start=standing,
        goal={**standing, "body_x": 0.85, "foot_x": 0.8},
        limits={"force": (-150.0, 300.0)},
        obstacles=(GapObstacle(0.1, 0.7, 1),),
    )


def test_a_duration_that_is_dragged_is_given_and_freed_it_has_the_bounds_of_its_file_again(gap):
    given = task_edits.with_duration(gap, 1, 0.45)
    assert given.phases[1].duration == 0.45
    assert board_phases(given, hop())[1].fixed
    assert gap.phases[1].duration == (0.1, 0.8)  # another task
    freed = task_edits.with_free_duration(given, 1, gap, 0.45)
    assert freed.phases[1].duration == (0.1, 0.8)
    assert freed.phases[1].first_duration() == 0.45  # near which it is looked for
    beyond = task_edits.with_free_duration(given, 1, gap, 0.95)
    assert beyond.phases[1].duration == (0.1, 0.95)


def test_phases_are_added_so_that_modes_alternate_and_a_gap_is_crossed_where_it_was(gap):
    more = task_edits.with_phase_after(gap, 0, MODES)
    assert [phase.mode for phase in more.phases] == ["stance", "flight", "stance", "flight", "stance"]
    assert more.obstacles[0].crossed_in == 3
    fewer = task_edits.without_phase(more, 1)
    assert [phase.mode for phase in fewer.phases] == ["stance", "flight", "stance"]
    assert fewer.obstacles[0].crossed_in == 1
    assert [phase.mode for phase in task_edits.with_phase_after(gap, 2, MODES).phases][-2:] == ["stance", "flight"]


def test_a_foothold_is_given_where_it_is_put_and_at_the_ends_start_and_goal_move_with_it(gap):
    more = task_edits.with_phase_after(gap, 0, MODES)
    assert task_edits.with_foothold(more, 2, "foot_x", -0.2).phases[2].foothold == {"foot_x": -0.2}
    assert task_edits.with_foothold(gap, 2, "foot_x", 0.9).goal["foot_x"] == 0.9
    assert task_edits.with_foothold(gap, 0, "foot_x", 0.05).start["foot_x"] == 0.05
    assert not task_edits.with_foothold(gap, 2, "foot_x", 0.9).phases[2].foothold  # which would contradict it


def test_every_number_that_is_shown_can_be_typed_and_is_shown_as_it_was_typed(gap):
    for group in task_groups(gap, {}):
        for number in group.numbers:
            value = number.values[0] + 0.01
            typed = task_edits.with_number(gap, number.key, 0, value)
            shown = {one.key: one.values for found in task_groups(typed, {}) for one in found.numbers}
            assert shown[number.key][0] == pytest.approx(value, abs=1e-12), number.key


def test_intervals_double_in_the_phases_whose_error_is_large_and_in_no_others(gap):
    refined = task_edits.refined(gap, hop(), 1e-4)
    assert [phase.intervals for phase in refined.phases] == [40, 20, 20]
    assert task_edits.refined(gap, hop(), 1.0) is gap
    first, *others = hop().phases
    passing = replace(hop(), phases=(replace(first, passed=np.full(20, 2e-3)), *others))  # between nodes, by 2 mm
    assert [phase.intervals for phase in task_edits.refined(gap, passing, 1.0).phases] == [40, 20, 20]


def test_each_fault_of_the_lecture_has_a_switch_and_its_steps_stay_44_in_all():
    task = lecture_task()
    (faults,) = (group for group in task_groups(task, {}) if group.key == "faults")
    assert [one.on for one in faults.switches] == [False] * 4
    for one in faults.switches:
        task = task_edits.with_switch(task, one.key, True)
    assert task.lecture == MENDED
    for one in faults.switches:
        task = task_edits.with_switch(task, one.key, False)
    assert task.lecture == LectureSwitches()
    dragged = task_edits.with_duration(task, 1, 0.72)
    assert [phase.intervals for phase in dragged.phases] == [5, 7, 3, 5, 5, 5, 5, 5, 4]
    assert [phase.intervals for phase in task_edits.with_intervals(task, 1, 7).phases] == [5, 7, 3, 5, 5, 5, 5, 5, 4]
    assert task_edits.refined(task, hop(), 1e-4).lecture == LectureSwitches(substeps=MENDED.substeps)
    fine = replace(task, lecture=LectureSwitches(substeps=10))
    assert task_edits.refined(fine, hop(), 1e-4).lecture == LectureSwitches(substeps=20)
    assert task_edits.refined(task, hop(), 1.0) is task
    assert len(task_view(task, {}).methods) == 1
    assert modes_of(task) == {"stance": True, "flight": False}


def test_before_a_plan_durations_are_guesses_and_after_it_they_are_the_plans(gap):
    assert [one.duration for one in board_phases(gap, None)] == [0.4, 0.4, 0.4]
    assert [one.duration for one in board_phases(gap, hop())] == [0.4, 0.5, pytest.approx(0.35)]
    assert board_footholds(gap, None) == ()
    shown = board_footholds(gap, hop())
    assert [(one.phase, one.x, one.fixed) for one in shown] == [(0, 0.0, True), (2, 0.8, True)]


def test_a_gap_stays_crossed_in_a_phase_that_there_is_when_its_own_goes(gap):
    alone = task_edits.without_phase(gap, 1)
    assert [phase.mode for phase in alone.phases] == ["stance"]
    assert alone.obstacles[0].crossed_in == 0


def test_all_limits_weights_and_parameters_are_shown_and_changed_also_those_the_file_leaves_to_the_system(gap):
    groups = {group.key: {one.key: one.values for one in group.numbers} for group in task_groups(gap, {})}
    assert groups["limits"]["limits/torque"] == (-80.0, 80.0)
    assert groups["limits"]["limits/leg length"] == (0.5, 1.5)
    assert groups["costs"]["costs/duration"] == (0.0,)
    assert groups["parameters"]["parameters/body_mass"] == (5.0,)
    assert task_edits.with_number(gap, "limits/torque", 1, 5.0).limits["torque"] == (-80.0, 5.0)
    biped = load_task("biped_step")
    named = {one.key for group in task_groups(biped, {}) for one in group.numbers}
    assert {f"limits/{name}_motor" for name in ("left_hip", "right_knee")} <= named, named


def test_a_point_of_a_robot_that_stands_on_the_ground_can_be_put_elsewhere_and_freed():
    task = load_task("biped_step")
    first = hop().phases[0]
    stood = replace(first, mode="left stance", footholds=np.array([[0.1, 0.0, 0.0], [np.nan] * 3]))
    plan = replace(hop(), points=("left_foot", "right_foot"), phases=(stood,))
    (shown,) = board_footholds(task, plan)
    assert (shown.name, shown.x, shown.fixed, shown.movable) == ("left_foot", 0.0, True, True)  # where the file gives it
    moved = task_edits.with_foothold(task, 0, constant_of(shown.name), 0.05)
    assert moved.phases[0].foothold == {"left_foot_x": 0.05}
    assert [one.x for one in board_footholds(moved, None)] == [0.05]
    freed = task_edits.with_foothold(task, 0, constant_of(shown.name), None)
    assert not board_footholds(freed, plan)[0].fixed


def test_of_a_robot_it_is_said_that_bars_are_kept_clear_of_by_its_points_alone(gap):
    barred = replace(load_task("biped_step"), obstacles=(BarObstacle(0.2, 0.1),))
    captions = {group.key: group.caption for group in task_groups(barred, {})}
    assert "points alone" in captions["ground"]
    assert "points" not in {group.key: group.caption for group in task_groups(gap, {})}["ground"]


def test_a_gap_that_nothing_stands_behind_any_more_is_not_crossed(gap):
    assert task_edits.crossings(gap) == 1
    assert task_edits.crossings(task_edits.without_phase(gap, 1)) == 0


def test_of_a_robot_it_is_said_which_friction_counts(gap):
    def group(task, key):
        return next(one for one in task_groups(task, {}) if one.key == key)

    robot = load_task("biped_step", robots.load)
    assert group(robot, "parameters").caption == "each point's friction counts"
    assert "counts for that point" in group(robot, "ground").numbers[0].about
    assert group(gap, "parameters").caption == ""


def test_the_lectures_hopper_writes_its_state_of_8_numbers_its_2_inputs_and_its_jump_map(gap):
    written = "x = (r_b, r_f, v_b, v_f) ∈ R⁸", "u = (F, τ) ∈ R²", "x' = g_{21}(x) = (r_b, r_f, v_b, 0), at touch-down"
    assert task_formulas(lecture_task(LectureSwitches())) == task_formulas(gap) == written
    assert "R¹⁰" in task_formulas(lecture_task(MENDED))[0]  # its body pitches
