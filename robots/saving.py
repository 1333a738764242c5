"""A file that is written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from torseur.sim.errors import ArgumentError


def check_place(path: Path, overwrite: bool) -> None:
    """Raise ArgumentError for a place that nothing can be written to, or a file that is not to be replaced."""
    if not path.parent.is_dir():
        raise ArgumentError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise ArgumentError(f"{path} cannot be written: it is a folder")
    if path.exists() and not overwrite:
        raise ArgumentError(f"{path} exists; it is overwritten only with overwrite=True")


def save(content: bytes, path: Path, check: Callable[[Path], None]) -> None:
    """Write a file beside the one wanted, check it, and move it into place."""
    new = path.with_name(f".new-{uuid4().hex}{path.suffix}")
    try:
        new.write_bytes(content)
        check(new)
        if path.exists():
            shutil.copymode(path, new)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
