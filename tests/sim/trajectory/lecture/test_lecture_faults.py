"""The four faults of the lecture's problem: in numbers, in sentences, and gone where the switch is on."""

import numpy as np
import pytest

from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.lecture.faults import flight_momenta, lecture_faults
from torseur.sim.trajectory.lecture.findings import lecture_findings, touch_down_velocities
from torseur.sim.trajectory.lecture.friction_facets import FRICTION, friction_rows, push_plan
from torseur.sim.trajectory.lecture.lecture_dynamics import held_step, rate_of, reference
from torseur.sim.trajectory.lecture.lecture_exact import exact_step, growth, replayed, transition
from torseur.sim.trajectory.lecture.lecture_problem import LectureProblem
from torseur.sim.trajectory.lecture.pieces import joints_of, solve_apart
from torseur.sim.trajectory.task.lecture_switches import MENDED, LectureSwitches

pytest.importorskip("casadi")

LECTURE = LectureSwitches()
JOINTS = joints_of(LECTURE)


@pytest.fixture(scope="module")
def lecture():
    return LectureProblem(LECTURE).solve()


@pytest.fixture(scope="module")
def mended():
    return LectureProblem(MENDED).solve()


def test_the_lectures_four_faults_are_told_with_their_numbers(lecture):
    faults = {one.key: one for one in lecture_faults(lecture.x, lecture.u, LECTURE)}
    assert list(faults) == ["torque", "couple", "touch-down", "replay"]
    assert not any(one.mended for one in faults.values())
    assert "of at most 11.56 N: the torque at the hip is τ L, at most 14.20 N m" in faults["torque"].sentence
    assert "\u22120.42 to +1.46 kg m²/s in the first flight" in faults["couple"].sentence
    assert "7.90 to 7.96 m/s (7.66 m/s downwards)" in faults["touch-down"].sentence
    assert "9.46 m from where the plan ends (body_vx is off by 11.57 m/s)" in faults["replay"].sentence
    assert "grows 3.3e+05 times in 4.4 s" in faults["replay"].sentence
    assert "by the lecture's schedule, which holds the foot" in faults["replay"].sentence  # 3.5 m with true contact


def test_with_all_switches_on_nothing_is_left_of_them(mended):
    faults = lecture_faults(mended.x, mended.u, MENDED)
    assert all(one.mended for one in faults)
    assert not any("schedule" in one.sentence for one in faults)  # both replays end where the plan does
    momenta = flight_momenta(mended.x, mended.u, MENDED)
    assert np.ptp(momenta, axis=1) == pytest.approx(0.0, abs=1e-6)  # substeps of 10 ms, of fourth order
    assert np.linalg.norm(touch_down_velocities(mended.x, mended.u, MENDED)[0], axis=1).max() < 2.0 + 1e-8
    assert replayed(mended.x, mended.u, MENDED).body_miss < 1e-3  # m


def test_a_foot_that_lands_gently_but_aslant_is_told_to_slip(mended):
    (impulse,) = [one for one in lecture_findings(mended.x, mended.u, MENDED) if one.kind == "impulse"]
    velocities, t = touch_down_velocities(mended.x, mended.u, MENDED)
    assert t == pytest.approx([1.0, 2.0, 3.0, 4.0])
    assert impulse.value == pytest.approx(max(abs(velocities[:, 0] / velocities[:, 1])))
    assert "The foot would slip as it lands" in impulse.sentence


def test_each_switch_mends_its_own_fault_alone():
    for key, switches in {
        "torque": LectureSwitches(torque=True),
        "couple": LectureSwitches(body_inertia=0.5),
        "touch-down": LectureSwitches(touch_down_speed=2.0),
        "replay": LectureSwitches(substeps=10),
    }.items():
        found = LectureProblem(switches).solve()
        assert [one.key for one in lecture_faults(found.x, found.u, switches) if one.mended] == [key]


def test_replayed_exactly_the_plan_is_off_by_11_57_in_its_worst_entry_which_is_a_speed(lecture):
    error = replayed(lecture.x, lecture.u, LECTURE).error
    assert abs(error[1]).max() < 1e-4
    assert int(np.argmax(np.abs(error[-1]))) == 4  # body_vx
    assert abs(error[-1, 4]) == pytest.approx(11.57, abs=5e-3)  # TRAJECTORY §1
    assert np.hypot(*error[-1, :2]) == pytest.approx(9.46, abs=5e-3)


def test_an_error_of_the_start_grows_3e5_times(lecture):
    assert growth(lecture.x, lecture.u, LECTURE) == pytest.approx(3.278e5, rel=1e-3)


