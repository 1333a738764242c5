"""What MuJoCo's compiler says of a file that it refuses, as other formats say it: what is given, what is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from re import Match

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
            return CompilerError(f"{of}{message} (MuJoCo: {sentence})", part, found, wanted)
    subject = of or ("the file " if element is None else f"<{element.tag}>: ")
    it = "" if element is None else "it "
    return CompilerError(f"{subject}{it}cannot be compiled (MuJoCo: {sentence})", part)


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
        f"<{element.tag}> has no {attribute} of its own" if value is None else f"<{element.tag}> {attribute}={value!r}"
    )


def _attribute(problem: str, wanted: str) -> Callable[[Match[str], Element], Said]:
    """Return what says this of the attribute that MuJoCo names."""

    def said(match: Match[str], element: Element) -> Said:
        value = element.get(match["name"], "")
        message = f"{_written(element, match['name'])}{problem.format(n=len(value.split()))}"
        return message, value, wanted

    return said


def _of(attribute: str, problem: str, wanted: str) -> Callable[[Match[str], Element], Said]:
    """Return what says this of an attribute, or that it is missing."""
    return lambda _, element: (
        _written(element, attribute) + (problem if element.get(attribute) is not None else ""),
        element.get(attribute, ""),
        wanted,
    )


def _plain(message: str, found: str, wanted: str) -> Callable[[Match[str], Element], Said]:
    """Return what says this, with what MuJoCo names, and the tag."""

    def said(match: Match[str], element: Element) -> Said:
        named = {key: value for key, value in match.groupdict().items() if value is not None}
        message_, found_, wanted_ = (text.format(tag=element.tag, **named) for text in (message, found, wanted))
        return message_, found_, wanted_

    return said


def _keyword(match: Match[str], element: Element) -> Said:
    word = match["name"]
    attribute = next((key for key, value in element.items() if word in value.split()), "")
    where = f" {attribute}={element.get(attribute)!r}" if attribute else ""
    return f"<{element.tag}>{where}: MJCF has no such word there", word, f"a word that {attribute or 'it'} takes"


def _second(match: Match[str], element: Element) -> Said:
    tag, name = match["kind"], match["name"]
    first = next((one for one in element.getroottree().getroot().iter(element.tag) if one.get("name") == name), element)
    where = f"; the first is on line {first.sourceline}" if first is not element else ""
    return f"a second {tag} is named {name!r}{where}", name, "another name"


def _turned(_: Match[str], element: Element) -> Said:
    given = [name for name in _TURNS if element.get(name) is not None]
    return f"<{element.tag}> is turned by {' and by '.join(given)}", ", ".join(given), f"one of {', '.join(_TURNS)}"


def _inertia(problem: str, wanted: str) -> Callable[[Match[str], Element], Said]:
    """Return what says this of the inertia that a body is given."""

    def said(_: Match[str], element: Element) -> Said:
        inertial = element if element.tag == "inertial" else element.find("inertial")
        for attribute in ("fullinertia", "diaginertia"):
            if inertial is not None and (value := inertial.get(attribute)) is not None:
                return f"<inertial> {attribute}={value!r}: {problem}", value, wanted
        return problem, "", wanted

    return said


_THERE = "{name!r}, which is not in the file"
_ORDERED = ": the first number is not below the second"
_TWO = "two numbers, the first below the second"
_SENTENCES: tuple[tuple[re.Pattern[str], Callable[[Match[str], Element], Said]], ...] = tuple(
    (re.compile(pattern.replace("NAME", "'(?P<name>[^']*)'").replace("KIND", "(?P<kind>\\w+)")), said)
    for pattern, said in (
        ("unrecognized element", _plain("<{tag}> does not belong here", "<{tag}>", "an element that MJCF has here")),
        ("unrecognized attribute: NAME", _attribute(" is no attribute of it", "an attribute that it has")),
        ("required attribute missing: NAME", _plain("<{tag}> has no {name}", "", "{name}")),
        ("invalid keyword: NAME", _keyword),
        ("bad format in attribute NAME", _attribute(" is not the number that it is to be", "numbers")),
        ("attribute NAME does not have enough", _attribute(" has {n} values; more are wanted", "more numbers")),
        ("attribute NAME has too much", _attribute(" has {n} values; fewer are wanted", "fewer numbers")),
        (r"size \d+ must be positive", _of("size", ": lengths are above 0", "above 0")),
        ("mass and inertia of moving bodies", _plain(
            "it moves, and has no mass or no inertia", "", "an <inertial>, or shapes, with a mass and an inertia above 0")),
        (r"inertia must satisfy A \+ B >= C", _inertia(
            "the largest principal moment exceeds the sum of the others, which no body's does",
            "at most the sum of the others; <compiler balanceinertia='true'> makes it so")),
        ("positive eigenvalues", _inertia("a principal moment is not above 0", "above 0")),
        ("repeated name NAME in KIND", _second),
        ("KIND NAME not found in", _plain(f"<{{tag}}> names {{kind}} {_THERE}", "{name}", "the name of a {kind}")),
        ("unknown default class name NAME", _plain(f"<{{tag}}> names class {_THERE}", "{name}", "the class of a <default>")),
        ("unknown default childclass", _of("childclass", ": no <default> has this class", "the class of a <default>")),
        ("unknown transmission target NAME", _plain(f"<{{tag}}> moves {_THERE}", "{name}", "the name of what it moves")),
        ("missing transmission target", _plain("<{tag}> names nothing that it moves", "", "a joint, tendon, site or body")),
        ("unknown element NAME in", _plain(f"<{{tag}}> names {_THERE}", "{name}", "a name in the file")),
        ("unrecognized name NAME", _plain(f"<{{tag}}> names {_THERE}", "{name}", "a name in the file")),
        ("element NAME is repeated in", _plain("<{tag}> names {name!r} twice", "{name}", "two others")),
        (r"range\[0\] should be smaller", _of("range", _ORDERED, _TWO)),
        ("invalid control range", _of("ctrlrange", _ORDERED, _TWO)),
        ("free joint can only be used on top level", _plain(
            "a free joint is that of a body that another carries", "", "a body that stands in the world")),
        ("more than 6 dofs", _plain("its joints have more than six degrees of freedom", "", "at most 6")),
        ("World body cannot have joints", _plain(
            "<{tag}> is of the world, which does not move", "", "a <joint> within a <body>")),
        ("zero quaternion", _of("quat", ": it has no direction", "a quaternion other than 0")),
        ("multiple orientation specifiers", _turned),
        ("axis too small", _of("axis", ": it has no direction", "a vector other than 0")),
        ("fromto points too close", _of("fromto", ": its two ends are one point", "two points")),
        ("must have valid meshid", _plain("a <geom> of type mesh names no mesh", "", "the name of a <mesh>")),
        (r"invalid KIND size, expected (?:length )?(?P<wanted>\d+), got (?P<number>\d+)", _plain(
            "<{tag}> {kind} has {number} values; the model has {wanted}", "{number} values", "{wanted} values")),
        ("Error opening file NAME", _plain("the file {name!r} cannot be opened", "{name}", "a file")),
        ("invalid condim", _of("condim", ": no contact has as many directions", "1, 3, 4 or 6")),
        ("empty class name", _of("class", ": it is empty", "class")),
        ("empty name in KIND", _plain("a <{kind}> has neither a name nor a file", "", "name")),
        ("repeated default class name", _of("class", ": another <default> has it", "another class")),
        ("springdamper values must be positive", _of("springdamper", ": both numbers are above 0", "above 0")),
    )
)  # fmt: skip
"""MuJoCo's sentences, and what says the same; NAME is what it quotes, KIND a word."""
