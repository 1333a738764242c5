"""What is different between two models, a short sentence each: what changed in a file that was read again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TypeVar

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind, Model, Visual
from torseur.sim.multibody.model.shapes import Mesh, Shape
from torseur.sim.texts import marked, tr
from torseur.ui.text.number_text import as_shown, number_text, quantity_text, with_unit

Part = TypeVar("Part", Body, Joint)
_NOT_ANGLES = (JointKind.PRISMATIC, JointKind.PLANAR, JointKind.FREE_FLYER)
JOINTS, LINKS, FRAMES, POSES = (  # what is told of one that is new and of several, of one that is gone and of several
    (
        marked("new joint: {names}"),
        marked("new joints: {names}"),
        marked("gone joint: {names}"),
        marked("gone joints: {names}"),
    ),
    (marked("new link: {names}"), marked("new links: {names}"), marked("gone link: {names}"), marked("gone links: {names}")),
    (
        marked("new frame: {names}"),
        marked("new frames: {names}"),
        marked("gone frame: {names}"),
        marked("gone frames: {names}"),
    ),
    (marked("new pose: {names}"), marked("new poses: {names}"), marked("gone pose: {names}"), marked("gone poses: {names}")),
)
SEEN, TOUCHED = (
    (
        marked("shapes it is seen by: {before} → {after}"),
        marked("{before} it is seen by → {after}"),
        marked("{shape} it is seen by {moved}"),
    ),
    (
        marked("shapes it is touched by: {before} → {after}"),
        marked("{before} it is touched by → {after}"),
        marked("{shape} it is touched by {moved}"),
    ),
)
_SAME = 1e-12  # of placements, axes and centres of mass: rounding [m, 1]


def changes(before: Model, after: Model, unit: str = "deg") -> tuple[str, ...]:
    """Sentences, joints first, in the order of the newer model; none if the two are equal.

    unit : "deg" or "rad", of angles
    """
    found: list[str] = []
    if before.name != after.name:
        found.append(tr("the robot is called “{name}”, and no longer “{before}”", name=after.name, before=before.name))
    found += _parts(
        tr("joint “{name}”: {change}"),
        JOINTS,
        _by_name(before.joints),
        _by_name(after.joints),
        lambda a, b: _of_joint(a, b, unit),
    )
    found += _parts(tr("link “{name}”: {change}"), LINKS, _by_name(before.bodies), _by_name(after.bodies), _of_body)
    found += _set(FRAMES, [f.name for f in before.frames], [f.name for f in after.frames])
    found += _set(POSES, list(before.poses), list(after.poses))
    if len(before.findings) != len(after.findings):
        found.append(tr("findings: {before} → {after}", before=len(before.findings), after=len(after.findings)))
    return tuple(found)


def _by_name(parts: Sequence[Part]) -> dict[str, Part]:
    return {part.name: part for part in parts}


def _parts(
    changed: str,
    names: Sequence[str],
    before: Mapping[str, Part],
    after: Mapping[str, Part],
    differ: Callable[[Part, Part], list[str]],
) -> list[str]:
    """`changed` is how a change of one is told, `names` what is told of those that came and went."""
    found = _set(names, list(before), list(after))
    for name, part in after.items():
        if name in before:
            found += [changed.format(name=name, change=text) for text in differ(before[name], part)]
    return found


def _set(texts: Sequence[str], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """What came and what went; the texts are for one that came and for several, and the same for those that went."""
    found = []
    new_one, new, gone_one, gone = texts
    for names, one, several in (
        ([n for n in after if n not in before], new_one, new),
        ([n for n in before if n not in after], gone_one, gone),
    ):
        if names:
            listed = ", ".join(tr("“{name}”", name=name) for name in names[:4])
            if len(names) > 4:
                listed = tr("{names} and {count} more", names=listed, count=len(names) - 4)
            found.append(tr(several if len(names) > 1 else one, names=listed))
    return found


def _of_joint(before: Joint, after: Joint, unit: str) -> list[str]:
    angular = after.kind not in _NOT_ANGLES
    scale, of_q = (np.degrees(1.0), "°") if angular and unit == "deg" else (1.0, "rad" if angular else "m")
    per = "°/s" if of_q == "°" else f"{of_q}/s"
    found = []
    if before.kind is not after.kind:
        found.append(tr("type {before} → {after}", before=before.kind.value, after=after.kind.value))
    if before.parent != after.parent:
        found.append(tr("parent {before} → {after}", before=before.parent or tr("world"), after=after.parent or tr("world")))
    if before.child != after.child:
        found.append(tr("child {before} → {after}", before=before.child or tr("world"), after=after.child or tr("world")))
    if _far(before.placement, after.placement) or _far(before.child_placement, after.child_placement):
        found.append(
            tr(
                "origin {moved}",
                moved=_moved(before.placement @ before.child_placement, after.placement @ after.child_placement),
            )
        )
    if _far(before.axis, after.axis):
        found.append(tr("axis {before} → {after}", before=_numbers(before.axis), after=_numbers(after.axis)))
    if (before.lower, before.upper) != (after.lower, after.upper):
        limits = [
            tr("{least} to {most}", least=_number(j.lower * scale, of_q), most=_number(j.upper * scale, of_q))
            for j in (before, after)
        ]
        found.append(tr("limits {before} → {after}", before=limits[0], after=limits[1]))
    effort, of_force = (tr("greatest torque"), "N·m") if angular else (tr("greatest force"), "N")
    for field, name, factor, of in (
        ("velocity_limit", tr("greatest speed"), scale, per),
        ("effort_limit", effort, 1.0, of_force),
        ("damping", tr("damping"), 1.0, "N·m·s/rad" if angular else "N·s/m"),
        ("friction", tr("dry friction"), 1.0, of_force),
        ("armature", tr("armature"), 1.0, "kg·m²" if angular else "kg"),
        ("stiffness", tr("stiffness"), 1.0, "N·m/rad" if angular else "N/m"),
        ("rest", tr("rest of its spring"), scale, of_q),
        ("pitch", tr("screw pitch"), 1.0, "m/rad"),
    ):
        a, b = getattr(before, field), getattr(after, field)
        if a != b:
            found.append(f"{name} {_number(a * factor, of)} → {_number(b * factor, of)}")
    if before.mimic != after.mimic:
        texts = [as_shown(f"{m.ratio:g} × {m.joint} + {m.offset:g}") if m else tr("none") for m in (before.mimic, after.mimic)]
        found.append(tr("follows {before} → {after}", before=texts[0], after=texts[1]))
    return found


def _of_body(before: Body, after: Body) -> list[str]:
    found = []
    if before.mass != after.mass:
        found.append(
            tr("mass {before} → {after}", before=quantity_text(before.mass, "kg"), after=quantity_text(after.mass, "kg"))
        )
    if _far(before.com, after.com):
        found.append(
            tr("centre of mass moved by {distance}", distance=quantity_text(float(np.linalg.norm(after.com - before.com)), "m"))
        )
    if not np.array_equal(before.inertia, after.inertia):
        found.append(tr("another inertia"))
    found += _shapes(SEEN, before.visuals, after.visuals)
    return found + _shapes(TOUCHED, before.collisions, after.collisions)


def _shapes(texts: Sequence[str], before: Sequence[Visual | Collision], after: Sequence[Visual | Collision]) -> list[str]:
    """Shapes that a body is seen or touched by: texts for another number of them, another shape, and one that is moved."""
    found = []
    if len(before) != len(after):
        found.append(tr(texts[0], before=len(before), after=len(after)))
    for a, b in zip(before, after, strict=False):
        if not _same_shape(a.shape, b.shape):
            found.append(tr(texts[1], before=_shape(a.shape), after=_shape(b.shape)))
        if _far(a.placement, b.placement):
            found.append(tr(texts[2], shape=_shape(b.shape), moved=_moved(a.placement, b.placement)))
        if isinstance(a, Visual) and isinstance(b, Visual) and a.color != b.color:
            found.append(tr("another colour"))
    return found


def _same_shape(a: Shape, b: Shape) -> bool:
    if isinstance(a, Mesh) and isinstance(b, Mesh) and a.data is not None and b.data is not None:
        data = ((a.data.vertices, b.data.vertices), (a.data.triangles, b.data.triangles))
        return a == b and all(np.array_equal(one, other) for one, other in data)
    return type(a) is type(b) and all(
        np.array_equal(getattr(a, field.name), getattr(b, field.name)) for field in fields(a) if field.compare
    )


def _shape(shape: Shape) -> str:
    return tr("mesh {file}", file=shape.path.name) if isinstance(shape, Mesh) else tr(type(shape).__name__.lower())


def _far(a: Array, b: Array) -> bool:
    return bool(np.max(np.abs(a - b)) > _SAME)


def _moved(before: Array, after: Array) -> str:
    """How far one pose (4, 4) is from another."""
    by = float(np.linalg.norm(after[:3, 3] - before[:3, 3]))
    cosine = 0.5 * (float(np.trace(before[:3, :3].T @ after[:3, :3])) - 1.0)
    turned = float(np.degrees(np.arccos(min(max(cosine, -1.0), 1.0))))
    texts = [tr("moved by {distance}", distance=quantity_text(by, "m"))] if by > _SAME else []
    texts += [tr("turned by {angle}", angle=_number(turned, "°"))] if turned > 1e-6 else []
    return tr(" and ").join(texts) or tr("moved by less than can be told")


def _number(value: float, unit: str) -> str:
    return with_unit(number_text(value), unit)


def _numbers(values: Array) -> str:
    return " ".join(number_text(float(value)) for value in values)
