"""Reading the text of a scene that is edited: robots that were read once stay read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from torseur.robots.loading import load_with
from torseur.robots.options import LoadOptions
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.scene_file import scene_from_text
from torseur.ui.viewport.mesh.body_mesh import body_mesh

Models = dict[tuple[str, str], Model]
"""By what a scene calls a robot, and its arguments."""


class SceneReader:
    """Of one document. Its robots are those that were read first, until it is forgotten: another file is another document."""

    def __init__(self) -> None:
        self._models: Models = {}

    @property
    def models(self) -> Models:
        """Those of the document that is open, to read what is asked of it, even once another is."""
        return self._models

    def forget(self) -> None:
        """Read all robots anew from now on."""
        self._models = {}

    def know(self, reference: str, arguments: Mapping[str, object], model: Model) -> None:
        """Take this model for a robot."""
        self._models[_key(reference, arguments)] = model

    def read(self, text: str, path: str, options: LoadOptions, models: Models | None = None) -> Scene:
        """The scene that a text says. Raises the errors of `torseur.sim.errors`.

        models : robots that are read already, to which others are added; None: those of the document that is open
        """
        known = self._models if models is None else models

        def load(reference: str, xacro_args: Mapping[str, object] | None = None) -> Model:
            key = _key(reference, xacro_args or {})
            if key not in known:
                known[key] = load_with(reference, replace(options, xacro_args=xacro_args) if xacro_args else options)
            return known[key]

        scene = scene_from_text(text, Path(path), load, allowed_folders=(*options.roots, *options.allowed))
        body_mesh(scene.model)  # here, and not in the window's thread when it is shown
        return scene


def _key(reference: str, arguments: Mapping[str, object]) -> tuple[str, str]:
    return reference, repr(sorted(arguments.items(), key=str))
