"""Writing the scene that is edited into its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from torseur.sim.arrays import Array
from torseur.sim.definition.toml_editing import is_written_anew
from torseur.sim.interruption import checkpoint
from torseur.sim.safe_write import safe_write
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.scene_text import scene_text, text_for
from torseur.sim.simulation.running.scene.settings import Settings

from ..documents.robot_folders import folders_to_allow


@dataclass(frozen=True, slots=True)
class Written:
    """What a scene's file says now."""

    text: str
    anew: bool  # without the comments that there were
    folders: list[str]  # of its robots and meshes, that it may not name by itself


def writing_steps(scene: Scene, settings: Settings, q: Array, path: Path) -> list[Callable[[], object]]:
    """What writes a scene into a file, with these settings and from this q (nq,), one after the other; the last gives `Written`.

    They raise TorseurError, OSError if it cannot be. What is given up before the last writes nothing.
    """
    texts: list[str] = []

    def edit() -> None:
        texts.append(scene_text(scene, settings=settings, q=q))

    def move() -> None:
        texts.append(text_for(texts[0], scene.path, path))

    def write() -> Written:
        text = texts[-1]
        answer = Written(text, is_written_anew(scene.source, text), folders_to_allow(text, path))
        checkpoint()  # from here on it is not given up
        with safe_write(path, "scene", text=True) as stream:
            stream.write(text)
        return answer

    return [edit, move, write]
