"""Loads as arrows: forces with one head, moments with two, and the tips that can be taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.look.theme import FORCE
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.interaction.handle import Handle
from torseur.ui.viewport.marks import Arrow, LegendRow

from ...drawing.arrow_scale import Scale, round_step, scale_text

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.load import Load

LONGEST = 2.5  # of an arrow, as a share of the scene's size: longer ones are drawn broken


@dataclass(eq=False, slots=True)
class LoadDrawing:
    """Mutable: it keeps the scales, which hold still while the user draws."""

    size: float = 1.0  # of the scene [m]
    typical: float = 10.0  # a force of the robot's own order [N]
    force: Scale = field(default_factory=lambda: Scale(0.45, 0.05, 0.9))  # [m/N]
    moment: Scale = field(default_factory=lambda: Scale(0.4, 0.05, 0.9))  # [m/(N m)]

    @classmethod
    def of(cls, model: Model, size: float) -> LoadDrawing:
        """With scales fit for a quarter of what the robot's moving parts weigh, until there are loads."""
        weight = 9.81 * float(model.table["mass"][1:].sum())
        typical = round_step(weight / 4.0) if weight > 0.0 else 10.0
        made = cls(size, typical)
        made.force.value = round_step(0.4 * size / typical)
        made.moment.value = round_step(0.4 * size / (typical * 0.4 * size))
        return made

    def fit(self, loads: Sequence[Load]) -> None:
        """Let the largest be drawn at a good length."""
        self.force.fit(max((_norm(load.force) for load in loads), default=0.0), self.size)
        self.moment.fit(max((_norm(load.moment) for load in loads), default=0.0), self.size)

    def scale_of(self, kind: str) -> float:
        """Metres per N of a "force", or per N m of a "moment"."""
        return self.force.value if kind == "force" else self.moment.value

    def arrows(self, loads: Sequence[Load], places: Sequence[Array]) -> tuple[Arrow, ...]:
        """Arrows at the loads' points, each (3,) in the world [m]."""
        found = []
        for k, (load, place) in enumerate(zip(loads, places, strict=True)):
            if np.any(load.force) or not np.any(load.moment):
                text = f"F{subscript(k + 1)} {quantity_text(_norm(load.force), 'N')}"
                found.append(self.arrow(place, load.force, "force", FORCE, text))
            if np.any(load.moment):
                text = f"n{subscript(k + 1)} {quantity_text(_norm(load.moment), 'N·m')}"
                found.append(self.arrow(place, load.moment, "moment", FORCE, text, "double"))
        return tuple(found)

    def arrow(self, tail: Array, value: Array, of: str, color: str, text: str, kind: str = "solid") -> Arrow:
        """A "force" or a "moment" (3,) as an arrow of a kind, broken where it would be too long."""
        vector = value * self.scale_of(of)
        length, limit = _norm(vector), LONGEST * self.size
        if length <= limit:
            return Arrow(tail, vector, color, text, kind)
        return Arrow(tail, vector * (limit / length), color, text, "broken")

    def handles(self, loads: Sequence[Load], places: Sequence[Array]) -> list[Handle]:
        """The tips that can be taken, by the load's place in the list and the kind of vector."""
        found = []
        for k, (load, place) in enumerate(zip(loads, places, strict=True)):
            for kind, vector in (("moment", load.moment), ("force", load.force)):
                if kind == "force" or np.any(vector):
                    found.append(Handle((k, kind), place, place + vector * self.scale_of(kind)))
        return found

    def legend(self, loads: Sequence[Load], whose: str) -> tuple[LegendRow, ...]:
        """What the arrows mean, and their scales; `whose` the forces are."""
        if not loads:
            return ()
        rows = [LegendRow("arrow", FORCE, tr("Load"), scale_text(self.force.value, "N"), whose)]
        if any(np.any(load.moment) for load in loads):
            rows.append(LegendRow("double_arrow", FORCE, tr("Moment"), scale_text(self.moment.value, "N·m")))
        return tuple(rows)


def _norm(vector: Array) -> float:
    return float(np.linalg.norm(vector))
