"""Dry friction in joints between events: who slides, which way, and who rests.

A joint at rest is held by a force the contact problem finds, up to its friction; one that moves is braked by all of it. `sliding`
(nv,) says which way: the sign of the velocity of a joint of one degree of freedom, the direction of a spherical joint's
angular velocity in its own axes, zeros for a joint at rest. Source: Moreau 1973; Acary & Brogliato 2008, §8 (event-driven).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel

GIVES = 1e-7  # a joint that is held and accelerates faster than this moves [m/s² | rad/s²]
PULLS = 2e-8
"""A contact that is held and accelerates apart, or sideways, faster than this lets go [m/s²]: twenty times what a solve leaves
under gravity, and so little that a force that grows by 40 N/s on 1 kg is found 5e-10 s after it wins. At an event half of it
does, so that what made the event is seen there too."""
BACK = 1e-10  # what slides turns round when it goes back faster than this [m/s | rad/s]
_SLOW = 1e-8  # below this speed a direction is the one that was kept [rad/s]


@kernel
def has_dry_friction(row: Any) -> bool:
    """Whether the joint of this row has dry friction that the motion feels."""
    return row.friction * row.ratio != 0.0


@kernel
def is_sliding(row: Any, sliding: Array) -> bool:
    """Whether the joint of this row moves against its dry friction."""
    for k in range(row.iv, row.iv + _width(row)):
        if sliding[k] != 0.0:
            return True
    return False


@kernel
def rest_or_slide(row: Any, v: Array, rest_speed: float, sliding: Array) -> bool:
    """Write which way the joint slides; True if it is slower than rest_speed, and so at rest."""
    for k in range(row.iv, row.iv + _width(row)):
        sliding[k] = 0.0
    remember_sliding(row, v, max(rest_speed, 10.0 * BACK), sliding)
    return not is_sliding(row, sliding)


@kernel
def remember_sliding(row: Any, v: Array, least_speed: float, sliding: Array) -> None:
    """Bring the direction of sliding up to date, if the joint is faster than `least_speed`."""
    speed = _speed(row, v)
    if speed > least_speed:
        for k in range(row.iv, row.iv + _width(row)):
            sliding[k] = v[k] / speed


@kernel
def start_sliding(row: Any, x: float, y: float, z: float, sliding: Array) -> None:
    """Write which way a joint begins to slide, from its acceleration in the axes of its entry of the contact problem."""
    if row.nv > 1:
        length = math.sqrt(x * x + y * y + z * z)
        sliding[row.iv], sliding[row.iv + 1], sliding[row.iv + 2] = x / length, y / length, z / length
    else:
        sliding[row.iv] = math.copysign(1.0, z * row.ratio)


@kernel
def gives_way(limit: float, r: Array, x: float, y: float, z: float) -> bool:
    """Whether a joint held by a friction r (3,) of at most `limit` with acceleration (x, y, z), begins to move."""
    if x * x + y * y + z * z <= GIVES * GIVES:
        return False
    return r[0] * r[0] + r[1] * r[1] + r[2] * r[2] >= (limit * (1.0 - 1e-9)) ** 2


@kernel
def starts_backwards(row: Any, a: Array, sliding: Array) -> bool:
    """Whether a joint of one degree of freedom that is to begin sliding accelerates the other way."""
    return row.nv <= 1 and a[row.iv] * sliding[row.iv] < -GIVES


@kernel
def turns_round(row: Any, v: Array, sliding: Array) -> bool:
    """Whether a sliding joint has come to a stop and goes back, faster than what rounding leaves of a stop."""
    along = 0.0
    for k in range(row.iv, row.iv + _width(row)):
        along += v[k] * sliding[k]
    return along < -BACK


@kernel
def sliding_friction_into(table: Any, sliding: Array, v: Array, torque: Array) -> None:
    """Add the dry friction of the joints that slide."""
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.friction == 0.0:
            continue
        if row.nv <= 1:
            torque[row.iv] -= row.friction * abs(row.ratio) * sliding[row.iv]
        elif is_sliding(row, sliding):
            speed = _speed(row, v)
            for k in range(row.iv, row.iv + 3):
                torque[k] -= row.friction * (v[k] / speed if speed > _SLOW else sliding[k])


@kernel
def _width(row: Any) -> int:
    """How many numbers of v move this joint; those of a joint that follows another are the other's."""
    return max(1, row.nv)


@kernel
def _speed(row: Any, v: Array) -> float:
    total = 0.0
    for k in range(row.iv, row.iv + _width(row)):
        total += v[k] * v[k]
    return math.sqrt(total)
