"""`torseur simulate` keeps what it has: when it is told to stop, on a full disk, and where memory is full."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from tests.limited_disk import no_room_beyond
from torseur import sim
from torseur.app.command_line import saving_progress
from torseur.app.command_line.command_line import run
from torseur.app.command_line.simulate import NOT_SAVED
from torseur.app.recovery import kept_run
from torseur.app.recovery.kept_run import KeptRun
from torseur.sim.simulation.recording import recording_writer
from torseur.sim.simulation.simulation import Simulation


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_early_and_what_there_is_is_saved(number, tmp_path, capsys, monkeypatch, heard_interrupts):
    out, journal = tmp_path / "run.mcap", tmp_path / "run.journal.mcap"
    monkeypatch.setattr(kept_run, "PERIOD", 0.02)  # a second of this heap takes ten to save

    def send_once_it_runs():
        while not journal.exists():
            time.sleep(0.01)
        os.kill(os.getpid(), number)

    threading.Thread(target=send_once_it_runs, daemon=True).start()
    code = run(["simulate", "balls_666", "--duration", "5000", "--anyway", "--out", str(out)])
    told, recording = capsys.readouterr().out, sim.load_recording(out)
    ended = f"{number.name} ended it at t = {recording.t[-1]:.6g} s of 5000 s"
    assert code == 128 + number
    assert f"stopped early: {ended}\n" in told
    assert recording.notes == [ended]
    assert os.listdir(tmp_path) == ["run.mcap"]


def test_on_a_full_disk_a_journal_has_what_there_is_room_for(tmp_path, capsys):
    out, journal = tmp_path / "run.mcap", tmp_path / "run.journal.mcap"
    out.write_text("what was there", encoding="utf-8")
    with no_room_beyond(150_000):
        code = run(["simulate", "brick_on_corner", "--duration", "2", "--out", str(out)])
    told = capsys.readouterr().err
    kept = sim.load_recording(journal)
    assert code == NOT_SAVED
    assert "needs more than the 0.1" in told
    assert told.endswith(f"{journal} has what was simulated to t = {kept.t[-1]:.6g} s of 2 s\n")
    assert 100 < len(kept) < 2001
    assert out.read_text(encoding="utf-8") == "what was there"


def test_without_any_room_it_says_that_nothing_was_kept(tmp_path, capsys):
    with no_room_beyond(100):
        code = run(["simulate", "falling_brick", "--duration", "0.1", "--out", str(tmp_path / "run.csv")])
    assert code == NOT_SAVED
    assert capsys.readouterr().err.endswith("; nothing of it could be kept; it was simulated to t = 0.1 s\n")


def test_a_journal_takes_no_file_that_is_there_and_goes_where_the_recording_is_saved(tmp_path):
    mine = tmp_path / "run.journal.mcap"
    mine.write_text("mine", encoding="utf-8")
    kept = KeptRun(Simulation(sim.load_scene("falling_brick")), tmp_path / "run.mcap")
    kept.run(20)
    assert f"{tmp_path / 'run.journal2.mcap'} has all that was simulated to t = 0.02 s" == kept.keep()
    kept.done()
    assert os.listdir(tmp_path) == ["run.journal.mcap"]
    assert mine.read_text(encoding="utf-8") == "mine"


class FullAfterTen(Simulation):
    """Memory is full after ten steps."""

    def run(self, steps):
        super().run(10)
        raise MemoryError


def test_a_run_that_memory_has_no_more_room_for_ends_with_what_it_has():
    recording = KeptRun(FullAfterTen(sim.load_scene("falling_brick")), None).run(100)
    assert len(recording) == 11
    assert recording.notes == ["there was no memory for more at t = 0.01 s"]


class FailsAfterTen(Simulation):
    """It ends in an error of its own after ten steps."""

    def run(self, steps):
        super().run(10)
        raise LookupError("no such wheel")


def test_a_run_that_fails_says_where_what_it_has_is_kept_and_to_which_time(tmp_path, capsys):
    kept = KeptRun(FailsAfterTen(sim.load_scene("falling_brick")), tmp_path / "run.mcap")
    with pytest.raises(LookupError, match="no such wheel"):
        kept.run(100)
    journal = tmp_path / "run.journal.mcap"
    assert capsys.readouterr().err == (f"torseur: the simulation failed; {journal} has all that was simulated to t = 0.01 s\n")
    assert len(sim.load_recording(journal)) == 11
    assert os.listdir(tmp_path) == ["run.journal.mcap"]


def test_a_signal_while_it_saves_gives_that_up_and_leaves_the_journal(tmp_path, capsys, monkeypatch, heard_interrupts):
    out, journal = tmp_path / "run.mcap", tmp_path / "run.journal.mcap"
    out.write_text("what was there", encoding="utf-8")
    monkeypatch.setattr(saving_progress, "FIRST", 0.0)
    inner = recording_writer.recording_in_pieces

    def interrupted(recording, path):
        for number, piece in enumerate(inner(recording, path)):
            if number == 2:
                os.kill(os.getpid(), signal.SIGINT)
            yield piece

    monkeypatch.setattr(recording_writer, "recording_in_pieces", interrupted)
    code = run(["simulate", "falling_brick", "--duration", "2", "--out", str(out)])
    assert code == 128 + signal.SIGINT
    assert capsys.readouterr().err == (
        "torseur: saving run.mcap: 512 of 2001 (26%); Ctrl+C gives it up\n"
        "torseur: gives up saving, and keeps the journal; once more ends it at once\n"
        f"torseur: {out} was not saved; {journal} has all that was simulated to t = 2 s\n"
    )
    assert sorted(os.listdir(tmp_path)) == ["run.journal.mcap", "run.mcap"]
    assert out.read_text(encoding="utf-8") == "what was there"
    assert len(sim.load_recording(journal)) == 2001


def test_saving_says_how_far_it_is(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(saving_progress, "FIRST", 0.0)
    assert run(["simulate", "falling_brick", "--duration", "1", "--out", str(tmp_path / "run.csv")]) == 0
    assert capsys.readouterr().err == "torseur: saving run.csv: 1 of 1 (100%); Ctrl+C gives it up\n"
