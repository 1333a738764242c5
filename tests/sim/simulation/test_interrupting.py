"""What another thread may do to a simulation while it runs: interrupt it, let it go on, look at it, have it rest."""

import threading

import pytest

from torseur import sim
from torseur.sim.simulation.simulation import Simulation

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
