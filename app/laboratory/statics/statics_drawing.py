"""Loads as they are drawn: forces with one head, moments with two, and the parts of the one that is selected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.superscripts import subscript
from torseur.ui.look.theme import FORCE
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.viewport.interaction.vector_tool import Handle
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ...drawing.arrow_scale import Scale, round_step

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics

MOTORS = "#8F3F00"  # the part that motors feel, a darker vermilion
LONGEST = 2.5  # of an arrow, as a share of the scene's size: longer ones are drawn broken
PART = 1e-4  # of a force's square: a part below it is not drawn


@dataclass(eq=False, slots=True)
class StaticsPicture:
    """Mutable: it keeps the scales, which hold still while the user draws."""

    size: float = 1.0  # of the scene [m]
    typical: float = 10.0  # a force of the robot's own order [N]
    force: Scale = field(default_factory=lambda: Scale(0.45, 0.05, 0.9))  # [m/N]
    moment: Scale = field(default_factory=lambda: Scale(0.4, 0.05, 0.9))  # [m/(N m)]

    @classmethod
    def of(cls, model: Model, size: float) -> StaticsPicture:
        """With scales fit for a quarter of what the robot's moving parts weigh, until there are loads."""
        weight = 9.81 * float(model.table["mass"][1:].sum())
        typical = round_step(weight / 4.0) if weight > 0.0 else 10.0
        made = cls(size, typical)
        made.force.value = round_step(0.4 * size / typical)
        made.moment.value = round_step(0.4 * size / (typical * 0.4 * size))
        return made

    def fit(self, statics: Statics) -> None:
        """Let the largest be drawn at a good length."""
        self.force.fit(max((_norm(load.force) for load in statics.loads), default=0.0), self.size)
        self.moment.fit(max((_norm(load.moment) for load in statics.loads), default=0.0), self.size)

    def scale_of(self, kind: str) -> float:
        """Metres per N of a "force", or per N m of a "moment"."""
        return self.force.value if kind == "force" else self.moment.value

    def overlays(self, statics: Statics, places: list[Array], selected: int) -> Overlays:
        """Arrows at the loads' points, each (3,) in the world [m]."""
        arrows: list[Arrow] = []
        for k, (load, place, part) in enumerate(zip(statics.loads, places, statics.splits, strict=True)):
            name = f"F{subscript(k + 1)}"
            carried, there = part.force.structure_share, bool(np.any(load.force))
            split = k == selected and there and PART < carried < 1.0 - PART
            if there or not np.any(load.moment):
                all_by_structure = there and carried >= 1.0 - PART
                text = f"{name} {quantity_text(_norm(load.force), 'N')}" + (" structure" if all_by_structure else "")
                kind = "dashed" if all_by_structure else "solid"
                arrows.append(self._arrow(place, load.force, "force", FORCE, text, kind))
            if np.any(load.moment):
                text = f"n{subscript(k + 1)} {quantity_text(_norm(load.moment), 'N·m')}"
                arrows.append(self._arrow(place, load.moment, "moment", FORCE, text, "double"))
            if split:
                motors, structure = part.force.motors, part.force.structure
                arrows.append(
                    self._arrow(place, motors, "force", MOTORS, f"motors {quantity_text(_norm(motors), 'N')}")
                )
                label = f"structure {quantity_text(_norm(structure), 'N')}, {number_text(100 * carried, 3)} %"
                arrows.append(self._arrow(place, structure, "force", FORCE, label, "dashed"))
        return Overlays(tuple(arrows))

    def handles(self, statics: Statics, places: list[Array]) -> list[Handle]:
        """The tips that can be taken, by the load's place in the list and the kind of vector."""
        found = []
        for k, (load, place) in enumerate(zip(statics.loads, places, strict=True)):
            for kind, vector in (("moment", load.moment), ("force", load.force)):
                if kind == "force" or np.any(vector):
                    found.append(Handle((k, kind), place, place + vector * self.scale_of(kind)))
        return found

    def legend(self, statics: Statics | None) -> tuple[LegendRow, ...]:
        """What the arrows mean, and their scales."""
        if statics is None or not statics.loads:
            return ()
        whose = "on the robot" if statics.side == "held" else "by the robot"
        rows = [LegendRow("arrow", FORCE, "Load", _millimetres(self.force.value, "N"), whose)]
        if any(np.any(load.moment) for load in statics.loads):
            rows.append(LegendRow("double_arrow", FORCE, "Moment", _millimetres(self.moment.value, "N·m")))
        if any(
            np.any(load.force) and part.force.structure_share > PART
            for load, part in zip(statics.loads, statics.splits, strict=True)
        ):
            rows.append(LegendRow("dashed_line", FORCE, "Carried by the structure"))
        return tuple(rows)

    def _arrow(self, tail: Array, value: Array, of: str, color: str, text: str, kind: str = "solid") -> Arrow:
        vector = value * self.scale_of(of)
        length, limit = _norm(vector), LONGEST * self.size
        if length <= limit:
            return Arrow(tail, vector, color, text, kind)
        return Arrow(tail, vector * (limit / length), color, text, "broken")


def _norm(vector: Array) -> float:
    return float(np.linalg.norm(vector))


def _millimetres(scale: float, unit: str) -> str:
    return f"1 {unit} = {1000.0 * scale:g} mm"
