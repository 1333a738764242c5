"""From a <joint> of SDF to joints: of two axes there are two, with a link without mass between them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.multibody.model.model import Body, Joint, JointKind, Mimic
from torseur.sim.texts import tr

from ..urdf.document import Element, UrdfDocument, children, owner
from ..urdf.quantities import (
    ANGLE,
    ANGLE_LIMIT,
    DAMPING,
    EFFORT_LIMIT,
    FRICTION,
    LENGTH,
    LENGTH_LIMIT,
    RATIO,
    SPEED_LIMIT,
    Quantity,
)
from ..urdf.rotors import reflected_inertia
from ..urdf.tree import free_name
from ..urdf.urdf_joints import ordered, report_zero, unit_axis
from .frames import Frames
from .sdf_elements import WORLD

KINDS = {
    "revolute": JointKind.REVOLUTE,
    "continuous": JointKind.CONTINUOUS,
    "prismatic": JointKind.PRISMATIC,
    "screw": JointKind.HELICAL,
    "ball": JointKind.SPHERICAL,
    "universal": JointKind.REVOLUTE,
    "revolute2": JointKind.REVOLUTE,
    "fixed": JointKind.FIXED,
}
_TWO_AXES = ("universal", "revolute2")
_NO_LIMIT = 1e16  # what SDF has for none
_Z = np.array([0.0, 0.0, 1.0])


def second_names(elements: Mapping[str, Element], taken: set[str]) -> dict[str, tuple[str, str]]:
    """Return for each joint of two axes the names of its second joint and of the link between; `taken` then holds them."""
    names = {}
    for name, element in elements.items():
        if (element.get("type") or "").strip() in _TWO_AXES:
            second, between = free_name(f"{name}_2", taken), free_name(f"{name}_link", taken)
            taken |= {second, between}
            names[name] = second, between
    return names


def joints_of(
    document: UrdfDocument,
    element: Element,
    frames: Frames,
    ends: tuple[str, str],
    seconds: Mapping[str, tuple[str, str]],
    world: Array,
    is_reversed: bool = False,
) -> tuple[list[Joint], list[Body]]:
    """Return the joints that an element is, and the links between them.

    ends    : the links that it connects; the first is empty for the world
    seconds : as `second_names` gives them
    world   : (4, 4) X_WM, where the model is in the world
    is_reversed : whether its ends are not as in the file: it turns or slides about minus its axis then, of two the second first
    """
    kind = KINDS.get(document.text(element, "type"))
    if kind is None:
        kinds = ", ".join(map(repr, KINDS))
        message = tr(
            "{owner}no joint type {type!r} is read; there are {kinds}",
            owner=owner(element),
            type=element.get("type"),
            kinds=kinds,
        )
        raise document.error("joint-type", element, message, element.get("type"), kinds)
    name, (parent, child) = element.get("name"), ends
    in_model = frames.pose(name)
    above = np.linalg.inv(frames.pose(parent)) if parent else world
    placement, after = above @ in_model, np.linalg.inv(in_model) @ frames.pose(child)
    first = _joint(document, element, "axis", kind, frames, seconds)
    if is_reversed and kind.nv == 1:
        first = replace(first, axis=frozen(-first.axis))
    if name not in seconds:
        return [_placed(first, name, parent or None, child, placement, after)], []
    second_name, between = seconds[name]
    second = _joint(document, element, "axis2", kind, frames, seconds)
    one, other = (first, name), (second, second_name)
    if is_reversed:
        one, other = (replace(second, axis=frozen(-second.axis)), second_name), one
    return [_placed(*one, parent or None, between, placement, np.eye(4)), _placed(*other, between, child, np.eye(4), after)], [
        Body(between)
    ]


def _placed(joint: Joint, name: str, parent: str | None, child: str, placement: Array, after: Array) -> Joint:
    return replace(joint, name=name, parent=parent, child=child, placement=frozen(placement), child_placement=frozen(after))


def _joint(
    document: UrdfDocument, element: Element, tag: str, kind: JointKind, frames: Frames, seconds: Mapping[str, tuple[str, str]]
) -> Joint:
    """Return a joint with all that one axis says, and no place yet."""
    name = element.get("name")
    axis = document.only(element, tag)
    pitch = _pitch(document, element) if kind is JointKind.HELICAL else 0.0
    if kind.nv != 1:
        _report_unused(document, element, kind)
        return Joint(name, kind, None, "")
    if axis is None:
        message = tr("{owner}a {type} joint needs an <{tag}>", owner=owner(element), type=element.get("type"), tag=tag)
        raise document.error("element-missing", element, message, "", f"<{tag}>")
    direction = document.attempt(_Z, _direction, document, axis, frames, name)
    lower, upper, velocity, effort = _limits(document, axis, kind)
    if kind is JointKind.REVOLUTE and math.isinf(lower) and math.isinf(upper):
        kind = JointKind.CONTINUOUS
    dynamics = document.only(axis, "dynamics")
    damping = friction = stiffness = rest = 0.0
    if dynamics is not None:
        damping = _not_negative(document, dynamics, "damping", DAMPING)
        friction = _not_negative(document, dynamics, "friction", FRICTION)
        stiffness = _not_negative(document, dynamics, "spring_stiffness", DAMPING)
        rest = document.number(dynamics, "spring_reference", 0.0, ANGLE_LIMIT)
    return Joint(
        name,
        kind,
        None,
        "",
        axis=frozen(direction),
        lower=lower,
        upper=upper,
        velocity_limit=velocity,
        effort_limit=effort,
        damping=damping,
        friction=friction,
        stiffness=stiffness,
        rest=rest,
        pitch=pitch,
        armature=document.attempt(0.0, reflected_inertia, document, element),
        mimic=_mimic(document, axis, kind, seconds),
    )


def _direction(document: UrdfDocument, axis: Element, frames: Frames, joint: str) -> Array:
    """Return the unit vector (3,) along the axis, in the joint's frame."""
    found = document.only(axis, "xyz")
    xyz = axis if found is None else found  # where it is said, or would be
    vector = _Z if found is None else unit_axis(document, xyz, "value")
    within = (xyz.get("expressed_in") or "").strip()
    if within == WORLD:
        message = tr("{owner}<xyz> is said in the world's frame, which a model's joint does not know", owner=owner(axis))
        raise document.error("frame-unknown", xyz, message, within, tr("a link, joint or frame"))
    if within:
        to_joint = frames.pose(joint)[:3, :3].T
        vector = to_joint @ frames.pose(frames.known(xyz, within))[:3, :3] @ vector
    return vector


