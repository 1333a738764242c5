"""The elements of an SDF file, with their values as attributes, as the readers of URDF take them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.multibody.algebra.rotations import rotation_from_quaternion
from torseur.sim.texts import tr

from ..faults import fault
from ..urdf.document import Element, UrdfDocument, children, owner
from ..urdf.parsing import content_of, read_root
from ..urdf.quantities import LENGTH, POSE, TURN

MODEL, WORLD = "__model__", "world"  # the names of these frames
_NEWEST = 11
VERSIONS = tuple(f"1.{minor}" for minor in range(4, _NEWEST + 1))
_ZERO: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_ZERO_TURN: tuple[float, ...] = (*_ZERO, 1.0)


def read_model(path: Path, content: bytes | None = None) -> UrdfDocument:
    """Parse a file and return its one <model> as the root of a document; the models that it is made of are still within it.

    Every value that SDF writes as the text of an element is also an attribute `value` of it, and an attribute of the element
    that it is in. Axes say which frame they are in, whatever the version means. Raises `Fault` for what is no SDF
    file of one model.

    content : read instead of what is in the file
    """
    root, findings = read_root(path, content_of(path) if content is None else content)
    line = root.sourceline or 0
    if root.tag != "sdf":
        message = tr("the root element is <{tag}>; <sdf> is wanted", tag=root.tag)
        raise fault("root-element", path, message, line, found=f"<{root.tag}>", wanted="<sdf>")
    version = (root.get("version") or "").strip()
    later = re.fullmatch(r"1\.[0-9]{2,4}", version) is not None and int(version[2:]) > _NEWEST
    if version not in VERSIONS and not later:
        message = tr(
            "version {version!r} of SDF is not read; {versions} to {versions_2} are",
            version=version,
            versions=VERSIONS[0],
            versions_2=VERSIONS[-1],
        )
        raise fault("sdf", path, message, line, found=version, wanted=f"{VERSIONS[0]} to {VERSIONS[-1]}")
    document = UrdfDocument(path, root, findings)
    if later:
        message = tr(
            "version {version} of SDF is later than what is known here; it is read as {versions}",
            version=version,
            versions=VERSIONS[-1],
        )
        document.report("sdf-version", root, message, version, f"{VERSIONS[0]} to {VERSIONS[-1]}")
    document.root = _one_model(document, path)
    for element in document.root.iter():
        _lift(element)
    _express_axes(document.root, int(version[2:]))
    return document


def _one_model(document: UrdfDocument, path: Path) -> Element:
    """Return the model of a file that has one, and reports what else is in its world."""
    root = document.root
    models = [*root.findall("model"), *root.findall("world/model")]
    includes = [element for element in root.iter("include") if element.getparent().tag != "model"]
    scenery = [model for model in models if is_true(model.findtext("static"))] if len(models) > 1 else []
    if len(scenery) == len(models) - 1:  # what the one that moves stands on, or among
        models = [model for model in models if model not in scenery]
    else:
        scenery = []
    if len(models) != 1:
        named = ", ".join(repr(model.get("name", "")) for model in models) or "none"
        hint = (
            tr("; it includes {included}, of which the file can be opened itself", included=_included(includes))
            if includes
            else ""
        )
        if len(models) > 1:
            hint = tr("; write the one that is wanted into a file of its own, and several into a scene")
        message = tr(
            "one <model> is wanted; the file has {models}{hint}",
            models=" ".join([f"{len(models)}", f"({named})"]) if models else tr("none"),
            hint=hint,
        )
        at = models[1] if models else root
        raise fault("sdf", path, message, at.sourceline or 0, found=named, wanted=tr("one <model>"))
    (model,) = models
    if scenery:
        named = ", ".join(repr(one.get("name", "")) for one in scenery)
        message = tr(
            "the static models of its world are left out: {named}; a scene says what there is beside a robot", named=named
        )
        document.report("sdf-left-out", scenery[0], message, named)
    if includes:
        message = tr(
            "what its world includes is left out: {included}; a scene says what there is beside a robot",
            included=_included(includes),
        )
        document.report("sdf-left-out", includes[0], message, f"{len(includes)} <include>")
    return model


def _included(includes: list[Element]) -> str:
    return ", ".join((include.findtext("uri") or "").strip() or "<include> without <uri>" for include in includes)


def _lift(element: Element) -> None:
    for child in children(element):
        text = (child.text or "").strip()
        if text and not len(child):
            child.set("value", text)
            if element.get(child.tag) is None:
                element.set(child.tag, text)


def _express_axes(model: Element, minor: int) -> None:
    """Write that axes are in the model's frame: in 1.4 always, in 1.5 and 1.6 where it is said."""
    for axis in model.iter("axis", "axis2"):
        xyz = axis if (found := axis.find("xyz")) is None else found
        said = (xyz.get("expressed_in") or "").strip()
        if not said and (minor < 5 or (minor < 7 and is_true(axis.get("use_parent_model_frame")))):
            xyz.set("expressed_in", MODEL)


def pose_of(document: UrdfDocument, element: Element) -> Array:
    """Return the pose (4, 4) that the element's own <pose> says; identity without one.

    Angles are roll, pitch and yaw about fixed axes, or a quaternion x y z w, as SDF 1.9 has it.
    """
    pose = document.only(element, "pose")
    if pose is None or pose.get("value") is None:
        return from_xyz_rpy(_ZERO[:3], _ZERO[3:])
    if (pose.get("rotation_format") or "euler_rpy").strip() == "quat_xyzw":
        x, y, z, *quaternion = document.attempt(_ZERO_TURN, document.numbers, pose, "value", 7, None, LENGTH)
        norm = float(np.linalg.norm(quaternion))
        if norm < 1e-12:
            message = tr("{owner}<pose> {value!r}: its quaternion has no direction", owner=owner(pose), value=pose.get("value"))
            raise document.error("sdf-value", pose, message, pose.get("value"), tr("a quaternion of length 1"))
        placement = np.eye(4)
        placement[:3, :3] = rotation_from_quaternion(np.array(quaternion) / norm)
        placement[:3, 3] = x, y, z
        return placement
    degrees = is_true(pose.get("degrees"))  # whose numbers may be larger than radians are expected to be
    values = document.attempt(_ZERO, document.numbers, pose, "value", 6, None, LENGTH if degrees else POSE)
    if not degrees and max(map(abs, values[3:])) > TURN:
        document.report_degrees(pose, f"{owner(pose)}<pose> {pose.get('value')!r}", pose.get("value"), values[3:])
    angles = np.radians(values[3:]) if degrees else values[3:]
    return from_xyz_rpy(values[:3], tuple(map(float, angles)))


def is_true(text: str | None) -> bool:
    """Whether a text is one that SDF has for true."""
    return (text or "").strip().lower() in ("true", "1")
