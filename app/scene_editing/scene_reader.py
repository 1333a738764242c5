"""Reading the text of a scene that is edited: robots that were read once stay read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from torseur.robots.loading import load_with
from torseur.robots.options import LoadOptions
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.scene.scene import Scene
from torseur.sim.simulation.scene.scene_file import scene_from_text
from torseur.ui.viewport.mesh.body_mesh import body_mesh


class SceneReader:
    """Of one document. Its robots are those that were read first, until it is forgotten: another file is another document."""

    def __init__(self) -> None:
        self._models: dict[tuple[str, str], Model] = {}

    def forget(self) -> None:
        """Read all robots anew from now on."""
        self._models = {}

    def know(self, reference: str, arguments: Mapping[str, object], model: Model) -> None:
        """Take this model for a robot."""
        self._models[_key(reference, arguments)] = model

    def read(self, text: str, path: str, options: LoadOptions) -> Scene:
        """The scene that a text says. Raises the errors of `torseur.sim.errors`."""

        def load(reference: str, xacro_args: Mapping[str, object] | None = None) -> Model:
            key = _key(reference, xacro_args or {})
            if key not in self._models:
                self._models[key] = load_with(
                    reference, replace(options, xacro_args=xacro_args) if xacro_args else options
                )
            return self._models[key]

        scene = scene_from_text(text, Path(path), load, allowed_folders=(*options.roots, *options.allowed))
        body_mesh(scene.model)  # here, and not in the window's thread when it is shown
        return scene


def _key(reference: str, arguments: Mapping[str, object]) -> tuple[str, str]:
    return reference, repr(sorted(arguments.items(), key=str))
