"""Whom a mimic joint follows in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sim.errors import UnknownNameError
from sim.multibody.model import Joint, Mimic

from .document import Document, Element


def followed(document: Document, joints: Sequence[tuple[Joint, Element]]) -> list[Joint]:
    """Return the joints, each mimic following a joint that is independent: chains of mimics are multiplied out."""
    by_name = {joint.name: (joint, element) for joint, element in joints}
    return [_followed(document, joint, element, by_name) for joint, element in joints]


def _followed(
    document: Document, joint: Joint, element: Element, by_name: Mapping[str, tuple[Joint, Element]]
) -> Joint:
    mimic, chain = joint.mimic, [joint.name]
    if mimic is None:
        return joint
    at = element.find("mimic")
    while True:
        if mimic.joint not in by_name:
            raise document.error(
                at, str(UnknownNameError("joint", mimic.joint, by_name, f"<mimic> of joint {joint.name!r}"))
            )
        if mimic.joint in chain:
            raise document.error(at, f"joint {joint.name!r}: its <mimic> leads back to joint {mimic.joint!r}")
        leader = by_name[mimic.joint][0]
        if leader.kind.nv != 1:
            kind = leader.kind.value.replace("_", "-")
            raise document.error(
                at, f"joint {joint.name!r} mimics {leader.name!r}, which is {kind}; it needs one degree of freedom"
            )
        if leader.mimic is None:
            return replace(joint, mimic=mimic)
        chain.append(leader.name)
        ratio, offset = leader.mimic.ratio, leader.mimic.offset
        mimic = Mimic(leader.mimic.joint, mimic.ratio * ratio, mimic.ratio * offset + mimic.offset)
