"""Simple shapes for rows that have none, so that a table made from nothing can be seen; they are drawn and never saved."""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace

from torseur.robots.dh.definition import Definition, JointRow
from torseur.robots.dh.dh_reader import table_of
from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import roll_pitch_yaw, screw_x
from torseur.sim.definition.shape_rows import CapsuleRow, CylinderRow, SolidRow, radians_per
from torseur.sim.multibody.model.model import JointKind

Triple = tuple[float, float, float]

BODY, JOINT = "#E9EDF2", "#4C9BE8"


def with_placeholder_shapes(definition: Definition) -> Definition:
    """Return the table with sticks along d and a of each row, and a drum at each joint; as it is if any link has a shape."""
    if definition.base.visuals or any(row.visuals for row in definition.joints):
        return definition
    table, unit = table_of(definition), radians_per(definition.angle_unit)
    lengths = [abs(row.a) + abs(row.d) for row in table.rows]
    radius = 0.09 * max(0.05, sum(lengths) / len(lengths))
    shapes: list[list[SolidRow]] = [[] for _ in range(len(table.rows) + 1)]
    o = np.zeros(3)
    for i, row in enumerate(table.rows):
        fixed_d = row.kind is not JointKind.PRISMATIC
        if table.convention == "standard":
            turn = screw_x(0.0, row.alpha)[:3, :3].T
            knee = np.array([-row.a, 0.0, 0.0])
            before = knee - row.d * turn[:, 2] if fixed_d else knee
            shapes[i + 1] += [*_link_shape(before, knee, radius, unit), *_link_shape(knee, o, radius, unit)]
            shapes[i] += _joint_shape(row.kind, np.eye(4), radius, unit)
        else:
            knee = np.array([row.a, 0.0, 0.0])
            shapes[i] += _link_shape(o, knee, radius, unit)
            shapes[i + 1] += _link_shape(np.array([0.0, 0.0, -row.d if fixed_d else 0.0]), o, radius, unit)
            shapes[i + 1] += _joint_shape(row.kind, np.eye(4), radius, unit)
    shapes[-1] += _link_shape(o, table.tool[:3, 3], 0.7 * radius, unit)
    joints: list[JointRow] = [replace(row, visuals=tuple(shapes[i])) for i, row in enumerate(definition.joints, start=1)]
    return replace(definition, base=replace(definition.base, visuals=tuple(shapes[0])), joints=tuple(joints))


def _link_shape(start: Array, end: Array, radius: float, unit: float) -> list[SolidRow]:
    length = float(np.linalg.norm(end - start))
    if length < 1e-9:
        return []
    xyz, rpy = _along(0.5 * (start + end), (end - start) / length, unit)
    return [CapsuleRow(radius=radius, length=length, color=BODY, xyz=xyz, rpy=rpy)]


def _joint_shape(kind: JointKind, pose: Array, radius: float, unit: float) -> list[SolidRow]:
    if kind is JointKind.FIXED:
        return []
    wide, high = (1.5, 4.0) if kind is JointKind.REVOLUTE else (1.15, 6.0)
    xyz, rpy = _along(pose[:3, 3], pose[:3, 2], unit)
    return [CylinderRow(radius=wide * radius, length=high * radius, color=JOINT, xyz=xyz, rpy=rpy)]


def _along(center: Array, z: Array, unit: float) -> tuple[Triple, Triple]:
    """Return xyz and rpy of a place whose z axis is this."""
    x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [1.0, 0.0, 0.0], z)
    x = x / np.linalg.norm(x)
    roll, pitch, yaw = roll_pitch_yaw(np.column_stack([x, np.cross(z, x), z]))
    xx, yy, zz = map(float, center)
    assert math.isfinite(xx + yy + zz)
    return (xx, yy, zz), (roll / unit, pitch / unit, yaw / unit)
