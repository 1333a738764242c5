"""What the guide lists, as plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CourseRow:
    """A text of the course, or below the one that is open one of its ideas."""

    key: str
    code: str  # empty: of a text
    title: str
    seen: str  # "12 / 45" of a text, "✓" of an idea that was looked at
    is_open: bool = False  # whether its ideas are listed below it


@dataclass(frozen=True, slots=True)
class IdeaView:
    """The idea that is chosen."""

    title: str
    place: str  # in the text
    text: str
