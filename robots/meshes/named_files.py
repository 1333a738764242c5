"""The files that a mesh file names: materials, data, pictures. Each is read once, and only below folders that are allowed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import unquote

from torseur.sim.definition.folders import allowance, is_within, real
from torseur.sim.mesh_cache import file_digest
from torseur.sim.texts import tr


@dataclass(frozen=True, slots=True)
class NamedFile:
    """What a file holds, or why it is not read."""

    content: bytes = b""
    why: str = ""  # the end of a sentence that begins with its name
    path: Path | None = None
    found_as: str = ""  # the name under which it was found, if that is another than the one given
    digest: str = ""  # of the content


@dataclass(slots=True)
class NamedFiles:
    """Reads what one mesh file names, and keeps note of it: a mesh that was kept is good as long as these are the same."""

    path: Path  # of the mesh file
    folders: Sequence[Path]  # where files may lie
    asked: dict[str, tuple[int, str]] = field(default_factory=dict)  # what was asked for: most bytes, and what came of it
    _found: dict[str, NamedFile] = field(default_factory=dict)
    _held: dict[tuple[int, int], NamedFile] = field(default_factory=dict)  # by device and inode: one file has many names

    def read(self, name: str, most: int) -> NamedFile:
        """Return the file of a name as the mesh file has it, or why it is not read: also that it has more bytes than `most`."""
        return self._noted(name, most, self._content)

    def are_as(self, asked: dict[str, tuple[int, str]]) -> bool:
        """Whether these names still lead to the same. Their content is not there afterwards: for what is not read anew."""
        return all(_digest(self._noted(name, most, _known)) == digest for name, (most, digest) in asked.items())

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that were read."""
        return tuple(dict.fromkeys(file.path for file in self._found.values() if file.path))

    def _noted(self, name: str, most: int, look: Callable[[Path], NamedFile]) -> NamedFile:
        if name not in self._found:
            self._found[name] = self._file(name, most, look)
            self.asked[name] = (most, _digest(self._found[name]))
        return self._found[name]

    def _file(self, name: str, most: int, look: Callable[[Path], NamedFile]) -> NamedFile:
        """Return the file of a name, of which `look` finds out what is wanted; or why it is not read."""
        below = [real(folder) for folder in self.folders]
        forms = dict.fromkeys((name, unquote(name), *_other_forms(unquote(name))))
        try:
            place, form = next(
                ((self.path.parent / form, form) for form in forms if (self.path.parent / form).is_file()), (None, "")
            )
            if place is None:
                return NamedFile(why=tr("is missing"))
            if not is_within(place, below):
                return NamedFile(why=tr("is not read: {allowance}", allowance=allowance(place, below)))
            if place.stat().st_size > most:
                return NamedFile(why=tr("is not read: it has more than {most} MB", most=most // 10**6))
            found_as = "" if form in (name, unquote(name)) else form
            return replace(look(place), path=place, found_as=found_as)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else tr("no file has such a name")
            return NamedFile(why=tr("is not read: {why}", why=why))

    def _content(self, place: Path) -> NamedFile:
        status = place.stat()
        which = status.st_dev, status.st_ino
        if which not in self._held:
            content = place.read_bytes()
            self._held[which] = NamedFile(content, digest=hashlib.sha256(content).hexdigest())
        return self._held[which]


def _known(place: Path) -> NamedFile:
    """Return a file without its content."""
    return NamedFile(digest=file_digest(place))


def _other_forms(name: str) -> tuple[str, str]:
    """Return what else a name may mean: a URL or other slashes, and what it names on another machine, beside the file."""
    plain = name.removeprefix("file://").replace("\\", "/")
    return plain, plain.rpartition("/")[2]


def _digest(file: NamedFile) -> str:
    return file.why or file.digest + file.found_as
