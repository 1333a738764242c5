"""Folders that a scene's robots and meshes lie in, and that its file may not name by itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

from torseur.sim.definition.folders import folders_of, is_within, real
from torseur.sim.simulation.running.scene.scene_text import named_files


def folders_to_allow(text: str, path: Path) -> list[str]:
    """Return the folders of robots and meshes that a scene reads only where they are allowed, if its text is in this file."""
    readable = [real(folder) for folder in folders_of(path)]
    files = [real(path.parent / given) for given in named_files(tomllib.loads(text)).values()]
    return list(dict.fromkeys(str(file.parent) for file in files if not is_within(file, readable)))
