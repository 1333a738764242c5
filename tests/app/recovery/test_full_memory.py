"""`torseur simulate` where memory is full: what there is is saved, with what little is left, and it says to which time."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from torseur import sim
from torseur.app.recovery import kept_run
from torseur.app.recovery.kept_run import KeptRun
from torseur.sim.simulation.recording.journal import Journal
from torseur.sim.simulation.simulation import Simulation

LIMITED = """
import resource, sys
from pathlib import Path
from torseur.app.command_line.command_line import run
from torseur.app.recovery import kept_run

out = sys.argv[1]
kept_run.RESERVE = 2**27  # much, so that there is room for few states beside it, which are quick to save
run(["simulate", "falling_brick", "--duration", "0.1", "--out", out])  # all that a run needs is loaded
facts = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
limit = 1024 * int(facts["VmSize"].split()[0]) + kept_run.RESERVE + 2**25
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
sys.exit(run(["simulate", "falling_brick", "--duration", "20000", "--anyway", "--out", out]))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the address space is limited, which Linux does")
@pytest.mark.slow
def test_a_run_that_fills_memory_is_saved_to_the_time_that_it_says(tmp_path):
    out = tmp_path / "run.mcap"
    command = [sys.executable, "-P", "-c", LIMITED, str(out)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 1, done.stderr
    said = re.findall(r"stopped early: (.*) at t = (\S+) s$", done.stdout, re.MULTILINE)
    recording = sim.load_recording(out)
    assert len(recording) > 1000
    assert said == [("there was no memory for more", f"{recording.t[-1]:.6g}")]
    assert recording.notes == [f"there was no memory for more at t = {recording.t[-1]:.6g} s"]
    assert recording.findings == ()
    assert os.listdir(tmp_path) == ["run.mcap"]


def test_the_journal_is_waited_for_where_much_is_new(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_run, "PERIOD", 60.0)
    monkeypatch.setattr(kept_run, "AHEAD", 500_000)
    kept = KeptRun(Simulation(sim.load_scene("falling_brick")), tmp_path / "run.mcap")
    assert len(kept.run(20_000)) == 20_001
    left = sim.load_recording(tmp_path / "run.journal.mcap")  # as if it had been killed
    assert 20_001 - 4_000 < len(left) < 20_001
    assert kept.keep() == f"{tmp_path / 'run.journal.mcap'} has all that was simulated to t = 20 s"


def test_a_run_whose_journal_finds_no_memory_ends_and_keeps_what_it_has(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_run, "AHEAD", 500_000)
    inner, calls = Journal.append, []

    def append(self, most=float("inf")):
        calls.append(len(self.recording))
        if len(calls) == 2:
            raise MemoryError
        return inner(self, most)

    monkeypatch.setattr(Journal, "append", append)
    kept = KeptRun(Simulation(sim.load_scene("falling_brick")), tmp_path / "run.mcap")
    recording = kept.run(10**9)
    assert 4_000 < len(recording) < 200_000
    assert recording.notes == [f"there was no memory for more at t = {recording.t[-1]:.6g} s"]
    assert kept.keep().startswith(f"{tmp_path / 'run.journal.mcap'} has all that was")
    left = sim.load_recording(tmp_path / "run.journal.mcap")
    assert np.array_equal(left.t, recording.t)
    assert np.array_equal(left.q, recording.q)
    assert left.notes == recording.notes
