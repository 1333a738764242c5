"""Loads as they are drawn: forces with one head, moments with two, and the parts of the one that is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.look.theme import FORCE
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from .load_drawing import LoadDrawing

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics

MOTORS = "#8F3F00"  # the part that motors feel, a darker vermilion
PART = 1e-4  # of a force's square: a part below it is not drawn


class StaticsPicture:
    """Loads with the parts of the one that is selected."""

    def __init__(self, loads: LoadDrawing) -> None:
        self._loads = loads

    def overlays(self, statics: Statics, places: list[Array], selected: int) -> Overlays:
        """Arrows at the loads' points, each (3,) in the world [m]."""
        arrows: list[Arrow] = []
        for k, (load, place, part) in enumerate(zip(statics.loads, places, statics.splits, strict=True)):
            name = f"F{subscript(k + 1)}"
            carried, there = part.force.structure_share, bool(np.any(load.force))
            split = k == selected and there and PART < carried < 1.0 - PART
            if there or not np.any(load.moment):
                all_by_structure = there and carried >= 1.0 - PART
                text = f"{name} {quantity_text(_norm(load.force), 'N')}" + (" " + tr("structure") if all_by_structure else "")
                kind = "dashed" if all_by_structure else "solid"
                arrows.append(self._loads.arrow(place, load.force, "force", FORCE, text, kind))
            if np.any(load.moment):
                text = f"n{subscript(k + 1)} {quantity_text(_norm(load.moment), 'N·m')}"
                arrows.append(self._loads.arrow(place, load.moment, "moment", FORCE, text, "double"))
            if split:
                motors, structure = part.force.motors, part.force.structure
                label = tr("motors") + f" {quantity_text(_norm(motors), 'N')}"
                arrows.append(self._loads.arrow(place, motors, "force", MOTORS, label))
                label = tr("structure") + f" {quantity_text(_norm(structure), 'N')}, {number_text(100 * carried, 3)} %"
                arrows.append(self._loads.arrow(place, structure, "force", FORCE, label, "dashed"))
        return Overlays(tuple(arrows))

    def legend(self, statics: Statics | None) -> tuple[LegendRow, ...]:
        """What the arrows mean, and their scales."""
        if statics is None or not statics.loads:
            return ()
        whose = tr("on the robot") if statics.side == "held" else tr("by the robot")
        rows = [*self._loads.legend(statics.loads, whose)]
        if any(
            np.any(load.force) and part.force.structure_share > PART
            for load, part in zip(statics.loads, statics.splits, strict=True)
        ):
            rows.append(LegendRow("dashed_line", FORCE, tr("Carried by the structure")))
        return tuple(rows)


def _norm(vector: Array) -> float:
    return float(np.linalg.norm(vector))
