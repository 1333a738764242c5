"""The five requests of TRAJECTORY §6: each gets a true sentence."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from torseur import robots
from torseur.sim.errors import UnknownNameError
from torseur.sim.trajectory.feasibility.easier_request import easier, easy_words, request_quantities
from torseur.sim.trajectory.feasibility.ladder import RUNGS, explain_request
from torseur.sim.trajectory.feasibility.raised_limits import raisable_limits
from torseur.sim.trajectory.feasibility.request_way import ChangedWay
from torseur.sim.trajectory.feasibility.values import Explanation, FeasibilityVerdict
from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.obstacles import GapObstacle, StepObstacle
from torseur.sim.trajectory.values import PlanIterate

from .hopper_requests import WEAK, WEAK_LEG, one_hop, over_a_gap, up_to


@pytest.fixture(scope="module")
def planner():
    pytest.importorskip("casadi")
    return Planner()


@pytest.fixture(scope="module")
def slippery(planner):
    task = one_hop(2.0, friction=0.02)
    return explain_request(task, planner, rungs=("limits", "soft request"), raising=("friction",), seconds=np.inf)


@pytest.mark.slow
def test_too_little_friction_is_proved_and_friction_alone_is_enough(slippery):
    assert slippery.verdict is FeasibilityVerdict.IMPOSSIBLE
    assert slippery.plan is None
    (friction,) = slippery.limits
    assert friction.enough is not None
    assert 0.1 <= friction.short < friction.enough <= 0.2  # 0.1 did not solve, 0.2 did
    assert "Friction alone would be enough" in slippery.sentence


def test_a_soft_request_is_worded_reached_and_never_maximum(slippery):
    missed = {one.name: one for one in slippery.missed}
    assert missed["goal body_x"].asked - missed["goal body_x"].reached == pytest.approx(1.81, abs=0.01)
    assert "this was reached: goal body_x: 0.191 of 2 m" in slippery.sentence
    assert "maximum" not in slippery.sentence
    assert slippery.relaxed.infeasibility == pytest.approx(1.81, abs=0.01)


def test_inputs_that_cannot_carry_the_weight_are_proved_before_anything_is_solved():
    found = explain_request(up_to(1.8, limits=WEAK), rungs=())
    assert found.verdict is FeasibilityVerdict.IMPOSSIBLE
    assert found.sentence.startswith(
        "Impossible: 45 N along the leg and 5 N m, which is 10 N across a leg of 0.5 m, lift the body with 46.1 N at most"
    )


@pytest.mark.parametrize(
    ("task", "name", "least", "most"),
    [(over_a_gap(15.0), "phase 3: foot_x", 5.5, 6.1), (up_to(6.0), "end of phase 2: body_z", 4.5, 4.64)],
    ids=["gap", "apex"],
)
def test_what_is_reached_of_too_wide_a_gap_and_too_high_an_apex(planner, task, name, least, most):
    found = explain_request(task, planner, rungs=("soft request",), iterations=300, seconds=np.inf)
    assert found.verdict is FeasibilityVerdict.IMPOSSIBLE
    missed = {one.name: one.reached for one in found.missed}
    assert least < missed[name] < most  # 5.5 m and 4.5 m are solved, 6 m and 4.64 m are not


@pytest.mark.slow
def test_a_false_alarm_of_the_usual_start_is_put_right_by_another_guess(planner):
    found = explain_request(
        one_hop(0.7, 10, limits=WEAK_LEG), planner, rungs=("usual start", "guesses"), iterations=100, seconds=np.inf
    )
    assert found.verdict is FeasibilityVerdict.SOLVED_FROM_ANOTHER_START
    assert found.plan.infeasibility < 1e-6
    assert "impossible" not in found.sentence.lower()


def test_the_control_is_solved_and_nothing_else_is_tried(planner):
    told = []
    found = explain_request(over_a_gap(0.6), planner, tell=told.append)
    assert found.verdict is FeasibilityVerdict.SOLVED
    assert found.seeds == ()
    assert [text for text in told if isinstance(text, str)] == [
        "checking what is known in closed form",
        "solving from the usual start",
    ]
    assert isinstance(told[-1], Explanation)
    assert pickle.loads(pickle.dumps(found)).sentence == found.sentence


@pytest.mark.slow
def test_continuation_takes_a_request_as_far_as_it_is_solved():
    pytest.importorskip("casadi")
    found = explain_request(one_hop(2.0, friction=0.02), Planner(), rungs=("continuation",), iterations=60, seconds=np.inf)
    (reached, _), (unsolved, _) = found.reached.reached, found.reached.unsolved
    assert reached.name == "goal body_x"
    assert 0.0 < reached.value < 0.565  # where friction ends, by hand; 60 iterations a solve come less far than the usual 200
    assert 0.0 < unsolved.value - reached.value <= 0.02 * 2.0
    assert found.nearest.phases[-1].state[-1, 0] == pytest.approx(reached.value, abs=1e-7)


@pytest.mark.slow
def test_a_limit_that_solves_when_it_is_typed_is_not_denied():
    pytest.importorskip("casadi")
    alone, gap = Planner(), load_task("hop_gap")
    alone.plan(gap)  # with friction 0.5
    slippery = replace(gap, friction=0.05)
    found = explain_request(slippery, alone, rungs=("limits",), raising=("friction",), iterations=12, seconds=np.inf)
    (friction,) = found.limits
    assert friction.enough == pytest.approx(0.5)  # goes on from the plan that there was, as typing it does
    assert alone.plan(replace(gap, friction=friction.enough), warm=True).status.is_solution


@pytest.mark.slow
def test_the_way_to_what_was_changed_is_of_what_was_changed():
    pytest.importorskip("casadi")
    alone, gap = Planner(), over_a_gap(0.6)
    alone.plan(gap, iterations=100)
    far = replace(gap, goal={**gap.goal, "body_x": 9.0, "foot_x": 9.0})
    found = explain_request(far, alone, rungs=("continuation",), iterations=40, seconds=np.inf)
    assert [one.name for one in found.reached.reached] == ["goal body_x", "goal foot_x"]  # not the gap, as it was solved
    assert 0.7 < found.reached.reached[0].value < 9.0
    assert found.sentences[-1].startswith("In steps from the last plan goal body_x ")
    assert "goal body_x 9 m, goal foot_x 9 m is asked for" in found.sentence


def test_all_that_changed_is_on_the_way_and_what_did_not_is_not():
    gap = over_a_gap(0.6)
    phases = tuple(replace(phase, duration=(0.1, 0.6)) for phase in gap.phases)
    changed = replace(gap, friction=0.1, phases=phases, obstacles=(GapObstacle(0.05, 1.05, 1),), costs={"effort": 1.0})
    limits = {"force": (-150.0, 300.0)}, {"force": (-150.0, 100.0)}
    way = ChangedWay(gap, changed, limits, {"force": "N"})
    assert [one.words for one in way.quantities(0.5)] == [
        "greatest duration of phase 1 0.7 s", "greatest duration of phase 2 0.7 s",
        "greatest duration of phase 3 0.7 s", "gap 0.8 m", "greatest force 200 N", "friction 0.3",
    ]  # fmt: skip
    half = way.task(0.5)
    assert (half.friction, half.obstacles[0].end, half.costs) == (0.3, pytest.approx(0.85), {"effort": 1.0})
    assert way.task(1.0) is changed


def test_what_there_was_no_time_for_is_told(planner):
    found = explain_request(one_hop(2.0, friction=0.02), planner, rungs=("limits",), seconds=0.0)
    assert "Not tried, as the time was over: friction, leg length, force, torque and durations." in found.sentences
    late = explain_request(over_a_gap(5.9), planner, rungs=("usual start", "limits"), seconds=0.0)
    assert late.verdict is FeasibilityVerdict.NOT_FOUND
    assert not late.limits


def test_what_is_not_found_is_told_with_its_tries_and_not_denied(planner):
    def told(task):
        options = {"rungs": ("limits",), "raising": ("torque",), "iterations": 3, "seconds": np.inf}
        return explain_request(task, planner, **options).sentences

    found = told(one_hop(3.0, friction=0.3))
    assert found[-2] == "Nothing was found with one limit alone raised: torque up to 800 N m in 2 tries."
    assert found[-1] == "That no motion was found does not prove that there is none."
    proved = told(one_hop(2.0, friction=0.02))
    assert proved[-1].endswith("torque up to 800 N m (proved to be impossible).")


def test_it_stops_where_it_is_told_to(planner):
    told = []

    def stop(update):
        told.append(update)
        return len(told) > 5

    found = explain_request(over_a_gap(5.9), planner, tell=stop)
    assert found.verdict is FeasibilityVerdict.STOPPED
    assert len(told) < 12


def test_an_easier_request_comes_back_to_the_start():
    easy = easier(over_a_gap(15.0), 0.0)
    assert easy.goal["foot_x"] == 0.0
    assert easy.obstacles[0].start == easy.obstacles[0].end == 0.0
    units = dict.fromkeys(easy.start, "m")
    half = {one.name: one.value for one in request_quantities(over_a_gap(15.0), units, 0.5)}
    assert half == {"gap": pytest.approx(7.5), "goal body_x": pytest.approx(7.55), "goal foot_x": pytest.approx(7.55)}


def test_what_contradicts_itself_is_told_with_its_proof_and_nothing_is_solved(planner):
    task = one_hop(0.5)
    found = explain_request(replace(task, start={**task.start, "foot_vx": 1.0}), planner, rungs=RUNGS)
    assert found.verdict is FeasibilityVerdict.IMPOSSIBLE
    assert found.sentence.startswith("Impossible: by what is asked of foot_vx at the start")
    assert found.limits == ()


def test_no_limit_is_raised_of_what_is_solved_as_it_is(planner):
    found = explain_request(over_a_gap(0.6), planner, rungs=("limits",))
    assert found.verdict is FeasibilityVerdict.SOLVED
    assert found.limits == ()


def test_a_soft_request_that_is_not_solved_or_stopped_is_told(planner):
    task = one_hop(2.0, friction=0.02)
    unsolved = explain_request(task, planner, rungs=("soft request",), iterations=1)
    assert unsolved.sentences[-1] == "With the request soft, and all else hard, no motion was found either."
    heard = []

    def once(update):
        heard.append(isinstance(update, PlanIterate))
        return heard.count(True) == 2 and heard[-1]

    stopped = explain_request(task, planner, rungs=("soft request",), tell=once)
    assert "Not even" not in stopped.sentence
    assert stopped.missed == ()
    assert heard.count(True) == 2


def test_the_friction_that_is_raised_is_that_of_each_point():
    pytest.importorskip("casadi")
    task = load_task("push_block", robots.load)
    planner = Planner()
    made = planner.transcription(task)
    friction = next(limit for limit in raisable_limits(task, made) if limit.name == "friction")
    numbers = made.system.numbers
    np.testing.assert_allclose(numbers.theta(friction.raised(3.0)), 3.0 * numbers.theta(task))


def test_a_rung_that_is_not_there_is_refused_by_name():
    with pytest.raises(UnknownNameError, match="no rung named 'luck'"):
        explain_request(over_a_gap(0.6), rungs=("luck",))


def test_where_a_step_is_in_the_way_it_grows_and_the_way_stays():
    task = one_hop(1.0, obstacles=(StepObstacle(0.5, 0.3, 1),))
    half = easier(task, 0.5)
    assert half.goal == task.goal
    assert half.obstacles[0].height == 0.15
    assert [one.words for one in request_quantities(task, {}, 0.5)] == ["step 0.15 m"]
    assert easy_words(task) == "without what stands in the way"
