"""What is not well-formed in an XML file and leaves no doubt about its elements: read all the same, with a finding each.

Everything is replaced in place, lines for lines, so that what is said of the file afterwards has the file's own lines.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from ..faults import finding_of

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SPELLED = {"utf-8": "UTF-8", "latin-1": "Latin-1"}
_NO_ENCODINGS = {"idna", "punycode", "raw_unicode_escape", "unicode_escape"}  # of whole files
_DECLARATION = re.compile(r"<\?\s*xml(?:[\s?][^<>]*)?>", re.IGNORECASE)  # however it is written
_WELL_DECLARED = re.compile(
    r"""<\?xml\s+version\s*=\s*(["'])[\w.]+\1(?:\s+encoding\s*=\s*(["'])[\w.-]+\2)?"""
    r"""(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>"""
)  # XML 1.0, production 23
_ENCODING = re.compile(rb"""<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']?([A-Za-z0-9._-]{1,40})""")
_VERSION = re.compile(r"""\bversion\s*=\s*["']?([^"'\s?]*)""")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_DOCTYPE = re.compile(r"\s*(<!\s*DOCTYPE[^\[<>]*>)", re.IGNORECASE)
_AMPERSAND = re.compile(r"&(?![#\w]{1,40};)")
_TAG = re.compile(r"""<[^\s!?/<>="']+(?:\s+[^\s<>="'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+\s*/?>""")
_ATTRIBUTE = re.compile(r"""(?<=\S)\s+([^\s<>="'/]+)\s*=\s*("[^"<]*"|'[^'<]*')""")
_LONGEST = 40  # characters of what is quoted


@dataclass(slots=True)
class _Text:
    """A file as text, and what is found on the way."""

    path: Path
    text: str
    findings: list[Finding] = field(default_factory=list)

    def report(self, rule: str, at: int, message: str, found: str = "", wanted: str = "") -> None:
        """Record a finding about the line of this character."""
        line = self.text.count("\n", 0, at) + 1
        self.findings.append(finding_of(rule, self.path, message, line, "", found, wanted))

    def replace(self, pattern: re.Pattern[str], replaced: Callable[[re.Match[str]], str], last: str = "") -> None:
        """Replace what is found by as many lines.

        last : what all that is found ends with; behind its last place nothing is looked for, else each that begins and does
               not end would be followed to the end of the file
        """
        place = self.text.rfind(last)
        end = place + len(last) if place >= 0 else 0
        self.text = pattern.sub(replaced, self.text[:end]) + self.text[end:]

    def cut(self, start: int, end: int) -> None:
        """Put blanks where something stands, but for the ends of lines."""
        self.text = self.text[:start] + _blanks(self.text[start:end]) + self.text[end:]


def well_formed(path: Path, content: bytes) -> tuple[bytes, list[Finding]]:
    """Return XML in UTF-8 that means the same, and findings about what was changed.

    Declarations, DOCTYPEs that declare nothing, comments, what stands outside the root element, and attributes that are
    given twice alike have no meaning here: they go. What else is not XML stays, for who parses it to say.
    """
    source = _decoded(path, content)
    _without_comments(source)
    _without_declarations(source)
    _without_doctype(source)
    _without_what_is_before(source)
    _without_repeated(source)
    _with_ampersands(source)
    _without_what_is_after(source)
    return source.text.encode("utf-8", "surrogatepass"), source.findings


def _decoded(path: Path, content: bytes) -> _Text:
    """Decode by the byte order mark, else by the encoding that is declared, else by UTF-8; what is none of it is Latin-1."""
    mark = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    declared = _ENCODING.search(content)
    said = mark or (declared[1].decode() if declared else "utf-8")
    for encoding in dict.fromkeys((said, "utf-8", "latin-1")):
        text = _text(content, encoding)
        if text is not None:
            break
    source = _Text(path, (text or "").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    if encoding != said:
        beyond = re.search(r"[^\x00-\x7f]", source.text)  # the first character that encodings write differently
        message = tr(
            "the file cannot be read in its encoding, {said}; it is read in {spelled}", said=said, spelled=_SPELLED[encoding]
        )
        source.report("xml-encoding", beyond.start() if beyond else 0, message, said, _SPELLED[encoding])
    return source


def _text(content: bytes, encoding: str) -> str | None:
    """Return the text; None if it is not in this encoding."""
    try:
        if codecs.lookup(encoding).name in _NO_ENCODINGS:
            return None
        text = content.decode(encoding)
    except (UnicodeError, LookupError, ValueError):
        return None
    return text if "<" in text else None


def _blanks(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _times(places: list[int]) -> str:
    return tr(", {count} times", count=len(places)) if len(places) > 1 else ""


def _without_comments(source: _Text) -> None:
    places: list[int] = []

    def blank(comment: re.Match[str]) -> str:
        if "--" in comment[0][4:-3] or comment[0].endswith("--->"):
            places.append(comment.start())
        return _blanks(comment[0])

    source.replace(_COMMENT, blank, "-->")
    if places:
        message = tr("a comment holds --, which XML does not allow; it is left out as others are{times}", times=_times(places))
        source.report("xml-comment", places[0], message, "--", tr("comments without"))


def _without_declarations(source: _Text) -> None:
    places: list[int] = []
    texts: list[str] = []

    def blank(declaration: re.Match[str]) -> str:
        places.append(declaration.start())
        texts.append(declaration[0])
        return _blanks(declaration[0])

    source.replace(_DECLARATION, blank, ">")
    if places and places[0] == 0:
        said = _VERSION.search(texts[0])
        version = said[1] if said else ""
        if not _WELL_DECLARED.fullmatch(texts[0]):
            message = tr("the XML declaration is not written right; it is left out")
            source.report("xml-declaration", 0, message, _short(texts[0]), tr('<?xml version="1.0"?>'))
        elif version != "1.0":
            message = tr("the XML declaration names version {version!r}; the file is read as of version 1.0", version=version)
            source.report("xml-declaration", 0, message, version, "1.0")
        del places[0], texts[0]
    if places:
        message = tr("the XML declaration is not the first in the file; it is left out{times}", times=_times(places))
        source.report("xml-declaration", places[0], message, _short(texts[0]), tr("the first in the file"))


def _without_doctype(source: _Text) -> None:
    """Take out a DOCTYPE that declares nothing itself; what it names outside is never read."""
    doctype = _DOCTYPE.match(source.text)
    if doctype:
        message = tr("the DOCTYPE declares nothing; it is left out")
        source.report("doctype-unused", doctype.start(1), message, _short(doctype[1]), "none")
        source.cut(*doctype.span(1))


def _without_what_is_before(source: _Text) -> None:
    first = max(source.text.find("<"), 0)
    before = source.text[:first].strip()
    if before:
        message = tr("before the root element stands {before!r}; it is left out", before=_short(before))
        source.report("xml-outside", source.text.index(before[0]), message, _short(before), "nothing")
        source.cut(0, first)


def _without_repeated(source: _Text) -> None:
    """Take out the second of two attributes of one name that say the same; two that do not are no XML."""
    places: list[int] = []
    names: list[str] = []

    def once(tag: re.Match[str]) -> str:
        seen: dict[str, str] = {}

        def blank(attribute: re.Match[str]) -> str:
            name, value = attribute[1], attribute[2][1:-1]
            if seen.get(name) != value:
                seen.setdefault(name, value)
                return attribute[0]
            places.append(tag.start() + attribute.start(1))
            names.append(name)
            return _blanks(attribute[0])

        return _ATTRIBUTE.sub(blank, tag[0])

    source.replace(_TAG, once)
    if places:
        message = tr(
            "the attribute {names!r} stands twice, alike; the second is left out{times}", names=names[0], times=_times(places)
        )
        source.report("xml-repeated", places[0], message, names[0], "once")


def _with_ampersands(source: _Text) -> None:
    places = [ampersand.start() for ampersand in _AMPERSAND.finditer(source.text)]
    if places:
        message = tr("an & stands alone; it is read as &amp;{times}", times=_times(places))
        source.report("xml-ampersand", places[0], message, "&", "&amp;")
        source.replace(_AMPERSAND, lambda _: "&amp;")


def _without_what_is_after(source: _Text) -> None:
    end = _end_of_root(source.text)
    after = "" if end is None else source.text[end:].strip()
    if end is not None and after:
        message = tr("after the root element stands {after!r}; it is left out", after=_short(after))
        source.report("xml-outside", source.text.index(after[0], end), message, _short(after), "nothing")
        source.cut(end, len(source.text))


def _end_of_root(text: str) -> int | None:
    """Return where the root element ends; None if it does not, or something in it is not XML."""
    parser, content = expat.ParserCreate(), text.encode("utf-8", "surrogatepass")
    depth, ends = 0, []

    def start(tag: str, attributes: object) -> None:
        nonlocal depth
        depth += 1

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        if depth == 0:
            ends.append(parser.CurrentByteIndex)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError):
        pass  # what follows the end is what is looked for
    if not ends:
        return None
    at = ends[0]  # of the end tag; behind the one tag of a root that is empty
    closed = content.find(b">", at) + 1 if content.startswith(b"</", at) else at
    return len(content[:closed].decode("utf-8", "surrogatepass"))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
