"""How long compiling will still take follows what entries cost and how fast this machine is, and is said in words."""

from __future__ import annotations

import pytest

from torseur.app.background.compile_estimate import COSTS, START, STEP, STEP_PARTS, CompileEstimate
from torseur.app.background.compile_progress import WHAT_FOR, compile_progress
from torseur.sim.compilation import ENTRIES, GROUPS, POSING, REACHING, SOLVERS, STEPPING

LAST = list(GROUPS)[-1]


class KernelsThatWillTake:
    """Groups before `following` are ready; the others will be after so many seconds."""

    def __init__(self, following, seconds):
        self.next_group = following
        self._seconds = seconds

    def seconds_until(self, group):
        return self._seconds[group]


def test_what_costs_are_known_of_is_compiled():
    assert set(COSTS) <= set(ENTRIES)
    assert set(WHAT_FOR) == set(GROUPS)


def test_two_processes_are_faster_than_one_but_wait_for_the_step():
    alone, together = (CompileEstimate(ENTRIES, processes) for processes in (1, 2))
    assert alone.seconds_until(LAST, 0.0) > 1.5 * together.seconds_until(LAST, 0.0)
    # A step is compiled after the longest of its parts, whatever the number of processes.
    least = START + max(STEP_PARTS) + COSTS[STEP]
    assert CompileEstimate(ENTRIES, 64).seconds_until(STEPPING, 0.0) == pytest.approx(least)


def test_groups_become_ready_one_after_the_other():
    estimate = CompileEstimate(ENTRIES, 2)
    seconds = [estimate.seconds_until(group, 0.0) for group in GROUPS]
    assert seconds == sorted(seconds)
    assert seconds[0] > 0.0


def test_only_what_is_absent_takes_time():
    assert CompileEstimate((), 2).seconds_until(LAST, 0.0) == 0.0
    assert CompileEstimate((), 2).share(0.0) == 1.0
    estimate = CompileEstimate([STEP], 2)
    assert estimate.seconds_until(POSING, 0.0) == 0.0
    assert 0.0 < estimate.seconds_until(STEPPING, 0.0) < CompileEstimate(ENTRIES, 2).seconds_until(STEPPING, 0.0)


@pytest.mark.parametrize("pace", [0.5, 1.0, 3.0])
def test_the_rest_is_told_by_the_speed_seen_so_far(pace):
    estimate, plan = CompileEstimate(ENTRIES, 2), CompileEstimate(ENTRIES, 2)
    ready = len(GROUPS[POSING]) + len(GROUPS[STEPPING])
    elapsed = pace * plan.seconds_until(STEPPING, 0.0)
    estimate.note(ready, elapsed)
    truth = pace * plan.seconds_until(LAST, 0.0) - elapsed
    # A part of the belief is the speed of the machine that the costs were measured on, see `TRUST`.
    assert estimate.seconds_until(LAST, elapsed) == pytest.approx(truth, rel=0.5)
    assert estimate.seconds_until(STEPPING, elapsed) == 0.0


def test_what_is_late_makes_the_rest_later_and_never_negative():
    estimate = CompileEstimate(ENTRIES, 2)
    rest, late = estimate.seconds_until(STEPPING, 0.0), 200.0
    assert estimate.seconds_until(STEPPING, late) >= 0.0
    assert estimate.seconds_until(LAST, late) > rest
    assert 0.0 < estimate.share(late) < 1.0


def test_while_nothing_works_yet_it_says_when_sliders_and_a_simulation_will():
    kernels = KernelsThatWillTake(POSING, {POSING: 2.2, STEPPING: 40.0, SOLVERS: 65.1})
    assert compile_progress(kernels) == "First start: sliders in 3 s, simulation in 40 s, everything in 66 s"


def test_then_it_says_what_works_and_what_is_next():
    sliders = KernelsThatWillTake(STEPPING, {STEPPING: 30.0, SOLVERS: 50.0})
    assert compile_progress(sliders) == "Sliders work; simulation in 30 s, everything in 50 s"
    simulation = KernelsThatWillTake(REACHING, {REACHING: 0.0, SOLVERS: 20.0})
    assert compile_progress(simulation) == "Sliders and simulation work; inverse kinematics any moment, everything in 20 s"
    assert compile_progress(KernelsThatWillTake(SOLVERS, {SOLVERS: 1.5})) == ("Sliders and simulation work; everything in 2 s")


def test_playing_that_was_asked_for_is_said_with_the_time_it_waits():
    kernels = KernelsThatWillTake(STEPPING, {STEPPING: 30.0, SOLVERS: 50.0})
    assert compile_progress(kernels, STEPPING) == "Plays in 30 s (Space takes it back), everything in 50 s"
