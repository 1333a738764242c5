"""Between which bounds forces that are one of many may lie, at the instant shown: looked for by a thread, contact by contact."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from torseur.ui.panels.contact.values import LoadBounds

from ..background.background_thread import Background

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.contact.problem.force_ranges import ForceRanges
    from torseur.sim.simulation.solved_problem import SolvedProblem

MOST = 64  # contacts and joints of a problem whose bounds are looked for
REST = 150  # [ms] an instant is shown before
Found = tuple[int, LoadBounds | None]  # which contact, and its bounds; None: its force is the only one


class BoundsSearch(QObject):
    """What is known of one instant; `changed`: a little more of it."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: dict[int, LoadBounds] = {}  # of contacts whose force is one of many
        self.done = False  # whether all contacts were looked at
        self._key: object = None
        self._steps: list[Callable[[], Found]] = []
        self._left = 0
        self._work = Background(self)
        self._work.found.connect(self._on_found)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(lambda: self._work.ask(self._key, self._steps))

    def follow(self, key: object, solved: Callable[[], SolvedProblem | None], contacts: Contacts) -> None:
        """Look at another instant, if its key is another; `solved` gives its problem, None or one too large: nothing is found."""
        if key == self._key:
            return
        self.stop()
        self._key, problem = key, solved()
        if problem is not None and len(problem) <= MOST and not np.any(problem.least > 0.0):
            self._steps = steps_of(problem, contacts)
            self._left = len(self._steps)
            self.done = self._left == 0
            self._rest.start()

    @property
    def looked_at(self) -> tuple[int, int]:
        """How many contacts were looked at, and how many there are to look at."""
        return len(self._steps) - self._left, len(self._steps)

    def is_about(self, key: object) -> bool:
        """Whether what is known is of the instant of this key."""
        return key == self._key

    def stop(self) -> None:
        """Nothing is shown of which bounds could be; what is still being found is not heard."""
        self._rest.stop()
        self._work.stop()
        self.found, self.done, self._key, self._steps, self._left = {}, False, None, [], 0

    def _on_found(self, key: object, found: Found | Exception) -> None:
        if key != self._key:
            return
        if isinstance(found, Exception):
            raise found
        self._left -= 1
        self.done = self._left == 0
        c, bounds = found
        if bounds is not None:
            self.found[c] = bounds
        self.changed.emit()


def steps_of(solved: SolvedProblem, contacts: Contacts) -> list[Callable[[], Found]]:
    """A step for each contact of a problem, in the order of the table; impulses of a step are told as forces, as there."""
    from torseur.sim.contact.problem.force_ranges import force_ranges
    from torseur.sim.contact.problem.solution import solution_of
    from torseur.sim.contact.status import Status

    part = np.flatnonzero(solved.taking_part)
    problem = solved.problem.part(part)
    steps: list[tuple[int, Callable[[], Found]]] = []
    for island in problem.islands:
        members = part[island]
        if not any(c < len(contacts) for c in members):
            continue
        own = solved.problem.part(members)
        force = np.ascontiguousarray(solved.force[members] - solved.given[members])
        answer = solution_of(
            own, force.ravel(), solved.law, solved.facets, status=Status.SOLVED, iterations=0, method="", regularisation=0.0
        )  # fmt: skip
        for k, c in enumerate(members):
            if c < len(contacts):
                scale = 1.0 if contacts.impact[c] or solved.interval == 0.0 else 1.0 / solved.interval
                ranges = partial(force_ranges, own, answer, [k])
                steps.append((int(c), partial(_bounds_of, int(c), ranges, solved.given[c], scale)))
    return [step for _, step in sorted(steps, key=lambda pair: pair[0])]


def _bounds_of(c: int, ranges: Callable[[], ForceRanges], given: np.ndarray, scale: float) -> Found:
    found = ranges()
    if found.unique.all():
        return c, None
    lower, upper = scale * (found.lower[0] + given), scale * (found.upper[0] + given)
    return c, LoadBounds(*((float(a), float(b)) for a, b in zip(lower, upper, strict=True)))
