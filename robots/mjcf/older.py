"""What an MJCF file has that older versions of MuJoCo read, and later ones refuse: left out where that changes no robot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import marked, tr

from ..faults import finding_of
from ..urdf.document import Element
from ..urdf.parsing import content_of

_TOUCHES = ("mjcf-left-out", marked("it is left out, and what touches what is as the shapes' masks say"))
_PASSIVE = ("mjcf-left-out", marked("it is left out, and damping and springs act all the same"))
_EXACT = ("mjcf-unused", marked("each mesh has the inertia of its triangles, as it says"))
_LEFT_OUT = ("mjcf-unused", marked("it is left out"))
# By tag and attribute: values that matter, and what is said of them.
_ATTRIBUTES: dict[str, dict[str, dict[str, tuple[str, str]]]] = {
    "compiler": {"convexhull": {}, "exactmeshinertia": {"true": _EXACT}, "userthread": {}},
    "option": {
        "apirate": {},
        "collision": {"predefined": _TOUCHES, "dynamic": _TOUCHES},
        "mpr_iterations": {},
        "mpr_tolerance": {},
    },
    "flag": {"passive": {"disable": _PASSIVE}, "sensornoise": {}},
    "camera": {"orthographic": {}},
}
_MAIN = "main"
_START = rb"<%s\b(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>"
_VALUE = rb"\s%s\s*=\s*(?:\"[^\"]*\"|'[^']*')"


@dataclass(frozen=True, slots=True)
class Older:
    """What MuJoCo is to read instead, if it refuses the files as they are."""

    contents: dict[str, str] = field(default_factory=dict)  # of files, by their paths
    findings: list[Finding] = field(default_factory=list)  # what is said then
    exact: bool = False  # whether the inertia of a mesh is that of its triangles, and not of its convex hull


def as_newer(roots: Mapping[Path, Element]) -> Older:
    """Return the files of a robot without what only older versions read; empty if there is nothing of it."""
    found = [(own, element, name) for own, root in roots.items() for element, name in _attributes(root)]
    classes = {name: (own, element) for own, root in roots.items() for element, name in _renamed(root)}
    if not found and len(classes) != 1:
        return Older()
    renamed = next(iter(classes)) if len(classes) == 1 else ""
    contents = {own: content_of(own) for own in (roots if renamed else {own for own, _, _ in found})}
    for own, element, name in found:
        contents[own] = _without(contents[own], element.tag, name)
    findings = [_left_out(*one) for one in found]
    if renamed:
        own, element = classes[renamed]
        contents = {path: _with_main(content, renamed) for path, content in contents.items()}
        message = tr(
            "<default class={renamed!r}>: the outermost class is called {main!r}; it is read as if called so",
            renamed=renamed,
            main=_MAIN,
        )
        findings.append(finding_of("mjcf-unused", own, message, element.sourceline or 0, "<default>", renamed, _MAIN))
    exact = any(name == "exactmeshinertia" and element.get(name) == "true" for _, element, name in found)
    return Older({str(own): text.decode("utf-8", "replace") for own, text in contents.items()}, findings, exact)


def _attributes(root: Element) -> Iterator[tuple[Element, str]]:
    for element in root.iter(*_ATTRIBUTES):
        for name in _ATTRIBUTES[element.tag]:
            if element.get(name) is not None:
                yield element, name


def _renamed(root: Element) -> Iterator[tuple[Element, str]]:
    """Return the outermost classes of defaults that have another name than MuJoCo now gives them."""
    for element in root.iterchildren("default"):
        if element.get("class", _MAIN) != _MAIN:
            yield element, element.get("class")


def _left_out(own: Path, element: Element, name: str) -> Finding:
    value = element.get(name)
    rule, consequence = _ATTRIBUTES[element.tag][name].get(value, _LEFT_OUT)
    message = tr(
        "<{tag}> {name}={value!r} is of older versions of MuJoCo; {consequence}",
        tag=element.tag,
        name=name,
        value=value,
        consequence=tr(consequence),
    )
    return finding_of(rule, own, message, element.sourceline or 0, f"<{element.tag}>", value)


def _without(content: bytes, tag: str, name: str) -> bytes:
    """Return the text of a file with blanks for an attribute: all else stays on its line."""
    start, value = re.compile(_START % tag.encode()), re.compile(_VALUE % name.encode())
    blank = re.compile(rb"[^\s]")
    return start.sub(lambda tag: value.sub(lambda one: blank.sub(b" ", one[0]), tag[0]), content)


def _with_main(content: bytes, renamed: str) -> bytes:
    """Return the text of a file with a class of defaults called by MuJoCo's name for the outermost one."""
    named = re.compile(rb"(\s(?:child)?class\s*=\s*)([\"'])%s\2" % re.escape(renamed.encode()))
    return named.sub(lambda one: one[1] + one[2] + _MAIN.encode() + one[2], content)
