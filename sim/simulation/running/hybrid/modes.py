"""Which of the contacts that touch hold, which slide, and which let go, by the accelerations that follow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....arrays import Array
from ....contact.contacts import Mode
from ....contact.island.assembly import velocity_of
from ....contact.law.painleve import ANSWERED, INCONSISTENT
from ....kernel import allocating, kernel
from .hybrid_work import ACTIVE_COUNT, FAULTY_SHAPE_A, FAULTY_SHAPE_B, SEEK_SEVERAL, SLIDING_STATUS
from .sliding_joints import PULLS, gives_way, start_sliding, starts_backwards
from .smooth_dynamics import FINE, NO_FORCE, SEVERAL, UNSOLVED, accelerations, set_direction

STICK, SLIP = int(Mode.STICK), int(Mode.SLIP)


@allocating
def choose_modes(system: Any, control: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array) -> int:
    """From the accelerations: drop contacts that pull away, and let those slide that cannot hold.

    A joint that gives way must accelerate the way it is to slide. Where the forces that held it were none, because friction at
    contacts couples with it as in Painlevé's problems, the other way is tried; if that is no better, they are UNSOLVED.
    FINE; NO_FORCE or SEVERAL if sliding contacts are left without an answer, or with more than one motion: then
    hybrid.active[].jams marks them, and FAULTY_SHAPE_A and _B in hybrid.counts are the shapes of the first.
    """
    hybrid.counts[SEEK_SEVERAL] = 1
    status = FINE
    sliding_begun = np.zeros(system.table.shape[0], np.int64)  # 1: the joint of the row gave way; 2: it was turned round
    for _ in range(2 * hybrid.active.shape[0] + 2):
        status = accelerations(system, control, settings, work, hybrid, q, v, hybrid.rates_q[0], hybrid.rates_v[0])
        if status != FINE or hybrid.counts[SLIDING_STATUS] != ANSWERED:
            break
        reversed_joints = _reverse_backward_sliding(system.table, hybrid, sliding_begun)
        if reversed_joints < 0:
            hybrid.counts[SEEK_SEVERAL] = 0
            return UNSOLVED
        if reversed_joints > 0:
            continue
        changed = False
        c = 0
        remaining = 0
        a = hybrid.rates_v[0]
        total = hybrid.counts[ACTIVE_COUNT]
        while c < total:
            contact, active = hybrid.contacts[c], hybrid.active[c]
            x, y, z = velocity_of(work.segments, c, work.J, a)
            x, y, z = x + hybrid.drift[c, 0], y + hybrid.drift[c, 1], z + hybrid.drift[c, 2]
            r0, r1, r2 = hybrid.force[3 * c], hybrid.force[3 * c + 1], hybrid.force[3 * c + 2]
            mu = contact.friction
            if mu < 0.0:
                releases = gives_way(-mu, hybrid.force[3 * c : 3 * c + 3], x, y, z)
                if releases:
                    start_sliding(system.table[contact.b], x, y, z, hybrid.sliding)
                    sliding_begun[contact.b] = 1
            else:
                releases = r2 <= 0.0 and z > 0.5 * PULLS
            if (
                not releases
                and active.mode == STICK
                and mu > 0.0
                and r2 > 0.0
                and math.sqrt(r0 * r0 + r1 * r1) >= mu * r2 * (1.0 - 1e-9)
                and math.sqrt(x * x + y * y) > 0.5 * PULLS
            ):
                active.mode = SLIP
                set_direction(contact, x, y, active)
                changed = True
            if releases:
                changed = True
            else:
                if remaining != c:
                    hybrid.contacts[remaining] = hybrid.contacts[c]
                    hybrid.active[remaining] = hybrid.active[c]
                    for e in range(3):
                        hybrid.force[3 * remaining + e] = hybrid.force[3 * c + e]
                remaining += 1
            c += 1
        hybrid.counts[ACTIVE_COUNT] = remaining
        if not changed:
            break
    hybrid.counts[SEEK_SEVERAL] = 0
    if status != FINE or hybrid.counts[SLIDING_STATUS] == ANSWERED:
        return status
    for c in range(hybrid.counts[ACTIVE_COUNT] - 1, -1, -1):
        if hybrid.active[c].jams and hybrid.contacts[c].a >= 0:
            hybrid.counts[FAULTY_SHAPE_A], hybrid.counts[FAULTY_SHAPE_B] = hybrid.contacts[c].a, hybrid.contacts[c].b
    return NO_FORCE if hybrid.counts[SLIDING_STATUS] == INCONSISTENT else SEVERAL


@kernel
def _reverse_backward_sliding(table: Any, hybrid: Any, sliding_begun: Any) -> int:
    """Turn round the joints that gave way and accelerate backwards: 1 if there are some, -1 if one had been turned before."""
    reversed_joints = 0
    for i in range(1, table.shape[0]):
        if sliding_begun[i] > 0 and starts_backwards(table[i], hybrid.rates_v[0], hybrid.sliding):
            if sliding_begun[i] == 2:
                return -1
            hybrid.sliding[table[i].iv] *= -1.0
            sliding_begun[i] = 2
            reversed_joints = 1
    return reversed_joints
