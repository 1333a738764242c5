"""Which folders a file may have other files read from: one rule for the robots of scenes and recordings, and for robots' files.

They are, with all that lies below them and all symbolic links followed: the folder of the file, or the one above it if it is
called urdf, xacro, robots, mjcf or sdf; the packages that the file lies in; those of the environment; and what is allowed beside.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..errors import SceneError

_BESIDE_MESHES = ("urdf", "xacro", "robots", "mjcf", "sdf")  # folders that lie beside config/ and meshes/
_PACKAGE_NAME = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")


class OutsideError(SceneError):
    """A file that a scene or a recording names lies outside the folders that are read."""

    def __init__(self, message: str, path: Path, line: int | None, named: str, place: Path) -> None:
        """Make the error about a name at a line of a file, which means the file at `place`."""
        super().__init__(message, path, line)
        self.named, self.place = named, place


def folders_of(path: Path) -> list[Path]:
    """Return the folders of a file: its own, and the packages that it lies in."""
    path = path.absolute()
    return [_own(path), *(folder for folder in path.parents if package_name(folder))]


def _own(path: Path) -> Path:
    folder = path.parent
    beside = folder.name.lower() in _BESIDE_MESHES and len(folder.parts) > 2
    return folder.parent if beside else folder


def packages_of_environment() -> list[Path]:
    """Return the folders that are packages, or hold them, as ROS's variables name them."""
    return [*_path_variable("ROS_PACKAGE_PATH"), *(folder / "share" for folder in _path_variable("AMENT_PREFIX_PATH"))]


def package_name(folder: Path) -> str:
    """Return the name in the folder's package.xml, or nothing."""
    manifest = folder / "package.xml"
    try:
        if not manifest.is_file():
            return ""
        with manifest.open("rb") as file:
            match = _PACKAGE_NAME.search(file.read(65_536))
    except (OSError, ValueError):
        return ""
    return match[1].decode("utf-8", "replace") if match else ""


def real(path: str | Path) -> Path:
    """Return the path with all symbolic links and all `..` resolved."""
    return Path(os.path.realpath(path))


def is_within(path: str | Path, folders: Iterable[Path]) -> bool:
    """Whether the file that a path leads to lies below one of the folders, which are real ones."""
    try:
        place = real(path)
    except (OSError, ValueError):  # a name that no file can have
        return False
    return any(place.is_relative_to(folder) for folder in folders)


def allowance(path: str | Path, folders: Sequence[Path]) -> str:
    """Return the end of a sentence: that a file lies outside the folders, and how to allow it."""
    place, listed = real(path), ", ".join(map(str, folders))
    return (
        f"{place} lies outside the folders that are read ({listed}); to read it, allow its folder: "
        f"--allow-folder {place.parent}, or allowed_folders= in Python"
    )


def _path_variable(name: str) -> list[Path]:
    return [Path(part) for part in os.environ.get(name, "").split(os.pathsep) if part]
