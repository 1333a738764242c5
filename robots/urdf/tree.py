"""Whether links and joints form one tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from torseur.sim.errors import UnknownNameError
from torseur.sim.texts import tr

from .document import Element, UrdfDocument, owner

_WORLD = "world"


@dataclass(frozen=True, slots=True)
class Edge:
    """Which links a joint connects; empty what the file does not say."""

    name: str
    parent: str
    child: str
    element: Element


def by_name(document: UrdfDocument, elements: Sequence[Element], kind: str) -> dict[str, Element]:
    """Return the elements that have a name; of two that share one, the first."""
    found: dict[str, Element] = {}
    for element in elements:
        name = document.attempt("", document.text, element, "name")
        first: Any = found.setdefault(name, element)
        if name and first is not element:
            message = tr(
                "a second {kind} is named {name!r}; the first is on line {sourceline}",
                kind=kind,
                name=name,
                sourceline=first.sourceline,
            )
            document.report("name-duplicate", element, message, name, tr("another name"))
    found.pop("", None)
    return found


def name_joints(document: UrdfDocument) -> None:
    """Give joints that have no name one, after the links they connect: URDF has these in `link`, SDF as `value`."""
    joints = document.root.findall("joint")
    taken = {joint.get("name", "").strip() for joint in joints}
    for joint in joints:
        if (joint.get("name") or "").strip():
            continue
        parent, child = (
            (end.get("link") or end.get("value") or "").strip() if (end := joint.find(tag)) is not None else ""
            for tag in ("parent", "child")
        )
        name = free_name(f"{parent}_to_{child}", taken)
        taken.add(name)
        document.report("name-given", joint, tr("a <joint> has no name; it is called {name!r}", name=name), "", "name")
        joint.set("name", name)


def add_world(document: UrdfDocument) -> None:
    """Add a link `world` where joints start from one that is not there, as Drake's files have it: there it is the world."""
    links = {(link.get("name") or "").strip() for link in document.root.findall("link")}
    ends = (next(joint.iterchildren("parent"), None) for joint in document.root.findall("joint"))
    end = next((end for end in ends if end is not None and (end.get("link") or "").strip() == _WORLD), None)
    if end is None or _WORLD in links or not links:
        return
    message = tr(
        "{owner}<parent> names a link {world!r} that is not there; it is added, without mass, and stands still",
        owner=owner(end),
        world=_WORLD,
    )
    document.report("world-added", end, message, _WORLD, tr("a link"))
    document.root.insert(0, document.root.makeelement("link", {"name": _WORLD}))


def free_name(preferred: str, taken: Set[str]) -> str:
    """Return the name wanted, or with the first number that makes it free."""
    name, number = preferred, 1
    while name in taken:
        number += 1
        name = f"{preferred}_{number}"
    return name


def edge_of(document: UrdfDocument, element: Element) -> Edge:
    """Read which links a joint connects."""
    parent, child = (document.attempt("", _end, document, element, tag) for tag in ("parent", "child"))
    return Edge((element.get("name") or "").strip(), parent, child, element)


def _end(document: UrdfDocument, element: Element, tag: str) -> str:
    ends = list(element.iterchildren(tag))
    if len(ends) > 1 and len({end.get("link", "").strip() for end in ends}) > 1:
        names = " and ".join(repr(end.get("link", "")) for end in ends[:2])
        message = tr("{owner}it has two of <{tag}>, {names}; a joint has one", owner=owner(element), tag=tag, names=names)
        raise document.error("joint-ends", ends[1], message, names, f"one <{tag}>")
    end = ends[0] if len(ends) == 1 else document.only(element, tag)
    if end is None:
        name = element.get("name")
        message = (
            tr("joint {name!r}: <{tag}> is missing", name=name, tag=tag)
            if name
            else tr("<{tag}> of a joint is missing", tag=tag)
        )
        raise document.error("element-missing", element, message, "", f"<{tag}>")
    return document.text(end, "link")


def moved_links(edges: Sequence[Edge]) -> set[str]:
    """Return the links that some joint on their way to the root moves."""
    below: dict[str, list[Edge]] = {}
    for edge in edges:
        below.setdefault(edge.parent, []).append(edge)
    moved: set[str] = set()
    waiting = [edge.child for edge in edges if edge.element.get("type", "").strip() != "fixed"]
    while waiting:
        link = waiting.pop()
        if link not in moved:
            moved.add(link)
            waiting += [edge.child for edge in below.get(link, [])]
    return moved


