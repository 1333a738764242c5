"""The hopper's plans: what is asked for holds, and what is known in closed form comes out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.obstacles import GapObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase
from torseur.sim.trajectory.values import PlanStatus

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
