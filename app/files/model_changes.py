"""What is different between two models, a short sentence each: what changed in a file that was read again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TypeVar

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind, Model, Visual
from torseur.sim.multibody.model.shapes import Mesh, Shape
from torseur.ui.text.number_text import number_text, quantity_text, with_unit

Part = TypeVar("Part", Body, Joint)
_NOT_ANGLES = (JointKind.PRISMATIC, JointKind.PLANAR, JointKind.FREE_FLYER)
_SAME = 1e-12  # of placements, axes and centres of mass: rounding [m, 1]


def changes(before: Model, after: Model, unit: str = "deg") -> tuple[str, ...]:
    """Sentences, joints first, in the order of the newer model; none if the two are equal.

    unit : "deg" or "rad", of angles
    """
    found: list[str] = []
    if before.name != after.name:
        found.append(f"the robot is called “{after.name}”, and no longer “{before.name}”")
    found += _parts("joint", _by_name(before.joints), _by_name(after.joints), lambda a, b: _of_joint(a, b, unit))
    found += _parts("link", _by_name(before.bodies), _by_name(after.bodies), _of_body)
    found += _set("frame", [f.name for f in before.frames], [f.name for f in after.frames])
    found += _set("pose", list(before.poses), list(after.poses))
    if len(before.findings) != len(after.findings):
        found.append(f"findings: {len(before.findings)} → {len(after.findings)}")
    return tuple(found)


def _by_name(parts: Sequence[Part]) -> dict[str, Part]:
    return {part.name: part for part in parts}


def _parts(
    noun: str, before: Mapping[str, Part], after: Mapping[str, Part], differ: Callable[[Part, Part], list[str]]
) -> list[str]:
    found = _set(noun, list(before), list(after))
    for name, part in after.items():
        if name in before:
            found += [f"{noun} “{name}”: {text}" for text in differ(before[name], part)]
    return found


def _set(noun: str, before: Sequence[str], after: Sequence[str]) -> list[str]:
    """What came and what went."""
    found = []
    for names, verb in (
        ([n for n in after if n not in before], "new"),
        ([n for n in before if n not in after], "gone"),
    ):
        if names:
            listed = ", ".join(f"“{name}”" for name in names[:4]) + (f" and {len(names) - 4} more" * (len(names) > 4))
            found.append(f"{verb} {noun}{'s' if len(names) > 1 else ''}: {listed}")
    return found


def _of_joint(before: Joint, after: Joint, unit: str) -> list[str]:
    angular = after.kind not in _NOT_ANGLES
    scale, of_q = (np.degrees(1.0), "°") if angular and unit == "deg" else (1.0, "rad" if angular else "m")
    per = "°/s" if of_q == "°" else f"{of_q}/s"
    found = []
    if before.kind is not after.kind:
        found.append(f"type {before.kind.value} → {after.kind.value}")
    for name in ("parent", "child"):
        if getattr(before, name) != getattr(after, name):
            found.append(f"{name} {getattr(before, name) or 'world'} → {getattr(after, name) or 'world'}")
    if _far(before.placement, after.placement) or _far(before.child_placement, after.child_placement):
        found.append(
            "origin " + _moved(before.placement @ before.child_placement, after.placement @ after.child_placement)
        )
    if _far(before.axis, after.axis):
        found.append(f"axis {_numbers(before.axis)} → {_numbers(after.axis)}")
    if (before.lower, before.upper) != (after.lower, after.upper):
        limits = [f"{_number(j.lower * scale, of_q)} to {_number(j.upper * scale, of_q)}" for j in (before, after)]
        found.append(f"limits {limits[0]} → {limits[1]}")
    force, of_force = ("torque", "N·m") if angular else ("force", "N")
    for field, name, factor, of in (
        ("velocity_limit", "greatest speed", scale, per),
        ("effort_limit", f"greatest {force}", 1.0, of_force),
        ("damping", "damping", 1.0, "N·m·s/rad" if angular else "N·s/m"),
        ("friction", "dry friction", 1.0, of_force),
        ("armature", "armature", 1.0, "kg·m²" if angular else "kg"),
        ("stiffness", "stiffness", 1.0, "N·m/rad" if angular else "N/m"),
        ("rest", "rest of its spring", scale, of_q),
        ("pitch", "pitch", 1.0, "m/rad"),
    ):
        a, b = getattr(before, field), getattr(after, field)
        if a != b:
            found.append(f"{name} {_number(a * factor, of)} → {_number(b * factor, of)}")
    if before.mimic != after.mimic:
        texts = [f"{m.ratio:g} × {m.joint} + {m.offset:g}" if m else "none" for m in (before.mimic, after.mimic)]
        found.append(f"follows {texts[0]} → {texts[1]}")
    return found


def _of_body(before: Body, after: Body) -> list[str]:
    found = []
    if before.mass != after.mass:
        found.append(f"mass {quantity_text(before.mass, 'kg')} → {quantity_text(after.mass, 'kg')}")
    if _far(before.com, after.com):
        found.append(f"centre of mass moved by {quantity_text(float(np.linalg.norm(after.com - before.com)), 'm')}")
    if not np.array_equal(before.inertia, after.inertia):
        found.append("another inertia")
    found += _shapes("seen", before.visuals, after.visuals)
    return found + _shapes("touched", before.collisions, after.collisions)


def _shapes(how: str, before: Sequence[Visual | Collision], after: Sequence[Visual | Collision]) -> list[str]:
    """Shapes that a body is seen or touched by."""
    found = []
    if len(before) != len(after):
        found.append(f"shapes it is {how} by: {len(before)} → {len(after)}")
    for a, b in zip(before, after, strict=False):
        if not _same_shape(a.shape, b.shape):
            found.append(f"{_shape(a.shape)} it is {how} by → {_shape(b.shape)}")
        if _far(a.placement, b.placement):
            found.append(f"{_shape(b.shape)} it is {how} by {_moved(a.placement, b.placement)}")
        if isinstance(a, Visual) and isinstance(b, Visual) and a.color != b.color:
            found.append("another colour")
    return found


def _same_shape(a: Shape, b: Shape) -> bool:
    if isinstance(a, Mesh) and isinstance(b, Mesh) and a.data is not None and b.data is not None:
        data = ((a.data.vertices, b.data.vertices), (a.data.triangles, b.data.triangles))
        return a == b and all(np.array_equal(one, other) for one, other in data)
    return type(a) is type(b) and all(
        np.array_equal(getattr(a, field.name), getattr(b, field.name)) for field in fields(a) if field.compare
    )


def _shape(shape: Shape) -> str:
    return f"mesh {shape.path.name}" if isinstance(shape, Mesh) else type(shape).__name__.lower()


def _far(a: Array, b: Array) -> bool:
    return bool(np.max(np.abs(a - b)) > _SAME)


def _moved(before: Array, after: Array) -> str:
    """How far one pose (4, 4) is from another."""
    by = float(np.linalg.norm(after[:3, 3] - before[:3, 3]))
    cosine = 0.5 * (float(np.trace(before[:3, :3].T @ after[:3, :3])) - 1.0)
    turned = float(np.degrees(np.arccos(min(max(cosine, -1.0), 1.0))))
    texts = [f"moved by {quantity_text(by, 'm')}"] if by > _SAME else []
    texts += [f"turned by {_number(turned, '°')}"] if turned > 1e-6 else []
    return " and ".join(texts) or "moved by less than can be told"


def _number(value: float, unit: str) -> str:
    return with_unit(number_text(value), unit)


def _numbers(values: Array) -> str:
    return " ".join(number_text(float(value)) for value in values)
