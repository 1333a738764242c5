"""Islands: groups of trees that touch each other, directly or through others. The world joins nobody."""

from __future__ import annotations

from typing import Any

from ...arrays import Array
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
def order_by_contacts(arrays: Any, members: Any, trees_in: Any) -> None:
    """Sort the trees of an island so that those that touch are near each other, and its matrix is narrow.

    In the order in which contacts lead to them from one at the end of it, itself the last that they lead to from the first.
    Source: Cuthill & McKee 1969 (reducing the bandwidth of sparse symmetric matrices).
    """
    m, n, room = members.shape[0], trees_in.shape[0], arrays.room
    begin, near = room[: n + 1], room[n + 1 : n + 1 + 2 * m]  # of each tree, those that it touches
    queue, tree = room[n + 1 + 2 * m : 2 * n + 1 + 2 * m], room[2 * n + 1 + 2 * m : 3 * n + 1 + 2 * m]
    for k in range(n):
        begin[k] = 0.0
        tree[k] = trees_in[k]
        arrays.number[trees_in[k]] = k
    begin[n] = 0.0
    for side in range(2):  # numbers first, which become ends, and, filled from behind, beginnings
        for k in range(m):
            a, b = arrays.segments[members[k], 0].tree, arrays.segments[members[k], 1].tree
            if a >= 0 and b >= 0:
                i, j = arrays.number[a], arrays.number[b]
                if side == 0:
                    begin[i] += 1.0
                    begin[j] += 1.0
                else:
                    begin[i] -= 1.0
                    begin[j] -= 1.0
                    near[int(begin[i])], near[int(begin[j])] = j, i
        if side == 0:
            for k in range(n):
                begin[k + 1] += begin[k]
    start = _queue_from(0, begin, near, queue, arrays.number, tree)
    _queue_from(start, begin, near, queue, arrays.number, tree)
    for k in range(n):
        trees_in[k] = int(tree[int(queue[k])])


@kernel
def _queue_from(start: int, begin: Array, near: Array, queue: Array, number: Any, tree: Array) -> int:
    """Write the places of trees into the queue as they are reached from `start`; the last of them."""
    n = queue.shape[0]
    for k in range(n):
        number[int(tree[k])] = -1
    queue[0], found, at = start, 1, 0
    number[int(tree[start])] = 0
    while at < found:
        i = int(queue[at])
        at += 1
        for e in range(int(begin[i]), int(begin[i + 1])):
            t = int(tree[int(near[e])])
            if number[t] < 0:
                number[t] = found
                queue[found] = near[e]
                found += 1
    return int(queue[n - 1])


@kernel
def envelope_work(arrays: Any, members: Any, trees_in: Any) -> float:
    """How many products a factor of the island's matrix takes, see `envelope_into`."""
    n, total = number_freedoms(arrays, trees_in), 0.0
    first = arrays.places[:n]
    envelope_into(arrays, members, trees_in, first)
    for i in range(n):
        total += float(i - first[i]) ** 2
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
