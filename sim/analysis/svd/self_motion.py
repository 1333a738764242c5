"""Self-motion: the joints move, the tool stays.

A step along the null space of J, then Newton steps that put the tool back; the direction is carried along by projecting it on
the null space of where it has come to. At a singular pose a direction may be a self-motion to first order only: then the nearest
that is one to second order too is gone along, if there is any. Source: THEORY §2, §3 (J⁺); Siciliano et al. 2009, §3.5.1
(redundant manipulators).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError
from ...multibody.algebra.rotations import checked_pose, rotation_vector
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.checks import checked, checked_number
from ...multibody.model.model import Model
from ...multibody.model.movers import movers, one_degree_columns
from ...texts import marked
from ..rows import ROWS, checked_rows
from .self_motion_order import LOST, self_motion_order

STRIDE = 0.02  # of one predictor step [rad | m]
SHORTEST = 1e-9  # a step that has to be shorter is none
UNFELT = 1e-5  # a step that stays only where it is shorter is none: what it leads away, its square, is not felt
STILL = 1e-12  # the tool is where it was [m, rad]
NEWTON = 8  # steps at most


class SelfMotionEnd(Enum):
    """Why a self-motion ended. The value is a sentence for the user."""

    REACHED = marked("The whole way was gone.")
    JOINT_LIMIT = marked("A joint is at its limit.")
    FLEETING = marked("This direction is a self-motion to first order only: a step along it takes away what is held.")


@dataclass(frozen=True, eq=False, slots=True)
class SelfMotion:
    """Where a self-motion led. Arrays are read-only."""

    q: Array  # (nq,) [rad | m | quaternion]
    direction: Array  # (n,) the unit joint direction it would go on along, over `joints` [rad | m]
    joints: tuple[str, ...]
    travelled: float  # signed length of the path of the joints [rad | m]
    position: float  # how far the tool's origin is from where it was [m]; not held if only orientation is
    rotation: float  # by how much the tool is turned from how it was [rad]; not held if only position is
    end: SelfMotionEnd
    stopped_by: str  # the joint at its limit, or ""
    is_branch: bool = False  # the direction was one to first order only: the nearest that is a self-motion was gone along


def self_motion(
    model: Model,
    q: Array,
    frame: str,
    direction: Sequence[float] | Array,
    step: float,
    rows: str = "both",
    *,
    joints: Sequence[str] | None = None,
    hold: Array | None = None,
) -> SelfMotion:
    """Move by `step` [rad | m] along a direction of the null space, while the tool's chosen rows stay.

    direction : (n,) joint velocities over `joints`, of any length, with J·direction = 0 at q (nq,): a column of
                `TaskSVD.self_motion`, made joint velocities by `task.joint_velocity`; a negative step goes the other way
    rows      : what stays: "position" of the frame's origin, "orientation" of the frame, or "both"
    joints    : those that move, by name; None: all of one degree of freedom that can move the frame
    hold      : (4, 4) the pose of the frame to hold; None: that at q. Give the first one where a motion is gone on with.

    A joint does not go beyond its limits (those of joints that follow it are not looked at); one that is beyond them may come
    back. Raises UnknownNameError for an unknown frame, rows or joint; ArgumentError for a direction that moves the tool, a robot
    that has none that does not, or a `hold` that is no pose.
    """
    checked_rows(rows)
    joints = movers(model, frame) if joints is None else tuple(joints)
    columns = one_degree_columns(model, joints)
    (q,) = checked(model, q=q)
    path = _Path(
        model, frame, rows, joints, columns, frame_pose(model, q, frame) if hold is None else checked_pose("hold", hold)
    )
    step = checked_number("step", step)
    along = _checked_direction(path, q, direction)
    order = self_motion_order(model, q, frame, along, rows, joints=joints)
    if order.branch is not None:
        along = order.branch
    sign = 1.0 if step >= 0.0 else -1.0
    along = along * sign
    travelled, stride, stopped_by, end = 0.0, STRIDE, "", SelfMotionEnd.REACHED
    if order.branch is None:
        end = SelfMotionEnd.FLEETING
    while abs(step) - travelled > SHORTEST and order.branch is not None:
        length = min(stride, abs(step) - travelled)
        q_next, along_next, blocked = path.stepped(q, along, length)
        if along_next is not None and not blocked:
            q, along, travelled = q_next, along_next, travelled + length
            stride, stopped_by = min(2.0 * stride, STRIDE), ""
            continue
        stopped_by, stride = blocked, 0.5 * length
        if stride < (SHORTEST if blocked else UNFELT):
            end = SelfMotionEnd.JOINT_LIMIT if blocked else SelfMotionEnd.FLEETING
            break
    position, rotation = path.deviation(q)
    is_branch = order.branch is not None and order.is_first_order_only
    return SelfMotion(frozen(q), frozen(sign * along), joints, sign * travelled, position, rotation, end, stopped_by, is_branch)


@dataclass(frozen=True, eq=False, slots=True)
class _Path:
    """What is held, and what may move."""

    model: Model
    frame: str
    rows: str
    joints: tuple[str, ...]
    columns: list[int]
    target: Array  # (4, 4) the pose that the frame is to keep

    def task(self, q: Array) -> Array:
        """J (m, n) of the rows that are held, in world axes."""
        return np.asarray(jacobian(self.model, q, self.frame)[ROWS[self.rows]][:, self.columns])

    def null_part(self, J: Array, y: Array) -> Array:
        """The part of y (n,) that J does not see."""
        _, sigma, Vt = np.linalg.svd(J, full_matrices=False)
        row_space = Vt[sigma > LOST * np.max(sigma, initial=0.0)]
        return np.asarray(y - row_space.T @ (row_space @ y))

    def stepped(self, q: Array, along: Array, length: float) -> tuple[Array, Array | None, str]:
        """Where a step leads, the direction there (None: the tool could not be put back), and a joint beyond its limit."""
        q_next = self.corrected(self.displaced(q, length * along))
        if q_next is None:
            return q, None, ""
        blocked = self.joint_beyond_limits(q, q_next)
        if blocked:
            return q, None, blocked
        along_next = self.null_part(self.task(q_next), along)
        size = float(np.linalg.norm(along_next))
        travelled = float(np.linalg.norm(q_next[self.places()] - q[self.places()]))
        if size < 0.5 or not 0.5 * length < travelled < 2.0 * length:
            return q, None, ""
        return q_next, along_next / size, ""

    def corrected(self, q: Array) -> Array | None:
        """Newton: the nearest configuration at which the tool is held; None if there is none near."""
        error = self.error(q)
        for _ in range(NEWTON):
            if float(np.max(np.abs(error))) <= STILL:
                break
            nearer = self.displaced(q, -(np.linalg.pinv(self.task(q), rcond=LOST) @ error))
            q, error = nearer, self.error(nearer)
        return q if float(np.max(np.abs(error))) <= 10.0 * STILL else None

    def displaced(self, q: Array, y: Array) -> Array:
        q_new = np.array(q)
        q_new[self.places()] += y  # joints of one degree: their numbers are plain angles and lengths
        return q_new

    def places(self) -> list[int]:
        slices = self.model.joint_slices()
        return [slices[name][0].start for name in self.joints]

    def error(self, q: Array) -> Array:
        """By how much the held rows are away from where they are to be (m,): [m], and a rotation vector [rad]."""
        pose = frame_pose(self.model, q, self.frame)
        offset = pose[:3, 3] - self.target[:3, 3]
        return np.concatenate((offset, rotation_vector(pose[:3, :3] @ self.target[:3, :3].T)))[ROWS[self.rows]]

    def deviation(self, q: Array) -> tuple[float, float]:
        """Distance [m] and angle [rad] of the tool from where it is to be, held or not."""
        pose = frame_pose(self.model, q, self.frame)
        rotation = rotation_vector(pose[:3, :3] @ self.target[:3, :3].T)
        return float(np.linalg.norm(pose[:3, 3] - self.target[:3, 3])), float(np.linalg.norm(rotation))

    def joint_beyond_limits(self, q: Array, q_next: Array) -> str:
        """The first joint that has gone beyond a limit, or farther beyond."""
        for name, k in zip(self.joints, self.places(), strict=True):
            if q_next[k] > max(self.model.upper[k], q[k]) or q_next[k] < min(self.model.lower[k], q[k]):
                return name
        return ""


def _checked_direction(path: _Path, q: Array, direction: Sequence[float] | Array) -> Array:
    vector = as_floats("direction", direction)
    n = len(path.joints)
    if vector.shape != (n,) or not np.all(np.isfinite(vector)):
        raise ArgumentError(
            "direction must be ({n},) finite numbers, one for each of: {joints}", n=n, joints=", ".join(path.joints)
        )
    size = float(np.linalg.norm(vector))
    if size == 0.0:
        raise ArgumentError("direction is zero; wanted a joint direction that leaves the tool still")
    J = path.task(q)
    sigma = np.linalg.svd(J, compute_uv=False)
    rank = int(np.sum(sigma > LOST * np.max(sigma, initial=0.0)))
    if rank == n:
        raise ArgumentError(
            "frame {frame!r} has no self-motion: its {rows} rows have rank {rank}, as many as there are joints",
            frame=path.frame,
            rows=path.rows,
            rank=rank,
        )
    unit = vector / size
    projected = path.null_part(J, unit)
    if float(np.linalg.norm(projected - unit)) > 1e-6:
        drift = float(np.linalg.norm(J @ unit))
        raise ArgumentError("direction moves the tool: ‖J·direction‖ = {drift:.3g} for a unit of it; wanted 0", drift=drift)
    return np.asarray(projected / np.linalg.norm(projected))
