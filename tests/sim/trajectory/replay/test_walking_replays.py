"""A periodic plan of a robot of the library, played over several of its periods."""

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.replay.repeated_plan import repeated_plan


@pytest.fixture(scope="module")
def task():
    pytest.importorskip("casadi")
    shipped = sim.load_task("biped_step")
    return replace(shipped, phases=tuple(replace(phase, intervals=10) for phase in shipped.phases))


@pytest.fixture(scope="module")
def step(task):
    return sim.Planner().plan(task)


def test_the_next_step_begins_where_the_one_before_ended_with_its_legs_exchanged(task, step):
    two = repeated_plan(step, task.robot, 2)
    assert [phase.touching.tolist() for phase in two.phases] == [[True, False], [False, True]]
    assert two.phases[1].t[0] == two.phases[0].t[-1]
    assert two.phases[1].q[0] == pytest.approx(two.phases[0].q[-1], abs=1e-7)  # what the optimiser's rows are allowed
    assert two.phases[1].v[0] != pytest.approx(two.phases[0].v[-1], abs=1e-3)  # the blow
    assert two.phases[1].footholds[1, 0] == pytest.approx(0.4, abs=1e-3)
    with pytest.raises(ArgumentError, match="no second period"):
        repeated_plan(replace(step, closing=None), task.robot, 2)


def test_blows_of_each_step_are_at_the_foot_that_lands(task, step):
    three = repeated_plan(step, task.robot, 3)
    assert len(three.jumps) == 2
    for jump, phase in zip(three.jumps, three.phases[1:], strict=True):
        assert (np.abs(jump.impulse).max(axis=1) > 1e-3).tolist() == phase.touching.tolist()


def test_footholds_go_where_the_points_go_whatever_else_travels(task, step):
    robot = replace(task.robot, travel=(*task.robot.travel, "base_z"))  # it rises too, by what one end is above the other
    phases = tuple(replace(phase, q=phase.q.copy()) for phase in step.phases)
    rise = step.state_names.index("base_z")
    phases[-1].q[-1, rise] += 0.1
    moved = repeated_plan(replace(step, phases=phases), robot, 2).phases[1].footholds[1]
    assert moved[2] == pytest.approx(0.1, abs=1e-6)
    assert moved[0] == pytest.approx(0.4, abs=1e-3)


def test_a_biped_walks_on_with_feedback_where_its_inputs_alone_let_it_stumble(task, step):
    alone, led = (sim.replay(step, task, periods=2, feedback=feedback) for feedback in (False, True))
    assert [(event.kind, event.point) for event in led.events if event.kind == "touch-down"] == [
        ("touch-down", "right_foot"),
        ("touch-down", "left_foot"),
    ]
    assert all(event.difference is not None for event in led.events)
    assert led.position_error.max() < 0.02  # ten intervals a step: what the plan itself is off between them
    assert alone.position_error.max() > 10.0 * led.position_error.max()
    assert led.recording.q[len(led.t) - 1, 1] == pytest.approx(0.6, abs=0.02)  # two steps of 0.4 m from -0.2 m
    assert np.isfinite(led.end_error)


def test_stops_that_the_plan_goes_to_lie_further_in_its_replay(task, step):
    found = sim.prepared_replay(step, task)
    assert "left_knee" in found.roomy
    knee = step.phases[0].q[:, task.robot.model.joint_slices()["left_knee"][0].start]
    # it goes to its stop at 0 between nodes, and stays off it by some thousandths at them
    assert 0.0 <= knee.min() < 0.01
    assert found.model.joint("left_knee").lower == pytest.approx(knee.min() - 0.05, abs=1e-9)
    said = " ".join(sim.replay(step, task).sentences)
    assert "stops of left_knee (0.05 rad)" in said


def test_a_pushed_block_stops_where_it_was_planned_to():
    shipped = sim.load_task("push_block")
    push = replace(shipped, phases=tuple(replace(phase, intervals=8) for phase in shipped.phases))
    plan = sim.Planner().plan(push)
    found = sim.replay(plan, push)
    assert [(e.kind, e.point) for e in found.events if e.planned is not None] == [("touch-down", "tip"), ("lift-off", "tip")]
    assert max(abs(event.difference) for event in found.events if event.planned is not None) < 1e-3
    place = plan.state_names.index("block_x")
    assert found.recording.q[len(found.t) - 1, place] == pytest.approx(0.9, abs=2e-3)
    with pytest.raises(ArgumentError, match="feedback knows the ground alone"):
        sim.replay(plan, push, feedback=True)