def _limits(document: UrdfDocument, axis: Element, kind: JointKind) -> tuple[float, float, float, float]:
    """Lower, upper, velocity and effort limits; infinite where SDF says none."""
    limit = document.only(axis, "limit")
    if limit is None:
        return -math.inf, math.inf, math.inf, math.inf
    quantity = LENGTH_LIMIT if kind is JointKind.PRISMATIC else ANGLE_LIMIT
    lower = _bound(document, limit, "lower", -math.inf, quantity)
    upper = _bound(document, limit, "upper", math.inf, quantity)
    if kind is JointKind.CONTINUOUS:
        lower, upper = -math.inf, math.inf
    lower, upper = ordered(document, limit, lower, upper)
    velocity = _bound(document, limit, "velocity", math.inf, SPEED_LIMIT)
    effort = _bound(document, limit, "effort", math.inf, EFFORT_LIMIT)
    for name, value in (("effort", effort), ("velocity", velocity)):
        if value == 0.0 and kind.nv == 1:
            report_zero(document, limit, f"<limit><{name}> 0", name, "0")
    return lower, upper, velocity if velocity >= 0.0 else math.inf, effort if effort >= 0.0 else math.inf


def _bound(document: UrdfDocument, limit: Element, name: str, none: float, quantity: Quantity) -> float:
    """Return a limit; from 1e16 on it is none, as SDF says. A negative one of velocity or effort means none too."""
    text = (limit.get(name) or "").strip().lower()
    if text.lstrip("+-") in ("inf", "infinity"):
        return -math.inf if text.startswith("-") else math.inf
    at = limit.find(name)
    if at is None or at.get("value") is None:
        return none
    try:
        if abs(float(text)) >= _NO_LIMIT:
            return math.copysign(math.inf, float(text))
    except ValueError:
        pass  # which reading it says
    consequence = tr("its {name} limit is left out", name=name)
    value = document.optional("limit-left-out", consequence, document.number, at, "value", None, quantity)
    return none if value is None else value


def _not_negative(document: UrdfDocument, element: Element, name: str, quantity: Quantity) -> float:
    at = element.find(name)
    value = 0.0 if at is None else document.number(at, "value", 0.0, quantity)
    if value < 0.0:
        message = tr("{owner}<{name}> {value} must not be negative", owner=owner(element), name=name, value=at.get("value"))
        raise document.error("negative", at, message, at.get("value"), tr("0 or more"))
    return value


def _pitch(document: UrdfDocument, element: Element) -> float:
    """Return how far a screw goes [m/rad]: <screw_thread_pitch> is metres a turn, <thread_pitch> -radians a metre."""
    new, old = element.find("screw_thread_pitch"), element.find("thread_pitch")
    if new is not None:
        return document.number(new, "value", None, LENGTH) / (2.0 * math.pi)
    if old is None:
        message = tr("{owner}a screw joint needs a <screw_thread_pitch>", owner=owner(element))
        raise document.error("element-missing", element, message, "", "<screw_thread_pitch>")
    turns = document.number(old, "value", None, RATIO)
    if turns == 0.0:
        message = tr("{owner}<thread_pitch> 0: it would go no way and any", owner=owner(element))
        raise document.error("sdf-value", old, message, "0", "not 0")
    return -1.0 / turns


def _mimic(document: UrdfDocument, axis: Element, kind: JointKind, seconds: Mapping[str, tuple[str, str]]) -> Mimic | None:
    """Return whom the axis follows: multiplier · (leader - reference) + offset."""
    mimic = document.only(axis, "mimic")
    if mimic is None:
        return None
    ratio = document.number(mimic, "multiplier", 1.0, RATIO)
    offset = document.number(mimic, "offset", 0.0, LENGTH if kind is JointKind.PRISMATIC else ANGLE)
    reference = document.number(mimic, "reference", 0.0, ANGLE)
    leader = document.text(mimic, "joint")
    if (mimic.get("axis") or "axis").strip() == "axis2":
        leader = seconds[leader][0] if leader in seconds else f"{leader}_2"  # which there is not, as will be said
    return Mimic(leader, ratio, offset - ratio * reference)


def _report_unused(document: UrdfDocument, element: Element, kind: JointKind) -> None:
    """Record what the axis of a joint says that has none here."""
    for axis in children(element):
        if axis.tag in ("axis", "axis2") and kind is JointKind.SPHERICAL:
            message = tr("{owner}its <{tag}> is left out: a ball joint has none", owner=owner(element), tag=axis.tag)
            document.report("sdf-unused", axis, message, f"<{axis.tag}>")
