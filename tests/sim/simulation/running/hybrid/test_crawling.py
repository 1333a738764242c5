"""Where the hybrid scheme takes seconds for a millisecond it says why while it does, and goes on where it can."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.sim.simulation.running.hybrid.hybrid_work import MOST_REST_SPEED
from torseur.sim.simulation.simulation import Simulation


@pytest.fixture
def crawling():
    """A hand that chatters on a table, some steps before its events follow one another ever faster."""
    scene = sim.load_scene("arm_pushes_table")
    simulation = Simulation(scene, replace(scene.settings, scheme="hybrid"))
    simulation.run(360)
    assert simulation.crawls == ""
    assert "the hybrid scheme crawls at t = 0.36" in simulation.slowness  # what takes its time, however little
    return simulation


@pytest.mark.slow
def test_a_run_that_crawls_says_so_with_its_cause_and_goes_on_with_contacts_held_that_move_slowly(crawling, tmp_path):
    thread = threading.Thread(target=crawling.run, args=(140,))
    thread.start()
    said = set()
    while thread.is_alive():
        said.add(crawling.crawls)
        time.sleep(0.001)
    assert "the hybrid scheme crawls at t = 0.364" in " ".join(said)
    assert (crawling.stopped, crawling.recording.notes) == ("", [])
    remark = crawling.recording.remarks[-1]
    assert remark.startswith(f"held below {MOST_REST_SPEED:g} m/s since t = 0.364")
    assert "the hybrid scheme crawled, " in remark
    assert "'table' and 'arm/link6'" in remark
    sim.save_recording(crawling.recording, tmp_path / "run.mcap")
    assert sim.load_recording(tmp_path / "run.mcap").remarks == crawling.recording.remarks
    # Time-stepping is of first order: 2.0e-5 rad off at 1 ms, 3.6e-6 at 0.1 ms: some 2e-6 of it are of the hybrid scheme.
    stepped = sim.simulate(crawling.scene, crawling.t)
    assert np.abs(crawling.q - stepped.q[-1]).max() < 4e-5
    assert np.abs(crawling.v - stepped.v[-1]).max() < 1e-9  # both are at rest
