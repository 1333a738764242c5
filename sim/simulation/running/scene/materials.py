"""A scene with other materials: friction and restitution changed by hand, the file left as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ....arrays import frozen_mapping
from ....errors import ArgumentError, UnknownNameError
from ....texts import tr
from .scene import Material, Scene, fault_of_settings, material_of_shapes, with_constants
from .settings import Settings


def materials_in_use(scene: Scene) -> tuple[str, ...]:
    """Names of the materials that some shape has, in the order of the shapes; "" is the default one."""
    return tuple(dict.fromkeys(material_of_shapes(scene.model, scene.system)))


def material_pairs(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Pairs of materials of which shapes may touch one another, each in the order of `materials_in_use`."""
    used, shapes = materials_in_use(scene), scene.system.shapes
    place = np.array([used.index(name) for name in material_of_shapes(scene.model, scene.system)], dtype=int)
    listed = {tuple(sorted(pair)) for pair in place[scene.system.pairs].tolist()}
    whose = np.column_stack([shapes["assembly"], shapes["row"]])
    of = [np.unique(whose[place == k], axis=0) for k in range(len(used))]
    found = [(a, b) for a in range(len(used)) for b in range(a, len(used)) if (a, b) in listed or _may_touch(of[a], of[b])]
    return tuple((used[a], used[b]) for a, b in found)


def _may_touch(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether some of these shapes (n, 2), by assembly and row, is of another assembly and body than some of the others."""
    several = len(np.union1d(one[:, 0], other[:, 0])) > 1  # a robot of a thousand links is compared no further
    return several and bool((one[:, None] != other).all(axis=2).any())


def of_contact(one: Material, other: Material) -> Material:
    """What holds where these touch: μ = √(μ₁ μ₂), and the larger e; as `finish_contact` has it."""
    return Material(float(np.sqrt(one.friction * other.friction)), max(one.restitution, other.restitution))


def with_materials(scene: Scene, materials: Mapping[str, Material], settings: Settings | None = None) -> Scene:
    """The same scene with some of its materials, or all, replaced, and with these settings if any are given.

    materials : by name; "" is that of shapes that name none
    Raises UnknownNameError for a material that it does not have, ArgumentError for numbers that are none of a material, or
    that cannot be simulated with the settings.
    """
    for name, material in materials.items():
        if name not in scene.materials:
            raise UnknownNameError("material", name, scene.materials, tr("scene {scene!r}", scene=scene.name))
        _check(name, material)
    known = {**scene.materials, **materials}
    system = with_constants(scene.model, scene.system, known)
    settings = settings or scene.settings
    fault = fault_of_settings(system, scene.control, settings)
    if fault:
        raise ArgumentError(fault)
    return replace(scene, materials=frozen_mapping(known), system=system, settings=settings, _built=())


def _check(name: str, material: Material) -> None:
    if not (np.isfinite(material.friction) and material.friction >= 0.0):
        raise ArgumentError(
            "material {name!r}: friction must be at least 0; given {friction!r}", name=name, friction=material.friction
        )
    if not 0.0 <= material.restitution <= 1.0:
        raise ArgumentError(
            "material {name!r}: restitution must be from 0 to 1; given {restitution!r}",
            name=name,
            restitution=material.restitution,
        )