def test_derivatives_along_the_plan_are_those_of_finite_differences(lecture):
    x, u = lecture.x[:8], lecture.u[:7]
    found = transition(x, u, LECTURE)

    def end(start):
        for k in range(7):
            start = np.array(held_step(rate_of(k < 5, LECTURE), start, u[k]))
        return start

    step = 1e-6
    numeric = [(end(x[0] + step * e) - end(x[0] - step * e)) / (2.0 * step) for e in np.eye(8)]
    assert found == pytest.approx(np.array(numeric).T, abs=1e-7)


def test_a_flight_without_input_is_a_parabola():
    x = np.array([0.0, 1.2, 0.1, 0.3, 0.5, 2.0, 0.5, 2.0])
    after = exact_step(x, np.zeros(2), 5, LECTURE)[-1]
    h, g = 0.1, 9.81
    fall = np.array([0.0, -0.5 * g * h * h])
    assert after[:2] == pytest.approx(x[:2] + h * x[4:6] + fall, abs=1e-12)
    assert after[2:4] == pytest.approx(x[2:4] + h * x[6:8] + fall, abs=1e-12)
    assert np.array(held_step(rate_of(False, LECTURE), x, np.zeros(2))) == pytest.approx(after, abs=1e-12)


def test_smaller_steps_come_nearer_by_the_fourth_order(lecture):
    x, u = lecture.x[9], lecture.u[9]  # the last interval of the first flight, where the error is greatest
    exact = exact_step(x, u, 9, LECTURE)[-1]
    errors = [np.max(np.abs(np.array(held_step(rate_of(False, LECTURE), x, u, n)) - exact)) for n in (8, 16, 32)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders == pytest.approx(4.0, abs=0.25)


@pytest.fixture(scope="module")
def apart(lecture):
    return solve_apart(lecture.x[JOINTS])


def test_between_the_states_of_the_whole_the_pieces_cost_as_much_and_move_the_same(lecture, apart):
    assert apart.solved
    assert apart.cost == pytest.approx(lecture.cost, abs=1e-9)
    assert apart.x == pytest.approx(lecture.x, abs=1e-6)
    assert apart.u == pytest.approx(lecture.u, abs=1e-4)


def test_there_the_prices_of_two_neighbours_cancel(apart):
    assert np.abs(apart.price_gap).max() < 1e-6


def test_off_these_states_the_cost_grows_with_the_square(lecture, apart):
    costs = []
    for off in (0.05, 0.1):
        joints = lecture.x[JOINTS].copy()
        joints[:, 0] += off
        moved = solve_apart(joints, guess=lecture)
        costs.append(moved.cost - lecture.cost)
        assert np.abs(moved.price_gap).max() > 1.0
    assert costs[0] == pytest.approx(0.3020, abs=1e-4)
    assert costs[1] / costs[0] == pytest.approx(4.0, abs=0.02)


def test_to_know_the_times_alone_is_not_enough(lecture):
    guessed = solve_apart(reference(LECTURE)[JOINTS])
    assert guessed.solved
    assert guessed.cost == pytest.approx(173.9083, abs=1e-4)


@pytest.fixture(scope="module")
def cone():
    return push_plan(0.3)


def test_the_cone_costs_the_same_in_every_direction_and_is_used_to_its_edge(cone):
    assert cone.solved
    assert cone.friction_used == pytest.approx(FRICTION, abs=1e-8)
    assert push_plan(1.1).cost == pytest.approx(cone.cost, rel=1e-8)


def test_along_its_edge_a_pyramid_is_the_cone(cone):
    assert push_plan(0.0, 4).cost == pytest.approx(cone.cost, rel=1e-7)  # the cone's tip is rounded by 1 mN


def test_between_its_edges_it_costs_more_less_so_with_more_facets(cone):
    dearer = [push_plan(np.pi / facets, facets).cost / cone.cost - 1.0 for facets in (4, 8, 16)]
    assert dearer == pytest.approx([0.6200, 0.0162, 0.0027], abs=1e-4)


def test_a_pyramid_about_the_cone_plans_what_would_slip(cone):
    found = push_plan(0.0, 4, outside=True)
    assert found.cost < cone.cost
    assert found.friction_used > FRICTION + 0.05


@pytest.mark.parametrize("facets", [4, 8, 16])
def test_inside_a_pyramid_friction_falls_short_by_the_cosine_of_half_a_facet(facets):
    sizes = np.linspace(0.0, FRICTION, 501)
    reach = []
    for angle in np.arange(2 * facets) * np.pi / facets:  # edges and middles of facets in turn
        inside = [min(friction_rows([r * np.cos(angle), r * np.sin(angle), 1.0], facets)) > -1e-9 for r in sizes]
        reach.append(sizes[inside].max())
    assert max(reach) == pytest.approx(FRICTION)
    assert min(reach) == pytest.approx(FRICTION * np.cos(np.pi / facets), abs=1e-3)  # the grid's step


def test_a_pyramid_of_two_facets_is_refused_in_three_dimensions():
    with pytest.raises(ArgumentError, match="at least 3"):
        push_plan(0.0, 2)
