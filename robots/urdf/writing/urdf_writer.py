"""From a `Model` to a URDF file."""

from __future__ import annotations

import os
from pathlib import Path

from lxml import etree

from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Finding, Model, Severity
from torseur.sim.texts import tr

from ...options import LoadOptions
from ...saving import check_place, save
from ..urdf_reader import examine_urdf
from .elements import robot_element
from .urdf_representable import UrdfParts, urdf_parts


def write_urdf(model: Model, path: str | Path, *, overwrite: bool = False) -> tuple[Finding, ...]:
    """Save a robot as URDF, and return what URDF cannot say: a warning for each thing left out, added or changed.

    Read again it is the same robot: numbers are equal bit for bit, rotations to 1e-15, as they are written as angles.
    What URDF wants and the model has not is added with a finding: a link for the world where the base does not stand at its
    origin, a link where a joint does not carry its child's frame at its own (standard Denavit-Hartenberg rows), links for
    frames, 1e9 for limits that do not exist.
    Poses and pairs that never touch belong to an SRDF file, which is not written. Meshes stay where they are, and are named
    relative to the file where they lie in its folder or the one above; COLLADA meshes that were read with
    apply_up_axis=True must be read so again.

    overwrite : whether a file that exists is replaced; it stays whole until the new one is complete

    Raises ModelError for joints of a kind that URDF does not have, and for what could not be read again, ArgumentError for a
    file that exists, or in a folder that does not, SaveError.
    """
    path = Path(path)
    parts = urdf_parts(model, path)
    content = _content(model, parts)
    check_place(path, overwrite)
    save(content, path, lambda new: _check(new, model, parts))
    return tuple(parts.findings)


def _content(model: Model, parts: UrdfParts) -> bytes:
    try:
        robot = robot_element(model.name, parts.bodies, parts.joints, Path(os.path.abspath(parts.path)).parent)
    except ValueError as error:  # a control character in a name
        raise ModelError("model {model!r} cannot be said in XML: {error}", model=model.name, error=error) from None
    content: bytes = etree.tostring(robot, pretty_print=True, xml_declaration=True, encoding="UTF-8")
    return content


def _check(new: Path, model: Model, parts: UrdfParts) -> None:
    """Raise ModelError unless the file is read as the links and joints that were to be written."""
    read, findings = examine_urdf(new, LoadOptions(meshes=False))
    if read is None:
        why = next(finding.message for finding in findings if finding.severity is Severity.ERROR)
        raise ModelError("model {model!r} cannot be said in URDF: {why}", model=model.name, why=why)
    written = [*(body.name for body in parts.bodies), *(joint.name for joint in parts.joints)]
    names = [*read.body_names, *(joint.name for joint in read.joints[1:])]
    for one, other in zip(written, names, strict=True):
        if one != other:
            raise ModelError(
                "model {model!r} cannot be said in URDF: the name {one!r} would be read as {other!r}",
                model=model.name,
                one=one,
                other=other,
            )
    outside = list(dict.fromkeys(finding.found for finding in findings if finding.rule == "mesh-outside"))
    if outside:
        named = ", ".join(map(repr, outside[:3])) + (
            tr(" and {count} more", count=len(outside) - 3) if len(outside) > 3 else ""
        )
        message = tr("its meshes lie outside its folder and are read only if their folders are allowed")
        parts.report("robot", message + f": {named}", named)
