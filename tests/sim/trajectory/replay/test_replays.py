"""Plans played by the event-driven simulation: what was planned comes true, errors grow as to first order, feedback ends that."""

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.simulation import Simulation
from torseur.sim.trajectory.lecture.lecture_task import lecture_task
from torseur.sim.trajectory.replay.kicks import Kick
from torseur.sim.trajectory.replay.linearised_motion import transition
from torseur.sim.trajectory.replay.replay import replay, replayed
from torseur.sim.trajectory.replay.replay_scene import prepared_replay
from torseur.sim.trajectory.replay.tracking_gains import TrackingWeights
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.obstacles import BarObstacle, GapObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase

UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
GAP = PlanTask(
    name="gap",
    phases=(TaskPhase("stance"), TaskPhase("flight"), TaskPhase("stance")),
    start=UPRIGHT,
    goal={**UPRIGHT, "body_x": 0.8, "foot_x": 0.8},
    obstacles=(GapObstacle(0.1, 0.7, 1),),
)
SEEDS = (0, 1)


@pytest.fixture(scope="module")
def planner():
    pytest.importorskip("casadi")
    return Planner()


@pytest.fixture(scope="module")
def gap(planner):
    return planner.plan(GAP)


@pytest.fixture(scope="module")
def alone(gap):
    """By the plan's inputs alone."""
    return prepared_replay(gap, GAP)


def of_ground(found, mu):
    """The largest ratio of tangential to normal force on the foot, over the coefficient of friction."""
    contacts = [found.recording.contacts(i) for i in range(1, len(found.t))]
    forces = [force for each in contacts for force in each.force if force[2] > 1e-6]
    return max(np.hypot(force[0], force[1]) / force[2] for force in forces) / mu


@pytest.mark.slow
def test_the_simulated_robot_moves_as_the_plans_equations_say(gap, alone):
    for phase in gap.phases:
        held = tuple(np.flatnonzero(phase.touching).tolist())
        for q, v, tau, rate in zip(phase.q, phase.v, phase.tau, phase.rate, strict=True):
            a = alone.dynamics.acceleration(q, v, tau, held)
            assert np.abs(a[:2] - rate[4:6]).max() < 1e-12 * max(1.0, np.abs(a).max())


def test_a_gap_is_hopped_over_again_by_the_inputs_alone(alone):
    found = replayed(alone)
    assert [(event.kind, event.point) for event in found.events] == [("lift-off", "foot"), ("touch-down", "foot")]
    assert found.ended
    # What the transcription leaves between its 20 intervals, grown: 1.2e-4 by the reference computation.
    assert found.end_error < 3e-4
    assert max(abs(event.difference) for event in found.events) < 1e-5
    assert found.sentences[-2].startswith("Events as planned, within ")
    assert found.sentences[-1] == "The ground's friction is 0.6, the plan's 0.5."


@pytest.mark.slow
def test_events_of_three_hops_come_within_a_millionth_of_a_second(planner):
    task = sim.load_task("hop_three")
    plan = planner.plan(task)
    found = replay(plan, task)
    assert plan.cost == pytest.approx(0.58266642, abs=1e-8)  # of the reference computation
    assert [event.kind for event in found.events] == ["lift-off", "touch-down"] * 3
    assert max(abs(event.difference) for event in found.events) < 1e-6
    assert len(found.growth) == 7
    assert found.growth[-1].growth > found.growth[0].growth > 1.0


@pytest.mark.slow
def test_the_lectures_replay_says_why_it_ends_elsewhere_than_the_plans_note(planner):
    task = lecture_task()
    found = replay(planner.plan(task, seed=0), task)
    assert found.position_error[-1] > 0.1  # 3.5 m here; errors grow 300 000 times
    assert any("goes by the lecture's schedule" in sentence for sentence in found.sentences)


@pytest.mark.slow
def test_a_small_error_grows_as_the_linearised_motion_says(gap, alone):
    plain = replayed(alone)
    total = np.eye(8)
    for piece in alone.linear:
        total = piece.by_clock @ transition(piece) @ total
    last, grown = gap.phases[-1], []
    C = alone.dynamics.mass_derivatives(last.q[-1], last.v[-1])
    for seed in SEEDS:
        own = prepared_replay(gap, GAP, kick=Kick(1e-6, 1e-6, seed))
        found = replayed(own)
        end = alone.dynamics.masses(found.recording.q[-1], found.recording.v[-1])
        off = end - alone.dynamics.masses(plain.recording.q[-1], plain.recording.v[-1])
        wanted = C @ total @ np.concatenate([own.q - alone.q, own.v - alone.v])
        assert np.linalg.norm(off - wanted) < 1e-2 * np.linalg.norm(wanted)  # derivatives are straight between nodes
        grown.append(np.linalg.norm(off) / found.kicked)
    assert max(grown) <= plain.growth[-1].growth * 1.01
    assert 20.0 < plain.growth[-1].growth < plain.growth[-1].of_any < 40.0


@pytest.mark.slow
def test_feedback_brings_a_kicked_robot_back_where_inputs_alone_do_not(gap):
    for seed in SEEDS:
        kick = Kick(seed=seed)
        alone, led = replay(gap, GAP, kick=kick), replay(gap, GAP, kick=kick, feedback=True)
        assert led.kicked == pytest.approx(np.hypot(0.01, 0.05), rel=0.05)  # the foot's place bends it a little
        assert " m/s beside it; " in alone.sentences[0]
        assert led.end_error < 1e-3
        assert alone.end_error > 20.0 * led.end_error
        assert of_ground(led, 0.5) < 1.0 + 1e-6  # within the cone planned with, though the ground has more


