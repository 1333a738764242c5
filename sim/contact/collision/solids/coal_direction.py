"""The direction of a contact of an ellipsoid with what has faces or rims, where coal's own cannot be relied on.

Where shapes overlap, coal grows a polytope between them (EPA). For a few of a hundred pairs with an ellipsoid its
answer is another face of it, however little they overlap, and the gap is wrong by as much as the shapes are large. Where
they are apart, its GJK finds the nearest points of any two convex shapes. So they are moved apart by s along the best
direction n₀ known so far: GJK finds the n of the largest σ(n) + s n·n₀, σ being how far the shapes are apart along n. As
n·n₀ = 1 - |n - n₀|²/2, that is a step of the proximal point method on the gap, the largest σ: no step makes σ smaller,
and where it stays, it is a largest one.

Source: Ericson 2005, §5.1 and §9.5; van den Bergen 2001 (EPA and its faces); Rockafellar 1976 (proximal points).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....arrays import Array
from .convex_patch import Solid, reach

_STEPS = 30
_CLEAR = 1e-3  # of the reach of both shapes, how far apart they are moved beyond touching
_SAME = 1e-12  # [m] of σ, to which coal's directions are not known


def ellipsoid_direction(
    coal: Any, shapes: tuple[Any, Any], a: Solid, A: Array, b: Solid, B: Array, request: Any, normal: Array, at: Array
) -> tuple[Array, Array]:
    """Return the unit normal (3,) from a to b, and a point (3,) of the contact [m], from those that coal found.

    shapes : as coal has them; A, B : (12,) world poses; request : with a margin in which the shapes are
    """
    rotation_a, rotation_b, between = A[:9].reshape(3, 3), B[:9].reshape(3, 3), B[9:] - A[9:]

    def reaches(n: Array) -> float:
        return reach(a, rotation_a.T @ n) + reach(b, -(rotation_b.T @ n))

    distance, margin = float(np.linalg.norm(between)), request.security_margin
    starts = [normal, between / distance] if distance > 0.0 else [normal]
    gaps = [float(n @ between) - reaches(n) for n in starts]
    normal, gap = max(zip(starts, gaps, strict=True), key=lambda start: start[1])
    pose_a, result = coal.Transform3s(rotation_a, A[9:]), coal.CollisionResult()
    for _ in range(_STEPS):
        moved = (max(0.0, -gap) + _CLEAR * reaches(normal)) * normal
        request.security_margin = margin + 2.0 * float(np.linalg.norm(moved))
        result.clear()
        if not coal.collide(shapes[0], pose_a, shapes[1], coal.Transform3s(rotation_b, B[9:] + moved), request, result):
            break
        contact = result.getContact(0)
        found = np.asarray(contact.normal) / np.linalg.norm(contact.normal)
        wider = float(found @ between) - reaches(found)
        if wider > gap:
            normal = found
            at = 0.5 * (np.asarray(contact.getNearestPoint1()) + np.asarray(contact.getNearestPoint2()) - moved)
        if wider <= gap + _SAME:
            break
        gap = wider
    return normal, at
