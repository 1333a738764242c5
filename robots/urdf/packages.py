"""Where the file is that a URDF names by package://, file:// or a path."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from ..gallery import gallery_share

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://(.*)", re.DOTALL)
_PACKAGE_NAME = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why a file is not there."""

    rule: str
    why: str  # the end of a sentence that begins with the file's name
    wanted: str


@dataclass(slots=True)
class Packages:
    """Finds the files that one URDF names."""

    urdf: Path
    roots: tuple[Path, ...] = ()  # given by the user: packages, or folders that hold packages
    _folders: dict[str, list[Path]] = field(default_factory=dict)
    _tried: dict[str, list[str]] = field(default_factory=dict)

    def find(self, name: str) -> Path | NotFound:
        """Return the file, or why it was not found."""
        url = _URL.fullmatch(name)
        if url is None:
            return self._existing([self.urdf.parent], name)
        scheme, rest = url[1].lower(), url[2]
        if scheme == "file":
            return self._existing([self.urdf.parent], rest.removeprefix("localhost"))
        if scheme != "package":
            why = f"is not looked for: {scheme}:// is not read, only package://, file:// and paths"
            return NotFound("mesh-scheme", why, "package://, file:// or a path")
        package, _, inside = rest.lstrip("/").partition("/")
        folders = self._package(package) or self._package(unquote(package))
        if not folders:
            tried = ", ".join(self._tried[package])
            why = f"is not found: no folder of a package {package!r} among {tried}"
            return NotFound("mesh-package", why, f"a folder of package {package!r}")
        return self._existing(folders, inside)

    def _existing(self, folders: list[Path], name: str) -> Path | NotFound:
        """Return the first file of this name, as written or percent-decoded, under one of the folders."""
        candidates = [folder / form for folder in folders for form in dict.fromkeys((name, unquote(name)))]
        try:
            for candidate in candidates:
                if candidate.is_file():
                    return candidate
        except (OSError, ValueError) as error:
            return NotFound("mesh-missing", f"is not found: {error}", "a file")
        listed = ", ".join(map(str, candidates))
        return NotFound("mesh-missing", f"is not found: there is no file {listed}", "a file")

    def _package(self, package: str) -> list[Path]:
        """Return the folders that may be this package, likeliest first."""
        if package not in self._folders:
            self._tried[package] = []
            self._folders[package] = list(dict.fromkeys(self._search(package)))
        return self._folders[package]

    def _search(self, package: str) -> Iterator[Path]:
        above = self.urdf.parents
        for folder in above:
            yield from self._inside(folder, package)
        self._tried[package].append(f"{above[0]} and the folders above it")
        others = [*self.roots, *_path_variable("ROS_PACKAGE_PATH")]
        others += [folder / "share" for folder in _path_variable("AMENT_PREFIX_PATH")]
        share = gallery_share()
        for folder in [*others, *([share] if share else [])]:
            self._tried[package].append(str(folder))
            yield from self._inside(folder, package)

    def _inside(self, folder: Path, package: str) -> Iterator[Path]:
        """Return the folder itself if it is the package, then the one of its name in it."""
        if folder.name == package or _package_name(folder) == package:
            yield folder
        if package not in ("", ".", "..") and _is_folder(folder / package):
            yield folder / package


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that is too long, or holds what no name can
        return False


def _path_variable(name: str) -> list[Path]:
    return [Path(part) for part in os.environ.get(name, "").split(os.pathsep) if part]


def _package_name(folder: Path) -> str:
    """Return the name in the folder's package.xml, or nothing."""
    try:
        with (folder / "package.xml").open("rb") as file:
            match = _PACKAGE_NAME.search(file.read(65_536))
    except OSError:
        return ""
    return match[1].decode("utf-8", "replace") if match else ""
