"""What contacts do to the energy of free bodies in a step: friction and impacts may take some, nothing may give any.

Over a step the energy of free bodies changes by r · (u⁻ + u⁺) / 2 a contact, to the last digit, with u = J v in the middle of the
step, and by the weight times what positions moved beyond (v⁻ + v⁺) / 2. A contact that obeys its law for u⁺ + lean, see
`moving_contacts`, is right to second order and may give a little energy for it; one whose lean is u⁻ cannot, whichever way it
holds, slides or parts: then its law is that of the mean of u⁻ and u⁺, of second order too. But the mean reflects: u⁺ = -u⁻ turns
any fault of u⁻ over in each step and never damps it, so that forces alternate. So where the contacts of a body would give energy
together, and the body itself would gain some, pairs of shapes that do are solved once more, leaning towards the mean by what
they gave that others did not take, and at the last all the way. A body that slows down as one with its neighbours gains none,
whichever of many forces stops them.
Source: Moreau 1999; Acary & Brogliato 2008, §10.1 (θ-methods, energy).
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....contact.island.assembly import DRY_FRICTION, contact_velocities_into, velocity_of
from ....contact.island.islands import islands_into
from ....contact.island.three_rows import plus_rows_times
from ....kernel import kernel
from ....multibody.kinematics.kinematics import velocities_into
from ..constraints import solver_arrays
from .contact_targets import BAUMGARTE
from .moving_contacts import AT_MEAN
from .passing import end_of_pair

_MORE = 1.01  # times what is to be taken back: impulses change as it is solved again
_OPEN = 0.1  # of the solver's tolerance, times impulses, which is no work


@kernel
def contact_work_into(system: Any, settings: Any, work: Any, count: int, v: Array, tolerance: float) -> None:
    """Write the velocity of each contact after the step, and its work between v and work.solved into work.saved (count, 0) [J].

    tolerance  : to which contacts were solved [m/s]
    work.power : (trees, 2) the sums of each free body, half of what it shares with another; and what of it the solver leaves open
    """
    open_velocity = _OPEN * tolerance
    for t in range(work.power.shape[0]):
        work.power[t, 0] = work.power[t, 1] = 0.0
    contact_velocities_into(work.segments, count, work.J, work.solved, work.saved)
    for c in range(count):
        contact = work.contacts[c]
        ax, ay, az = work.saved[c, 0], work.saved[c, 1], work.saved[c, 2]
        contact.after[0], contact.after[1], contact.after[2] = ax, ay, az
        a, b = work.segments[c, 0].tree, work.segments[c, 1].tree
        work.saved[c, 0] = 0.0
        x, y, z = work.r[c, 0], work.r[c, 1], work.r[c, 2]
        if z <= 0.0 or contact.a == DRY_FRICTION:
            continue
        if (a >= 0 and system.trees[a].free == 0) or (b >= 0 and system.trees[b].free == 0):
            continue
        bx, by, bz = velocity_of(work.segments, c, work.J, v)  # approach and slip may be those of another instant
        done = 0.5 * (x * (bx + ax) + y * (by + ay) + z * (bz + az))
        work.saved[c, 0] = done
        share = 0.5 if a >= 0 and b >= 0 else 1.0
        for t in (a, b):
            if t >= 0:
                work.power[t, 0] += share * done
                work.power[t, 1] += (abs(x) + abs(y) + z) * open_velocity


@kernel
def lean_to_mean(system: Any, settings: Any, work: Any, count: int, v: Array, is_last: bool) -> bool:
    """Have pairs of shapes that gave a free body energy lean towards the mean of v⁻ and v⁺; whether there were any.

    All contacts of a pair that touch lean by the share to be taken back, as a rigid body can move: each by its own would ask for
    what cannot be had, and what sticks would creep.
    is_last : all that press on those bodies, all the way, so that none gives any
    Not where springs or Baumgarte's velocities are to give some.
    """
    if settings[0].compliance > 0.0 or settings[0].stabilisation == BAUMGARTE:
        return False
    if not _gain(system, work, count, v):
        return False
    for t in range(work.part.shape[0]):
        work.part[t] = 0.0  # what was given by those pairs of a tree that gave some
    first = 0
    while first < count:
        last, given = end_of_pair(work, first, count), 0.0
        for c in range(first, last):
            given += work.saved[c, 0]
        for c in range(first, last):
            work.saved[c, 1] = given
        a, b = work.segments[first, 0].tree, work.segments[first, 1].tree
        if given > 0.0 and work.contacts[first].restitution < 1.0:
            for t in (a, b):
                if t >= 0:
                    work.part[t] += (0.5 if a >= 0 and b >= 0 else 1.0) * given
        first = last
    found = False
    for c in range(count):
        contact = work.contacts[c]
        # At the last all that press on a body: where one of them is held at the mean, another may give what that no longer does.
        gives = work.r[c, 2] > 0.0 and contact.a != DRY_FRICTION
        if not is_last:
            touches = contact.after[2] + contact.lean[2] <= contact.target + settings[0].tolerance
            gives = (gives or touches) and work.saved[c, 1] > 0.0
        if not gives or contact.restitution >= 1.0:
            continue
        share = 0.0
        for k in range(2):
            t = work.segments[c, k].tree
            if t >= 0 and work.power[t, 2] > 0.0:
                share = max(share, min(1.0, _MORE * work.power[t, 0] / work.part[t]))
        if share == 0.0:
            continue
        found = True
        x, y, z = velocity_of(work.segments, c, work.J, v)
        lean = contact.lean
        if is_last:
            lean[0], lean[1], lean[2] = x, y, max(z, lean[2])
            contact.counts = AT_MEAN
        else:
            lean[0] += share * (x - lean[0])
            lean[1] += share * (y - lean[1])
            lean[2] += share * (z + contact.after[2])
    return found


@kernel
def _gain(system: Any, work: Any, count: int, v: Array) -> bool:
    """Whether contacts give energy to a free body that gains some; it to each such in work.power (trees, 2), else 0 or less [J].

    What a body gains is r · (u⁻ + u⁺) / 2 with the velocities of its own points. Where all bodies together gain, each counts to
    which its contacts give some.
    """
    total, is_any = 0.0, False
    for t in range(work.power.shape[0]):
        total += work.power[t, 0]
        is_any = is_any or (system.trees[t].free != 0 and work.power[t, 0] > work.power[t, 1])
        work.power[t, 2] = 0.0
    if not is_any:
        return False
    for c in range(count):
        r = work.r[c]
        if r[2] > 0.0:
            for k in range(2):
                s = work.segments[c, k]
                if s.tree >= 0:
                    x, y, z = plus_rows_times(s, work.J, v, 0.0, 0.0, 0.0)
                    x, y, z = plus_rows_times(s, work.J, work.solved, x, y, z)
                    work.power[s.tree, 2] += 0.5 * (r[0] * x + r[1] * y + r[2] * z)
    is_any = False
    for t in range(work.power.shape[0]):
        gives = system.trees[t].free != 0 and work.power[t, 0] > work.power[t, 1]
        if not gives or (total <= 0.0 and work.power[t, 2] <= work.power[t, 1]):
            work.power[t, 2] = 0.0
        else:
            work.power[t, 2], is_any = work.power[t, 0], True
    return is_any


@kernel
def pay_for_rise(system: Any, settings: Any, work: Any, count: int, rise: Array, is_lift: bool) -> bool:
    """Cut the motion `rise` (nv,), beyond v⁺, to what energy lost in the step pays for, island by island; whether any is left.

    work.power has the energy that each free body has won in the step, and has it with that motion afterwards. What joints hold
    has motors beside, and is not looked at. As a lift out of penetration, that in which a scene began is free too.
    """
    _energy_of_into(system, settings, work, rise)
    found = islands_into(count, solver_arrays(system.trees, work, work.zero, work.scratch_a))
    rises = False
    for e in range(found):
        won = gained = 0.0
        is_free = False
        for m in range(work.starts[e, 1], work.starts[e + 1, 1]):
            t = work.tree_order[m]
            is_free = is_free or system.trees[t].free == 0
            won += work.power[t, 0]
            gained += work.power[t, 1]
        if is_lift:
            for m in range(work.starts[e, 0], work.starts[e + 1, 0]):
                is_free = is_free or work.contacts[work.order[m]].deep != 0
        share = 1.0 if is_free or gained <= 0.0 or won + gained <= 0.0 else max(0.0, -won) / gained
        rises = rises or share > 0.0
        for m in range(work.starts[e, 1], work.starts[e + 1, 1]):
            tree = system.trees[work.tree_order[m]]
            work.power[work.tree_order[m], 0] += share * work.power[work.tree_order[m], 1]
            for k in range(tree.v0, tree.v0 + tree.nv):
                rise[k] *= share
    return rises


@kernel
def _energy_of_into(system: Any, settings: Any, work: Any, rise: Array) -> None:
    """Write the potential energy that trees gain by `rise` (nv,) until the step ends into work.power (trees, 1) [J]."""
    p, table = settings[0], system.table
    g, ahead = p.gravity, p.theta * p.dt
    velocities_into(table, work.X, rise, work.V)
    for t in range(system.trees.shape[0]):
        work.power[t, 1] = 0.0
        for i in range(system.trees[t].first, system.trees[t].last):
            m, c, V, W = table[i].mass, table[i].moment, work.V[i], work.W[i]
            x = m * V[0] + V[4] * c[2] - V[5] * c[1]
            y = m * V[1] + V[5] * c[0] - V[3] * c[2]
            z = m * V[2] + V[3] * c[1] - V[4] * c[0]
            for k in range(3):
                work.power[t, 1] -= ahead * g[k] * (W[3 * k] * x + W[3 * k + 1] * y + W[3 * k + 2] * z)


@kernel
def mark_deep(p: Any, work: Any, count: int) -> None:
    """Mark contacts of pairs that began deeper in each other than motion can have made it, and still are, by `CONTACT.deep`."""
    g = (p.gravity[0] ** 2 + p.gravity[1] ** 2 + p.gravity[2] ** 2) ** 0.5
    for c in range(count):
        contact = work.contacts[c]
        if contact.a < 0 or -contact.gap <= p.dt * (work.speed[contact.a] + work.speed[contact.b] + g * p.dt):
            contact.deep = 0
