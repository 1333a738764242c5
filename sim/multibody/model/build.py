"""From bodies, joints and frames to a `Model`: checks the tree, orders it, and writes the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...arrays import Array, frozen, frozen_mapping
from ...copies import freeze_within
from ...errors import ModelError, UnknownNameError
from ...texts import tr
from .column_table import column_table, parent_degrees
from .model import FREE_FLYER, WORK, Body, Finding, Frame, Joint, JointKind, Model
from .model_rows import model_rows


def build_model(
    name: str,
    bodies: Iterable[Body],
    joints: Iterable[Joint],
    frames: Iterable[Frame] = (),
    *,
    poses: Mapping[str, Sequence[float] | Array] | None = None,
    findings: Iterable[Finding] = (),
    source: str = "",
) -> Model:
    """Build a `Model` from its parts.

    Every body is the child of exactly one joint; a joint whose parent is None starts from the world (a fixed base is
    a fixed joint from the world). Raises `ModelError` for names used twice or unknown, cycles, and bad numbers.
    """
    bodies, joints, frames = tuple(bodies), tuple(joints), tuple(frames)
    _check_names(name, bodies, joints, frames, source)
    for joint in joints:
        if joint.kind is JointKind.FREE_FLYER and (joint.damping or joint.friction):
            raise ModelError(
                "model {name!r}: joint {joint!r} is a free-flyer and has damping or friction; nothing holds a free body "
                "that could",
                source or None,
                name=name,
                joint=joint.name,
            )
        for quantity, value in (("armature", joint.armature), ("damping", joint.damping), ("friction", joint.friction)):
            if not 0.0 <= value < np.inf:
                raise ModelError(
                    "model {name!r}: joint {joint!r} has {quantity} {value:g}; it must be finite and not negative",
                    source or None,
                    name=name,
                    joint=joint.name,
                    quantity=quantity,
                    value=value,
                )
        if joint.stiffness and joint.kind.nv != 1:
            raise ModelError(
                "model {name!r}: joint {joint!r} is {kind} and has a spring; only joints of one degree of freedom can",
                source or None,
                name=name,
                joint=joint.name,
                kind=joint.kind.value,
            )
        if joint.kind.nv != 1 and (math.isfinite(joint.lower) or math.isfinite(joint.upper)):
            raise ModelError(
                "model {name!r}: joint {joint!r} is {kind} and has limits {lower:g} to {upper:g}; only joints of one "
                "degree of freedom have limits",
                source or None,
                name=name,
                joint=joint.name,
                kind=joint.kind.value,
                lower=joint.lower,
                upper=joint.upper,
            )
    ordered = _depth_first(name, bodies, joints, source)
    owners = [joint for joint in ordered if joint.kind is not JointKind.FIXED and joint.mimic is None]
    slices = _slices(owners)
    nq, nv = (last.stop for last in slices[owners[-1].name]) if owners else (0, 0)

    placed = model_rows(ordered, {body.name: body for body in bodies}, _with_followers(name, ordered, slices, source))
    rows = placed.rows
    rows[0]["iq"], rows[0]["iv"] = nq, nv
    _check_inertia(name, rows, placed.owners, source)

    frame_names = (*(body.name for body in bodies), *(frame.name for frame in frames))
    place = [placed.place[body] for body in (*(body.name for body in bodies), *(frame.body for frame in frames))]
    placements = np.array([*[np.eye(4)] * len(bodies), *(frame.placement for frame in frames)]).reshape(-1, 4, 4)
    lower, upper, velocity, effort = _limits(owners, slices, nq, nv)
    by_mass_matrix = (rows[1:]["nv"] == 0) | ((rows[1:]["kind"] == FREE_FLYER) & (rows[1:]["armature"] != 0.0))
    columns = column_table(rows)
    return Model(
        name=name,
        bodies=bodies,
        joints=joints,
        frames=frames,
        nq=nq,
        nv=nv,
        joint_names=tuple(joint.name for joint in owners),
        body_names=tuple(body.name for body in bodies),
        frame_names=frame_names,
        lower=lower,
        upper=upper,
        velocity_limit=velocity,
        effort_limit=effort,
        table=frozen(rows),
        columns=columns,
        parents=frozen(parent_degrees(rows, columns)),
        work=np.zeros(len(rows) * WORK + nv * nv),
        frame_row=frozen(placed.row[place]),
        frame_placement=frozen(placed.placement[place] @ placements),
        poses=frozen_mapping({key: _pose(name, key, pose, nq, source) for key, pose in (poses or {}).items()}),
        findings=tuple(findings),
        source=source,
        by_mass_matrix=bool(by_mass_matrix.any()),
        _frame_index={own: i for i, own in enumerate(frame_names)},  # no proxy: looked up in every call
        _slices=frozen_mapping(slices),
        _joint_index=frozen_mapping({joint.name: i for i, joint in enumerate(joints)}),
        _builder=_built_again,
    )


def free_body_model(body: Body, alike: Model | None = None) -> Model:
    """A model of one body that is free, named as it is.

    alike : one of a body of the same mass, centre and inertia: then nothing but names and looks is made anew
    """
    joint = Joint(body.name, JointKind.FREE_FLYER, None, body.name)
    if alike is None:
        return build_model(body.name, [body], [joint])
    _check_names(body.name, (body,), (joint,), (), "")
    (slices,) = alike.joint_slices().values()
    return replace(
        alike,
        name=body.name,
        bodies=(body,),
        joints=(joint,),
        joint_names=(joint.name,),
        body_names=(body.name,),
        frame_names=(body.name,),
        work=np.zeros_like(alike.work),
        _frame_index={body.name: 0},
        _built=(),
        _slices=frozen_mapping({joint.name: slices}),
        _joint_index=frozen_mapping({joint.name: 0}),
    )


def _built_again(
    name: str,
    bodies: tuple[Body, ...],
    joints: tuple[Joint, ...],
    frames: tuple[Frame, ...],
    poses: Mapping[str, Array],
    findings: tuple[Finding, ...],
    source: str,
    never_touching: tuple[tuple[str, str], ...],
) -> Model:
    """A model from what a pickle has of it."""
    freeze_within((bodies, joints, frames))
    built = build_model(name, bodies, joints, frames, poses=poses, findings=findings, source=source)
    return replace(built, never_touching=never_touching)


def _check_names(
    name: str, bodies: tuple[Body, ...], joints: tuple[Joint, ...], frames: tuple[Frame, ...], source: str
) -> None:
    for kind, names in (
        (tr("body or frame"), [body.name for body in bodies] + [frame.name for frame in frames]),
        ("joint", [joint.name for joint in joints]),
    ):
        seen: set[str] = set()
        for own in names:
            if not own:
                raise ModelError("model {name!r}: a {kind} has no name", source or None, name=name, kind=kind)
            if own in seen:
                raise ModelError(
                    "model {name!r}: two things are named {own!r}; each {kind} needs its own name",
                    source or None,
                    name=name,
                    own=own,
                    kind=kind,
                )
            seen.add(own)
    known = {body.name for body in bodies}
    for joint in joints:
        for role, body in (("parent", joint.parent), ("child", joint.child)):
            if body is not None and body not in known:
                raise ModelError(
                    str(UnknownNameError("body", body, sorted(known), tr("model {name!r}", name=name)))
                    + tr(" (it is the {role} of joint {joint!r})", role=role, joint=joint.name),
                    source or None,
                )
    for frame in frames:
        if frame.body is not None and frame.body not in known:
            raise ModelError(
                str(UnknownNameError("body", frame.body, sorted(known), tr("frame {frame!r}", frame=frame.name))),
                source or None,
            )


def _depth_first(name: str, bodies: tuple[Body, ...], joints: tuple[Joint, ...], source: str) -> list[Joint]:
    """The joints so that parents come before children and each subtree is contiguous."""
    children: dict[str | None, list[Joint]] = {}
    above: dict[str, Joint] = {}
    for joint in joints:
        if joint.child in above:
            raise ModelError(
                "model {name!r}: body {child!r} is the child of two joints, {above!r} and {joint!r}; a tree needs one",
                source or None,
                name=name,
                child=joint.child,
                above=above[joint.child].name,
                joint=joint.name,
            )
        above[joint.child] = joint
        children.setdefault(joint.parent, []).append(joint)
    loose = [body.name for body in bodies if body.name not in above]
    if loose:
        raise ModelError(
            "model {name!r}: no joint carries {loose}", source or None, name=name, loose=", ".join(map(repr, loose))
        )
    ordered: list[Joint] = []
    waiting = list(reversed(children.get(None, [])))
    while waiting:
        joint = waiting.pop()
        ordered.append(joint)
        waiting += reversed(children.get(joint.child, []))
    if len(ordered) < len(joints):
        reached = {joint.name for joint in ordered}
        ring = [joint.name for joint in joints if joint.name not in reached]
        raise ModelError(
            "model {name!r}: joints {ring} form a cycle; a tree has none",
            source or None,
            name=name,
            ring=", ".join(map(repr, ring)),
        )
    return ordered


def _slices(owners: list[Joint]) -> dict[str, tuple[slice, slice]]:
    """Where the numbers of the joints that own some are in q and in v."""
    slices, iq, iv = {}, 0, 0
    for joint in owners:
        nq, nv = joint.kind.nq, joint.kind.nv
        slices[joint.name] = (slice(iq, iq + nq), slice(iv, iv + nv))
        iq, iv = iq + nq, iv + nv
    return slices


def _with_followers(
    name: str, ordered: list[Joint], slices: Mapping[str, tuple[slice, slice]], source: str
) -> dict[str, tuple[slice, slice]]:
    """The slices of all joints that move: those of its leader for one that follows another."""
    by_name = {joint.name: joint for joint in ordered}
    places = dict(slices)
    for joint in ordered:
        if joint.mimic is None or joint.kind is JointKind.FIXED:
            continue
        leader = by_name.get(joint.mimic.joint)
        if leader is None:
            raise ModelError(
                str(UnknownNameError("joint", joint.mimic.joint, by_name, tr("model {name!r}", name=name)))
                + tr(" (joint {joint!r} mimics it)", joint=joint.name),
                source or None,
            )
        if leader.mimic is not None or leader.kind.nv != 1 or joint.kind.nv != 1:
            raise ModelError(
                "model {name!r}: joint {joint!r} mimics {leader!r}, which is {which}; it must be an independent joint of "
                "one degree of freedom",
                source or None,
                name=name,
                joint=joint.name,
                leader=leader.name,
                which=tr("itself a mimic") if leader.mimic else tr(leader.kind.value),
            )
        places[joint.name] = slices[leader.name]
    return places


def _check_inertia(name: str, rows: np.ndarray, moving: list[Joint], source: str) -> None:
    """Raise ModelError for the first row after the world's that has a number that is not finite, or a negative mass."""
    keys = ("rotation", "translation", "mass", "moment", "inertia")
    finite = [np.isfinite(rows[key]).reshape(len(rows), -1).all(axis=1) for key in keys]
    wrong = np.flatnonzero(~np.all(finite, axis=0) | (rows["mass"] < 0.0))
    if not len(wrong):
        return
    i = int(wrong[0])
    carries = tr("model {name!r}: joint {moving!r} or the bodies it carries have", name=name, moving=moving[i - 1].name)
    for key, known in zip(keys, finite, strict=True):
        if not known[i]:
            raise ModelError("{carries} a {key} that is not finite", source or None, carries=carries, key=key)
    raise ModelError(
        "{carries} mass {rows:g} kg; it must not be negative", source or None, carries=carries, rows=rows[i]["mass"]
    )


def _limits(
    owners: list[Joint], slices: Mapping[str, tuple[slice, slice]], nq: int, nv: int
) -> tuple[Array, Array, Array, Array]:
    lower, upper = np.full(nq, -np.inf), np.full(nq, np.inf)
    velocity, effort = np.full(nv, np.inf), np.full(nv, np.inf)
    for joint in owners:
        in_q, in_v = slices[joint.name]
        if in_v.stop - in_v.start == 1:
            lower[in_q], upper[in_q] = joint.lower, joint.upper
            velocity[in_v], effort[in_v] = joint.velocity_limit, joint.effort_limit
    return frozen(lower), frozen(upper), frozen(velocity), frozen(effort)


def _pose(name: str, key: str, pose: Sequence[float] | Array, nq: int, source: str) -> Array:
    array = np.asarray(pose, dtype=np.float64)
    if array.shape != (nq,):
        raise ModelError(
            "model {name!r}: pose {key!r} has {size} numbers; the model has nq = {nq}",
            source or None,
            name=name,
            key=key,
            size=array.size,
            nq=nq,
        )
    return frozen(array.copy())
