"""Which pairs of shapes are near enough to be looked at: a grid of cells for shapes of like size, and a few large ones for all.

See `shape_pairs` for which may touch at all. Pairs come in the order of their numbers, so that contacts do, and warm starts find
them.
Source: Ericson 2005, §7.1 (uniform grids, hashed cells).
"""

from __future__ import annotations

import math
from typing import Any

from ...kernel import kernel
from .narrow_phase import FULL, touch
from .shape_table import HEIGHT_FIELD, PLANE
from .sweep import touch_in_step


@kernel
def find_contacts(system: Any, reach: float, slack: float, work: Any) -> int:
    """Write all contacts nearer than speed · reach + slack into work.contacts; their number, or FULL.

    Of the shapes where they are; in a step, see work.span, as they are when they meet.

    reach : time over which the shapes may approach [s]; slack : [m]
    """
    shapes = system.shapes
    n = shapes.shape[0]
    large = system.large
    count = 0
    gridded = work.cells.shape[0] > 0
    if gridded:
        _fill_cells(shapes, large, reach, slack, work)
    next_large = 0
    for a in range(n):
        if next_large == large.shape[0] and not gridded:
            break  # the others are compared with none after them
        is_large = next_large < large.shape[0] and large[next_large] == a
        if is_large:
            next_large += 1
        if is_large:
            for b in range(a + 1, n):
                count = _add_pair(system, a * n + b, a, b, reach, slack, work, count)
                if count == FULL:
                    return FULL
            continue
        found = _neighbours(shapes, work, a, reach, slack) if gridded else 0
        for k in range(next_large, large.shape[0]):
            work.near[found] = large[k]
            found += 1
        if gridded:
            _sort(work.near, found)
        for k in range(found):
            count = _add_pair(system, a * n + work.near[k], a, work.near[k], reach, slack, work, count)
            if count == FULL:
                return FULL
    for p in range(system.pairs.shape[0]):
        a, b = system.pairs[p, 0], system.pairs[p, 1]
        if _are_near(shapes, work, a, b, reach, slack):
            count = _meet(system, n * n + p, a, b, reach, slack, work, count)
            if count == FULL:
                return FULL
    return count


@kernel
def _add_pair(system: Any, pair: int, i: int, j: int, reach: float, slack: float, work: Any, count: int) -> int:
    """Add the contacts of a pair of different assemblies, if it is near."""
    shapes = system.shapes
    if shapes[i].assembly == shapes[j].assembly or shapes[i].row == shapes[j].row:
        return count
    a, b = (i, j) if shapes[i].kind <= shapes[j].kind else (j, i)
    if shapes[b].kind <= HEIGHT_FIELD or not _are_near(shapes, work, a, b, reach, slack):
        return count
    return _meet(system, pair, a, b, reach, slack, work, count)


@kernel
def _meet(system: Any, pair: int, a: int, b: int, reach: float, slack: float, work: Any, count: int) -> int:
    """Add the contacts of a pair that is near, in order of its kinds."""
    margin = reach * (work.speed[a] + work.speed[b]) + slack
    begun, end = work.span[0], work.span[1]
    if begun + end > 0.0:
        return touch_in_step(system, pair, a, b, begun, end, margin, work, count)
    return touch(system.shapes, system.vertices, work.geometry, pair, a, b, margin, work.contacts, count, work.clip)


@kernel
def _are_near(shapes: Any, work: Any, a: int, b: int, reach: float, slack: float) -> bool:
    """Whether the balls around two shapes, the first perhaps a plane, come within the margin."""
    margin = reach * (work.speed[a] + work.speed[b]) + slack
    G = work.geometry
    x, y, z = G[b, 9] - G[a, 9], G[b, 10] - G[a, 10], G[b, 11] - G[a, 11]
    if shapes[a].kind == PLANE:
        return G[a, 2] * x + G[a, 5] * y + G[a, 8] * z <= shapes[b].radius + margin
    limit = shapes[a].radius + shapes[b].radius + margin
    return x * x + y * y + z * z <= limit * limit


@kernel
def _fill_cells(shapes: Any, large: Any, reach: float, slack: float, work: Any) -> None:
    """Put the small shapes into cells so wide that what may touch is in the same cell or the next."""
    n, cells = shapes.shape[0], work.cells
    widest = fastest = 0.0
    k = 0
    for i in range(n):
        if k < large.shape[0] and large[k] == i:
            k += 1
            continue
        widest = max(widest, shapes[i].radius)
        fastest = max(fastest, work.speed[i])
    side = 2.0 * (widest + reach * fastest) + slack
    for h in range(cells.shape[0]):
        cells[h] = -1
    k = large.shape[0] - 1
    for i in range(n - 1, -1, -1):  # from behind, so that the chain of each cell begins with its first shape
        if k >= 0 and large[k] == i:
            k -= 1
            continue
        at = work.cell_of[i]
        for e in range(3):
            at[e] = math.floor(work.geometry[i, 9 + e] / side)
        h = _hash(at[0], at[1], at[2], cells.shape[0])
        work.chain[i] = cells[h]
        cells[h] = i


@kernel
def _neighbours(shapes: Any, work: Any, i: int, reach: float, slack: float) -> int:
    """Write the small shapes after i that are near it, of its cell and the 26 around it, into work.near; how many.

    Shapes are asked in their order, and each leaves its chain then: only those after it are still there.
    """
    at, cells, cell_of = work.cell_of[i], work.cells, work.cell_of
    cells[_hash(at[0], at[1], at[2], cells.shape[0])] = work.chain[i]
    found = 0
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            for dz in range(-1, 2):
                x, y, z = at[0] + dx, at[1] + dy, at[2] + dz
                j = cells[_hash(x, y, z, cells.shape[0])]
                while j >= 0:
                    is_here = cell_of[j, 0] == x and cell_of[j, 1] == y and cell_of[j, 2] == z
                    if is_here and _are_near(shapes, work, i, j, reach, slack):  # fewer are to be sorted
                        work.near[found] = j
                        found += 1
                    j = work.chain[j]
    return found


@kernel
def _hash(x: int, y: int, z: int, size: int) -> int:
    return int((x * 73856093) ^ (y * 19349663) ^ (z * 83492791)) & (size - 1)


@kernel
def _sort(values: Any, n: int) -> None:
    """Sort the first n numbers, few, by insertion."""
    for i in range(1, n):
        value = values[i]
        k = i
        while k > 0 and values[k - 1] > value:
            values[k] = values[k - 1]
            k -= 1
        values[k] = value
