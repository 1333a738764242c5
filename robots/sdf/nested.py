"""From a model of SDF that is made of others, nested or included, to one of links, joints and frames named `inner::link`.

http://sdformat.org/tutorials?tut=composition and, of merged ones, http://sdformat.org/tutorials?tut=merge_include_proposal
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from torseur.sim.definition.placement_rows import pose_numbers
from torseur.sim.texts import tr

from ..urdf.document import Element, UrdfDocument, children
from ..urdf.tree import free_name
from .frames import Frames
from .includes import Includes
from .sdf_elements import MODEL, WORLD, is_true, pose_of

_MAX_DEPTH = 32  # models around one
_MAX_SCOPE = 1000  # characters of the names of models around
_PARTS = ("link", "joint", "frame")
_NOT_MERGED = ("self_collide", "enable_wind", "allow_auto_disable")  # which the model around it says


@dataclass(frozen=True, slots=True)
class _Scope:
    """How the names of an inner model are written in the model around it."""

    prefix: str  # such as "inner::"; empty where it is merged
    frame: str  # the inner model's own frame
    world: bool  # whether nothing in it is named as the world is

    def name(self, name: str) -> str:
        name = name.strip()
        if name == MODEL:
            return self.frame
        return name if not name or (name == WORLD and self.world) else f"{self.prefix}{name}"


def flatten(document: UrdfDocument, includes: Includes) -> None:
    """Put what the models within the document's model hold into it; each of them then is a frame of its name.

    Raises `Fault` for what is included and cannot be used, and where there is too much of it.
    """
    root = document.root
    if root.find("model") is None and root.find("include") is None:
        return
    _flatten(document, root, includes, ())
    names = {(part.get("name") or "").strip() for part in root.iterchildren(*_PARTS)} | {MODEL, WORLD, ""}
    lost = [
        name
        for one, key in _references(root)
        if (name := one.get(key).strip()) not in names and (one.tag != "pose" or one.getparent().tag in _PARTS)
    ]
    includes.report_missing(root, lost[0] if lost else "")


def _flatten(document: UrdfDocument, model: Element, includes: Includes, around: tuple[str, ...]) -> None:
    """Do it for one model, and before for those within it; the one that its frame moves with is then its canonical_link.

    around : the names of the models that it is within, but for the outermost
    """
    first, made_of_others = "", False  # the canonical link of the first of the models within that has one
    for at in list(model.iterchildren("model", "include")):
        made_of_others = True
        if len(around) == _MAX_DEPTH:
            message = tr(
                "models are within one another {count} deep; at most {max_depth} are read",
                count=len(around) + 1,
                max_depth=_MAX_DEPTH,
            )
            raise document.error(
                "sdf-include", at, message, f"{len(around) + 1}", tr("at most {max_depth}", max_depth=_MAX_DEPTH)
            )
        inner = at if at.tag == "model" else includes.read(at)
        if inner is None:
            continue  # it stays where it is until it is known whether it is needed
        name = document.text(at if at.get("name") else inner, "name")
        if "::" in name or len("::".join([*around, name])) > _MAX_SCOPE:
            message = tr(
                "the name {name!r} holds ::, or with those around it more than {max_scope} characters",
                name=name[:40],
                max_scope=_MAX_SCOPE,
            )
            raise document.error("sdf-include", at, message, name, tr("a short name without ::"))
        with includes.within(inner):
            _flatten(document, inner, includes, (*around, name))
        canonical = _bring_in(document, model, at, inner, name)
        first = first or canonical
    if not made_of_others:
        return
    model.set("placement_frame", _model_frame(model.get("placement_frame") or ""))
    for one, key in _references(model):
        one.set(key, _model_frame(one.get(key)))
    own = (name for link in model.findall("link") if "::" not in (name := (link.get("name") or "").strip()))
    if chosen := (model.get("canonical_link") or "").strip() or next(own, first):
        model.set("canonical_link", chosen)


def _model_frame(name: str) -> str:
    """Return the name of a frame; of the frame of a model within, `inner::__model__`, it is `inner`."""
    return name.strip().removesuffix(f"::{MODEL}")


def _bring_in(document: UrdfDocument, model: Element, at: Element, inner: Element, name: str) -> str:
    """Put the parts of an inner model into the one around it, and make `at` its frame; return its canonical link.

    at   : the inner <model>, or the <include> that names it
    name : of the inner model
    """
    merged = at.tag == "include" and is_true(at.get("merge"))
    _check_free(document, model, at, name)
    links = inner.findall("link")
    canonical = (inner.get("canonical_link") or (links[0].get("name") if links else None) or "").strip()
    parts = {(part.get("name") or "").strip(): part for part in reversed(list(inner.iterchildren(*_PARTS)))}
    frames = Frames(document, parts, canonical)
    _place(document, at, inner, frames)
    static = at.find("static") if at.tag == "include" and at.find("static") is not None else inner.find("static")
    if static is not None and is_true(static.get("value")):
        if merged:
            message = tr("the model {name!r} is merged into another, where its <static> counts for nothing", name=name)
            document.report("sdf-left-out", static, message, "<static>", tr("a model that is not merged"))
        else:
            _hold(document, inner, static, frames, name)
    frame = f"_merged__{name}__model__" if merged else name
    scope = _Scope("" if merged else f"{name}::", frame, WORLD not in parts)
    _rename(inner, scope)
    _move(document, at, inner, merged)
    at.tag = "frame"
    at.set("name", frame)
    at.set("attached_to", scope.name(canonical) or MODEL)
    return scope.name(canonical)


def _check_free(document: UrdfDocument, model: Element, at: Element, name: str) -> None:
    """Record that a model has the name of something else beside it; of two frames it is said anyway."""
    for part in model.iterchildren("link", "joint"):
        if (part.get("name") or "").strip() == name and not is_true(at.get("merge")):
            message = tr(
                "a model is named {name!r} as the {tag} on line {sourceline} is",
                name=name,
                tag=part.tag,
                sourceline=part.sourceline,
            )
            document.report("name-duplicate", at, message, name, tr("another name"))


def _place(document: UrdfDocument, at: Element, inner: Element, frames: Frames) -> None:
    """Write the inner model's pose into `at`, as that of its own frame and not of its placement_frame."""
    own = inner.find("pose")
    if at is not inner:
        placed = _model_frame(at.get("placement_frame") or "")
        if placed and at.find("pose") is None:
            message = tr("<placement_frame> of an <include> needs a <pose>, which says where that frame is")
            raise document.error("element-missing", at, message, placed, "<pose>")
        if at.find("pose") is None and own is not None:
            document.adopt(own)
            at.append(own)
    else:
        placed = ""
    placed = placed or (inner.get("placement_frame") or "").strip()
    pose = at.find("pose")
    if pose is None:
        pose = _made(at, "pose", {})
        at.append(pose)
    pose.set("relative_to", (pose.get("relative_to") or pose.get("frame") or "").strip() or MODEL)
    if placed:
        X_NP = frames.pose(frames.known(at, placed))
        values = pose_numbers(pose_of(document, at) @ np.linalg.inv(X_NP))
        pose.set("value", " ".join(repr(float(value)) for value in values))
        pose.set("rotation_format", "quat_xyzw")
        pose.attrib.pop("degrees", None)


