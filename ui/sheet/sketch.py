"""A drawing in the plane, which may be drawn in: the value of a `Custom` block of kind "sketch".

Places are complex numbers x + iy [m], y up. Events: pressed ((place, what is taken there or None)), dragged (place), released,
and from the keyboard stepped (1 or 1j: an arrow key), deleted, and a press in the middle (Enter).
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple


class SketchShape(NamedTuple):
    """A polygon, filled or dashed; the ground under a place along a normal; an arrow; a point, filled or as a ring; a text."""

    kind: Literal["polygon", "dashed", "ground", "arrow", "point", "ring", "text"]
    places: tuple[complex, ...]
    color: str = "text_second"  # a role of the theme, or #RRGGBB
    name: str = ""  # in the notation of `paint_math`: in a polygon, else beside its last place
    strong: bool = False  # it is selected
    taken: Any = None  # by a press inside of a polygon, or else on its last place; None: by none


class Sketch(NamedTuple):
    """Shapes, each over those before it."""

    name: str  # that a screen reader says
    shapes: tuple[SketchShape, ...]
    draws: bool = False  # a press begins something new, whatever is there
    height: int = 300  # of the widget [px]
    metre: float = 150.0  # how long it is drawn [px]
    floor: float = 84.0  # how far y = 0 is above the lower edge [px]
