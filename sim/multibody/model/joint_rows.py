"""The rows of the table that a joint takes: one for most, three for a planar joint, two for a helical one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...arrays import Array, frozen
from .model import FREE_FLYER, PRISMATIC, REVOLUTE, SPHERICAL, Joint, JointKind

_ONE = frozen(np.eye(3))


@dataclass(frozen=True, eq=False, slots=True)
class TableRow:
    """A row of a joint: it turns about or slides along the third of `axes` (3, 3), columns in the joint's frame."""

    kind: int
    axes: Array
    nv: int
    at: int = 0  # its number among those of the joint
    factor: float = 1.0  # its motion for one unit of the joint's
    first: bool = True  # it bears what the joint has beside its motion: armature, damping, limits ...


def rows_of_joint(joint: Joint) -> list[TableRow]:
    """The rows a joint takes."""
    kind = joint.kind
    if kind is JointKind.FIXED:
        return []
    if kind is JointKind.FREE_FLYER:
        return [TableRow(FREE_FLYER, _ONE, 6)]
    if kind is JointKind.SPHERICAL:
        return [TableRow(SPHERICAL, _ONE, 3)]
    along = plane_axes(joint.axis)
    nv = 0 if joint.mimic else 1
    if kind is JointKind.PLANAR:
        across = along[:, [1, 2, 0]], along[:, [2, 0, 1]]
        return [TableRow(PRISMATIC, across[0], 1), TableRow(PRISMATIC, across[1], 1, 1), TableRow(REVOLUTE, along, 1, 2)]
    if kind is JointKind.HELICAL:
        return [TableRow(REVOLUTE, along, nv), TableRow(PRISMATIC, along, 0, 0, joint.pitch, first=False)]
    return [TableRow(PRISMATIC if kind is JointKind.PRISMATIC else REVOLUTE, along, nv)]


def plane_axes(axis: Array) -> Array:
    """A rotation (3, 3) whose third column is the unit vector `axis`, the others x and y of the plane across it.

    Exact for coordinate axes: z gives (x, y, z), x gives (y, z, x), y gives (z, x, y).
    """
    return _plane_axes(*axis.tolist())


@lru_cache(maxsize=256)
def _plane_axes(*axis: float) -> Array:
    """`plane_axes`; most joints of a robot turn about the same few axes."""
    unit = np.array(axis)
    largest = int(np.argmax(np.abs(unit)))
    helper = np.zeros(3)
    helper[(largest + 1) % 3] = 1.0
    x = helper - unit * (helper @ unit)
    x /= np.linalg.norm(x)
    return frozen(np.column_stack([x, np.cross(unit, x), unit]))
