"""How far a frame can be from a point that does not move: a proof that some targets cannot be reached.

Between two joints the distance of their origins is fixed, or, where the first slides, between bounds. The frame's origin is
at most the sum of these lengths from the first joint's origin, and at least the longest less all others (triangle
inequality). What lies between may still be unreachable. Source: Siciliano et al. 2009, §2.10 (workspace).
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from ...arrays import Array
from ...multibody.kinematics.plain_kinematics import joint_motion
from ...multibody.model.model import FREE_FLYER, PRISMATIC, REVOLUTE, Model
from ...multibody.model.movers import joint_of, rows_to
from .values import Reach


def reach(model: Model, q: Array, frame: str, columns: Collection[int]) -> Reach | None:
    """Bounds on the distance of a frame's origin from the origin of the first joint that moves it.

    columns : numbers of v that may move; all other joints stay where q (nq,) has them
    None where none of them moves the frame, or a free-flyer does.
    """
    index, first = model.frame_index(frame), 0
    link = np.array(model.frame_placement[index][:, 3])  # (4,) the origin reached last, in the frame of the row
    spans: list[tuple[float, float]] = []  # least and greatest length of each link, from the frame to the root
    for row in rows_to(model, frame):
        moving = model.table[row]
        if int(moving["iv"]) not in columns:
            link = _motion(model, q, row) @ link
        elif moving["kind"] == FREE_FLYER:
            return None
        else:
            spans.append(_span(model, row, link[:3]))
            link, first = np.array([0.0, 0.0, 0.0, 1.0]), row
        link = np.append(moving["rotation"] @ link[:3] + moving["translation"], 1.0)
    if not first:
        return None
    most = sum(high for _, high in spans)
    least = max((low + high for low, high in spans), default=0.0) - most if math.isfinite(most) else 0.0
    return Reach(joint_of(model, first), (float(link[0]), float(link[1]), float(link[2])), max(least, 0.0), most)


def _span(model: Model, row: int, link: Array) -> tuple[float, float]:
    """Least and greatest distance of a row's unmoved origin from a point at `link` (3,) in its moved frame."""
    across, along = math.hypot(link[0], link[1]), float(link[2])
    moving = model.table[row]
    if moving["kind"] != PRISMATIC:
        length = math.hypot(across, along)
        return length, length
    ends = sorted(
        along + float(moving["ratio"] * bound[moving["iq"]] + moving["offset"]) for bound in (model.lower, model.upper)
    )
    nearest = min(max(0.0, ends[0]), ends[1])
    return math.hypot(across, nearest), math.hypot(across, max(abs(end) for end in ends))


def _motion(model: Model, q: Array, row: int) -> Array:
    """What a row's joint does at q (nq,): the pose (4, 4) of its moved frame in its unmoved one."""
    entry, pose = model.table[row], np.eye(4)
    value = float(entry["ratio"] * q[entry["iq"]] + entry["offset"])
    if entry["kind"] == REVOLUTE:
        c, s = math.cos(value), math.sin(value)
        pose[:2, :2] = [[c, -s], [s, c]]
    elif entry["kind"] == PRISMATIC:
        pose[2, 3] = value
    else:
        name = joint_of(model, row)
        pose = joint_motion(model.joint(name), q[model.joint_slices()[name][0]])
    return pose
