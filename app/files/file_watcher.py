"""FileWatcher the files that are open: another program may save them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from torseur.robots.readers import READERS

QUIET = 250  # [ms] without news before the files are looked at: an editor may write several times, or by renaming
GONE = 1000  # [ms] that a file must be gone for, before this is said
MOST = 400  # files that are watched
TEXTS = (*READERS, ".srdf")  # known by what they hold; others, which are large, by size and time

Fingerprint = tuple[int, int | bytes] | None  # of a file's content; None: there is no file
News = tuple[dict[Path, Fingerprint], list[Path]]  # what files hold that are not what they were; those that are gone


class FileWatcher(QObject):
    """Tells when what the files hold is not what it was. A file that is saved unchanged, or restored, is as it was."""

    changed = Signal(list)  # the paths whose content is another now; empty: all is as it was again
    gone = Signal(list)  # the paths that are no more

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._fingerprints: dict[Path, Fingerprint] = {}
        self._reported: News = ({}, [])
        self._check_timer = QTimer(self, singleShot=True, interval=QUIET)
        self._check_timer.timeout.connect(self._check)
        self._gone_timer = QTimer(self, singleShot=True, interval=GONE)
        self._gone_timer.timeout.connect(lambda: self._report(self._changes()))
        self._watcher.fileChanged.connect(lambda _: self._check_timer.start())
        self._watcher.directoryChanged.connect(lambda _: self._check_timer.start())

    def watch(self, files: Iterable[Path]) -> None:
        """Watch these files, as they are now, and no others."""
        self.stop()
        self._fingerprints = {path: _fingerprint(path) for path in list(files)[:MOST]}
        self._follow()

    def stop(self) -> None:
        """Forget all files that are watched."""
        self._check_timer.stop()
        self._gone_timer.stop()
        watched = self._watcher.files() + self._watcher.directories()
        if watched:
            self._watcher.removePaths(watched)
        self._fingerprints, self._reported = {}, ({}, [])

    def _follow(self) -> None:
        """Watch files and their folders: a file that was replaced is another file, which only its folder tells."""
        places = {str(path) for path in self._fingerprints if path.exists()}
        places |= {str(path.parent) for path in self._fingerprints if path.parent.is_dir()}
        new = places - set(self._watcher.files()) - set(self._watcher.directories())
        if new:
            self._watcher.addPaths(sorted(new))

    def _check(self) -> None:
        self._follow()
        changed, missing = self._changes()
        if missing and missing != self._reported[1]:
            self._gone_timer.start()  # perhaps it is only being written anew
        else:
            self._report((changed, missing))

    def _changes(self) -> News:
        now = {path: _fingerprint(path) for path in self._fingerprints}
        changed = {
            path: now[path] for path, was in self._fingerprints.items() if now[path] is not None and now[path] != was
        }
        return changed, [path for path, was in self._fingerprints.items() if now[path] is None and was is not None]

    def _report(self, news: News) -> None:
        before, self._reported = self._reported, news
        self._follow()
        if news[1] and news[1] != before[1]:
            self.gone.emit(news[1])
        elif news != before:
            self.changed.emit(list(news[0]))


def _fingerprint(path: Path) -> Fingerprint:
    try:
        status = path.stat()
        if path.suffix.lower() not in TEXTS:
            return status.st_size, status.st_mtime_ns
        return status.st_size, hashlib.blake2b(path.read_bytes(), digest_size=16).digest()
    except OSError:
        return None
