"""What each contact asks of its normal velocity after a step: not to be crossed, to bounce, or to yield softly."""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...contact.island.assembly import DRY_FRICTION, contact_velocities_into
from ...contact.law.contact_laws import CONVEX
from ...kernel import kernel
from ..impacts.impacts import LEFT_OUT
from .moving_contacts import DEAD_BAND, leans_into

PROJECTION, BAUMGARTE = 0, 1  # of `STABILISATIONS`


@kernel
def targets_into(system: Any, settings: Any, work: Any, count: int, v: Array) -> None:
    """What each contact asks of its normal velocity after the step, how soft it is, and its law of friction."""
    leans_into(system, settings, work, count, v)
    targets_at_leans_into(system, settings, work, count)


@kernel
def targets_at_leans_into(system: Any, settings: Any, work: Any, count: int) -> None:
    """`targets_into` where it is known how contacts lean."""
    p = settings[0]
    ahead = p.theta * p.dt  # over which positions follow the velocity after the step
    contact_velocities_into(work.segments, count, work.J, work.free, work.given)
    for c in range(count):
        contact = work.contacts[c]
        contact.softness = 0.0 if contact.a == DRY_FRICTION else p.regularisation
        contact.cone = p.cone
        if p.compliance > 0.0 and contact.a != DRY_FRICTION:
            contact.lean[2] = 0.0
        given, lean = work.given[c], contact.lean
        given[0], given[1], given[2] = given[0] + lean[0], given[1] + lean[1], given[2] + lean[2]
        if contact.a == DRY_FRICTION:
            contact.approach = contact.target = 0.0
            continue
        approach, without = contact.approach, given[2]
        gap = gap_in_law(contact, ahead)
        if p.compliance > 0.0 and contact.a >= 0:
            # The force -(gap⁺ + relaxation u⁺) / compliance at the end of the step, with gap⁺ = gap + ahead u⁺.
            contact.softness += p.compliance / (p.dt * (ahead + p.relaxation_time))
            contact.target = -contact.gap / (ahead + p.relaxation_time)
            continue
        if contact.restitution >= 1.0 and contact.a >= 0:
            # Energy stays only where u⁺ = -u⁻ or there is no impulse, whoever presses: nothing is asked of what stays open.
            closes = contact.gap + ahead * min(approach, without) < DEAD_BAND
            contact.target = -contact.restitution * approach if closes else LEFT_OUT
            continue
        # The velocity that ends the step just touching, to within the dead band, in which nothing that rests stirs. A limb
        # that was pressed touches in the middle of the next step, where its gap is looked at: if it turns away from what it
        # touches by a gap g a step, to close that within half a step would make every other gap 0, and forces alternate.
        # (What slides under the convex law floats at a height in proportion to that time: it is not to be twice as high.)
        until = p.dt if p.cone != CONVEX and _was_limb_pressed(system, work, c) else ahead
        touching = -max(0.0, gap - contact.gap + _level_gap(work.contacts, c, count) - DEAD_BAND) / until
        if approach < -p.restitution_speed and gap + ahead * without < 0.0:
            contact.target = -contact.restitution * approach
        else:
            contact.target = touching
        if p.stabilisation == BAUMGARTE and contact.gap < 0.0:
            contact.target = max(contact.target, min(-p.error_reduction * contact.gap / p.dt, p.recovery_speed))


@kernel
def _was_limb_pressed(system: Any, work: Any, c: int) -> bool:
    """Whether contact c is of a body with joints, was pressed in the step before, and was no impact.

    Corners of a free body lie level: all of them are asked the same, whichever was pressed.
    """
    before = work.contacts[c].before
    if before < 0 or work.contacts[c].struck != 0 or work.previous[before].impulse[2] <= 0.0:
        return False
    for k in range(2):
        t = work.segments[c, k].tree
        if t >= 0 and system.trees[t].free == 0:
            return True
    return False


@kernel
def gap_in_law(contact: Any, ahead: float) -> float:
    """What a normal velocity u_n of the contact law, for the time `ahead`, leaves of a gap is this plus `ahead` u_n [m]."""
    return float(contact.gap - 0.5 * ahead * contact.lean[2])


@kernel
def _level_gap(contacts: Any, c: int, count: int) -> float:
    """The gap of contact c, or that of a lower one of its pair that is level with it.

    An edge that comes down flat is to land as one: rounding must not ask it to tilt against friction that holds it.
    """
    gap = contacts[c].gap
    level = gap
    for step in range(-1, 2, 2):
        k = c + step
        while 0 <= k < count and contacts[k].pair == contacts[c].pair:
            if gap - contacts[k].gap < DEAD_BAND:
                level = min(level, contacts[k].gap)
            k += step
    return level
