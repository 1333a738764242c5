"""Which folders a robot's file may have other files read from: one rule for meshes and what they name, xacro and MJCF.

They are those of `sim.definition.folders`, with the packages that the user and the gallery give, and the folders that the user
allows.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from torseur.sim.definition.folders import folders_of, packages_of_environment, real

from .gallery import gallery_share
from .options import LoadOptions


def readable_folders(path: Path, options: LoadOptions) -> list[Path]:
    """Return the folders, real ones, below which a robot's file may have other files read."""
    folders = [*folders_of(path), *folders_of_packages(options.roots), *options.allowed]
    return list(dict.fromkeys(map(real, folders)))


def folders_of_packages(given: Iterable[Path]) -> list[Path]:
    """Return the folders that are packages, or hold them: those given, then those of the environment and the gallery."""
    share = gallery_share()
    return [*given, *packages_of_environment(), *([share] if share else [])]
