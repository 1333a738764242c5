"""A recording as a table: of one whose states stay in a file, read as it is written."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.app.documents.csv_tables import BLOCK, save_table, table_in_pieces
from torseur.sim.simulation.recording.journal import Journal
from torseur.sim.simulation.recording.states.blocks_on_disk import BlocksOnDisk
from torseur.sim.simulation.simulation import Simulation


def test_states_that_were_let_go_are_read_block_by_block_as_their_table_is_written(tmp_path, monkeypatch):
    scene = sim.load_scene("falling_brick")
    alone, simulation = Simulation(scene), Simulation(scene)
    simulation.run(0)
    with Journal(simulation.recording, tmp_path / "journal.mcap", in_memory=20_000) as journal:
        for steps in (BLOCK, BLOCK, 100):
            alone.run(steps)
            simulation.run(steps)
            journal.append()
    assert simulation.recording.begin_in_memory > BLOCK
    read, rows = [], BlocksOnDisk.rows
    monkeypatch.setattr(BlocksOnDisk, "rows", lambda *a: (read.append(len(a[2])), rows(*a))[1])
    pieces = table_in_pieces(simulation.recording, tmp_path / "followed.csv")
    assert not read  # nothing before a thread asks for the first piece
    assert list(pieces) == [(1, 3), (2, 3), (3, 3)]
    assert 0 < max(read) <= BLOCK
    save_table(alone.recording, tmp_path / "alone.csv")
    assert (tmp_path / "followed.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()


def test_a_table_has_the_states_that_were_there_as_it_began(tmp_path):
    simulation = Simulation(sim.load_scene("falling_brick"))
    simulation.run(BLOCK)
    pieces = table_in_pieces(simulation.recording, tmp_path / "run.csv")
    next(pieces)
    simulation.run(BLOCK)
    assert list(pieces) == [(2, 2)]
    found = np.loadtxt(tmp_path / "run.csv", delimiter=",", skiprows=1)
    recording, n = simulation.recording, BLOCK + 1
    assert len(found) == n
    np.testing.assert_array_equal(found[:, 0], recording.t[:n])
    np.testing.assert_array_equal(found[:, 9 : 9 + recording.q.shape[1]], recording.q[:n])


def test_forces_and_impulses_of_a_hybrid_run_are_columns_of_their_own(tmp_path):
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 2.0)
    save_table(recording, tmp_path / "run.csv")
    head = (tmp_path / "run.csv").read_text().splitlines()[0].split(",")
    found = np.loadtxt(tmp_path / "run.csv", delimiter=",", skiprows=1)
    assert "normal impulse [N s]" not in head
    force, friction, impulse = (
        found[:, head.index(name)] for name in ("normal force [N]", "friction force [N]", "impulse of impacts [N s]")
    )
    struck = impulse > 0.0
    assert struck.any()
    assert np.isnan(force[struck]).all()
    assert np.isnan(friction[struck]).all()
    assert force[-1] == pytest.approx(9.81, rel=1e-6)  # one ball rests
    assert impulse[-1] == 0.0
