"""The file of a robot, which is checked before it is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from torseur.sim.errors import ArgumentError
from torseur.sim.safe_write import safe_write


def check_place(path: Path, overwrite: bool) -> None:
    """Raise ArgumentError for a place that nothing can be written to, or a file that is not to be replaced."""
    if not path.parent.is_dir():
        raise ArgumentError("{path} cannot be written: there is no folder {parent}", path=path, parent=path.parent)
    if path.is_dir():
        raise ArgumentError("{path} cannot be written: it is a folder", path=path)
    if path.exists() and not overwrite:
        raise ArgumentError("{path} exists; it is overwritten only with overwrite=True", path=path)


def save(content: bytes, path: Path, check: Callable[[Path], None]) -> None:
    """Write a file beside the one wanted, check it, and move it into place. Raises SaveError, and what `check` raises."""
    with safe_write(path, "robot") as stream:
        stream.write(content)
        stream.flush()
        check(Path(stream.name))
