"""A contact sequence is found, named as one of many, and planned by phases from there."""

import pickle
import time
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest

from tests.sim.trajectory.made_plan import made_plan
from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.explore.contact_program import contact_program
from torseur.sim.trajectory.explore.explore_contacts import EPSILONS, explore_contacts
from torseur.sim.trajectory.explore.found_sequence import found_sequence
from torseur.sim.trajectory.explore.multistart import multistart, same_optimum, with_plan
from torseur.sim.trajectory.explore.seeding import plan_seeded, seeded_task
from torseur.sim.trajectory.explore.values import Exploration, FoundSequence, Gallery
from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.obstacles import BarObstacle, GapObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase
from torseur.sim.trajectory.values import PlanIterate, PlanStatus

UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
LIMITS = {"body_z": (0.2, float("inf"))}
APEX = PlanTask(  # TRAJECTORY §3: apex 1.8 m, 1.2 s
    name="apex",
    phases=(TaskPhase("stance", duration=0.6, ends_at={"body_z": 1.8}), TaskPhase("stance", duration=0.6)),
    start=UPRIGHT,
    goal=UPRIGHT,
    limits=LIMITS,
)
FORWARD = PlanTask(  # 1 m forward, 1.6 s
    name="forward",
    phases=(TaskPhase("stance", duration=0.8), TaskPhase("stance", duration=0.8)),
    start=UPRIGHT,
    goal={**UPRIGHT, "body_x": 1.0, "foot_x": 1.0},
    limits=LIMITS,
)


@pytest.fixture(scope="module")
def apex():
    pytest.importorskip("casadi")
    return explore_contacts(APEX)


@pytest.fixture(scope="module")
def seeded(apex):
    return plan_seeded(apex, Planner(), free=True)


def test_an_apex_is_reached_by_stance_flight_and_stance(apex):
    assert apex.plan.status is PlanStatus.SOLVED
    assert apex.sequence.modes == ("stance", "flight", "stance")
    assert 0.55 < apex.plan.cost < 0.61  # TRAJECTORY §3 has 0.555 to 0.571 from its guesses, 0.553 to 0.786 at half the step
    assert "A sequence was found, not the sequence: stance - flight - stance (contact where n > 1 N)." in apex.plan.message


def test_complementarity_is_relaxed_from_1_to_1e_6_in_seven_solves(apex):
    assert [level.epsilon for level in apex.relaxations] == pytest.approx(list(EPSILONS))
    assert len(EPSILONS) == 7
    (contact,) = (row for row in apex.plan.constraints if row.group == "complementarity")
    assert -1e-6 * (1 + 1e-6) <= contact.margin  # what ε leaves, to the solver's tolerance
    assert apex.plan.iterations == sum(level.iterations for level in apex.relaxations) < 400


def test_in_flight_nothing_pushes_and_on_the_ground_the_force_is_inside_its_cone(apex):
    for phase in apex.plan.phases:
        tangential, normal = phase.force[:, 0, 0], phase.force[:, 0, 2]
        if phase.mode == "flight":
            assert not phase.force.any()
        else:
            assert (np.abs(tangential) <= 0.5 * normal + 1e-6).all()
    assert max(phase.defect.max() for phase in apex.plan.phases) < 1e-7
    assert sum(part for _, part in apex.plan.cost_parts) == pytest.approx(apex.plan.cost)


def test_an_impact_within_a_step_shows_as_error_between_knots(apex):
    # Implicit Euler is of first order: the state after a step strays from the integrated one by far more than the defect.
    errors = np.concatenate([phase.error for phase in apex.plan.phases])
    assert 1e-3 < errors.max() < 1.0


