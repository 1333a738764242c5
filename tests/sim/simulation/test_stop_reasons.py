"""A run that cannot go on ends in a sentence, whatever its scene holds or lacks."""

import threading

import numpy as np
import pytest

from tests.sim.simulation.parts import GROUND, ball, standing
from tests.sim.simulation.rods import rod_on_floor
from torseur import sim
from torseur.sim.errors import SingularMassMatrixError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.simulation.running.hybrid.hybrid_work import make_hybrid_work
from torseur.sim.simulation.running.hybrid.smooth_dynamics import CRAWLS
from torseur.sim.simulation.simulation import Simulation
from torseur.sim.simulation.step_arrays import make_record
from torseur.sim.simulation.stop_reasons import why_hybrid_stopped, why_singular


def test_a_run_that_crawls_near_a_state_without_forces_says_so():
    simulation = Simulation(rod_on_floor(0.9, 2.0, (-1.0, 0.0)), sim.Settings(scheme="time_stepping"))
    simulation.run(0)
    hybrid = make_hybrid_work(2, 7, 6)
    said = why_hybrid_stopped(simulation.recording, hybrid, -20 - CRAWLS, 0.0)
    assert said.startswith("the hybrid scheme stopped at t = 0 s: it crawls: ")
    assert "nears a state in which 1 contacts slide at once, and no forces there satisfy the contact law" in said


@pytest.fixture(params=["shapes", "no shapes"])
def massless(request):
    """A joint that moves no inertia; beside a ball that lies on the floor, or alone."""
    model = build_model("empty", [Body("nothing")], [Joint("turns", JointKind.REVOLUTE, None, "nothing")])
    parts = [sim.Part("it", model)]
    if request.param == "shapes":
        parts += [GROUND, standing(ball("ball", 0.1, 1.0), 0.1)]
    return sim.make_scene("empty", parts, settings=sim.Settings(scheme="hybrid"))


def test_a_joint_that_moves_no_inertia_ends_a_hybrid_run_in_words(massless):
    recording = sim.simulate(massless, 0.1)
    assert "a mass matrix is not positive definite" in " ".join(recording.notes)


def test_its_contact_problem_is_refused_in_words(massless):
    with pytest.raises(SingularMassMatrixError, match="some joint moves no inertia"):
        sim.contact_problem(massless)


def test_a_mass_matrix_that_had_an_inverse_is_not_the_reason_but_the_state():
    scene = sim.make_scene("ball", [GROUND, standing(ball("ball", 0.1, 1.0), 0.1)])
    simulation = Simulation(scene)
    simulation.run(5)
    said = why_singular(simulation.recording, 0, 0.005)
    assert said.startswith("the state burst after t = 0.005 s: ")
    assert "not positive definite" not in said
    assert "the contact of" in said


@pytest.mark.parametrize(("v", "said"), [
    ([np.nan, 1.0, -3.0, 0.0, 0.0, 0.0], "joint 'ball' moved fastest, at 3 rad/s or m/s;"),
    ([np.nan] * 6, "none now; its velocities are no numbers;"),
])  # fmt: skip
def test_velocities_that_are_no_numbers_are_not_the_fastest(v, said):
    scene = sim.make_scene("ball", [GROUND, standing(ball("ball", 0.1, 1.0), 0.1)])
    record = make_record(1, 0, 0, scene.model.nq, scene.model.nv)
    record.q[0], record.v[0] = scene.initial.q, v
    recording = Recording(scene, sim.Settings())
    recording.append(record, 1)
    assert said in why_singular(recording, 0, 0.005)


def test_a_joint_that_moves_no_inertia_is_the_reason(massless):
    simulation = Simulation(massless, sim.Settings(scheme="time_stepping"))
    said = why_singular(simulation.recording, 0, 0.0)
    assert "it moves no inertia" in said


STEPS = 5


class Gate:
    """Holds a thread at the end of a step, where a step that takes long would be."""

    def __init__(self):
        self.inside, self.open = threading.Event(), threading.Event()

    def checkpoint(self):
        self.inside.set()
        assert self.open.wait(60.0)


@pytest.fixture
def gate(monkeypatch):
    gate = Gate()
    monkeypatch.setattr("torseur.sim.simulation.simulation.checkpoint", gate.checkpoint)
    return gate


@pytest.fixture
def simulation():
    simulation = Simulation(sim.load_scene("brick_on_corner"))
    simulation.run(0)
    return simulation


def test_interrupted_and_let_go_on_within_a_step_it_takes_all_its_steps(simulation, gate):
    done = []
    thread = threading.Thread(target=lambda: done.append(simulation.run(STEPS)), daemon=True)
    thread.start()
    assert gate.inside.wait(60.0)
    simulation.interrupt()
    simulation.proceed()
    gate.open.set()
    thread.join(20.0)
    assert done == [STEPS]
    assert len(simulation.recording) == 1 + STEPS


def test_it_does_not_rest_while_it_runs_so_that_no_state_is_missing(simulation, gate):
    thread = threading.Thread(target=simulation.run, args=(STEPS,), daemon=True)
    thread.start()
    assert gate.inside.wait(60.0)
    assert simulation.running
    simulation.rest()
    gate.open.set()
    thread.join(20.0)
    assert not simulation.running
    assert len(simulation.recording) == 1 + STEPS
    assert simulation.recording.t[-1] == simulation.t


def test_two_threads_that_run_it_take_turns(simulation, gate):
    threads = [threading.Thread(target=simulation.run, args=(STEPS,), daemon=True) for _ in range(2)]
    threads[0].start()
    assert gate.inside.wait(60.0)
    threads[1].start()
    gate.open.set()
    for thread in threads:
        thread.join(20.0)
    assert len(simulation.recording) == 1 + 2 * STEPS
