"""Units of what turns, slides, or does both."""

from __future__ import annotations

from collections.abc import Sequence


def per_unit(prismatic: Sequence[bool], turning: str, sliding: str) -> str:
    """The unit of joints that all turn or all slide, or both units."""
    if not any(prismatic):
        return turning
    return sliding if all(prismatic) else f"{turning}, {sliding}"


def are_mixed(prismatic: Sequence[bool]) -> bool:
    """Whether some turn and others slide, so that their columns have different units."""
    return any(prismatic) and not all(prismatic)
