"""Names without the words that they all begin with."""

from __future__ import annotations

from collections.abc import Sequence


def short_names(names: Sequence[str]) -> list[str]:
    """Names without the leading words that all of them share: "panda link1", "panda link2" are link1 and link2."""
    words = [name.split() for name in names]
    if len(words) < 2:
        return list(names)
    shared = 0
    while all(len(each) > shared + 1 for each in words) and len({each[shared] for each in words}) == 1:
        shared += 1
    return [" ".join(each[shared:]) for each in words]
