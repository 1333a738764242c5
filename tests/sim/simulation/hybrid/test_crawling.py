"""Where the hybrid scheme takes seconds for a millisecond it says why while it does, and ends in words."""

from __future__ import annotations

import re
import statistics
import threading
import time
from dataclasses import replace

import pytest

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
    # Evaluations of one step that chose among many forces each in its own way made steps of 5e-10 s, and the run of 150 s.
    steps = [float(step) for step in re.findall(r"steps are of (\S+) s", said)]
    assert len(steps) < 5 or statistics.median(steps) > 1e-9
