"""Edits back and forth: what is asked for once more, or loosened, never costs more than a motion that was known to meet it."""

from dataclasses import replace

import numpy as np
import pytest

from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.lecture.lecture_task import lecture_task
from torseur.sim.trajectory.optimiser.best_iterate import FEASIBLE
from torseur.sim.trajectory.optimiser.known_points import KnownPoints, no_dearer
from torseur.sim.trajectory.optimiser.program_solution import Bounds, PrimalDualPoint, Solution
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.values import Plan, PlanStatus

ROUNDING = 1e-5
"""Of a cost: what is cheaper by a millionth is as cheap, and so is each of two that are compared with a third."""


@pytest.fixture(scope="module")
def planner():
    pytest.importorskip("casadi")
    return Planner()


def with_limit(task, name, bounds):
    return replace(task, limits={**task.limits, name: bounds})


def costs_of(planner, tasks):
    plans = [planner.plan(task, warm=True) for task in tasks]
    assert all(plan.status.is_solution for plan in plans)
    return np.array([plan.cost for plan in plans]), plans


def assert_monotone(bounds, costs):
    """Of any two, what came later is not dearer where its bounds are as loose or looser."""
    for later in range(len(bounds)):
        for earlier in range(later):
            if bounds[later][0] <= bounds[earlier][0] and bounds[later][1] >= bounds[earlier][1]:
                assert costs[later] <= costs[earlier] * (1.0 + ROUNDING), f"{bounds[later]} after {bounds[earlier]}"


@pytest.mark.slow
def test_six_edits_of_the_lectures_hop_are_monotone(planner):
    task = lecture_task()
    best = planner.plan(task, seed=0)
    other = planner.plan(task, seed=7, noise=2.0)  # the next edit begins at this one, which is another optimum
    assert other.cost > 1.5 * best.cost
    bounds = [(0.5, 1.5), (0.7, 1.5), (0.4, 1.6), (0.5, 1.5), (0.5, 1.45), (0.5, 1.5)]
    costs, plans = costs_of(planner, [with_limit(task, "leg length", each) for each in bounds])
    assert_monotone(bounds, costs)
    assert costs[0] == pytest.approx(best.cost, abs=1e-6)
    assert any("an earlier one meets these bounds too" in note for note in plans[0].notes)


@pytest.mark.slow
def test_six_edits_of_a_hop_over_a_gap_are_monotone(planner):
    task = load_task("hop_gap")
    bounds = [(-80.0, 80.0), (-20.0, 20.0), (-80.0, 80.0), (-10.0, 10.0), (-80.0, 80.0), (-20.0, 20.0)]
    planner.plan(task)
    costs, plans = costs_of(planner, [with_limit(task, "torque", each) for each in bounds])
    assert_monotone(bounds, costs)  # 0.3496 in place of 0.3402, where nothing is remembered
    assert any("an earlier one meets these bounds too" in note for note in plans[2].notes)


class _Line:
    """A program of one variable: the cost is -x, and the row x."""

    @staticmethod
    def cost_and_rows(x, parameters):
        return -float(x[0]), x


def ended(x, status=PlanStatus.SOLVED):
    point = PrimalDualPoint(np.array([x]), np.zeros(1), np.zeros(1))
    return Solution(point, -x, np.array([x]), status, "", 1, 0.0, 0.0)


def between(least, greatest):
    return Bounds(np.array([least]), np.array([greatest]), np.array([least]), np.array([greatest]))


