"""Points that touch planes, symbolically: where they are on their surface, how they move there, and which of their forces
repeat each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi
import numpy as np

from ...arrays import Array
from ...multibody.model.model import Model
from .contact_robot import ContactRobot, TouchingPoint
from .symbolic_dynamics import Expression, PointForce, RowMotion, configuration_rate, point_motion

PLANE, SPACE = (0, 2), (0, 1, 2)
"""Axes of a surface along which points move: x and z in the plane, all three in space. The last is the normal."""


@dataclass(frozen=True, eq=False, slots=True)
class OnSurface:
    """A point as its surface sees it, along the axes of the surface: two of them in the plane, three in space."""

    point: TouchingPoint
    place: Expression  # (d,) where: along the surface, and above it [m]
    velocity: Expression  # (d,) of the point, less that of the surface's own point under it [m/s]
    acceleration: Expression  # (d,) its derivative [m/s²]
    in_world: Expression  # (3,) [m]
    axes: Expression  # (3, d) of the surface, in the world
    origin: Expression  # (3,) of the surface, in the world [m]
    sideways: Expression  # (1,) velocity across the plane, which a robot of the plane has not [m/s]
    row: int  # that carries the point
    offset: Array  # (3,) in its frame [m]
    surface_row: int  # that carries the surface, 0: the world
    surface_offset: Expression  # (3,) the point in that row's frame [m]

    def forces(self, force: Expression) -> list[PointForce]:
        """Of the surface on the point, (d,) along the surface's axes [N], and what the surface feels."""
        world = self.axes @ force
        pair = [PointForce(self.row, casadi.DM(self.offset), world)]
        if self.surface_row:
            pair.append(PointForce(self.surface_row, self.surface_offset, -world))
        return pair


def on_surface(
    robot: ContactRobot, point: TouchingPoint, motions: Sequence[RowMotion], q: Expression, v: Expression, a: Expression
) -> OnSurface:
    """A point of a robot, when the rows move so."""
    model = robot.model
    row, own = _frame(model, point.frame)
    offset = own[:3, :3] @ np.array(point.offset) + own[:3, 3]
    moving = point_motion(motions[row], offset)
    surface_row, placement = (0, np.eye(4)) if point.surface is None else _frame(model, point.surface)
    base = motions[surface_row]
    chosen = list(PLANE if robot.planar else SPACE)
    axes = base.rotation @ casadi.DM(placement[:3, :3])
    origin = base.origin + base.rotation @ casadi.DM(placement[:3, 3])
    place = (axes.T @ (moving.position - origin))[chosen]
    if surface_row:
        rate = configuration_rate(model, q, v)
        velocity = casadi.jtimes(place, q, rate)
        acceleration = casadi.jtimes(velocity, q, rate) + casadi.jtimes(velocity, v, a)
    else:
        velocity = (axes.T @ moving.velocity)[chosen]
        acceleration = (axes.T @ moving.acceleration)[chosen]
    under = base.rotation.T @ (moving.position - base.origin)
    return OnSurface(
        point,
        place,
        velocity,
        acceleration,
        moving.position,
        axes[:, chosen],
        origin,
        moving.velocity[1],
        row,
        offset,
        surface_row,
        under,
    )


def repeated_forces(robot: ContactRobot, sticking: Sequence[OnSurface], motions: Sequence[RowMotion]) -> Expression:
    """Forces (d k, r) on the k points that stick, along their surfaces, that do nothing: a basis of the r there are.

    They are those between points of one body on one surface. Held points of different bodies are taken to be independent.
    """
    d = 2 if robot.planar else 3
    groups: dict[tuple[int, int], list[int]] = {}
    for k, at in enumerate(sticking):
        groups.setdefault((at.row, at.surface_row), []).append(k)
    columns = [casadi.SX(d * len(sticking), 0)]
    for (row, _), members in groups.items():
        if len(members) < 2:
            continue
        for own in _between(robot, row, np.array([sticking[k].offset for k in members])):
            column = casadi.SX(d * len(sticking), 1)
            for share, k in zip(own, members, strict=True):
                along = sticking[k].axes.T @ (motions[row].rotation @ casadi.DM(share))
                column[d * k : d * (k + 1)] = along
            columns.append(column)
    return casadi.horzcat(*columns)


def _between(robot: ContactRobot, row: int, offsets: Array) -> list[Array]:
    """Forces (k, 3) on points of one row, along its axes, that balance: one for each pair of them."""
    found = []
    for i in range(len(offsets)):
        for j in range(i):
            along = offsets[i] - offsets[j]
            pair = np.zeros((len(offsets), 3))
            pair[i], pair[j] = along, -along
            found.append(pair / np.linalg.norm(along))
    return found


def _frame(model: Model, name: str) -> tuple[int, Array]:
    """The row that carries a frame, and its pose (4, 4) there."""
    index = model.frame_index(name)
    placement: Array = np.array(model.frame_placement[index])
    return int(model.frame_row[index]), np.where(np.abs(placement) < 1e-15, 0.0, placement)
