"""The lecture's problem as a task: planned as any other is, and refused in words where it asks for what the lecture has not."""

import pickle
import time
from dataclasses import replace

import numpy as np
import pytest

from torseur.sim.errors import ArgumentError, TaskError, UnknownNameError
from torseur.sim.trajectory.files.task_file import load_task, task_from_text
from torseur.sim.trajectory.lecture.lecture_task import lecture_task
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.lecture_switches import MENDED, LectureSwitches
from torseur.sim.trajectory.task.plan_task import StateReference, TaskPhase
from torseur.sim.trajectory.values import Plan, PlanIterate, PlanStatus

pytest.importorskip("casadi")


@pytest.fixture(scope="module")
def planner():
    return Planner()


@pytest.fixture(scope="module")
def plan(planner):
    return planner.plan(lecture_task(), seed=4)


def test_the_planner_finds_the_lectures_cost_and_keeps_every_iterate(plan):
    assert plan.status is PlanStatus.SOLVED
    assert plan.cost == pytest.approx(113.9279883465, abs=1e-9)
    assert plan.iterates[-1].objective == pytest.approx(plan.cost, abs=1e-6)
    assert plan.iterates[-1].q.shape == (45, 4)
    assert pickle.loads(pickle.dumps(plan)).cost == plan.cost


def test_the_robot_that_is_drawn_has_its_foot_where_the_plan_has_it(plan):
    for phase in plan.phases:
        x, z, lean, length = phase.q.T
        assert x - length * np.sin(lean) == pytest.approx(phase.state[:, 2], abs=1e-9)
        assert z - length * np.cos(lean) == pytest.approx(phase.state[:, 3], abs=1e-9)
        step = 1e-6
        ahead = phase.state[:, :4] + step * phase.state[:, 4:8]
        dx, dz = (ahead[:, 0:2] - ahead[:, 2:4]).T
        moved = np.stack([np.arctan2(dx, dz), np.hypot(dx, dz)], axis=1)
        assert (moved - phase.q[:, 2:]) / step == pytest.approx(phase.v[:, 2:], abs=1e-4)  # of second order in the step


def test_started_from_where_it_ended_it_takes_two_iterations_and_builds_nothing(planner, plan):
    again = planner.plan(lecture_task(), warm=True)
    assert again.seconds_building == 0.0
    assert len(again.iterates) <= 4
    near = planner.plan(replace(lecture_task(), goal={"body_x": 1.02}), guess=plan)
    assert near.status is PlanStatus.SOLVED
    assert near.cost != pytest.approx(plan.cost, abs=1e-3)


def test_a_looser_tolerance_takes_fewer_iterations(planner, plan):
    assert len(planner.plan(lecture_task(), seed=4, tolerance=1e-2).iterates) < len(plan.iterates)


def test_it_can_be_stopped_at_an_iterate(planner):
    found = planner.plan(lecture_task(), tell=lambda told: not isinstance(told, str) and told.iteration == 3)
    assert found.status is PlanStatus.STOPPED
    assert len(found.iterates) == 4
    priced = [row for row in found.constraints if row.group in ("start", "goal")]
    assert all(np.isnan(row.multiplier) and not row.sentence for row in priced)
    # It is the best that was seen, and no place for a warm start with multipliers.
    assert found.infeasibility <= min(iterate.infeasibility for iterate in found.iterates) * (1 + 1e-9)
    assert planner.plan(lecture_task(), warm=True).seconds_building == 0.0


def test_the_best_iterate_of_the_lecture_is_handed_over_while_it_is_solved(planner):
    told = []

    def hear(update):
        told.append(update)
        time.sleep(0.06 if isinstance(update, PlanIterate) else 0.0)  # until the first is due

    planner.plan(lecture_task(), seed=4, tell=hear, iterations=8)
    best = next(update for update in told if isinstance(update, Plan))
    assert best.status is PlanStatus.STOPPED
    assert len(best.phases) == 9


def test_another_sequence_has_another_cost(planner):
    one_hop, two_hops = ((20, 4, 20), (12, 5, 10, 5, 12))
    costs = [planner.plan(lecture_task(LectureSwitches(steps=steps))).cost for steps in (one_hop, two_hops)]
    assert costs == pytest.approx([71.5253, 71.2168], abs=1e-4)


def test_without_a_flight_the_foot_cannot_get_there(planner):
    assert planner.plan(lecture_task(LectureSwitches(steps=(44,)))).status is PlanStatus.INFEASIBLE


def test_the_lecture_and_the_mended_one_are_shipped():
    assert load_task("lecture_hop").lecture == LectureSwitches()
    mended = load_task("lecture_hop_mended")
    assert mended.lecture == MENDED
    assert mended.phases == lecture_task(MENDED).phases
    assert mended.start["body_pitch"] == 0.0


def test_a_file_may_give_another_sequence_and_is_refused_with_its_line_where_it_cannot_be():
    head = 'system = "lecture"\nmethod = "rk4"\ncosts = {}\n'
    phases = "".join(
        f'[[phases]]\nmode = "{mode}"\nintervals = {n}\nduration = {n / 10}\n'
        for mode, n in (("stance", 20), ("flight", 4), ("stance", 20))
    )
    assert task_from_text(head + phases, "one_hop.toml").lecture.steps == (20, 4, 20)
    with pytest.raises(TaskError, match=r"one_hop.toml.*44 in all"):
        task_from_text(head + phases.replace("intervals = 4\nduration = 0.4", "intervals = 5\nduration = 0.5"), "one_hop.toml")


@pytest.mark.parametrize(("changed", "says"), [
    ({"method": "hermite-simpson"}, "wanted: 'rk4'"),
    ({"costs": {"effort": 1.0}}, "no costs of its own"),
    ({"start": {"body_x": (0.0, 1.0)}}, "one number"),
    ({"parameters": {"body_mass": 50.0}}, "no parameters of its own"),
    ({"friction": 0.01}, "no friction of its own"),
    ({"reference": StateReference(np.zeros(1), {}, {})}, "no reference of its own"),
    ({"phases": (TaskPhase("stance", 44, (4.4, 5.0)),)}, "4.4 s, 0.1 s an interval"),
    ({"phases": (TaskPhase("stance", 44, 4.4, guess=2.0),)}, "phase 1 .* 4.4 s, 0.1 s an interval"),
    ({"phases": (TaskPhase("stance", 44, 4.0),)}, "4.4 s, 0.1 s an interval"),
    ({"phases": (TaskPhase("flight", 44, 4.4),)}, "wanted: 'stance'"),
    ({"phases": (TaskPhase("stance", 43, 4.3),)}, "44 in all"),
])  # fmt: skip
def test_what_the_lecture_does_not_have_is_refused(planner, changed, says):
    with pytest.raises(ArgumentError, match=says):
        planner.plan(replace(lecture_task(), **changed))


def test_a_name_that_it_does_not_know_is_told(planner):
    with pytest.raises(UnknownNameError, match="body_y"):
        planner.plan(replace(lecture_task(), goal={"body_y": 1.0}))
    with pytest.raises(UnknownNameError, match="torque"):
        planner.plan(replace(lecture_task(), limits={"torque": (-1.0, 1.0)}))
