"""The lecture's problem as a task: the numbers of TRAJECTORY §1, from every guess; and prices against solving again."""

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
from torseur.sim.trajectory.values import Plan, PlanIterate, PlanStatus

pytest.importorskip("casadi")


@pytest.fixture(scope="module")
def planner():
    return Planner()


@pytest.fixture(scope="module")
def plan(planner):
    return planner.plan(lecture_task(), seed=4)


@pytest.mark.slow
def test_every_one_of_20_guesses_leads_to_the_cost_of_the_lecture(planner):
    for seed in range(20):
        found = planner.plan(lecture_task(), seed=seed)
        assert found.status is PlanStatus.SOLVED
        assert found.cost == pytest.approx(113.92798834653, abs=1e-10)
        assert found.iterations <= 12


def test_the_planner_keeps_every_iterate(plan):
    assert plan.iterates[-1].objective == pytest.approx(plan.cost, abs=1e-6)
    assert plan.iterates[-1].q.shape == (53, 4)
    assert pickle.loads(pickle.dumps(plan)).cost == plan.cost


@pytest.mark.slow
def test_each_switch_has_its_cost_and_mends_its_own_fault_alone(planner):
    for switches, cost, fault in (
        (LectureSwitches(torque=True), 113.9870987, "Torque"),
        (LectureSwitches(body_inertia=0.5), 137.2806768, "Angular momentum"),
        (LectureSwitches(touch_down_speed=2.0), 133.7971288, "Touch-down"),
        (LectureSwitches(substeps=10), 113.9273560, "Replay"),
    ):
        found = planner.plan(lecture_task(switches))
        assert found.cost == pytest.approx(cost, abs=1e-7)
        assert [note.split(" (mended)")[0] for note in found.notes if " (mended)" in note] == [fault]


@pytest.mark.slow
def test_a_guess_with_more_noise_may_end_at_another_optimum_and_physics_says_what_is_wrong_there(planner):
    found = planner.plan(lecture_task(), seed=7, noise=2.0)
    assert found.cost == pytest.approx(275.3127, abs=1e-3)
    said = "\n".join(found.notes)
    assert "The ground would have to pull the foot with 52.9 N at 4.30 s." in said
    assert "The foot is 30 mm below the ground at 4.00 s." in said
    assert "Between nodes of phase 8, where nothing is asked, leg length is passed by 0.28 m at 3.95 s" in said


def test_the_plan_has_nine_modes_and_states_that_follow_each_other(plan):
    assert [phase.mode for phase in plan.phases] == ["stance", "flight"] * 4 + ["stance"]
    assert plan.duration == pytest.approx(4.4)
    assert plan.infeasibility < 1e-8
    assert np.isinf(plan.friction).all()  # the lecture has no cone
    for before, jump, after in zip(plan.phases[:-1], plan.jumps, plan.phases[1:], strict=True):
        assert before.t[-1] == jump.t == after.t[0]
        assert jump.after[:6] == pytest.approx(jump.before[:6], abs=1e-9)
        if jump.kind == "touch-down":
            assert jump.after[6:8] == pytest.approx(0.0, abs=1e-9)
            assert jump.impulse[0, [0, 2]] == pytest.approx(-1.0 * jump.before[6:8])  # the foot's 1 kg


@pytest.mark.slow
def test_prices_are_what_solving_again_finds(planner, plan):
    step = 1e-4  # central differences: the error is of the order of its square
    task = lecture_task()
    for name in ("body_x", "body_z"):
        costs = [planner.plan(replace(task, goal={**task.goal, name: task.goal[name] + by})).cost for by in (step, -step)]
        (row,) = [row for row in plan.constraints if row.group == f"goal {name}"]
        assert row.multiplier == pytest.approx(abs(costs[0] - costs[1]) / (2.0 * step), rel=1e-4)
    longer, shorter = (planner.plan(replace(task, limits={"leg length": (0.5, 1.5 + by)})).cost for by in (step, -step))
    (row,) = [row for row in plan.constraints if row.group == "leg length" and row.phase is None]
    assert row.multiplier == pytest.approx((shorter - longer) / (2.0 * step), rel=1e-4)