def root_link(document: UrdfDocument, links: Mapping[str, Element], edges: Sequence[Edge]) -> str:
    """Return the one link that is no joint's child; empty, with findings, if links and joints are no single tree."""
    if not links:
        if document.root.find("link") is None:
            document.report("no-link", document.root, tr("there is no <link>"), "", "<link>")
        return ""
    _check_ends(document, links, edges)
    above = _above(document, links, edges)
    roots = [name for name in links if name not in above]
    per_part = _one_of_each_part(roots, edges)
    childless = sum(edge.child not in links for edge in edges)  # each leaves a link without a parent
    if len(per_part) > 1 + childless:
        named = ", ".join(map(repr, per_part[:8])) + (", …" if len(per_part) > 8 else "")
        message = tr("{count} links have no parent: {named}; a tree has one root", count=len(per_part), named=named)
        document.report("several-roots", links[per_part[1]], message, named, tr("one root"))
    _find_cycles(document, above)
    return roots[0] if roots else ""


def _check_ends(document: UrdfDocument, links: Mapping[str, Element], edges: Sequence[Edge]) -> None:
    """Record the ends that name no link, unless links without a name may be what is meant."""
    nameless = sum(not (link.get("name") or "").strip() for link in document.root.findall("link"))
    unknown = [
        (edge, role, name)
        for edge in edges
        for role, name in (("parent", edge.parent), ("child", edge.child))
        if name and name not in links
    ]
    if len({name for _, _, name in unknown}) <= nameless:
        return
    for edge, role, name in unknown:
        message = str(UnknownNameError("link", name, links, tr("<{role}> of joint {edge!r}", role=role, edge=edge.name)))
        document.report("link-unknown", edge.element.find(role), message, name, tr("the name of a link"))


def _above(document: UrdfDocument, links: Mapping[str, Element], edges: Sequence[Edge]) -> dict[str, Edge]:
    """Return the joint above each link; the first if there are two."""
    above: dict[str, Edge] = {}
    for edge in edges:
        if edge.child not in links:
            continue
        if edge.parent == edge.child:
            message = tr("joint {edge!r}: its parent and its child are both link {child!r}", edge=edge.name, child=edge.child)
            document.report("self-joint", edge.element, message, edge.child, tr("two links"))
        first = above.setdefault(edge.child, edge)
        if first is not edge and edge.parent != edge.child:
            names = tr("{first!r} and {edge!r}", first=first.name, edge=edge.name)
            message = tr("link {child!r} is the child of two joints, {names}; a tree needs one", child=edge.child, names=names)
            document.report("two-parents", edge.element, message, names, tr("one joint"))
    return above


def _one_of_each_part(roots: Sequence[str], edges: Sequence[Edge]) -> list[str]:
    """Return the first root of each connected part: a second one there means that a link has two parents, which is said."""
    leader: dict[str, str] = {}

    def part(name: str) -> str:
        while leader.setdefault(name, name) != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    for edge in edges:
        if edge.parent and edge.child:
            leader[part(edge.parent)] = part(edge.child)
    found: dict[str, str] = {}
    for root in roots:
        found.setdefault(part(root), root)
    return list(found.values())


def _find_cycles(document: UrdfDocument, above: Mapping[str, Edge]) -> None:
    safe: set[str] = set()
    for start in above:
        seen: dict[str, int] = {}
        link = start
        while link in above and link not in safe and link not in seen:
            seen[link] = len(seen)
            link = above[link].parent
        if link in seen:
            _report_cycle(document, [above[name] for name in reversed(list(seen)[seen[link] :])])
        safe.update(seen)


def _report_cycle(document: UrdfDocument, ring: list[Edge]) -> None:
    if len(ring) == 1:  # a joint from a link to itself, which is said
        return
    first = min(range(len(ring)), key=lambda i: ring[i].element.sourceline)
    names = ", ".join(repr(edge.name) for edge in ring[first:] + ring[:first])
    message = tr("the joints {names} form a cycle; a tree has none", names=names)
    document.report("cycle", ring[first].element, message, names, tr("a tree"))
