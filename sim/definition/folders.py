"""Which folders a file may have other files read from: one rule for the robots of scenes and recordings, and for robots' files.

They are, with all that lies below them and all symbolic links followed: the folder of the file, or the one above it if it is
called urdf, xacro, robots, mjcf, sdf or xml; the packages that the file lies in, or leads to where it is a link, as in ROS 2's
`colcon build --symlink-install`; those of the environment; and what is allowed beside. What a robot's file names may also lie
in a repository or a workspace that the file is part of (`shared_folders`).

Who wrote a file may have written all that lies around it, symbolic links too, and chosen every name in it. So none of
these rules leads to a folder where all of a user's files come together (`is_common`), and none follows a link that leads
elsewhere but the one of the file itself: what that says, its package's author wrote.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from ..errors import SceneError
from ..texts import tr

_BESIDE_MESHES = ("urdf", "xacro", "robots", "mjcf", "sdf", "xml")  # folders that lie beside config/ and meshes/
_IN_PACKAGES = (*_BESIDE_MESHES, "meshes", "mesh", "models")  # by which a folder that has no package.xml is a package
_IN_NEIGHBOURS = ("urdf", "xacro", "mjcf", "sdf", "meshes", "mesh")  # the same of one beside: other folders hold no such ones
_MOST_NEIGHBOURS = 1000  # folders that are looked at for packages
PACKAGE_VARIABLES = {"ROS_PACKAGE_PATH": "", "AMENT_PREFIX_PATH": "share", "GZ_SIM_RESOURCE_PATH": "", "GAZEBO_MODEL_PATH": ""}
"""Variables of the environment that name folders, and where in these packages and models lie."""

_PACKAGE_NAME = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")
_known: ContextVar[dict[Any, Any] | None] = ContextVar("known", default=None)  # of folders, as long as they stay
T = TypeVar("T")


class OutsideError(SceneError):
    """A file that a scene or a recording names lies outside the folders that are read."""

    def __init__(self, message: str, path: Path, line: int | None, named: str, place: Path) -> None:
        """Make the error about a name at a line of a file, which means the file at `place`."""
        super().__init__(message, path, line)
        self.named, self.place = named, place


@contextmanager
def folders_stay() -> Iterator[None]:
    """Have each folder looked at once, meanwhile, in this thread: while one file is read, none is taken to be moved."""
    token = _known.set({} if _known.get() is None else _known.get())
    try:
        yield
    finally:
        _known.reset(token)


def _once(look: Callable[[Any], T]) -> Callable[[Any], T]:
    """Have something of a path looked up once as long as folders stay."""

    @wraps(look)
    def looked_up(path: Any) -> T:
        known = _known.get()
        if known is None:
            return look(path)
        key = look, path
        if key not in known:
            known[key] = look(path)
        found: T = known[key]
        return found

    return looked_up


def folders_of(path: Path) -> list[Path]:
    """Return the folders of a file: its own, and the packages that it lies in, or leads to where it is a link."""
    around = (folder for place in dict.fromkeys((path, real(path))) for folder in folders_around(place))
    return [_own(path), *(folder for folder in around if package_name(folder))]


def folders_above(path: Path) -> list[Path]:
    """Return the folders above a file, the nearest first.

    What stands before a `..` in its path is not above it: there they are real ones.
    """
    path = path.absolute()
    return list((real(path.parent) / path.name if ".." in path.parts else path).parents)


def folders_around(path: Path) -> Iterator[Path]:
    """Yield the folders above a file, up to one where all of a user's, or of a system's, files come together."""
    for folder in folders_above(path):
        if is_common(folder):
            return
        yield folder


@_once
def is_common(folder: Path) -> bool:
    """Whether all of a user's files come together in a folder, or those of all users.

    The home and what is above it; downloads, desktop and documents; temporary files, and what all may write into.
    """
    place = _real(str(folder))
    try:
        if os.stat(place).st_mode & stat.S_ISVTX:  # all may write, and none may take away what is another's
            return True
    except (OSError, ValueError):  # it is not there, or cannot be
        pass
    return any(_is_below(str(common), place) for common in _common_folders(os.environ.get("HOME", "")))


@cache
def _common_folders(home: str) -> tuple[Path, ...]:
    """Return them. They are looked for once a home: the process that expands xacro files can only at its start."""
    from platformdirs import user_desktop_path, user_documents_path, user_downloads_path  # not at every start

    found = [real(tempfile.gettempdir())]
    for way in (Path.home, user_downloads_path, user_documents_path, user_desktop_path):
        try:
            found.append(real(way()))
        except RuntimeError:  # a user without a home
            pass
    return tuple(found)


def is_package_name(name: str) -> bool:
    """Whether a name is that of one folder: neither a path, nor the folder itself or the one above."""
    return name not in ("", "..") and Path(name).name == name


def may_be_package(folder: Path) -> bool:
    """Whether a folder that was found by its name is one to read: it is where it is found, and nobody else's."""
    return is_within(folder, [real(folder.parent)]) and not is_common(folder)


