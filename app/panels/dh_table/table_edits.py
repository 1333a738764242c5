"""One change of a Denavit-Hartenberg table: a cell, a row added, removed or moved, the base or the tool."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from torseur.robots.dh.definition import Definition, JointRow
from torseur.robots.dh.dh_representable import tidy
from torseur.robots.dh.editing import new_row
from torseur.sim.definition.shape_rows import radians_per
from torseur.ui.panels.dh_table.values import DHRowValues, DHValues

STROKE = 0.3  # of a joint that becomes prismatic [m]


def dh_values(definition: Definition, unit: str, unsaved: bool) -> DHValues:
    """What the editor shows, angles in "deg" or "rad"."""
    turn = _per_file_unit(definition, unit)
    rows = tuple(_row_values(row, turn) for row in definition.joints)
    base, tool = ((*part.xyz, *(tidy(turn * angle) for angle in part.rpy)) for part in (definition.base, definition.tool))
    sign = "°" if unit == "deg" else "rad"
    return DHValues(definition.title or definition.name, definition.convention, sign, rows, base, tool, unsaved)


def _row_values(row: JointRow, turn: float) -> DHRowValues:
    about = turn if row.kind == "revolute" else 1.0
    lower, upper = (None if limit is None else tidy(about * limit) for limit in (row.lower, row.upper))
    return DHRowValues(row.name, row.kind, tidy(turn * row.theta), row.d, row.a, tidy(turn * row.alpha), lower, upper)


def _per_file_unit(definition: Definition, unit: str) -> float:
    """How many of the units that are seen an angle of the file is."""
    return 1.0 if definition.angle_unit == unit else radians_per(definition.angle_unit) / math.radians(1.0) ** (unit == "deg")


def with_cell(definition: Definition, row: int, key: str, value: object, unit: str) -> Definition:
    """Return the table with another value; `row` is -1 for the base and the tool."""
    turn = 1.0 / _per_file_unit(definition, unit)
    if row < 0:
        return _with_place(definition, key, float(str(value)), turn)
    before = definition.joints[row]
    if key == "kind":
        after = _of_kind(before, str(value), definition)
    elif key == "name":
        after = replace(before, name=str(value))
    else:
        angle = key in ("theta", "alpha") or (key in ("lower", "upper") and before.kind == "revolute")
        number = float(str(value)) * (turn if angle else 1.0)
        after = replace(before, **{key: number})
        other = {"lower": "upper", "upper": "lower"}.get(key)
        if other and getattr(after, other) is None:  # the first of two limits gives the other, as far on the other side
            after = replace(after, **{other: max(number, -number) if other == "upper" else min(number, -number)})
    return with_rows(definition, [after if i == row else joint for i, joint in enumerate(definition.joints)])


def _with_place(definition: Definition, key: str, number: float, turn: float) -> Definition:
    part, _, place = key.partition(".")
    k = int(place)
    placement: Struct = getattr(definition, part)
    name = "xyz" if k < 3 else "rpy"
    values = list(getattr(placement, name))
    values[k % 3] = number if k < 3 else turn * number
    return replace(definition, **{part: replace(placement, **{name: tuple(values)})})


def _of_kind(row: JointRow, kind: str, definition: Definition) -> JointRow:
    half = math.pi / radians_per(definition.angle_unit)
    limits = {"revolute": (-half, half), "prismatic": (0.0, STROKE), "fixed": (None, None)}[kind]
    return replace(row, kind=kind, lower=limits[0], upper=limits[1], velocity=None, effort=None)


def with_row_after(definition: Definition, row: int) -> Definition:
    """Return the table with one more row, behind this one."""
    names = {joint.name for joint in definition.joints}
    number = len(definition.joints) + 1
    while f"joint{number}" in names:
        number += 1
    fresh = new_row(f"joint{number}")
    if definition.angle_unit == "rad":
        fresh = replace(fresh, lower=-math.pi, upper=math.pi)
    return with_rows(definition, [*definition.joints[: row + 1], fresh, *definition.joints[row + 1 :]])


def without_row(definition: Definition, row: int) -> Definition:
    """Return the table with one row less."""
    return with_rows(definition, [joint for i, joint in enumerate(definition.joints) if i != row])


def with_row_moved(definition: Definition, row: int, by: int) -> Definition:
    """Return the table with a row moved up (-1) or down (1); as it is at the end."""
    rows = list(definition.joints)
    if 0 <= row + by < len(rows):
        rows.insert(row + by, rows.pop(row))
    return with_rows(definition, rows)


def with_rows(definition: Definition, rows: Sequence[JointRow]) -> Definition:
    """Return the table with other rows; poses keep the numbers of joints that are still there, and 0 for others."""
    before = [row for row in definition.joints if row.kind != "fixed"]
    moving = [row for row in rows if row.kind != "fixed"]
    if [(row.name, row.kind) for row in before] == [(row.name, row.kind) for row in moving]:
        return replace(definition, joints=tuple(rows))
    same = [row.kind for row in before] == [row.kind for row in moving] and {r.name for r in before} != {r.name for r in moving}
    poses = {}
    for name, values in definition.poses.items():
        known = {(row.name, row.kind): value for row, value in zip(before, values, strict=False)}
        positions = values if same else tuple(known.get((row.name, row.kind), 0.0) for row in moving)
        poses[name] = tuple(_within(row, value) for row, value in zip(moving, positions, strict=False))
    return replace(definition, joints=tuple(rows), poses=poses)


def _within(row: JointRow, value: float) -> float:
    if row.lower is None or row.upper is None:
        return value
    return min(max(value, row.lower), row.upper)
