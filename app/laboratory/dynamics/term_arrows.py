"""Terms of equations as arrows: linear vectors with one head, angular ones with two, each unit by a scale of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import Term
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, LegendRow

from ...drawing.arrow_scale import Scale, scale_text

NAMES = {
    "m/s": marked("Velocity"),
    "rad/s": marked("Angular velocity"),
    "m/s²": marked("Acceleration"),
    "rad/s²": marked("Angular acceleration"),
    "N": marked("Force"),
    "N·m": marked("Moment"),
}
ANGULAR = ("rad/s", "rad/s²", "N·m")
LONGEST = 2.5  # of an arrow, as a share of the scene's size: longer ones are drawn broken
SEVERAL = "#808892"  # of arrows of several colours, which are those of the terms
LEAST = 1e-9  # a vector below it, as a share of its equation's largest, is not drawn


class TermArrows:
    """Mutable: it keeps the scales, so that arrows of one equation can be compared with those of the next."""

    def __init__(self) -> None:
        self._scales: dict[str, Scale] = {}
        self._drawn: dict[str, set[str]] = {}  # units of what was drawn last, in their order, and the colours of each

    def clear(self) -> None:
        """Begin another picture: the legend is of what is drawn from now on."""
        self._drawn = {}

    def of(self, terms: Sequence[Term], units: Sequence[str], tail: Array, size: float) -> tuple[Arrow, ...]:
        """Arrows of the terms that have a name beside an arrow, three numbers for each unit; `size` : of the scene [m]."""
        return self.at([(term, tail) for term in terms], units, size)

    def at(self, terms: Sequence[tuple[Term, Array]], units: Sequence[str], size: float) -> tuple[Arrow, ...]:
        """The same of terms that each have a tail (3,) of their own, all by one scale."""
        shown = [(term, tail) for term, tail in terms if term.label and len(term.values) == 3 * len(units)]
        found: list[Arrow] = []
        for k, unit in enumerate(units):
            parts = [(term, tail, term.values[3 * k : 3 * k + 3] * (-1.0 if term.sign == "−" else 1.0)) for term, tail in shown]
            largest = max((_norm(value) for _, _, value in parts), default=0.0)
            scale = self._scales.setdefault(unit, Scale(0.45, 0.05, 0.9)).fit(largest, size)
            found += [
                self._arrow(term, k, value, unit, scale, tail, size)
                for term, tail, value in parts
                if _norm(value) > LEAST * max(1.0, largest)
            ]
        return tuple(found)

    def legend(self) -> tuple[LegendRow, ...]:
        """The scale of each unit that was drawn last."""
        return tuple(
            LegendRow(
                "double_arrow" if unit in ANGULAR else "arrow",
                next(iter(colors)) if len(colors) == 1 else SEVERAL,
                tr(NAMES[unit]),
                scale_text(self._scales[unit].value, unit),
            )
            for unit, colors in self._drawn.items()
        )

    def _arrow(self, term: Term, part: int, value: Array, unit: str, scale: float, tail: Array, size: float) -> Arrow:
        """`part` of the term: a label "f, n" names each of its parts."""
        self._drawn.setdefault(unit, set()).add(term.color)
        names = term.label.split(", ")
        name = ("−" if term.sign == "−" else "") + names[min(part, len(names) - 1)]
        vector, limit = value * scale, LONGEST * size
        text = f"|{name}| = {quantity_text(_norm(value), unit)}"
        if term.number is not None:
            text = f"{name} = {quantity_text(term.number, unit)}"
        if _norm(vector) > limit:
            return Arrow(tail, vector * (limit / _norm(vector)), term.color, text, "broken", math=True)
        return Arrow(tail, vector, term.color, text, "double" if unit in ANGULAR else "solid", math=True)


def _norm(vector: Array) -> float:
    return float(np.linalg.norm(vector))
