"""Islands: groups of trees that touch each other, directly or through others. The world joins nobody."""

from __future__ import annotations

from typing import Any

from ..kernel import kernel


@kernel
def islands_into(count: int, segments: Any, root: Any, number: Any, island: Any) -> int:
    """Write the island of each contact into island (count,) as 0, 1, 2 …; returns how many there are.

    root, number (trees,) : scratch; afterwards tree t is of island number[root[t]], or -1 if nothing touches it
    """
    for t in range(root.shape[0]):
        root[t] = t
    for c in range(count):
        a, b = segments[c, 0].tree, segments[c, 1].tree
        if a >= 0 and b >= 0:
            ra, rb = _find(root, a), _find(root, b)
            root[max(ra, rb)] = min(ra, rb)
    for t in range(root.shape[0]):
        root[t] = _find(root, t)
    for t in range(root.shape[0]):
        number[t] = -1
    found = 0
    for c in range(count):
        t = segments[c, 0].tree if segments[c, 0].tree >= 0 else segments[c, 1].tree
        if number[root[t]] < 0:
            number[root[t]] = found
            found += 1
        island[c] = number[root[t]]
    return found


@kernel
def _find(root: Any, t: int) -> int:
    while root[t] != t:
        root[t] = root[root[t]]
        t = root[t]
    return t
