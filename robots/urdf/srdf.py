"""The reference poses (<group_state>) of an SRDF file, and which links never touch (<disable_collisions>)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Finding, JointKind, Model
from torseur.sim.texts import tr

from ..faults import finding_of
from .document import Element, UrdfDocument
from .parsing import read_document

ROOT = "root_joint"  # what SRDF files call the free-flyer of the base


@dataclass(frozen=True, slots=True)
class ReferencePoses:
    """Where the named configurations of a URDF come from."""

    srdf: Path | None = None  # the file; None: one of the same name beside the URDF or in ../srdf, if there is one
    home: str = "home"  # which of them is "home", if none bears that name
    start: Mapping[str, Sequence[float]] = field(default_factory=dict)  # where joints are that no pose names: numbers in q


def read_srdf(
    path: Path | None, model: Model, root: str, rest: Array
) -> tuple[dict[str, Array], tuple[tuple[str, str], ...], list[Finding]]:
    """Named configurations (nq,) of the model, pairs of its bodies that never touch, and what there is to say about them.

    A state that is given for several groups is one pose.
    root : what this model calls the joint of its base
    rest : (nq,) where the joints are that a state does not name
    """
    if path is None:
        return {}, (), []
    try:
        document = read_document(path)
    except ModelError as error:  # a robot is worth having without its poses
        return {}, (), [_unread("pose", path, error), _unread("pair", path, error)]
    poses, findings = _poses(document, model, root, rest)
    never_touching, pair_findings = _never_touching(document, model)
    return poses, never_touching, [*findings, *pair_findings]


def _unread(what: str, path: Path, error: ModelError) -> Finding:
    return finding_of("poses", path, tr("no {what} is read: {message}", what=what, message=error.message), error.line or 0)


def _poses(document: UrdfDocument, model: Model, root: str, rest: Array) -> tuple[dict[str, Array], list[Finding]]:
    try:
        states: dict[str, list[Element]] = {}
        for state in document.root.findall("group_state"):
            states.setdefault(document.text(state, "name"), []).append(state)
        found = {name: _pose(document, elements, model, root, rest) for name, elements in states.items()}
        poses = {name: q for name, q in found.items() if q is not None}
    except ModelError as error:
        return {}, [_unread("pose", document.path, error)]
    if poses:
        document.report("poses-read", document.root, tr("poses read from here: {poses}", poses=", ".join(map(repr, poses))))
    return poses, list(document.findings)


def _never_touching(document: UrdfDocument, model: Model) -> tuple[tuple[tuple[str, str], ...], list[Finding]]:
    """Pairs of the model's bodies between which the file turns collisions off, and what there is to say about them."""
    path = document.path
    try:
        elements = document.root.findall("disable_collisions")
        pairs = [(document.text(element, "link1"), document.text(element, "link2")) for element in elements]
    except ModelError as error:
        return (), [_unread("pair", path, error)]
    names = set(model.body_names)
    known = [pair for pair in pairs if names.issuperset(pair)]
    unknown = sorted({name for pair in pairs for name in pair if name not in names})
    findings = []
    if known:
        message = tr("{count} pairs of links read from here never touch each other", count=len(known))
        findings.append(finding_of("poses-read", path, message, elements[0].sourceline or 0))
    if unknown:
        named = ", ".join(map(repr, unknown[:8])) + (", …" if len(unknown) > 8 else "")
        message = tr("the robot has no link {named}; pairs of them that never touch are left out", named=named)
        findings.append(finding_of("poses-unknown", path, message, elements[0].sourceline or 0))
    return tuple(known), findings


def _pose(document: UrdfDocument, states: list[Element], model: Model, root: str, rest: Array) -> Array | None:
    q, slices, unknown, known = rest.copy(), model.joint_slices(), [], 0
    for state in states:
        for element in state.findall("joint"):
            joint_name = document.text(element, "name")
            name = root if joint_name == ROOT else joint_name
            if name in slices:
                q[slices[name][0]] = _values(document, element, model.joint(name).kind)
                known += 1
            elif name != root and not _follows(model, name):
                unknown.append(joint_name)
    if unknown:
        named = ", ".join(map(repr, unknown[:8])) + (", …" if len(unknown) > 8 else "")
        left_out = tr("left out") if known else tr("the pose is left out")
        message = tr(
            "group state {name!r}: the robot has no moving joint {named}; {left_out}",
            name=states[0].get("name"),
            named=named,
            left_out=left_out,
        )
        document.report("poses", states[0], message)
        if not known:
            return None
    _within_limits(document, states[0], model, q)
    return q


def _follows(model: Model, name: str) -> bool:
    """Whether a joint of this name exists but has its position from another."""
    return any(joint.name == name and joint.mimic is not None for joint in model.joints)


def _values(document: UrdfDocument, element: Element, kind: JointKind) -> Array:
    """Return the joint's numbers in q. An angle may be given as its cosine and sine."""
    text = document.text(element, "value").split()
    if kind is JointKind.FREE_FLYER:
        values = np.array(document.numbers(element, "value", 7))
        length = float(np.linalg.norm(values[3:]))
        if abs(length - 1.0) > 1e-3:
            message = tr(
                "joint {name!r}: its quaternion has length {length:.4g}; 1 is wanted", name=element.get("name"), length=length
            )
            raise document.error("poses", element, message, f"{length:.4g}", "1")
        values[3:] /= length
        return values
    if len(text) == 2 and kind is not JointKind.PRISMATIC:
        cosine, sine = document.numbers(element, "value", 2)
        return np.array([math.atan2(sine, cosine)])
    return np.array(document.numbers(element, "value", 1))


def _within_limits(document: UrdfDocument, state: Element, model: Model, q: Array) -> None:
    """Take angles a full turn further where that brings them within their limits; say what stays beyond."""
    beyond = []
    for name, (in_q, _) in model.joint_slices().items():
        i, joint = in_q.start, model.joint(name)
        if joint.kind.nq != 1 or model.lower[i] - 1e-6 <= q[i] <= model.upper[i] + 1e-6:
            continue
        wrapped = q[i] + 2.0 * math.pi * (1.0 if q[i] < model.lower[i] else -1.0)
        if joint.kind is JointKind.REVOLUTE and model.lower[i] <= wrapped <= model.upper[i]:
            what = tr("joint {name!r} at {q:.4g} rad is beyond its limits; it is taken a full turn further", name=name, q=q[i])
            document.report("poses-unknown", state, tr("group state {name!r}: {what}", name=state.get("name"), what=what))
            q[i] = wrapped
        else:
            beyond.append(name)
    if beyond:
        named = ", ".join(map(repr, beyond[:8])) + (", …" if len(beyond) > 8 else "")
        message = tr(
            'group state {name!r} is beyond the limits of joint {named}; as "home" it is brought within',
            name=state.get("name"),
            named=named,
        )
        document.report("poses", state, message)
