"""A model with one body or joint changed: built anew from its parts, as all that kernels read follows from them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError, UnknownNameError
from ...texts import tr
from .build import build_model
from .model import Body, Joint, JointKind, Model

Part = TypeVar("Part", Body, Joint)

_SHAPES = {"com": (3,), "inertia": (3, 3), "placement": (4, 4), "child_placement": (4, 4), "axis": (3,)}
_AT_LEAST_0 = ("mass", "velocity_limit", "effort_limit", "damping", "friction", "armature", "stiffness")
_NUMBERS = (*_AT_LEAST_0, "lower", "upper", "pitch", "rest")
_ROUNDED = 1e-9  # how far typed numbers may be from a unit vector, a rotation or a symmetric matrix


def check_name(kind: str, name: object, example: str) -> None:
    """Refuse what is no name of a body, joint or part. Raises ArgumentError."""
    if not isinstance(name, str):
        given, called = type(name).__name__, getattr(name, "name", kind)
        article = "an" if given[0] in "AEIOUaeiou" else "a"
        raise ArgumentError(
            tr(
                "with_{kind} takes the name of a {kind} and what is to change of it, as with_{kind}(…, {called!r}, "
                "{example}); given {article} {given}",
                kind=kind,
                called=called,
                example=example,
                article=article,
                given=given,
            )
            + (tr(" named {called!r}", called=called) if hasattr(name, "name") else "")
        )


def changed_body(model: Model, name: str, **changes: Any) -> Model:
    """The model with these fields of a `Body` changed; see `with_body`."""
    check_name("body", name, "mass=2.0")
    bodies = {body.name: body for body in model.bodies}
    if name not in bodies:
        raise UnknownNameError("body", str(name), bodies, tr("model {model!r}", model=model.name))
    changed = _changed(bodies[name], tr("body {name!r}", name=name), changes)
    return rebuilt(model, tuple(changed if body.name == name else body for body in model.bodies), model.joints)


def changed_joint(model: Model, name: str, **changes: Any) -> Model:
    """The model with these fields of a `Joint` changed; see `with_joint`."""
    check_name("joint", name, "damping=0.1")
    changed = _changed(model.joint(name), tr("joint {name!r}", name=name), changes)
    if not changed.lower <= changed.upper:
        raise ArgumentError(
            "joint {name!r}: lower = {lower:g} must not be above upper = {upper:g}",
            name=name,
            lower=changed.lower,
            upper=changed.upper,
        )
    return rebuilt(model, model.bodies, tuple(changed if joint.name == name else joint for joint in model.joints))


def rebuilt(model: Model, bodies: tuple[Body, ...], joints: tuple[Joint, ...]) -> Model:
    """The model of other bodies and joints, with all else that belongs to it."""
    built = build_model(
        model.name, bodies, joints, model.frames, poses=model.poses, findings=model.findings, source=model.source
    )
    return replace(built, never_touching=model.never_touching)


def _changed(part: Part, what: str, changes: dict[str, Any]) -> Part:
    known = [field.name for field in fields(part)]
    for name in changes:
        if name not in known:
            raise UnknownNameError("field", name, known, what)
    return replace(part, **{name: _checked(what, name, value) for name, value in changes.items()})


def _checked(what: str, name: str, value: Any) -> Any:
    """The value of a field, arrays read-only; ArgumentError if it cannot be."""
    if name in _SHAPES:
        return _checked_array(what, name, value)
    if name in _NUMBERS:
        number = as_floats(f"{what}: {name}", value)
        if number.ndim or np.isnan(number):
            raise ArgumentError("{what}: {name} must be a number; given {value!r}", what=what, name=name, value=value)
        if name in _AT_LEAST_0 and number < 0.0:
            raise ArgumentError("{what}: {name} must be at least 0; given {value!r}", what=what, name=name, value=value)
        return float(number)
    if name == "kind" and not isinstance(value, JointKind):
        raise ArgumentError(
            "{what}: kind must be a JointKind, such as JointKind.REVOLUTE; given {value!r}", what=what, value=value
        )
    return tuple(value) if name in ("visuals", "collisions") else value


def _checked_array(what: str, name: str, value: Any) -> Array:
    array = as_floats(f"{what}: {name}", value)
    if array.shape != _SHAPES[name] or not np.all(np.isfinite(array)):
        raise ArgumentError(
            "{what}: {name} must be {shapes} finite numbers; given {value!r}",
            what=what,
            name=name,
            shapes=_SHAPES[name],
            value=value,
        )
    if name == "axis" and abs(np.linalg.norm(array) - 1.0) > _ROUNDED:
        raise ArgumentError(
            "{what}: axis must have length 1; given {value!r}, of length {norm:.9g}",
            what=what,
            value=value,
            norm=np.linalg.norm(array),
        )
    if name == "inertia" and np.max(np.abs(array - array.T)) > _ROUNDED * np.max(np.abs(array)):
        raise ArgumentError("{what}: inertia must be symmetric; given {value!r}", what=what, value=value)
    if array.shape == (4, 4):
        R = array[:3, :3]
        if np.max(np.abs(R @ R.T - np.eye(3))) > _ROUNDED or np.linalg.det(R) < 0.0 or list(array[3]) != [0, 0, 0, 1]:
            raise ArgumentError(
                "{what}: {name} must be a pose: a rotation and a translation over 0 0 0 1; given {value!r}",
                what=what,
                name=name,
                value=value,
            )
    return frozen(array)
