"""What the scene panel shows: bodies, materials and events, as plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class BodyEntry:
    """One body of the list. `name` is unique; `note` is read beside it: its mass, or that it is fixed."""

    name: str
    note: str
    depth: int = 0  # how far it is indented


class EventWords(NamedTuple):
    """What is read of an event."""

    time: str  # without its unit [s]
    text: str  # between whom
    impulse: str = ""  # normal impulse of an impact [N s]
    detail: str = ""  # lines shown when the pointer rests on it


@dataclass(frozen=True, eq=False)
class EventEntry:
    """Something that happened at a time [s]. `kind` is one of "impact", "lift-off", "slip", "stick".

    There may be many thousands: `words` are made when somebody looks at it.
    """

    t: float
    kind: str
    words: Callable[[], EventWords]


@dataclass(frozen=True)
class MaterialEntry:
    """A material of the scene. `name` is unique, `title` what it is called."""

    name: str
    title: str
    friction: float  # μ
    restitution: float  # e


@dataclass(frozen=True)
class MaterialPair:
    """What holds where two materials touch, by what they are called."""

    title: str  # "slope · rough"
    friction: float  # √(μ₁ μ₂)
    restitution: float  # the larger e
