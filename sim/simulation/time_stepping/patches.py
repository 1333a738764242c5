"""Edges, and bodies that stand flat on a thing that moves: how their contacts may lean together, see `moving_contacts`."""

from __future__ import annotations

from typing import Any

from ...kernel import kernel

LEVEL = 1e-12  # by which the cosine between two normals of an edge or a flat may differ from 1


@kernel
def end_of_patch(system: Any, work: Any, c: int, count: int) -> int:
    """One past the three or more contacts from c on that are all a free body has, flat on a thing that moves; c: there are none.

    Nothing else holds that body, so that it can have any motion over the flat.
    """
    if work.segments[c, 0].tree < 0 or work.segments[c, 1].tree < 0:
        return c
    a = work.contacts[c]
    end = c
    while end < count and work.contacts[end].pair == a.pair:
        b = work.contacts[end]
        cosine = a.normal[0] * b.normal[0] + a.normal[1] * b.normal[1] + a.normal[2] * b.normal[2]
        if b.counts == 0 or b.bends != -1 or cosine <= 1.0 - LEVEL:
            return c
        end += 1
    if end - c < 3:
        return c
    for k in range(2):
        t = work.segments[c, k].tree
        if system.trees[t].free != 0 and work.part[t] == end - c:
            return end
    return c


@kernel
def end_of_flat(system: Any, work: Any, c: int, count: int) -> int:
    """One past the contacts from c on that are all of a pair, if three or more count, in one plane, with known J̇ v; else c.

    Of free bodies: what limbs hold beside is more than the plane of one flat.
    """
    a = work.contacts[c]
    for k in range(2):
        t = work.segments[c, k].tree
        if t >= 0 and system.trees[t].free == 0:
            return c
    if c > 0 and work.contacts[c - 1].pair == a.pair:
        return c
    end, found = c, 0
    while end < count and work.contacts[end].pair == a.pair:
        b = work.contacts[end]
        cosine = a.normal[0] * b.normal[0] + a.normal[1] * b.normal[1] + a.normal[2] * b.normal[2]
        if b.counts != 0:
            found += 1
            if b.bends != -1 or cosine <= 1.0 - LEVEL:
                return c
        end += 1
    return end if found >= 3 else c


@kernel
def lean_as_rigid(patch: Any) -> None:
    """Have the contacts of a patch lean as a rigid body can move: by the least squares of how each would lean by itself."""
    n = 0
    for i in range(patch.shape[0]):
        n += 1 if patch[i].counts != 0 else 0
    if n == 0:
        return
    x0 = y0 = lx = ly = lz = 0.0
    for i in range(patch.shape[0]):
        if patch[i].counts != 0:
            x, y = _place(patch[0], patch[i])
            lean = patch[i].lean
            x0, y0, lx, ly, lz = x0 + x / n, y0 + y / n, lx + lean[0] / n, ly + lean[1] / n, lz + lean[2] / n
    xx = xy = yy = spin = zx = zy = 0.0
    for i in range(patch.shape[0]):
        if patch[i].counts != 0:
            x, y = _place(patch[0], patch[i])
            x, y, lean = x - x0, y - y0, patch[i].lean
            xx, xy, yy = xx + x * x, xy + x * y, yy + y * y
            spin += x * (lean[1] - ly) - y * (lean[0] - lx)
            zx, zy = zx + x * (lean[2] - lz), zy + y * (lean[2] - lz)
    area = xx * yy - xy * xy
    is_line = area <= LEVEL * (xx + yy) ** 2
    if not is_line:
        spin /= xx + yy
    along, across = (0.0, 0.0) if is_line else ((yy * zx - xy * zy) / area, (xx * zy - xy * zx) / area)
    for i in range(patch.shape[0]):
        if patch[i].counts != 0:
            x, y = _place(patch[0], patch[i])
            x, y, lean = x - x0, y - y0, patch[i].lean
            if is_line:
                lean[0] = lean[1] = lean[2] = 0.0
            else:
                lean[0], lean[1], lean[2] = lx - spin * y, ly + spin * x, lz + along * x + across * y


@kernel
def level(a: Any, b: Any) -> None:
    """Have two contacts lean alike along the line through them: a rigid body cannot have its ends move apart."""
    x, y = _place(a, b)
    square = x * x + y * y
    if square == 0.0:
        return
    half = 0.5 * ((b.lean[0] - a.lean[0]) * x + (b.lean[1] - a.lean[1]) * y) / square
    a.lean[0] += half * x
    a.lean[1] += half * y
    b.lean[0] -= half * x
    b.lean[1] -= half * y


@kernel
def _place(a: Any, b: Any) -> tuple[float, float]:
    """Where contact b is from contact a along its two tangents [m]."""
    n, t = a.normal, a.tangent
    x = y = 0.0
    for k in range(3):
        d = b.point[k] - a.point[k]
        x += t[k] * d
        y += (n[(k + 1) % 3] * t[(k + 2) % 3] - n[(k + 2) % 3] * t[(k + 1) % 3]) * d
    return x, y
