"""What each contact asks of its normal velocity after a step: not to be crossed, to bounce, or to yield softly."""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....contact.collision.shape_table import LATER, TENTATIVE
from ....contact.island.assembly import DRY_FRICTION, contact_velocities_into
from ....contact.law.contact_laws import CONVEX
from ....kernel import kernel, small
from ..impacts.impact_laws import NEWTON_LAW, SIMULTANEOUS
from ..impacts.impacts import LEFT_OUT
from .moving_contacts import AT_MEAN, DEAD_BAND, LANDED, SIMPLE, leans_into

PROJECTION, BAUMGARTE = 0, 1  # of `STABILISATIONS`
_UNFELT = 1e-5  # acceleration that is left alone [m/s²]
_ROUNDING = 1e-13  # of gaps, times how far they are from the world's origin, or metres


@kernel
def targets_into(system: Any, settings: Any, work: Any, count: int, v: Array) -> None:
    """What each contact asks of its normal velocity after the step, how soft it is, and its law of friction."""
    leans_into(system, settings, work, count, v)
    targets_at_leans_into(system, settings, work, count, False)


@kernel
def given_at_leans_into(work: Any, count: int) -> None:
    """Write what each contact has of velocity without impulses, and how it leans: its law is asked of that and what they add."""
    contact_velocities_into(work.segments, count, work.J, work.free, work.given)
    for c in range(count):
        given, lean = work.given[c], work.contacts[c].lean
        given[0], given[1], given[2] = given[0] + lean[0], given[1] + lean[1], given[2] + lean[2]


@kernel
def targets_at_leans_into(system: Any, settings: Any, work: Any, count: int, at_mean: bool) -> None:
    """`targets_into` where it is known how contacts lean; `at_mean`: of those whose law became that of the mean.

    What leans by less than it did since keeps what it was asked: another would give it energy once more.
    """
    p = settings[0]
    ahead = p.theta * p.dt  # over which positions follow the velocity after the step
    for c in range(count):
        if p.compliance > 0.0 and work.contacts[c].a != DRY_FRICTION:
            work.contacts[c].lean[2] = 0.0
    given_at_leans_into(work, count)
    dead = dead_gap(p.dt, work.contacts, count)
    has_elastic = False
    for c in range(count):
        contact = work.contacts[c]
        if at_mean and contact.counts != AT_MEAN:
            continue
        contact.softness = 0.0 if contact.a == DRY_FRICTION else p.regularisation
        contact.cone = p.cone
        if contact.a == DRY_FRICTION:
            contact.approach = contact.target = 0.0
            continue
        if contact.passing == TENTATIVE:
            contact.target = LEFT_OUT
            continue
        approach, without = contact.approach, work.given[c, 2]
        gap = gap_in_law(contact, ahead)
        if p.compliance > 0.0 and contact.a >= 0:
            # The force -(gap⁺ + relaxation u⁺) / compliance at the end of the step, with gap⁺ = gap + ahead u⁺.
            contact.softness += p.compliance / (p.dt * (ahead + p.relaxation_time))
            contact.target = -contact.gap / (ahead + p.relaxation_time)
            if contact.gap > 0.0 and contact.gap + ahead * min(approach, without) > 0.0:
                contact.target = LEFT_OUT  # what does not touch yet is not damped
            continue
        if contact.restitution >= 1.0 and contact.a >= 0:
            # Energy stays where u⁺ = -u⁻, or what gravity's work makes of it below, and where no impulse is, whoever presses:
            # nothing is asked of what stays open.
            closes = contact.gap + ahead * min(approach, without) < DEAD_BAND
            contact.target = -contact.restitution * approach if closes else LEFT_OUT
            has_elastic = has_elastic or closes
            continue
        # The velocity that ends the step just touching, to within the dead band, in which nothing that rests stirs. A limb,
        # a point, an edge or a flat that leans touches, once pressed, in the middle of the next step, where its gap is looked
        # at: if it turns away from what it touches by a gap g a step, to close that within half a step would make every other
        # gap 0, and forces alternate: a change d of a gap becomes (1 - 1/θ) d.
        # (What slides under the convex law floats at a height in proportion to that time: it is not to be twice as high.)
        until = p.dt if p.cone != CONVEX and _was_pressed(system, settings, work, c, count) else ahead
        touching = -max(0.0, gap - contact.gap + _level_gap(work.contacts, c, count) - dead) / until
        if contact.counts == AT_MEAN and _had_impulse(work, c):
            touching = 0.0  # the mean of v⁻ and v⁺ is to do no work: what closes its gap would be asked for twice
        if contact.passing == LATER:  # it closes as before the step until the other strikes
            contact.target = -max(0.0, contact.gap + contact.put_off * approach) / (ahead - contact.put_off)
        elif approach < -p.restitution_speed and gap + ahead * without < 0.0:
            contact.target = -contact.restitution * approach
        else:
            contact.target = touching
        if p.stabilisation == BAUMGARTE and contact.gap < 0.0:
            contact.target = max(contact.target, min(-p.error_reduction * contact.gap / p.dt, p.recovery_speed))
    if has_elastic and elastic_into(system, settings, work, count):
        for c in range(count):
            if bounces_back(p, work.contacts[c]):
                work.contacts[c].target -= 2.0 * ahead * _pull_until_impact(p, work, c)


