"""From a DH file to a `Model`, or to the table alone."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.definition.inertia_rows import matrix_of
from torseur.sim.definition.placement_rows import pose_numbers, screw_x, screw_z
from torseur.sim.definition.shape_rows import color_of, pose_of, radians_per, shape_of
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Finding, Frame, Joint, JointKind, Model, Severity, Visual

from ..faults import finding_of, refusal
from ..poses import with_poses
from .checks import bodies_of, findings_of
from .definition import Base, Definition, JointRow
from .source import Source, read_source, source_of
from .table import DHRow, DHTable

TOOL = "tool"  # name of the frame at the end of every table


def read_dh(path: str | Path, *, free_flyer: bool = False) -> Model:
    """Read the robot that a DH file (.toml) describes, with a frame "tool".

    The body of row i is DH frame i, the base is frame 0. With `free_flyer` the base floats, and the named poses have
    it where the file places it.
    """
    model, findings = examine_dh(path, free_flyer=free_flyer)
    if model is None:
        raise refusal(findings)
    return model


def examine_dh(path: str | Path, *, free_flyer: bool = False) -> tuple[Model | None, list[Finding]]:
    """Read a DH file to its end, whatever is wrong with it: the model, or None, and all that there is to say.

    Raises `ModelError` for what is no TOML at all.
    """
    return _examined(read_source(Path(path)), free_flyer)


def examine_dh_text(text: str, path: str | Path) -> tuple[Model | None, list[Finding]]:
    """Do as `examine_dh` for a file that holds this text, whether there is such a file or not."""
    return _examined(source_of(text, Path(path)), False)


def read_dh_table(path: str | Path) -> DHTable:
    """Read the table of a DH file as numbers."""
    source = read_source(Path(path))
    errors = [finding for finding in findings_of(source) if finding.severity is Severity.ERROR]
    if errors:
        raise refusal(errors)
    return table_of(source.values)


def table_of(definition: Definition) -> DHTable:
    """Return the table of a definition as numbers."""
    radians = radians_per(definition.angle_unit)
    rows = tuple(
        DHRow(row.name, JointKind(row.kind), radians * row.theta, row.d, row.a, radians * row.alpha)
        for row in definition.joints
    )
    base, tool = (pose_of(end.xyz, end.rpy, radians) for end in (definition.base, definition.tool))
    return DHTable(definition.name, definition.convention, rows, base, tool)


def _examined(source: Source, free_flyer: bool) -> tuple[Model | None, list[Finding]]:
    findings = findings_of(source)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return None, findings
    definition, table = source.values, table_of(source.values)
    bodies = [_body(definition, row, name) for row, name, _ in bodies_of(source)]
    names = [body.name for body in bodies]
    root = Joint(
        name="root_joint",
        kind=JointKind.FREE_FLYER if free_flyer else JointKind.FIXED,
        parent=None,
        child=names[0],
        placement=frozen(np.eye(4)) if free_flyer else table.base,
    )
    joints = [root] + [_joint(definition, table, i, names) for i in range(len(table.rows))]
    frames = [Frame(TOOL, names[-1], table.tool)]
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is said by `build_model`
            model = build_model(definition.name, bodies, joints, frames, findings=findings, source=str(source.path))
    except ModelError as error:
        return None, [*findings, finding_of("definition", source.path, error.message, 1)]
    return with_poses(model, _poses(definition, model, pose_numbers(table.base) if free_flyer else np.zeros(0))), findings


def _body(definition: Definition, source: Base | JointRow, name: str) -> Body:
    """Return the body of this name that a part of a table describes."""
    radians = radians_per(definition.angle_unit)
    visuals = []
    for row in source.visuals:
        visual = Visual(shape_of(row), pose_of(row.xyz, row.rpy, radians), name=row.name)
        visuals.append(replace(visual, color=color_of(row.color, definition.colors)) if row.color else visual)
    return Body(
        name=name,
        mass=source.mass or 0.0,
        com=frozen(np.array(source.com)),
        inertia=frozen(np.zeros((3, 3)) if source.inertia is None else matrix_of(source.inertia)),
        visuals=tuple(visuals),
        collisions=tuple(
            Collision(shape_of(row), pose_of(row.xyz, row.rpy, radians), row.name, row.material) for row in source.collisions
        ),
    )


def _joint(definition: Definition, table: DHTable, i: int, names: list[str]) -> Joint:
    """Return the joint of row i: about or along z of its own frame, with the row's own θ and d at q = 0."""
    source, row = definition.joints[i], table.rows[i]
    before, after = _around(row, table.convention)
    unit = radians_per(definition.angle_unit) if row.kind is JointKind.REVOLUTE else 1.0
    return Joint(
        name=source.name,
        kind=row.kind,
        parent=names[i],
        child=names[i + 1],
        placement=frozen(before),
        child_placement=frozen(after),
        lower=-math.inf if source.lower is None else unit * source.lower,
        upper=math.inf if source.upper is None else unit * source.upper,
        velocity_limit=math.inf if source.velocity is None else unit * source.velocity,
        effort_limit=math.inf if source.effort is None else source.effort,
        damping=source.damping,
        friction=source.friction,
        armature=source.armature,
    )


def _around(row: DHRow, convention: str) -> tuple[Array, Array]:
    """Return what comes before the motion of a row, and what comes after it, each (4, 4)."""
    if convention == "modified":
        return screw_x(row.a, row.alpha) @ screw_z(row.d, row.theta), np.eye(4)
    if row.kind is JointKind.PRISMATIC:
        return screw_z(0.0, row.theta), screw_z(row.d, 0.0) @ screw_x(row.a, row.alpha)
    return np.eye(4), screw_z(row.d, row.theta) @ screw_x(row.a, row.alpha)


def _poses(definition: Definition, model: Model, floating: Array) -> dict[str, Array]:
    """Read the named poses in q, after the base's own numbers if it floats."""
    moving = [row for row in definition.joints if row.kind != "fixed"]
    radians = radians_per(definition.angle_unit)
    units = [radians if row.kind == "revolute" else 1.0 for row in moving]
    poses = {name: np.concatenate([floating, np.array(units) * np.array(values)]) for name, values in definition.poses.items()}
    if len(floating) and "home" not in poses:
        q = np.clip(np.zeros(model.nq), model.lower, model.upper)
        q[: len(floating)] = floating
        poses["home"] = q
    return poses
