"""From a <joint> to a `Joint`."""

from __future__ import annotations

import math
import re

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.multibody.model.model import Joint, JointKind, Mimic
from torseur.sim.texts import tr

from .document import Element, UrdfDocument, owner
from .geometry import placement_of
from .quantities import (
    ANGLE,
    ANGLE_LIMIT,
    DAMPING,
    DIRECTION,
    EFFORT_LIMIT,
    FRICTION,
    LENGTH,
    LENGTH_LIMIT,
    RATIO,
    SPEED_LIMIT,
    Quantity,
)
from .tree import Edge

KINDS = {
    "revolute": JointKind.REVOLUTE,
    "continuous": JointKind.CONTINUOUS,
    "prismatic": JointKind.PRISMATIC,
    "fixed": JointKind.FIXED,
    "planar": JointKind.PLANAR,
    "floating": JointKind.FREE_FLYER,
}
_BEYOND_URDF = {"spherical": JointKind.SPHERICAL, "ball": JointKind.SPHERICAL}  # as Bullet and MuJoCo read them
_LIMITED = (JointKind.REVOLUTE, JointKind.PRISMATIC)
_DEFAULT_AXIS = (1.0, 0.0, 0.0)
_ROUNDING = 1e-15  # an axis this close to length 1 stays as it is written: a saved one reads back bit for bit
_NO_LIMIT = re.compile(r"[+-]?inf(inity)?", re.IGNORECASE)
_UNLIMITED = (-math.inf, math.inf, math.inf, math.inf)
_X, _Z = frozen(np.array(_DEFAULT_AXIS)), frozen(np.array([0.0, 0.0, 1.0]))
_IDENTITY = frozen(from_xyz_rpy((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


def joint_of(document: UrdfDocument, edge: Edge) -> Joint | None:
    """Return the joint an element describes; None if a part of it cannot be read, with a finding for each such part."""
    errors_before, element = document.errors, edge.element
    kind = document.attempt(None, _kind, document, element)
    placement = document.attempt(_IDENTITY, placement_of, document, element)
    if kind is None:  # what does not depend on it can still be wrong
        document.attempt(_Z, _axis, document, element)
        _dynamics(document, element)
        return None
    one_degree = kind.nv == 1
    damping, friction = _dynamics(document, element) if one_degree else (0.0, 0.0)
    lower, upper, velocity, effort = document.attempt(_UNLIMITED, _limits, document, element, kind)
    if kind is JointKind.REVOLUTE and (lower, upper) == (-math.inf, math.inf):
        kind = JointKind.CONTINUOUS
    has_axis = one_degree or kind is JointKind.PLANAR
    axis = document.attempt(_Z, _axis, document, element) if has_axis else _Z
    mimic = document.attempt(None, _mimic, document, element, kind)
    if document.errors > errors_before or not (edge.name and edge.parent and edge.child):
        return None
    return Joint(
        name=edge.name,
        kind=kind,
        parent=edge.parent,
        child=edge.child,
        placement=placement,
        axis=axis,
        lower=lower,
        upper=upper,
        velocity_limit=velocity,
        effort_limit=effort,
        damping=damping,
        friction=friction,
        mimic=mimic,
    )


def _kind(document: UrdfDocument, element: Element) -> JointKind | None:
    name = document.text(element, "type")
    kind = KINDS.get(name) or KINDS.get(name.lower()) or _BEYOND_URDF.get(name.lower())
    if kind is None:
        kinds = ", ".join(map(repr, KINDS))
        message = tr("{owner}no joint type {name!r}; there are {kinds}", owner=owner(element), name=name, kinds=kinds)
        raise document.error("joint-type", element, message, name, kinds)
    if name not in KINDS:
        what = tr("is written in small letters") if name.lower() in KINDS else tr("is not one of URDF's")
        message = tr(
            "{owner}the type {name!r} {what}; it is read as {kind}",
            owner=owner(element),
            name=name,
            what=what,
            kind=kind.value.replace("_", "-"),
        )
        document.report("joint-type-read", element, message, name, ", ".join(map(repr, KINDS)))
    return kind


def _axis(document: UrdfDocument, element: Element) -> Array:
    """Return the unit vector (3,) along the joint's axis, in the joint's frame."""
    axis = document.only(element, "axis")
    return _X if axis is None else document.once(unit_axis, axis, "xyz", _DEFAULT_AXIS)


def unit_axis(document: UrdfDocument, element: Element, attribute: str, default: tuple[float, ...] | None = None) -> Array:
    """Return the unit vector (3,) that an attribute says, of URDF or of SDF; one of another length is scaled to 1."""
    vector, text = np.array(document.numbers(element, attribute, 3, default, DIRECTION)), element.get(attribute)
    length = math.sqrt(float(vector @ vector))
    if length < 1e-12:
        message = tr("{owner}axis {xyz!r} has no direction", owner=owner(element), xyz=text)
        raise document.error("axis-zero", element, message, text, tr("a vector of length 1"))
    if abs(length - 1.0) > 1e-6:
        message = tr(
            "{owner}axis {xyz!r} has length {length:.6g}; it is scaled to 1", owner=owner(element), xyz=text, length=length
        )
        document.report("axis-not-unit", element, message, text, tr("a vector of length 1"))
    return frozen(vector if abs(length - 1.0) <= _ROUNDING else vector / length)


def _dynamics(document: UrdfDocument, element: Element) -> tuple[float, float]:
    """Damping and dry friction; 0 without <dynamics>."""
    dynamics = document.attempt(None, document.only, element, "dynamics")
    if dynamics is None:
        return 0.0, 0.0
    damping = document.attempt(0.0, _not_negative, document, dynamics, "damping", 0.0, DAMPING)
    return damping, document.attempt(0.0, _not_negative, document, dynamics, "friction", 0.0, FRICTION)


def _limits(document: UrdfDocument, element: Element, kind: JointKind) -> tuple[float, float, float, float]:
    """Lower, upper, velocity and effort limits; infinite where the kind of joint has none."""
    limit = document.only(element, "limit")
    if kind.nv != 1 or (limit is None and kind not in _LIMITED):
        return _UNLIMITED
    if limit is None:
        message = tr(
            "{owner}a {kind} joint has no <limit>; it is read as one without limits", owner=owner(element), kind=kind.value
        )
        document.report("limit-missing", element, message, "", "<limit>")
        return _UNLIMITED
    return document.once(_limit_values, limit, kind)


def _limit_values(document: UrdfDocument, limit: Element, kind: JointKind) -> tuple[float, float, float, float]:
    velocity = _most(document, limit, "velocity", SPEED_LIMIT)
    effort = _most(document, limit, "effort", EFFORT_LIMIT)
    if kind not in _LIMITED:
        return -math.inf, math.inf, velocity, effort
    lower, upper = _range(document, limit, LENGTH_LIMIT if kind is JointKind.PRISMATIC else ANGLE_LIMIT)
    return lower, upper, velocity, effort


def _range(document: UrdfDocument, limit: Element, quantity: Quantity) -> tuple[float, float]:
    lower = _limit(document, limit, "lower", quantity, -math.inf)
    return ordered(document, limit, lower, _limit(document, limit, "upper", quantity, math.inf))


def ordered(document: UrdfDocument, limit: Element, lower: float, upper: float) -> tuple[float, float]:
    """Return these limits, of URDF or of SDF, the lower not above the upper: neither is taken otherwise."""
    found = f"{lower:g} to {upper:g}"
    if lower > upper:
        message = tr(
            "{owner}its lower limit {lower:g} is above its upper limit {upper:g}; neither is taken",
            owner=owner(limit),
            lower=lower,
            upper=upper,
        )
        document.report("limit-left-out", limit, message, found, tr("lower below upper"))
        return -math.inf, math.inf
    if lower == upper:
        equal = tr("its limits are both {lower:g}", lower=lower)
        if limit.get("lower") is None and limit.get("upper") is None:
            equal = tr("neither a lower nor an upper limit is given, which in URDF makes both 0")
        document.report(
            "limits-equal",
            limit,
            tr("{owner}{equal}: it cannot move", owner=owner(limit), equal=equal),
            found,
            tr("lower below upper"),
        )
    return lower, upper


def _limit(document: UrdfDocument, limit: Element, attribute: str, quantity: Quantity, none: float) -> float:
    """Return the limit that an attribute is; 0 without it, what is written as infinite is, and `none` for what cannot be read."""
    text = (limit.get(attribute) or "").strip()
    if not _NO_LIMIT.fullmatch(text):
        consequence, number = tr("its {attribute} limit is left out", attribute=attribute), document.number
        value = document.optional("limit-left-out", consequence, number, limit, attribute, 0.0, quantity)
        return none if value is None else value
    message = tr(
        "{owner}<limit> {attribute}={text!r} limits nothing; none is taken", owner=owner(limit), attribute=attribute, text=text
    )
    document.report("limit-left-out", limit, message, text, tr("a finite number"))
    return float(text)


def _most(document: UrdfDocument, limit: Element, attribute: str, quantity: Quantity) -> float:
    """Return the most that a velocity or an effort may be: infinite where nothing, or nothing that limits, is said."""
    text = (limit.get(attribute) or "").strip()
    if not text:
        message = tr("{owner}<limit> has no {attribute}; none is taken", owner=owner(limit), attribute=attribute)
        document.report("limit-missing", limit, message, "", attribute)
        return math.inf
    value = _limit(document, limit, attribute, quantity, math.inf)
    if value == 0.0:
        report_zero(document, limit, f"<limit> {attribute}={text!r}", attribute, text)
    if value < 0.0 and math.isfinite(value):
        message = tr(
            "{owner}<limit> {attribute}={text!r} is negative, which limits nothing; none is taken",
            owner=owner(limit),
            attribute=attribute,
            text=text,
        )
        document.report("limit-left-out", limit, message, text, tr("0 or more"))
    return value if value >= 0.0 else math.inf


def report_zero(document: UrdfDocument, element: Element, said: str, attribute: str, text: str) -> None:
    """Record that a limit of effort or velocity is 0, as files have it where none was known.

    No effort beside joints that have some is how a joint without a motor is written: that is but noted.
    """
    if attribute == "effort" and any(map(_is_driven, element.getroottree().iter("{*}limit"))):
        message = tr(
            "{owner}{said}: it has no motor, and torques of a controller are cut to 0", owner=owner(element), said=said
        )
        document.report("joint-passive", element, message, text, tr("above 0 where there is one"))
        return
    effect = (
        tr("nothing can drive it, and torques of a controller are cut to 0") if attribute == "effort" else tr("it may not move")
    )
    message = tr(
        "{owner}{said}: {effect}; where no limit is meant, leave it out", owner=owner(element), said=said, effect=effect
    )
    document.report("limits-zero", element, message, text, "above 0")


def _is_driven(limit: Element) -> bool:
    """Whether a <limit>, of URDF or of SDF, lets a motor drive its joint."""
    try:
        return float(limit.get("effort") or limit.findtext("effort") or 0.0) > 0.0
    except ValueError:
        return False


def _not_negative(document: UrdfDocument, element: Element, attribute: str, default: float | None, quantity: Quantity) -> float:
    value = document.number(element, attribute, default, quantity)
    if value < 0:
        text = element.get(attribute)
        message = tr(
            "{owner}<{tag}> {attribute}={text!r} must not be negative",
            owner=owner(element),
            tag=element.tag,
            attribute=attribute,
            text=text,
        )
        raise document.error("negative", element, message, text, tr("0 or more"))
    return value


def _mimic(document: UrdfDocument, element: Element, kind: JointKind) -> Mimic | None:
    mimic = document.only(element, "mimic")
    if mimic is None:
        return None
    if kind.nv != 1:
        kind_name = kind.value.replace("_", "-")
        message = tr(
            "{owner}<mimic> is left out: a {kind_name} joint cannot follow another", owner=owner(element), kind_name=kind_name
        )
        document.report("mimic-unused", mimic, message, kind_name, tr("one degree of freedom"))
        return None
    leader = document.text(mimic, "joint", "")
    if not leader:
        message = tr("{owner}<mimic> names no joint; it is left out, and the joint moves by itself", owner=owner(mimic))
        document.report("mimic-unknown", mimic, message, "", tr("the name of a joint"))
        return None
    multiplier = document.attempt(1.0, document.number, mimic, "multiplier", 1.0, RATIO)
    offset = document.attempt(0.0, document.number, mimic, "offset", 0.0, LENGTH if kind is JointKind.PRISMATIC else ANGLE)
    return Mimic(leader, multiplier, offset)
