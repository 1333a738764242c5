"""The folder in which a running program keeps its session, and those that programs left which did not end well."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from shutil import rmtree

from platformdirs import user_state_path

SESSION = "session.json"
MOST = 5
"""How many sessions of programs that did not end well are kept; the oldest goes."""


def sessions_path() -> Path:
    """Where all of them are."""
    return user_state_path("torseur", appauthor=False) / "sessions"


class SessionFolder:
    """A folder that is locked, so that no other program that runs takes it for one that was left.

    The lock goes with the process, however that ends.
    """

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock = lock  # descriptor of the folder

    def release(self) -> None:
        """Leave it: another start may offer it."""
        os.close(self._lock)

    def remove(self) -> None:
        """Delete it, and all that is in it; what cannot be deleted is offered again."""
        with suppress(OSError):
            rmtree(self.path)
        self.release()


def make_folder(root: Path) -> SessionFolder:
    """A new folder of this process. Raises OSError."""
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    while True:
        path = root / f"{time.time_ns():020}-{token_hex(4)}"
        path.mkdir(mode=0o700)
        folder = _locked(path)
        if folder is not None:
            return folder  # else another start took it for one that was left, before it was locked


def left_folders(root: Path) -> list[SessionFolder]:
    """Folders with a session that programs left which run no more, the newest first, locked by this one.

    Those without a session, and all but the newest `MOST`, are deleted.
    """
    try:
        paths = sorted((path for path in root.iterdir() if path.is_dir()), reverse=True)
    except OSError:
        return []  # there never was one
    found: list[SessionFolder] = []
    for folder in filter(None, map(_locked, paths)):
        if len(found) < MOST and (folder.path / SESSION).is_file():
            found.append(folder)
        else:
            folder.remove()
    return found


def _locked(path: Path) -> SessionFolder | None:
    """The folder, if no running program has it and it is still there."""
    try:
        lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if path.exists():
            return SessionFolder(path, lock)
    except OSError:
        pass  # another's
    os.close(lock)
    return None
