"""Names and units of the numbers in q, v and τ, joint by joint, and the numbers of joints and links."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .model import Joint, JointKind, Model

_QUATERNION = ("qx", "qy", "qz", "qw")
_TURNS = ("ω_x", "ω_y", "ω_z")
_PARTS = {
    JointKind.FREE_FLYER: (("x", "y", "z", *_QUATERNION), ("v_x", "v_y", "v_z", *_TURNS)),
    JointKind.PLANAR: (("x", "y", "angle"), ("v_x", "v_y", "ω_z")),
    JointKind.SPHERICAL: (_QUATERNION, _TURNS),
}
"""The numbers in q and in v of joints that have several."""


@lru_cache(maxsize=8)  # models are compared by identity
def joint_numbers(model: Model) -> Mapping[str, int]:
    """The number of each joint, which is that of the link on it too: 0 of all that stands still.

    From 1 on, those of one degree of freedom in the order of q, as the joint panel has them; then others that move, those that
    follow another among them; then those that fix a link to one that moves.
    """
    joints = [model.joint(name) for name in dict.fromkeys((*model.joint_names, *(one.name for one in model.joints)))]
    moving = sorted((one for one in joints if model.frame_row[model.frame_index(one.child)] > 0), key=_rank)
    return dict.fromkeys((one.name for one in joints), 0) | {one.name: n for n, one in enumerate(moving, 1)}


def _rank(joint: Joint) -> int:
    return 2 if joint.kind is JointKind.FIXED else int(joint.kind.nv != 1 or joint.mimic is not None)


def speed_letters(kind: JointKind) -> tuple[str, ...]:
    """What the numbers of v are called of a joint that has several, in the notation of `paint_math`; () of one alone."""
    return _PARTS[kind][1] if kind in _PARTS else ()


def position_names(model: Model) -> list[str]:
    """A name for each number of q."""
    return _names(model, 0)


def velocity_names(model: Model) -> list[str]:
    """A name for each number of v: the joint, and of one that has several which of them."""
    return _names(model, 1)


_UNITS = {"q": ("m", "rad"), "v": ("m/s", "rad/s"), "a": ("m/s²", "rad/s²"), "tau": ("N", "N m")}


def units(model: Model, letter: str) -> list[str]:
    """The unit of each number of q, v, a (q̈) or tau."""
    linear, angular = _UNITS[letter]
    found: list[str] = []
    for name, (in_q, _) in model.joint_slices().items():
        kind = model.joint(name).kind
        if kind in _PARTS:
            parts = _PARTS[kind][0 if letter == "q" else 1]
            found += [_unit_of(part, linear, angular) for part in parts]
        elif in_q.stop > in_q.start:
            found.append(linear if kind is JointKind.PRISMATIC else angular)
    return found


def _unit_of(part: str, linear: str, angular: str) -> str:
    if part in _QUATERNION:
        return "1"
    return angular if part in _TURNS or part == "angle" else linear


def _names(model: Model, which: int) -> list[str]:
    names: list[str] = []
    for name, places in model.joint_slices().items():
        parts = _PARTS.get(model.joint(name).kind)
        if parts is not None:
            names += [f"{name} {part}" for part in parts[which]]
        elif places[which].stop > places[which].start:
            names.append(name)
    return names
