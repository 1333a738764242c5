"""Writing the scene that is edited into its file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from torseur.sim.arrays import Array
from torseur.sim.definition.toml_editing import is_written_anew
from torseur.sim.safe_write import safe_write
from torseur.sim.simulation.scene.scene import Scene
from torseur.sim.simulation.scene.scene_text import scene_text, text_for
from torseur.sim.simulation.scene.settings import Settings

from ..documents.robot_folders import folders_to_allow


@dataclass(frozen=True, slots=True)
class Written:
    """What a scene's file says now."""

    text: str
    anew: bool  # without the comments that there were
    folders: list[str]  # of its robots, that it may not name by itself


def written(scene: Scene, settings: Settings, q: Array, path: Path) -> Written:
    """Write a scene into a file, with these settings and from this q (nq,). Raises TorseurError, OSError if it cannot be."""
    text = text_for(scene_text(scene, settings=settings, q=q), scene.path, path)
    with safe_write(path, "scene", text=True) as stream:
        stream.write(text)
    return Written(text, is_written_anew(scene.source, text), folders_to_allow(text, path))
