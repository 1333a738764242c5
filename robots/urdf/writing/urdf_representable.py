"""From a `Model` to links and joints that URDF can say, and findings about the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Body, Collision, Finding, Frame, Joint, JointKind, Model, Visual
from torseur.sim.multibody.model.shapes import Capsule, HeightField, Mapping, Plane, Shape, SolidEllipsoid
from torseur.sim.texts import marked, tr

from ...faults import finding_of
from ...poses import neutral
from ..srdf import ROOT
from ..tree import free_name
from ..urdf_joints import KINDS

WORLD = "world"  # name of the link that stands for the world, where one is needed
NO_LIMIT = 1e9  # written where URDF wants a limit and there is none [rad | m | rad/s | m/s | N m | N]
_WORDS = {
    "velocity_limit": marked("velocity limit"),
    "effort_limit": marked("effort limit"),
    "lower": marked("lower limit"),
    "upper": marked("upper limit"),
}


@dataclass(slots=True)
class UrdfParts:
    """Links and joints of a URDF file. Every joint has a parent, and carries its child's frame at its own."""

    path: Path
    bodies: list[Body] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def report(self, element: str, message: str, found: str) -> None:
        """Record what URDF cannot say."""
        self.findings.append(finding_of("not-in-urdf", self.path, f"{element}: " + message, 0, element, found))

    def new_link(self, preferred: str) -> str:
        """Add a link without mass, and return its name: the one wanted, or with a number."""
        name = free_name(preferred, {body.name for body in self.bodies})
        self.bodies.append(Body(name))
        return name

    def fix(self, preferred: str, parent: str, child: str, placement: Array) -> None:
        """Add a fixed joint, of the name wanted or with a number."""
        name = free_name(preferred, {joint.name for joint in self.joints})
        self.joints.append(Joint(name, JointKind.FIXED, parent, child, placement))


def urdf_parts(model: Model, path: Path) -> UrdfParts:
    """Return what is written of a model. Raises ModelError for joints of a kind that URDF does not have."""
    _refuse_kinds(model)
    parts = UrdfParts(path, list(model.bodies))
    roots = [joint for joint in model.joints if joint.parent is None]
    base_is_implied = _is_left_to_the_reader(roots)
    world = None if base_is_implied else _world(parts, roots)
    if base_is_implied:
        _report_base(parts, model, roots[0])
    parts.bodies[: len(model.bodies)] = [_body(parts, body) for body in model.bodies]
    _report_capsules(parts)
    parts.joints = [_joint(parts, joint, world) for joint in model.joints if joint.parent is not None or world is not None]
    for joint in [joint for joint in parts.joints if not _is_identity(joint.child_placement)]:
        _part(parts, joint)
    for frame in model.frames:
        _frame(parts, frame, world)
    _report_srdf(parts, model)
    return parts


def _refuse_kinds(model: Model) -> None:
    unsupported = [joint for joint in model.joints if joint.kind not in KINDS.values()]
    if unsupported:
        named = ", ".join(f"{joint.name!r} ({joint.kind.value})" for joint in unsupported)
        message = tr(
            "model {model!r} cannot be said in URDF, which has no joints of the kind of {named}", model=model.name, named=named
        )
        raise ModelError("{message}; it has {kinds}", message=message, kinds=", ".join(KINDS))


def _is_identity(placement: Array) -> bool:
    return np.array_equal(placement, np.eye(4))


def _is_left_to_the_reader(roots: Sequence[Joint]) -> bool:
    """Whether the base is one that a URDF file leaves to its reader: a single one, fixed or free, at the world's origin."""
    placed = all(_is_identity(joint.placement) and _is_identity(joint.child_placement) for joint in roots)
    return len(roots) == 1 and placed and roots[0].kind in (JointKind.FIXED, JointKind.FREE_FLYER)


def _report_base(parts: UrdfParts, model: Model, root: Joint) -> None:
    """Record what a reader cannot know of the joint that carries the base."""
    element = f"joint {root.name!r}"
    if root.kind is JointKind.FREE_FLYER:
        message = tr("that the base is free is left to who reads the file (free_flyer=True)")
        parts.report(element, message, root.kind.value)
        _report_dynamics(parts, root)
    if root.name != free_name(ROOT, {joint.name for joint in model.joints[1:]} | set(model.body_names)):
        parts.report(
            element, tr("the joint that carries the base is left out; when read it is named {root!r}", root=ROOT), root.name
        )