def test_what_is_known_is_gone_on_from_where_it_meets_all_and_is_cheaper_and_else_kept_or_left():
    known, nothing = KnownPoints(_Line()), np.zeros(0)
    known.add(nothing, between(0.0, 3.0), ended(2.0))
    known.add(nothing, between(0.0, 1.0), ended(1.0))
    asked = []

    def again(point):
        asked.append(float(point.x[0]))
        return ended(2.5)

    found, notes = no_dearer(known, nothing, between(0.0, 3.0), ended(1.0), again)
    assert (found.cost, asked) == (-2.5, [2.0])
    assert "one of cost -1 was found; an earlier one meets these bounds too" in notes[0]
    kept, notes = no_dearer(known, nothing, between(0.0, 3.0), ended(1.0), lambda _: ended(1.5))
    assert (kept.cost, kept.status) == (-2.0, PlanStatus.ACCEPTABLE)
    assert "is kept as it is" in notes[0]
    least = 2.0 + 2.0 * FEASIBLE
    left = ended(least)
    assert no_dearer(known, nothing, between(least, 3.0), left, again) == (left, ())  # no known point meets that


def test_a_cheaper_solution_that_meets_the_last_problem_is_told():
    known, nothing = KnownPoints(_Line()), np.zeros(0)
    known.add(nothing, between(0.0, 3.0), ended(1.0))
    assert known.start is not None
    (sentence,) = known.sentences_before(known.start, ended(2.0))
    assert sentence.startswith("The last plan, of cost -1, was not the cheapest for what was asked then")
    assert known.sentences_before(known.start, ended(4.0)) == ()


@pytest.mark.slow
def test_a_warm_plan_that_takes_too_long_is_started_afresh_and_found():
    pytest.importorskip("casadi")
    task, planner = load_task("hop_gap"), Planner()
    wide = replace(task, obstacles=tuple(replace(one, end=1.2) for one in task.obstacles))
    for asked in (task, wide):
        planner.plan(asked, warm=True)
    stages = []
    found = planner.plan(
        replace(wide, goal={**wide.goal, "body_x": 1.4}), warm=True, tell=lambda told: stages.append(told) and None
    )
    assert found.status is PlanStatus.SOLVED
    assert "solving from the first guess: the last plan led nowhere" in stages


@pytest.mark.slow
def test_a_foothold_that_is_freed_goes_on_from_the_plan_that_had_it_and_is_no_dearer():
    pytest.importorskip("casadi")
    task, planner = load_task("hop_gap"), Planner()
    phases = list(task.phases)
    phases[2] = replace(phases[2], foothold={"foot_x": 0.8})
    given = planner.plan(replace(task, phases=tuple(phases)))
    freed = planner.plan(task, warm=True)
    assert freed.cost < given.cost
    assert freed.iterates[-1].iteration < given.iterates[-1].iteration  # begun at the plan before, of other unknowns


@pytest.mark.slow
def test_a_fresh_start_beside_a_warm_one_finds_what_is_cheaper_and_says_so():
    pytest.importorskip("casadi")
    task, planner = load_task("hop_three"), Planner()
    phases = [replace(phase, intervals=10) for phase in task.phases]
    planner.plan(replace(task, phases=tuple(phases)), room=False)
    phases[2] = replace(phases[2], foothold={**phases[2].foothold, "foot_x": 0.464})
    given, told = replace(task, phases=tuple(phases)), []
    fresh = planner.plan(given, warm=True, fresh=True, room=False, tell=lambda update: told.append(update) and None)
    warm = next(update for update in told if isinstance(update, Plan) and update.status.is_solution)
    assert fresh.cost < 0.6 * warm.cost
    assert any("from the first guess leads to this one" in note for note in fresh.notes)


@pytest.mark.slow
def test_the_iterates_of_a_plan_end_at_the_plan_whatever_was_tried_after_it():
    planner, task = Planner(), load_task("hop_gap")
    first = planner.plan(task)
    again = planner.plan(task, warm=True, fresh=True)  # the fresh start leads to nothing cheaper
    for plan in (first, again):
        assert plan.iterates[-1].infeasibility == pytest.approx(plan.infeasibility, rel=1e-6)
        assert plan.iterates[-1].infeasibility >= max(float(phase.defect.max()) for phase in plan.phases) * (1 - 1e-6)
        assert plan.iterates[-1].objective == pytest.approx(plan.cost, rel=1e-12)
        assert plan.iterations == plan.iterates[-1].iteration
    assert again.iterations < 5 < first.iterations