def _own(path: Path) -> Path:
    folder, *above = folders_above(path)
    beside = folder.name.lower() in _BESIDE_MESHES and above and not is_common(above[0])
    return above[0] if beside else folder


def shared_folders(path: Path) -> dict[Path, str]:
    """Return the folders that hold a file with others of its kind, real ones, and what each is.

    They are the root of a git repository, folders of several packages, and the outermost folder of a Python package, which of a
    repository is what is installed.
    """
    shared: dict[Path, str] = {}
    own = _own(path)
    for folder in folders_around(path):
        if folder.is_relative_to(own):  # is read anyway
            continue
        if _exists(folder / ".git"):
            shared[real(folder)] = tr("the root of a git repository")
        elif len(list(islice(_packages_in(folder), 2))) == 2:
            shared[real(folder)] = tr("a folder of several packages")
        elif _exists(folder / "__init__.py") and not _exists(folder.parent / "__init__.py"):
            shared[real(folder)] = tr("a Python package")
    return shared


def packages_by_name(path: Path, package: str) -> list[Path]:
    """Return the folders above a file, and those in them, of a package's name that hold what packages do, real ones.

    No package.xml is needed.
    """
    if not is_package_name(package):
        return []
    around = list(folders_around(path))
    named = [folder for folder in around if folder.name == package and _holds(folder, _IN_PACKAGES)]
    beside = [folder / package for folder in around if _holds(folder / package, _IN_NEIGHBOURS)]
    return [*map(real, named), *(real(folder) for folder in beside if may_be_package(folder))]


def _holds(folder: Path, names: Iterable[str]) -> bool:
    return any(_exists(folder / name) for name in names)


def _packages_in(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, _MOST_NEIGHBOURS):
                if os.path.exists(f"{entry.path}/package.xml"):
                    yield Path(entry.path)
    except OSError:
        return


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def packages_of_environment() -> list[Path]:
    """Return the folders that are packages or models, or hold them, as variables of ROS and Gazebo name them."""
    return [folder / inside for variable, inside in PACKAGE_VARIABLES.items() for folder in _path_variable(variable)]


@_once
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
    return Path(_real(str(path)))


def _real(path: str) -> str:
    folder, name = os.path.split(path)
    if _known.get() is None or name in ("", ".", "..") or "\0" in path:
        return os.path.realpath(path)
    place = os.path.join(_real_folder(folder), name)
    return os.path.realpath(place) if os.path.islink(place) else place


_real_folder = _once(_real)


def is_within(path: str | Path, folders: Iterable[Path]) -> bool:
    """Whether the file that a path leads to lies below one of the folders, which are real ones."""
    try:
        place = _real(str(path))
    except (OSError, ValueError):  # a name that no file can have
        return False
    return any(_is_below(place, str(folder)) for folder in folders)


def _is_below(place: str, folder: str) -> bool:
    """As `Path(place).is_relative_to(folder)` of real paths, in a fraction of the time."""
    return place == folder or place.startswith(folder if folder.endswith("/") else f"{folder}/")


def allowance(path: str | Path, folders: Sequence[Path]) -> str:
    """Return the end of a sentence: that a file lies outside the folders, and how to allow it."""
    place, listed = real(path), ", ".join(map(str, folders))
    return tr(
        "{place} lies outside the folders that are read ({listed}); to read it, allow its folder: --allow-folder "
        "{parent}, or allowed_folders= in Python",
        place=place,
        listed=listed,
        parent=place.parent,
    )


def _path_variable(name: str) -> list[Path]:
    return [Path(part) for part in os.environ.get(name, "").split(os.pathsep) if part]
