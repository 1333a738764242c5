"""From an SDF file to a `Model`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.definition.placement_rows import pose_numbers
from torseur.sim.errors import ModelError, UnknownNameError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Finding, Frame, Joint, JointKind, Model
from torseur.sim.texts import tr

from ..faults import Fault, finding_of
from ..meshes.pictures import one_decoder
from ..options import LoadOptions
from ..poses import neutral, with_poses
from ..urdf.document import Element, UrdfDocument, owner
from ..urdf.mass_rules import MassRules
from ..urdf.mesh_files import MeshFiles, report_mesh_units
from ..urdf.mimics import followed
from ..urdf.packages import Packages
from ..urdf.tree import by_name, free_name, name_joints
from ..urdf.urdf_reader import report_massless
from .frames import Frames
from .includes import Includes
from .nested import flatten
from .sdf_elements import WORLD, is_true, pose_of, read_model
from .sdf_joints import joints_of, second_names
from .sdf_links import body_of, name_meshes
from .sdf_unread import report_unread


@dataclass(frozen=True, slots=True)
class _Tree:
    """Which joint carries each link: `ends` of each joint of the tree, the links without one, and those that move.

    reversed : joints whose ends are the other way round than in the file
    """

    ends: dict[str, tuple[str, str]]
    roots: list[str]
    moving: set[str]
    reversed: set[str]


def examine_sdf(path: str | Path, options: LoadOptions, content: bytes | None = None) -> tuple[Model | None, list[Finding]]:
    """Read the one model of an SDF file to its end, whatever is wrong with it: the model, or None, and all that there is to say.

    Of the options, `free_flyer` is whether the links float that no joint carries; None: as the file says, where they do unless
    the model is static. It stands where its <pose> puts it.

    content : read instead of what is in the file
    """
    path = Path(path).absolute()
    files = MeshFiles(Packages(path, options), options)
    try:
        document = read_model(path, content)
    except Fault as fault:
        return None, [fault.finding]
    document.attempt(None, flatten, document, Includes(document, files.packages, options))
    if document.errors:
        return None, document.findings
    with one_decoder():
        parts = _parts(document, files, options)
    findings = [*document.findings, *files.notes()]
    if document.errors or parts is None:
        return None, findings
    name, bodies, joints, frames, start = parts
    try:
        model = build_model(name, bodies, joints, frames, findings=findings, source=str(path))
    except ModelError as error:
        return None, [*findings, finding_of("definition", path, error.message, error.line or 1)]
    model = with_poses(model, {}, neutral(model, start))
    return model, list(model.findings)


def _parts(
    document: UrdfDocument, files: MeshFiles, options: LoadOptions
) -> tuple[str, list[Body], list[Joint], list[Frame], dict[str, Sequence[float]]] | None:
    """Return name, bodies, joints, frames and where floating bases start; they are the file's only if there is no error."""
    root = document.root
    if not (name := (root.get("name") or "").strip()):
        name = document.path.stem
        document.report(
            "name-given", root, tr("the <model> has no name; it is called {name!r}, as its file", name=name), "", "name"
        )
    name_joints(document)
    name_meshes(document)
    links = by_name(document, root.findall("link"), "link")
    elements = by_name(document, root.findall("joint"), "joint")
    named = by_name(document, root.findall("frame"), "frame")
    if not links:
        document.report("no-link", root, tr("there is no <link>"), "", "<link>")
        return None
    frames = Frames(document, {**elements, **named, **links}, _canonical(document, links))
    world = document.attempt(np.eye(4), _world, document, frames)
    for each in frames.elements:  # what is wrong with them is no fault of a shape that is placed by them
        document.attempt(None, frames.pose, each)
    static, tree = is_true(root.get("static")), _tree(document, frames, links, elements)
    floating = not static and options.free_flyer is not False
    moving = set(links) - _fixed_to_world(tree) if floating else tree.moving
    joints: list[Joint] = []
    between: list[Body] = []
    none: tuple[list[Joint], list[Body]] = ([], [])
    taken = set(frames.elements)
    seconds = second_names(elements, taken)
    for joint_name, ends in tree.ends.items():
        element = elements[joint_name]
        is_reversed = joint_name in tree.reversed
        own = document.attempt(none, joints_of, document, element, frames, ends, seconds, world, is_reversed)
        joints += own[0]
        between += own[1]
    rules = MassRules(document)
    bodies = [
        document.attempt(None, body_of, document, link, frames, files, link_name in moving and not static, rules)
        for link_name, link in links.items()
    ]
    rules.report()
    own_frames = [frame for frame in (document.attempt(None, _frame, frames, one) for one in named.values()) if frame]
    report_unread(document)
    if document.errors:
        return None
    whole = [body for body in bodies if body is not None] + between
    carrying, start = _bases(document, frames, tree.roots, world, floating, taken)
    every = followed(document, joints, _axes(elements, seconds))
    if static:
        every = [_locked(joint) for joint in every]
        if joints:
            document.report("sdf-static", root.find("static"), tr("the model is static: its joints do not move"), "static")
    elif not document.errors:
        report_massless(document, whole, every, links)
        report_mesh_units(document, whole, every, links)
    return name, whole, [*carrying, *every], own_frames, start


