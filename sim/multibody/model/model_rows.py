"""The table of a model: a row for each joint that moves, or for each part of one, with the bodies that it carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from .joint_rows import TableRow, rows_of_joint
from .model import ROW, Body, Joint

_BORNE = {
    "armature": "armature",
    "damping": "damping",
    "friction": "friction",
    "stiffness": "stiffness",
    "rest": "rest",
    "lower": "lower",
    "upper": "upper",
    "effort": "effort_limit",
}
"""What a joint's first row has of it beside its motion: the row's field, and the joint's."""


@dataclass(frozen=True, eq=False, slots=True)
class ModelRows:
    """The rows of a model, and where its bodies are in them."""

    rows: np.ndarray  # (1 + moving joints,) of ROW
    owners: list[Joint]  # of each row after the world's
    place: Mapping[str | None, int]  # of each body in what follows; of the world, None, it is 0
    row: np.ndarray  # (1 + bodies,) int64: the row that carries it
    placement: Array  # (1 + bodies, 4, 4) its pose in that row's frame


def model_rows(ordered: Sequence[Joint], bodies: Mapping[str, Body], slices: Mapping[str, tuple[slice, slice]]) -> ModelRows:
    """The rows of joints whose parents come before their children, and of the bodies they carry; the world's has no sizes yet.

    slices : where the numbers of each joint that moves are in q and in v
    """
    parts = [rows_of_joint(joint) for joint in ordered]
    owners = [joint for joint, of_joint in zip(ordered, parts, strict=True) for _ in of_joint]
    flat = [part for of_joint in parts for part in of_joint]
    place: dict[str | None, int] = {None: 0, **{joint.child: i for i, joint in enumerate(ordered, start=1)}}
    row, count = [0], 1  # of the world and of the bodies; how many there are
    parents: list[int] = []  # of the rows after the world's
    for joint, of_joint in zip(ordered, parts, strict=True):
        above = row[place[joint.parent]]
        parents += [above, *range(count, count + len(of_joint) - 1)] if of_joint else []
        count += len(of_joint)
        row.append(count - 1 if of_joint else above)
    axes = np.zeros((len(flat), 4, 4))  # of the rows in the joints' frames
    axes[:, 3, 3] = 1.0
    if flat:
        axes[:, :3, :3] = [part.axes for part in flat]
    placement = _body_placements(ordered, parts, place, row, axes)
    rows = np.zeros(1 + len(flat), dtype=ROW)
    rows["rotation"][0] = np.eye(3)
    _write_places(rows, flat, owners, parents, slices)
    _write_motions(rows, flat, owners, axes, placement[[place[joint.parent] for joint in owners]])
    _add_inertias(rows, [bodies[joint.child] for joint in ordered], np.array(row[1:], dtype=np.int64), placement[1:])
    return ModelRows(rows, owners, place, np.array(row), placement)


def _body_placements(
    ordered: Sequence[Joint],
    parts: Sequence[Sequence[TableRow]],
    place: Mapping[str | None, int],
    row: Sequence[int],
    axes: Array,
) -> Array:
    """Poses (1 + bodies, 4, 4) of the world and of the bodies in the frames of the rows that carry them."""
    placement = np.empty((1 + len(ordered), 4, 4))
    placement[0] = np.eye(4)
    moving = [i for i, of_joint in enumerate(parts, start=1) if of_joint]
    if moving:
        moved = axes[[row[i] - 1 for i in moving]].transpose(0, 2, 1)  # the joints' moved frames
        placement[moving] = moved @ np.array([ordered[i - 1].child_placement for i in moving])
    for i, (joint, of_joint) in enumerate(zip(ordered, parts, strict=True), start=1):
        if not of_joint:  # one after another: what is fixed may carry what is fixed
            placement[i] = placement[place[joint.parent]] @ joint.placement @ joint.child_placement
    return placement


def _write_places(
    rows: np.ndarray,
    parts: Sequence[TableRow],
    owners: Sequence[Joint],
    parents: Sequence[int],
    slices: Mapping[str, tuple[slice, slice]],
) -> None:
    """Write where the rows stand in the tree and their numbers in q and v."""
    tree = [0]
    for i, parent in enumerate(parents, start=1):
        tree.append(i if parent == 0 else tree[parent])
    rows["tree"] = tree
    rows["kind"][1:], rows["parent"][1:] = [part.kind for part in parts], parents
    rows["nv"][1:] = [part.nv for part in parts]
    for k, field in enumerate(("iq", "iv")):
        rows[field][1:] = [slices[joint.name][k].start + part.at for joint, part in zip(owners, parts, strict=True)]


def _write_motions(rows: np.ndarray, parts: Sequence[TableRow], owners: Sequence[Joint], axes: Array, parents: Array) -> None:
    """Write how the rows move, and what bounds and brakes them.

    axes    : (n, 4, 4) of the rows in the joints' frames
    parents : (n, 4, 4) poses of the bodies that the joints start from, in the frames of their rows
    """
    # A row that does not begin its joint starts from the one before.
    begins = [i == 0 or owners[i - 1] is not joint for i, joint in enumerate(owners)]
    before = np.empty_like(axes)  # where the axes are placed, in the parent row
    if owners:
        before[1:] = axes[:-1].transpose(0, 2, 1)
        before[begins] = parents[begins] @ np.array([joint.placement for joint in owners])[begins]
    placed = before @ axes
    rows["rotation"][1:], rows["translation"][1:] = placed[:, :3, :3], placed[:, :3, 3]
    mimics = [(part.factor, joint.mimic) for joint, part in zip(owners, parts, strict=True)]
    rows["ratio"][1:] = [factor * (mimic.ratio if mimic else 1.0) for factor, mimic in mimics]
    rows["offset"][1:] = [factor * (mimic.offset if mimic else 0.0) for factor, mimic in mimics]
    rows["lower"][1:], rows["upper"][1:], rows["effort"][1:] = -np.inf, np.inf, np.inf
    first = [i for i, part in enumerate(parts) if part.first]
    for field, attribute in _BORNE.items():
        rows[field][1:][first] = [getattr(owners[i], attribute) for i in first]


def _add_inertias(rows: np.ndarray, bodies: Sequence[Body], row: np.ndarray, placement: Array) -> None:
    """Add bodies, placed (n, 4, 4) in the frames of their rows (n,), to the rows' inertias about the rows' origins."""
    mass = np.array([body.mass for body in bodies], dtype=float)
    rotation = placement[:, :3, :3]
    com = rotation @ np.array([body.com for body in bodies]).reshape(-1, 3, 1) + placement[:, :3, 3:]
    about_com = rotation @ np.array([body.inertia for body in bodies]).reshape(-1, 3, 3) @ rotation.transpose(0, 2, 1)
    across = (com.transpose(0, 2, 1) @ com) * np.eye(3) - com * com.transpose(0, 2, 1)
    about_origin = about_com + mass[:, None, None] * across
    np.add.at(rows["mass"], row, mass)
    np.add.at(rows["moment"], row, mass[:, None] * com[:, :, 0])
    np.add.at(rows["inertia"], row, about_origin[:, [0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]])
