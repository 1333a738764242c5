"""Simulations driven from Python: step by step, with torques given, state and contacts read, and begun anew."""

import dataclasses
import gc
import time
import tracemalloc

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.shapes import Box, Plane
from torseur.sim.simulation import simulation as simulation_module

SCENES = {"box_stack": 60, "quadruped_stand": 60, "falling_brick": 500, "zeno_ball": 500, "gripper_holds_block": 30}


def sled(mass=2.0, friction=0.5, scheme="time_stepping"):
    """A block on a floor, at rest."""
    floor = sim.Body("floor", collisions=(collision(Plane(), np.eye(4)),))
    block = sim.Body("block", mass, np.zeros(3), 0.01 * np.eye(3), collisions=(collision(Box((0.2, 0.2, 0.1)), np.eye(4)),))
    fixed = build_model("floor", [floor], [sim.Joint("floor", sim.JointKind.FIXED, None, "floor")])
    free = build_model("block", [block], [sim.Joint("block", sim.JointKind.FREE_FLYER, None, "block")])
    q = np.array([0.0, 0.0, 0.05, 0.0, 0.0, 0.0, 1.0])
    parts = [sim.Part("floor", fixed), sim.Part("block", free, q=q)]
    return sim.make_scene("sled", parts, materials={"": sim.Material(friction)}, settings=sim.Settings(scheme=scheme))


def collision(shape, placement):
    from torseur.sim.multibody.model.model import Collision

    return Collision(shape, placement)


def arm_scene(scheme="time_stepping", controller=None):
    model = robots.load("arm_6r")
    return sim.make_scene(
        "arm", [sim.Part("arm", model, q=model.poses["ready"], controller=controller)], settings=sim.Settings(scheme=scheme)
    )


@pytest.mark.parametrize("name", SCENES)
def test_steps_one_by_one_are_the_steps_of_a_run(name):
    scene, steps = sim.load_scene(name), SCENES[name]
    at_once, one_by_one = sim.Simulation(scene), sim.Simulation(scene)
    at_once.run(steps)
    for k in range(0, steps, 5):
        assert one_by_one.step()
        assert one_by_one.step(None, 4)
        assert len(one_by_one.contacts) == len(at_once.recording.contacts(k + 5)) or one_by_one.t != at_once.recording.t[k + 5]
    for column in ("t", "q", "v", "tau", "residual", "kinetic", "normal_impulse"):
        np.testing.assert_array_equal(getattr(one_by_one.recording, column), getattr(at_once.recording, column))
    np.testing.assert_array_equal(one_by_one.contacts.force, at_once.contacts.force)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_push_moves_a_block_against_friction(scheme):
    scene = sled(scheme=scheme)
    simulation = sim.Simulation(scene)
    push = np.array([15.0, 0.0, 0.0, 0.0, 0.0, 0.0])  # at the centre, against 0.5 · 2 · 9.81 = 9.81 N
    for _ in range(200):
        assert simulation.step(push)
    assert simulation.v[0] == pytest.approx(0.2 * (15.0 - 9.81) / 2.0, abs=1e-9)
    contacts = simulation.contacts
    assert contacts.force[:, 0].sum() == pytest.approx(-9.81, abs=1e-6)
    assert set(contacts.mode) == {sim.Mode.SLIP}
    for _ in range(20):
        simulation.step()  # and without a push it brakes
    assert simulation.v[0] == pytest.approx(0.2 * 2.595 - 0.02 * 4.905, abs=1e-9)


