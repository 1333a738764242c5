"""A step of the biped, planned: its physics checked by the kernels at every node, and its end against its beginning."""

from dataclasses import replace

import numpy as np
import pytest

from torseur import robots
from torseur.sim import center_of_mass, frame_pose, inverse_dynamics, jacobian, mass_matrix
from torseur.sim.multibody.dynamics.passive_torques import passive_torques
from torseur.sim.trajectory.files.task_file import load_task, task_from_text
from torseur.sim.trajectory.files.task_text import task_text
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.values import NOTABLE_BETWEEN, PlanStatus

pytest.importorskip("casadi", reason="planning needs CasADi")

LEGS_EXCHANGED = [0, 1, 2, 5, 6, 3, 4]


@pytest.fixture(scope="module")
def task():
    return load_task("biped_step", robots.load)


@pytest.fixture(scope="module")
def step(task):
    return Planner().plan(task)


def obeys_the_kernels(task, plan):
    """Inverse dynamics of each node's motion is what its motors, damping and what touches it give."""
    model = task.robot.model
    for phase in plan.phases:
        for node in range(len(phase.t)):
            q, v, a = phase.q[node], phase.v[node], phase.rate[node, model.nq :]
            tau = inverse_dynamics(model, q, v, a) - passive_torques(model, q[None], v[None])[0]
            for point, force in zip(task.robot.points, phase.force[node], strict=True):
                tau = tau - jacobian(model, q, point.frame)[:3].T @ force
                if point.surface is not None:  # the surface feels the opposite, where the point is
                    lever = (frame_pose(model, q, point.frame) - frame_pose(model, q, point.surface))[:3, 3]
                    tau = tau + jacobian(model, q, point.surface).T @ np.append(force, np.cross(lever, force))
            # rounding of forces of some 1000 N, and IPOPT's tolerance on the rows in units of the weight
            assert np.abs(tau - phase.tau[node]).max() < 1e-7


