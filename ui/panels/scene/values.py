"""What the scene panel shows: bodies, materials and events, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from torseur.sim.texts import tr


@dataclass(frozen=True)
class BodyEntry:
    """One body of the list. `name` is unique; `note` is read beside it: its mass, or that it is fixed."""

    name: str
    note: str
    depth: int = 0  # how far it is indented
    short: str = ""  # what is read in place of its name, where what stands above says the rest

    @property
    def label(self) -> str:
        """What is read of its name."""
        return self.short or self.name


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
    place: str = ""  # in the scene's file, as a sweep names it; empty: it is not there
    varied: Collection[str] = ()  # places that are


@dataclass(frozen=True)
class MaterialPair:
    """What holds where two materials touch, by what they are called."""

    title: str  # "slope · rough"
    friction: float  # √(μ₁ μ₂)
    restitution: float  # the larger e


@dataclass(frozen=True)
class PartLine:
    """A line of the form of what is selected: a number, several numbers, a word, one of several choices, or a sentence."""

    key: str  # unique in the form
    title: str
    value: float | tuple[float, ...] | str
    unit: str = ""
    options: Mapping[str, str] | None = None  # keys to texts, of a choice
    tip: str = ""
    least: float = float("-inf")  # of each number
    most: float = float("inf")
    step: float = 0.01  # of an arrow key, in the unit
    places: tuple[str, ...] = ("x", "y", "z")  # what several numbers are called
    group: str = ""  # the heading that it stands below, with those before it of the same
    browsed: bool = False  # a word that is the path of a file: it can be chosen
    fixed: bool = False  # a sentence, not to be changed here
    sweep_places: tuple[
        str, ...
    ] = ()  # of its numbers in the scene's file, as a sweep names them; empty: of one that is not there
    varied: Collection[str] = ()  # places that are

    def reason_against(self, number: float) -> str:
        """Why a number is not taken, a sentence that names the limits; empty: it is."""
        if self.least <= number <= self.most:
            return ""
        unit = f" {self.unit}" if self.unit else ""
        if self.most == float("inf"):
            return tr("{title}: a number of at least {least:g}{unit} is wanted.", title=self.title, least=self.least, unit=unit)
        return tr(
            "{title}: a number from {least:g} to {most:g}{unit} is wanted.",
            title=self.title,
            least=self.least,
            most=self.most,
            unit=unit,
        )

    @property
    def kind(self) -> str:
        """What it is: "choice", "word", "file", "number", "numbers" or "sentence"."""
        if self.options is not None:
            return "choice"
        if isinstance(self.value, str):
            return "sentence" if self.fixed else "file" if self.browsed else "word"
        return "numbers" if isinstance(self.value, tuple) else "number"
