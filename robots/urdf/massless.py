"""Which moving links have no mass, and what that means for dynamics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from torseur.sim.multibody.model.model import Body, Joint

from .document import Document, Element


def say_massless(
    document: Document, bodies: Sequence[Body], joints: Sequence[Joint], links: Mapping[str, Element]
) -> None:
    """Record a finding for each link that a joint moves and that has, with what is fixed to it, no mass."""
    rigid, whole = _carried(bodies, joints)
    for joint in joints:
        if joint.kind.nv == 0 or rigid[joint.child] > 0:
            continue
        told = "no <inertial>" if links[joint.child].find("inertial") is None else "a mass of 0"
        if whole[joint.child] > 0:
            message = f"link {joint.child!r} has {told}; joint {joint.name!r} moves only what comes after it"
            document.say("massless-link", links[joint.child], message, told, "a mass above 0")
        else:
            message = (
                f"link {joint.child!r} has {told}: joint {joint.name!r} moves no mass, its acceleration is undetermined"
            )
            document.say("massless", links[joint.child], message, told, "a mass above 0")


def _carried(bodies: Sequence[Body], joints: Sequence[Joint]) -> tuple[dict[str, float], dict[str, float]]:
    """Return for each link its mass with what is fixed to it, and with all that comes after it [kg]."""
    rigid = {body.name: body.mass for body in bodies}
    whole = dict(rigid)
    above = {joint.child: joint for joint in joints}
    below: dict[str | None, list[str]] = {}
    for joint in joints:
        below.setdefault(joint.parent, []).append(joint.child)
    ordered = [body.name for body in bodies if body.name not in above]
    for link in ordered:  # grows: parents come before children
        ordered += below.get(link, [])
    for link in reversed(ordered):
        if link in above:
            joint = above[link]
            parent = joint.parent or ""
            whole[parent] += whole[link]
            rigid[parent] += rigid[link] if joint.kind.nv == 0 else 0.0
    return rigid, whole
