"""The ideas of the course as they stand in the files beside: which there are, and what shows each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from torseur.sim.texts import ENGLISH, language

FILES = ("kinematic_model", "direct_kinematic_model", "newton_euler", "contact_management", "contact_dynamics")
Words = dict[str, str]  # by language


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea of a text: where it stands there, and what of the program shows it."""

    code: str  # "K3"
    place: str  # slide, section or formula of the text, in the text's language
    title: Words
    text: Words  # a sentence or two: what is seen
    look: str  # "page/section" or "dock/part"
    opens: str = ""  # robot, scene or planning scene; empty: what is open stays
    pose: str | tuple[float, ...] = ""  # by its name, or joint by joint [rad | m]; empty: as it opens
    speeds: tuple[float, ...] = ()  # q̇ of the pages on dynamics [rad/s | m/s]
    accelerations: tuple[float, ...] = ()  # q̈ [rad/s² | m/s²]
    forces: dict[str, tuple[float, float, float]] = field(default_factory=dict)  # by frame, along the world's axes [N]
    time: float = 0.0  # that is simulated [s]
    plans: bool = False  # its planning scene is planned first
    choose: dict[str, str] = field(default_factory=dict)  # "section.control" of the page, and the key that is chosen there
    enter: dict[str, tuple[float, ...]] = field(default_factory=dict)  # "section.rows" or a field, and what is typed there [SI]
    numbers: tuple[float, ...] = ()  # that are found there, as exactly as they are known
    says: tuple[str, ...] = ()  # formulas that are found there, in any language


@dataclass(frozen=True, slots=True)
class Course:
    """One of the five texts."""

    key: str
    title: Words
    ideas: tuple[Idea, ...]


@cache
def courses() -> tuple[Course, ...]:
    """All five, in their order."""
    found = []
    for name in FILES:
        with Path(__file__).with_name(f"{name}.toml").open("rb") as file:
            found.append(msgspec.convert({"key": name, **tomllib.load(file)}, Course))
    return tuple(found)


def read_in(words: Words) -> str:
    """Words in the language of the window; in English where it has none."""
    return words.get(language(), words[ENGLISH])
