"""A scene with another friction or restitution of materials, and other masses of bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ....errors import ArgumentError, UnknownNameError
from ....multibody.model.model import Model
from ....texts import tr
from ...running.scene.materials import with_materials
from ...running.scene.scene import Scene
from ...running.scene.scene_changes import with_body

Coefficient = float | Mapping[str, float]
"""One for all materials, or by the name of a material."""


def edited_scene(
    scene: Scene,
    *,
    friction: Coefficient | None = None,
    restitution: Coefficient | None = None,
    mass: Mapping[str, float] | None = None,
) -> Scene:
    """The same scene with another μ or e of its materials, and other masses [kg] of bodies, by their names.

    A contact has the geometric mean of both sides' μ and the larger e. With its mass a body's inertia changes in proportion: it
    has the same shape, and another density. Controllers stay as they are; those that reckon with masses know the new ones.
    Raises UnknownNameError for materials and bodies that do not exist, ArgumentError for numbers that cannot be.
    """
    settings = scene.settings
    for name, value in (mass or {}).items():
        if name not in scene.model.body_names:
            raise UnknownNameError("body", name, scene.model.body_names, tr("scene {scene!r}", scene=scene.name))
        old = mass_of(scene.model, name)
        if not np.isfinite(value) or value <= 0.0:
            raise ArgumentError("the mass of {name!r} must be above 0 kg; given {value!r}", name=name, value=value)
        if old <= 0.0:
            raise ArgumentError("{name!r} has no mass: it does not move, or another body carries it", name=name)
        body = next(body for body in scene.model.bodies if body.name == name)
        scene = with_body(scene, name, mass=float(value), inertia=body.inertia * (value / old))
    coefficients = {"friction": friction, "restitution": restitution}
    changed = dict(scene.materials)
    for field, given in coefficients.items():
        by_name = dict.fromkeys(scene.materials, given) if isinstance(given, int | float) else given or {}
        for name, value in by_name.items():
            if name not in changed:
                raise UnknownNameError("material", name, changed, tr("scene {scene!r}", scene=scene.name))
            changed[name] = replace(changed[name], **{field: float(value)})
    return with_materials(scene, changed, settings)


def mass_of(model: Model, name: str) -> float:
    """The mass of a body [kg]."""
    return next(float(body.mass) for body in model.bodies if body.name == name)
