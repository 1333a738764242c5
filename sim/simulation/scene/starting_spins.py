"""Bodies that begin so fast and turn so far in a step that it is not known what they meet: see `contact.collision.sweep`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...contact.collision.shape_table import FAST_SPIN, PLANE, SPHERE
from .scene import Scene

BEGINS_FAST = "begins-fast"  # the rule of findings about it
_STEPS = 1.0, 2.0, 5.0


def starting_spins(scene: Scene) -> Iterator[tuple[int, float, float, float]]:
    """Free bodies (index in `body_names`) that turn by more than FAST_SPIN in a step of time-stepping, and move in it by more
    than the thinnest thing is thick that they may meet: by what they turn [rad] and move [m], and a step short enough [s].
    """
    shapes, table, dt = scene.system.shapes, scene.model.table, scene.settings.dt
    if scene.settings.scheme != "time_stepping" or len(shapes) < 2:
        return
    thickness = np.where(shapes["kind"] == PLANE, np.inf, 2.0 * shapes["box_half"].min(axis=1))
    told: set[int] = set()
    for k in np.flatnonzero(shapes["kind"] != SPHERE).tolist():
        row, body = int(shapes["row"][k]), int(shapes["body"][k])
        others = thickness[shapes["assembly"] != shapes["assembly"][k]]
        if row == 0 or int(table["nv"][row]) != 6 or body in told or not len(others):
            continue
        v = scene.initial.v[int(table["iv"][row]) : int(table["iv"][row]) + 6]
        spin = float(np.linalg.norm(v[3:]))
        moves = dt * (float(np.linalg.norm(v[:3])) + spin * float(shapes["radius"][k]))
        if dt * spin > FAST_SPIN and moves > float(others.min()):
            told.add(body)
            yield body, dt * spin, moves, _short_step(FAST_SPIN / spin)


def _short_step(longest: float) -> float:
    """The next of 1, 2, 5, 10 ... below."""
    power = 10.0 ** np.floor(np.log10(longest))
    return float(power * max(step for step in _STEPS if step * power <= longest * (1.0 + 1e-9)))
