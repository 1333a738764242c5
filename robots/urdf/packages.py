"""Where the file is that a robot's file names by package://, model://, file:// or a path, and whether it may be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from torseur.sim.definition.folders import (
    allowance,
    folders_above,
    folders_around,
    is_common,
    is_package_name,
    is_within,
    may_be_package,
    package_name,
    packages_by_name,
    real,
)
from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from ..folders import Readable, folders_of_packages
from ..options import LoadOptions

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://(.*)", re.DOTALL)
_OF_PACKAGES = ("package", "model")  # the latter is Gazebo's, whose models are found as packages are


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why a file is not there."""

    rule: str
    why: str  # the end of a sentence that begins with the file's name
    wanted: str
    outside: Path | None = None  # the file there is, if it may not be read


@dataclass(slots=True)
class Packages:
    """Finds the files that one robot's file names, and packages."""

    path: Path  # of the robot's file
    options: LoadOptions
    readable: Readable = field(init=False)  # the folders below which files may be read; found packages join them
    _roots: list[Path] = field(init=False)  # folders of packages
    _found: dict[str, Path | NotFound] = field(default_factory=dict)
    _folders: dict[str, list[Path]] = field(default_factory=dict)
    _tried: dict[str, list[str]] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)  # folders of other names taken for packages: what to say, once

    def __post_init__(self) -> None:
        self.readable = Readable.of(self.path, self.options)
        self._roots = folders_of_packages(self.options.roots)

    def find(self, name: str) -> Path | NotFound:
        """Return the file, or why it was not found or may not be read."""
        if name not in self._found:
            place = self._find(name)
            if isinstance(place, NotFound) and "\\" in name:  # written on Windows
                slashed = self._find(name.replace("\\", "/"))
                place = place if isinstance(slashed, NotFound) else slashed
            self._found[name] = place
        return self._found[name]

    def folders(self, package: str) -> list[Path]:
        """Return the folders that may be this package, likeliest first.

        Those with a package.xml, and those of its name above the file or beside what is above it, are readable from now on.
        """
        if package not in self._folders:
            above, given = folders_above(self.path), self._roots
            self._tried[package] = [tr("{above} and the folders above it", above=above[0]), *map(str, given)]
            found = list(self._search(above, package))
            self.readable.add(folder for folder in found if package_name(folder) and may_be_package(folder))
            self.readable.add(packages_by_name(self.path, package))
            trusted = list(self._search(given, package))
            self.readable.add(folder for folder in trusted if package_name(folder))
            self._folders[package] = list(dict.fromkeys([*found, *trusted]))
        return self._folders[package]

    def of_another_name(self, package: str, held: Iterable[str]) -> Path | None:
        """Return a folder above the file that holds what a package is said to hold, for one that is not found by its name.

        A folder that was renamed, or copied without its package.xml, is still the package; that it is taken is `renamed`.
        """
        names = [name for name in held if name.strip("/")]
        for folder in folders_around(self.path):
            kept = next((name for name in names if self._holds(folder, name)), None)
            if kept is not None:
                self.renamed[package] = tr(
                    "no folder of a package {package!r} is found; {folder}, which holds {kept!r}, is taken for it",
                    package=package,
                    folder=folder,
                    kept=kept.strip("/"),
                )
                self._folders[package] = [folder]
                return folder
        return None

    def _holds(self, folder: Path, name: str) -> bool:
        """Whether a folder that may be read has such a file or folder in a folder of its own."""
        try:
            place = folder / name.strip("/")
            return "/" in name.strip("/") and place.exists() and is_within(place, self.readable.folders)
        except (OSError, ValueError):
            return False

    def findings(self) -> list[Finding]:
        """Return what there is to say of where files were found."""
        return self.readable.findings(place for place in self._found.values() if isinstance(place, Path))

    def no_package(self, package: str) -> str:
        """Return the end of a sentence: where a package was looked for in vain."""
        return tr("no folder of a package {package!r} among {tried}", package=package, tried=", ".join(self._tried[package]))

    def _find(self, name: str) -> Path | NotFound:
        url = _URL.fullmatch(name)
        if url is None:
            return self._existing([self.path.parent], name)
        scheme, rest = url[1].lower(), url[2]
        if scheme == "file":
            return self._existing([self.path.parent], rest.removeprefix("localhost"))
        if scheme not in _OF_PACKAGES:
            why = tr("is not looked for: {scheme}:// is not read, only package://, model://, file:// and paths", scheme=scheme)
            return NotFound("mesh-scheme", why, tr("package://, model://, file:// or a path"))
        package, _, inside = rest.lstrip("/").partition("/")
        folders = self.folders(package) or self.folders(unquote(package))
        if not folders and (folder := self.of_another_name(package, dict.fromkeys((inside, unquote(inside))))):
            folders = [folder]
        if not folders:
            why = tr("is not found: {no_package}", no_package=self.no_package(package))
            return NotFound("mesh-package", why, tr("a folder of package {package!r}", package=package))
        return self._existing(folders, inside)

    def _existing(self, folders: list[Path], name: str) -> Path | NotFound:
        """Return the first file of this name, as written or percent-decoded, that may be read."""
        candidates = [folder / form for folder in folders for form in dict.fromkeys((name, unquote(name)))]
        outside = None
        try:
            for candidate in candidates:
                if candidate.is_file():
                    if is_within(candidate, self.readable.folders):
                        return candidate
                    outside = outside or candidate
        except (OSError, ValueError) as error:
            return NotFound("mesh-missing", tr("is not found: {error}", error=error), tr("a file"))
        if outside is not None:
            why = tr("is not read: {allowance}", allowance=allowance(outside, self.readable.folders))
            return NotFound("mesh-outside", why, tr("a folder that is allowed"), real(outside))
        looked_in = ", ".join(map(str, candidates))
        return NotFound("mesh-missing", tr("is not found: there is no file {looked_in}", looked_in=looked_in), tr("a file"))

    def _search(self, among: list[Path], package: str) -> Iterator[Path]:
        """Yield each of these folders that is the package, and those of its name in them.

        An install space of ROS 2 has each package below a folder of its own, as `package/share/package`.
        """
        if not is_package_name(package):
            return
        for folder in among:
            if package in (folder.name, package_name(folder)) and not is_common(folder):
                yield folder
            if package_name(installed := folder / package / "share" / package) == package:
                yield installed
            if _is_folder(folder / package):
                yield folder / package


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that is too long, or holds what no name can
        return False