@pytest.mark.slow
def test_weights_are_the_users(gap):
    kick = Kick(seed=1)
    soft = replay(gap, GAP, kick=kick, feedback=TrackingWeights(effort=1e-3))
    assert soft.end_error > 3.0 * replay(gap, GAP, kick=kick, feedback=True).end_error


def test_a_robot_that_the_mouse_pulls_comes_back(gap):
    ends = []
    for feedback in (False, True):
        simulation = sim.Simulation(prepared_replay(gap, GAP, feedback=feedback).scene)
        simulation.run(100)
        body = simulation.q[:2].copy()
        pull = sim.Pull("hopper/body", np.zeros(3), np.array([body[0] + 0.05, 0.0, body[1]]))
        simulation.command(sim.Command(pull=pull))
        simulation.run(20)
        simulation.command(sim.Command())
        assert np.abs(simulation.q[:2] - body).max() > 1e-3
        while np.isnan(simulation.phases_began[-1]) and simulation.t < 1.0:
            simulation.run(1)
        simulation.run(90)
        ends.append(np.linalg.norm(simulation.q[:2] - gap.phases[-1].q[-1, :2]))
    assert ends[1] < 5e-3
    assert ends[0] > 10.0 * ends[1]


def test_the_ground_of_a_replay_has_the_gap(alone):
    (ground,) = [body for body in alone.scene.model.bodies if body.name == "ground"]
    left, right = ground.collisions
    assert left.placement[0, 3] + left.shape.size[0] / 2.0 == pytest.approx(0.12)  # 2 cm of ground more at each edge
    assert right.placement[0, 3] - right.shape.size[0] / 2.0 == pytest.approx(0.68)


def test_what_passes_a_bar_is_told_by_its_clearance(gap):
    for z, word in ((-0.5, "is cleared by"), (1.0, "would be struck")):
        task = replace(GAP, obstacles=(BarObstacle(0.4, z, 0.02),))
        assert any(word in sentence for sentence in replay(gap, task).sentences)


def test_masses_and_gravity_are_the_tasks(gap):
    own = prepared_replay(gap, replace(GAP, parameters={"body_mass": 4.0, "gravity": 1.62}))
    assert own.scene.gravity == (0.0, 0.0, -1.62)
    assert {body.name: body.mass for body in own.model.bodies if body.mass} == {"body": 4.0, "foot": 1.0}


def test_a_gentle_landing_is_said_and_has_no_instant_to_first_order(gap):
    flight = gap.phases[1]
    v = flight.v.copy()
    v[-1] = v[-1] @ np.diag([1.0, 0.0, 0.0, 0.0])  # the foot comes down with no speed
    soft = replace(gap, phases=(gap.phases[0], replace(flight, v=v), gap.phases[2]))
    assert [piece.is_gentle for piece in prepared_replay(soft, GAP).linear] == [False, True, False]


def test_what_cannot_be_replayed_is_told(gap):
    broken = replace(gap.phases[0], tau=np.full_like(gap.phases[0].tau, np.nan))
    with pytest.raises(ArgumentError, match="not finite"):
        replay(replace(gap, phases=(broken, *gap.phases[1:])))
    with pytest.raises(ArgumentError, match="give the task that it was made for"):
        replay(replace(gap, robot="kangaroo"))
    with pytest.raises(ArgumentError, match="no phase"):
        replay(replace(gap, phases=()))
    with pytest.raises(ArgumentError, match="friction"):
        replay(gap, friction=-1.0)
    with pytest.raises(ArgumentError, match="effort of TrackingWeights"):
        TrackingWeights(effort=0.0)
    with pytest.raises(ArgumentError, match="position of a Kick"):
        Kick(position=-1.0)


def test_a_foot_that_slides_is_replayed_with_the_friction_planned_with_and_its_slip_and_stick_are_events(planner):
    phases = (TaskPhase("stance", 15), TaskPhase("slip forwards", 15), TaskPhase("stance", 15))
    task = PlanTask(name="slide", phases=phases, start=UPRIGHT, goal={**UPRIGHT, "body_x": 0.3, "foot_x": 0.3})
    plan = planner.plan(task)
    found = replay(plan, task)
    assert [(event.kind, event.point) for event in found.events if event.planned is not None] == [
        ("slip", "foot"),
        ("stick", "foot"),
    ]
    assert max(abs(event.difference) for event in found.events) < 1e-3
    assert found.end_error < 1e-2
    assert found.growth == ()
    with pytest.raises(ArgumentError, match="has one that slides"):
        replay(plan, task, feedback=True)


@pytest.mark.parametrize("feedback", [False, True])
def test_a_run_that_begins_amid_a_motion_goes_on_with_it(gap, feedback):
    prepared = prepared_replay(gap, GAP, feedback=feedback)
    whole = replayed(prepared).recording
    middle = Simulation(prepared.scene, state=whole.state_at(0.5 * gap.duration))
    middle.run(int(np.ceil(0.5 * gap.duration / middle.settings.dt)))
    assert middle.t == pytest.approx(gap.duration, abs=2.0 * middle.settings.dt)
    # The state is read between recorded ones, 1 ms apart; the last phase of the gap lets errors grow some 30 times.
    end = whole.state_at(middle.t) if middle.t <= whole.t[-1] else whole.state_at(whole.t[-1])
    np.testing.assert_allclose(middle.q, end.q, atol=1e-2)
