"""What the rows of ellipsoids show, as plain values."""

from __future__ import annotations

from typing import NamedTuple


class EllipsoidLine(NamedTuple):
    """One kind of ellipsoid or polytope, and whether it is drawn."""

    kind: str
    name: str
    text: str  # its extents with their unit, or a sentence in their place
    ball: str  # what it is the image of, in the notation of `paint_math`
    tip: str = ""
    is_sentence: bool = False
    on: bool = False