@kernel
def elastic_into(system: Any, settings: Any, work: Any, count: int) -> bool:
    """Write into work.elastic which free bodies strike what gives back all (e ≥ 1), and nothing else holds; whether any strikes.

    The centre of mass of those follows the velocity without such an impact up to its instant. Gravity's work on what that moves
    it beyond (v⁻ + v⁺) / 2 is taken from the velocity of each contact: -Σ r · (u⁻ + u⁺) / 2 is that work, see `contact_work`, so
    that energy stays to rounding.
    """
    p = settings[0]
    found = False
    for t in range(work.elastic.shape[0]):
        work.elastic[t] = 0.0
    if p.compliance > 0.0 or p.impact_law != SIMULTANEOUS or p.restitution_law != NEWTON_LAW:
        return False
    for c in range(count):
        if bounces_back(p, work.contacts[c]):
            found = True
            for k in range(2):
                t = work.segments[c, k].tree
                if t >= 0 and system.trees[t].free != 0:
                    work.elastic[t] = 1.0
    for c in range(count):
        contact = work.contacts[c]
        if contact.a < 0 or contact.target == LEFT_OUT or contact.approach < -p.restitution_speed:
            continue
        if contact.gap + p.theta * p.dt * min(contact.approach, work.given[c, 2]) < DEAD_BAND:
            for k in range(2):
                if work.segments[c, k].tree >= 0:
                    work.elastic[work.segments[c, k].tree] = 0.0
    return found


@small
def bounces_back(p: Any, contact: Any) -> bool:
    """Whether a contact strikes in the step, if anything does, and gives back all."""
    is_elastic = contact.restitution >= 1.0 and contact.a >= 0 and contact.target != LEFT_OUT
    return bool(is_elastic and contact.approach < -p.restitution_speed)


@small
def part_until_bounce(p: Any, contact: Any, without: float) -> float:
    """Over which part of the second half of the step a body goes on until it strikes what gives back all; below 0: it did before.

    without : the velocity there without impulses, which it has from the middle of the step on [m/s]
    """
    speed = contact.approach if contact.gap < 0.0 else without
    if speed >= 0.0:
        return 1.0
    return float(min(1.0, max(1.0 - 1.0 / p.theta, -contact.gap / speed / (p.theta * p.dt))))


@kernel
def _pull_until_impact(p: Any, work: Any, c: int) -> float:
    """Gravity along the normal of contact c, of b less a where they are `elastic`, times the part until they strike [m/s²]."""
    g, n = p.gravity, work.contacts[c].normal
    b, a = work.segments[c, 0].tree, work.segments[c, 1].tree
    sides = (work.elastic[b] if b >= 0 else 0.0) - (work.elastic[a] if a >= 0 else 0.0)
    part = part_until_bounce(p, work.contacts[c], work.given[c, 2])
    return float(sides * part * (g[0] * n[0] + g[1] * n[1] + g[2] * n[2]))


@kernel
def _was_pressed(system: Any, settings: Any, work: Any, c: int, count: int) -> bool:
    """Whether contact c was pressed in the step before, and was no impact: of a body with joints, or where its normal leans.

    Both ends of an edge, and all corners of a flat that leans, are asked the same, whichever was pressed.
    """
    contact = work.contacts[c]
    for k in range(2):
        t = work.segments[c, k].tree
        if t >= 0 and system.trees[t].free == 0:
            return contact.struck == 0 and _had_impulse(work, c)
    if contact.counts != SIMPLE or contact.approach < -settings[0].restitution_speed:
        return False  # an end that comes down beside one that is pressed is not to be braked before it strikes
    pressed = False
    k = c
    while k > 0 and work.contacts[k - 1].pair == contact.pair:
        k -= 1
    while k < count and work.contacts[k].pair == contact.pair:
        if work.contacts[k].struck != 0:
            return False
        pressed = pressed or _had_impulse(work, k)
        k += 1
    return pressed


@kernel
def _had_impulse(work: Any, c: int) -> bool:
    """Whether contact c was pressed in the step before."""
    before = work.contacts[c].before
    return bool(before >= 0 and work.previous[before].impulse[2] > 0.0)


@kernel
def dead_gap(h: float, contacts: Any, count: int) -> float:
    """The gap or penetration that is left alone, so that what rests stays asleep [m].

    No more than an acceleration that nobody feels makes in a step, as forces differ by that; and no less than rounding.
    """
    far = 1.0
    for c in range(count):
        for k in range(3):
            far = max(far, abs(contacts[c].point[k]))
    return float(max(_UNFELT * h * h, _ROUNDING * far))


@kernel
def gap_in_law(contact: Any, ahead: float) -> float:
    """What a normal velocity u_n of the contact law, for the time `ahead`, leaves of a gap is this plus `ahead` u_n [m]."""
    if contact.counts == LANDED:
        return float(contact.gap - ahead * (contact.lean[2] - 0.5 * ahead * contact.bend[2]))
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
