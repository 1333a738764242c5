"""Files that are watched are read by a thread, and what was written before they were is told."""

from __future__ import annotations

import hashlib
import threading

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
