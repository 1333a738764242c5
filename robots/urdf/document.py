"""An XML robot file that is being read: its elements and numbers, and all that is found to say about it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from torseur.sim.multibody.model.model import Finding, Severity
from torseur.sim.texts import Text, marked, text_of, tr

from ..faults import Fault, finding_of
from ..rules import RULES
from .quantities import PLAIN, Quantity

Element = Any  # lxml.etree._Element: lxml has no types
T = TypeVar("T")

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
NAMES = ("name", "link", "joint")  # attributes that are names
XACRO = re.compile(r"\$[{(]")


@dataclass(slots=True)
class UrdfDocument:
    """A file being read: its root element, and what there is to say about it.

    What cannot be read is raised as a `Fault`; `attempt` keeps it among the findings, so that reading goes on.
    """

    path: Path
    root: Element
    findings: list[Finding] = field(default_factory=list)
    errors: int = 0  # of the findings
    told: int = 0  # how often anything was to be recorded, also what is known: of equal elements on one line
    wrong: int = 0  # how often that was an error
    sources: dict[Element, Path] = field(default_factory=dict)  # of what is from another file, with all that is in it
    _known: set[Finding] = field(default_factory=set)
    _read: dict[tuple[object, ...], Any] = field(default_factory=dict)  # what `once` read, of which nothing was to be said
    _numbers: dict[str | None, tuple[tuple[float, ...], float]] = field(default_factory=dict)  # by text: files repeat them
    _elements: list[Element] = field(init=False)  # all: lxml makes each anew whenever nobody holds it

    def __post_init__(self) -> None:
        self._elements = list(self.root.iter())

    def error(self, rule: str, element: Element, message: str, found: str = "", wanted: str = "") -> Fault:
        """Return an error about this element."""
        return Fault(self._finding(rule, element, message, found, wanted))

    def report(
        self, rule: str, element: Element, message: str, found: str = "", wanted: str = "", place: int | None = None
    ) -> None:
        """Record a finding about this element; see `add`."""
        self.add(self._finding(rule, element, message, found, wanted), place)

    def add(self, finding: Finding, place: int | None = None) -> None:
        """Record a finding, once.

        place : before which of the findings; None: after all
        """
        self.told += 1
        self.wrong += finding.severity is Severity.ERROR
        if finding in self._known:
            return
        self._known.add(finding)
        self.findings.insert(len(self.findings) if place is None else place, finding)
        self.errors += finding.severity is Severity.ERROR

    def attempt(self, fallback: T, read: Callable[..., T], *arguments: Any) -> T:
        """Read a part; if it cannot be, record why and return the fallback, which no model is then built from."""
        try:
            return read(*arguments)
        except Fault as fault:
            self.add(fault.finding)
            return fallback

    def optional(self, rule: str, consequence: str, read: Callable[..., T], *arguments: Any) -> T | None:
        """Read a part that the robot can do without; if it cannot be read, return None, with findings that are no errors.

        rule        : that errors of the part become findings of
        consequence : what becomes of the part, such as "its visual is left out"
        """
        findings, errors, wrong = len(self.findings), self.errors, self.wrong
        value = self.attempt(None, read, *arguments)
        if self.wrong == wrong:
            return value
        self.findings[findings:] = [_eased(finding, rule, consequence) for finding in self.findings[findings:]]
        self.errors = errors
        return None

    def once(self, read: Callable[..., T], element: Element, *arguments: Hashable) -> T:
        """What `read(document, element, *arguments)` returns, found once for elements without children that say the same.

        Where there is anything to say of one, the next is read as well. What is returned is shared: arrays are frozen.
        """
        key = (read, arguments, element.tag, *element.items())
        if key in self._read:
            known: T = self._read[key]
            return known
        told = self.told
        value = read(self, element, *arguments)
        if self.told == told:
            self._read[key] = value
        return value

    def path_of(self, element: Element) -> Path:
        """Return the file that an element is from."""
        while self.sources and element is not None:
            if element in self.sources:
                return self.sources[element]
            element = element.getparent()
        return self.path

    def adopt(self, element: Element) -> None:
        """Remember the file that an element is from, before it is put elsewhere."""
        if (path := self.path_of(element)) != self.path:
            self.sources[element] = path

    def text(self, element: Element, attribute: str, default: str | None = None) -> str:
        """Read an attribute, without the blanks around it; without a default it must be there and not be empty."""
        raw: str | None = element.get(attribute)
        value = (raw or "").strip()
        if not value:
            if default is not None:
                return default
            problem = tr("has no") if raw is None else tr("has an empty")
            rule = "name-missing" if attribute == "name" else "attribute-missing"
            message = tr(
                "{owner}<{tag}> {problem} attribute {attribute!r}",
                owner=owner(element),
                tag=element.tag,
                problem=problem,
                attribute=attribute,
            )
            raise self.error(rule, element, message, raw or "", attribute)
        if XACRO.search(value):
            if attribute not in NAMES:
                where = f"{owner(element)}<{element.tag}> {attribute}={value!r}"
                message = tr("{where} is not expanded; run xacro on the file first", where=where)
                raise self.error("xacro", element, message, value, tr("a value"))
            self._report_name(element, attribute, value)
        return value

    def number(self, element: Element, attribute: str, default: float | None = None, quantity: Quantity = PLAIN) -> float:
        """Read an attribute that is one finite number."""
        text: str | None = element.get(attribute)
        read = self._numbers.get(text)
        if read is None and text:
            read = self._numbers[text] = _finite_numbers(text.split())
        if read is not None and len(read[0]) == 1 and read[1] <= quantity.usual:  # there is nothing to say of it
            return read[0][0]
        return self.numbers(element, attribute, 1, None if default is None else (default,), quantity)[0]

    def numbers(
        self, element: Element, attribute: str, count: int, default: tuple[float, ...] | None = None, quantity: Quantity = PLAIN
    ) -> tuple[float, ...]:
        """Read an attribute that is `count` finite numbers with blanks between."""
        raw: str | None = element.get(attribute)
        if default is not None and not (raw or "").strip():
            if raw is not None:
                message = tr(
                    "{owner}<{tag}> has an empty attribute {attribute!r}; it is read as if not there",
                    owner=owner(element),
                    tag=element.tag,
                    attribute=attribute,
                )
                self.report("attribute-empty", element, message, raw, tr("a value, or no attribute"))
            return default
        text = raw or ""
        read = self._numbers.get(text)
        if read is None:
            read = self._numbers[text] = _finite_numbers(text.split())
        values, largest = read
        if len(values) != count:
            values = self._doubtful_numbers(element, attribute, count)
            largest = max(map(abs, values))
        if largest > quantity.usual:
            text = text.strip()
            self._judge(element, _attribute_text(element, attribute, text), text, values, quantity)
        return values

    def _doubtful_numbers(self, element: Element, attribute: str, count: int) -> tuple[float, ...]:
        """Read numbers from what is not just as many finite ones, and record why they are taken all the same."""
        text = self.text(element, attribute)
        parts = self._separated(element, attribute, text, count).split()
        if len(parts) > count > 1:
            message = tr(
                "{attribute_text} has {count} values; the first {count_2} are taken",
                attribute_text=_attribute_text(element, attribute, text),
                count=len(parts),
                count_2=count,
            )
            self.report("value-count-read", element, message, text, tr("{count} numbers", count=count))
            parts = parts[:count]
        if len(parts) != count:
            expected = tr("one number") if count == 1 else tr("{count} numbers", count=count)
            said = _attribute_text(element, attribute, text)
            if count == 1:
                message = tr("{attribute} has {count} values; one number is wanted", attribute=said, count=len(parts))
            else:
                sentence = marked("{attribute} has {count} values; {wanted} numbers are wanted")
                message = tr(sentence, attribute=said, count=len(parts), wanted=count)
            raise self.error("value-count", element, message, text, expected)
        for part in parts:
            if not _finite_numbers([part])[0]:
                written = _NUMBER.fullmatch(part) is not None
                rule = "not-finite" if written or _NOT_FINITE.fullmatch(part) else "not-a-number"
                message = tr(
                    "{attribute_text}: {part!r} is not a finite number",
                    attribute_text=_attribute_text(element, attribute, text),
                    part=part,
                )
                raise self.error(rule, element, message, part, tr("a finite number"))
        return tuple(map(float, parts))

    def only(self, element: Element, tag: str) -> Element | None:
        """Return the first child with this tag, or None; that there are others is recorded once."""
        first = None
        for child in element:
            if child.tag == tag:
                if first is not None:
                    break
                first = child
        else:
            return first
        message, count = (
            tr("{owner}a second <{tag}>; the first is taken", owner=owner(child), tag=tag),
            len(element.findall(tag)),
        )
        self.report("element-repeated", child, message, f"{count} <{tag}>", f"one <{tag}>")
        return first

    def _report_name(self, element: Element, attribute: str, value: str) -> None:
        """Record once that names are as nobody expanded them: they tell apart what they name all the same."""
        if not any(finding.rule == "xacro-name" for finding in self.findings):
            message = tr(
                "{attribute}={value!r} is not expanded, and nothing in the file does; such names are read as written",
                attribute=attribute,
                value=value,
            )
            self.report("xacro-name", element, message, value, tr("a name"))

    def _separated(self, element: Element, attribute: str, text: str, count: int) -> str:
        """Return numbers with blanks between, where commas can only have parted them."""
        if "," not in text:
            return text
        attribute_text, blanks = _attribute_text(element, attribute, text), " ".join(text.replace(",", " ").split())
        if count > 1 and len(blanks.split()) == count:
            message = tr("{attribute_text}: its commas are read as blanks", attribute_text=attribute_text)
            self.report("comma-separated", element, message, text, blanks)
            return blanks
        message = tr(
            "{attribute_text}: a comma is not read; decimals are written with a point, numbers parted by blanks",
            attribute_text=attribute_text,
        )
        raise self.error("decimal-comma", element, message, text, _without_commas(text, count))

    def _judge(self, element: Element, attribute_text: str, text: str, values: tuple[float, ...], quantity: Quantity) -> None:
        """Raise or record that numbers are beyond what is expected."""
        largest, unit = max(map(abs, values)), f" {quantity.unit}" if quantity.unit else ""
        if largest > quantity.refused:
            message = tr(
                "{attribute_text}: nothing can be computed with numbers beyond {refused:g}{unit}",
                attribute_text=attribute_text,
                refused=quantity.refused,
                unit=unit,
            )
            raise self.error(
                "magnitude-refused",
                element,
                message,
                text,
                tr("at most {refused:g}{unit}", refused=quantity.refused, unit=unit),
            )
        if largest <= quantity.doubtful:
            self.report_degrees(element, attribute_text, text, values)
            return
        message = tr(
            "{attribute_text}: no robot is expected to have more than {doubtful:g}{unit}",
            attribute_text=attribute_text,
            doubtful=quantity.doubtful,
            unit=unit,
        )
        self.report(
            "magnitude", element, message, text, tr("at most {doubtful:g}{unit}", doubtful=quantity.doubtful, unit=unit)
        )

    def report_degrees(self, element: Element, attribute_text: str, text: str, values: Sequence[float]) -> None:
        """Record that angles can hardly be radians, and what they would be if they were degrees."""
        largest, radians = max(values, key=abs), " ".join(f"{math.radians(value):.6g}" for value in values)
        message = tr(
            "{attribute_text}: {largest:g} rad is {abs_largest:.3g} turns; of degrees it would be {radians}",
            attribute_text=attribute_text,
            largest=largest,
            abs_largest=abs(largest) / math.tau,
            radians=radians,
        )
        self.report("angle-degrees", element, message, text, radians)

    def _finding(self, rule: str, element: Element, message: str, found: str, wanted: str) -> Finding:
        tag = element.tag.rpartition("}")[2]
        subject = named(element) or (f"<{element.prefix}:{tag}>" if element.prefix else f"<{tag}>")
        return finding_of(rule, self.path_of(element), message, element.sourceline or 0, subject, found, wanted)


def _eased(finding: Finding, rule: str, consequence: str) -> Finding:
    """Return an error as a finding of this rule, which says what becomes of the part."""
    if finding.severity is not Severity.ERROR:
        return finding
    of, rest = f"{finding.element}: ", finding.message
    if not rest.startswith(of):
        of = ""
    elif isinstance(rest, Text):  # one of its values begins so
        begins = {key: str(value)[len(of) :] for key, value in rest.values.items() if str(value).startswith(of)}
        rest = text_of(rest.template, {**rest.values, **begins})
    message = of + consequence + ": " + rest
    return replace(finding, severity=RULES[rule].severity, rule=rule, message=message)


def _finite_numbers(parts: list[str]) -> tuple[tuple[float, ...], float]:
    """Return the numbers that are written and the largest absolute value; none if one is not a number, or not finite."""
    values = tuple(map(float, parts)) if all(map(_NUMBER.fullmatch, parts)) else ()
    largest = max(map(abs, values), default=0.0)
    return ((), 0.0) if largest == math.inf else (values, largest)


def _attribute_text(element: Element, attribute: str, text: str) -> str:
    return f"{owner(element)}<{element.tag}> {attribute}={text!r}"


def _without_commas(text: str, count: int) -> str:
    """Return what may be meant: a point for each comma, or a blank, whichever gives the count of numbers."""
    for instead in (".", " "):
        parts = text.replace(",", instead).split()
        if len(parts) == count and all(map(_NUMBER.fullmatch, parts)):
            return " ".join(parts)
    return tr("a number") if count == 1 else tr("{count} numbers", count=count)


def named(element: Element) -> str:
    """Return the link, joint, state or robot that the element belongs to; empty if that has no name."""
    while element is not None:
        if element.tag in ("link", "joint", "group_state") and element.get("name"):
            return f"{element.tag.replace('_', ' ')} {element.get('name')!r}"
        element = element.getparent()
    return ""


def owner(element: Element) -> str:
    """Return the link, joint or state that the element belongs to, as the beginning of a message."""
    name = named(element)
    return f"{name}: " if name else ""


def children(element: Element) -> Iterator[Element]:
    """Return the elements directly inside; comments are not read."""
    found: Iterator[Element] = iter(element)
    return found


def is_xacro(element: Element) -> bool:
    """Whether an element is one that xacro replaces."""
    tag: str = element.tag
    return tag.startswith("{") and "xacro" in tag.partition("}")[0]
