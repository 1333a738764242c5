"""The thread that simulates: the newest command wins, it can be stopped at any moment, and an error is told, not raised."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from torseur.app.session import worker as worker_module
from torseur.app.session.worker import Worker

DT = 1e-3


class Counting:
    """A simulation that counts its steps; a step takes as long as the test says."""

    def __init__(self):
        self.settings = SimpleNamespace(dt=DT)
        self.stopped, self.crawls, self.commands, self.steps = "", "", [], 0
        self.slowness = "each step takes long"
        self.go = threading.Event()
        self.go.set()
        self.in_step = threading.Event()
        self.fails_at = None
        self.interrupted = self.deaf = self.running = False
        self.recording = SimpleNamespace(find_events=lambda: None)

    @property
    def t(self):
        return self.steps * DT

    def command(self, command):
        self.commands.append(command)

    def run(self, steps):
        for k in range(steps):
            self.in_step.set()
            self.go.wait(60.0)
            if self.interrupted:
                return k
            if self.steps == self.fails_at:
                raise ZeroDivisionError("a step of the program's own went wrong")
            self.steps += 1
        return steps

    def interrupt(self):
        self.interrupted = True
        if not self.deaf:
            self.go.set()

    def proceed(self):
        self.interrupted = False


@pytest.fixture
def worker():
    worker = Worker()
    yield worker
    worker.close()


@pytest.fixture
def simulation(worker):
    simulation = Counting()
    worker.take(simulation)
    return simulation


def wait_until(condition):
    end = time.monotonic() + 20.0
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.001)


def test_the_newest_command_takes_the_place_of_those_not_yet_obeyed(worker, simulation):
    for command in ("first", "second", "third"):
        worker.command(command)
    worker.run_now(1)
    assert simulation.commands == ["third"]
    worker.run_now(1)
    assert simulation.commands == ["third"]  # and is obeyed once


def test_a_command_reaches_a_simulation_that_runs(worker, simulation):
    worker.play(1.0, until=1e3)
    wait_until(lambda: simulation.steps > 2)
    worker.command("now")
    wait_until(lambda: simulation.commands == ["now"])


def test_it_follows_the_clock_and_ends_where_it_should(worker, simulation):
    begun = time.perf_counter()
    worker.play(1.0, until=0.2)
    wait_until(lambda: not worker.progress().playing)
    assert simulation.steps == round(0.2 / DT)
    assert time.perf_counter() - begun >= 0.2  # never faster than asked


def test_pausing_waits_for_the_step_at_hand_and_for_no_other(worker, simulation, monkeypatch):
    monkeypatch.setattr(worker_module, "_PATIENCE", 60.0)  # on a busy machine any step may take long
    worker.play(1.0, until=1e3)
    wait_until(lambda: simulation.steps > 2)
    worker.pause()
    steps = simulation.steps
    assert not worker.progress().playing
    time.sleep(0.02)  # in which it would take twenty more
    assert simulation.steps == steps


def simulating():
    return {thread for thread in threading.enumerate() if thread.name == "simulation"}


def test_a_step_that_takes_for_ever_is_interrupted_when_the_program_closes(worker, simulation, qtbot):
    before = simulating()  # a window of other tests has one, too
    simulation.go.clear()
    worker.play(1.0, until=1e3)
    assert simulation.in_step.wait(60.0)
    worker.close()
    qtbot.waitUntil(lambda: simulating() <= before)
    assert simulation.interrupted
    assert simulation.steps == 0


def test_in_the_middle_of_a_step_that_nothing_interrupts_the_window_waits_for_nothing(worker, simulation, qtbot):
    before = simulating()
    simulation.deaf = True
    simulation.go.clear()
    worker.play(1.0, until=1e3)
    assert simulation.in_step.wait(60.0)
    worker.pause()  # each returned while the step goes on
    worker.run_now(1)
    assert not worker.progress().playing
    other = Counting()
    worker.take(other)
    worker.play(1.0, until=5 * DT)
    assert other.in_step.wait(60.0)
    assert simulation.steps == 0
    simulation.go.set()
    worker.close()
    qtbot.waitUntil(lambda: simulating() <= before)
    assert simulation.steps == 0  # it was interrupted, once it looked


def test_an_error_pauses_it_and_is_told_with_its_traceback(worker, simulation):
    simulation.fails_at = 30
    worker.play(1.0, until=1e3)
    wait_until(lambda: worker.progress().failure)
    assert not worker.progress().playing
    assert worker.progress().failure.strip().endswith("ZeroDivisionError: a step of the program's own went wrong")
    assert simulation.steps == 30
    simulation.fails_at = None
    worker.play(1.0, until=1e3)  # the thread lives on
    wait_until(lambda: simulation.steps > 30)
    assert worker.progress().failure == ""


def test_an_error_of_a_single_step_is_told_in_the_same_way(worker, simulation):
    simulation.fails_at = 1
    worker.run_now(3)
    assert "ZeroDivisionError" in worker.progress().failure
    assert simulation.steps == 1


def test_another_simulation_gets_no_command_of_the_one_before(worker, simulation):
    worker.command("for the first")
    other = Counting()
    worker.take(other)
    worker.run_now(1)
    assert other.commands == []
    assert simulation.steps == 0


def test_what_takes_a_simulation_long_is_told_though_it_counts_little(worker):
    simulation = Counting()
    simulation.go.clear()  # its first step goes on and on
    worker.take(simulation)
    worker.play(1.0, 1.0)
    end = time.monotonic() + 60.0
    while not worker.progress().crawls:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert worker.progress().crawls == "each step takes long"
    worker.pause()
    assert worker.progress().crawls == ""


@pytest.mark.parametrize("name", ["balls_666", "elastic_666"])
@pytest.mark.slow
def test_a_heap_under_the_hybrid_scheme_says_within_a_second_of_processor_that_it_crawls_and_what_goes_on(worker, name):
    from torseur import sim
    from torseur.sim.simulation.simulation import Simulation

    scene = sim.load_scene(name)
    simulation = Simulation(scene, replace(scene.settings, scheme="hybrid", dt=0.001))
    began = {"balls_666": 0.0, "elastic_666": 0.44}[name]
    simulation.run(round(began / 0.001))  # it falls freely
    worker.take(simulation)
    used = time.process_time()
    worker.play(1.0, until=1e3)
    wait_until(lambda: worker.progress().crawls)
    told = worker.progress().crawls
    assert time.process_time() - used < 1.5  # of which half a second is looked at it
    assert "the hybrid scheme crawls at t = 0." in told
    assert 'scheme = "time_stepping" goes on there: ' in told
    worker.pause()
