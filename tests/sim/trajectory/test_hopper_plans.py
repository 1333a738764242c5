"""The hopper's plans: what is asked for holds, and what is known in closed form comes out."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline

from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.trajectory.feasibility.ladder import closed_form_checks
from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.optimiser.best_iterate import BestIterate
from torseur.sim.trajectory.optimiser.program_solution import PrimalDualPoint, Solution
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.obstacles import GapObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, StateReference, TaskPhase
from torseur.sim.trajectory.transcription.task_numbers import first_guess, numbers_of
from torseur.sim.trajectory.values import NOTABLE_BETWEEN, PlanIterate, PlanStatus

UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
GAP = PlanTask(
    name="gap",
    phases=(TaskPhase("stance", 10), TaskPhase("flight", 10), TaskPhase("stance", 10)),
    start=UPRIGHT,
    goal={**UPRIGHT, "body_x": 0.7, "foot_x": 0.7},
    obstacles=(GapObstacle(0.05, 0.65, 1),),
)


@pytest.fixture(scope="module")
def planner():
    pytest.importorskip("casadi")
    return Planner()


@pytest.fixture(scope="module")
def gap(planner):
    return planner.plan(GAP)


def test_a_gap_is_hopped_over(gap):
    assert gap.status is PlanStatus.SOLVED
    assert [phase.mode for phase in gap.phases] == ["stance", "flight", "stance"]
    assert gap.infeasibility < 1e-7
    assert max(phase.defect.max() for phase in gap.phases) < 1e-8
    assert gap.phases[0].footholds[0, 0] <= 0.05
    assert gap.phases[2].footholds[0, 0] >= 0.65


def test_in_flight_the_centre_of_mass_falls_along_a_parabola(gap):
    phase = gap.phases[1]
    t = phase.t - phase.t[0]
    centre = (5.0 * phase.state[:, 0:2] + phase.state[:, 2:4]) / 6.0
    speed = (5.0 * phase.state[0, 4:6] + phase.state[0, 6:8]) / 6.0
    # Hermite-Simpson is exact for it: of third degree at most. What is left is what the defects are allowed.
    np.testing.assert_allclose(centre, centre[0] + np.outer(t, speed) - np.outer(t**2 / 2, [0.0, 9.81]), atol=1e-7)


def test_what_changed_by_numbers_alone_is_solved_warm_and_not_built_again(planner, gap):
    planner.plan(GAP)
    moved = planner.plan(replace(GAP, goal={**GAP.goal, "body_x": 0.72}), warm=True)
    assert moved.status is PlanStatus.SOLVED
    assert len(moved.iterates) < len(gap.iterates) / 2


def test_a_foot_slides_beside_a_gap_and_not_over_it(planner):
    slid = replace(GAP, phases=(TaskPhase("stance", 4), TaskPhase("slip forwards", 4), TaskPhase("stance", 4)))
    assert planner.plan(replace(slid, obstacles=()), iterations=100).status is PlanStatus.SOLVED
    assert planner.plan(slid, iterations=100).status is not PlanStatus.SOLVED
    told = [check.sentence for check in closed_form_checks(slid) if not check.holds]
    assert any("the foot is to be 0.65 m further in phase 3 than in phase 2" in sentence for sentence in told)
    landing = (TaskPhase("stance", 4), TaskPhase("flight", 4), TaskPhase("slip forwards", 4), TaskPhase("stance", 4))
    plan = planner.plan(replace(GAP, phases=landing, goal={**GAP.goal, "foot_x": 0.8}), iterations=100)
    assert plan.status is PlanStatus.SOLVED
    assert plan.phases[2].state[:, 2].min() >= 0.65 - 1e-8
    assert any(row.group == "foothold foot_x" and row.phase == 2 for row in plan.constraints)


STANDING = PlanTask(name="standing", phases=(TaskPhase("stance", 3, 0.4),), start=UPRIGHT, goal={"body_z": 1.0})


@pytest.mark.parametrize(("change", "words"), [
    ({"start": {**UPRIGHT, "foot_vx": 1.0}}, "foot_vx at the start is to be 1; in mode 'stance' it is 0 there"),
    ({"goal": {"foot_z": (0.4, 0.5)}}, "foot_z at the goal is to be 0.4 to 0.5; in mode 'stance' it is 0 there"),
    ({"obstacles": (GapObstacle(0.1, 0.7, 0),), "phases": (TaskPhase("stance", 3, 0.4, foothold={"foot_x": 0.3}),)},
     "the foothold of phase 1 is to be at 0.3 m, which is in the gap from 0.1 to 0.7 m: no foot stands there"),
    ({"obstacles": (GapObstacle(0.1, 0.7, 0),), "phases": (TaskPhase("stance", 3, 0.4, foothold={"foot_x": 0.8}),)},
     "at 0.8 m: the gap from 0.1 to 0.7 m is crossed in phase 1, and this foothold is before it"),
    ({"phases": (TaskPhase("stance", 3, (0.5, 0.4)),)}, "the duration of phase 1 is to be at least 0.5 s and at most"),
    ({"limits": {"force": (5.0, 1.0)}}, "force is to be at least 5 N and at most 1 N"),
    ({"goal": {"body_z": float("nan")}}, "body_z at the goal is to be at least nan"),
    ({"limits": {"leg length": (2.0, 1.0)}}, "leg length is to be at least 2 m and at most 1 m"),
    ({"phases": (TaskPhase("stance", 3, 0.4, ends_at={"body_z": 1.2}),)},
     "body_z at the goal is to be at least 1.2 m and at most 1 m"),
])  # fmt: skip
def test_what_contradicts_itself_is_told_and_not_solved(planner, change, words):
    task = replace(STANDING, **change)
    with pytest.raises(ArgumentError, match=words):
        planner.plan(task)
    if "nan" not in words:
        assert any("Impossible" in check.sentence for check in closed_form_checks(task))


@pytest.mark.parametrize(("change", "words"), [
    ({"friction": -0.5}, "friction of task 'standing' is -0.5; wanted: a number of at least 0"),
    ({"parameters": {"body_mass": 0.0}}, "body_mass of task 'standing' is 0.0 kg; wanted: a positive number"),
    ({"reference": StateReference(np.zeros(1), {}, {"body_x": 1.0})}, "no motion named 'body_x'"),
])  # fmt: skip
def test_values_that_cannot_be_are_refused(planner, change, words):
    with pytest.raises((ArgumentError, UnknownNameError), match=words):
        planner.plan(replace(STANDING, **change))


@pytest.mark.slow
def test_what_would_be_passed_between_nodes_is_kept_clear_of(planner):
    plan = planner.plan(load_task("hop_bar"))  # its leg would go through the bar between two nodes that are clear of it
    assert plan.status is PlanStatus.SOLVED
    assert any("clear of the bar would have been passed by 0.013 m" in note for note in plan.notes)
    assert max(phase.passed.max() for phase in plan.phases) <= NOTABLE_BETWEEN
    assert least_clearance(plan.phases[1]) > -NOTABLE_BETWEEN
    task = load_task("hop_bar")
    moved = planner.plan(replace(task, goal={**task.goal, "body_x": 1.02}), warm=True)
    assert len(moved.iterates) < len(plan.iterates) / 3  # it begins with the room that the last plan had
    assert max(phase.passed.max() for phase in moved.phases) <= NOTABLE_BETWEEN
    assert any("clear of the bar would be passed: as in the plan before" in note for note in moved.notes)
    leg = next(row for row in moved.constraints if (row.group, row.phase) == ("leg length", 1))
    assert leg.sentence.startswith("0.01 m less than 0.5 (held ")  # and not at the bound that nobody typed
    in_place = planner.plan(load_task("hop_in_place"))
    assert not any("Between nodes" in note for note in in_place.notes)
    assert max(phase.passed.max() for phase in in_place.phases) <= NOTABLE_BETWEEN


def least_clearance(flight):
    """Of the leg from the bar of the scene, body and foot along cubics from node to node, by hand."""
    fine = np.linspace(flight.t[0], flight.t[-1], 2000)
    body, foot = (
        np.array([CubicHermiteSpline(flight.t, flight.state[:, k], flight.rate[:, k])(fine) for k in pair])
        for pair in ((0, 1), (2, 3))
    )
    leg, to_bar = body - foot, np.array([[0.5], [0.8]]) - foot
    along = np.clip((leg * to_bar).sum(axis=0) / (leg * leg).sum(axis=0), 0.0, 1.0)
    return float(np.hypot(*(to_bar - along * leg)).min()) - 0.05


def test_a_foothold_that_is_freed_keeps_what_is_asked_of_it(planner):
    held = replace(STANDING, phases=(TaskPhase("stance", 3, 0.4, foothold={"foot_x": 0.0}),))
    free = replace(STANDING, phases=(TaskPhase("stance", 3, 0.4, foothold={"foot_x": (-1.0, 1.0)}),))
    planner.plan(held)
    plan = planner.plan(replace(free, start={**UPRIGHT, "body_x": 0.2}))
    assert plan.phases[0].footholds[0, 0] == pytest.approx(0.0, abs=1e-8)


def test_what_a_waypoint_and_the_goal_both_ask_for_has_one_price(planner):
    twice = replace(STANDING, phases=(TaskPhase("stance", 3, 0.4, ends_at={"body_z": (0.9, 1.1)}),))
    prices = [[row.multiplier for row in planner.plan(task).constraints] for task in (STANDING, twice)]
    np.testing.assert_allclose(*prices, atol=1e-6)  # prices hold to the solver's tolerance on what is around 1


def test_a_plan_has_one_place_to_start_from(planner, gap):
    with pytest.raises(ArgumentError, match="one place to start from; given: guess and warm"):
        planner.plan(GAP, guess=gap, warm=True)
    with pytest.raises(ArgumentError, match="given: warm and seed"):
        planner.plan(GAP, warm=True, seed=3)


@pytest.mark.parametrize(
    ("status", "kept"),
    [(PlanStatus.OUT_OF_ITERATIONS, 0), (PlanStatus.FAILED, 0), (PlanStatus.STOPPED, 0), (PlanStatus.INFEASIBLE, 1)],
)
def test_what_does_not_end_gives_the_best_iterate_that_was_seen(planner, status, kept):
    made = planner.transcription(STANDING)
    numbers = numbers_of(made, STANDING)
    seen = [first_guess(made, STANDING, seed) for seed in (1, 2)]
    best = BestIterate(made.program, numbers.parameters)
    for violation, x in zip((0.1, 0.2), seen, strict=True):
        best.see(PlanIterate(0, 1.0, violation, 1.0, 0.1, 1.0), x)
    point = PrimalDualPoint(seen[1], np.zeros(made.program.variables), np.zeros(made.program.rows))
    last = Solution(point, 1.0, np.zeros(made.program.rows), status, "", 2, 0.0, 0.0)
    assert np.array_equal(best.instead_of(last).point.x, seen[kept])


def test_multipliers_of_what_is_no_optimum_are_not_told_as_prices():
    plan = Planner().plan(load_task("hop_gap"), iterations=3)
    assert plan.status is PlanStatus.OUT_OF_ITERATIONS
    assert all(np.isnan(row.multiplier) and not row.sentence for row in plan.constraints)