def coarse(name):
    """A shipped task with half its intervals, which is planned in a third of the time."""
    task = load_task(name, robots.load)
    return replace(task, phases=tuple(replace(phase, intervals=phase.intervals // 2) for phase in task.phases))


@pytest.mark.slow
def test_a_biped_plans_its_step_from_the_default_guess(step):
    assert step.status is PlanStatus.SOLVED
    assert step.infeasibility < 1e-8
    assert step.phases[0].defect.max() < 1e-8
    assert step.cost == pytest.approx(13.79221630, abs=1e-6)
    assert step.phases[0].passed.max() < NOTABLE_BETWEEN  # 3 mm of the swinging foot, where nodes alone are asked


@pytest.mark.slow
def test_where_nodes_alone_are_asked_the_step_is_cheaper_and_passes_between_them(task):
    bare = Planner().plan(task, room=False)
    assert bare.cost == pytest.approx(13.739377399, abs=1e-6)
    assert 2e-3 < bare.phases[0].passed.max() < 4e-3


def test_a_step_of_free_duration_is_as_slow_as_it_may_and_says_so(task):
    free = replace(task, phases=tuple(replace(p, intervals=8, duration=(0.3, 0.8), guess=0.5) for p in task.phases))
    plan = Planner().plan(free, iterations=150)
    assert plan.status is PlanStatus.SOLVED
    assert plan.phases[0].duration == pytest.approx(0.8, abs=1e-6)
    assert any("Phase 1: as long as may be (0.8 s). Longer still would be cheaper" in note for note in plan.notes)


def test_each_node_of_the_step_obeys_inverse_dynamics(task, step):
    obeys_the_kernels(task, step)


def test_the_step_ends_as_it_began_with_the_legs_exchanged_after_the_blow(task, step):
    model, phase, blow = task.robot.model, step.phases[0], step.closing
    first, last = phase.q[0][LEGS_EXCHANGED], phase.q[-1]
    assert np.delete(first - last, 1) == pytest.approx(np.zeros(6), abs=1e-9)
    assert last[1] - first[1] == pytest.approx(0.4)
    J = jacobian(model, last, "right_foot")[:3]
    change = phase.v[0][LEGS_EXCHANGED] - phase.v[-1]
    assert mass_matrix(model, last) @ change == pytest.approx(J.T @ blow.impulse[1], abs=1e-8)
    assert J @ phase.v[0][LEGS_EXCHANGED] == pytest.approx(np.zeros(3), abs=1e-9)
    across, up = blow.impulse[1][0], blow.impulse[1][2]
    assert up > 0.0
    assert abs(across) <= 0.6 * up + 1e-8


def test_the_standing_foot_pushes_in_its_cone_and_drifts_by_the_error_of_the_collocation(task, step):
    phase = step.phases[0]
    assert (phase.force[:, 0, 2] > 0.0).all()
    assert (np.abs(phase.force[:, 0, 0]) <= 0.6 * phase.force[:, 0, 2] + 1e-7).all()
    speed = [jacobian(task.robot.model, q, "left_foot")[:3] @ v for q, v in zip(phase.q, phase.v, strict=True)]
    assert np.abs(speed[0]).max() < 1e-9
    assert np.abs(speed).max() < 1e-3  # m/s: the error between knots, in speeds that reach 4 m/s


def test_a_robot_task_is_written_and_read_again_as_it_is(task):
    again = task_from_text(task_text(task), "biped_step.toml", robots.load)
    assert again.robot == task.robot
    assert again.robot.way == task.robot.way
    assert again.structure() == replace(task).structure()


@pytest.mark.slow
def test_a_quadruped_bounds_over_four_phases_that_each_obey_the_kernels():
    task = coarse("quadruped_bound")
    plan = Planner().plan(task)
    assert plan.status is PlanStatus.SOLVED
    assert max(phase.defect.max() for phase in plan.phases) < 1e-8
    assert plan.cost == pytest.approx(4.3363, rel=0.01)  # of twice the shipped intervals; half of them cost 0.6 % more
    obeys_the_kernels(task, plan)
    # nothing rewards to fly
    assert any("Phase 1, Phase 2, Phase 3, Phase 4: as short as may be" in note for note in plan.notes)
    assert [jump.kind for jump in (*plan.jumps, plan.closing)] == ["lift-off", "touch-down"] * 2
    first, last = plan.phases[0].q[0], plan.phases[-1].q[-1]
    assert np.delete(last - first, 1) == pytest.approx(np.zeros(6), abs=1e-9)
    aloft = plan.phases[1]  # nothing touches: the centre of mass falls freely
    heights = [center_of_mass(task.robot.model, q)[2] for q in aloft.q]
    assert np.polyfit(aloft.t, heights, 2)[0] == pytest.approx(-9.81 / 2.0, rel=0.02)  # four intervals of 12 ms


def test_an_arm_shoves_a_block_that_friction_stops_at_its_goal():
    task = coarse("push_block")
    plan = Planner().plan(task)
    assert plan.status is PlanStatus.SOLVED
    assert max(phase.defect.max() for phase in plan.phases) < 1e-8
    assert plan.cost == pytest.approx(1.210195, abs=5e-4)  # of twice the shipped intervals
    obeys_the_kernels(task, plan)
    coast = plan.phases[2]
    x, speed = coast.q[:, 3], coast.v[:, 3]
    assert x[-1] == pytest.approx(0.9)
    # let go, it slides on by v²/(2 μ g)
    assert x[-1] - x[0] == pytest.approx(speed[0] ** 2 / (2.0 * 0.4 * 9.81), rel=1e-6)
    push = plan.phases[1]
    assert (np.abs(push.force[:, 0, 2]) <= -0.8 * push.force[:, 0, 0] + 1e-7).all()
    assert push.force[:, 1:, 0] == pytest.approx(-0.4 * push.force[:, 1:, 2], abs=1e-7)
