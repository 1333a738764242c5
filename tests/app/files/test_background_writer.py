"""Long files are written by a thread: whole, or given up with nothing left of them."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from torseur.app.documents.column_files import column_pieces
from torseur.app.files.background_writer import BackgroundWriter
from torseur.sim.safe_write import safe_write

COLUMNS = [np.linspace(0.0, 1.0, 30_000), np.full(30_000, 1.0 / 3.0)]


@pytest.fixture
def writer(qapp):
    writer = BackgroundWriter()
    writer.heard = []
    for name in ("begun", "progressed", "written", "failed", "ended"):
        getattr(writer, name).connect(lambda *told, name=name: writer.heard.append((name, *told)))
    yield writer
    writer.stop()


def held(pieces, at, gate):
    """The same pieces; after some of them it waits at the gate."""
    for k, one in enumerate(pieces, start=1):
        if k == at:
            gate.wait(60.0)
        yield one


@pytest.mark.parametrize("suffix", [".csv", ".npz"])
@pytest.mark.slow
def test_progress_is_told_until_the_file_is_there(writer, qtbot, tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    writer.start(path, column_pieces(path, ["t [s]", "x [m]"], COLUMNS))
    qtbot.waitUntil(lambda: not writer.path)
    assert writer.heard[0] == ("begun", str(path))
    steps = [told[1:] for told in writer.heard if told[0] == "progressed"]
    total = steps[-1][1]
    assert steps == [(k, total) for k in range(1, total + 1)]
    assert len(steps) == {".csv": 15, ".npz": 2}[suffix]
    assert writer.heard[-2:] == [("ended",), ("written", str(path))]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", [".csv", ".npz"])
def test_given_up_the_file_is_as_it_was(writer, qtbot, tmp_path, suffix):
    path, gate = tmp_path / f"a{suffix}", threading.Event()
    path.write_text("before")
    writer.start(path, held(column_pieces(path, ["t [s]", "x [m]"], COLUMNS), 2, gate))
    qtbot.waitUntil(lambda: len(list(tmp_path.iterdir())) == 2)
    writer.cancel()
    gate.set()
    qtbot.waitUntil(lambda: "writing" not in {thread.name for thread in threading.enumerate()})
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text() == "before"
    assert writer.heard[-1] == ("ended",)


def test_what_is_saved_meanwhile_waits_and_says_for_what(writer, qtbot, tmp_path):
    first, second, third, gate = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "c.csv", threading.Event()
    told = []
    writer.waits.connect(lambda *paths: told.append(paths))
    writer.start(first, held(column_pieces(first, ["t [s]", "x [m]"], COLUMNS), 2, gate))
    for path in (second, third):
        writer.start(path, column_pieces(path, ["t [s]", "x [m]"], COLUMNS))
    assert told == [(str(second), str(first)), (str(third), str(first))]
    gate.set()
    qtbot.waitUntil(lambda: ("written", str(third)) in writer.heard)
    assert [one[0] for one in writer.heard if one[0] != "progressed"] == ["begun", "ended", "written"] * 3
    assert second.read_bytes() == third.read_bytes() == first.read_bytes()


@pytest.mark.slow
def test_what_waits_is_written_after_what_is_given_up_and_closing_gives_up_both(writer, qtbot, tmp_path, caplog):
    gates = [threading.Event() for _ in range(2)]
    paths = [tmp_path / f"{name}.csv" for name in "abc"]
    for path, gate in zip(paths, [*gates, threading.Event()], strict=True):
        writer.start(path, held(column_pieces(path, ["t [s]", "x [m]"], COLUMNS), 2, gate))
    writer.cancel()
    assert writer.path == str(paths[1])
    gates[0].set()
    writer.finish(0.7)
    assert writer.path == ""
    assert [path.name for path in paths if str(path) in caplog.text] == ["b.csv", "c.csv"]
    gates[1].set()
    qtbot.waitUntil(lambda: "writing" not in {thread.name for thread in threading.enumerate()})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given_up", [False, True])
def test_what_is_painted_is_done_in_turns_of_the_windows_thread_and_the_rest_by_another(writer, qtbot, tmp_path, given_up):
    threads, turns, path = [], [], tmp_path / "a.pdf"

    def pieces():
        try:
            for done in range(1, 4):
                QTimer.singleShot(0, lambda done=done: turns.append(done))
                yield done, 3
            with safe_write(path, "page", text=True) as stream:
                stream.write("painted")
        finally:
            threads.append(threading.current_thread() is threading.main_thread())

    path.write_text("before")
    writer.start(path, pieces(), painted=True)
    assert not turns  # the window's events come between
    if given_up:
        writer.cancel()
    else:
        qtbot.waitUntil(lambda: ("written", str(path)) in writer.heard)
        assert turns == [1, 2, 3]
    assert threads == [given_up]
    assert path.read_text() == ("before" if given_up else "painted")
