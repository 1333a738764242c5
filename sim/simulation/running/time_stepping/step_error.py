"""How wrong one step is by its own length: the same step once more as two halves, and what that changes.

The residual says how well the contact problem of a step was solved, and nothing of the step itself: too long a step follows a
wrong motion with a residual of rounding. Where the scheme is of second order the halves err by a quarter, so that the difference
is three quarters of the error; at an impact it is of the size of the error.

Where something strikes and stays, both ways may end in the same state, though the step's impulse has its weight during all of the
step and not until the instant: that difference in the velocity of the impact counts as well.
Source: Hairer, Nørsett & Wanner 1993, §II.4 (step doubling).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.island.assembly import normal_velocity_of
from ....kernel import copy_into, kernel
from ....multibody.kinematics.kinematics import velocities_into
from ....multibody.kinematics.placements import joint_placements_into, world_placements_into
from ...step_arrays import CONTACTS_BEFORE, CONTACTS_NOW, DURATION_BEFORE, ITERATIONS, RESIDUAL, TO_WAIT
from ..impacts.impact_laws import NEWTON_LAW, SIMULTANEOUS
from .step import begin_step, end_step

NOT_ESTIMATED = math.nan
_ROUGH = 1e-6  # residual of a half, above which it says nothing of the step [m/s]
_AHEAD = 3  # estimates that impacts may have before others are due again


@kernel
def error_of_step(system: Any, control: Any, settings: Any, work: Any, end_q: Array, end_v: Array, has_instant: bool) -> float:
    """Error of the step just done [m/s], or NOT_ESTIMATED: every so many steps, and sooner where something happened within it.

    The step began at (work.before_q, before_v) and ended at (end_q, end_v). Nothing that later steps take from it changes. The
    error is the largest of any body's, see `_difference`. Impulses of the halves that are one of many need not be those of least
    norm: the motion is the same.
    """
    p = settings[0]
    wait = max(0.0, work.numbers[TO_WAIT] - 1.0)
    work.numbers[TO_WAIT] = wait
    if p.error_every <= 0 or wait > (_AHEAD * p.error_every if has_instant else 0.0):
        return NOT_ESTIMATED
    work.numbers[TO_WAIT] = wait + p.error_every
    now, before, iterations = work.counts[CONTACTS_NOW], work.counts[CONTACTS_BEFORE], work.counts[ITERATIONS]
    residual, duration, doubts = work.numbers[RESIDUAL], work.numbers[DURATION_BEFORE], work.doubts[0]
    for c in range(now):
        work.kept[c] = work.contacts[c]
    for k in range(3):
        copy_into(work.jump[k], work.kept_jump[k])
    of_impacts = _impact_error(p, work)
    q, v = work.half_q, work.half_v
    copy_into(work.before_q, q)
    copy_into(work.before_v, v)
    error = 0.0
    for _ in range(2):
        count = begin_step(system, control, settings[1:2], work, q, v)
        failed = count < 0 or end_step(system, control, settings[1:2], work, count, q, v) != 0
        if failed or work.numbers[RESIDUAL] > max(_ROUGH, 10.0 * p.tolerance):
            error = NOT_ESTIMATED
            break
        keep_contacts(work, settings[1].dt)
    if error == 0.0:
        error = of_impacts
        joint_placements_into(system.table, end_q, work.X)
        world_placements_into(system.table, work.X, work.end_W)
        velocities_into(system.table, work.X, end_v, work.end_V)
        joint_placements_into(system.table, q, work.X)
        world_placements_into(system.table, work.X, work.W)
        velocities_into(system.table, work.X, v, work.V)
        for i in range(1, system.table.shape[0]):
            if system.table[i].mass > 0.0:
                error = max(error, _difference(system.table[i], work.W[i], work.V[i], work.end_W[i], work.end_V[i], p.dt))
    for c in range(now):
        work.contacts[c] = work.kept[c]
    for k in range(3):
        copy_into(work.kept_jump[k], work.jump[k])
    work.counts[CONTACTS_NOW], work.counts[CONTACTS_BEFORE], work.counts[ITERATIONS] = now, before, iterations
    work.numbers[RESIDUAL], work.numbers[DURATION_BEFORE], work.doubts[0] = residual, duration, doubts
    return error


@kernel
def keep_contacts(work: Any, dt: float) -> None:
    """Keep the contacts of a step of length dt [s], and what it changed of the velocity, for the next."""
    for c in range(work.counts[CONTACTS_NOW]):
        work.previous[c] = work.contacts[c]
    copy_into(work.jump[0], work.jump[2])
    copy_into(work.jump[1], work.jump[0])
    work.counts[CONTACTS_BEFORE] = work.counts[CONTACTS_NOW]
    work.numbers[DURATION_BEFORE] = dt


@kernel
def _impact_error(p: Any, work: Any) -> float:
    """By how much the approach of the fastest changing impact of a step is not that at its instant [m/s].

    The instant is where the gap closes at the velocity before the step. Impacts within the step take what all of it makes of that
    velocity, those of other laws, see `impacts_in_step`, nothing of it.
    """
    largest = 0.0
    is_within = p.impact_law == SIMULTANEOUS and p.restitution_law == NEWTON_LAW
    for c in range(work.counts[CONTACTS_NOW]):
        contact = work.contacts[c]
        if contact.impulse[2] <= 0.0 or contact.approach >= -p.restitution_speed:
            continue
        a, b = work.segments[c, 1].tree, work.segments[c, 0].tree
        if contact.restitution >= 1.0 and ((a >= 0 and work.elastic[a] != 0.0) or (b >= 0 and work.elastic[b] != 0.0)):
            continue  # it struck at its instant
        left = min(1.0, max(0.0, p.theta + contact.gap / (contact.approach * p.dt)))  # of the step, after the instant
        if is_within:
            largest = max(largest, left * abs(normal_velocity_of(work.segments, c, work.J, work.free) - contact.approach))
        else:
            g, n = p.gravity, contact.normal
            largest = max(largest, (1.0 - left) * p.dt * abs(g[0] * n[0] + g[1] * n[1] + g[2] * n[2]))
    return largest


@kernel
def _difference(row: Any, W: Array, V: Array, end_W: Array, end_V: Array, dt: float) -> float:
    """How far two ends of a step of length dt are apart, for one body, as a velocity [m/s].

    The larger of the difference of velocities and that of positions over dt: of the centre of mass, and of what is turned, at the
    radius of gyration.
    """
    m, I = row.mass, row.inertia  # noqa: E741  (the field's letter)
    cx, cy, cz = row.moment[0] / m, row.moment[1] / m, row.moment[2] / m
    gyration = math.sqrt(max(0.0, 0.5 * (I[0] + I[3] + I[5]) / m - (cx * cx + cy * cy + cz * cz)))
    far = fast = turned = spin = 0.0
    ux, uy, uz = V[0] + V[4] * cz - V[5] * cy, V[1] + V[5] * cx - V[3] * cz, V[2] + V[3] * cy - V[4] * cx
    ex = end_V[0] + end_V[4] * cz - end_V[5] * cy
    ey = end_V[1] + end_V[5] * cx - end_V[3] * cz
    ez = end_V[2] + end_V[3] * cy - end_V[4] * cx
    for k in range(3):
        a, b, c = W[3 * k], W[3 * k + 1], W[3 * k + 2]
        d, e, f = end_W[3 * k], end_W[3 * k + 1], end_W[3 * k + 2]
        far += (W[9 + k] - end_W[9 + k] + (a - d) * cx + (b - e) * cy + (c - f) * cz) ** 2
        fast += (a * ux + b * uy + c * uz - d * ex - e * ey - f * ez) ** 2
        spin += (a * V[3] + b * V[4] + c * V[5] - d * end_V[3] - e * end_V[4] - f * end_V[5]) ** 2
        turned += 0.5 * ((a - d) ** 2 + (b - e) ** 2 + (c - f) ** 2)
    return max(math.sqrt(fast) + gyration * math.sqrt(spin), (math.sqrt(far) + gyration * math.sqrt(turned)) / dt)
