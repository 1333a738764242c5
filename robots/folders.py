"""Which folders a robot's file may have other files read from."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

_BESIDE_MESHES = ("urdf", "xacro", "robots", "robot", "mjcf")  # folders that lie beside config/ and meshes/


def folder_tree(path: Path) -> Path:
    """Return the folder that a robot's files lie in: that of its package, else its own, else the one above an urdf/."""
    own = path.resolve().parent
    for folder in (own, *own.parents):
        if (folder / "package.xml").is_file():
            return folder
    beside = own.name.lower() in _BESIDE_MESHES and len(own.parts) > 2
    return own.parent if beside else own


def is_within(path: str | Path, folders: Iterable[Path]) -> bool:
    """Whether a path lies in one of the folders, once all links are followed."""
    try:
        real = Path(path).resolve()
    except (OSError, RuntimeError, ValueError):  # a circle of links, a name that no file can have
        return False
    return any(real.is_relative_to(folder.resolve()) for folder in folders)
