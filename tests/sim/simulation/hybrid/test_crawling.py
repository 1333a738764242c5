"""Where the hybrid scheme takes seconds for a millisecond it says why while it does, and ends in words."""

from __future__ import annotations

import re
import statistics
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linprog

from torseur import sim
from torseur.sim.simulation.simulation import Simulation


@pytest.fixture
def crawling():
    """A hand that chatters on a table, some steps before its events follow one another ever faster."""
    scene = sim.load_scene("arm_pushes_table")
    simulation = Simulation(scene, replace(scene.settings, scheme="hybrid"))
    simulation.run(360)
    assert simulation.crawls == ""
    return simulation


def assert_that_no_forces_do(recording):
    """No λ ≥ 0 has A λ + d ≥ 0, by a y ≥ 0 with Aᵀ y ≤ 0 and dᵀ y < 0 (Farkas), for the contacts at the end."""
    state = sim.State(float(recording.t[-1]), recording.q[-1], recording.v[-1])
    problem = sim.contact_problem(recording.scene, state, recording.tau[-1] + recording.passive[-1])
    n, slide = len(problem), problem.sliding
    assert np.all(np.linalg.norm(slide, axis=1) > 0.99)
    normal = 3 * np.arange(n) + 2
    along = sum(problem.W[np.ix_(normal, normal - 2 + k)] * (problem.friction * slide[:, k]) for k in range(2))
    A, d = problem.W[np.ix_(normal, normal)] - along, problem.w[normal]
    proof = linprog(d, A_ub=A.T, b_ub=np.zeros(n), bounds=(0.0, 1.0))
    assert proof.fun < -1.0  # [m/s²], of accelerations of 35
    assert np.all(A.T @ proof.x < 1e-9)


@pytest.mark.slow
def test_a_run_that_crawls_says_so_with_its_cause_while_it_does_and_ends_in_words(crawling):
    thread = threading.Thread(target=crawling.run, args=(500,))
    thread.start()
    said = set()
    while thread.is_alive():
        said.add(crawling.crawls)
        time.sleep(0.01)
    said = " ".join(sorted(said))
    assert "the hybrid scheme crawls at t = 0.365" in said
    assert "events in a millisecond, the last of 'table' and 'arm/link6'" in said
    assert 0.364 < crawling.t < 0.37
    assert crawling.stopped.startswith("the hybrid scheme stopped at t = 0.365")
    assert 'use scheme = "time_stepping"' in crawling.stopped
    assert (
        "nears a state in which 4 contacts slide at once, and no forces there satisfy the contact law"
        in crawling.stopped
    )
    assert_that_no_forces_do(crawling.recording)
    # Evaluations of one step that chose among many forces each in its own way made steps of 5e-10 s, and the run of 150 s.
    steps = [float(step) for step in re.findall(r"steps are of (\S+) s", said)]
    assert len(steps) < 5 or statistics.median(steps) > 1e-9
