"""The same model with some of its joints held where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...arrays import Array, as_floats
from ...errors import ArgumentError
from ...texts import tr
from ..model.build import build_model
from ..model.checks import checked
from ..model.model import Finding, Joint, JointKind, Model, Severity
from ..model.neutral import neutral
from .plain_kinematics import joint_motion


def lock_joints(model: Model, positions: Mapping[str, Any]) -> Model:
    """The same model with these joints held: they become fixed, and their numbers leave q and v.

    positions : for each joint to be locked its numbers in q, one number or (nq of the joint,) [rad | m | x y z qx qy qz qw].
    Limits are not looked at. A joint that mimics a locked one is held at ratio · q + offset. Bodies, frames and poses keep
    their names, poses without the numbers of the locked joints; armature, damping and friction of a locked joint are gone
    with it. A finding says of each what it is locked at. What is then fixed to the world no longer counts as moving.
    Raises ArgumentError for positions that cannot be used and for joints that have none of their own (mimic, fixed),
    UnknownNameError for a joint that does not exist.
    """
    if not isinstance(positions, Mapping):
        raise ArgumentError("positions must map joint names to their numbers in q; given {name}", name=type(positions).__name__)
    q = neutral(model)
    dropped = np.zeros(model.nq, dtype=bool)
    for name, position in positions.items():
        place = _place(model, name)
        q[place] = _position(name, position, place.stop - place.start)
        dropped[place] = True
    checked(model, q=q)  # quaternions

    joints, findings = [], []
    for joint in model.joints:
        leader = joint.mimic.joint if joint.mimic else joint.name
        if joint.kind is JointKind.FIXED or leader not in positions:
            joints.append(joint)
            continue
        values = q[_place(model, leader)]
        if joint.mimic:
            values = joint.mimic.ratio * values + joint.mimic.offset
        joints.append(_fixed_joint(joint, values))
        findings.append(Finding(Severity.NOTE, _sentence(joint, values)))
    locked = build_model(
        model.name,
        model.bodies,
        joints,
        model.frames,
        poses={name: pose[~dropped] for name, pose in model.poses.items()},
        findings=(*model.findings, *findings),
        source=model.source,
    )
    return replace(locked, never_touching=model.never_touching)


def _place(model: Model, name: str) -> slice:
    """Where a joint's own numbers are in q, or an error that says why it has none."""
    joint, where = model.joint(name), tr("model {model!r}", model=model.name)
    if joint.kind is JointKind.FIXED:
        can = ", ".join(model.joint_names) or "none"
        raise ArgumentError(
            "joint {name!r} of {where} is fixed and cannot be locked; those that can be: {can}", name=name, where=where, can=can
        )
    if joint.mimic:
        leader = joint.mimic.joint
        raise ArgumentError(
            "joint {name!r} of {where} mimics {leader!r} and cannot be locked by itself; lock {leader!r}, and {name!r} "
            "is held at {ratio:g} · q + {offset:g}",
            name=name,
            where=where,
            leader=leader,
            ratio=joint.mimic.ratio,
            offset=joint.mimic.offset,
        )
    return model.joint_slices()[name][0]


def _position(name: str, position: Any, count: int) -> Array:
    """The numbers (count,) of a joint in q, or an ArgumentError."""
    values = as_floats(f"positions[{name!r}]", position)
    if values.shape != (count,) and not (values.ndim == 0 and count == 1):
        numbers = "1 number" if count == 1 else tr("{count} numbers", count=count)
        raise ArgumentError(
            "positions[{name!r}] has shape {shape}; joint {name!r} takes {numbers} in q",
            name=name,
            shape=values.shape,
            numbers=numbers,
        )
    if not np.all(np.isfinite(values)):
        raise ArgumentError("positions[{name!r}] must be finite; given {position!r}", name=name, position=position)
    return values.reshape(count)


def _fixed_joint(joint: Joint, values: Array) -> Joint:
    """A fixed joint where this one is at its numbers of q."""
    return Joint(
        joint.name,
        JointKind.FIXED,
        joint.parent,
        joint.child,
        placement=joint.placement @ joint_motion(joint, values),
        axis=joint.axis,
        child_placement=joint.child_placement,
    )


_UNITS = {JointKind.REVOLUTE: " rad", JointKind.CONTINUOUS: " rad", JointKind.HELICAL: " rad", JointKind.PRISMATIC: " m"}


def _sentence(joint: Joint, values: Array) -> str:
    mimics = tr(" mimics {joint!r} and", joint=joint.mimic.joint) if joint.mimic else ""
    numbers = " ".join(f"{value:.9g}" for value in values)
    return tr(
        "joint {joint!r}{mimics} is locked at {numbers}{units}",
        joint=joint.name,
        mimics=mimics,
        numbers=numbers,
        units=_UNITS.get(joint.kind, ""),
    )