def test_a_limit_on_the_foots_speed_is_kept_and_priced(planner):
    plans = [planner.plan(lecture_task(LectureSwitches(touch_down_speed=v))) for v in (2.0, 2.001)]
    rows = [row for row in plans[0].constraints if row.group == "touch-down speed"]
    assert [row.phase for row in rows] == [1, 3, 5, 7]
    assert all(row.active and abs(row.margin) < 1e-8 for row in rows)
    saved = (plans[0].cost - plans[1].cost) / 0.001
    assert sum(row.multiplier for row in rows) == pytest.approx(saved, rel=1e-3)


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
    planner.plan(lecture_task())
    again = planner.plan(lecture_task(), warm=True)
    assert again.seconds_building < 0.2
    assert len(again.iterates) <= 4
    near = planner.plan(replace(lecture_task(), goal={**lecture_task().goal, "body_x": 1.02}), guess=plan)
    assert near.status is PlanStatus.SOLVED
    assert near.cost != pytest.approx(plan.cost, abs=1e-3)


def test_a_looser_tolerance_takes_fewer_iterations(planner, plan):
    assert len(planner.plan(lecture_task(), seed=4, tolerance=1e-2).iterates) < len(plan.iterates)


def test_it_can_be_stopped_at_an_iterate(planner):
    found = planner.plan(lecture_task(), tell=lambda told: not isinstance(told, str) and told.iteration == 3)
    assert found.status is PlanStatus.STOPPED
    assert len(found.iterates) == 4
    priced = [row for row in found.constraints if row.group.startswith(("start", "goal"))]
    assert all(np.isnan(row.multiplier) and not row.sentence for row in priced)
    # It is the best that was seen, and no place for a warm start with multipliers.
    assert found.infeasibility <= min(iterate.infeasibility for iterate in found.iterates) * (1 + 1e-9)
    assert planner.plan(lecture_task(), warm=True).status is PlanStatus.SOLVED


def test_the_best_iterate_of_the_lecture_is_handed_over_while_it_is_solved(planner):
    told = []

    def hear(update):
        told.append(update)
        time.sleep(0.06 if isinstance(update, PlanIterate) else 0.0)  # until the first is due

    planner.plan(lecture_task(), seed=4, tell=hear, iterations=8)
    best = next(update for update in told if isinstance(update, Plan))
    assert best.status is PlanStatus.STOPPED
    assert len(best.phases) == 9


@pytest.mark.slow
def test_another_sequence_has_another_cost(planner):
    one_hop, two_hops = ((20, 4, 20), (12, 5, 10, 5, 12))
    costs = [planner.plan(lecture_task(steps=steps)).cost for steps in (one_hop, two_hops)]
    assert costs == pytest.approx([71.5253, 71.2168], abs=1e-4)


def test_without_a_flight_the_foot_cannot_get_there(planner):
    assert planner.plan(lecture_task(steps=(44,))).status is PlanStatus.INFEASIBLE


def test_the_lecture_and_the_mended_one_are_shipped():
    assert load_task("lecture_hop").lecture == LectureSwitches()
    mended = load_task("lecture_hop_mended")
    assert mended.lecture == MENDED
    assert mended.phases == lecture_task(MENDED).phases
    assert mended.start["body_pitch"] == 0.0


def test_a_file_may_give_another_sequence_and_no_reference_of_its_own():
    head = 'system = "lecture"\nmethod = "rk4"\ncosts = {}\n'
    phases = "".join(
        f'[[phases]]\nmode = "{mode}"\nintervals = {n}\nduration = {n / 10}\n'
        for mode, n in (("stance", 20), ("flight", 4), ("stance", 20))
    )
    task = task_from_text(head + phases, "one_hop.toml")
    assert task.structure() == lecture_task(steps=(20, 4, 20)).structure()
    assert (task.start, task.goal) == (lecture_task().start, lecture_task().goal)
    with pytest.raises(TaskError, match=r"one_hop.toml.*no reference of its own"):
        task_from_text(f"{head}{phases}[reference]\nt = [0.0, 1.0]\nvalues = {{}}\nweights = {{}}\n", "one_hop.toml")


@pytest.mark.parametrize(
    "given", [{"body_inertia": 0.0}, {"touch_down_speed": -1.0}, {"substeps": 0}, {"body_inertia": float("inf")}]
)
def test_a_switch_that_cannot_be_is_refused_by_name(given):
    (name,) = given
    with pytest.raises(ArgumentError, match=f"{name} is"):
        LectureSwitches(**given)


def test_a_name_that_it_does_not_know_is_told(planner):
    with pytest.raises(UnknownNameError, match="body_y"):
        planner.plan(replace(lecture_task(), goal={"body_y": 1.0}))
    with pytest.raises(UnknownNameError, match="torque"):
        planner.plan(replace(lecture_task(), limits={"torque": (-1.0, 1.0)}))
