"""From a `Model` to the definition of a DH file, and findings about what such a file cannot say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.inertia_rows import Inertia
from torseur.sim.definition.placement_rows import roll_pitch_yaw
from torseur.sim.definition.shape_rows import BoxRow, CapsuleRow, CylinderRow, SolidEllipsoidRow, SolidRow, SphereRow
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind, Model, Visual
from torseur.sim.multibody.model.shapes import Box, Capsule, Color, Cylinder, Mesh, Shape, SolidEllipsoid, Sphere
from torseur.sim.texts import tr

from ..poses import neutral
from .chain import Link, SerialChain, chain_of
from .definition import Base, Convention, Definition, JointRow, Placement
from .parameters import ParameterRow, rows_of

_SAME = 1e-13  # how far a frame may be from another that it is, by rounding
_DEGREE = math.degrees(1.0)
_PLAIN = Visual(Sphere(1.0)).color  # what is not written


def definition_of(model: Model, path: Path, convention: Convention, tool: str | None = None) -> tuple[Definition, SerialChain]:
    """Return the table of a model that is a chain. Raises ModelError that lists all that a table cannot say."""
    chain = chain_of(model, path, tool)
    root, rows = rows_of(chain.axes, [link.poses[0] for link in chain.links], chain.tool, convention)
    base = Base(name=chain.links[0].bodies[0].name, **_where(root), **_body(chain, chain.links[0], root))
    joints = tuple(_joint(chain, row, i) if row.joint is not None else _end(chain, rows, i) for i, row in enumerate(rows))
    end = np.linalg.inv(rows[-1].pose) @ chain.tool
    definition = Definition(
        name=model.name,
        convention=convention,
        angle_unit="deg",
        base=base,
        tool=Placement(**_where(_plain(end))),
        joints=joints,
        poses=_poses(model, chain),
    )
    return definition, chain


def tidy(value: float) -> float:
    """Return a number without what rounding left of it: 90 for 90.00000000000001, and 0 for 6e-17.

    What differs by more than rounding does is kept: 1e-12 stays 1e-12.
    """
    rounded = round(value, 9)
    return rounded + 0.0 if abs(rounded - value) <= 2e-14 * max(1.0, abs(value)) else value


def _degrees(angle: float) -> float:
    degrees = tidy(angle * _DEGREE)
    return 180.0 if degrees == -180.0 else degrees


def _where(pose: Array) -> dict[str, Any]:
    """Return the words for a pose (4, 4): none for what is as it is without a word."""
    x, y, z = (tidy(float(value)) for value in pose[:3, 3])
    roll, pitch, yaw = (_degrees(angle) for angle in roll_pitch_yaw(pose[:3, :3]))
    return {"xyz": (x, y, z), "rpy": (roll, pitch, yaw)}


def _plain(pose: Array) -> Array:
    """Return the identity for what differs from it by rounding alone."""
    return np.eye(4) if np.abs(pose - np.eye(4)).max() <= _SAME else pose


def _numbers(row: ParameterRow) -> dict[str, Any]:
    return {"theta": _degrees(row.theta), "d": tidy(row.d), "a": tidy(row.a), "alpha": _degrees(row.alpha)}


def _joint(chain: SerialChain, row: ParameterRow, i: int) -> JointRow:
    """Return the row of a joint as its file has it, with the link that it moves."""
    assert row.joint is not None
    joint, link = chain.joints[row.joint], chain.links[row.joint + 1]
    revolute = joint.kind is not JointKind.PRISMATIC
    return JointRow(
        name=joint.name,
        kind="revolute" if revolute else "prismatic",
        link="" if link.bodies[0].name == f"link{i + 1}" else link.bodies[0].name,
        **_numbers(row),
        **_limits(joint, _DEGREE if revolute else 1.0),
        **_body(chain, link, row.pose),
    )


def _end(chain: SerialChain, rows: Sequence[ParameterRow], i: int) -> JointRow:
    """Return a row without a joint, between axes that are nearly parallel."""
    before = chain.joints[next(row.joint for row in reversed(rows[:i]) if row.joint is not None)]
    names = {joint.name for joint in chain.joints} | {body.name for link in chain.links for body in link.bodies}
    name = f"{before.name}_end"
    while name in names:
        name += "_"
    chain.report(
        f"joint {before.name!r}",
        tr("its axis is nearly parallel to the next one, and not quite; a fixed row {name!r} is put between", name=name),
        name,
    )
    return JointRow(name=name, kind="fixed", link=name, **_numbers(rows[i]))


def _limits(joint: Joint, unit: float) -> dict[str, Any]:
    """Return the words for limits and friction of a joint."""
    limits = {
        "lower": unit * joint.lower,
        "upper": unit * joint.upper,
        "velocity": unit * joint.velocity_limit,
        "effort": joint.effort_limit,
    }
    found = {name: tidy(value) for name, value in limits.items() if math.isfinite(value)}
    if joint.kind is JointKind.CONTINUOUS:
        found = {name: value for name, value in found.items() if name not in ("lower", "upper")}
    return {**found, "damping": joint.damping, "friction": joint.friction, "armature": joint.armature}


def _body(chain: SerialChain, link: Link, frame: Array) -> dict[str, Any]:
    """Return the words for mass and shapes of a link, seen from its frame (4, 4)."""
    inside = np.linalg.inv(frame)
    places = [_plain(inside @ pose) for pose in link.poses]
    parts = list(zip(link.bodies, places, strict=True))
    mass, com, inertia = _mass(parts)
    words: dict[str, Any] = {}
    if mass or np.any(inertia):
        words = {"mass": mass, "com": tuple(tidy(float(value)) for value in com), "inertia": _inertia(inertia)}
    visuals = [_shape(chain, body, part, place) for body, place in parts for part in body.visuals]
    collisions = [_shape(chain, body, part, place) for body, place in parts for part in body.collisions]
    words["visuals"] = tuple(row for row in visuals if row is not None)
    words["collisions"] = tuple(row for row in collisions if row is not None)
    return words


def _mass(parts: Sequence[tuple[Body, Array]]) -> tuple[float, Array, Array]:
    """Return mass [kg], centre of mass (3,) [m] and the inertia (3, 3) about it [kg m²] of bodies that are one."""
    heavy = [(body, place) for body, place in parts if body.mass or np.any(body.inertia)]
    if len(heavy) == 1 and np.array_equal(heavy[0][1], np.eye(4)):
        body = heavy[0][0]
        return body.mass, body.com, body.inertia
    mass = sum(body.mass for body, _ in heavy)
    coms = [place[:3, :3] @ body.com + place[:3, 3] for body, place in heavy]
    com = sum((body.mass * at for (body, _), at in zip(heavy, coms, strict=True)), np.zeros(3)) / (mass or 1.0)
    inertia = np.zeros((3, 3))
    for (body, place), at in zip(heavy, coms, strict=True):
        off = at - com
        inertia += place[:3, :3] @ body.inertia @ place[:3, :3].T
        inertia += body.mass * (off @ off * np.eye(3) - np.outer(off, off))
    return mass, com, 0.5 * (inertia + inertia.T)


def _inertia(matrix: Array) -> Inertia:
    """Return an inertia with zeros where rounding alone is left."""
    cleaned = np.where(np.abs(matrix) <= 1e-16 * np.trace(matrix), 0.0, matrix)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = cleaned.tolist()
    return Inertia(xx=xx, yy=yy, zz=zz, xy=xy, xz=xz, yz=yz)


def _shape(chain: SerialChain, body: Body, part: Visual | Collision, place: Array) -> SolidRow | None:
    """Return a shape seen from a link's frame; None, with a finding, for one that a table has no word for."""
    role = type(part).__name__.lower()
    row = _row_of(part.shape)
    if row is None:
        kind = type(part.shape).__name__
        what = {"Mesh": "meshes", "Plane": "planes"}.get(kind, tr("height fields"))
        found = part.shape.path.name if isinstance(part.shape, Mesh) else kind
        chain.report(
            f"link {body.name!r}",
            tr("a {role} is left out: tables have no {what} ({found})", role=role, what=what, found=found),
            found,
        )
        return None
    words: dict[str, Any] = {**_where(_plain(place @ part.placement)), "name": part.name}
    if isinstance(part, Visual):
        words["color"] = _color(chain, body, part.color)
    else:
        words["material"] = part.material
    return msgspec.structs.replace(row, **words)


