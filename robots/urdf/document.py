"""An XML robot file: parsed with nothing but the file itself, and errors that name the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree

from sim.errors import ModelError
from sim.multibody.model import Finding, Severity

Element = Any  # lxml.etree._Element: lxml has no types
MAX_BYTES = 50_000_000

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_UNDECLARED = re.compile(r"Namespace prefix (\S+) (?:for \S+ )?on \S+ is not defined")


@dataclass(slots=True)
class Document:
    """A file being read: its root element, and what there is to say about it."""

    path: Path
    root: Element
    findings: list[Finding] = field(default_factory=list)

    def error(self, element: Element, message: str) -> ModelError:
        """Return an error about this element."""
        return ModelError(message, self.path, element.sourceline)

    def say(self, severity: Severity, element: Element, message: str) -> None:
        """Record a finding about this element."""
        self.findings.append(Finding(severity, message, str(self.path), element.sourceline or 0))

    def text(self, element: Element, attribute: str, default: str | None = None) -> str:
        """Read an attribute, without the blanks around it; without a default it must be there and not be empty."""
        given: str | None = element.get(attribute)
        value = (given or "").strip()
        if value:
            return value
        if default is None:
            problem = "has no" if given is None else "has an empty"
            raise self.error(element, f"{owner(element)}<{element.tag}> {problem} attribute {attribute!r}")
        return default

    def number(self, element: Element, attribute: str, default: float | None = None) -> float:
        """Read an attribute that is one finite number."""
        if default is not None and element.get(attribute) is None:
            return default
        return self.numbers(element, attribute, 1)[0]

    def numbers(
        self, element: Element, attribute: str, count: int, default: tuple[float, ...] | None = None
    ) -> tuple[float, ...]:
        """Read an attribute that is `count` finite numbers with blanks between."""
        if default is not None and element.get(attribute) is None:
            return default
        text = self.text(element, attribute)
        parts = text.split()
        if len(parts) != count:
            wanted = "one number is" if count == 1 else f"{count} numbers are"
            raise self.error(
                element,
                f"{owner(element)}<{element.tag}> {attribute}={text!r} has {len(parts)} values; {wanted} wanted",
            )
        for part in parts:
            if not _NUMBER.fullmatch(part) or abs(float(part)) == float("inf"):
                raise self.error(
                    element, f"{owner(element)}<{element.tag}> {attribute}={text!r}: {part!r} is not a finite number"
                )
        return tuple(float(part) for part in parts)

    def only(self, element: Element, tag: str) -> Element | None:
        """Return the child with this tag, or None; two are an error."""
        found = element.findall(tag)
        if len(found) > 1:
            raise self.error(found[1], f"{owner(found[1])}a second <{tag}>; one is wanted")
        return found[0] if found else None


def owner(element: Element) -> str:
    """Return the link, joint or state that the element belongs to, as the beginning of a message."""
    while element is not None:
        if element.tag in ("link", "joint", "group_state") and element.get("name"):
            return f"{element.tag.replace('_', ' ')} {element.get('name')!r}: "
        element = element.getparent()
    return ""


def children(element: Element) -> Iterator[Element]:
    """Return the elements directly inside; comments are not there."""
    return (child for child in element if isinstance(child.tag, str))


def read_document(path: Path) -> Document:
    """Parse a file whose root is <robot>. No entities, no DTD, no network, no recovery, no huge trees."""
    content = _content(path)
    doctype = re.search(rb"<!\s*DOCTYPE", content, re.IGNORECASE)
    if doctype:
        raise ModelError("a DOCTYPE is not allowed", path, content.count(b"\n", 0, doctype.start()) + 1)
    findings: list[Finding] = []
    root = _parse(path, content, findings)
    if root.getroottree().docinfo.internalDTD is not None:
        raise ModelError("a DOCTYPE is not allowed", path)
    if root.tag != "robot":
        raise ModelError(f"the root element is <{root.tag}>; <robot> is wanted", path, root.sourceline)
    return Document(path, root, findings)


def _content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ModelError(f"the file has {size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read", path)
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(f"cannot be read: {error.strerror}", path) from None
    if not content.strip():
        raise ModelError("the file is empty", path)
    return content


def _parse(path: Path, content: bytes, findings: list[Finding]) -> Element:
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False, recover=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        message, line = re.sub(r", line \d+, column \d+$", "", error.msg), error.lineno
    prefix = _UNDECLARED.search(message)
    if prefix is None or f"xmlns:{prefix[1]}=".encode() in content:
        raise ModelError(f"not XML: {message}", path, line)
    told = f"the XML prefix {prefix[1]!r} is not declared; it is read as if it were"
    findings.append(Finding(Severity.WARNING, told, str(path), line or 0))
    name = prefix[1].encode()
    declared = re.sub(rb"<robot\b", b'<robot xmlns:%s="undeclared:%s"' % (name, name), content, count=1)
    return _parse(path, declared, findings)
