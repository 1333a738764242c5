"""Between which bounds forces that are one of many may lie, at the instant shown: looked for by a thread, contact by contact."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from torseur.ui.panels.contact.values import LoadBounds

from ..background.background_thread import Background

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.contact.problem.force_ranges import RangeSearch
    from torseur.sim.simulation.inspection.solved_problem import InspectedProblem

MOST, MOST_SELECTED = 64, 256
"""Contacts and joints that feel each other, up to which bounds of all of them are looked for, or of the one that is selected."""
REST = 150  # [ms] an instant is shown before
TOGETHER = 100  # [ms] within which what is found is told together


class Found(NamedTuple):
    """What is known of one contact."""

    contact: int
    bounds: LoadBounds | None  # None: its force is the only one; nan in it: not found


class Search(NamedTuple):
    """What there is to find out about an instant."""

    steps: dict[int, Callable[[], Found]]  # of each contact
    selected: dict[int, Callable[[], Found]]  # of contacts that are looked at if they are selected: each takes seconds
    left_out: int  # contacts that have no step of `steps`: too many feel each other


class BoundsSearch(QObject):
    """What is known of one instant; `changed`: a little more of it."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: dict[int, LoadBounds] = {}  # of contacts whose force is one of many, or not known to be the only one
        self.search: Search | None = None  # None: it is not known yet what there is
        self._left: set[int] = set()  # contacts that were not looked at yet
        self._unique: set[int] = set()  # contacts whose force was found to be the only one
        self._key: object = None
        self._first = -1
        self._prepare: Callable[[], Search] | None = None
        self._work = Background(self)
        self._work.found.connect(self._on_found)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._ask)
        self._telling = QTimer(self, singleShot=True, interval=TOGETHER)
        self._telling.timeout.connect(self.changed)

    def follow(self, key: object, solved: Callable[[], InspectedProblem | None], contacts: Contacts) -> None:
        """Look at another instant, if its key is another; `solved`, asked by the thread, gives its problem, or None."""
        if key == self._key:
            return
        self.stop()
        self._key, self._prepare = key, partial(search_of, solved, contacts)
        self._rest.start()

    def take_over(self, other: BoundsSearch) -> None:
        """Know what another knows, and look at what it has left."""
        self.found, self.search, self._left, self._unique = other.found, other.search, other._left, other._unique
        self._key, self._first, self._prepare = other._key, other._first, other._prepare
        self._ask()

    def prefer(self, contact: int) -> None:
        """Look at this contact before the others, now and at other instants; -1: at none."""
        self._first = contact
        if contact in self._left or self._is_wanted(contact):
            self._ask()

    @property
    def done(self) -> bool:
        """Whether all contacts were looked at, none left out."""
        return self.search is not None and not self._left and not self.search.left_out

    @property
    def looked_at(self) -> tuple[int, int]:
        """How many contacts were looked at, and how many there are to look at."""
        count = 0 if self.search is None else len(self.search.steps)
        return count - len(self._left), count

    def is_about(self, key: object) -> bool:
        """Whether what is known is of the instant of this key."""
        return key == self._key

    def stop(self) -> None:
        """Nothing is shown of which bounds could be; what is still being found is not heard."""
        self._rest.stop()
        self._telling.stop()
        self._work.stop()
        self.found, self.search, self._left, self._key, self._prepare = {}, None, set(), None, None
        self._unique = set()

    def _ask(self) -> None:
        if self.search is not None:
            steps = [self.search.steps[c] for c in sorted(self._left, key=lambda c: (c != self._first, c))]
            if self._is_wanted(self._first):
                steps.insert(0, self.search.selected[self._first])
            self._work.ask(self._key, steps)
        elif self._prepare is not None:
            self._work.ask(self._key, [self._prepare])

    def _is_wanted(self, contact: int) -> bool:
        """Whether a contact is still to be looked at because it is selected."""
        known = contact in self.found or contact in self._unique
        return self.search is not None and contact in self.search.selected and not known

    def _on_found(self, key: object, found: Search | Found | Exception) -> None:
        if key != self._key:
            return
        if isinstance(found, Exception):
            raise found
        if isinstance(found, Search):
            self.search, self._left = found, set(found.steps)
            self._ask()
        else:
            self._left.discard(found.contact)
            if found.bounds is None:
                self._unique.add(found.contact)
            else:
                self.found[found.contact] = found.bounds
        if not self._left:
            self._telling.stop()
            self.changed.emit()
        elif not self._telling.isActive():
            self._telling.start()


def search_of(solved: Callable[[], InspectedProblem | None], contacts: Contacts) -> Search:
    """A step for each contact of a problem; impulses of a step are told as forces, as in the table."""
    from torseur.sim.contact.problem.force_ranges import RangeSearch
    from torseur.sim.contact.problem.solution import solution_of
    from torseur.sim.contact.status import Status

    whole = solved()
    if whole is None or np.any(whole.least > 0.0):
        return Search({}, {}, len(contacts))
    part = np.flatnonzero(whole.taking_part)
    problem = whole.problem.part(part)
    steps: dict[int, Callable[[], Found]] = {}
    selected: dict[int, Callable[[], Found]] = {}
    left_out = 0

    def searching(island: np.ndarray) -> Callable[[], RangeSearch]:
        """What finds the bounds of an island, made when the first of them is wanted."""

        @cache
        def search() -> RangeSearch:
            own, members = problem.part(island), part[island]
            force = np.ascontiguousarray(whole.force[members] - whole.given[members])
            answer = solution_of(
                own, force.ravel(), whole.law, whole.facets, status=Status.SOLVED, iterations=0, method="", regularisation=0.0
            )
            return RangeSearch(own, answer)

        return search

    for island in problem.islands:
        of_table = [(k, int(c)) for k, c in enumerate(part[island]) if c < len(contacts)]
        left_out += len(of_table) if len(island) > MOST else 0
        search, to = searching(island), steps if len(island) <= MOST else selected
        if len(island) > MOST_SELECTED:
            continue
        for k, c in of_table:
            scale = 1.0 if contacts.impact[c] or whole.interval == 0.0 else 1.0 / whole.interval
            to[c] = partial(_bounds_of, c, search, k, whole.given[c], scale)
    return Search(steps, selected, left_out)


def _bounds_of(c: int, search: Callable[[], RangeSearch], k: int, given: np.ndarray, scale: float) -> Found:
    found = search().ranges([k])
    if found.unique.all():
        return Found(c, None)
    lower, upper = scale * (found.lower[0] + given), scale * (found.upper[0] + given)
    return Found(c, LoadBounds(*((float(a), float(b)) for a, b in zip(lower, upper, strict=True))))