@pytest.mark.slow
def test_planned_by_phases_the_found_sequence_comes_to_the_optimum_of_its_kind(seeded):
    assert seeded.plan.status is PlanStatus.SOLVED
    assert [phase.mode for phase in seeded.plan.phases] == ["stance", "flight", "flight", "stance"]
    assert seeded.plan.cost == pytest.approx(0.5522, abs=2e-4)  # in place 1.8 m: TRAJECTORY §2, 20 intervals a phase
    explored, planned = seeded.rows
    assert planned.error < 1e-6 < explored.error
    assert (planned.iterations, explored.iterations) == (seeded.plan.iterations, seeded.exploration.plan.iterations)
    assert f"in {planned.iterations} iterations and" in seeded.sentence
    assert f"(exploring took {explored.iterations} and" in seeded.sentence
    assert planned.iterations < explored.iterations
    assert "it costs 0.5522" in seeded.sentence


def test_phases_that_are_held_take_the_time_that_was_explored(apex):
    task = seeded_task(apex)
    assert sum(phase.first_duration() for phase in task.phases) == pytest.approx(apex.plan.duration)
    assert task.phases[1].ends_at == {"body_z": 1.8}
    assert [phase.mode for phase in task.phases] == ["stance", "flight", "flight", "stance"]


def explored(steps, foot_x=(), step=0.04, **task):
    """As if a motion of these modes, one a step, had been found; where the foot stands at the end of each."""
    speeds = {"stance": 0.0, "slip forwards": 1.0, "slip backwards": -1.0, "flight": 0.0}
    phases, first = [], 0
    for flies, run in groupby(steps, key=lambda mode: mode == "flight"):
        modes = list(run)
        state = np.zeros((len(modes) + 1, 8))
        state[1:, 6] = [speeds[mode] for mode in modes]
        state[1:, 2] = foot_x[first : first + len(modes)] if foot_x else 0.0
        t = step * np.arange(first, first + len(modes) + 1)
        phases.append(
            replace(made_plan().phases[0], mode="flight" if flies else "stance", t=t, state=state, inputs=state[:, :2])
        )
        first += len(modes)
    plan = replace(made_plan(), phases=tuple(phases))
    asked = PlanTask(name="found", phases=(TaskPhase("stance", duration=step * len(steps)),), **task)
    return Exploration(asked, plan, FoundSequence((), 1.0), (), step)


@pytest.mark.parametrize(("steps", "lasting"), [
    ("S S S F F F X S", [("stance", 3), ("flight", 3), ("stance", 2)]),
    ("S S S F F F S", [("stance", 3), ("flight", 3), ("stance", 1)]),
    ("S F F S F F S S", [("stance", 1), ("flight", 2), ("stance", 1), ("flight", 2), ("stance", 2)]),
    ("X B S S S", [("stance", 5)]),
    ("S S X S X X", [("stance", 4), ("slip forwards", 2)]),
    ("S X", [("stance", 2)]),
])  # fmt: skip
def test_a_contact_and_a_flight_are_planned_however_short_and_no_step_is_lost(steps, lasting):
    names = {"S": "stance", "F": "flight", "X": "slip forwards", "B": "slip backwards"}
    task = seeded_task(explored([names[letter] for letter in steps.split()]))
    assert [(phase.mode, round(phase.first_duration() / 0.04)) for phase in task.phases] == lasting


def test_what_stands_in_the_way_is_crossed_where_the_found_motion_crosses_it():
    modes = ["stance"] * 2 + ["flight"] * 2 + ["stance"] * 2 + ["flight"] * 2 + ["stance"] * 2
    way = [0.0] * 2 + [0.1] * 4 + [0.8] * 4
    task = seeded_task(explored(modes, way, obstacles=(GapObstacle(0.2, 0.7, 0), BarObstacle(0.4, 0.5))))
    assert task.obstacles == (GapObstacle(0.2, 0.7, 3), BarObstacle(0.4, 0.5))
    with pytest.raises(ArgumentError, match="comes back over what stands in its way at 0.45 m, in phase 5"):
        seeded_task(explored(modes, [0.0] * 2 + [0.8] * 4 + [0.0] * 4, obstacles=(GapObstacle(0.2, 0.7, 0),)))


