"""Writing one contact into the buffer."""

from __future__ import annotations

import math
from typing import Any

from ...kernel import kernel

FULL = -1
"""What a pair kernel returns instead of the number of contacts when the buffer has no room."""


@kernel
def finish_contact(contact: Any, pair: int, a: int, b: int, sa: Any, sb: Any) -> None:
    """Fill what does not depend on the kind of pair: identity, material, friction direction."""
    contact.a, contact.b, contact.pair = a, b, pair
    contact.friction = math.sqrt(sa.friction * sb.friction)
    contact.restitution = max(sa.restitution, sb.restitution)
    n, t = contact.normal, contact.tangent
    # A unit vector normal to n, without a jump as n turns about the vertical (Duff et al. 2017).
    sign = math.copysign(1.0, n[2])
    c = -1.0 / (sign + n[2])
    t[0], t[1], t[2] = 1.0 + sign * n[0] * n[0] * c, sign * n[0] * n[1] * c, -sign * n[0]
    contact.impulse[0] = contact.impulse[1] = contact.impulse[2] = 0.0
    contact.alternatives = contact.passing = 0


@kernel
def add_contact(
    contacts: Any,
    count: int,
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
    gap: float,
    radius_a: float,
    radius_b: float,
    feature: int,
    geometry: int,
) -> int:
    """Add one contact at (x, y, z), the point midway between the surfaces."""
    c = contacts[count]
    c.point[0], c.point[1], c.point[2] = x, y, z
    c.normal[0], c.normal[1], c.normal[2] = nx, ny, nz
    c.gap, c.radius_a, c.radius_b, c.feature, c.geometry = gap, radius_a, radius_b, feature, geometry
    c.across[0] = c.across[1] = c.across[2] = 0.0
    return count + 1
