"""Contacts move while a step goes on: at which velocity, between its middle and its end, each obeys its law.

A step takes the Jacobian J of a contact at its middle, where v⁻ becomes v⁺. What sticks or touches is to have no velocity at its
end, where J has become J + θ h J̇; held there its impulse does no work over a step, as it should. What slides is to feel friction
against the mean of its slip before and after. Both are the contact law for J v⁺ + lean. Without that the scheme is of first order
wherever a contact turns with what it touches: a ball whose mass is not in its centre, a spinning disc.

h J̇ v costs nothing: J v⁺ of the step before and J v⁻ of this one are the same motion at its two ends. It is taken for that if it
differs little from the one before, for a contact's point may also jump.
Source: Moreau 1999 and Acary & Brogliato 2008, §10.1 (θ-methods); Hairer, Lubich & Wanner 2006, §VII.1.
"""

from __future__ import annotations

from typing import Any

from ...kernel import kernel

_ALIKE = 0.5  # of the larger of two changes of J v in a row, by which they may differ
_SLIDES = 2.0  # times the square of a change of slip in a step, from which on the slip goes on for another
_FORETOLD = 1.0 / 3.0  # of that difference, added to the change: then what rolls round and round keeps its energy best


@kernel
def lean_into(
    contact: Any, previous: Any, alone: bool, theta: float, h: float, h_before: float, fast: float, x: float, y: float, z: float
) -> None:  # fmt: skip
    """Write lean and bend of a contact, and its velocity before the step, from that in its middle, J v⁻ = (x, y, z).

    alone       : whether no other contact is in the way of obeying the law at another velocity, see `is_alone`
    h, h_before : length of the step, and of that before [s]
    fast        : approach from which the contact is an impact, whose law is that of the middle of the step [m/s]
    """
    contact.slip[0], contact.slip[1], contact.approach = x, y, z
    straighten(contact)
    if contact.before < 0:
        return
    last = previous[contact.before]
    begun, to_end = (1.0 - theta) * h, theta * h
    if alone:
        span = theta * h_before + begun
        bx, by, bz = (x - last.after[0]) / span, (y - last.after[1]) / span, (z - last.after[2]) / span
        contact.bend[0], contact.bend[1], contact.bend[2] = bx, by, bz
        dx, dy, dz = bx - last.bend[0], by - last.bend[1], bz - last.bend[2]
        largest = max(bx * bx + by * by + bz * bz, last.bend[0] ** 2 + last.bend[1] ** 2 + last.bend[2] ** 2)
        if dx * dx + dy * dy + dz * dz <= _ALIKE * _ALIKE * largest and z - begun * bz >= -fast:
            contact.bends = 1
            contact.slip[0], contact.slip[1], contact.approach = x - begun * bx, y - begun * by, z - begun * bz
            contact.lean[0], contact.lean[1] = to_end * (bx + _FORETOLD * dx), to_end * (by + _FORETOLD * dy)
            contact.lean[2] = to_end * (bz + _FORETOLD * dz)
    if contact.friction <= 0.0 or contact.approach < -fast or last.approach < -fast or last.impulse[2] <= 0.0:
        return
    # The slip changed by dx, dy in the step before, and does so again.
    moved = last.bends * (1.0 - theta)
    dx = h * ((last.after[0] - last.slip[0]) / h_before - moved * last.bend[0] + contact.bends * contact.bend[0])
    dy = h * ((last.after[1] - last.slip[1]) / h_before - moved * last.bend[1] + contact.bends * contact.bend[1])
    sx, sy = contact.slip[0] + dx, contact.slip[1] + dy
    slip, change = sx * sx + sy * sy, dx * dx + dy * dy
    if slip > _SLIDES * change:  # else it may stop; what turns friction is across the slip: what slides straight stops
        along = (sx * dx + sy * dy) / slip
        contact.lean[0] -= (1.0 - theta) * (dx - along * sx)
        contact.lean[1] -= (1.0 - theta) * (dy - along * sy)


@kernel
def count_entries(work: Any, count: int) -> None:
    """Write how many contacts, limits and dry frictions each tree has into work.part (trees,)."""
    for t in range(work.part.shape[0]):
        work.part[t] = 0.0
    for c in range(count):
        for k in range(2):
            if work.segments[c, k].tree >= 0:
                work.part[work.segments[c, k].tree] += 1.0


@kernel
def is_alone(work: Any, c: int) -> bool:
    """Whether contact c is all that a tree of it has: then no other could contradict it.

    What several contacts hold, as the corners of a foot, is held exactly only at velocities that a rigid body can have there: in
    the middle of the step.
    """
    for k in range(2):
        t = work.segments[c, k].tree
        if t >= 0 and work.part[t] == 1.0:
            return True
    return False


@kernel
def straighten(contact: Any) -> None:
    """Have the contact obey its law in the middle of the step."""
    contact.bends = 0
    for k in range(3):
        contact.lean[k] = contact.bend[k] = 0.0
