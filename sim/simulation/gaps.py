"""How far apart things are: the smallest gap of each pair of bodies that can touch, at any configurations."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contact.narrow_phase import has_kernel, touch
from ..kernel import compile_entry, entry, f8, m_in, m_out
from ..multibody.arrays import Array
from ..multibody.placements import joint_placements_into, world_placements_into
from ..multibody.spatial import compose_into
from .arrays import make_work
from .scene import Scene
from .stepper import system_in, work_out

_ROOM = 64  # contacts of one pair


def body_gaps(scene: Scene, q: Array, reach: float = 1.0) -> tuple[tuple[tuple[str, str], ...], Array]:
    """Pairs of body names, and their smallest gaps (n, pairs) at configurations q (n, nq) [m]; NaN beyond `reach` [m].

    Pairs of shapes that only coal knows are left out.
    """
    system, model = scene.system, scene.model
    bodies = system.shapes["body"]
    kinds = system.shapes["kind"]
    knows = has_kernel.py_func  # type: ignore[attr-defined]
    shapes = [p for p, (a, b) in enumerate(system.pairs) if knows(int(kinds[a]), int(kinds[b]))]
    keys = [(int(bodies[system.pairs[p, 0]]), int(bodies[system.pairs[p, 1]])) for p in shapes]
    pairs = sorted(set(keys))
    q = np.ascontiguousarray(q, dtype=np.float64)
    gaps = np.full((len(q), len(system.pairs)), np.nan)
    work = make_work(system, model.nq, model.nv, _ROOM)
    compile_entry(_gaps)
    _gaps(system, work, q, reach, gaps)
    smallest = np.full((len(q), len(pairs)), np.nan)
    for k, pair in enumerate(pairs):
        columns = gaps[:, [p for p, key in zip(shapes, keys, strict=True) if key == pair]]
        known = ~np.all(np.isnan(columns), axis=1)
        smallest[known, k] = np.nanmin(columns[known], axis=1)
    names = model.body_names
    return tuple((names[a], names[b]) for a, b in pairs), smallest


@entry(system_in, work_out, m_in, f8, m_out)
def _gaps(system: Any, work: Any, configurations: Array, reach: float, gaps: Array) -> int:
    """Write the smallest gap of each pair of shapes at each configuration, where it is below reach."""
    shapes, G = system.shapes, work.geometry
    for i in range(configurations.shape[0]):
        joint_placements_into(system.table, configurations[i], work.X)
        world_placements_into(system.table, work.X, work.W)
        for k in range(shapes.shape[0]):
            compose_into(work.W[shapes[k].row], shapes[k].placement, G[k])
        for p in range(system.pairs.shape[0]):
            a, b = system.pairs[p, 0], system.pairs[p, 1]
            if not has_kernel(shapes[a].kind, shapes[b].kind):
                continue
            found = touch(shapes, system.vertices, G, p, a, b, reach, work.contacts, 0, work.clip)
            for c in range(found):
                if not gaps[i, p] <= work.contacts[c].gap:
                    gaps[i, p] = work.contacts[c].gap
    return 0
