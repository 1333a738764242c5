"""Which folders files may be read in."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def real(path: Path) -> Path:
    """Return the path with all symbolic links and all `..` resolved."""
    return Path(os.path.realpath(path))


def is_below(path: Path, folders: Iterable[Path]) -> bool:
    """Whether the file that a path leads to lies below one of the folders, which are real ones."""
    place = real(path)
    return any(place.is_relative_to(folder) for folder in folders)


def allowance(path: Path, folders: Iterable[Path]) -> str:
    """Return the end of a sentence: that a file lies outside the folders, and how to allow it."""
    place, listed = real(path), ", ".join(map(str, folders))
    return (
        f"{place} lies outside the folders that are read ({listed}); to read it, allow its folder: "
        f"--allow-folder {place.parent}, or allowed_folders= in Python"
    )
