"""From a file to a `Document`: hardened against what XML can do, and with caps on what a robot may take."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat

from lxml import etree

from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from ..faults import Fault, fault, finding_of
from .document import Element, UrdfDocument
from .well_formed import well_formed

MAX_BYTES = 32_000_000
MAX_DEPTH = 256
MAX_ELEMENTS = 20_000
MAX_UNDECLARED = 20  # prefixes

_DEEP = etree.XPath("boolean(" + "/*" * (MAX_DEPTH + 1) + ")")
_UNDECLARED = re.compile(r"Namespace prefix (\S+) (?:for \S+ )?on \S+ is not defined")
_UTF_8 = re.compile(
    rb"""\s*(<\?xml\s+version\s*=\s*["'][\w.]+["'](\s+encoding\s*=\s*["']utf-8["'])?\s*\?>|<[^?\0])""", re.IGNORECASE
)
_log = logging.getLogger(__name__)
_LFS = b"version https://git-lfs"


def read_document(path: Path, content: bytes | None = None) -> UrdfDocument:
    """Parse a file whose root is <robot>. No entities, no DTD, no network, no recovery, no huge trees.

    content : read instead of what is in the file
    """
    root, findings = read_root(path, content_of(path) if content is None else content)
    _leave_namespace(path, root, findings)
    if root.tag != "robot":
        message = tr("the root element is <{tag}>; <robot> is wanted", tag=root.tag)
        raise fault("root-element", path, message, root.sourceline or 0, found=f"<{root.tag}>", wanted="<robot>")
    return UrdfDocument(path, root, findings)


def read_root(path: Path, content: bytes) -> tuple[Element, list[Finding]]:
    """Parse XML whatever its root is, with the same caps. What is not well-formed and leaves no doubt has a finding."""
    if len(content) > MAX_BYTES:
        raise _too_large(path, len(content))
    try:
        return _checked(path, content)
    except Fault as fault:
        if fault.finding.rule not in ("not-xml", "doctype"):
            raise
        content, changes = well_formed(path, content)
        if not changes:
            raise
    root, findings = _checked(path, content)
    return root, [*changes, *findings]


def _checked(path: Path, content: bytes) -> tuple[Element, list[Finding]]:
    doctype = re.search(rb"<!\s*DOCTYPE", content, re.IGNORECASE)
    if doctype:
        raise _doctype(path, content.count(b"\n", 0, doctype.start()) + 1)
    is_small = _has_few_elements(content)
    if not is_small:
        _check_size(path, content)
    findings: list[Finding] = []
    try:
        root = _parse(path, content, findings)
    except Fault:
        if is_small:  # it may be nested too deep to be read
            _check_size(path, content)
        raise
    if is_small and _DEEP(root):
        _check_size(path, content)
    if root.getroottree().docinfo.internalDTD is not None:
        raise _doctype(path, 0)
    return root, findings


def _leave_namespace(path: Path, root: Element, findings: list[Finding]) -> None:
    """Take the elements out of the namespace that the root is in."""
    namespace, _, name = root.tag[1:].rpartition("}")
    if not root.tag.startswith("{") or name != "robot":
        return
    for element in list(root.iter(f"{{{namespace}}}*")):
        element.tag = element.tag.rpartition("}")[2]
    message = tr("the elements are in the namespace {namespace!r}; they are read as if they were in none", namespace=namespace)
    findings.append(finding_of("xml-namespace", path, message, root.sourceline or 0, "", namespace, "none"))


def content_of(path: Path) -> bytes:
    """Read a file that holds something, within the cap on its size."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise _too_large(path, size)
        content = path.read_bytes()
    except OSError as error:
        raise fault("no-such-file", path, tr("cannot be read: {reason}", reason=error.strerror)) from None
    if not content.strip():
        raise fault("file-empty", path, tr("the file is empty"))
    if content.startswith(_LFS):
        message = tr("the file is a git-LFS pointer, the robot itself was not fetched; run `git lfs pull`")
        raise fault("file-lfs-pointer", path, message, 1, found=_LFS.decode(), wanted="XML")
    return content


def _too_large(path: Path, size: int) -> Fault:
    message = tr(
        "the file has {size:.0f} MB; at most {max_bytes:.0f} MB are read",
        size=size / 1000000.0,
        max_bytes=MAX_BYTES / 1000000.0,
    )
    return fault(
        "file-too-large",
        path,
        message,
        found=tr("{size} bytes", size=size),
        wanted=tr("at most {max_bytes} bytes", max_bytes=MAX_BYTES),
    )


@dataclass(slots=True)
class _Size:
    """How deep and how many the elements are. Expat holds no tree, so that counting costs no memory."""

    depth: int = 0
    deepest: int = 0
    deepest_line: int = 0
    elements: int = 0
    last_line: int = 0  # of the first element that is one too many

    def count(self, content: bytes, path: Path) -> None:
        """Count up to the end, or to what is not XML."""
        parser = expat.ParserCreate()
        parser.ordered_attributes = True  # a list, which is made sooner

        def start(tag: str, attributes: object) -> None:
            self.depth += 1
            self.elements += 1
            if self.depth > self.deepest:
                self.deepest = self.depth
                if self.depth == MAX_DEPTH + 1:
                    self.deepest_line = parser.CurrentLineNumber
            if self.elements == MAX_ELEMENTS + 1:
                self.last_line = parser.CurrentLineNumber
                parser.StartElementHandler, parser.EndElementHandler = more, None

        def more(tag: str, attributes: object) -> None:
            self.elements += 1

        def end(tag: str) -> None:
            self.depth -= 1

        def doctype(*given: object) -> None:
            raise _doctype(path, parser.CurrentLineNumber)

        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.StartDoctypeDeclHandler = doctype
        parser.Parse(content, True)


def _has_few_elements(content: bytes) -> bool:
    """Whether it is seen at once that no more elements are there than are read, in what is UTF-8."""
    return content.count(b"<") - content.count(b"</") <= MAX_ELEMENTS and _UTF_8.match(content) is not None


def _check_size(path: Path, content: bytes) -> None:
    size = _Size()
    try:
        size.count(content, path)
    except Fault:
        raise
    except (expat.ExpatError, LookupError, ValueError) as error:
        _log.info("%s: elements are counted up to what is not XML: %s", path, error)  # lxml says what is wrong
    if size.deepest > MAX_DEPTH:
        message = tr(
            "elements are nested {deepest} deep; at most {max_depth} are read", deepest=size.deepest, max_depth=MAX_DEPTH
        )
        raise fault(
            "too-deep",
            path,
            message,
            size.deepest_line,
            found=f"{size.deepest}",
            wanted=tr("at most {max_depth}", max_depth=MAX_DEPTH),
        )
    if size.elements > MAX_ELEMENTS:
        message = tr(
            "there are {elements} elements; at most {max_elements} are read", elements=size.elements, max_elements=MAX_ELEMENTS
        )
        found, wanted = f"{size.elements}", tr("at most {max_elements}", max_elements=MAX_ELEMENTS)
        raise fault("too-many-elements", path, message, size.last_line, found=found, wanted=wanted)


def _doctype(path: Path, line: int) -> Fault:
    return fault("doctype", path, tr("a DOCTYPE is not allowed"), line, found="<!DOCTYPE", wanted="none")


def _parse(path: Path, content: bytes, findings: list[Finding]) -> Element:
    """Return the root, declaring prefixes that are not declared, each with a finding."""
    for _ in range(MAX_UNDECLARED + 1):
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            dtd_validation=False,
            huge_tree=False,
            recover=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            return etree.fromstring(content, parser)
        except etree.XMLSyntaxError as error:
            message, line = re.sub(r", line \d+, column \d+$", "", error.msg or "unreadable"), error.lineno or 0
        prefix = _UNDECLARED.search(message)
        if prefix is None or f"xmlns:{prefix[1]}=".encode() in content:
            break
        name = prefix[1].encode()
        content = re.sub(rb"<(robot|sdf)\b", rb'<\1 xmlns:%s="undeclared:%s"' % (name, name), content, count=1)
        undeclared = tr("the XML prefix {prefix!r} is not declared; it is read as if it were", prefix=prefix[1])
        findings.append(finding_of("undeclared-prefix", path, undeclared, line, "", prefix[1], f"xmlns:{prefix[1]}="))
    raise fault("not-xml", path, tr("not XML: {message}", message=message), line, wanted=tr("well-formed XML"))