def _world(parts: UrdfParts, roots: Sequence[Joint]) -> str:
    """Add a link for the world, from which joints place or move what stands on it."""
    world = parts.new_link(WORLD)
    named = ", ".join(repr(joint.name) for joint in roots)
    parts.report(
        f"link {world!r}",
        tr("it is added, without mass, to stand for the world, where joints start: {named}", named=named),
        named,
    )
    return world


def _body(parts: UrdfParts, body: Body) -> Body:
    """Return the body with those of its shapes that URDF has."""
    return replace(
        body,
        visuals=tuple(_visual(parts, body, visual) for visual in body.visuals if _has_shape(parts, body, visual)),
        collisions=tuple(_collision(parts, body, part) for part in body.collisions if _has_shape(parts, body, part)),
    )


def _has_shape(parts: UrdfParts, body: Body, part: Visual | Collision) -> bool:
    if not isinstance(part.shape, Plane | HeightField | SolidEllipsoid):
        return True
    kind, role = type(part.shape).__name__, type(part).__name__.lower()
    what = {"HeightField": tr("height field"), "SolidEllipsoid": "ellipsoid"}.get(kind, "plane")
    parts.report(f"link {body.name!r}", tr("a {role} is left out: URDF has no {what}", role=role, what=what), kind)
    return False


def _visual(parts: UrdfParts, body: Body, visual: Visual) -> Visual:
    skin = visual.skin
    said = skin is None or skin.mapping is Mapping.AROUND or (skin.mapping is Mapping.OWN and skin.stretch == (1.0, 1.0, 1.0))
    if skin is not None and (not said or skin.path is None):
        why = tr("it is in no file") if skin.path is None else tr("URDF cannot say how it is laid")
        parts.report(f"link {body.name!r}", tr("a texture is left out: {why}", why=why), skin.mapping.value)
        visual = replace(visual, skin=None)
    red, green, blue, alpha = (min(max(value, 0.0), 1.0) for value in visual.color)
    if (red, green, blue, alpha) == tuple(visual.color):
        return visual
    found = " ".join(f"{value:g}" for value in visual.color)
    parts.report(f"link {body.name!r}", tr("a colour, {found}, is cut to 0 to 1", found=found), found)
    return replace(visual, color=(red, green, blue, alpha))


def _collision(parts: UrdfParts, body: Body, collision: Collision) -> Collision:
    if collision.material:
        message = tr("the material {material!r} of a collision is left out", material=collision.material)
        parts.report(f"link {body.name!r}", message, collision.material)
    return collision


def _shapes(body: Body) -> list[Shape]:
    return [visual.shape for visual in body.visuals] + [collision.shape for collision in body.collisions]


def _report_capsules(parts: UrdfParts) -> None:
    """Record which links have capsules: they are written, and are no part of the first URDF."""
    links = [body.name for body in parts.bodies if any(isinstance(shape, Capsule) for shape in _shapes(body))]
    if links:
        named = ", ".join(map(repr, links))
        parts.report(
            "robot", tr("its capsules are written as <capsule>, which not all programs read: links {named}", named=named), named
        )


def _joint(parts: UrdfParts, joint: Joint, world: str | None) -> Joint:
    """Return the joint as URDF says it. Where the child's frame is not at the joint's, `child_placement` still tells."""
    if joint.kind is JointKind.FIXED:
        placement = joint.placement @ joint.child_placement
        return Joint(joint.name, joint.kind, joint.parent or world, joint.child, placement)
    _report_dynamics(parts, joint)
    parent = joint.parent or world
    if joint.kind.nv != 1:
        return Joint(
            joint.name, joint.kind, parent, joint.child, joint.placement, axis=joint.axis, child_placement=joint.child_placement
        )
    return _limited(parts, replace(joint, parent=parent))


