"""A gallery of distinct optima: by cost, and by shape."""

from dataclasses import replace

import pytest

from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.explore.multistart import multistart, same_optimum, with_plan
from torseur.sim.trajectory.explore.values import Gallery
from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase
from torseur.sim.trajectory.values import PlanStatus

from ..made_plan import made_plan

UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
UP = PlanTask(
    name="up",
    phases=(
        TaskPhase("stance", 5),
        TaskPhase("flight", 5, ends_at={"body_z": 1.8}),
        TaskPhase("flight", 5),
        TaskPhase("stance", 5),
    ),
    start=UPRIGHT,
    goal=UPRIGHT,
)


@pytest.mark.slow
def test_the_way_up_has_an_optimum_and_its_mirror_image_which_are_two():
    pytest.importorskip("casadi")
    told = []
    gallery = multistart(UP, guesses=4, tell=told.append)
    assert gallery.guesses == 4
    assert not gallery.unsolved
    costs = [optimum.plan.cost for optimum in gallery.optima]
    assert costs == sorted(costs)
    assert len(costs) == 4
    assert costs[0] == pytest.approx(costs[1], rel=1e-6)  # the same bent to the other side
    assert gallery.sentence == ("4 guesses, 4 solved: 4 distinct optima; the cheapest found costs 0.547402, reached from 1.")
    assert [text for text in told if isinstance(text, str)] == [f"guess {k} of 4" for k in (1, 2, 3, 4)]
    assert isinstance(told[-1], Gallery)


def test_who_has_seen_enough_optima_stops_there():
    class AlwaysTheSame(Planner):
        def plan(self, task, **options):
            return replace(made_plan(), status=PlanStatus.SOLVED)

    gallery = multistart(UP, AlwaysTheSame(), guesses=4, tell=lambda update: isinstance(update, Gallery))
    assert gallery.guesses == 1


def test_a_plan_is_one_with_another_of_its_cost_and_shape_alone():
    plan = made_plan()
    assert same_optimum(plan, replace(plan, cost=plan.cost * (1 + 1e-6)))
    assert not same_optimum(plan, replace(plan, cost=1.01 * plan.cost))
    bent = replace(plan.phases[0], q=plan.phases[0].q + 0.5)
    assert not same_optimum(plan, replace(plan, phases=(bent, plan.phases[1])))
    assert not same_optimum(plan, replace(plan, phases=(replace(plan.phases[0], mode="slip"), plan.phases[1])))


def test_a_gallery_counts_what_ends_alike_and_what_does_not_end():
    plan = replace(made_plan(), status=PlanStatus.SOLVED)
    gallery = Gallery((), ())
    for seed, one in enumerate([plan, replace(plan, cost=0.1), plan, replace(plan, status=PlanStatus.INFEASIBLE)]):
        gallery = with_plan(gallery, one, seed)
    assert [(optimum.plan.cost, optimum.seeds) for optimum in gallery.optima] == [(0.1, (1,)), (plan.cost, (0, 2))]
    assert gallery.unsolved == ((3, PlanStatus.INFEASIBLE),)
    assert gallery.sentence == "4 guesses, 3 solved: 2 distinct optima; the cheapest found costs 0.1, reached from 1."


def test_no_guess_at_all_is_refused():
    with pytest.raises(ArgumentError, match="0 guesses; wanted: 1 or more"):
        multistart(UP, guesses=0)


def test_after_many_guesses_a_warm_plan_starts_from_the_cheapest():
    planner = Planner()
    gallery = multistart(load_task("hop_gap"), planner, guesses=3)
    plan = planner.plan(load_task("hop_gap"), warm=True)
    assert plan.cost == pytest.approx(gallery.optima[0].plan.cost, rel=1e-6)
    assert len(plan.iterates) < 8