def _canonical(document: UrdfDocument, links: dict[str, Element]) -> str:
    """Return the link that the model's own frame moves with: the one that it names, else the first."""
    first, named = next(iter(links)), (document.root.get("canonical_link") or "").strip()
    if named and named not in links:
        message = tr("canonical_link: {error}", error=UnknownNameError("link", named, links))
        document.report("frame-unknown", document.root, message, named, tr("the name of a link"))
        return first
    return named or first


def _axes(elements: dict[str, Element], seconds: dict[str, tuple[str, str]]) -> dict[str, Element]:
    """Return for each joint the element that says whom it mimics: its axis, where it has one."""
    own = {name: (element, "axis") for name, element in elements.items()}
    own |= {second: (elements[name], "axis2") for name, (second, _) in seconds.items()}
    return {name: element if (axis := element.find(tag)) is None else axis for name, (element, tag) in own.items()}


def _world(document: UrdfDocument, frames: Frames) -> Array:
    """Return X_WM (4, 4), where the model is in the world."""
    root = document.root
    pose, placed = root.find("pose"), (root.get("placement_frame") or "").strip()
    relative = "" if pose is None else (pose.get("relative_to") or pose.get("frame") or "").strip()
    if relative not in ("", WORLD):
        message = tr("the model's <pose> is relative to {relative!r}, which is not read; to the world it is", relative=relative)
        raise document.error("frame-unknown", pose, message, relative, WORLD)
    X_WP = pose_of(document, root)
    return X_WP @ np.linalg.inv(frames.pose(frames.known(root, placed))) if placed else X_WP


def _tree(document: UrdfDocument, frames: Frames, links: dict[str, Element], elements: dict[str, Element]) -> _Tree:
    """Return the tree of the joints in the order of the file; one that closes a loop of links is left out, with a finding.

    Where a link is the child of two joints and there is no loop, some of them carry their parent.
    """
    part = {link: link for link in ("", *links)}  # "" is the world
    above: dict[str, str] = {}
    ends: dict[str, tuple[str, str]] = {}
    late: dict[str, tuple[str, str]] = {}  # joints whose child has one before

    def leader(link: str) -> str:
        while part[link] != link:
            link = part[link]
        return link

    for name, element in elements.items():
        if (element.get("type") or "").strip() == "gearbox":
            message = tr(
                "joint {name!r} makes one joint follow another; it is left out, and the robot moves differently without it",
                name=name,
            )
            document.report("element-changes-physics", element, message, f"joint {name!r}", "<mimic>")
            continue
        pair = document.attempt(None, _ends, document, frames, element)
        if pair is None:
            continue
        parent, child = pair
        if child in above or leader(parent) == leader(child):
            late[name] = pair
        else:
            above[child], ends[name], part[leader(child)] = name, pair, leader(parent)
    turned: set[str] = set()
    for name, (parent, child) in late.items():
        loop = leader(parent) == leader(child)
        if not loop and child not in above:
            ends[name] = parent, child
        elif not loop and (way := _way_up(parent, above, ends)) is not None:
            ends[name] = parent, child
            for other in (name, *way):  # from this joint up to the root of the part that it carries now
                ends[other] = ends[other][1], ends[other][0]
                turned ^= {other}
            above |= {ends[other][1]: other for other in (name, *way)}
        else:
            _report_second(document, elements[name], name, above.get(child, ""), loop)
            continue
        above.setdefault(child, name)
        part[leader(child)] = leader(parent)
    for name in elements:
        if name in turned:
            parent, child = ends[name]
            way_round = (
                tr("by the inverse turn")
                if (elements[name].get("type") or "").strip() == "ball"
                else tr("about minus its axis")
            )
            message = tr(
                "joint {name!r} is taken the other way round: link {parent!r} carries link {child!r}, {way_round}",
                name=name,
                parent=parent,
                child=child,
                way_round=way_round,
            )
            document.report("joint-reversed", elements[name], message, f"joint {name!r}", tr("a parent that carries its child"))
    ends = {name: ends[name] for name in elements if name in ends}
    roots = [link for link in links if link not in above]
    moved = {child for name, (_, child) in ends.items() if elements[name].get("type", "").strip() != "fixed"}
    moved |= _below(ends, moved)
    return _Tree(ends, roots, moved, turned)


