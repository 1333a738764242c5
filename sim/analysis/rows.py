"""Which rows of a Jacobian count: those of the position, of the orientation, or both."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import UnknownNameError

ROWS: dict[str, slice] = {"position": slice(0, 3), "orientation": slice(3, 6), "both": slice(0, 6)}
ROW_NAMES: tuple[str, ...] = ("vx", "vy", "vz", "wx", "wy", "wz")


def checked_rows(rows: str, known: Iterable[str] = ROWS) -> slice:
    """Where the rows of this name are among the six. Raises UnknownNameError."""
    if rows not in tuple(known):
        raise UnknownNameError("rows", str(rows), known)
    return ROWS[rows]
