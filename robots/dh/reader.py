"""From a DH file to a `Model`, or to the table alone."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from sim.definition.placements import pose_numbers, screw_x, screw_z
from sim.definition.shape_rows import pose_of, radians_per
from sim.multibody.arrays import Array, frozen
from sim.multibody.build import build_model
from sim.multibody.model import Finding, Frame, Joint, JointKind, Model

from ..faults import finding_of
from ..poses import with_poses
from .links import body_of
from .source import Source, read_source
from .table import DHRow, DHTable

TOOL = "tool"  # name of the frame at the end of every table


def read_dh(path: str | Path, *, free_flyer: bool = False) -> Model:
    """Read the robot that a DH file (.toml) describes, with a frame "tool".

    The body of row i is DH frame i, the base is frame 0. With `free_flyer` the base floats, and the named poses have
    it where the file places it.
    """
    source = read_source(Path(path))
    definition, table = source.values, _table(source)
    names = [definition.base.name] + [row.link or f"link{i}" for i, row in enumerate(definition.joints, start=1)]
    _refuse_duplicates(source, names)
    bodies = [body_of(source, definition.base, names[0], "base")]
    bodies += [body_of(source, row, names[i + 1], "joints", i) for i, row in enumerate(definition.joints)]
    root = Joint(
        name="root_joint",
        kind=JointKind.FREE_FLYER if free_flyer else JointKind.FIXED,
        parent=None,
        child=names[0],
        placement=frozen(np.eye(4)) if free_flyer else table.base,
    )
    joints = [root] + [_joint(source, table, i, names) for i in range(len(table.rows))]
    model = build_model(
        definition.name,
        bodies,
        joints,
        [Frame(TOOL, names[-1], table.tool)],
        findings=_findings(source, names),
        source=str(path),
    )
    return with_poses(model, _poses(source, model, pose_numbers(table.base) if free_flyer else np.zeros(0)))


def read_dh_table(path: str | Path) -> DHTable:
    """Read the table of a DH file as numbers."""
    return _table(read_source(Path(path)))


def _refuse_duplicates(source: Source, links: list[str]) -> None:
    """Raise at the row whose joint or link has the name of an earlier one."""
    joints: set[str] = set()
    for i, row in enumerate(source.values.joints):
        if row.name in joints:
            raise source.error(f"a second joint is named {row.name!r}", "joints", i, "name")
        if links[i + 1] in links[: i + 1]:
            raise source.error(f"a second link is named {links[i + 1]!r}", "joints", i, "link")
        joints.add(row.name)


def _table(source: Source) -> DHTable:
    definition = source.values
    radians = radians_per(definition.angle_unit)
    rows = tuple(
        DHRow(row.name, JointKind(row.kind), radians * row.theta, row.d, row.a, radians * row.alpha)
        for row in definition.joints
    )
    base, tool = (pose_of(given.xyz, given.rpy, radians) for given in (definition.base, definition.tool))
    return DHTable(definition.name, definition.convention, rows, base, tool)


def _joint(source: Source, table: DHTable, i: int, names: list[str]) -> Joint:
    """Return the joint of row i: about or along z of its own frame, with the row's own θ and d at q = 0."""
    given, row = source.values.joints[i], table.rows[i]
    before, after = _around(row, table.convention)
    unit = radians_per(source.values.angle_unit) if row.kind is JointKind.REVOLUTE else 1.0
    lower, upper = _limits(source, i, unit)
    return Joint(
        name=given.name,
        kind=row.kind,
        parent=names[i],
        child=names[i + 1],
        placement=frozen(before),
        child_placement=frozen(after),
        lower=lower,
        upper=upper,
        velocity_limit=math.inf if given.velocity is None else unit * given.velocity,
        effort_limit=math.inf if given.effort is None else given.effort,
        damping=given.damping,
        friction=given.friction,
        armature=given.armature,
    )


def _around(row: DHRow, convention: str) -> tuple[Array, Array]:
    """Return what comes before the motion of a row, and what comes after it, each (4, 4)."""
    if convention == "modified":
        return screw_x(row.a, row.alpha) @ screw_z(row.d, row.theta), np.eye(4)
    if row.kind is JointKind.PRISMATIC:
        return screw_z(0.0, row.theta), screw_z(row.d, 0.0) @ screw_x(row.a, row.alpha)
    return np.eye(4), screw_z(row.d, row.theta) @ screw_x(row.a, row.alpha)


def _limits(source: Source, i: int, unit: float) -> tuple[float, float]:
    row = source.values.joints[i]
    if row.lower is None and row.upper is None:
        return -math.inf, math.inf
    if row.lower is None or row.upper is None:
        given, wanted = ("upper", "lower") if row.lower is None else ("lower", "upper")
        raise source.error(f"joint {row.name!r} has {given} but no {wanted}; give both or neither", "joints", i, given)
    if row.lower > row.upper:
        raise source.error(
            f"joint {row.name!r}: lower {row.lower:g} is above upper {row.upper:g}", "joints", i, "lower"
        )
    return unit * row.lower, unit * row.upper


def _findings(source: Source, names: list[str]) -> list[Finding]:
    """Return what the file leaves out that dynamics would need."""
    rows = source.values.joints
    massless = [i for i, row in enumerate(rows) if not row.mass]
    if not massless:
        return []
    listed = ", ".join(repr(names[i + 1]) for i in massless)
    message = f"no mass is given for {listed}; kinematics are exact, dynamics are not those of a real robot"
    return [
        finding_of("massless", source.path, message, source.line("joints", massless[0]) or 0, wanted="a mass above 0")
    ]


def _poses(source: Source, model: Model, floating: Array) -> dict[str, Array]:
    """Read the named poses in q, after the base's own numbers if it floats."""
    moving = [row for row in source.values.joints if row.kind != "fixed"]
    radians = radians_per(source.values.angle_unit)
    poses = {}
    for name, given in source.values.poses.items():
        if len(given) != len(moving):
            raise source.error(
                f"pose {name!r} has {len(given)} numbers; the table has {len(moving)} moving joints", "poses", name
            )
        values = [
            value * (radians if row.kind == "revolute" else 1.0) for row, value in zip(moving, given, strict=True)
        ]
        q = np.concatenate([floating, values])
        beyond = np.flatnonzero((q < model.lower) | (q > model.upper))
        if beyond.size:
            row = moving[int(beyond[0]) - len(floating)]
            raise source.error(f"pose {name!r} takes joint {row.name!r} beyond its limits", "poses", name)
        poses[name] = q
    if len(floating) and "home" not in poses:
        q = np.clip(np.zeros(model.nq), model.lower, model.upper)
        q[: len(floating)] = floating
        poses["home"] = q
    return poses
