"""Which files an MJCF file names, looked at before MuJoCo reads them; and on which line its parts are."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from torseur.sim.definition.folders import allowance, is_within
from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from ..faults import fault
from ..urdf.document import Element
from ..urdf.parsing import content_of, read_root
from .older import Older, as_newer
from .places import Places

_FOLDERS = ("meshdir", "texturedir", "assetdir")
_FINITE = {
    "pos",
    "quat",
    "axisangle",
    "xyaxes",
    "zaxis",
    "euler",
    "axis",
    "size",
    "fromto",
    "scale",
    "vertex",
    "mass",
    "density",
    "diaginertia",
    "fullinertia",
    "damping",
    "armature",
    "frictionloss",
    "stiffness",
    "springref",
    "ref",
    "rgba",
    "qpos",
}
_MOST = 1000  # files of XML
_MOST_FOLDERS = 100  # of meshes and textures: each file is looked for in all of them


def checked_files(
    path: Path, readable: Sequence[Path]
) -> tuple[Places, tuple[str, ...], tuple[str, ...], list[Finding], Older]:
    """Return where the elements of the file are, the files it includes, those that they all may name, what there is to say of the
    XML of them, and what is to be read instead if MuJoCo refuses them.

    Raises `ModelError` if the file is no MJCF, or if it or one it includes names a file outside the folders that are read
    or has numbers that are not finite where a robot needs them: MuJoCo compiles many of them.
    """
    roots, findings = _documents(path, readable)
    folders = {"", *(element.get(key, "") for root in roots.values() for element in root.iter() for key in _FOLDERS)}
    if len(folders) > _MOST_FOLDERS:
        message = tr(
            "{count} folders of meshes and textures are named; at most {most_folders} are looked into",
            count=len(folders),
            most_folders=_MOST_FOLDERS,
        )
        raise fault("mjcf", path, message)
    named: dict[str, None] = {}
    for own, root in roots.items():
        for element in root.iter():
            for key in (key for key in element.keys() if key.startswith("file")):  # noqa: SIM118  (lxml: no `in`)
                named |= dict.fromkeys(_checked(path, own, element, element.get(key), folders, readable))
            for key, text in element.items():
                if key in _FINITE:
                    _check_numbers(own, element, key, text)
    places = Places(roots, lambda own, element: next(_named(path, own, element, roots), None))
    return places, tuple(str(own) for own in roots if own != path), tuple(named), findings, as_newer(roots)


def _named(path: Path, own: Path, element: Element, among: Container[Path]) -> Iterator[Path]:
    """Return the files that an element of a file may name, of those that there are."""
    for folder in dict.fromkeys((path.parent, own.parent)):
        if folder / element.get("file", "") in among:
            yield folder / element.get("file", "")


def _documents(path: Path, readable: Sequence[Path]) -> tuple[dict[Path, Element], list[Finding]]:
    """Return the roots of the file and of all XML that it includes or attaches, by file; and what there is to say of it."""
    roots: dict[Path, Element] = {}
    findings: list[Finding] = []
    waiting = [path]
    while waiting:
        own = waiting.pop()
        if own in roots:
            continue
        roots[own], found = read_root(own, content_of(own))
        findings += found
        if own == path and roots[own].tag != "mujoco":
            root_tag = f"<{roots[own].tag}>"
            message = tr("the root element is {root_tag}; <mujoco> is wanted", root_tag=root_tag)
            raise fault("root-element", own, message, roots[own].sourceline or 0, found=root_tag, wanted="<mujoco>")
        if len(roots) > _MOST:
            raise fault("mjcf", path, tr("more than {most} files of XML are included", most=_MOST))
        for element in roots[own].iter("include", "model"):
            named = element.get("file", "")
            for candidate in dict.fromkeys((path.parent / named, own.parent / named)):
                if named and _exists(candidate) and candidate.is_file() and is_within(candidate, readable):
                    waiting.append(candidate)
    return roots, findings


def _checked(path: Path, own: Path, element: Element, named: str, folders: set[str], readable: Sequence[Path]) -> Iterator[str]:
    """Yield the files that a name may mean. Raises if one is outside the folders that are read."""
    for base in (path.parent, own.parent):
        for folder in folders:
            for name in (named, Path(named).name):
                place = base / folder / name
                if not _exists(place):
                    continue
                if place.is_file():
                    yield str(place)
                if not is_within(place, readable):
                    message = tr(
                        "<{tag}> names {named!r}; {allowance}",
                        tag=element.tag,
                        named=named,
                        allowance=allowance(place, readable),
                    )
                    expected = tr("a folder that is allowed")
                    raise fault("mjcf", own, message, element.sourceline or 0, found=named, wanted=expected)


def _check_numbers(own: Path, element: Element, key: str, text: str) -> None:
    """Raise if an attribute has a number that is not finite. What is no number at all is left to MuJoCo."""
    for part in text.split():
        try:
            finite = math.isfinite(float(part))
        except ValueError:
            continue
        if not finite:
            message = tr(
                "<{tag}> {key}={text!r}: {part!r} is not a finite number", tag=element.tag, key=key, text=text, part=part
            )
            raise fault("not-finite", own, message, element.sourceline or 0, found=part, wanted=tr("a finite number"))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, or holds what no name can
        return False