def _row_of(shape: Shape) -> SolidRow | None:
    match shape:
        case Box(size=size):
            return BoxRow(size=size)
        case Sphere(radius=radius):
            return SphereRow(radius=radius)
        case Cylinder(radius=radius, length=length):
            return CylinderRow(radius=radius, length=length)
        case Capsule(radius=radius, length=length):
            return CapsuleRow(radius=radius, length=length)
        case SolidEllipsoid(radii=radii):
            return SolidEllipsoidRow(radii=radii)
    return None


def _color(chain: SerialChain, body: Body, color: Color) -> str:
    """Return "#rrggbb", or "#rrggbbaa" of what is seen through; nothing for the colour of what has none."""
    if color == _PLAIN:
        return ""
    parts = [round(255.0 * min(max(value, 0.0), 1.0)) for value in color]
    if max(abs(part / 255.0 - value) for part, value in zip(parts, color, strict=True)) > 1e-9:
        found = " ".join(f"{value:g}" for value in color)
        chain.report(f"link {body.name!r}", tr("a colour, {found}, is rounded to 1/255", found=found), found)
    return "#" + "".join(f"{part:02X}" for part in (parts if parts[3] != 255 else parts[:3]))


def _poses(model: Model, chain: SerialChain) -> dict[str, tuple[float, ...]]:
    """Return the named configurations, in degrees and metres, but for a home that is as without a word."""
    units = np.array([1.0 if joint.kind is JointKind.PRISMATIC else _DEGREE for joint in chain.joints])
    rest, first = neutral(model), model.nq - len(units)
    return {
        name: tuple(tidy(float(value)) for value in units * q[first:])
        for name, q in model.poses.items()
        if name != "home" or not np.array_equal(q, rest)
    }
