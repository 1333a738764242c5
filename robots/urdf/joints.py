"""From a <joint> to a `Joint`."""

from __future__ import annotations

import math

import numpy as np

from sim.multibody.arrays import Array, frozen
from sim.multibody.model import Joint, JointKind, Mimic, Severity

from .document import Document, Element, owner
from .geometry import placement_of

KINDS = {
    "revolute": JointKind.REVOLUTE,
    "continuous": JointKind.CONTINUOUS,
    "prismatic": JointKind.PRISMATIC,
    "fixed": JointKind.FIXED,
    "planar": JointKind.PLANAR,
    "floating": JointKind.FREE_FLYER,
}
_LIMITED = (JointKind.REVOLUTE, JointKind.PRISMATIC)
_DEFAULT_AXIS = (1.0, 0.0, 0.0)


def joint_of(document: Document, element: Element) -> Joint:
    """Return the joint an element describes."""
    kind = _kind(document, element)
    one_degree = kind.nv == 1
    dynamics = document.only(element, "dynamics") if one_degree else None
    lower, upper, velocity, effort = _limits(document, element, kind)
    return Joint(
        name=document.text(element, "name"),
        kind=kind,
        parent=_end(document, element, "parent"),
        child=_end(document, element, "child"),
        placement=placement_of(document, element),
        axis=_axis(document, element) if one_degree or kind is JointKind.PLANAR else frozen(np.array([0.0, 0.0, 1.0])),
        lower=lower,
        upper=upper,
        velocity_limit=velocity,
        effort_limit=effort,
        damping=0.0 if dynamics is None else _not_negative(document, dynamics, "damping", 0.0),
        friction=0.0 if dynamics is None else _not_negative(document, dynamics, "friction", 0.0),
        mimic=_mimic(document, element, kind),
    )


def _kind(document: Document, element: Element) -> JointKind:
    given = document.text(element, "type")
    if given not in KINDS:
        raise document.error(
            element, f"{owner(element)}no joint type {given!r}; there are {', '.join(map(repr, KINDS))}"
        )
    return KINDS[given]


def _end(document: Document, element: Element, tag: str) -> str:
    end = document.only(element, tag)
    if end is None:
        raise document.error(element, f"{owner(element)}<{tag}> is missing")
    return document.text(end, "link")


def _axis(document: Document, element: Element) -> Array:
    """Return the unit vector (3,) along the joint's axis, in the joint's frame."""
    axis = document.only(element, "axis")
    if axis is None:
        return frozen(np.array(_DEFAULT_AXIS))
    given = np.array(document.numbers(axis, "xyz", 3, _DEFAULT_AXIS))
    length = math.sqrt(float(given @ given))
    if length < 1e-12:
        raise document.error(axis, f"{owner(element)}<axis> xyz={axis.get('xyz')!r} has no direction")
    if abs(length - 1.0) > 1e-6:
        message = f"{owner(element)}axis {axis.get('xyz')!r} has length {length:.6g}; it is scaled to 1"
        document.say(Severity.WARNING, axis, message)
    return frozen(given / length)


def _limits(document: Document, element: Element, kind: JointKind) -> tuple[float, float, float, float]:
    """Lower, upper, velocity and effort limits; infinite where the kind of joint has none."""
    limit = document.only(element, "limit")
    if kind.nv != 1 or (limit is None and kind not in _LIMITED):
        return -math.inf, math.inf, math.inf, math.inf
    if limit is None:
        raise document.error(element, f"{owner(element)}a {kind.value} joint needs a <limit>")
    velocity = _not_negative(document, limit, "velocity")
    effort = _not_negative(document, limit, "effort")
    if kind not in _LIMITED:
        return -math.inf, math.inf, velocity, effort
    lower, upper = document.number(limit, "lower", 0.0), document.number(limit, "upper", 0.0)
    if lower > upper:
        raise document.error(limit, f"{owner(element)}its lower limit {lower:g} is above its upper limit {upper:g}")
    if lower == upper:
        told = f"its limits are both {lower:g}"
        if limit.get("lower") is None and limit.get("upper") is None:
            told = "neither a lower nor an upper limit is given, which in URDF makes both 0"
        document.say(Severity.WARNING, limit, f"{owner(element)}{told}: it cannot move")
    return lower, upper, velocity, effort


def _not_negative(document: Document, element: Element, attribute: str, default: float | None = None) -> float:
    value = document.number(element, attribute, default)
    if value < 0:
        raise document.error(
            element, f"{owner(element)}<{element.tag}> {attribute}={element.get(attribute)!r} must not be negative"
        )
    return value


def _mimic(document: Document, element: Element, kind: JointKind) -> Mimic | None:
    mimic = document.only(element, "mimic")
    if mimic is None:
        return None
    if kind.nv != 1:
        message = f"{owner(element)}<mimic> is left out: a {kind.value.replace('_', '-')} joint cannot follow another"
        document.say(Severity.NOTE, mimic, message)
        return None
    leader = document.text(mimic, "joint")
    return Mimic(leader, document.number(mimic, "multiplier", 1.0), document.number(mimic, "offset", 0.0))
