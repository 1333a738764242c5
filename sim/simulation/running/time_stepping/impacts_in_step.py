"""Poisson's and sequential impacts within a step of time-stepping.

They happen at the velocity before the step, between the contacts that are closed or that the step would cross. The jump is
added to the velocity without contact, and the step's own solve then asks of each contact that struck at least the normal
velocity it was left with, so that what forces do in the step takes nothing from the rebound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....arrays import Array
from ....contact.island.assembly import DRY_FRICTION, velocity_of
from ....contact.island.solve import solve_contacts
from ....kernel import late, truth
from ...step_arrays import ITERATIONS, RESIDUAL
from ..constraints import solver_arrays
from ..impacts.impact_laws import SEQUENTIAL
from ..impacts.impacts import LEFT_OUT, select_contacts, solve_impact, solve_sequential_impacts
from .moving_contacts import straighten


@late(truth, "impacts one by one", _nrt=True)
def solve_with_impacts(settings: Any, trees: Any, work: Any, count: int, v: Array) -> bool:
    """Solve the contacts of a step whose approaches and targets are known; False if impacts one by one do not end.

    Impulses into work.r, velocity into work.solved; work.free jumps with the impacts.
    """
    p = settings[0]
    contacts = count
    while contacts > 0 and work.contacts[contacts - 1].a == DRY_FRICTION:
        contacts -= 1
    for c in range(contacts):
        if work.contacts[c].approach < -p.restitution_speed:
            for k in range(contacts):
                straighten(work.contacts[k])
            break
    impulse = np.zeros((count, 3))
    targets = np.empty(contacts)
    for c in range(contacts):
        targets[c] = work.contacts[c].target
    jumped = v.copy()
    residual, iterations = 0.0, 0
    if p.impact_law == SEQUENTIAL:
        residual, iterations, has_ended = solve_sequential_impacts(
            settings, trees, work, contacts, p.theta * p.dt, p.restitution_speed, work.free, jumped, impulse
        )
        if not has_ended:
            return False
    else:
        select_contacts(work, 0, contacts, p.theta * p.dt, work.free)
        has_impact = False
        for c in range(contacts):
            contact = work.contacts[c]
            has_impact = has_impact or (contact.target != LEFT_OUT and contact.approach < -p.restitution_speed)
        if has_impact:
            residual, iterations = solve_impact(settings, trees, work, 0, contacts, p.restitution_speed, impulse, jumped)
            for k in range(v.shape[0]):
                work.free[k] += jumped[k] - v[k]
    for c in range(contacts):
        contact = work.contacts[c]
        if impulse[c, 2] > 0.0:
            _, _, z = velocity_of(work.segments, c, work.J, jumped)
            contact.target = max(0.0, z)
        else:
            contact.target = targets[c] if targets[c] <= 0.0 else -max(0.0, contact.gap) / (p.theta * p.dt)
    work.numbers[RESIDUAL], work.counts[ITERATIONS] = solve_contacts(
        solver_arrays(trees, work, work.free, work.solved), count, p.solver, p.tolerance, p.sweeps, False, True, 0, False, True
    )
    work.numbers[RESIDUAL] = max(residual, work.numbers[RESIDUAL])
    work.counts[ITERATIONS] = max(iterations, work.counts[ITERATIONS])
    for c in range(count):
        for e in range(3):
            work.r[c, e] += impulse[c, e]
            work.given[c, 3 + e] = impulse[c, e]
    return True