def test_what_is_found_can_be_sent_to_another_process(seeded):
    again = pickle.loads(pickle.dumps(seeded))
    assert again.exploration.sequence.sentence == seeded.exploration.sequence.sentence
    assert again.sentence == seeded.sentence


@pytest.mark.slow
def test_one_metre_forward_is_found_by_dragging_the_foot_which_is_told_and_planned_as_slipping():
    pytest.importorskip("casadi")
    found = explore_contacts(FORWARD, seed=2)
    assert found.plan.status is PlanStatus.SOLVED
    assert 0.29 <= found.plan.cost <= 0.32  # TRAJECTORY §3
    assert found.sequence.drag > 0.5
    assert "The foot drags along the ground" in found.sequence.sentence
    planned = plan_seeded(found, Planner())
    assert "slip forwards" in [phase.mode for phase in planned.plan.phases]
    assert planned.plan.status is PlanStatus.SOLVED


def test_a_sequence_is_named_by_the_normal_force_alone():
    t = np.linspace(0.0, 0.5, 6)
    found = found_sequence(t, np.array([50.0, 0.9, 0.0, 1.1, 60.0]), 0.1 * t, np.array([0.0, 2.0, 2.0, 0.3, -0.1]))
    assert found.modes == ("stance", "flight", "stance")
    assert [phase.duration for phase in found.phases] == pytest.approx([0.1, 0.2, 0.2])
    assert found.drag == pytest.approx(0.1 * (0.3 + 0.1))
    assert found.phases[2].drag_speed == 0.3
    assert "not the sequence" in found.sentence


def test_a_stop_leaves_what_was_reached():
    pytest.importorskip("casadi")
    told = []

    def stop(update):
        told.append(update)
        return isinstance(update, PlanIterate) and update.iteration == 5

    found = explore_contacts(APEX, tell=stop)
    assert found.plan.status is PlanStatus.STOPPED
    assert len(found.relaxations) == 1
    assert "no sequence was found" in found.plan.message
    assert "A sequence was found" not in found.plan.message
    assert told[0] == "building the equations"
    assert told[-1].q.shape == (31, 4)


def test_what_there_is_is_handed_over_while_it_is_explored():
    pytest.importorskip("casadi")
    told = []

    def hear(update):
        told.append(update)
        if isinstance(update, PlanIterate) and len(told) < 8:
            time.sleep(0.06)  # until the first is due
        return isinstance(update, Exploration)

    explore_contacts(APEX, tell=hear)
    handed = next(update for update in told if isinstance(update, Exploration))
    assert not handed.solved
    assert handed.sentence == "No sequence was found: with contact relaxed by 1 the optimiser ended stopped."
    assert pickle.loads(pickle.dumps(handed)).plan.status is PlanStatus.STOPPED


def test_variables_are_packed_and_unpacked():
    pytest.importorskip("casadi")
    made = contact_program(APEX, 0.1)
    w = np.arange(float(made.program.variables))
    np.testing.assert_array_equal(made.packed(*made.unpacked(w)), w)
    assert (made.steps, made.step) == (12, pytest.approx(0.1))


@pytest.mark.parametrize(("task", "words"), [
    (replace(APEX, system="lecture"), "exploring knows the hopper alone; given a task of 'lecture'"),
    (replace(APEX, periodic=("body_z",)), "exploring knows no periodic motion"),
    (replace(APEX, costs={"smoothness": 1.0}), "exploring knows no cost of smoothness or impact"),
])  # fmt: skip
def test_what_it_cannot_plan_is_refused(task, words):
    pytest.importorskip("casadi")
    with pytest.raises(ArgumentError, match=words):
        explore_contacts(task)


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


@pytest.mark.slow
def test_after_many_guesses_a_warm_plan_starts_from_the_cheapest():
    planner = Planner()
    gallery = multistart(load_task("hop_gap"), planner, guesses=3)
    plan = planner.plan(load_task("hop_gap"), warm=True)
    assert plan.cost == pytest.approx(gallery.optima[0].plan.cost, rel=1e-6)
    assert len(plan.iterates) < 8
