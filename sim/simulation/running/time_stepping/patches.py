"""Edges, and bodies that stand flat on a thing that moves: how their contacts may lean together, see `moving_contacts`."""

from __future__ import annotations

from typing import Any

from ....kernel import kernel

LEVEL = 1e-12  # by which the cosine between two normals of an edge or a flat may differ from 1


@kernel
def end_of_flat(work: Any, c: int, count: int) -> int:
    """One past the contacts from c on that are all of a pair, if three or more count, in one plane, with known J̇ v; else c."""
    a = work.contacts[c]
    if c > 0 and work.contacts[c - 1].pair == a.pair:
        return c
    end, found, of = c, 0, c
    while end < count and work.contacts[end].pair == a.pair:
        b = work.contacts[end]
        if b.counts != 0:
            of = end if found == 0 else of
            n = work.contacts[of].normal
            cosine = n[0] * b.normal[0] + n[1] * b.normal[1] + n[2] * b.normal[2]
            if b.bends != -1 or cosine <= 1.0 - LEVEL:
                return c
            found += 1
        end += 1
    return end if found >= 3 else c


@kernel
def rides_alone(system: Any, work: Any, c: int, last: int) -> bool:
    """Whether the flat of contacts c ≤ k < last is all that a free body has, on a thing that moves: then that moves anyhow."""
    found = 0.0
    for k in range(c, last):
        found += 1.0 if work.contacts[k].counts != 0 else 0.0
    if work.segments[c, 0].tree < 0 or work.segments[c, 1].tree < 0:
        return False
    for k in range(2):
        t = work.segments[c, k].tree
        if system.trees[t].free != 0 and work.part[t] == found:
            return True
    return False


@kernel
def lean_as_rigid(patch: Any) -> None:
    """Have those contacts of a flat that count lean as a rigid body can move: by least squares of how each would by itself."""
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
    along = across = 0.0
    if area > LEVEL * (xx + yy) ** 2:
        spin, along, across = spin / (xx + yy), (yy * zx - xy * zy) / area, (xx * zy - xy * zx) / area
    else:  # in a line
        spin = lx = ly = lz = 0.0
    for i in range(patch.shape[0]):
        if patch[i].counts != 0:
            x, y = _place(patch[0], patch[i])
            x, y, lean = x - x0, y - y0, patch[i].lean
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
