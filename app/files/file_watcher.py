"""Watching the files that are open: another program may save them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from torseur.robots.readers import READERS
from torseur.sim.interruption import checkpoint

from ..background.background_thread import Background

QUIET = 250  # [ms] without news before the files are looked at: an editor may write several times, or by renaming
GONE = 1000  # [ms] that a file must be gone for, before this is said
MOST = 400  # files that are watched
TEXTS = (*READERS, ".srdf")  # known by what they hold; others, which are large, by size and time

Fingerprint = tuple[int, int | bytes] | None  # of a file's content; None: there is no file
Fingerprints = dict[Path, Fingerprint]
Stamp = tuple[int, int, int] | None
News = tuple[dict[Path, Fingerprint], list[Path]]  # what files hold that are not what they were; those that are gone
_WRITTEN: Fingerprint = (-1, 0)  # of what was written before it was known what it held: equal to no other


class FileWatcher(QObject):
    """Tells when what the files hold is not what it was. A file that is saved unchanged, or restored, is as it was.

    A thread reads them; one that is written before it was read for the first time counts as changed, whatever it held.
    """

    changed = Signal(list)  # the paths whose content is another now; empty: all is as it was again
    gone = Signal(list)  # the paths that are no more

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._paths: tuple[Path, ...] = ()
        self._first: Fingerprints | None = None  # of the files as they were; None: not known yet
        self._reported: News = ({}, [])
        self._is_second_look = False  # whether files that are missing are told of
        self._reader = Background(self)
        self._reader.found.connect(self._on_read)
        self._check_timer = QTimer(self, singleShot=True, interval=QUIET)
        self._check_timer.timeout.connect(self._check)
        self._gone_timer = QTimer(self, singleShot=True, interval=GONE)
        self._gone_timer.timeout.connect(self._look_again)
        self._watcher.fileChanged.connect(lambda _: self._check_timer.start())
        self._watcher.directoryChanged.connect(lambda _: self._check_timer.start())

    @property
    def ready(self) -> bool:
        """Whether it is known what the files hold, and no look at them is under way."""
        return self._first is not None and not self._reader.running

    def watch(self, files: Iterable[Path]) -> None:
        """Watch these files, as they are now, and no others."""
        self.stop()
        self._paths = tuple(dict.fromkeys(files))[:MOST]
        self._follow()
        self._reader.ask(self._paths, [partial(_first_fingerprints, {path: _stamp(path) for path in self._paths})])

    def stop(self) -> None:
        """Forget all files that are watched."""
        self._check_timer.stop()
        self._gone_timer.stop()
        self._reader.stop()
        watched = self._watcher.files() + self._watcher.directories()
        if watched:
            self._watcher.removePaths(watched)
        self._paths, self._first, self._reported, self._is_second_look = (), None, ({}, []), False

    def _follow(self) -> None:
        """Watch files and their folders: a file that was replaced is another file, which only its folder tells."""
        places = {str(path) for path in self._paths if path.exists()}
        places |= {str(path.parent) for path in self._paths if path.parent.is_dir()}
        new = places - set(self._watcher.files()) - set(self._watcher.directories())
        if new:
            self._watcher.addPaths(sorted(new))

    def _check(self) -> None:
        self._follow()
        self._is_second_look = False
        self._read()

    def _look_again(self) -> None:
        self._is_second_look = True
        self._read()

    def _read(self) -> None:
        if self._first is None and self._reader.running:
            self._check_timer.start()  # what the files held first is still being read
        else:
            self._reader.ask(self._paths, [partial(_fingerprints, self._paths)])

    def _on_read(self, paths: object, found: Fingerprints | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        if paths is not self._paths:
            return
        if self._first is None:
            self._first = found
            return
        _, missing = news = _news(self._first, found)
        if missing and missing != self._reported[1] and not self._is_second_look:
            self._gone_timer.start()  # perhaps it is only being written anew
        else:
            self._report(news)

    def _report(self, news: News) -> None:
        before, self._reported = self._reported, news
        self._follow()
        if news[1] and news[1] != before[1]:
            self.gone.emit(news[1])
        elif news != before:
            self.changed.emit(list(news[0]))


def _news(first: Fingerprints, now: Fingerprints) -> News:
    changed = {path: now[path] for path, was in first.items() if now[path] is not None and now[path] != was}
    return changed, [path for path, was in first.items() if now[path] is None and was is not None]


def _first_fingerprints(stamps: Mapping[Path, Stamp]) -> Fingerprints:
    found = _fingerprints(stamps)
    return {path: one if _stamp(path) == stamps[path] else _WRITTEN for path, one in found.items()}


def _fingerprints(paths: Iterable[Path]) -> Fingerprints:
    found = {}
    for path in paths:
        checkpoint()
        found[path] = _fingerprint(path)
    return found


def _stamp(path: Path) -> Stamp:
    """What changes when a file is written; None: there is no file."""
    try:
        status = path.stat()
        return status.st_ino, status.st_size, status.st_mtime_ns
    except OSError:
        return None


def _fingerprint(path: Path) -> Fingerprint:
    try:
        status = path.stat()
        if path.suffix.lower() not in TEXTS:
            return status.st_size, status.st_mtime_ns
        return status.st_size, hashlib.blake2b(path.read_bytes(), digest_size=16).digest()
    except OSError:
        return None
