"""A drawing in the plane, which may be drawn in: the value of a `Custom` block of kind "sketch".

Places are complex numbers x + iy [m], y up. Events: pressed ((place, how far from it is near)), dragged (place), released, and
from the keyboard stepped (1 or 1j: an arrow key) and deleted.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class SketchShape(NamedTuple):
    """A polygon, filled or dashed; the ground under a place along a normal; an arrow; a point, filled or as a ring."""

    kind: Literal["polygon", "dashed", "ground", "arrow", "point", "ring"]
    places: tuple[complex, ...]
    color: str = "text_second"  # a role of the theme, or #RRGGBB
    name: str = ""  # in the notation of `paint_math`: in a polygon, else beside its last place
    strong: bool = False  # it is selected


class Sketch(NamedTuple):
    """Shapes, each over those before it."""

    name: str  # that a screen reader says
    shapes: tuple[SketchShape, ...]
    height: int = 300  # of the widget [px]
    metre: float = 150.0  # how long it is drawn [px]
    floor: float = 60.0  # how far y = 0 is above the lower edge [px]
