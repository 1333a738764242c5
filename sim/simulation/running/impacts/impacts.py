"""Impacts, by the laws that the settings name: who strikes with whom, and what is given back.

Newton: the normal velocity after is -e times that before, in one contact problem. Poisson: the problem with e = 0 is the
compression; its normal impulses times e are the least of the expansion (see `contact.expansion`). Sequential: the pair of shapes
that approaches fastest strikes by itself, as if everything else were free, then the next, until none approaches.
Source: Acary & Brogliato 2008, §4.3 (Newton, Poisson), §4.4 (multiple impacts); Glocker & Pfeiffer 1995.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....arrays import Array
from ....contact.collision.shape_table import TENTATIVE
from ....contact.island.assembly import velocity_of
from ....contact.island.solve import solve_contacts
from ....contact.status import NEWTON
from ....kernel import allocating, copy_into, kernel
from ..constraints import solver_arrays_between
from .impact_laws import POISSON_LAW
from .poisson import solve_expansion

LEFT_OUT = -1e100  # target of a contact that takes no part [m/s]
MOST_IMPACTS = 2000  # one after another, at one instant
_TOUCHING = 1e-9  # what is nearer than this takes part in an impact [m]


@kernel
def select_contacts(work: Any, first: int, last: int, half: float, free: Array) -> None:
    """Set the target of contacts first ≤ c < last: 0 for those that take part in an impact, LEFT_OUT for the others.

    half : time within which free (nv,) must close a contact that is still open [s]; 0: all take part
    """
    for c in range(first, last):
        contact = work.contacts[c]
        contact.target = LEFT_OUT if contact.passing == TENTATIVE else 0.0
        if half > 0.0 and contact.gap > _TOUCHING:
            _, _, z = velocity_of(work.segments, c, work.J, free)
            if contact.gap + half * z >= 0.0:
                contact.target = LEFT_OUT


@allocating
def solve_impact(
    settings: Any, trees: Any, work: Any, first: int, last: int, bounce_speed: float, r: Array, v: Array
) -> tuple[float, int]:
    """One impact of the selected contacts first ≤ c < last, at once: v in place, impulses into r (count, 3).

    bounce_speed : what approaches slower does not bounce [m/s]
    Returns the residual [m/s] and the iterations.
    """
    p = settings[0]
    poisson = p.restitution_law == POISSON_LAW
    bounces = False
    for c in range(first, last):
        contact, given = work.contacts[c], work.given[c]
        r[c, 0] = r[c, 1] = r[c, 2] = 0.0
        given[0], given[1], given[2] = velocity_of(work.segments, c, work.J, v)
        given[3] = given[4] = given[5] = given[6] = 0.0
        if contact.target == LEFT_OUT:
            continue
        z = given[2]
        rebound = -contact.restitution * z
        if -z > bounce_speed and rebound > p.rest_speed:
            bounces = True
            contact.target = 0.0 if poisson else rebound
    residual, iterations = solve_contacts(
        solver_arrays_between(trees, work, first, last, v, r[first:last], work.solved),
        last - first,
        NEWTON,
        p.tolerance,
        p.sweeps,
        False,
        True,
        0,
        False,
        True,
    )
    copy_into(work.solved, v)
    if not (poisson and bounces):
        return residual, iterations
    least = np.empty(last - first)
    expansion = np.empty((last - first, 3))
    for c in range(first, last):
        least[c - first] = work.contacts[c].restitution * r[c, 2]
        given = work.given[c]
        given[0], given[1], given[2] = velocity_of(work.segments, c, work.J, v)
        given[3], given[4], given[5], given[6] = r[c, 0], r[c, 1], r[c, 2], least[c - first]
    more, rounds = solve_expansion(
        work.contacts[first:last],
        work.segments[first:last],
        work.J,
        work.Y,
        work.G[first:last],
        least,
        p.tolerance,
        expansion,
        v,
    )
    for c in range(first, last):
        for e in range(3):
            r[c, e] += expansion[c - first, e]
    return max(residual, more), max(iterations, rounds)


@allocating
def solve_sequential_impacts(
    settings: Any, trees: Any, work: Any, count: int, half: float, bounce_speed: float, free: Array, v: Array, impulse: Array
) -> tuple[float, int, bool]:
    """Let pairs strike one after another until none approaches faster than `bounce_speed` [m/s].

    v, free : (nv,) the velocity, and that which is reached without contact (`select_contacts`); both jump in place
    impulse : (count, 3) out: sums [N s]; a contact's approach and slip are those before its first strike
    Returns the worst residual [m/s], the most iterations, and whether it ended within MOST_IMPACTS.
    """
    worst, most_iterations = 0.0, 0
    r = np.zeros((count, 3))
    before = np.empty(v.shape[0])
    struck = np.zeros(count, np.int64)
    for _ in range(MOST_IMPACTS):
        select_contacts(work, 0, count, half, free)
        fastest, chosen = -bounce_speed, -1
        for c in range(count):
            if work.contacts[c].target != LEFT_OUT:
                _, _, z = velocity_of(work.segments, c, work.J, v)
                if z < fastest:
                    fastest, chosen = z, c
        if chosen < 0:
            return worst, most_iterations, True
        first, last = _pair_of(work.contacts, chosen, count)
        for c in range(first, last):
            if struck[c] == 0 and work.contacts[c].target != LEFT_OUT:
                remember_approach(work, c, v)
                struck[c] = 1
        copy_into(v, before)
        residual, iterations = solve_impact(settings, trees, work, first, last, bounce_speed, r, v)
        worst, most_iterations = max(worst, residual), max(most_iterations, iterations)
        for k in range(v.shape[0]):
            free[k] += v[k] - before[k]
        for c in range(first, last):
            for e in range(3):
                impulse[c, e] += r[c, e]
    return worst, most_iterations, False


@kernel
def remember_approach(work: Any, c: int, v: Array) -> None:
    """Note the velocity of contact c before what is to happen to it."""
    contact = work.contacts[c]
    contact.slip[0], contact.slip[1], contact.approach = velocity_of(work.segments, c, work.J, v)


@kernel
def _pair_of(contacts: Any, c: int, count: int) -> tuple[int, int]:
    """Where the contacts of the same pair of shapes as contact c begin and end; they follow each other."""
    first, last = c, c + 1
    while first > 0 and contacts[first - 1].pair == contacts[c].pair:
        first -= 1
    while last < count and contacts[last].pair == contacts[c].pair:
        last += 1
    return first, last
