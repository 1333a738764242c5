"""What the written-out algorithm needs to know of a robot: its joints in order, and what each carries, as stacks of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...arrays import Array, frozen
from ..kinematics.plain_kinematics import place_in_v
from ..model.model import Joint, JointKind, Model


@dataclass(frozen=True, eq=False, slots=True)
class TreeOrder:
    """The n joints of a model, each with the body that it carries, parents first; and the m numbers of their q̇ in that order."""

    joints: tuple[Joint, ...]
    parent: tuple[int, ...]  # place of the joint that carries the parent; -1: the world
    children: tuple[tuple[str, ...], ...]  # bodies that each body carries
    placement: Array  # (n, 4, 4) of the joint frames in the parents
    child_placement: Array  # (n, 4, 4) of the bodies in the moved joint frames
    unplaced: Array  # (n, 4, 4) inverses of those
    mass: Array  # (n,) [kg]
    com: Array  # (n, 3) in the bodies' frames [m]
    inertia: Array  # (n, 3, 3) about the centres of mass, along the bodies' axes [kg m²]
    columns: tuple[slice, ...]  # of each joint, among the m
    owner: np.ndarray  # (m,) the joint of each
    in_v: np.ndarray  # (m,) its place in v
    ratio: Array  # (m,) how many times it is taken there
    armature: Array  # (m,) of rotors [kg m² | kg]
    flying: np.ndarray  # (f,) first of the six of each free-flyer, among the m
    leaders: tuple[tuple[str | None, float, slice], ...]  # of each joint, as `place_in_v` gives them
    places: dict[str, int]  # of bodies, by name


@lru_cache(maxsize=4)  # models are compared by identity, and hold their arrays read-only
def tree_order(model: Model) -> TreeOrder:
    """The tree of a model, as the algorithm goes through it."""
    joints = tuple(parents_first(model.joints))
    places = {joint.child: k for k, joint in enumerate(joints)}
    bodies = [model.bodies[model.frame_index(joint.child)] for joint in joints]
    leaders = tuple(place_in_v(model, joint) for joint in joints)
    ends = np.cumsum([0] + [in_v.stop - in_v.start for _, _, in_v in leaders]).tolist()
    columns = tuple(slice(first, last) for first, last in zip(ends, ends[1:], strict=False))
    n, m = len(joints), ends[-1]
    owner, in_v, ratio, armature = np.zeros(m, np.int64), np.zeros(m, np.int64), np.ones(m), np.zeros(m)
    for k, (joint, (_, times, place)) in enumerate(zip(joints, leaders, strict=True)):
        owner[columns[k]], in_v[columns[k]], ratio[columns[k]] = k, np.arange(place.start, place.stop), times
        armature[columns[k]] = joint.armature
    flying = [place.start for place, joint in zip(columns, joints, strict=True) if joint.kind is JointKind.FREE_FLYER]
    child_placement = np.array([joint.child_placement for joint in joints]).reshape(n, 4, 4)
    return TreeOrder(
        joints=joints,
        parent=tuple(-1 if joint.parent is None else places[joint.parent] for joint in joints),
        children=tuple(tuple(o.child for o in model.joints if o.parent == joint.child) for joint in joints),
        placement=frozen(np.array([joint.placement for joint in joints]).reshape(n, 4, 4)),
        child_placement=frozen(child_placement),
        unplaced=frozen(np.linalg.inv(child_placement)),
        mass=frozen(np.array([body.mass for body in bodies])),
        com=frozen(np.array([body.com for body in bodies]).reshape(n, 3)),
        inertia=frozen(np.array([body.inertia for body in bodies]).reshape(n, 3, 3)),
        columns=columns,
        owner=frozen(owner),
        in_v=frozen(in_v),
        ratio=frozen(ratio),
        armature=frozen(armature),
        flying=frozen(np.array(flying, dtype=np.int64)),
        leaders=leaders,
        places=places,
    )


def parents_first(joints: tuple[Joint, ...]) -> list[Joint]:
    """The joints, depth first: each after that of its parent, and what it carries right after it."""
    joints_on: dict[str | None, list[Joint]] = {}
    for joint in joints:
        joints_on.setdefault(joint.parent, []).append(joint)
    ordered: list[Joint] = []
    waiting = joints_on.get(None, [])[::-1]
    while waiting:
        joint = waiting.pop()
        ordered.append(joint)
        waiting += joints_on.get(joint.child, [])[::-1]
    return ordered
