"""What was read of meshes and found from them, kept on disk so that a robot opens at once the second time.

An entry is one file, named by a hash of what it was made of and of the version of what made it. It begins with a mark and a
check sum. An entry that is not whole is as good as none, and a folder that cannot be written only means that things are
made again. Once all entries together take more than MOST bytes, those go that were written first.
"""

from __future__ import annotations

import hashlib
import logging
import os
import struct
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import SaveError
from .safe_write import remove_leftovers, safe_write

MOST = 2_000_000_000  # bytes of all entries; the 62 robots of the gallery take 300 MB
_LARGE = 100_000  # bytes of a file that takes longer to read than what is kept of it
_SETTLED = 5_000_000_000  # ns after which a file that changes again has another time
_HEAD = struct.Struct("<8sI4x")  # mark, check sum
_MARK = b"torseur4"  # of the version of this format
_BLOCK = 4096  # bytes of which one sum is taken
_MANY = 200_000  # bytes of which sums are taken at all
_SHAPE = struct.Struct("<8sQQ")  # type, rows, columns
_log = logging.getLogger(__name__)


def cache_folder() -> Path:
    """Where entries are kept: under TORSEUR_CACHE_DIR if it is set, else under the user's cache folder."""
    get = os.environ.get
    return _folder(get("TORSEUR_CACHE_DIR"), get("XDG_CACHE_HOME"), get("HOME"))


@cache
def _folder(given: str | None, *_: str | None) -> Path:
    """Return `cache_folder` where the environment has these: asked for with each entry, it takes as long as reading one."""
    from platformdirs import user_cache_path

    return Path(given or user_cache_path("torseur", appauthor=False)) / "meshes"


def read_entry(name: str) -> memoryview | None:
    """What is kept under this name, read-only; None if there is nothing that is whole. It begins where 16 divides the address."""
    try:
        with open(os.path.join(cache_folder(), name), "rb", buffering=0) as file:
            content = memoryview(file.readall())
    except OSError:
        return None
    body = content[_HEAD.size :]
    if len(content) < _HEAD.size or _HEAD.unpack_from(content) != (_MARK, _check_sum(body)):
        log_ignored(name, "its content is not what was written")
        return None
    return body


def read_start(name: str, count: int) -> tuple[bytes, int] | None:
    """The first bytes of what is kept under this name, and how many there are, without a look whether they are whole."""
    try:
        with open(os.path.join(cache_folder(), name), "rb", buffering=0) as file:
            start = file.read(_HEAD.size + count)
            size = os.fstat(file.fileno()).st_size - _HEAD.size
    except OSError:
        return None
    return (start[_HEAD.size :], size) if size >= count and start.startswith(_MARK) else None


def remove_entry(name: str) -> None:
    """Keep nothing under this name."""
    with suppress(OSError):
        (cache_folder() / name).unlink()


def log_ignored(name: str, why: object) -> None:
    """Note in the log why an entry is as good as none."""
    _log.info("mesh cache: entry %s is ignored: %s", name, why)


def write_entry(name: str, parts: Sequence[bytes | memoryview]) -> None:
    """Keep these bytes under this name, if the folder can be written."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with safe_write(folder / name, "mesh", durable=False, tidies=False) as stream:
            stream.writelines([_HEAD.pack(_MARK, _check_sum(*parts)), *parts])
        if name.startswith("0"):  # one of sixteen: it takes milliseconds
            remove_leftovers(folder)
            _remove_oldest(folder)
    except (OSError, SaveError) as error:
        _log.info("mesh cache: %s cannot be written: %s", folder, error)


def kept_array(name: str, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """The array of two axes that is kept under this name, read-only; what `make` gives, which is kept then, if there is none."""
    found = read_entry(name)
    if found is not None:
        try:
            kind, rows, columns = _SHAPE.unpack_from(found)
            return np.frombuffer(found, kind.rstrip(b"\0").decode(), -1, _SHAPE.size).reshape(rows, columns)
        except (ValueError, TypeError, struct.error) as error:
            log_ignored(name, error)
    array = np.ascontiguousarray(make())
    array.setflags(write=False)
    write_entry(name, [_SHAPE.pack(array.dtype.str.encode(), *array.shape), content(array)])
    return array


def file_digest(path: Path) -> str:
    """SHA-256 of what a file holds. Raises OSError.

    Of a large file that is the same one as when this was found, by its number, size and times, it is what was found then. The
    time of its last change cannot be set, and a file that changed so lately that it might again without a later time is
    read each time.
    """
    stamp = file_stamp(path)
    name = hashlib.sha256(" ".join(map(str, stamp)).encode()).hexdigest() + "-file"
    is_large = stamp[2] > _LARGE
    if is_large and (found := read_entry(name)) is not None:
        return found.hex()
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")  # in pieces: the whole file at once takes twice as long
    if is_large and is_settled(stamp, time.time_ns()):
        write_entry(name, [digest.digest()])
    return digest.hexdigest()


def file_stamp(path: str | Path) -> tuple[int, ...]:
    """Device, number, size and times of change [ns] of a file: they are others once it is written. Raises OSError."""
    status = os.stat(path)
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def is_settled(stamp: tuple[int, ...], now: int) -> bool:
    """Whether a file of this stamp cannot change from now on [ns] without another: it was not written a moment ago."""
    return now - max(stamp[3:]) > _SETTLED


def content(array: NDArray[Any]) -> bytes | memoryview:
    """The bytes of an array, without another copy of them."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.data.cast("B") if len(flat) else b""


def _check_sum(*parts: bytes | memoryview) -> int:
    """CRC-32 of the bytes of all parts; of many bytes that of the sums of their blocks, which takes a tenth of the time."""
    check, size, rest = 0, sum(map(len, parts)), b""
    if size < _MANY:
        for part in parts:
            check = zlib.crc32(part, check)
        return check
    for part in parts:
        start = min(-len(rest) % _BLOCK, len(part))
        rest += part[:start]
        if len(rest) % _BLOCK == 0:
            end = start + (len(part) - start) // _BLOCK * _BLOCK
            check = _check_blocks(part[start:end], _check_blocks(rest, check))
            rest = bytes(part[end:])
    rest += bytes(-len(rest) % _BLOCK)
    return zlib.crc32(size.to_bytes(8, "little"), _check_blocks(rest, check))


def _check_blocks(blocks: bytes | memoryview, check: int) -> int:
    """CRC-32 of the sums of blocks, each taken for numbers of 8 bytes."""
    sums = np.frombuffer(blocks, "<u8").reshape(-1, _BLOCK // 8).sum(axis=1, dtype="<u8")
    return zlib.crc32(sums.tobytes(), check)


def _remove_oldest(folder: Path) -> None:
    """Remove what was written first where all entries take more than MOST bytes."""
    with os.scandir(folder) as files:
        found = [(file.stat(), file.path) for file in files if not file.name.startswith(".")]
    total = sum(status.st_size for status, _ in found)
    for status, path in sorted(found, key=lambda one: one[0].st_mtime_ns):
        if total <= MOST:
            return
        total -= status.st_size
        with suppress(FileNotFoundError):
            os.unlink(path)
