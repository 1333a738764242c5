"""Islands: groups of trees that touch each other, directly or through others. The world joins nobody."""

from __future__ import annotations

from typing import Any

from ...kernel import kernel


@kernel
def islands_into(count: int, arrays: Any) -> int:
    """Sort the first `count` contacts and the trees they touch by island; returns how many islands there are.

    Island e has the contacts order[starts[e, 0] : starts[e + 1, 0]], in their own order, and the trees
    tree_order[starts[e, 1] : starts[e + 1, 1]]; an island's number is that of its first contact's.
    """
    root, number, segments, starts = arrays.root, arrays.number, arrays.segments, arrays.starts
    trees = root.shape[0]
    for t in range(trees):
        root[t] = t
        number[t] = -1
    for c in range(count):
        a, b = segments[c, 0].tree, segments[c, 1].tree
        if a >= 0 and b >= 0:
            ra, rb = _find(root, a), _find(root, b)
            root[max(ra, rb)] = min(ra, rb)
    found = 0
    for c in range(count):
        t = _find(root, segments[c, 0].tree if segments[c, 0].tree >= 0 else segments[c, 1].tree)
        if number[t] < 0:
            number[t] = found
            starts[found, 0] = starts[found, 1] = 0
            found += 1
        starts[number[t], 0] += 1
    for t in range(trees):
        root[t] = _find(root, t)
        if number[root[t]] >= 0:
            starts[number[root[t]], 1] += 1
    # Counts become ends, and ends, filled from behind, beginnings.
    for e in range(1, found):
        for k in range(2):
            starts[e, k] += starts[e - 1, k]
    for k in range(2):
        starts[found, k] = starts[found - 1, k]
    for c in range(count - 1, -1, -1):
        t = segments[c, 0].tree if segments[c, 0].tree >= 0 else segments[c, 1].tree
        e = number[root[t]]
        starts[e, 0] -= 1
        arrays.order[starts[e, 0]] = c
    for t in range(trees - 1, -1, -1):
        e = number[root[t]]
        if e >= 0:
            starts[e, 1] -= 1
            arrays.tree_order[starts[e, 1]] = t
    return found


@kernel
def number_freedoms(arrays: Any, members: Any) -> int:
    """Write where each tree of an island begins among the island's degrees of freedom into number; how many those are."""
    total = 0
    for k in range(members.shape[0]):
        arrays.number[members[k]] = total
        total += arrays.trees[members[k]].nv
    return total


@kernel
def _find(root: Any, t: int) -> int:
    while root[t] != t:
        root[t] = root[root[t]]
        t = root[t]
    return t


@kernel
def envelope_into(arrays: Any, members: Any, trees_in: Any, first: Any) -> None:
    """Leftmost column of each row of the island's matrix."""
    trees, start, segments = arrays.trees, arrays.number, arrays.segments
    for k in range(trees_in.shape[0]):
        t = trees_in[k]
        for j in range(trees[t].nv):
            first[start[t] + j] = start[t]
    for m in range(members.shape[0]):
        a, b = segments[members[m], 0], segments[members[m], 1]
        if a.n > 0 and b.n > 0:
            low, high = (a, b) if start[a.tree] < start[b.tree] else (b, a)
            for j in range(high.n):
                i = start[high.tree] + j
                first[i] = min(first[i], start[low.tree])
