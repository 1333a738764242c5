"""The four faults of the lecture's problem: in numbers, in sentences, and gone where the switch is on."""

import numpy as np
import pytest

from torseur.sim.trajectory.hopper.hopper_system import PARAMETERS
from torseur.sim.trajectory.lecture.lecture_motion import LectureMotion
from torseur.sim.trajectory.lecture.lecture_notes import flight_momenta
from torseur.sim.trajectory.lecture.lecture_task import lecture_task
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.lecture_switches import MENDED, LectureSwitches

pytest.importorskip("casadi")


def motion_of(switches):
    planner, task = Planner(), lecture_task(switches)
    return LectureMotion(planner.plan(task), planner.transcription(task), np.array(list(PARAMETERS.values())))


@pytest.fixture(scope="module")
def lecture():
    return motion_of(LectureSwitches())


@pytest.fixture(scope="module")
def mended():
    return motion_of(MENDED)


@pytest.mark.slow
def test_the_lectures_four_faults_are_told_with_their_numbers(lecture):
    torque, couple, touch_down, replay = lecture.plan.notes
    assert torque.startswith("Torque: ")
    assert "of at most 11.56 N: the torque at the hip is τ L, at most 14.20 N m" in torque
    assert couple.startswith("Angular momentum: ")
    assert "\u22120.42 to +1.46 kg m²/s in the first flight" in couple
    assert touch_down.startswith("Touch-down: ")
    assert "7.90 to 7.96 m/s (7.66 m/s downwards)" in touch_down
    assert replay.startswith("Replay: ")
    assert "9.46 m from where the plan ends (body_vx is off by 11.57 m/s)" in replay
    assert "by the lecture's schedule, which holds the foot" in replay  # 3.5 m with true contact


@pytest.mark.slow
def test_with_all_switches_on_nothing_is_left_of_them(mended):
    notes = mended.plan.notes
    assert [" (mended): " in note for note in notes[:4]] == [True] * 4
    assert not any("schedule" in note for note in notes)  # both replays end where the plan does
    momenta = flight_momenta(mended, mended.dense(), MENDED)
    assert np.ptp(momenta, axis=1) == pytest.approx(0.0, abs=1e-6)  # substeps of 10 ms, of fourth order
    landings = [jump for jump in mended.plan.jumps if jump.kind == "touch-down"]
    assert max(np.hypot(*jump.before[6:8]) for jump in landings) < 2.0 + 1e-8
    assert np.hypot(*(mended.replayed_end() - mended.plan.phases[-1].state[-1])[:2]) < 1e-3  # m
    worst = max(abs(jump.before[6] / jump.before[7]) for jump in landings)  # it lands gently, but aslant
    assert f"The foot would slip as it lands: friction is {worst:.2f} of the normal impulse" in notes[4]


def test_the_error_of_an_interval_is_that_of_one_step_of_rk4(lecture):
    assert max(float(phase.error.max()) for phase in lecture.plan.phases) == pytest.approx(1.461e-2, abs=1e-5)
    assert max(float(phase.error.max()) for phase in lecture.plan.phases if phase.mode == "stance") < 1e-4


def test_the_grounds_force_at_the_best_optimum_is_inside_a_cone_of_a_half(lecture):
    force = lecture.dense().force
    assert np.nanmin(force[:, 1]) == pytest.approx(52.6, abs=0.05)
    assert np.nanmax(force[:, 1]) == pytest.approx(132.4, abs=0.05)
    assert np.nanmax(np.abs(force[:, 0]) / force[:, 1]) == pytest.approx(0.217, abs=5e-4)


@pytest.mark.slow
def test_derivatives_along_the_plan_are_those_of_finite_differences(lecture):
    growth = np.eye(8)
    for by_state, _ in lecture.derivatives(substeps=1)[:7]:
        growth = by_state @ growth
    step = lecture._step
    start, h = lecture.intervals[0][1], 0.1

    def end(state):
        for phase, _, u in lecture.intervals[:7]:
            state = np.asarray(step(phase.mode, 1)(state, u, h, lecture.theta)).ravel()
        return state

    by = 1e-6
    numeric = [(end(start + by * e) - end(start - by * e)) / (2.0 * by) for e in np.eye(8)]
    assert growth == pytest.approx(np.array(numeric).T, abs=1e-7)
