"""What the robot browser shows: a card each, and which cards match what is typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QPixmap


@dataclass(frozen=True, eq=False, slots=True)
class BrowserCard:
    """Something that can be opened. Without a picture, `note` says that it is being made, or why there is none."""

    key: str  # what `chosen` says
    title: str
    name: str  # smaller, below
    kind: str = ""  # "arm", "scene"
    facts: str = ""  # "6 dof"
    words: str = ""  # more to search by
    picture: QPixmap | None = None
    note: str = ""
    failed: bool = False
    removable: bool = False  # a file that was opened before


@dataclass(frozen=True, eq=False, slots=True)
class CardSection:
    """Cards under a title."""

    title: str
    cards: tuple[BrowserCard, ...] = field(default=())


def matching(sections: Sequence[CardSection], typed: str) -> tuple[CardSection, ...]:
    """The cards that have all words typed in title, name, kind or facts, numbers as whole words; no empty sections.

    A number before "dof" belongs to it: "6 dof" is not "12 dof" and "6 joints".
    """
    words = re.findall(r"\d+ dof|\S+", typed.casefold())
    found = []
    for section in sections:
        cards = tuple(card for card in section.cards if all(_has(word, card, section.title) for word in words))
        if cards:
            found.append(CardSection(section.title, cards))
    return tuple(found)


def _has(word: str, card: BrowserCard, section: str) -> bool:
    text = f"{card.title} {card.name} {card.kind} {card.facts} {card.words} {section}".casefold()
    return f" {word} " in f" {text} " if word[0].isdigit() else word in text


def counted_once(sections: Sequence[CardSection]) -> int:
    """How many different things there are to choose from: what was opened last may be listed below as well."""
    cards = [card for section in sections for card in section.cards]
    listed = {card.key: (card.title, card.name) for card in cards if not card.removable}
    names = set(listed.values())
    return len(listed) + len({card.key for card in cards if card.removable and (card.title, card.name) not in names})