def _way_up(link: str, above: dict[str, str], ends: dict[str, tuple[str, str]]) -> list[str] | None:
    """Return the joints from a link up to one that nothing carries; None of one that the world carries: nothing else can."""
    way: list[str] = []
    while link in above:
        way.append(above[link])
        link = ends[above[link]][0]
    return way if link else None


def _report_second(document: UrdfDocument, element: Element, name: str, first: str, loop: bool) -> None:
    """Record that a joint is not of the tree: it closes a loop, or its link would be carried by two parts of the robot."""
    child = (element.get("child") or "").strip()
    if loop:
        message = tr(
            "joint {name!r} closes a loop of links; it is left out, and the robot moves differently without it", name=name
        )
        document.report("element-changes-physics", element, message, f"joint {name!r}", tr("a tree"))
    else:
        message = tr(
            "link {child!r} is the child of two joints, {first!r} and {name!r}; a tree needs one",
            child=child,
            first=first,
            name=name,
        )
        document.report("two-parents", element, message, tr("{first!r} and {name!r}", first=first, name=name), tr("one joint"))


def _below(ends: dict[str, tuple[str, str]], links: Iterable[str]) -> set[str]:
    """Return the links that joints carry on the way from these outwards."""
    below: dict[str, list[str]] = {}
    for parent, child in ends.values():
        below.setdefault(parent, []).append(child)
    found: set[str] = set()
    waiting = list(links)
    while waiting:
        waiting += (new := below.pop(waiting.pop(), []))
        found.update(new)
    return found


def _fixed_to_world(tree: _Tree) -> set[str]:
    """Return the links that stand in the world by fixed joints alone."""
    return _below(tree.ends, [""]) - tree.moving


def _ends(document: UrdfDocument, frames: Frames, element: Element) -> tuple[str, str]:
    """Return the links that a joint connects; the first is empty for the world."""
    names = []
    for tag in ("parent", "child"):
        end = document.only(element, tag)
        if end is None:
            message = tr("{owner}<{tag}> is missing", owner=owner(element), tag=tag)
            raise document.error("element-missing", element, message, "", f"<{tag}>")
        name = document.text(end, "value")
        if name == WORLD and WORLD not in frames.elements:
            if tag == "child":
                message = tr("{owner}its child is the world, which no joint moves", owner=owner(element))
                raise document.error("link-unknown", end, message, name, tr("the name of a link"))
            names.append("")
        else:
            names.append(frames.link_of(end, name))
    parent, child = names
    if parent == child:
        message = tr("{owner}its parent and its child are both link {child!r}", owner=owner(element), child=child)
        raise document.error("self-joint", element, message, child, tr("two links"))
    return parent, child


def _frame(frames: Frames, element: Element) -> Frame | None:
    name = element.get("name").strip()
    if frames.elements[name] is not element:  # a link has its name, which is said
        return None
    link = frames.link_of(element, name)
    return Frame(name, link, frozen(np.linalg.inv(frames.pose(link)) @ frames.pose(name)))


def _bases(
    document: UrdfDocument, frames: Frames, roots: Sequence[str], world: Array, floating: bool, taken: set[str]
) -> tuple[list[Joint], dict[str, Sequence[float]]]:
    """Return the joints that carry links without one of their own, and where those that float start."""
    joints: list[Joint] = []
    start: dict[str, Sequence[float]] = {}
    for link in roots:
        name = free_name("root_joint" if len(roots) == 1 else f"{link}_joint", taken)
        taken.add(name)
        X_WL = world @ document.attempt(np.eye(4), frames.pose, link)
        if floating:
            joints.append(Joint(name, JointKind.FREE_FLYER, None, link))
            start[name] = tuple(map(float, pose_numbers(X_WL)))
        else:
            joints.append(Joint(name, JointKind.FIXED, None, link, frozen(X_WL)))
    return joints, start


def _locked(joint: Joint) -> Joint:
    """Return a joint of a static model, which does not move."""
    if joint.kind is JointKind.FIXED:
        return joint
    return Joint(joint.name, JointKind.FIXED, joint.parent, joint.child, joint.placement, child_placement=joint.child_placement)
