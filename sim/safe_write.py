"""Everything that is saved goes through here: a file is replaced whole, or stays as it was.

What is written goes into a file of a random name beside the one wanted, which it takes the place of at the end. The lock that
is held on it meanwhile goes with its process: whose lock is free was left by a process that was killed, and is removed
when something is next saved in that folder.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from .errors import SaveError
from .texts import marked, tr

_BEGIN = ".torseur-"
_LEFTOVER = re.compile(rf"{re.escape(_BEGIN)}[0-9a-f]{{16}}(\.[^.]*)?")
_NO_ROOM = {errno.ENOSPC: marked("free"), errno.EDQUOT: marked("left to you"), errno.EFBIG: marked("allowed")}
_NO_NEW_FILE = (errno.EACCES, errno.EPERM, errno.EROFS)
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP)  # of a folder, where the file system has none


@contextmanager
def safe_write(
    path: str | Path, what: str, *, text: bool = False, durable: bool = True, tidies: bool = True
) -> Iterator[IO[Any]]:
    """A stream whose contents are the file's once the block ends; whatever ends the block otherwise, the file stays as it was.

    Links are followed, and the mode of a file that is replaced is kept. The stream's `name` is a path, which has the suffix
    of the one wanted: others may read there what was flushed.

    path    : of the file; its folder must be there
    what    : "recording", "table", …: for the sentence of the error
    text    : take text instead of bytes, UTF-8, with the ends of lines as they are given
    durable : it is on the disk when the block ends, whatever happens to the power then. False: where it could be made again
    tidies  : leftovers in its folder are removed first. False: who fills it with thousands calls `remove_leftovers` at times
    Raises SaveError for any OSError, also of the block.
    """
    target = Path(os.path.realpath(path))
    there, replaced, stream = False, False, None
    try:
        mode = _mode(target)
        there = mode is not None
        if tidies:
            remove_leftovers(target.parent)
        stream = _opened(target, text)
        yield stream
        stream.flush()
        if mode is not None and mode != stat.S_IMODE(os.fstat(stream.fileno()).st_mode):
            os.fchmod(stream.fileno(), mode)
        if durable:
            os.fsync(stream.fileno())
        os.replace(stream.name, target)
        replaced = True
        if durable:
            _sync_folder(target.parent)
    except OSError as error:
        raise SaveError(f"{path}: {_sentence(what, error, target, stream, there, replaced)}", path, error.errno) from error
    finally:
        if stream is not None:
            Path(stream.name).unlink(missing_ok=True)
            with suppress(OSError):  # what could not be written before cannot be now, which was said
                stream.close()


def remove_leftovers(folder: Path) -> None:
    """Remove what processes that were killed while they saved left in a folder, and nothing else."""
    with suppress(OSError), os.scandir(folder) as entries:  # a folder that cannot be read is told by who writes there
        begun = [entry.name for entry in entries if entry.name.startswith(_BEGIN)]  # quick in a folder of thousands
        for name in filter(_LEFTOVER.fullmatch, begun):
            with suppress(OSError), (folder / name).open("rb") as left:  # another's, or gone by now
                fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
                (folder / name).unlink()


def _mode(target: Path) -> int | None:
    """Permissions of the file that is there; None: there is none. Raises OSError for what must not be replaced."""
    try:
        found = target.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if not stat.S_ISREG(found):
        raise OSError(errno.EINVAL, tr("there is a device or a pipe and not a file"), str(target))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, tr("the file that is there is read-only"), str(target))
    return stat.S_IMODE(found)


def _opened(target: Path, text: bool) -> IO[Any]:
    """A new file beside it, locked."""
    while True:
        place = target.with_name(f"{_BEGIN}{token_hex(8)}{target.suffix}")
        stream: IO[Any] = place.open("x", encoding="utf-8", newline="") if text else place.open("xb")
        with suppress(OSError):  # a file system without locks: nobody else gets one to remove it by
            fcntl.flock(stream, fcntl.LOCK_EX)
        if place.exists():  # else it was taken for a leftover before it was locked
            return stream
        stream.close()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(handle)


def _sentence(what: str, error: OSError, target: Path, stream: IO[Any] | None, there: bool, replaced: bool) -> str:
    """What went wrong, what was wanted, and what is there now."""
    what, reason = tr(what), error.strerror or str(error)
    if replaced:
        return tr("the {what} is written, but may not outlast a loss of power: {reason}", what=what, reason=reason)
    if error.errno in _NO_ROOM and stream is not None:
        written = os.fstat(stream.fileno()).st_size / 1e6
        reason += tr(
            ": it needs more than the {written:.3g} MB that are {no_room}", written=written, no_room=tr(_NO_ROOM[error.errno])
        )
    if error.errno in _NO_NEW_FILE and stream is None and error.filename not in (None, str(target)):
        reason += tr(" for a new file in {parent}", parent=target.parent)
    return tr("the {what} cannot be written: {reason}", what=what, reason=reason) + (
        tr("; what was there is untouched") if there else ""
    )
