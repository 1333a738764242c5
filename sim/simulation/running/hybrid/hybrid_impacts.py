"""The jumps of velocity at an event of the hybrid scheme: impacts, and impulses where no force obeys the contact law.

Where friction presses a sliding contact down harder than forces can bear (Painlevé's paradox), only an impulse stops the slide,
without a collision: the limit, as the step shrinks, of what time-stepping does there.
Source: Stewart 2000, §4; Génot & Brogliato 1999; see `impacts` for the laws of impact.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....arrays import Array
from ....contact.island.assembly import velocity_of
from ....contact.island.solve import solve_contacts
from ....contact.status import NEWTON
from ....kernel import allocating, copy_into, kernel
from ..constraints import solver_arrays
from ..impacts.impact_laws import SEQUENTIAL
from ..impacts.impacts import remember_approach, select_contacts, solve_impact, solve_sequential_impacts
from .hybrid_work import ACTIVE_COUNT, IMPACT_RESIDUAL, SOLVE_ITERATIONS, STRUCK_COUNT

_NUDGE = 1e-7  # what a contact that jams is asked to open with, so that doing nothing is no answer [m/s]


@allocating
def apply_impacts(settings: Any, trees: Any, work: Any, hybrid: Any, count: int, v: Array) -> bool:
    """Let the closed contacts that approach jump: v in place, impulses into the contacts. False if impacts do not end.

    The velocity after is left in work.r, and of the contacts hybrid.counts[STRUCK_COUNT] are to be recorded: all, or none.
    """
    p = settings[0]
    is_approaching = has_impact = False
    for c in range(count):
        remember_approach(work, c, v)
        z = work.contacts[c].approach
        is_approaching = is_approaching or z < -1e-13
        has_impact = has_impact or z < -p.rest_speed
        for e in range(3):
            work.contacts[c].impulse[e] = 0.0
    if not is_approaching:
        return True
    hybrid.numbers[IMPACT_RESIDUAL], hybrid.counts[SOLVE_ITERATIONS] = 0.0, 0
    if p.impact_law == SEQUENTIAL:
        impulse = np.zeros((count, 3))
        unused = v.copy()
        hybrid.numbers[IMPACT_RESIDUAL], hybrid.counts[SOLVE_ITERATIONS], has_ended = solve_sequential_impacts(
            settings, trees, work, count, 0.0, p.rest_speed, unused, v, impulse
        )
        if not has_ended:
            return False
        for c in range(count):
            for e in range(3):
                work.contacts[c].impulse[e] = impulse[c, e]
    select_contacts(work, 0, count, 0.0, v)  # what is left approaches too slowly to bounce
    residual, iterations = solve_impact(settings, trees, work, 0, count, p.rest_speed, work.r, v)
    _add_impulses(work, hybrid, count, residual, iterations, v)
    hybrid.counts[STRUCK_COUNT] = count if has_impact else 0
    return True


@allocating
def impact_without_collision(settings: Any, trees: Any, work: Any, hybrid: Any, count: int, v: Array) -> None:
    """Let the contacts jump that are marked in hybrid.active; to be recorded with what struck before."""
    p = settings[0]
    if hybrid.counts[STRUCK_COUNT] == 0:
        hybrid.numbers[IMPACT_RESIDUAL], hybrid.counts[SOLVE_ITERATIONS] = 0.0, 0
    for c in range(count):
        contact, given = work.contacts[c], work.given[c]
        contact.target = 0.0
        given[0], given[1], given[2] = velocity_of(work.segments, c, work.J, v)
        given[3] = given[4] = given[5] = given[6] = 0.0
        for k in range(hybrid.counts[ACTIVE_COUNT]):
            same = hybrid.contacts[k].pair == contact.pair and hybrid.contacts[k].feature == contact.feature
            if same and hybrid.active[k].jams:
                contact.target = _NUDGE
        for e in range(3):
            work.r[c, e] = 0.0
    residual, iterations = solve_contacts(
        solver_arrays(trees, work, v, work.solved), count, NEWTON, p.tolerance, p.sweeps, False, True, 0, False, True
    )
    copy_into(work.solved, v)
    _add_impulses(work, hybrid, count, residual, iterations, v)
    hybrid.counts[STRUCK_COUNT] = count


@kernel
def _add_impulses(work: Any, hybrid: Any, count: int, residual: float, iterations: int, v: Array) -> None:
    """Add the impulses of work.r to the contacts, and note the velocity after in their place."""
    hybrid.numbers[IMPACT_RESIDUAL] = max(hybrid.numbers[IMPACT_RESIDUAL], residual)
    hybrid.counts[SOLVE_ITERATIONS] = max(hybrid.counts[SOLVE_ITERATIONS], iterations)
    for c in range(count):
        for e in range(3):
            work.given[c, 3 + e] += work.contacts[c].impulse[e]
            work.contacts[c].impulse[e] += work.r[c, e]
        work.r[c, 0], work.r[c, 1], work.r[c, 2] = velocity_of(work.segments, c, work.J, v)
        work.saved[c, 0] = math.sqrt(work.r[c, 0] ** 2 + work.r[c, 1] ** 2)
