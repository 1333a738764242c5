"""What a robot's file holds, where that is not what its ending says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from .faults import Fault, finding_of
from .urdf.document import NAMES, XACRO, Element, children, is_xacro
from .urdf.parsing import MAX_BYTES, read_root

_ENDINGS = {"robot": ".urdf", "mujoco": ".xml", "sdf": ".sdf"}  # by the root element
_SKIPPED = ((b"<!--", b"-->"), (b"<?", b"?>"), (b"<!", b">"))
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_NAME = re.compile(rb"<(?:[\w.-]+:)?([\w.-]+)")
_PARTS = ("link", "joint", "material")


@dataclass(frozen=True, slots=True)
class FileKind:
    """The ending that a file should have, by what it holds, and where that is seen."""

    ending: str
    line: int
    what: str

    def finding(self, path: Path) -> Finding:
        """Return what there is to say of it."""
        message = tr(
            "the file is named {suffix} and holds {what}; it is read as if it were named {ending}",
            suffix=path.suffix,
            what=self.what,
            ending=self.ending,
        )
        return finding_of("file-kind", path, message, self.line, "", path.suffix, self.ending)


def kind_of_file(path: Path) -> FileKind | None:
    """Return what a file of XML holds if its ending says something else; None if not, or if it cannot be told."""
    try:
        content = path.read_bytes() if path.stat().st_size <= MAX_BYTES else b""
    except OSError:
        return None
    root, at = root_of(content)
    ending = _ENDINGS.get(root)
    if ending in (".urdf", ".sdf"):
        xacro = _xacro_in(path, content)
        if xacro is not None:
            return xacro
    if ending is None or ending == path.suffix.lower():
        return None
    return FileKind(ending, content.count(b"\n", 0, at) + 1, f"<{root}>")


def root_of(content: bytes) -> tuple[str, int]:
    """Return the name of the root element and where it begins; empty if there is none."""
    at = content.find(b"<")
    while at >= 0:
        for start, end in _SKIPPED:
            if content.startswith(start, at):
                at = content.find(end, at + len(start))
                break
        else:
            name = _NAME.match(content, at)
            return (name[1].decode("ascii", "replace"), at) if name else ("", 0)
        at = content.find(b"<", at) if at >= 0 else -1
    return "", 0


def _xacro_in(path: Path, content: bytes) -> FileKind | None:
    """Return what of xacro there is in what is read of a robot."""
    said = content if b"<![CDATA[" in content else _COMMENT.sub(b"", content)
    if b"xacro:" not in said and b"${" not in said and b"$(" not in said:  # as in most: quickly told
        return None
    try:
        root, _ = read_root(path, content)
    except Fault:
        return None
    for element in root.iter("{*}*"):
        if is_xacro(element) and element.prefix:
            return FileKind(".xacro", element.sourceline or 0, f"<{element.prefix}:{element.tag.rpartition('}')[2]}>")
    for part in (part for part in children(root) if part.tag.rpartition("}")[2] in _PARTS):
        for element in part.iter("{*}*"):
            found = _expression(element)
            if found:
                return FileKind(".xacro", element.sourceline or 0, found)
    return None


def _expression(element: Element) -> str:
    """Return the first attribute that xacro would replace, but for names; empty if there is none."""
    values = (value for key, value in element.attrib.items() if key not in NAMES)
    return next((f"{value!r}" for value in values if XACRO.search(value)), "")
