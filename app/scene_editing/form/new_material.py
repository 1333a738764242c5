"""The material of what is added to a scene: one without friction where its solver knows none."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from torseur.sim.definition.toml_editing import with_value

_PARTS = ("obstacles", "bodies", "robots")
_DEFAULT_FRICTION = 0.5  # of a material that does not say


def with_new_material(text: str) -> tuple[str, str]:
    """The text of a scene, and in it the name of the material that a new part is to have; "" is the default one.

    Where the solver is for frictionless contact, it is what the scene's parts have, the first that has no friction. A scene
    without any gets one.
    """
    said = tomllib.loads(text)
    materials: Mapping[str, Any] = said.get("materials", {})
    if said.get("settings", {}).get("solver") != "active_set" or _is_smooth(materials, ""):
        return text, ""
    used = [row.get("material", "") for kind in _PARTS for row in said.get(kind, [])]
    found = next((name for name in (*used, *materials) if _is_smooth(materials, name)), "")
    if found:
        return text, found
    name = next(name for name in ("smooth", *(f"smooth_{k}" for k in range(2, 10_000))) if name not in materials)
    return with_value(text, ("materials", name), {"friction": 0.0, "restitution": 0.0}), name


def _is_smooth(materials: Mapping[str, Any], name: str) -> bool:
    return float(materials.get(name, {}).get("friction", _DEFAULT_FRICTION)) == 0.0
