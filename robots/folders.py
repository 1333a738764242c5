"""Which folders a robot's file may have other files read from: one rule for meshes and what they name, xacro and MJCF.

They are those of `sim.definition.folders`, with the packages that the user and the gallery give, and the folders that the user
allows; and the repository or the workspace that the file is part of, which is said where anything is read by that rule alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from torseur.sim.definition.folders import folders_of, is_within, packages_of_environment, real, shared_folders
from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from .faults import finding_of
from .gallery import gallery_share
from .options import LoadOptions


@dataclass(slots=True)
class Readable:
    """The folders, real ones, below which one robot's file may have other files read."""

    path: Path  # of the robot's file
    own: list[Path]  # its folder, its packages, and what is allowed
    shared: dict[Path, str]  # those that hold it with others of its kind, and what each is

    @classmethod
    def of(cls, path: Path, options: LoadOptions) -> Readable:
        """Return those of a file."""
        own = [*folders_of(path), *folders_of_packages(options.roots), *options.allowed]
        return cls(path, list(dict.fromkeys(map(real, own))), shared_folders(path))

    @property
    def folders(self) -> list[Path]:
        """All of them."""
        return list(dict.fromkeys([*self.own, *self.shared]))

    def add(self, packages: Iterable[Path]) -> None:
        """Let packages be read too."""
        self.own = list(dict.fromkeys([*self.own, *map(real, packages)]))

    def findings(self, files: Iterable[str | Path]) -> list[Finding]:
        """Return what there is to say of files that are read: once for each shared folder but for which they would not be."""
        outside = [file for file in files if self.shared and not is_within(file, self.own)]
        nearest = (next((folder for folder in self.shared if is_within(file, [folder])), None) for file in outside)
        return [
            finding_of(
                "folder-shared",
                self.path,
                tr("files below {folder}, {shared}, are read", folder=folder, shared=self.shared[folder]),
            )
            for folder in dict.fromkeys(nearest)
            if folder is not None
        ]


def folders_of_packages(given: Iterable[Path]) -> list[Path]:
    """Return the folders that are packages, or hold them: those given, then those of the environment and the gallery."""
    share = gallery_share()
    return [*given, *packages_of_environment(), *([share] if share else [])]
