"""From what a DH file says of a link to a `Body`: mass, centre of mass, inertia, shapes."""

from __future__ import annotations

import numpy as np

from sim.definition.shape_rows import color_of, pose_of, radians_per, shape_of
from sim.multibody.arrays import Array, frozen
from sim.multibody.model import Body, Collision, Visual
from sim.multibody.shapes import Color

from .definition import Base, Inertia, JointRow
from .source import Source


def body_of(source: Source, given: Base | JointRow, name: str, *path: str | int) -> Body:
    """Return the body that the table at this path of keys describes."""
    visuals, collisions = [], []
    radians = radians_per(source.values.angle_unit)
    for i, row in enumerate(given.visuals):
        if row.material:
            raise source.error(f"body {name!r}: a visual has no material; a collision has", *path, "visuals", i)
        color = {"color": _color(source, row.color, *path, "visuals", i)} if row.color else {}
        visuals.append(Visual(shape_of(row), pose_of(row.xyz, row.rpy, radians), name=row.name, **color))
    for i, row in enumerate(given.collisions):
        if row.color:
            raise source.error(f"body {name!r}: a collision has no color; a visual has", *path, "collisions", i)
        collisions.append(Collision(shape_of(row), pose_of(row.xyz, row.rpy, radians), row.name, row.material))
    return Body(
        name=name,
        mass=given.mass or 0.0,
        com=frozen(np.array(given.com)),
        inertia=frozen(_inertia(source, given, name, *path)),
        visuals=tuple(visuals),
        collisions=tuple(collisions),
    )


def _color(source: Source, text: str, *path: str | int) -> Color:
    """Return the colour that "#rrggbb", "#rrggbbaa", or a name under [colors] stands for."""
    named = source.values.colors
    try:
        return color_of(text, named)
    except ValueError as error:
        raise source.error(str(error), *(("colors", text) if text in named else path)) from None


def _inertia(source: Source, given: Base | JointRow, name: str, *path: str | int) -> Array:
    """Return the inertia (3, 3), checked to be one that a body of this mass can have."""
    if given.inertia is None:
        if given.mass:
            raise source.error(f"body {name!r} has a mass of {given.mass:g} kg but no inertia", *path, "mass")
        return np.zeros((3, 3))
    if not given.mass:
        raise source.error(f"body {name!r} has an inertia but no mass", *path, "inertia")
    matrix = _matrix(given.inertia)
    problem = _impossible(matrix)
    if problem:
        raise source.error(f"body {name!r}: no body has this inertia: {problem}", *path, "inertia")
    return matrix


def _matrix(given: Inertia) -> Array:
    return np.array([[given.xx, given.xy, given.xz], [given.xy, given.yy, given.yz], [given.xz, given.yz, given.zz]])


def _impossible(matrix: Array) -> str:
    """Why no distribution of mass has this inertia; empty if one has."""
    moments = np.linalg.eigvalsh(matrix)
    shown = ", ".join(f"{moment:.4g}" for moment in moments)
    if moments[0] < 0:
        return f"its principal moments are {shown} kg m², one of them negative"
    if moments[2] > (moments[0] + moments[1]) * (1.0 + 1e-9):
        return f"its principal moments are {shown} kg m²; none may exceed the sum of the two others"
    return ""
