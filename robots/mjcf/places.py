"""Where the parts of an MJCF file are: file and line, by name, by their order, or by what MuJoCo says of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ..urdf.document import Element

Place = tuple[str, int]

_LINE = re.compile(r"[Ll]ine\s*[:=]?\s*(\d+)")
_ELEMENT = re.compile(r"Element '([^']*)'")
_NAMED = re.compile(r"Element name '([^']*)'(?:, id (\d+))?")
_WITHIN = re.compile(r" in (geom|joint|body|site)\b")
_QUOTED = re.compile(r"'([^']+)'")
_KINDS = {"joint": "jnt"}
_TAGS = {"jnt": ("joint", "freejoint"), "geom": ("geom",), "body": ("body",), "site": ("site",), "tex": ("texture",)}
# MuJoCo's kinds that have an element of another name.
_SECTIONS = {"eq": "equality", "cam": "camera", "flex": "deformable", "pair": "pair", "skin": "skin", "key": "key"}


@dataclass(frozen=True)
class Places:
    """The XML of a robot, by file; the first is its own."""

    roots: Mapping[Path, Element]
    included: Callable[[Path, Element], Path | None] = field(repr=False)  # the file that an <include> of a file names

    def of_part(self, kind: str, names: Sequence[str], i: int) -> Place:
        """Return where the part number `i` of MuJoCo's kind is, of those with these names; "" and 0 if it cannot be told."""
        for tag in _TAGS.get(kind, (kind,)):
            if names[i] and (tag, names[i]) in self._by_name:
                return self._by_name[tag, names[i]]
        ordered = self._in_order.get(kind, [])
        first = int(kind == "body")  # the world is the first body; there are more than in the file where it replicates some
        if i >= first and [name for _, name in ordered] == list(names[first:]):
            return ordered[i - first][0]
        return "", 0

    def of_section(self, kind: str) -> Place:
        """Return where the first element of a tag, or of MuJoCo's kind, is; "" and 0 if there is none."""
        tag = _SECTIONS.get(kind, kind)
        return next((place for one, _, place in self._elements if one.tag == tag), ("", 0))

    def of_file(self, tag: str, file: str) -> Place:
        """Return where the first element of this tag is that names a file; "" and 0 if there is none."""
        elements = ((one, place) for one, _, place in self._elements if one.tag == tag)
        files = (place for one, place in elements for key, value in one.items() if key.startswith("file") and value == file)
        return next(files, ("", 0))

    def of_error(self, problem: str) -> tuple[Place, Element | None]:
        """Return where the part is that MuJoCo's sentence is about, and its element; the root of the robot's file, and None, if
        it cannot be told.

        MuJoCo names a line, but neither its file, nor any line (0) of what is included.
        """
        own = next(iter(self.roots))
        found = _LINE.search(problem)
        line = int(found[1]) if found else 0
        tag, name, number = self._subject(problem)
        words = _QUOTED.findall(problem)
        on_line = [
            (place, one)
            for one, _, place in self._elements
            if line and place[1] == line and tag in ("", one.tag) and name in ("", one.get("name", ""))
        ]
        for place, one in (*(found for found in on_line if set(words) & set(found[1].attrib.values())), *on_line):
            return place, one
        if line:
            return (str(own), line), None
        keys = [place for one, _, place in self._elements if one.tag == "key"]
        ordered = keys if "keyframe" in problem else [place for place, _ in self._in_order.get(_KINDS.get(tag, tag), [])]
        for one, _, place in self._elements:
            if name and one.get("name") == name:
                return place, one
            if one.tag == tag and any(word in one.attrib for word in words):
                return place, one
        if 0 <= number < len(ordered):
            return ordered[number], next((one for one, _, at in self._elements if at == ordered[number]), None)
        for one, _, place in self._elements:
            values = one.attrib.values()
            if any(word == value or Path(value).name == word for word in words for value in values):
                return place, one
        return (str(own), self.roots[own].sourceline or 0), None

    def _subject(self, problem: str) -> tuple[str, str, int]:
        """Return tag, name and number of the part that a sentence is about; "", "" and -1 what it does not say."""
        element, named, within = (pattern.search(problem) for pattern in (_ELEMENT, _NAMED, _WITHIN))
        tag = element[1] if element else within[1] if within else ""
        number = int(named[2]) - (tag == "body") if named and named[2] else -1  # the world is the first body
        return tag, named[1] if named else "", number

    @cached_property
    def _elements(self) -> list[tuple[Element, Path, Place]]:
        return [
            (element, path, (str(path), element.sourceline or 0))
            for path, root in self.roots.items()
            for element in root.iter()
        ]

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], Place]:
        places: dict[tuple[str, str], Place] = {}
        for element, _, place in self._elements:
            places.setdefault((str(element.tag), element.get("name", "")), place)
        return places

    @cached_property
    def _in_order(self) -> dict[str, list[tuple[Place, str]]]:
        """Places and names of bodies, joints, geoms and sites in MuJoCo's order: a body before those that it carries."""
        found: dict[str, list[tuple[Place, str]]] = {kind: [] for kind in _TAGS}
        kinds = {tag: kind for kind, tags in _TAGS.items() for tag in tags if tag != "body"}
        own = next(iter(self.roots))
        waiting = [[(own, world) for world in self.roots[own].iter("worldbody")]]
        while waiting:
            body = waiting.pop()
            below: list[list[tuple[Path, Element]]] = []
            for path, element in (part for start in body for part in self._within(*start)):
                place = (str(path), element.sourceline or 0)
                if element.tag == "body":
                    below.append([(path, element)])
                elif element.tag in kinds:
                    found[kinds[element.tag]].append((place, element.get("name", "")))
            waiting += reversed(below)
            if waiting:
                path, element = waiting[-1][0]
                found["body"].append(((str(path), element.sourceline or 0), element.get("name", "")))
        return found

    def _within(self, path: Path, element: Element) -> Iterator[tuple[Path, Element]]:
        """Return what an element holds, with what it includes and what stands in its <frame>s."""
        for child in element:
            if child.tag == "frame":
                yield from self._within(path, child)
            elif child.tag == "include":
                inside = self.included(path, child)
                if inside is not None:
                    yield from self._within(inside, self.roots[inside])
            else:
                yield path, child