@pytest.mark.parametrize("name", ["box_stack", "quadruped_stand", "zeno_ball"])
def test_what_follows_a_reset_is_the_same_to_the_bit_as_in_a_new_simulation(name):
    scene = sim.load_scene(name)
    used, new = sim.Simulation(scene), sim.Simulation(scene)
    used.command(sim.Command(q_target=scene.initial.q + 0.1))
    used.step(np.full(scene.model.nv, 0.3), 40)
    used.reset()
    assert used.t == 0.0
    assert len(used.recording) == 0
    for simulation in (used, new):
        simulation.step(steps=40)
    np.testing.assert_array_equal(used.recording.q, new.recording.q)
    np.testing.assert_array_equal(used.contacts.impulse, new.contacts.impulse)
    middle = new.state
    from_there = sim.Simulation(scene, state=middle)
    used.reset(middle)
    for simulation in (used, from_there):
        simulation.run(10)
    np.testing.assert_array_equal(used.recording.v, from_there.recording.v)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_what_was_recorded_is_touched_by_no_later_step_nor_by_another_run(scheme):
    scene = sled(scheme=scheme)
    simulation = sim.Simulation(scene)
    simulation.run(7)
    first = simulation.recording
    columns, contacts = [first.t, first.q, first.v, first.kinetic], first.contact_columns(7)[1].copy()
    copies = [column.copy() for column in columns]
    simulation.step(np.ones(6), 20)
    simulation.run(3)
    assert len(first) == 31
    end = [first.q.copy(), first.v.copy()]
    simulation.reset()
    simulation.step(np.full(6, 2.0), 40)
    assert len(simulation.recording) == 41
    assert simulation.recording.t[0] == 0.0
    for column, copy in zip([*columns, first.q, first.v], [*copies, *end], strict=True):
        np.testing.assert_array_equal(column, copy)
    np.testing.assert_array_equal(first.contact_columns(7)[1], contacts)


def test_a_run_of_no_steps_has_the_state_that_it_starts_from():
    simulation = sim.Simulation(sled())
    simulation.run(0)
    simulation.run(0)
    assert len(simulation.recording) == 1
    assert np.isnan(simulation.recording.step_error[0])
    simulation.run(1)
    assert simulation.recording.t.tolist() == [0.0, 0.001]


def test_a_run_that_is_broken_off_at_once_has_the_state_that_it_starts_from(monkeypatch):
    simulation = sim.Simulation(sled())

    def interrupted(*_):
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation_module, "write_energies", interrupted)
    with pytest.raises(KeyboardInterrupt):
        simulation.run(20)
    assert simulation.recording.t.tolist() == [0.0]
    assert simulation.recording.problems.is_start(0)
    first = simulation.t  # it had come to there when it was broken off
    assert simulation.step()
    simulation.run(2)
    np.testing.assert_allclose(simulation.recording.t, [0.0, first + 1e-3, first + 2e-3, first + 3e-3], atol=1e-12)
    alone = sim.Simulation(sled())
    alone.run(23)
    np.testing.assert_array_equal(simulation.recording.q[-1], alone.recording.q[-1])


def test_where_room_that_is_not_used_counts_no_recording_keeps_that_of_a_whole_record(monkeypatch):
    given = []
    append = sim.Recording.append
    monkeypatch.setattr(
        sim.Recording, "append", lambda *a, is_given=False: given.append(is_given) or append(*a, is_given=is_given)
    )
    for limited in (False, True):
        monkeypatch.setattr(simulation_module, "is_limited", lambda limited=limited: limited)
        recording = sim.simulate(sled(), 0.02)
        assert len(recording) == 21
        assert given.pop(0) is not limited
        given.clear()


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_function_of_the_state_controls_what_is_simulated(scheme):
    scene = arm_scene(scheme)
    law = sim.ComputedTorque(scene.model, lambda t: (scene.initial.q, np.zeros(6), np.zeros(6)), 100.0, 20.0)
    asked = []

    def control(t, q, v):
        asked.append((t, q, v))
        return law(t, q, v)

    recording = sim.simulate(scene, 0.2, controller=control)
    assert len(asked) == 200
    rows = [recording.index_at(t) for t, _, _ in asked]
    np.testing.assert_array_equal(recording.q[rows], [q for _, q, _ in asked])
    given = np.array([law(*state) for state in asked])
    np.testing.assert_allclose(recording.tau[np.array(rows) + 1], given, atol=1e-12)
    table = sim.TorquePlayback(scene.model, np.array([t for t, _, _ in asked]), given)
    played = sim.simulate(arm_scene(scheme, table), 0.2)
    assert np.abs(played.q[-1] - recording.q[-1]).max() < 1e-9  # rounding of times; hybrid: its integration tolerance


