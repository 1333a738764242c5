"""Whether links and joints form one tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.errors import UnknownNameError
from sim.multibody.model import Joint

from .document import Document, Element


def check_names(document: Document, elements: Sequence[Element], kind: str) -> dict[str, Element]:
    """Return the elements by name; an error at the second of two that share one."""
    by_name: dict[str, Element] = {}
    for element in elements:
        name = document.text(element, "name")
        if name in by_name:
            first = by_name[name].sourceline
            raise document.error(element, f"a second {kind} is named {name!r}; the first is on line {first}")
        by_name[name] = element
    return by_name


def root_link(document: Document, links: Mapping[str, Element], joints: Sequence[tuple[Joint, Element]]) -> str:
    """Return the one link that is no joint's child; an error if links and joints are no single tree."""
    if not links:
        raise document.error(document.root, "there is no <link>")
    above: dict[str, Joint] = {}
    for joint, element in joints:
        for role, name in (("parent", joint.parent or ""), ("child", joint.child)):
            if name not in links:
                unknown = UnknownNameError("link", name, links, f"<{role}> of joint {joint.name!r}")
                raise document.error(element.find(role), str(unknown))
        if joint.child in above:
            first = above[joint.child].name
            message = f"link {joint.child!r} is the child of two joints, {first!r} and {joint.name!r}; a tree needs one"
            raise document.error(element, message)
        above[joint.child] = joint
    roots = [name for name in links if name not in above]
    if len(roots) > 1:
        listed = ", ".join(map(repr, roots[:8])) + (", …" if len(roots) > 8 else "")
        raise document.error(links[roots[1]], f"{len(roots)} links have no parent: {listed}; a tree has one root")
    _refuse_cycles(document, above, dict((joint.name, element) for joint, element in joints))
    return roots[0]


def _refuse_cycles(document: Document, above: Mapping[str, Joint], elements: Mapping[str, Element]) -> None:
    safe: set[str] = set()
    for start in above:
        seen: list[str] = []
        link = start
        while link in above and link not in safe:
            if link in seen:
                ring = [above[name].name for name in reversed(seen[seen.index(link) :])]
                first = min(range(len(ring)), key=lambda i: elements[ring[i]].sourceline)
                names = ", ".join(map(repr, ring[first:] + ring[:first]))
                raise document.error(elements[ring[first]], f"the joints {names} form a cycle; a tree has none")
            seen.append(link)
            link = above[link].parent or ""
        safe.update(seen)
