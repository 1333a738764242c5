"""What MuJoCo's compiler says of a file that it refuses, as other formats say it: what is given, what is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from re import Match

from torseur.sim.texts import marked, tr

from ..urdf.document import Element

_AROUND = re.compile(r"^(?:XML Error: |Error: )*|\s*Element (?:name )?'[^']*'(?:, id \d+)?(?:, line \d+)?$")
_TURNS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
Said = tuple[str, str, str]  # message, what is given, what is wanted


@dataclass(frozen=True, slots=True)
class CompilerError:
    """What is wrong with a part of a file."""

    message: str  # with MuJoCo's sentence at its end
    element: str  # the part, such as "joint 'knee'"; empty: it has no name
    found: str = ""
    wanted: str = ""


def compiler_error(problem: str, element: Element | None) -> CompilerError:
    """Return what is wrong, given MuJoCo's words in one line and the element that they are about, if that is known."""
    sentence = _AROUND.sub("", problem)
    part = "" if element is None else _named(element)
    of = f"{part}: " if part else ""
    for pattern, said in _SENTENCES if element is not None else ():
        match = pattern.search(sentence)
        if match is not None:
            message, found, wanted = said(match, element)
            told = tr("{of}{message} (MuJoCo: {sentence})", of=of, message=message, sentence=sentence)
            return CompilerError(told, part, found, wanted)
    if element is None:
        return CompilerError(tr("the file cannot be compiled (MuJoCo: {sentence})", sentence=sentence), part)
    of = of or f"<{element.tag}>: "
    return CompilerError(tr("{of}it cannot be compiled (MuJoCo: {sentence})", of=of, sentence=sentence), part)


def _named(element: Element) -> str:
    """Return the nearest part around an element that has a name; empty if there is none."""
    while element is not None:
        if element.get("name"):
            return f"{element.tag} {element.get('name')!r}"
        element = element.getparent()
    return ""


def _written(element: Element, attribute: str) -> str:
    """Return an attribute as it is written; of one that is not there, that: it may be that of a <default>."""
    value = element.get(attribute)
    return (
        tr("<{tag}> has no {attribute} of its own", tag=element.tag, attribute=attribute)
        if value is None
        else f"<{element.tag}> {attribute}={value!r}"
    )


def _attribute(problem: str, wanted: str) -> Callable[[Match[str], Element], Said]:
    """Return what says this of the attribute that MuJoCo names."""

    def said(match: Match[str], element: Element) -> Said:
        value = element.get(match["name"], "")
        message = f"{_written(element, match['name'])}{tr(problem).format(n=len(value.split()))}"
        return message, value, tr(wanted)

    return said


def _of(attribute: str, problem: str, wanted: str) -> Callable[[Match[str], Element], Said]:
    """Return what says this of an attribute, or that it is missing."""
    return lambda _, element: (
        _written(element, attribute) + (tr(problem) if element.get(attribute) is not None else ""),
        element.get(attribute, ""),
        tr(wanted),
    )


def _plain(message: str, found: str, wanted: str) -> Callable[[Match[str], Element], Said]:
    """Return what says this, with what MuJoCo names, and the tag."""

    def said(match: Match[str], element: Element) -> Said:
        named = {key: value for key, value in match.groupdict().items() if value is not None}
        message_, found_, wanted_ = (tr(text).format(tag=element.tag, **named) for text in (message, found, wanted))
        return message_, found_, wanted_

    return said


def _keyword(match: Match[str], element: Element) -> Said:
    word = match["name"]
    attribute = next((key for key, value in element.items() if word in value.split()), "")
    where = f" {attribute}={element.get(attribute)!r}" if attribute else ""
    message = tr("<{tag}>{where}: MJCF has no such word there", tag=element.tag, where=where)
    return message, word, tr("a word that {attribute} takes", attribute=attribute or f"<{element.tag}>")


def _second(match: Match[str], element: Element) -> Said:
    tag, name = match["kind"], match["name"]
    first = next((one for one in element.getroottree().getroot().iter(element.tag) if one.get("name") == name), element)
    where = tr("; the first is on line {line}", line=first.sourceline) if first is not element else ""
    return tr("a second {tag} is named {name!r}{where}", tag=tag, name=name, where=where), name, tr("another name")


def _turned(_: Match[str], element: Element) -> Said:
    given = [name for name in _TURNS if element.get(name) is not None]
    return (
        tr("<{tag}> is turned by {names}", tag=element.tag, names=tr(" and by ").join(given)),
        ", ".join(given),
        tr("one of {tags}", tags=", ".join(_TURNS)),
    )


def _inertia(problem: str, wanted: str) -> Callable[[Match[str], Element], Said]:
    """Return what says this of the inertia that a body is given."""

    def said(_: Match[str], element: Element) -> Said:
        inertial = element if element.tag == "inertial" else element.find("inertial")
        for attribute in ("fullinertia", "diaginertia"):
            if inertial is not None and (value := inertial.get(attribute)) is not None:
                return f"<inertial> {attribute}={value!r}: {tr(problem)}", value, tr(wanted)
        return tr(problem), "", tr(wanted)

    return said


