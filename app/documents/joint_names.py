"""Names for the numbers of q and v, and for the rows of the joint panel."""

from __future__ import annotations

from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.simulation.scene.scene import Scene
from torseur.ui.panels.joints.values import JointGroup, JointSpec

_QUATERNION = ("qx", "qy", "qz", "qw")
_TURNS = ("ω_x", "ω_y", "ω_z")
_PARTS = {
    JointKind.FREE_FLYER: (("x", "y", "z", *_QUATERNION), ("v_x", "v_y", "v_z", *_TURNS)),
    JointKind.PLANAR: (("x", "y", "angle"), ("v_x", "v_y", "ω_z")),
    JointKind.SPHERICAL: (_QUATERNION, _TURNS),
}
"""The numbers in q and in v of joints that have several."""


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


def joint_groups(scene: Scene) -> tuple[JointGroup, ...]:
    """The joints of one degree of freedom, by robot, as the joint panel shows them."""
    groups = []
    slices = scene.model.joint_slices()
    for part in scene.parts:
        specs = []
        for name in part.model.joint_names:
            joint = part.model.joint(name)
            full = name if name in slices else f"{part.name}/{name}"
            if joint.kind.nv != 1 or joint.mimic is not None or full not in slices:
                continue
            place = slices[full][0]
            specs.append(
                JointSpec(
                    full,
                    readable(name),
                    joint.kind is not JointKind.PRISMATIC,
                    joint.lower,
                    joint.upper,
                    float(scene.initial.q[place][0]),
                )
            )
        if specs:
            groups.append(JointGroup(part.name.replace("_", " "), tuple(specs)))
    return tuple(groups)


def readable(name: str) -> str:
    """The name of a joint as one reads it: shoulder_pan_joint is "shoulder pan"."""
    words = [word for word in name.replace("-", "_").split("_") if word]
    if len(words) > 1 and words[-1].lower() == "joint":
        words.pop()
    return " ".join(words)
