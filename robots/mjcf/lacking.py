"""Files of an MJCF file that are missing or damaged, and that the robot can do without."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import mujoco

Lack = dict[str, Any]
"""What is missing: `kind` "texture", "mesh", "hfield" or "skin", its `file`, why in words, and how many shapes go for it."""


def compiled_without(spec: Any) -> tuple[Any, list[Lack]]:
    """Compile a file; what cannot be read of textures, of skins, and of meshes and height fields that no mass follows from, is
    left out.

    Textures and skins have no part in the motion, and the shape of a mesh none in the mass of a body whose inertia is given.
    Raises ValueError, as MuJoCo does, for all else.
    """
    lacking: list[Lack] = []
    while True:
        try:
            return spec.compile(), lacking
        except ValueError as error:
            text = str(error)
            lack = _without_textures(spec, text) or _without_shapes(spec, text) or _without_skins(spec, text)
            if not lack:
                raise
        lacking += lack


def _named(text: str, files: Iterable[str]) -> str:
    """Return the file that an error is about; empty if it is about none of these.

    The error quotes its path: a file's folder and what is written of the file, or its name alone where paths are stripped.
    """
    ends = {end: file for file in files if file for end in (PurePath(file).name, file)}
    quoted = [end for end in ends if f"'{end}'" in text or f"/{end}'" in text]
    return ends[max(quoted, key=len)] if quoted else ""


def _why(text: str) -> str:
    return " ".join(text.removeprefix("Error: ").split("\n")[0].split())


def _without_textures(spec: Any, text: str) -> list[Lack]:
    """Put white for each texture that an error is about: what bears it has its plain colour."""
    found = []
    file = _named(text, (file for texture in spec.textures for file in (texture.file, *texture.cubefiles)))
    for texture in spec.textures:
        if not file or file not in (texture.file, *texture.cubefiles):
            continue
        texture.file = ""
        for i in range(len(texture.cubefiles)):
            texture.cubefiles[i] = ""
        texture.builtin = mujoco.mjtBuiltin.mjBUILTIN_FLAT
        texture.rgb1 = (1.0, 1.0, 1.0)
        texture.width, texture.height = 1, 1 if texture.type == mujoco.mjtTexture.mjTEXTURE_2D else 6
        found.append({"kind": "texture", "file": file, "why": _why(text), "shapes": 0})
    return found


def _without_shapes(spec: Any, text: str) -> list[Lack]:
    """Take out each mesh or height field that an error is about, with its shapes, if the mass of none of their bodies follows
    from these.
    """
    found = []
    for kind, every, named in (("mesh", spec.meshes, "meshname"), ("hfield", spec.hfields, "hfieldname")):
        file = _named(text, (one.file for one in every))
        for one in [one for one in every if file and one.file == file]:
            shapes = [geom for geom in spec.geoms if getattr(geom, named) == one.name]
            if not all(_weighs_nothing(geom) or _weighs_without(spec, geom.parent) for geom in shapes):
                continue
            for geom in shapes:
                spec.delete(geom)
            spec.delete(one)
            found.append({"kind": kind, "file": file, "why": _why(text), "shapes": len(shapes)})
    return found


def _without_skins(spec: Any, text: str) -> list[Lack]:
    """Take out each skin that an error is about."""
    file = _named(text, (skin.file for skin in spec.skins))
    found = []
    for skin in [skin for skin in spec.skins if file and skin.file == file]:
        spec.delete(skin)
        found.append({"kind": "skin", "file": file, "why": _why(text), "shapes": 0})
    return found


def _weighs_nothing(geom: Any) -> bool:
    """Whether a shape is said to have no mass; its density says so only where no mass is given."""
    return bool(geom.mass == 0.0 or (math.isnan(geom.mass) and geom.density == 0.0))


def _weighs_without(spec: Any, body: Any) -> bool:
    """Whether the mass of a body does not follow from its shapes."""
    follows = spec.compiler.inertiafromgeom == mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE
    return body.id == 0 or (bool(body.explicitinertial) and not follows)
