"""What a contact does, in one table: its name, its colour and its glyph, the same in the view, in tables and on the time line."""

from __future__ import annotations

from dataclasses import dataclass

from torseur.sim.texts import marked

from .theme import FRICTION, IMPULSE, SLIDING

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ContactState:
    """A state, or what made one: the names are those of `STATES`."""

    title: str  # as a legend writes it
    color: str  # #RRGGBB, the same in both themes
    role: str  # of the theme: the colour of its name in a table
    corners: Corners = ()  # of its glyph, as shares of its radius; without any it is round
    full: bool = True  # whether the glyph is filled


STATES = {
    "sticking": ContactState(marked("Sticking"), FRICTION, "friction_text"),
    "sliding": ContactState(marked("Sliding"), SLIDING, "sliding_text", ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))),
    "closed": ContactState(marked("Closed, no friction"), "#7486A0", "text_second"),
    "open": ContactState(marked("Open, no force"), "#7B8698", "text_hint", full=False),
    "impact": ContactState(marked("Impact"), IMPULSE, "impulse_text", ((-1.0, -0.8), (1.0, -0.8), (0.0, 1.0))),
    "lift-off": ContactState(marked("Lift-off"), "#7B8698", "text_second", ((-1.0, 0.8), (1.0, 0.8), (0.0, -1.0)), full=False),
}
