"""Bounds of normal loads that are one of many, as thin bars along their arrows, from the least to the largest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from torseur.sim.contact.contacts import Contacts
from torseur.sim.texts import tr
from torseur.ui.look.theme import FORCE, IMPULSE
from torseur.ui.viewport.marks import LegendRow, Overlays, PolytopeMark

from .contact_parts import tangents
from .contact_scales import ContactScales

TICK = 0.04  # half the width of the bar's ends, as a share of the longest arrow


class LoadBounds(NamedTuple):
    """Between which bounds the load of a contact may lie where it is one of many [N], [N s] at an impact; infinite: any size.

    Both of a direction are nan where the search ended before it had proven them.
    """

    first: tuple[float, float]  # friction along the first tangent
    second: tuple[float, float]  # along the other
    normal: tuple[float, float]

    @property
    def many(self) -> bool:
        """Whether other loads do: some bounds were found, and lie apart."""
        return any(lower < upper for lower, upper in self)

    @property
    def complete(self) -> bool:
        """Whether the bounds of all directions were found."""
        return not any(math.isnan(x) for pair in self for x in pair)


def bounds_legend() -> LegendRow:
    """What the bars mean."""
    return LegendRow("line", FORCE, tr("Possible λₙ"), tr("one of many"))


def bounds_drawing(contacts: Contacts, bounds: Mapping[int, LoadBounds], scales: ContactScales) -> Overlays:
    """A bar for each contact that has bounds; one that nothing bounds ends, without a tick, where arrows are broken.

    None where a bound was not found.
    """
    marks = []
    for i, (_, _, (lower, upper)) in bounds.items():
        if np.isnan(lower) or np.isnan(upper):
            continue
        impact = bool(contacts.impact[i])
        scale = scales.impulse if impact else scales.force
        first, _ = (axis[0] for axis in tangents(contacts.normal[i : i + 1]))
        low, high = (min(scale * x, scales.longest) for x in (lower, upper))
        rows = [[low, 0.0], [high, 0.0], [low, -TICK], [low, TICK], [high, -TICK], [high, TICK]]
        along, across = np.array(rows).T
        points = contacts.point[i] + np.outer(along, contacts.normal[i]) + np.outer(across * scales.longest, first)
        edges = [[0, 1], [2, 3], [4, 5]] if scale * upper <= scales.longest else [[0, 1], [2, 3]]
        marks.append(PolytopeMark(points, np.zeros((0, 3), np.int64), np.array(edges), IMPULSE if impact else FORCE))
    return Overlays(polytopes=tuple(marks))
