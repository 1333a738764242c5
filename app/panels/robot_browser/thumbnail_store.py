"""Small pictures of robots and scenes on disk, so that the browser has them at once the second time.

An entry is a picture for each theme and a record in JSON: what the picture shows in words, and the files it was made of. It
is named by a hash of the definition's content; it is good as long as the other files have the size and time that it noted.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from torseur import robots
from torseur.sim.errors import TorseurError
from torseur.sim.safe_write import safe_write

from ...background.disk_cache import cache_folder

VERSION = 4  # of how pictures are made
MOST_ENTRIES = 600  # entries at most: the oldest go
WIDTH, HEIGHT = 384, 240  # of a picture [pixels]
log = logging.getLogger("torseur.thumbnails")


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """What the browser shows of something that can be opened."""

    key: str  # of the entry
    title: str = ""
    base: str = ""  # "fixed base", "free base"; empty: not a robot
    dof: int = 0
    joints: int = 0
    reason: str = ""  # there is no picture, a sentence; empty: there is one

    def picture(self, theme: str) -> Path:
        """The file of the picture."""
        return folder() / f"{self.key}-{theme}.png"


def folder() -> Path:
    """Where entries are kept."""
    return cache_folder("thumbnails")


def definition_of(reference: str) -> Path | None:
    """The file that a name or a path means; None if there is none."""
    path = Path(reference)
    if len(path.parts) == 1 and not path.suffix and not path.exists():
        from torseur.sim.simulation.running.scene.scene_file import path_of_scene

        try:
            return path_of_scene(reference)
        except TorseurError:
            return robots.describe(reference).path if reference in robots.names() else None
    return path.absolute() if path.is_file() else None


def key_of(reference: str) -> str | None:
    """The name of the entry about something as its definition is now; None if there is no such file."""
    definition = definition_of(reference)
    try:
        content = definition.read_bytes() if definition is not None else None
    except OSError:
        return None
    if content is None:
        return None
    identity = json.dumps([VERSION, reference, str(definition)])  # a name may mean more than its file: a free base
    return hashlib.blake2b(identity.encode() + content, digest_size=16).hexdigest()


def find(reference: str, themes: Iterable[str] = ("light", "dark")) -> Thumbnail | None:
    """The entry about something, if there is one that is good."""
    key = key_of(reference)
    if key is None:
        return None
    try:
        record = json.loads((folder() / f"{key}.json").read_text(encoding="utf-8"))
        found = Thumbnail(**record["thumbnail"])
        good = all(_mark(Path(path)) == mark for path, mark in record["files"].items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return found if good and all(found.picture(theme).is_file() for theme in themes) else None


def keep(thumbnail: Thumbnail, files: Iterable[Path]) -> None:
    """Write the record of an entry whose pictures are there, and let the oldest entries go."""
    record = {"thumbnail": asdict(thumbnail), "files": {str(path): _mark(path) for path in files}}
    target = folder() / f"{thumbnail.key}.json"
    with safe_write(target, "record", text=True, durable=False) as stream:
        stream.write(json.dumps(record))
    records = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
    for old in records[:-MOST_ENTRIES]:
        for path in folder().glob(f"{old.stem}*"):
            path.unlink(missing_ok=True)


def _mark(path: Path) -> list[int] | None:
    """Size and time of a file; None if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return [status.st_size, status.st_mtime_ns]
