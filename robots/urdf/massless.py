"""Which moving links have no mass, and what that means for dynamics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.multibody.model import Body, Joint

from .document import Document, Element


def say_massless(
    document: Document, bodies: Sequence[Body], joints: Sequence[Joint], links: Mapping[str, Element]
) -> None:
    """Record a finding for each link that a joint moves and that has, with what is fixed to it, no mass."""
    mass = {body.name: body.mass for body in bodies}
    below: dict[str | None, list[Joint]] = {}
    for joint in joints:
        below.setdefault(joint.parent, []).append(joint)

    def carried(link: str, rigidly: bool) -> float:
        total, waiting = 0.0, [link]
        while waiting:
            name = waiting.pop()
            total += mass[name]
            waiting += [joint.child for joint in below.get(name, []) if not rigidly or joint.kind.nv == 0]
        return total

    for joint in joints:
        if joint.kind.nv == 0 or carried(joint.child, rigidly=True) > 0:
            continue
        told = "no <inertial>" if links[joint.child].find("inertial") is None else "a mass of 0"
        if carried(joint.child, rigidly=False) > 0:
            message = f"link {joint.child!r} has {told}; joint {joint.name!r} moves only what comes after it"
            document.say("massless-link", links[joint.child], message, told, "a mass above 0")
        else:
            message = (
                f"link {joint.child!r} has {told}: joint {joint.name!r} moves no mass, its acceleration is undetermined"
            )
            document.say("massless", links[joint.child], message, told, "a mass above 0")
