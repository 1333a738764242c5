"""Bodies and frames as they are read, where room is short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def bare_names(names: Sequence[str]) -> dict[str, str]:
    """Each name as it is read: without that of its robot, "gripper/left" as "left", unless another has the same rest."""
    rests = {name: name.split("/", 1)[-1] for name in names}
    count = Counter(rests.values())
    return {name: rest if rest and count[rest] == 1 else name for name, rest in rests.items()}