def test_torques_come_beside_the_controllers_and_end_at_the_limits():
    scene = arm_scene(controller=sim.Controller(0.0, 0.0, gravity_compensation=True))
    simulation = sim.Simulation(scene)
    gravity = sim.gravity_torque(scene.model, scene.initial.q)
    simulation.step(np.full(6, 0.5))
    np.testing.assert_allclose(simulation.recording.tau[-1], gravity + 0.5, atol=1e-3)  # q has moved by half a step
    simulation.step(np.full(6, 1e6))
    np.testing.assert_allclose(simulation.recording.tau[-1], scene.model.effort_limit)
    simulation.run(1)
    assert np.all(np.abs(simulation.recording.tau[-1]) < scene.model.effort_limit), "run is without torques of step"


def test_what_is_read_cannot_be_written():
    simulation = sim.Simulation(sled())
    for array in (simulation.q, simulation.v):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0
    assert len(simulation.contacts) == 0
    simulation.step()
    assert simulation.contacts.force[:, 2].sum() == pytest.approx(2.0 * 9.81, rel=1e-9)


def test_torques_that_are_none_are_refused_in_words():
    simulation = sim.Simulation(sled())
    simulation.step()
    before = simulation.state
    with pytest.raises(ArgumentError, match=r"tau has shape \(3,\); scene 'sled' wants \(6,\) = \(nv,\)"):
        simulation.step(np.zeros(3))
    with pytest.raises(ArgumentError, match="tau must be numbers"):
        simulation.step("push")
    with pytest.raises(ArgumentError, match="torques finite; given 1 steps and tau = nan"):
        simulation.step(np.full(6, np.nan))
    with pytest.raises(ArgumentError, match="given -1 steps"):
        simulation.step(steps=-1)
    np.testing.assert_array_equal(simulation.state.q, before.q)
    assert simulation.step([0.0] * 6)
    table = sim.TorquePlayback(robots.load("arm_6r"), [0.0], np.zeros((1, 6)))
    with pytest.raises(ArgumentError, match="plays torques of its own"):
        sim.Simulation(arm_scene(controller=table)).step(np.zeros(6))


def test_a_step_costs_little_more_than_the_kernel_takes(no_collection):
    """1 µs on an idle machine; before, the arrays alone cost 25 µs. The least of many tries, as others use the processor too."""
    scene = sim.load_scene("pendulum")
    simulation = sim.Simulation(scene, sim.Settings())
    simulation.run(10)
    tau = np.zeros(scene.model.nv)
    one = least(lambda: simulation.step(tau), 100)
    many = least(lambda: simulation.step(tau, 100), 1) / 100
    assert one - many < 8e-6


def least(call, times):
    best = np.inf
    for _ in range(200):
        begin = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, (time.perf_counter() - begin) / times)
    return best


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_simulation_goes_on_after_a_rest_as_if_it_had_not_rested(scheme):
    scene = sim.load_scene("brick_on_corner")
    settings = dataclasses.replace(scene.settings, scheme=scheme)
    one, other = (sim.Simulation(scene, settings) for _ in range(2))
    for simulation in (one, other):
        simulation.run(300)
        simulation.step(np.zeros(6))
    kept = other.nbytes
    other.rest()
    assert other.nbytes < 0.5 * kept
    for simulation in (one, other):
        simulation.step(np.zeros(6))
        simulation.run(300)
    assert one.recording.q.tobytes() == other.recording.q.tobytes()
    assert one.recording.v.tobytes() == other.recording.v.tobytes()


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
@pytest.mark.slow
def test_what_a_simulation_held_is_free_once_nobody_has_it(scheme):
    scene = sim.load_scene("brick_on_corner")
    settings = dataclasses.replace(scene.settings, scheme=scheme)

    def held():
        sim.Simulation(scene, settings).run(5)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        first = held()
        assert held() < first + 100_000  # of the 5 MB of one
    finally:
        tracemalloc.stop()


def test_a_controller_that_returns_nothing_is_refused_and_not_taken_for_no_torque():
    with pytest.raises(ArgumentError, match=r"the controller returned None at t = 0 s; wanted are torques \(nv,\), 0 for none"):
        sim.simulate(arm_scene(), 0.1, controller=lambda t, q, v: None)
