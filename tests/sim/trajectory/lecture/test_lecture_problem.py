"""The lecture's own problem: the numbers of TRAJECTORY §1, from every guess; and prices against solving again."""

import numpy as np
import pytest

from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.lecture.findings import dense_motion, lecture_findings
from torseur.sim.trajectory.lecture.lecture_plan import plan_of, states_and_inputs
from torseur.sim.trajectory.lecture.lecture_problem import LectureProblem
from torseur.sim.trajectory.task.lecture_switches import LectureSwitches
from torseur.sim.trajectory.values import PlanStatus

pytest.importorskip("casadi")

COST = 113.9279883465  # TRAJECTORY §1
DIGITS = 1e-9  # of the cost: what a tolerance of 1e-10 leaves


@pytest.fixture(scope="module")
def problem():
    return LectureProblem()


@pytest.fixture(scope="module")
def solution(problem):
    return problem.solve()


@pytest.fixture(scope="module")
def plan(solution):
    return plan_of(solution)


def test_it_has_the_lectures_size_and_24_equations_too_many(problem, solution):
    program = problem.program
    assert (program.variables, program.rows, program.jacobian.nnz_out(1)) == (448, 438, 3197)
    assert problem.equality_rank(solution) == (393, 369)


def test_every_one_of_20_guesses_leads_to_the_cost_of_the_lecture(problem):
    for seed in range(20):
        found = problem.solve(seed=seed)
        assert found.status is PlanStatus.SOLVED
        assert found.cost == pytest.approx(COST, abs=DIGITS)
        assert found.iterations <= 12


def test_without_what_is_said_twice_the_optimum_is_the_same():
    bare = LectureProblem(redundant=False)
    found = bare.solve()
    assert bare.equality_rank(found) == (369, 369)
    assert found.cost == pytest.approx(COST, abs=DIGITS)


def test_a_torque_for_the_force_across_costs_113_987():
    assert LectureProblem(LectureSwitches(torque=True)).solve().cost == pytest.approx(113.9870987, abs=5e-8)


def test_a_guess_with_more_noise_may_end_at_another_optimum_and_physics_says_what_is_wrong_there(problem):
    found = problem.solve(problem.guess(noise=2.0, seed=0))
    assert found.status is PlanStatus.SOLVED
    assert found.cost == pytest.approx(223.722, abs=1e-3)
    worst = {one.kind: one.value for one in lecture_findings(found.x, found.u, found.switches)}
    assert worst["pull"] == pytest.approx(52.6, abs=0.05)
    assert worst["foot below ground"] == pytest.approx(0.030, abs=5e-4)
    assert 0.5 - worst["leg too short"] == pytest.approx(0.26, abs=5e-3)
    assert any("pull the foot with 52.6 N" in note for note in plan_of(found).notes)


def test_at_the_best_optimum_only_the_leg_is_a_millimetre_too_long_between_knots(solution):
    motion = dense_motion(solution.x, solution.u, solution.switches)
    force = motion.ground_force(torque=False)
    assert np.nanmin(force[:, 1]) == pytest.approx(52.6, abs=0.05)
    assert np.nanmax(force[:, 1]) == pytest.approx(132.4, abs=0.05)
    assert np.nanmax(np.abs(force[:, 0]) / force[:, 1]) == pytest.approx(0.217, abs=5e-4)
    (only,) = lecture_findings(solution.x, solution.u, solution.switches)
    assert only.kind == "leg too long"
    assert only.value == pytest.approx(5.6e-4, abs=1e-5)


# As a plan


def test_the_plan_says_the_four_faults_and_what_is_wrong_between_knots(plan):
    said = ("Torque: ", "Angular momentum: ", "Touch-down: ", "Replay: ", "Between knots the leg is longer than 1.5 m")
    assert [note.startswith(start) for note, start in zip(plan.notes, said, strict=True)] == [True] * 5


def test_the_plan_has_nine_modes_and_states_that_follow_each_other(plan, solution):
    assert [phase.mode for phase in plan.phases] == ["stance", "flight"] * 4 + ["stance"]
    assert plan.duration == pytest.approx(4.4)
    assert max(float(phase.defect.max()) for phase in plan.phases) < 1e-8
    assert plan.infeasibility < 1e-8
    assert sum(value for _, value in plan.cost_parts) == pytest.approx(plan.cost, rel=1e-12)
    x, u = states_and_inputs(plan)
    assert np.array_equal(u, solution.u)
    assert x == pytest.approx(solution.x, abs=1e-9)
    for before, jump, after in zip(plan.phases[:-1], plan.jumps, plan.phases[1:], strict=True):
        assert before.t[-1] == jump.t == after.t[0]
        assert jump.after[:6] == pytest.approx(jump.before[:6], abs=1e-9)
        if jump.kind == "touch-down":
            assert jump.after[6:8] == pytest.approx(0.0, abs=1e-9)
            assert jump.impulse[0, [0, 2]] == pytest.approx(-1.0 * jump.before[6:8])  # the foot's 1 kg


def test_the_error_of_an_interval_is_that_of_one_step_of_rk4(plan):
    assert max(float(phase.error.max()) for phase in plan.phases) == pytest.approx(1.461e-2, abs=1e-5)
    assert max(float(phase.error.max()) for phase in plan.phases if phase.mode == "stance") < 1e-4


def test_prices_are_what_solving_again_finds(problem, solution, plan):
    step = 1e-4  # central differences: the error is of the order of its square

    def cost_at_goal(entry, by):
        goal = problem.reference[-1].copy()
        goal[entry] += by
        return problem.solve(goal=goal).cost

    for entry in (0, 1):
        slope = (cost_at_goal(entry, step) - cost_at_goal(entry, -step)) / (2.0 * step)
        assert solution.prices("goal")[entry] == pytest.approx(slope, rel=1e-4)
    longer, shorter = (LectureProblem().solve(leg_limits=(0.5, 1.5 + by)).cost for by in (step, -step))
    price = sum(row.multiplier for row in plan.constraints if row.group == "leg length")
    assert price == pytest.approx((shorter - longer) / (2.0 * step), rel=1e-4)
    (leg,) = [row for row in plan.constraints if row.group == "leg length" and row.active]
    assert (leg.phase, leg.sentence) == (7, "1 cm longer saves 0.022")


def test_a_limit_on_the_foots_speed_is_kept_and_priced():
    plans = [plan_of(LectureProblem(LectureSwitches(touch_down_speed=v)).solve()) for v in (2.0, 2.001)]
    rows = [row for row in plans[0].constraints if row.group == "touch-down speed"]
    assert [row.phase for row in rows] == [1, 3, 5, 7]
    assert all(row.active and abs(row.margin) < 1e-8 for row in rows)
    saved = (plans[0].cost - plans[1].cost) / 0.001
    assert sum(row.multiplier for row in rows) == pytest.approx(saved, rel=1e-3)


# Bad input


@pytest.mark.parametrize(
    "given", [{"body_inertia": 0.0}, {"touch_down_speed": -1.0}, {"substeps": 0}, {"body_inertia": float("inf")}]
)
def test_a_switch_that_cannot_be_is_refused_by_name(given):
    (name,) = given
    with pytest.raises(ArgumentError, match=f"{name} is"):
        LectureSwitches(**given)


def test_a_guess_of_the_wrong_size_is_refused(problem):
    with pytest.raises(ArgumentError, match=r"wanted: \(45, 8\) states"):
        problem.guess_of(np.zeros((44, 8)), np.zeros((44, 2)))
