"""Files that are watched are read by a thread, and what was written before they were is told."""

from __future__ import annotations

import hashlib
import threading

import pytest

from torseur.app.files import file_watcher
from torseur.app.files.file_watcher import FileWatcher


def heard(signal):
    told = []
    signal.connect(told.append)
    return told


def test_what_files_hold_is_never_read_in_the_windows_thread(tmp_path, qtbot, monkeypatch):
    path, threads = tmp_path / "a.urdf", set()
    path.write_text("<robot/>")

    class Hashes:
        def blake2b(self, content, digest_size):
            threads.add(threading.current_thread())
            return hashlib.blake2b(content, digest_size=digest_size)

    monkeypatch.setattr(file_watcher, "hashlib", Hashes())
    watcher = FileWatcher()
    told = heard(watcher.changed)
    watcher.watch([path])
    qtbot.waitUntil(lambda: watcher.ready)
    path.write_text("<robot name='b'/>")
    qtbot.waitUntil(lambda: told == [[path]])
    watcher.stop()
    assert threads
    assert threading.main_thread() not in threads


def test_a_file_that_is_written_before_it_was_first_read_is_told(tmp_path, qtbot, monkeypatch):
    path, go, plain = tmp_path / "a.urdf", threading.Event(), hashlib.blake2b
    path.write_text("<robot/>")

    class Hashes:
        def blake2b(self, content, digest_size):
            go.wait(60.0)
            return plain(content, digest_size=digest_size)

    monkeypatch.setattr(file_watcher, "hashlib", Hashes())
    watcher = FileWatcher()
    told = heard(watcher.changed)
    watcher.watch([path])
    path.write_text("<robot name='b'/>")
    go.set()
    qtbot.waitUntil(lambda: told == [[path]])
    watcher.stop()


@pytest.mark.slow
def test_a_file_that_is_saved_unchanged_is_not_told_and_one_that_goes_is(tmp_path, qtbot):
    path = tmp_path / "a.urdf"
    path.write_text("<robot/>")
    watcher = FileWatcher()
    told, gone = heard(watcher.changed), heard(watcher.gone)
    watcher.watch([path])
    qtbot.waitUntil(lambda: watcher.ready)
    path.write_text("<robot/>")
    path.unlink()
    qtbot.waitUntil(lambda: gone == [[path]])
    assert told == []
    watcher.stop()


def test_several_quick_writes_are_told_once_and_a_restored_file_takes_it_back(tmp_path, qtbot):
    path, watcher = tmp_path / "a.urdf", FileWatcher()
    path.write_text("<robot/>")
    told, quiet = heard(watcher.changed), watcher._check_timer
    watcher.watch([path])
    qtbot.waitUntil(lambda: watcher.ready)
    quiet.setInterval(600_000)  # between two writes a busy machine may take longer than the watcher waits for the next
    for name in "abc":
        path.write_text(f"<robot name='{name}'/>")
        qtbot.waitUntil(quiet.isActive)
    assert told == []
    quiet.setInterval(file_watcher.QUIET)
    quiet.start()
    qtbot.waitUntil(lambda: told == [[path]])
    path.write_text("<robot/>")
    qtbot.waitUntil(lambda: told == [[path], []])
    watcher.stop()