_ORDERED = marked(": the first number is not below the second")
_TWO = marked("two numbers, the first below the second")
_SENTENCES: tuple[tuple[re.Pattern[str], Callable[[Match[str], Element], Said]], ...] = tuple(
    (re.compile(pattern.replace("NAME", "'(?P<name>[^']*)'").replace("KIND", "(?P<kind>\\w+)")), said)
    for pattern, said in (
        (
            "unrecognized element",
            _plain(marked("<{tag}> does not belong here"), "<{tag}>", marked("an element that MJCF has here")),
        ),
        ("unrecognized attribute: NAME", _attribute(marked(" is no attribute of it"), marked("an attribute that it has"))),
        ("required attribute missing: NAME", _plain(marked("<{tag}> has no {name}"), "", "{name}")),
        ("invalid keyword: NAME", _keyword),
        ("bad format in attribute NAME", _attribute(marked(" is not the number that it is to be"), "numbers")),
        ("attribute NAME does not have enough", _attribute(marked(" has {n} values; more are wanted"), marked("more numbers"))),
        ("attribute NAME has too much", _attribute(marked(" has {n} values; fewer are wanted"), marked("fewer numbers"))),
        (r"size \d+ must be positive", _of("size", marked(": lengths are above 0"), marked("above 0"))),
        (
            "mass and inertia of moving bodies",
            _plain(
                marked("it moves, and has no mass or no inertia"),
                "",
                marked("an <inertial>, or shapes, with a mass and an inertia above 0"),
            ),
        ),
        (
            r"inertia must satisfy A \+ B >= C",
            _inertia(
                marked("the largest principal moment exceeds the sum of the others, which no body's does"),
                marked("at most the sum of the others; <compiler balanceinertia='true'> makes it so"),
            ),
        ),
        ("positive eigenvalues", _inertia(marked("a principal moment is not above 0"), marked("above 0"))),
        ("repeated name NAME in KIND", _second),
        (
            "KIND NAME not found in",
            _plain(marked("<{tag}> names {kind} {name!r}, which is not in the file"), "{name}", marked("the name of a {kind}")),
        ),
        (
            "unknown default class name NAME",
            _plain(
                marked("<{tag}> names class {name!r}, which is not in the file"), "{name}", marked("the class of a <default>")
            ),
        ),
        (
            "unknown default childclass",
            _of("childclass", marked(": no <default> has this class"), marked("the class of a <default>")),
        ),
        (
            "unknown transmission target NAME",
            _plain(marked("<{tag}> moves {name!r}, which is not in the file"), "{name}", marked("the name of what it moves")),
        ),
        (
            "missing transmission target",
            _plain(marked("<{tag}> names nothing that it moves"), "", marked("a joint, tendon, site or body")),
        ),
        (
            "unknown element NAME in",
            _plain(marked("<{tag}> names {name!r}, which is not in the file"), "{name}", marked("a name in the file")),
        ),
        (
            "unrecognized name NAME",
            _plain(marked("<{tag}> names {name!r}, which is not in the file"), "{name}", marked("a name in the file")),
        ),
        ("element NAME is repeated in", _plain(marked("<{tag}> names {name!r} twice"), "{name}", marked("two others"))),
        (r"range\[0\] should be smaller", _of("range", _ORDERED, _TWO)),
        ("invalid control range", _of("ctrlrange", _ORDERED, _TWO)),
        (
            "free joint can only be used on top level",
            _plain(
                marked("a free joint is that of a body that another carries"), "", marked("a body that stands in the world")
            ),
        ),
        ("more than 6 dofs", _plain(marked("its joints have more than six degrees of freedom"), "", marked("at most 6"))),
        (
            "World body cannot have joints",
            _plain(marked("<{tag}> is of the world, which does not move"), "", marked("a <joint> within a <body>")),
        ),
        ("zero quaternion", _of("quat", marked(": it has no direction"), marked("a quaternion other than 0"))),
        ("multiple orientation specifiers", _turned),
        ("axis too small", _of("axis", marked(": it has no direction"), marked("a vector other than 0"))),
        ("fromto points too close", _of("fromto", marked(": its two ends are one point"), marked("two points"))),
        ("must have valid meshid", _plain(marked("a <geom> of type mesh names no mesh"), "", marked("the name of a <mesh>"))),
        (
            r"invalid KIND size, expected (?:length )?(?P<wanted>\d+), got (?P<number>\d+)",
            _plain(
                marked("<{tag}> {kind} has {number} values; the model has {wanted}"),
                marked("{number} values"),
                marked("{wanted} values"),
            ),
        ),
        ("Error opening file NAME", _plain(marked("the file {name!r} cannot be opened"), "{name}", marked("a file"))),
        ("invalid condim", _of("condim", marked(": no contact has as many directions"), marked("1, 3, 4 or 6"))),
        ("empty class name", _of("class", marked(": it is empty"), "class")),
        ("empty name in KIND", _plain(marked("a <{kind}> has neither a name nor a file"), "", "name")),
        ("repeated default class name", _of("class", marked(": another <default> has it"), marked("another class"))),
        ("springdamper values must be positive", _of("springdamper", marked(": both numbers are above 0"), marked("above 0"))),
    )
)
"""MuJoCo's sentences, and what says the same; NAME is what it quotes, KIND a word."""
