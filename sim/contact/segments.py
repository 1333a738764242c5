"""What a contact moves of a tree, see SEGMENT, in whole fours: numbers that vector registers take at once."""

from __future__ import annotations

from typing import Any

from ..kernel import small
from ..simd import WIDTH, each

SMALL = 6
"""Numbers of a tree up to which they are taken one by one, as of a free body [-]."""


@small
def has_fours(s: Any) -> bool:
    """Whether a contact moves four numbers side by side of a segment's tree, or more: a limit moves one."""
    return bool(s.n > SMALL and (s.last[0] - s.first[0] >= WIDTH or s.last[1] - s.first[1] >= WIDTH))


@small
def moves_one(s: Any) -> bool:
    """Whether what moves a large tree moves one number of it alone, as the limit of a joint does, which has no tangents."""
    return bool(s.n > SMALL and s.last[0] - s.first[0] == 1 and s.last[1] == 0)


@small
def end_of_fours(s: Any, e: int) -> int:
    """Where the last four whole numbers of part e of what a segment's contact moves end."""
    return int(s.last[e] - (s.last[e] - s.first[e]) % WIDTH if s.n > SMALL else s.first[e])


@small
def sum_of(four: Any) -> float:
    """The sum of four numbers."""
    a, b, c, d = each(four)
    return (a + b) + (c + d)


@small
def widen(s: Any, e: int) -> None:
    """Make part e of what a contact moves as long as whole fours are, as far as the tree has room; what is added is zero."""
    length = WIDTH * ((s.last[e] - s.first[e] + WIDTH - 1) // WIDTH)
    if length <= s.n:
        s.first[e] = min(s.first[e], s.n - length)
        s.last[e] = s.first[e] + length
