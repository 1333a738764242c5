"""Between which bounds forces that are one of many may lie, at an instant: a thread looks for them, contact by contact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from torseur.sim.contact.contacts import Contacts
from torseur.sim.contact.problem.force_ranges import RangeSearch
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem

from ....drawing.contact.contact_bounds_drawing import LoadBounds

MOST, MOST_SELECTED = 64, 256
"""Contacts and joints that feel each other, up to which bounds of all of them are looked for, or of the one that is selected."""


class FoundBounds(NamedTuple):
    """What is known of an instant."""

    of: Mapping[int, LoadBounds] = {}  # contacts whose force is one of many, or not known to be the only one
    looked_at: int = 0  # contacts
    wanted: int = 0  # of those to look at
    left_out: int = 0  # too many feel each other
    selectable: bool = False  # some of these are looked at if they are selected: each takes seconds


Piece = FoundBounds | tuple[int, LoadBounds | None]  # what there is to look at; then a contact: None: its force is the only one


def added(found: FoundBounds | None, piece: Piece) -> FoundBounds:
    """What is known, with one piece more."""
    if isinstance(piece, FoundBounds) or found is None:
        return piece if isinstance(piece, FoundBounds) else FoundBounds()
    contact, bounds = piece
    of = found.of if bounds is None else {**found.of, contact: bounds}
    return found._replace(of=of, looked_at=found.looked_at + 1)


def bounds_of_all(solved: Callable[[], InspectedProblem], contacts: Contacts) -> Iterator[Piece]:
    """Bounds of all contacts of whose island no more than MOST feel each other."""
    islands = _Islands(solved, contacts)
    small = [members for members in islands.members if len(members) <= MOST]
    large = [members for members in islands.members if len(members) > MOST]
    count, left_out = (sum(len(islands.of_table(one)) for one in some) for some in (small, large))
    selectable = any(len(members) <= MOST_SELECTED for members in large)
    yield FoundBounds(wanted=count, left_out=left_out if islands.members else len(contacts), selectable=selectable)
    for members in small:
        yield from islands.bounds(members, islands.of_table(members))


def bounds_of_one(solved: Callable[[], InspectedProblem], contacts: Contacts, contact: int) -> LoadBounds | None:
    """Bounds of a contact that is selected; None: its force is the only one, or too many feel each other."""
    islands = _Islands(solved, contacts)
    own = next((members for members in islands.members if contact in members), ())
    found = dict(islands.bounds(np.asarray(own), [contact])) if 0 < len(own) <= MOST_SELECTED else {}
    return found.get(contact)


class _Islands:
    """The contacts of a problem that feel each other; impulses of a step are told as forces, as in the table."""

    def __init__(self, solved: Callable[[], InspectedProblem], contacts: Contacts) -> None:
        self._contacts = contacts
        self.members: list[np.ndarray] = []  # of each island, by their numbers in the problem
        try:
            self._whole = whole = solved()
        except ArgumentError:  # of a state that no solve led to: the page says so
            return
        if not np.any(whole.least > 0.0):
            part = np.flatnonzero(whole.taking_part)
            self.members = [part[island] for island in whole.problem.part(part).islands]

    def of_table(self, members: np.ndarray) -> list[int]:
        """Which of them are contacts, and no joints."""
        return [int(c) for c in members if c < len(self._contacts)]

    def bounds(self, members: np.ndarray, wanted: list[int]) -> Iterator[tuple[int, LoadBounds | None]]:
        """Bounds of some contacts of an island."""
        whole, impact = self._whole, self._contacts.impact
        own = whole.part(members)
        search = RangeSearch(own.problem, own.solution)
        for c in wanted:
            found = search.ranges([int(np.flatnonzero(members == c)[0])])
            scale = 1.0 if impact[c] or whole.interval == 0.0 else 1.0 / whole.interval
            lower, upper = (scale * (ends[0] + whole.given[c]) for ends in (found.lower, found.upper))
            ends = ((float(a), float(b)) for a, b in zip(lower, upper, strict=True))
            yield c, None if found.unique.all() else LoadBounds(*ends)
