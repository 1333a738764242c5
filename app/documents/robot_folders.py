"""Folders that a scene's robots lie in, and that its file may not name by itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

from torseur.sim.definition.folders import folders_of, is_within, real


def folders_to_allow(text: str, path: Path) -> list[str]:
    """Return the folders of a scene's robots that it reads only where they are allowed, if its text is in this file."""
    readable = [real(folder) for folder in folders_of(path)]
    given = [Path(robot["model"]) for robot in tomllib.loads(text).get("robots", [])]
    files = [real(path.parent / one) for one in given if len(one.parts) > 1 or one.suffix]
    return [str(file.parent) for file in files if not is_within(file, readable)]