def _hold(document: UrdfDocument, inner: Element, static: Element, frames: Frames, name: str) -> None:
    """Lock the joints of a static model and fix what none of them carries to the world."""
    carried = set()
    joints = [joint for joint in inner.findall("joint") if (joint.get("type") or "").strip() != "gearbox"]
    for joint in joints:
        joint.set("type", "fixed")
        carried.add(document.attempt("", frames.link_of, joint, (joint.get("child") or "").strip() or MODEL))
    taken = set(frames.elements)
    for link in inner.findall("link"):
        if (own := (link.get("name") or "").strip()) and own not in carried:
            joint_name = free_name(f"{own}_joint", taken)
            taken.add(joint_name)
            joint = _made(link, "joint", {"name": joint_name, "type": "fixed", "child": own})
            joint.append(_made(link, "parent", {"value": WORLD}))
            joint.append(_made(link, "child", {"value": own}))
            inner.append(joint)
    message = tr("the model {name!r} is static: it stands in the world, and its joints do not move", name=name)
    document.report("sdf-static", static, message, "static")


def _made(like: Element, tag: str, attributes: dict[str, str]) -> Element:
    """Return an element that no file has, on the line of another."""
    element = like.makeelement(tag, attributes)
    element.sourceline = like.sourceline
    return element


def _rename(inner: Element, scope: _Scope) -> None:
    """Write all names of a model as the one around it has them, and say what its own frame is where nothing says so."""
    for link in inner.findall("link"):
        pose = link.find("pose")
        if pose is None:
            pose = _made(link, "pose", {})
            link.insert(0, pose)
        if not (pose.get("relative_to") or pose.get("frame") or "").strip():
            pose.set("relative_to", MODEL)
    for frame in inner.findall("frame"):
        if not (frame.get("attached_to") or "").strip():
            frame.set("attached_to", MODEL)
    for one, key in _references(inner):
        one.set(key, scope.name(one.get(key)))
    for part in inner.iterchildren(*_PARTS):
        if (name := (part.get("name") or "").strip()) and name != MODEL:
            part.set("name", f"{scope.prefix}{name}")


def _references(model: Element) -> Iterator[tuple[Element, str]]:
    """Yield each attribute of a model's parts that names a link, joint or frame, with the element that has it."""
    for part in model.iterchildren(*_PARTS):
        keys = [(pose, key) for pose in part.iter("pose") for key in ("relative_to", "frame")]
        if part.tag == "frame":
            keys.append((part, "attached_to"))
        if part.tag == "joint":
            keys += [(end, "value") for end in part.iterchildren("parent", "child")]
            keys += [(part, "parent"), (part, "child")]
            keys += [(axis, "expressed_in") for axis in part.iter("axis", "axis2", "xyz")]
            keys += [(mimic, "joint") for mimic in part.iter("mimic")]
        yield from ((one, key) for one, key in keys if one.get(key) is not None)


def _move(document: UrdfDocument, at: Element, inner: Element, merged: bool) -> None:
    """Put what a model holds, and an <include> adds, before its frame in the model around it."""
    gone = ("pose", "static", "name", "uri", "placement_frame", *(_NOT_MERGED if merged else ()))
    for part in [*children(inner), *(children(at) if at is not inner else ())]:
        if part.tag == "pose" and part.getparent() is at:
            continue
        if part.tag in gone:
            part.getparent().remove(part)
            continue
        document.adopt(part)
        at.addprevious(part)
