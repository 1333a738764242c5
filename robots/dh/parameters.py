"""Denavit-Hartenberg parameters of a chain of axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array

from .definition import Convention
from .normals import (
    Axis,
    Normal,
    about_x,
    about_z,
    across,
    between,
    foot_of_frame,
    frame,
    is_ill_placed,
    lies_on,
    normal,
    normal_of_frame,
)


@dataclass(frozen=True, eq=False, slots=True)
class ParameterRow:
    """One row: its parameters at q = 0, the frame it ends at, and the joint it is of."""

    joint: int | None  # None: a fixed row, between axes that are nearly parallel
    theta: float  # [rad]
    d: float  # [m]
    a: float  # [m]
    alpha: float  # [rad]
    pose: Array  # (4, 4) of its frame in the world, at q = 0


def rows_of(
    axes: Sequence[Axis], frames: Sequence[Array], tool: Array, convention: Convention
) -> tuple[Array, list[ParameterRow]]:
    """Return the pose (4, 4) of frame 0 in the world, and the rows that lead from it along the axes.

    frames : where each link has its frame now (4, 4), the base first. Where one is a frame of the table it is kept, so that a
             table is said as itself; of the frames that are free, those nearest to them are taken.
    tool   : (4, 4) pose of the tool in the world
    """
    start = _on_first_axis(axes[0], frames[0])
    entering, leaving = [start], []
    lines = list(axes)
    hints: list[Array | None] = [*frames[1:]]
    joints: list[int | None] = list(range(len(axes)))
    i = 0
    while i + 1 < len(lines):
        before, found = entering[-1], None
        hint = hints[i]
        if hint is not None:
            found = normal_of_frame(hint, lines[i], lines[i + 1])
        if found is None and is_ill_placed(lines[i], lines[i + 1]):
            lines.insert(i + 1, between(lines[i], lines[i + 1], before))
            hints.insert(i + 1, None)
            joints.insert(i + 1, None)
        found = found or normal(lines[i], lines[i + 1], before)
        leaving.append(_at(found, found.start, lines[i]))
        entering.append(_at(found, found.end, lines[i + 1]))
        i += 1
    if convention == "standard":
        end_leaving, end = _standard_end(lines[-1], frames[-1], entering[-1], tool)
        leaving.append(end_leaving)
        ends = [*entering[1:], end]
        return entering[0], [_row(joints[k], entering[k], leaving[k], leaving[k], ends[k], ends[k]) for k in range(len(lines))]
    base = frames[0] if foot_of_frame(frames[0], axes[0]) is not None else start
    leaving.append(_modified_end(lines[-1], frames[-1], entering[-1], tool))
    starts = [base, *leaving[:-1]]
    return base, [_row(joints[k], entering[k], leaving[k], starts[k], entering[k], leaving[k]) for k in range(len(lines))]


def _row(joint: int | None, z_from: Array, z_to: Array, x_from: Array, x_to: Array, pose: Array) -> ParameterRow:
    theta, d = about_z(z_from, z_to)
    alpha, a = about_x(x_from, x_to)
    return ParameterRow(joint, theta, d, a, alpha, pose)


def _at(found: Normal, origin: Array, axis: Axis) -> Array:
    return frame(origin, found.along, axis.along)


def _on_first_axis(axis: Axis, base: Array) -> Array:
    """Return the frame (4, 4) on the first axis from which θ and d of its joint are counted."""
    if lies_on(base, axis):
        return base
    frame_at_foot = foot_of_frame(base, axis)
    return frame(axis.foot(base[:3, 3]), across(axis.along, base), axis.along) if frame_at_foot is None else frame_at_foot


def _standard_end(axis: Axis, last_frame: Array, before: Array, tool: Array) -> tuple[Array, Array]:
    """Return the frame on the last axis at the end of θ and d, and the last frame, each (4, 4)."""
    frame_at_foot = foot_of_frame(last_frame, axis)
    if frame_at_foot is not None:
        return frame_at_foot, last_frame
    end = _free_end(axis, before, tool)
    return end, end


def _modified_end(axis: Axis, last_frame: Array, before: Array, tool: Array) -> Array:
    """Return the last frame (4, 4), on the last axis."""
    if lies_on(last_frame, axis):
        return last_frame
    frame_at_foot = foot_of_frame(last_frame, axis)
    return _free_end(axis, before, tool) if frame_at_foot is None else frame_at_foot


def _free_end(axis: Axis, before: Array, tool: Array) -> Array:
    """Return the frame (4, 4) on the last axis nearest to the tool, turned as the one before."""
    return frame(np.asarray(axis.foot(tool[:3, 3])), before[:3, 0], axis.along)
