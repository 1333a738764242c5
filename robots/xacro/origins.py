"""XML whose elements know which file and line they come from, through all that xacro does to them."""

from __future__ import annotations

from typing import Any
from xml.dom import Node, expatbuilder, minidom
from xml.sax.saxutils import escape, quoteattr

from torseur.sim.texts import tr

_KEY = "origin"
Origin = tuple[str, int]


class NotAllowed(Exception):
    """XML that is not read."""

    def __init__(self, message: str, origin: Origin) -> None:
        super().__init__(message)
        self.origin = origin


class _Carried:
    """Gives the copy of an element the origin of the element."""

    def handle(self, operation: int, key: str, data: Origin, source: Any, copy: Any) -> None:
        if copy is not None:
            copy.setUserData(key, data, self)


_CARRIED = _Carried()


class _Builder(expatbuilder.ExpatBuilderNS):
    """Builds a document in which each element knows its line."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._path = path

    def start_element_handler(self, name: str, attributes: Any) -> None:
        super().start_element_handler(name, attributes)
        self.curNode.setUserData(_KEY, (self._path, self.getParser().CurrentLineNumber), _CARRIED)

    def start_doctype_decl_handler(self, *given: object) -> None:
        raise NotAllowed(tr("a DOCTYPE is not allowed"), (self._path, self.getParser().CurrentLineNumber))


def parsed(content: str | bytes, path: str) -> minidom.Document:
    """Return the document of this text; `path` is where its elements say they are from."""
    document: minidom.Document = _Builder(path).parseString(content)
    return document


def origin_of(element: Any) -> Origin | None:
    """Return the file and line of an element."""
    origin: Origin | None = element.getUserData(_KEY)
    return origin


class Lines:
    """A document as text, an element a line, with the origin of each line."""

    def __init__(self, root: Any) -> None:
        self.lines: list[str] = []
        self.origins: list[Origin] = []
        self._add(root, "", origin_of(root) or ("", 0))

    def _put(self, text: str, origin: Origin) -> None:
        added = text.split("\n")
        self.lines += added
        self.origins += [origin] * len(added)

    def _add(self, element: Any, indent: str, inherited: Origin) -> None:
        origin = origin_of(element) or inherited
        attributes = "".join(f" {name}={quoteattr(value)}" for name, value in element.attributes.items())
        start = f"{indent}<{element.tagName}{attributes}"
        inside = [node for node in element.childNodes if node.nodeType == Node.ELEMENT_NODE]
        text = "".join(
            node.data for node in element.childNodes if node.nodeType in (Node.TEXT_NODE, Node.CDATA_SECTION_NODE)
        ).strip()
        if not inside:
            self._put(f"{start}>{escape(text)}</{element.tagName}>" if text else f"{start}/>", origin)
            return
        self._put(f"{start}>{escape(text)}", origin)
        for child in inside:
            self._add(child, indent + "  ", origin)
        self._put(f"{indent}</{element.tagName}>", origin)
