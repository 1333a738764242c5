"""Entries found by what is typed: without accents, in the plural, with a letter wrong or a word missing, in two languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from rapidfuzz.distance import OSA
from Stemmer import Stemmer

STOP_WORDS = frozenset(
    "a an and are at by do for from how i in is it my of on or the to what with "
    "au aux avec c ce comment d dans de des du en est et l la le les ma mon ou par pour que qu s sur un une".split()
)
SAME_STEM, BEGINS, FALSE_LETTER, INSIDE = 0.82, 0.8, 0.7, 0.6  # how good a match is; the same word: 1
NAME, WORDS, GROUP = 1.0, 0.97, 0.7  # what a title, words beside it, and all that an entry has together count
OTHER = 0.96  # what a title in another language counts
MISSING = 0.7  # what counts where one of the words is not there
WHOLE = 0.4  # share that counts how much of a name was typed
LEAST = 0.6  # times the best: what is worse is not listed, unless it has all words


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One command: `key` is what `chosen` says, `title` what is read, `group` where it belongs.

    `words` are other names that it is found by, between commas; `names` are its titles in all languages. What `counts` less
    than 1 comes after what is found as well.

    lacks   : whether what is open has nothing that it would show; None: it shows nothing of what is open
    sets_up : name of what it opens first, empty if that is open; None: it does not
    """

    key: str
    title: str
    group: str = ""
    shortcut: str = ""
    words: str = ""
    names: tuple[str, ...] = ()
    counts: float = 1.0
    lacks: bool | None = None
    sets_up: str | None = None


class EntrySearch:
    """A list of entries, and which of them are meant by what is typed."""

    def __init__(self, entries: Iterable[PaletteEntry]) -> None:
        self._entries = tuple(entries)
        names = [_names(entry) for entry in self._entries]
        self._all = [frozenset(word for words, _ in of for word in words) for of in names]
        self._names = [[*of, (all_of, GROUP)] for of, all_of in zip(names, self._all, strict=True)]
        self._vocabulary = sorted(frozenset[str]().union(*self._all))

    def find(self, typed: str) -> list[PaletteEntry]:
        """The entries that have what was typed, the best first; all where nothing was.

        Where the best has nothing to show, or another robot is named than it shows, what sets that up comes before it.
        """
        words = _words(typed)
        if not words:
            return list(self._entries)
        near = [self._near(word, last=k == len(words) - 1) for k, word in enumerate(words)]
        rare = [self._rareness(of) for of in near]
        found = []
        for place, (names, all_of) in enumerate(zip(self._names, self._all, strict=True)):
            missing = sum(1 for of in near if not any(word in of for word in all_of))
            if missing <= (len(words) > 1):
                score = self._entries[place].counts * max(_score(near, rare, name) * weight for name, weight in names)
                found.append((score * MISSING**missing, place))
        order = sorted(found, key=lambda one: (-one[0], one[1]))
        listed = [place for score, place in order if score >= LEAST * order[0][0] or self._has_all(place, near)]
        lacks = self._entries[listed[0]].lacks if listed else None
        leading = (
            place
            for _, place in order
            if (name := self._entries[place].sets_up) is not None
            and ((lacks and self._has_all(place, near)) or (lacks is not None and _is_named(name, words)))
        )
        first = next(leading, None)
        if first is not None:
            listed = [first, *(place for place in listed if place != first)]
        return [self._entries[place] for place in listed]

    def _has_all(self, place: int, near: Sequence[Mapping[str, float]]) -> bool:
        """Whether each word that is typed is one of an entry's, in whatever form."""
        return all(any(of.get(word, 0.0) >= SAME_STEM for word in self._all[place]) for of in near)

    def _near(self, word: str, *, last: bool) -> Mapping[str, float]:
        """Words of the entries that may be meant by one that is typed, and how well they match."""
        near = {}
        stems, errors = _stems(word), 0 if len(word) < 4 else 1 if len(word) < 8 else 2
        for other in self._vocabulary:
            if other == word:
                near[other] = 1.0
            elif stems & _stems(other):
                near[other] = SAME_STEM
            elif other.startswith(word) and (last or len(word) > 2):
                near[other] = BEGINS
            elif errors and len(other) > 3 and OSA.distance(word, other, score_cutoff=errors) <= errors:
                near[other] = FALSE_LETTER
            elif len(word) > 2 and word in other:
                near[other] = INSIDE
        return near

    def _rareness(self, near: Mapping[str, float]) -> float:
        """How much a word tells: the more, the fewer entries have it."""
        having = sum(1 for all_of in self._all if any(near.get(word, 0.0) >= BEGINS for word in all_of))
        return 1.0 + log((1.0 + len(self._all)) / (1.0 + having))


def _score(near: Sequence[Mapping[str, float]], rare: Sequence[float], name: frozenset[str]) -> float:
    """How well what is typed matches a name: each word by its rareness, and how much of the name was typed."""
    best = [max((of.get(word, 0.0) for word in name), default=0.0) for of in near]
    matched = sum(1 for word in name if any(word in of for of in near))
    quality = sum(map(float.__mul__, best, rare)) / sum(rare)
    return quality * (1.0 - WHOLE + WHOLE * matched / max(1, len(name)))


def _is_named(name: str, words: Iterable[str]) -> bool:
    """Whether one of these words is in a name, in whatever form."""
    stems = frozenset[str]().union(*map(_stems, _words(name)))
    return any(stems & _stems(word) for word in words)


def _names(entry: PaletteEntry) -> list[tuple[frozenset[str], float]]:
    """What an entry is called, as words, and what each name counts."""
    own = [(frozenset(_words(part)), NAME) for part in _parts(entry.title)]
    own += [(frozenset(_words(part)), OTHER) for name in entry.names for part in _parts(name)]
    other = [(frozenset(_words(part)), WORDS) for part in entry.words.split(",")]
    place = [(frozenset(_words(f"{entry.group} {entry.key}")), GROUP)]
    return [(words, weight) for words, weight in (*own, *other, *place) if words]


def _parts(title: str) -> list[str]:
    """A title, and what is before and after its colons."""
    return [title, *title.split(": ")] if ": " in title else [title]


def _words(text: str) -> list[str]:
    """Words in small letters and without accents: "l'Ellipsoïde" is ellipsoide. Those that tell nothing, if there are others."""
    letters = unicodedata.normalize("NFD", text.casefold().replace("_", " "))
    words = re.findall(r"\w+", "".join(c for c in letters if not unicodedata.combining(c)))
    return [word for word in words if word not in STOP_WORDS] or words


@lru_cache(maxsize=10_000)
def _stems(word: str) -> frozenset[str]:
    return frozenset(stemmer.stemWord(word) for stemmer in _STEMMERS)


_STEMMERS = Stemmer("english"), Stemmer("french")
