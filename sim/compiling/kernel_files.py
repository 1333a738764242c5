"""Files of machine code: one for each kernel and set of argument types, and the folders that they lie in.

A file holds the code, what callers must know of the kernel (its interface), and which callees it was compiled with; when it is
right to use it, see `store`. Files are read from the folder that came with an installed Torseur, then from the user's cache;
written to the latter. As they are machine code and pickled, a folder that somebody else could write to is not used, and the
checksum at the head of a file is compared before anything in it is believed. What is damaged is
compiled again, and said in the log.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import stat
import tempfile
import time
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from numba.core import serialize
from platformdirs import user_cache_path

from ..errors import SaveError
from ..safe_write import safe_write
from .keys import platform_key

log = logging.getLogger(__name__)

SHIPPED = Path(__file__).with_name("machine_code")
"""Where an installed Torseur brings its kernels."""
_OLD = 30 * 86400.0  # [s] unused folders of other versions are removed after this


class Callee(NamedTuple):
    """A kernel that another one calls, and what that one knows of it."""

    module: str
    name: str
    symbol: str
    interface: str


class Late(NamedTuple):
    """A kernel that another one asks for when it first calls it."""

    module: str
    name: str
    symbol: str
    arguments: bytes  # its argument types, `packed`


class CompiledKernel(NamedTuple):
    """What a file holds."""

    symbol: str
    interface: str
    callees: tuple[Callee, ...]
    arguments: tuple[bytes, ...]  # of each callee: its argument types, `packed`
    late: tuple[Late, ...]
    state: tuple[Any, ...]  # of the library
    compiled: bytes  # Numba's descriptor, environment and signature, `packed`


def packed(value: Any) -> bytes:
    """A value of Numba's as it is kept: pickled, and compressed to a tenth, as all records of a program stay in memory."""
    return zlib.compress(serialize.dumps(value))


def unpacked(data: bytes) -> Any:
    """What was `packed`."""
    return pickle.loads(zlib.decompress(data))


@cache
def cache_folder() -> Path | None:
    """The folder of compiled kernels of this platform: the user's cache, else one for all his processes among temporary files.

    Private to the user; None, said in the log, where there can be no such folder.
    """
    wanted = Path(os.environ.get("TORSEUR_CACHE_DIR") or user_cache_path("torseur", appauthor=False)) / "kernels"
    user = os.getuid() if hasattr(os, "getuid") else 0
    for root in (wanted, Path(tempfile.gettempdir()) / f"torseur-kernels-{user}"):
        folder = root / platform_key()
        try:
            for level in (root, folder):
                level.mkdir(mode=0o700, parents=True, exist_ok=True)
                if not is_private(level):
                    raise PermissionError(f"{level} belongs to another user, or others may write to it")
        except OSError as error:
            log.warning("compiled kernels are not kept there: %s", error)
            continue
        with suppress(OSError):  # a cache that can only be read is used as it is
            os.utime(folder)
            _remove_old(root)
        return folder
    return None


def is_private(folder: Path) -> bool:
    """Whether only this user (or the system) can have written what lies in a folder."""
    if not hasattr(os, "getuid"):
        return True  # Windows: the user's profile is his own
    status = folder.lstat()
    return (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid in (os.getuid(), 0)
        and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )


def _remove_old(root: Path) -> None:
    """Remove what other versions left and nobody used for a month."""
    import shutil

    for folder in root.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > _OLD:
            shutil.rmtree(folder, ignore_errors=True)


def file_name(name: str, symbol: str, key: str) -> str:
    """Of the file for one kernel: its name, argument types and code."""
    plain = name.replace("<", "").replace(">", "")
    return f"{plain}-{hashlib.sha256(symbol.encode()).hexdigest()[:10]}-{key}.kernel"


def read(file: Path) -> CompiledKernel | None:
    """What a file holds; None if there is none or it is damaged, which is said in the log."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        log.warning("%s is damaged: the kernel is compiled again", file)
        return None
    try:
        record = pickle.loads(data[32:])
    except (pickle.UnpicklingError, AttributeError, ImportError, TypeError) as error:
        log.warning("%s is of another version: the kernel is compiled again (%s)", file, error)
        return None
    return record if isinstance(record, CompiledKernel) else None


def write(file: Path, record: CompiledKernel) -> None:
    """Keep a record; a reader finds it whole or not at all. Where that fails, the log says so: the kernel works all the same."""
    data = pickle.dumps(record)
    try:
        with safe_write(file, "compiled kernel", durable=False) as stream:
            stream.write(hashlib.sha256(data).digest() + data)
    except SaveError as error:
        log.warning("a compiled kernel is not kept: %s", error)
