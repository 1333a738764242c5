"""Lines along which a function of two numbers, known on a grid, has one value."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from torseur.sim.contact.analysis.programme.values import MultiplierSection

from ....text.same_value import Value

LEVELS = 11  # level sets drawn
FINER = 4  # pixels of the picture of the constraints for one value of the grid, along each axis
_TRIANGLES = (((0, 0), (1, 0), (1, 1)), ((0, 0), (1, 1), (0, 1)))  # corners of a cell


class SectionLines(NamedTuple):
    """What is drawn of a section, found in any thread."""

    levels: np.ndarray  # (k, 2, 2) segments of the level sets
    edge: np.ndarray  # (k, 2, 2) segments of the border of where forces may be
    outside: np.ndarray  # (rows, columns) whether forces may not be there, rows from above


@dataclass(frozen=True, eq=False, slots=True)
class MapDrawing(Value):
    """What the map over two forces shows."""

    section: MultiplierSection
    lines: SectionLines  # of it
    names: tuple[str, str]  # of the axes, in the notation of `paint_math`
    unit: str  # of both
    objective_unit: str
    path: tuple[tuple[float, float], ...]  # where a method went [unit]
    labels: tuple[str, ...]  # of each place
    marked: int = -1  # place that is looked at; -1: none


def section_lines(section: MultiplierSection) -> SectionLines:
    """Level sets, closer together near the least, as the objective is flat there; and the constraints."""
    s = section
    inside = s.violation <= 0.0
    most = float(np.max(np.where(inside, s.objective, -np.inf), initial=-np.inf))
    span = (most if math.isfinite(most) else float(s.objective.max())) - s.least
    levels = [s.least + span * (k / LEVELS) ** 2 for k in range(1, LEVELS + 1)]
    return SectionLines(
        np.concatenate([level_segments(s.a, s.b, s.objective, level) for level in levels]),
        level_segments(s.a, s.b, s.violation, 0.0),
        np.ascontiguousarray((finer(s.violation, FINER) > 0.0).T[::-1]),
    )


def level_segments(a: np.ndarray, b: np.ndarray, values: np.ndarray, level: float) -> np.ndarray:
    """Segments (k, 2, 2), ends by (a, b), where values (na, nb) at a (na,) and b (nb,) pass through a level.

    Each cell of the grid is cut into two triangles, in which the function is taken for linear.
    """
    places = np.stack(np.meshgrid(a, b, indexing="ij"), axis=-1)
    above = np.asarray(values) - level
    found = []
    for corners in _TRIANGLES:
        heights = np.stack([_corner(above, i, k) for i, k in corners], axis=-1).reshape(-1, 3)
        points = np.stack([_corner(places, i, k) for i, k in corners], axis=-2).reshape(-1, 3, 2)
        alone = (heights > 0.0).astype(int)
        cut = np.flatnonzero((alone.sum(axis=1) == 1) | (alone.sum(axis=1) == 2))
        heights, points, alone = heights[cut], points[cut], alone[cut]
        lone = np.where(alone.sum(axis=1) == 1, alone.argmax(axis=1), (1 - alone).argmax(axis=1))
        row = np.arange(len(cut))
        ends = []
        for other in (1, 2):
            far = (lone + other) % 3
            here, there = heights[row, lone], heights[row, far]
            share = (here / (here - there))[:, None]
            ends.append((1.0 - share) * points[row, lone] + share * points[row, far])
        found.append(np.stack(ends, axis=1))
    return np.concatenate(found)


def finer(values: np.ndarray, times: int) -> np.ndarray:
    """Values (na, nb) between those of a grid too: so many times as many along each axis, linearly."""
    for _ in range(2):
        n = len(values)
        at = np.linspace(0.0, n - 1.0, times * n)
        below = np.minimum(at.astype(int), n - 2)
        share = (at - below)[:, None]
        values = ((1.0 - share) * values[below] + share * values[below + 1]).T
    return values


def _corner(array: np.ndarray, i: int, k: int) -> np.ndarray:
    """The corner (i, k) of each cell."""
    n, m = array.shape[:2]
    return array[i : n - 1 + i, k : m - 1 + k]
