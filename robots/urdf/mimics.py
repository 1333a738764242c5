"""Whom a mimic joint follows in the end."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from torseur.sim.multibody.model.model import Joint, JointKind, Mimic
from torseur.sim.texts import tr

from .document import Element, UrdfDocument
from .quantities import RATIO


def followed(document: UrdfDocument, joints: Sequence[Joint], elements: Mapping[str, Element]) -> list[Joint]:
    """Return the joints, each mimic following a joint that is independent: chains of mimics are multiplied out.

    elements : of all joints of the file, those that cannot be read too
    """
    joints = _with_leaders(document, joints, elements)
    known = {joint.name: joint for joint in joints}
    return [document.attempt(joint, _followed, document, joint, known, elements) for joint in joints]


def _followed(document: UrdfDocument, joint: Joint, known: Mapping[str, Joint], elements: Mapping[str, Element]) -> Joint:
    mimic, chain = joint.mimic, {joint.name}
    if mimic is None:
        return joint
    at = elements[joint.name].find("mimic")
    while True:
        leader = known.get(mimic.joint)
        if leader is not None and leader.name == joint.name:
            message = tr(
                "joint {joint!r}: its <mimic> leads back to joint {mimic_joint!r}", joint=joint.name, mimic_joint=mimic.joint
            )
            raise document.error("mimic-circle", at, message, joint.mimic.joint if joint.mimic else "", tr("another joint"))
        if leader is None or leader.name in chain:  # said where it is wrong: at that joint
            return joint
        if leader.mimic is None:
            _check_ratio(document, joint, mimic, at)
            return replace(joint, mimic=mimic)
        chain.add(leader.name)
        ratio, offset = leader.mimic.ratio, leader.mimic.offset
        mimic = Mimic(leader.mimic.joint, mimic.ratio * ratio, mimic.ratio * offset + mimic.offset)


def _with_leaders(document: UrdfDocument, joints: Sequence[Joint], elements: Mapping[str, Element]) -> list[Joint]:
    """Return the joints, without the mimics of joints that do not exist or cannot be followed."""
    kinds = {joint.name: joint.kind for joint in joints}
    led = []
    for joint in joints:
        name = joint.mimic.joint if joint.mimic is not None else None
        if name is not None and (name not in elements or (name in kinds and kinds[name].nv != 1)):
            _report_leader(document, joint.name, name, kinds.get(name), elements)
            joint = replace(joint, mimic=None)
        led.append(joint)
    return led


def _report_leader(
    document: UrdfDocument, own: str, name: str, kind: JointKind | None, elements: Mapping[str, Element]
) -> None:
    at, alone = elements[own].find("mimic"), tr("it is left out, and the joint moves by itself")
    if kind is None:
        near = difflib.get_close_matches(name, [other for other in elements if other != own], n=1)
        meant = tr(" (is {near!r} meant?)", near=near[0]) if near else ""
        message = tr(
            "joint {own!r}: <mimic> names joint {name!r}, which does not exist{meant}; {alone}",
            own=own,
            name=name,
            meant=meant,
            alone=alone,
        )
        document.report("mimic-unknown", at, message, name, tr("the name of a joint"))
    else:
        of = kind.value.replace("_", "-")
        message = tr(
            "joint {own!r}: <mimic> names joint {name!r}, which is {of} and cannot be followed; {alone}",
            own=own,
            name=name,
            of=of,
            alone=alone,
        )
        document.report("mimic-leader", at, message, of, tr("one degree of freedom"))


def _check_ratio(document: UrdfDocument, joint: Joint, mimic: Mimic, at: Element) -> None:
    largest = max(abs(mimic.ratio), abs(mimic.offset))
    if not largest <= RATIO.refused:
        message = tr(
            "joint {joint!r}: through the joints it follows, it moves {largest:g} times as far as the first",
            joint=joint.name,
            largest=largest,
        )
        raise document.error("magnitude-refused", at, message, f"{largest:g}", tr("at most {refused:g}", refused=RATIO.refused))
