"""What is impossible in closed form, and only that."""

from dataclasses import replace

import numpy as np
import pytest

from torseur.sim.trajectory.feasibility.ballistics import HopperStrength, greatest_lift, greatest_speed, highest_by_time
from torseur.sim.trajectory.feasibility.hopper_checks import hopper_checks
from torseur.sim.trajectory.task.obstacles import StepObstacle
from torseur.sim.trajectory.task.plan_task import TaskPhase

from .hopper_requests import UPRIGHT, WEAK, WEAK_LEG, one_hop, over_a_gap, up_to

STRENGTH = HopperStrength(5.0, 1.0, 9.81, 0.5, 1.5, 150.0, 300.0, 80.0, 0.5)


def failed(task):
    return {check.name: check for check in hopper_checks(task) if not check.holds}


def test_of_the_five_requests_four_are_proved_impossible_and_the_numbers_are_those_by_hand():
    slippery = failed(one_hop(2.0, friction=0.02))["friction over the whole motion"]
    assert slippery.bound == pytest.approx(0.5 * 0.02 * 9.81 * 2.4**2)
    weak = failed(up_to(1.8, limits=WEAK))["weight against inputs"]
    assert weak.bound == pytest.approx(np.hypot(45.0, 5.0 / 0.5))
    assert weak.asked == pytest.approx(49.05)
    wide = failed(over_a_gap(15.0))["way of the foot in one flight"]
    assert wide.bound == pytest.approx(0.5 * 0.5 * 9.81 * 2.4 * 0.8 + 2.0 * 5.0 / 6.0 * 1.5)
    high = failed(up_to(6.0))["height by time"]
    assert high.bound == pytest.approx(1.5 + 9.81 * 1.6**2 / 8.0)


@pytest.mark.parametrize("task", [one_hop(0.7, limits=WEAK_LEG), over_a_gap(5.5), up_to(4.5), over_a_gap(0.6)])
def test_what_an_optimiser_solves_is_not_called_impossible(task):
    # All four are solved: by guesses, by continuation, by continuation, at once (TRAJECTORY §6).
    assert not failed(task)


PULLING = {"force": (-100.0, 45.0), "torque": (-5.0, 5.0)}


def test_a_pull_does_not_carry_a_body_that_stands():
    standing = replace(one_hop(0.0, limits=PULLING), phases=(TaskPhase("stance", 5), TaskPhase("stance", 5)))
    check = failed(standing)["weight against inputs"]
    assert check.bound == pytest.approx(np.hypot(45.0, 5.0 / 0.5))  # 46.1 N of 49.05 N, and not 100.5
    assert "45 N along the leg" in check.sentence
    assert "falls ever faster" in check.sentence
    step = StepObstacle(0.5, -0.4, 1)  # down from it the body may be below the foot, where a pull lifts
    assert "weight against inputs" not in failed(replace(standing, obstacles=(step,)))


def test_what_a_pull_lifts_in_flight_counts_for_as_long_as_the_flight_lasts():
    hop = one_hop(0.0, limits=PULLING)
    assert "weight against inputs" not in failed(hop)  # 0.8 s in flight with 100.5 N, if the foot is above
    (told,) = [check for check in hopper_checks(hop) if check.name == "weight against inputs"]
    assert "46.1 N at most where it stands, and a pull of 100 N with 100.5 N where it flies" in told.sentence
    stance, flight = (49.05 - np.hypot(45.0, 10.0)) / 5.0, (np.hypot(100.0, 10.0) - 49.05) / 5.0
    short = 0.4 * stance / flight  # as long as what is lost in two stances of 0.2 s is won in
    for longest, fails in ((0.9 * short, True), (1.1 * short, False)):
        phases = tuple(replace(p, duration=0.2 if p.mode == "stance" else (0.0, longest)) for p in hop.phases)
        assert ("weight against inputs" in failed(replace(hop, phases=phases))) is fails


def test_no_leg_that_points_up_lifts_with_more_than_its_push_and_its_torque():
    lean = np.linspace(-np.pi / 2, np.pi / 2, 101)[:, None, None]
    force, across = np.linspace(-100.0, 45.0, 30)[:, None], np.linspace(-10.0, 10.0, 20)
    lift = force * np.cos(lean) + across * np.sin(lean)
    pulling = replace(STRENGTH, pull=100.0, push=45.0, torque=5.0)
    assert lift.max() <= greatest_lift(pulling, above_foot=True)
    assert lift.max() == pytest.approx(greatest_lift(pulling, above_foot=True), rel=1e-3)  # the grid of angles


def test_torque_on_a_leaning_leg_lifts_more_than_any_force_along_it():
    angles = np.linspace(0.0, np.pi / 2, 100)
    lifts = 300.0 * np.cos(angles) + 80.0 / 0.5 * np.sin(angles)
    assert lifts.max() <= greatest_lift(STRENGTH)
    assert lifts.max() == pytest.approx(greatest_lift(STRENGTH), rel=1e-3)  # the grid of angles


def test_no_parabola_between_two_standing_ends_comes_higher_than_time_allows():
    rng = np.random.default_rng(1)
    for duration, first, last in zip(rng.uniform(0.1, 2.0, 50), *rng.uniform(0.0, 1.25, (2, 50)), strict=True):
        t = np.linspace(0.0, duration, 200)
        z = first + (last - first) * t / duration + 9.81 / 2.0 * t * (duration - t)
        assert z.max() + 0.25 <= highest_by_time(STRENGTH, duration)


def test_friction_gives_no_more_speed_than_its_impulse():
    assert greatest_speed(STRENGTH, 2.0, 0.0, 0.0) == pytest.approx(0.5 * 0.5 * 9.81 * 2.0)
    assert greatest_speed(STRENGTH, 2.0, 3.0, -20.0) == pytest.approx(1.5)  # without any push of the ground


def test_ends_out_of_reach_and_feet_that_cannot_move_are_told():
    far = one_hop(0.7)
    assert "reach" in failed(replace(far, goal={**far.goal, "foot_x": 3.0, "body_x": 0.7}))
    assert "reach" in failed(replace(far, start={**UPRIGHT, "body_z": 0.3}))
    standing = replace(far, phases=(TaskPhase("stance"), TaskPhase("stance")))
    assert failed(standing)["footholds"].asked == pytest.approx(0.7)


def test_bounds_in_the_wrong_order_are_told_by_name():
    (check,) = failed(one_hop(0.7, limits={"leg length": (1.5, 0.5)})).values()
    assert check.sentence == "Impossible: the limit of leg length is to be at least 1.5 and at most 0.5."


def test_a_foot_that_is_to_stand_in_the_gap_is_told():
    gap = over_a_gap(0.6)  # from 0.05 to 0.65 m
    check = failed(replace(gap, start={**gap.start, "foot_x": 0.3}))["footholds"]
    assert check.sentence.startswith("Impossible: in phase 1 the foot is to stand at 0.3 m or further, and at 0.05 m or less")
    assert "footholds" in failed(replace(gap, goal={**gap.goal, "foot_x": 0.5}))


def test_a_leg_without_a_least_length_has_no_least_lift():
    assert not failed(one_hop(0.7, limits={**WEAK, "leg length": (0.0, 1.5)}))


def test_what_is_not_given_is_not_used():
    free = one_hop(20.0, friction=0.02)
    assert not failed(replace(free, start={"body_x": 0.0, "foot_x": 0.0}))  # it may come with any speed
    assert not failed(replace(free, phases=tuple(replace(p, duration=(0.1, np.inf)) for p in free.phases)))
