"""A model as what a Denavit-Hartenberg table can say: links one after the other, each moved by one joint."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Body, Finding, Joint, JointKind, Model
from torseur.sim.texts import tr

from ..faults import finding_of
from .dh_reader import TOOL
from .normals import Axis

_MOVING = (JointKind.REVOLUTE, JointKind.CONTINUOUS, JointKind.PRISMATIC)
_BASES = (JointKind.FIXED, JointKind.FREE_FLYER)


@dataclass(slots=True)
class Link:
    """Bodies that are fixed to one another, and where they are in the world at q = 0."""

    bodies: list[Body]
    poses: list[Array]  # (4, 4) each


@dataclass(slots=True)
class SerialChain:
    """The links of a robot from its base on, the joints between them, and what a table leaves out."""

    path: Path
    links: list[Link]
    joints: list[Joint]  # of one degree each; joint i moves link i + 1
    axes: list[Axis]  # of the joints, at q = 0
    tool: Array  # (4, 4) pose of the tool in the world, at q = 0
    findings: list[Finding] = field(default_factory=list)

    def report(self, element: str, message: str, found: str) -> None:
        """Record what a table leaves out."""
        self.findings.append(finding_of("not-in-table", self.path, f"{element}: " + message, 0, element, found))


def chain_of(model: Model, path: Path, tool: str | None) -> SerialChain:
    """Return the links and joints of a model that is one chain. Raises ModelError that lists all that a table cannot say."""
    faults = _faults(model)
    if faults:
        reasons = "; ".join(faults)
        raise ModelError(
            "model {model!r} cannot be said as a table of Denavit-Hartenberg rows: {reasons}", model=model.name, reasons=reasons
        )
    poses = _poses(model)
    links, joints, axes = [], [], []
    where: dict[str, Link] = {}
    bodies = {body.name: body for body in model.bodies}
    for joint in in_order(model):
        if joint.parent is None or joint.kind is not JointKind.FIXED:
            where[joint.child] = Link([], [])
            links.append(where[joint.child])
        else:
            where[joint.child] = where[joint.parent]
        where[joint.child].bodies.append(bodies[joint.child])
        where[joint.child].poses.append(poses[joint.child])
        if joint.parent is not None and joint.kind is not JointKind.FIXED:
            pose = poses[joint.parent] @ joint.placement
            joints.append(joint)
            axes.append(Axis(pose[:3, 3], pose[:3, :3] @ (joint.axis / np.linalg.norm(joint.axis))))
    chain = SerialChain(path, links, joints, axes, np.eye(4))
    _report_left_out(chain, model)
    chain.tool = _tool(chain, model, poses, tool)
    return chain


def in_order(model: Model) -> list[Joint]:
    """Return the joints so that each comes after the one that carries its parent."""
    above: dict[str | None, list[Joint]] = {}
    for joint in model.joints:
        above.setdefault(joint.parent, []).append(joint)
    ordered, waiting = [], above.get(None, [])[::-1]
    while waiting:
        ordered.append(waiting.pop())
        waiting += above.get(ordered[-1].child, [])[::-1]
    return ordered


def _faults(model: Model) -> list[str]:
    """Return all that keeps a model from being a table, a clause each."""
    faults = []
    roots = [joint for joint in model.joints if joint.parent is None]
    if len(roots) > 1:
        faults.append(tr("it has {count} bases: {listed}", count=len(roots), listed=_listed(joint.child for joint in roots)))
    for joint in roots:
        if joint.kind not in _BASES:
            faults.append(
                tr(
                    "its base {child!r} moves by a {kind} joint {joint!r}",
                    child=joint.child,
                    kind=joint.kind.value,
                    joint=joint.name,
                )
            )
    group: dict[str, str] = {}  # the first body of the link that each body is part of
    joints_on: dict[str, list[Joint]] = {}
    for joint in in_order(model):
        fixed = joint.kind is JointKind.FIXED and joint.parent is not None
        group[joint.child] = group[joint.parent] if fixed and joint.parent is not None else joint.child
        if joint.parent is not None and joint.kind is not JointKind.FIXED:
            joints_on.setdefault(group[joint.parent], []).append(joint)
            faults += _faults_of_joint(joint)
    for body, joints in joints_on.items():
        if len(joints) > 1:
            faults.append(
                tr(
                    "link {body!r} carries {count} joints, {listed}; rows have no branches",
                    body=body,
                    count=len(joints),
                    listed=_listed(j.name for j in joints),
                )
            )
    if not joints_on:
        faults.append(tr("it has no joint that moves"))
    return faults


def _faults_of_joint(joint: Joint) -> list[str]:
    faults = []
    if joint.kind not in _MOVING:
        return [tr("joint {joint!r} is {kind}; rows are revolute, prismatic or fixed", joint=joint.name, kind=joint.kind.value)]
    if joint.mimic is not None:
        faults.append(tr("joint {joint!r} follows joint {joint_2!r}", joint=joint.name, joint_2=joint.mimic.joint))
    if joint.stiffness:
        faults.append(tr("joint {joint!r} has a spring of {stiffness:g}", joint=joint.name, stiffness=joint.stiffness))
    if math.isfinite(joint.lower) != math.isfinite(joint.upper):
        faults.append(
            tr(
                "joint {joint!r} has one limit of two ({lower:g} to {upper:g})",
                joint=joint.name,
                lower=joint.lower,
                upper=joint.upper,
            )
        )
    return faults


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


def _poses(model: Model) -> dict[str, Array]:
    """Return where each body is in the world at q = 0, a free base at the origin: (4, 4) each."""
    poses: dict[str, Array] = {}
    for joint in in_order(model):
        above = np.eye(4) if joint.parent is None else poses[joint.parent]
        poses[joint.child] = above @ joint.placement @ joint.child_placement
    return poses


def _tool(chain: SerialChain, model: Model, poses: dict[str, Array], tool_frame: str | None) -> Array:
    """Return the pose (4, 4) of the frame that becomes the tool, and say which other frames are left out."""
    frames = {frame.name: (frame.body, frame.placement) for frame in model.frames}
    frames = {**{body.name: (body.name, np.eye(4)) for body in model.bodies}, **frames}
    if tool_frame is not None:
        model.frame_index(tool_frame)  # says which frames there are
    last = {body.name for body in chain.links[-1].bodies}
    at_end = [name for name, (body, _) in frames.items() if body in last]
    name = tool_frame or (TOOL if TOOL in at_end else at_end[-1])
    body, placement = frames[name]
    if body not in last:
        raise ModelError(
            "model {model!r}: frame {name!r} cannot be the tool: it is not fixed to the last link; these are: {listed}",
            model=model.name,
            name=name,
            listed=_listed(at_end),
        )
    if name != TOOL:
        chain.report(f"frame {name!r}", tr("it is written as the frame {tool!r}", tool=TOOL), name)
    for frame in model.frames:
        if frame.name != name:
            chain.report(f"frame {frame.name!r}", tr("it is left out: a table has one frame, at its end"), frame.name)
    return np.asarray(poses[str(body)] @ placement)


def _report_left_out(chain: SerialChain, model: Model) -> None:
    """Record what rows have no word for."""
    root = next(joint for joint in model.joints if joint.parent is None)
    if root.kind is JointKind.FREE_FLYER:
        message = tr("that the base is free is left to who reads the file (free_flyer=True)")
        chain.report(f"joint {root.name!r}", message, root.kind.value)
        if root.armature:
            chain.report(
                f"joint {root.name!r}",
                tr("its armature of {armature:g} is left out", armature=root.armature),
                f"{root.armature:g}",
            )
    for link in chain.links:
        for body in link.bodies[1:]:
            message = tr("it is fixed to link {bodies!r}, and becomes a part of it", bodies=link.bodies[0].name)
            chain.report(f"link {body.name!r}", message, body.name)
    for joint in chain.joints:
        if joint.kind is JointKind.CONTINUOUS:
            chain.report(f"joint {joint.name!r}", tr("it is written as revolute, without limits"), joint.kind.value)
    if model.never_touching:
        count = len(model.never_touching)
        chain.report("robot", tr("its pairs of links that never touch are left out: {count}", count=count), f"{count}")