def _report_dynamics(parts: UrdfParts, joint: Joint) -> None:
    """Record what URDF has no word for: the rotor, the spring, and all that a joint of several degrees has."""
    element = f"joint {joint.name!r}"
    if joint.armature:
        parts.report(element, tr("its armature of {armature:g} is left out", armature=joint.armature), f"{joint.armature:g}")
    if joint.stiffness:
        spring = tr("stiffness {stiffness:g}, rest {rest:g}", stiffness=joint.stiffness, rest=joint.rest)
        parts.report(element, tr("its spring is left out ({spring})", spring=spring), spring)
    if joint.kind.nv == 1:
        return
    for name in ("damping", "friction"):
        if getattr(joint, name):
            value = f"{getattr(joint, name):g}"
            parts.report(
                element,
                tr("its {name} of {value} is left out: it has several degrees of freedom", name=name, value=value),
                value,
            )


def _limited(parts: UrdfParts, joint: Joint) -> Joint:
    """Return a joint of one degree with the limits that its type has in URDF, all finite, or with none."""
    element = f"joint {joint.name!r}"
    if joint.kind is JointKind.REVOLUTE and (joint.lower, joint.upper) == (-math.inf, math.inf):
        parts.report(element, tr("it has no limits, and is written as continuous"), joint.kind.value)
        joint = replace(joint, kind=JointKind.CONTINUOUS)
    if joint.kind is JointKind.CONTINUOUS:
        if math.isfinite(joint.lower) or math.isfinite(joint.upper):
            limits = f"{joint.lower:g} to {joint.upper:g}"
            parts.report(element, tr("its limits {limits} are left out: it is continuous", limits=limits), limits)
            joint = replace(joint, lower=-math.inf, upper=math.inf)
        if math.isinf(joint.velocity_limit) and math.isinf(joint.effort_limit):
            return joint
    else:
        lower, upper = (_finite(parts, joint, name) for name in ("lower", "upper"))
        joint = replace(joint, lower=lower, upper=upper)
    velocity, effort = (_finite(parts, joint, name) for name in ("velocity_limit", "effort_limit"))
    return replace(joint, velocity_limit=velocity, effort_limit=effort)


def _finite(parts: UrdfParts, joint: Joint, name: str) -> float:
    """Return a limit, or the number that is written where there is none."""
    value: float = getattr(joint, name)
    if not math.isinf(value):
        return value
    message = tr("it has no {words}, which URDF wants; {no_limit:g} is written", words=tr(_WORDS[name]), no_limit=NO_LIMIT)
    parts.report(f"joint {joint.name!r}", message, tr(_WORDS[name]))
    return math.copysign(NO_LIMIT, value)


def _part(parts: UrdfParts, joint: Joint) -> None:
    """Put a link at the joint's frame, and fix the child to it: in URDF a joint carries its child's frame at its own."""
    link = parts.new_link(f"{joint.name}_moved")
    from_link = replace(joint, child=link, child_placement=np.eye(4))
    parts.joints[parts.joints.index(joint)] = from_link
    parts.fix(f"{joint.name}_fixed", link, joint.child, joint.child_placement)
    message = tr(
        "the frame of link {child!r} is not at the joint's; a link {link!r} without mass is put between",
        child=joint.child,
        link=link,
    )
    parts.report(f"joint {joint.name!r}", message, link)


def _frame(parts: UrdfParts, frame: Frame, world: str | None) -> None:
    """Write a frame as a link without mass."""
    element, body = f"frame {frame.name!r}", frame.body or world
    if body is None:
        parts.report(element, tr("it is left out: it is fixed to the world, and not to a link"), WORLD)
        return
    link = parts.new_link(frame.name)
    parts.fix(f"{frame.name}_fixed", body, link, frame.placement)
    parts.report(
        element, tr("it is written as a link {link!r} without mass, fixed to link {body!r}", link=link, body=body), body
    )


def _report_srdf(parts: UrdfParts, model: Model) -> None:
    """Record what only an SRDF file has."""
    rest = neutral(model)
    poses = [name for name, q in model.poses.items() if name != "home" or not np.array_equal(q, rest)]
    if poses:
        named = ", ".join(map(repr, poses))
        parts.report("robot", tr("its poses are left out, which only an SRDF file has: {named}", named=named), named)
    if model.never_touching:
        count = len(model.never_touching)
        parts.report(
            "robot",
            tr("its pairs of links that never touch are left out, which only an SRDF file has: {count}", count=count),
            f"{count}",
        )
