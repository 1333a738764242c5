"""Scenes that were read before: while their files are as they were, they are read no more."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from threading import Lock
from time import time_ns

from ....copies import freeze_within
from ....mesh_cache import file_stamp, is_settled
from ....multibody.model.model import Model
from ....multibody.model.shapes import Mesh
from ....texts import language
from .scene import Scene

_MOST = 16  # scenes that are remembered
_LACKING = ("mesh-", "texture-", "sdf-left")  # rules of findings about files that were not there, and may be the next time
_KNOWN: dict[Hashable, tuple[Scene, dict[str, tuple[int, ...] | None]]] = {}
"""Scenes, the one asked for last at the end, and stamps of the files of their robots and meshes; None: there is no such file."""
_LOCK = Lock()


def remembered(text: Hashable, read: Callable[[Callable[[str], object]], Scene]) -> Scene:
    """The scene that was read of this before, if none of its files was changed since; else what `read` gives.

    text : what it is read of: its text, path and options
    read : of what is to be called with the path of each file that is read beside those of its robots and their meshes
    """
    key = text, os.getcwd(), language(), frozenset(os.environ.items())  # packages are found by the environment
    with _LOCK:
        scene, stamps = _KNOWN.pop(key, (None, {}))
        if scene is not None and all(_stamp(path) == stamp for path, stamp in stamps.items()):
            _KNOWN[key] = scene, stamps
            return scene
    told: list[str] = []
    begin = time_ns()
    scene = read(told.append)
    models = [model for part in scene.parts for model in (part.model, part.read) if model is not None]
    poses = [f"{model.source.removesuffix('.xacro').removesuffix('.urdf')}.srdf" for model in models if model.source]
    stamps = {path: _stamp(path) for path in (*model_files(models), *told, *poses)}
    is_whole = not any(finding.rule.startswith(_LACKING) for model in models for finding in model.findings)
    if is_whole and all(stamp is None or is_settled(stamp, begin) for stamp in stamps.values()):
        freeze_within((scene.parts, *((model.bodies, model.joints, model.frames) for model in (scene.model, *models))))
        with _LOCK:
            _KNOWN[key] = scene, stamps
            while len(_KNOWN) > _MOST:
                del _KNOWN[next(iter(_KNOWN))]
    return scene


def model_files(models: Sequence[Model]) -> dict[str, None]:
    """Paths of their own files, then of their meshes, of what these name, and of pictures; what a file includes is not told."""
    bodies = [body for model in models for body in model.bodies]
    visuals = [visual for body in bodies for visual in body.visuals]
    shapes = [visual.shape for visual in visuals] + [collision.shape for body in bodies for collision in body.collisions]
    meshes = [str(path) for shape in shapes if isinstance(shape, Mesh) for path in _mesh_files(shape)]
    pictures = [str(visual.skin.path) for visual in visuals if visual.skin and visual.skin.path]
    return dict.fromkeys(path for path in (*(model.source for model in models), *meshes, *pictures) if path)


def _mesh_files(mesh: Mesh) -> tuple[Path, ...]:
    """What a mesh was read from: its file, what that names, and the texture that it bears."""
    return mesh.path, *(mesh.data.files if mesh.data else ()), *([mesh.texture] if mesh.texture else [])


def _stamp(path: str) -> tuple[int, ...] | None:
    try:
        return file_stamp(path)
    except (OSError, ValueError):
        return None
