"""Whom a mimic joint follows in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from torseur.sim.errors import UnknownNameError
from torseur.sim.multibody.model.model import Joint, Mimic

from .document import Element, UrdfDocument
from .quantities import RATIO


def followed(document: UrdfDocument, joints: Sequence[Joint], elements: Mapping[str, Element]) -> list[Joint]:
    """Return the joints, each mimic following a joint that is independent: chains of mimics are multiplied out.

    elements : of all joints of the file, those that cannot be read too
    """
    known = {joint.name: joint for joint in joints}
    return [document.attempt(joint, _followed, document, joint, known, elements) for joint in joints]


def _followed(
    document: UrdfDocument, joint: Joint, known: Mapping[str, Joint], elements: Mapping[str, Element]
) -> Joint:
    mimic, chain = joint.mimic, {joint.name}
    if mimic is None:
        return joint
    at = elements[joint.name].find("mimic")
    _check_leader(document, joint, mimic.joint, known, elements, at)
    while True:
        leader = known.get(mimic.joint)
        if leader is not None and leader.name == joint.name:
            message = f"joint {joint.name!r}: its <mimic> leads back to joint {mimic.joint!r}"
            raise document.error("mimic-circle", at, message, joint.mimic.joint if joint.mimic else "", "another joint")
        if leader is None or leader.name in chain:  # said where it is wrong: at that joint
            return joint
        if leader.mimic is None:
            _check_ratio(document, joint, mimic, at)
            return replace(joint, mimic=mimic)
        chain.add(leader.name)
        ratio, offset = leader.mimic.ratio, leader.mimic.offset
        mimic = Mimic(leader.mimic.joint, mimic.ratio * ratio, mimic.ratio * offset + mimic.offset)


def _check_leader(
    document: UrdfDocument,
    joint: Joint,
    name: str,
    known: Mapping[str, Joint],
    elements: Mapping[str, Element],
    at: Element,
) -> None:
    """Raise if the joint named in the <mimic> does not exist, or cannot be followed."""
    if name not in elements:
        unknown = str(UnknownNameError("joint", name, elements, f"<mimic> of joint {joint.name!r}"))
        raise document.error("mimic-unknown", at, unknown, name, "the name of a joint")
    if name in known and known[name].kind.nv != 1:
        kind = known[name].kind.value.replace("_", "-")
        message = f"joint {joint.name!r} mimics {name!r}, which is {kind}; it needs one degree of freedom"
        raise document.error("mimic-leader", at, message, kind, "one degree of freedom")


def _check_ratio(document: UrdfDocument, joint: Joint, mimic: Mimic, at: Element) -> None:
    largest = max(abs(mimic.ratio), abs(mimic.offset))
    if not largest <= RATIO.refused:
        message = f"joint {joint.name!r}: through the joints it follows, it moves {largest:g} times as far as the first"
        raise document.error("magnitude-refused", at, message, f"{largest:g}", f"at most {RATIO.refused:g}")
