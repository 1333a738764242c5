"""Common normals of the axes of a chain, from which Denavit-Hartenberg parameters follow.

A chain of n joints is a product of screws, base · Z₁ X₁ Z₂ X₂ … Zₙ Xₙ · tool in the standard convention and
base · X₀ Z₁ X₁ Z₂ … Xₙ₋₁ Zₙ · tool in the modified one: Zᵢ about and along the axis of joint i, Xᵢ about and along the common
normal from axis i to axis i + 1. Sources: Siciliano et al. 2009, §2.8.2; Craig 2005, §3.4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array

EXACT = 1e-12
"""What counts as zero: a sine of an angle, or a distance [m]. Rounding alone leaves some 1e-16 per metre."""
KEPT = 1e-14
"""How far a frame may be from one of a table and still be kept as it is; the frames of a table are, by rounding."""
STEEP = 1e-3
"""Sine of the angle below which axes that are not parallel have a common normal too far away to be told exactly."""


@dataclass(frozen=True, eq=False, slots=True)
class Axis:
    """The axis of a joint at q = 0, in the world."""

    point: Array  # (3,) [m]
    along: Array  # (3,) unit

    def foot(self, point: Array) -> Array:
        """Return the point (3,) of the axis that is nearest to a point (3,)."""
        return self.point + ((point - self.point) @ self.along) * self.along

    def distance(self, point: Array) -> float:
        """Distance of a point (3,) from the axis [m]."""
        return float(np.linalg.norm(point - self.foot(point)))


@dataclass(frozen=True, eq=False, slots=True)
class Normal:
    """A common normal of two axes: its direction, and where it meets them."""

    along: Array  # (3,) unit
    start: Array  # (3,) on the first axis [m]
    end: Array  # (3,) on the second one


def frame(origin: Array, x: Array, z: Array) -> Array:
    """Return the pose (4, 4) of a frame with this origin, and x and z as near as can be to these; z is kept."""
    z = z / np.linalg.norm(z)
    x = x - (x @ z) * z
    x = x / np.linalg.norm(x)
    pose = np.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2], pose[:3, 3] = x, np.cross(z, x), z, origin
    return pose


def across(z: Array, reference: Array) -> Array:
    """Return a unit vector across z: as near as can be to the first column of a pose (4, 4), or to its second."""
    for x in (reference[:3, 0], reference[:3, 1]):
        x = x - (x @ z) * z
        if np.linalg.norm(x) > 0.5:
            break
    return np.asarray(x / np.linalg.norm(x))


def normal_of_frame(pose: Array, first: Axis, second: Axis) -> Normal | None:
    """Return the x axis of a frame (4, 4) if it is a common normal of two axes; None if not."""
    x, origin = pose[:3, 0], pose[:3, 3]
    if max(abs(x @ first.along), abs(x @ second.along)) > KEPT:
        return None
    feet = []
    for axis in (first, second):
        foot = axis.foot(origin)
        off = origin - foot
        if np.linalg.norm(off - (off @ x) * x) > KEPT * max(1.0, float(np.linalg.norm(origin))):
            return None
        feet.append(foot)
    return Normal(x, feet[0], feet[1])


def is_ill_placed(first: Axis, second: Axis) -> bool:
    """Whether two axes are nearly parallel, and not quite: their common normal is far away and ill-determined."""
    sine = float(np.linalg.norm(np.cross(first.along, second.along)))
    return EXACT < sine < STEEP


def between(first: Axis, second: Axis, before: Array) -> Axis:
    """Return an axis that meets the first one at a right angle, and passes the second one near and steeply.

    before : (4, 4) a frame on the first axis; the new axis goes through its origin
    """
    towards = second.foot(before[:3, 3]) - before[:3, 3]
    towards = towards - (towards @ first.along) * first.along
    length = np.linalg.norm(towards)
    return Axis(before[:3, 3], towards / length if length > 1e-6 else before[:3, 0])


def normal(first: Axis, second: Axis, before: Array) -> Normal:
    """Return the common normal of two axes.

    Parallel axes have many: the one through the origin of `before` (4, 4), a frame on the first axis, is taken. Axes that
    meet have two, one against the other: the one nearer to the x of `before`. One axis twice has any: that x.
    """
    cross = np.cross(first.along, second.along)
    sine = float(np.linalg.norm(cross))
    x, origin = before[:3, 0], before[:3, 3]
    if sine <= EXACT:
        foot = second.foot(origin)
        step = foot - origin
        length = float(np.linalg.norm(step))
        return Normal(step / length, origin, foot) if length > 10.0 * KEPT else Normal(x, origin, origin)
    along = cross / sine
    offset = second.point - first.point
    # feet from the two conditions that the step between them is along the normal; Siciliano et al. 2009, §2.8.2
    start = first.point + (np.cross(offset, second.along) @ cross / sine**2) * first.along
    end = second.point + (np.cross(offset, first.along) @ cross / sine**2) * second.along
    distance = float((end - start) @ along)
    if abs(distance) <= EXACT:
        return Normal(along if along @ x >= -EXACT else -along, start, end)
    return Normal(np.copysign(1.0, distance) * along, start, end)


def about_z(first: Array, second: Array) -> tuple[float, float]:
    """θ [rad] and d [m] of the screw about z from one frame (4, 4) to another on the same axis."""
    step = first[:3, :3].T @ (second[:3, 3] - first[:3, 3])
    x = first[:3, :3].T @ second[:3, 0]
    return float(np.arctan2(x[1] + 0.0, x[0])), float(step[2])


def about_x(first: Array, second: Array) -> tuple[float, float]:
    """α [rad] and a [m] of the screw about x from one frame (4, 4) to another on the same normal."""
    step = first[:3, :3].T @ (second[:3, 3] - first[:3, 3])
    z = first[:3, :3].T @ second[:3, 2]
    return float(np.arctan2(0.0 - z[1], z[2])), float(step[0])


def lies_on(pose: Array, axis: Axis) -> bool:
    """Whether the z axis of a frame (4, 4) is this axis, and points the same way."""
    same = np.linalg.norm(pose[:3, 2] - axis.along) <= KEPT
    return bool(same and axis.distance(pose[:3, 3]) <= KEPT * max(1.0, float(np.linalg.norm(pose[:3, 3]))))


def foot_of_frame(pose: Array, axis: Axis) -> Array | None:
    """Return the frame (4, 4) on an axis, with the same x, if the x axis of a frame (4, 4) meets it at a right angle."""
    found = normal_of_frame(pose, axis, axis)
    return None if found is None else frame(found.start, found.along, axis.along)
