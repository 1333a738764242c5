"""Results that took long, kept on the disk under the user's cache folder."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from platformdirs import user_cache_path

from torseur.sim.errors import SaveError
from torseur.sim.safe_write import safe_write


def cache_folder(name: str) -> Path:
    """Where results of one kind are: under TORSEUR_CACHE_DIR if it is set, else under the user's cache folder."""
    return Path(os.environ.get("TORSEUR_CACHE_DIR") or user_cache_path("torseur", appauthor=False)) / name


class DiskCache:
    """Texts by the text of a question. A cache that cannot be read or written is one that holds nothing."""

    def __init__(self, name: str, version: int, most: int = 200) -> None:
        """Name a folder.

        version : of what is kept, and how it is written; what other versions wrote is not read
        most    : files; the oldest go
        """
        self._name, self._version, self._most = name, version, most

    def read(self, question: str) -> str | None:
        """What was kept; None: nothing."""
        try:
            return self._path(question).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None

    def write(self, question: str, text: str) -> None:
        """Keep a result, whole or not at all."""
        path = self._path(question)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with safe_write(path, "result", text=True, durable=False) as stream:
                stream.write(text)
            for old in sorted(path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)[: -self._most]:
                old.unlink(missing_ok=True)
        except (OSError, SaveError):
            return

    def _path(self, question: str) -> Path:
        name = hashlib.blake2b(f"{self._version} {question}".encode(), digest_size=16).hexdigest()
        return cache_folder(self._name) / f"{name}.json"
