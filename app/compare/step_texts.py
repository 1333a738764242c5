"""Steps as they are typed and written: in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence

from torseur.ui.text.number_text import as_shown, listed, parse_number, parts_of


def milliseconds(step: float) -> str:
    """A step [s] in milliseconds, with no more digits than it has."""
    return as_shown(f"{1e3 * step:.6g}")


def steps_of(text: str) -> tuple[float, ...]:
    """Steps [s] from milliseconds as typed, "20, 10, 5, 1" or "20; 10"; the longest first. Raises ValueError."""
    return tuple(sorted({1e-3 * parse_number(part) for part in parts_of(text)}, reverse=True))


def steps_text(steps: Sequence[float]) -> str:
    """Steps [s] as they are typed."""
    return listed(map(milliseconds, steps))
