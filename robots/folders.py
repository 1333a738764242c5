"""Which folders a robot's file may have other files read from: one rule for meshes and what they name, xacro and MJCF.

They are, with all that lies below them and all symbolic links followed: the folder of the robot's file, or the one above it if
it is called urdf, xacro, robots or mjcf; the packages that the file lies in; those that the user, the environment and the
gallery give; and the folders that the user allows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from .gallery import gallery_share
from .options import LoadOptions

_BESIDE_MESHES = ("urdf", "xacro", "robots", "mjcf")  # folders that lie beside config/ and meshes/
_PACKAGE_NAME = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")


def readable_folders(path: Path, options: LoadOptions) -> list[Path]:
    """Return the folders, real ones, below which a robot's file may have other files read."""
    packages = (folder for folder in path.absolute().parents if package_name(folder))
    folders = [_own(path.absolute()), *packages, *folders_of_packages(options.roots), *options.allowed]
    return list(dict.fromkeys(map(real, folders)))


def _own(path: Path) -> Path:
    folder = path.parent
    beside = folder.name.lower() in _BESIDE_MESHES and len(folder.parts) > 2
    return folder.parent if beside else folder


def folders_of_packages(listed_folders: Iterable[Path]) -> list[Path]:
    """Return the folders that are packages, or hold them: those given, then those of the environment and the gallery."""
    share = gallery_share()
    roots = [*listed_folders, *_path_variable("ROS_PACKAGE_PATH")]
    roots += [folder / "share" for folder in _path_variable("AMENT_PREFIX_PATH")]
    return [*roots, *([share] if share else [])]


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
    place, allowed = real(path), ", ".join(map(str, folders))
    return (
        f"{place} lies outside the folders that are read ({allowed}); to read it, allow its folder: "
        f"--allow-folder {place.parent}, or allowed_folders= in Python"
    )


def _path_variable(name: str) -> list[Path]:
    return [Path(part) for part in os.environ.get(name, "").split(os.pathsep) if part]
