"""How long a step of the hybrid scheme may be, so that no touch begins and ends unseen within it.

The integrator's own error does not tell: a body may fly through a plate in one exact step. Where something could touch within the
step, no two shapes move by more than a part of their thickness. The step is halved where two that approached part again at its
end, if their gap in between, as both ends tell, was negative; and where they were to touch and are no longer found: edges that
pass into a body may not be. So what is found does not depend on how often states are recorded.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.collision.broad_phase import find_contacts
from ....contact.collision.narrow_phase import FULL
from ....contact.collision.sweep import thickness
from ....kernel import kernel
from ..constraints import shape_poses_into
from .hybrid_work import ACTIVE_COUNT, NEAR_COUNT
from .supports import is_held

_PART = 0.1  # of the thickness of two shapes, by which they may move towards each other in a step
_DIP = 1e-12  # a gap that was negative by less than this within a step is not looked for [m]
_ALIKE = 0.99  # cosine between the normals of one contact at both ends of a step


@kernel
def longest_step(system: Any, settings: Any, work: Any, hybrid: Any, h: float) -> float:
    """At most h [s], from the state whose poses and twists are in work.W and work.V.

    What is near and not held is left in hybrid.near, for `dipped`.
    """
    shapes = system.shapes
    shape_poses_into(system, work.W, work.V, work)
    g = settings[0].gravity
    slack = 1e-6 + math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * h * h
    found = find_contacts(system, h, slack, work)
    near = 0
    if found == FULL:  # too many to name
        hybrid.counts[NEAR_COUNT] = 0
        return min(h, _fastest_part(shapes, work.speed))
    longest = h
    for c in range(found):
        contact = work.contacts[c]
        if is_held(shapes, hybrid, hybrid.counts[ACTIVE_COUNT], contact):
            continue
        speed = work.speed[contact.a] + work.speed[contact.b]
        if speed > 0.0:
            longest = min(longest, _PART * (thickness(shapes[contact.a]) + thickness(shapes[contact.b])) / speed)
        if near < hybrid.near.shape[0]:
            hybrid.near[near] = contact
            hybrid.near[near].approach = normal_velocity(shapes, work.W, work.V, contact)
            near += 1
    hybrid.counts[NEAR_COUNT] = near
    return longest


@kernel
def dipped(system: Any, work: Any, hybrid: Any, h: float) -> bool:
    """Whether something near at the start of a step of h [s] seems to have touched in it, and is apart or not found at its end.

    Poses, twists and shapes' poses are those of the end.
    """
    may_touch = False
    for k in range(hybrid.counts[NEAR_COUNT]):
        may_touch = may_touch or _is_to_touch(hybrid.near[k], h)
    if not may_touch:
        return False
    found = find_contacts(system, h, 1e-6, work)
    for k in range(hybrid.counts[NEAR_COUNT]):
        before = hybrid.near[k]
        if not _is_to_touch(before, h):
            continue
        is_there = False
        for c in range(max(found, 0)):
            contact = work.contacts[c]
            if contact.pair == before.pair and contact.feature == before.feature and _faces_alike(contact, before):
                after = normal_velocity(system.shapes, work.W, work.V, contact)
                if after > 0.0 and _least(before.gap, h * before.approach, contact.gap, h * after) < -_DIP:
                    return True
                is_there = True
                break
        if not is_there:
            return True
    return False


@kernel
def _is_to_touch(contact: Any, h: float) -> bool:
    """Whether what is open and approaches so fast would be closed after h [s]."""
    return bool(contact.gap >= -_DIP and contact.gap + h * contact.approach < -_DIP)


@kernel
def _faces_alike(a: Any, b: Any) -> bool:
    """Whether two contacts of one name may be the same: triangles of the ground hand on a name."""
    return bool(a.normal[0] * b.normal[0] + a.normal[1] * b.normal[1] + a.normal[2] * b.normal[2] > _ALIKE)


@kernel
def _least(p: float, m: float, q: float, n: float) -> float:
    """The least value, between 0 and 1, of the cubic with values p, q and slopes m < 0 < n at its ends."""
    a, b = 2.0 * (p - q) + m + n, 3.0 * (q - p) - 2.0 * m - n
    low, high = 0.0, 1.0
    for _ in range(50):
        s = 0.5 * (low + high)
        if (3.0 * a * s + 2.0 * b) * s + m < 0.0:
            low = s
        else:
            high = s
    return ((a * low + b) * low + m) * low + p


@kernel
def _fastest_part(shapes: Any, speed: Array) -> float:
    """The time [s] that the fastest and thinnest of all shapes may move."""
    longest = 1e300
    for k in range(shapes.shape[0]):
        if speed[k] > 0.0:
            longest = min(longest, 0.5 * _PART * thickness(shapes[k]) / speed[k])
    return longest


@kernel
def normal_velocity(shapes: Any, W: Array, V: Array, contact: Any) -> float:
    """Rate of a contact's gap from the rows' poses and twists [m/s]."""
    total = 0.0
    n, p = contact.normal, contact.point
    for k in range(2):
        i = shapes[contact.b].row if k == 0 else shapes[contact.a].row
        w, s = W[i], V[i]
        x, y, z = p[0] - w[9], p[1] - w[10], p[2] - w[11]
        bx, by, bz = w[0] * x + w[3] * y + w[6] * z, w[1] * x + w[4] * y + w[7] * z, w[2] * x + w[5] * y + w[8] * z
        ux, uy, uz = s[0] + s[4] * bz - s[5] * by, s[1] + s[5] * bx - s[3] * bz, s[2] + s[3] * by - s[4] * bx
        u = 0.0
        for j in range(3):
            u += n[j] * (w[3 * j] * ux + w[3 * j + 1] * uy + w[3 * j + 2] * uz)
        total += u if k == 0 else -u
    return total
