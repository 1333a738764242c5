"""How far apart things are: the smallest gap of each pair of bodies that can touch, at any configurations."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ...arrays import Array, frozen
from ...contact.collision.narrow_phase import touch
from ...contact.collision.shape_pairs import all_pairs
from ...contact.collision.shape_table import BOX, PLANE
from ...contact.collision.solids.convex_direction import widest_direction
from ...kernel import compile_entry, entry, f8, i2_in, m_in, m_out
from ...multibody.algebra.spatial import compose_into
from ...multibody.kinematics.kinematics import frame_poses
from ...multibody.kinematics.placements import joint_placements_into, world_placements_into
from ..running.scene.scene import Scene
from ..running.time_stepping.many_steps import system_in, work_out
from ..step_arrays import make_work

_ROOM = 64  # contacts of one pair
MOST_PAIRS = 2000  # of shapes; in larger scenes, those that start nearest


class BodyGaps:
    """The pairs of bodies of a scene that can touch, and their gaps at any configurations. For one thread at a time.

    Of very many pairs, those that start nearest are kept.
    """

    def __init__(self, scene: Scene) -> None:
        self._system = scene.system
        self._touching, self._starts, self.names = _pairs(scene)
        self._work = make_work(scene.system, scene.model.nq, scene.model.nv, _ROOM)

    def at(self, q: Array, reach: float = 1.0) -> Array:
        """The smallest gap of each pair (n, pairs) at configurations q (n, nq) [m]; NaN beyond `reach` [m]."""
        gaps = np.full((len(q), len(self._touching)), np.nan)
        compile_entry(_gaps)
        _gaps(self._system, self._work, self._touching, np.ascontiguousarray(q, dtype=np.float64), reach, gaps)
        return np.asarray(np.fmin.reduceat(gaps, self._starts, axis=1)) if len(self._starts) else gaps


def body_gaps(scene: Scene, q: Array, reach: float = 1.0) -> tuple[tuple[tuple[str, str], ...], Array]:
    """Pairs of body names, and their smallest gaps (n, pairs) at configurations q (n, nq) [m]: those of `BodyGaps`."""
    found = BodyGaps(scene)
    return found.names, found.at(q, reach)


def shape_gap(scene: Scene, pair: tuple[int, int], q: Array, reach: float = 1.0) -> Array:
    """The gap (n,) of two shapes of `scene.system` at q (n, nq), negative inside each other; NaN beyond `reach` [m]."""
    system, model = scene.system, scene.model
    gaps = np.full((len(q), 1), np.nan)
    work = make_work(system, model.nq, model.nv, _ROOM)
    compile_entry(_gaps)
    _gaps(system, work, np.array([pair], dtype=np.int64), np.ascontiguousarray(q, dtype=np.float64), reach, gaps)
    return np.asarray(gaps[:, 0])


@lru_cache(maxsize=4)  # scenes are compared by identity, and are not changed
def _pairs(scene: Scene) -> tuple[np.ndarray, np.ndarray, tuple[tuple[str, str], ...]]:
    """Pairs (k, 2) of shapes, by bodies; where each pair of bodies begins in them; names of the bodies."""
    touching = _nearest(scene, all_pairs(scene.system.shapes, scene.system.pairs))
    keys = scene.system.shapes["body"][touching]
    touching, keys = (rows[np.lexsort((keys[:, 1], keys[:, 0]))] for rows in (touching, keys))
    starts = np.flatnonzero(np.r_[True, np.any(np.diff(keys, axis=0), axis=1)]) if len(keys) else np.zeros(0, int)
    names = scene.model.body_names
    return frozen(touching), frozen(starts), tuple((names[a], names[b]) for a, b in keys[starts].tolist())


def _nearest(scene: Scene, pairs: np.ndarray) -> np.ndarray:
    """The `MOST_PAIRS` of these pairs of shapes (k, 2) whose bodies start nearest to each other, those of planes first."""
    if len(pairs) <= MOST_PAIRS:
        return pairs
    poses = frame_poses(scene.model, scene.initial.q)[scene.system.shapes["body"], :3, 3]
    distance = np.linalg.norm(poses[pairs[:, 0]] - poses[pairs[:, 1]], axis=1)
    distance[scene.system.shapes["kind"][pairs[:, 0]] == PLANE] = 0.0
    return pairs[np.sort(np.argsort(distance, kind="stable")[:MOST_PAIRS])]


@entry(system_in, work_out, i2_in, m_in, f8, m_out)
def _gaps(system: Any, work: Any, pairs: Any, configurations: Array, reach: float, gaps: Array) -> int:
    """Write the smallest gap of each pair of shapes at each configuration, where it is below reach."""
    shapes, G = system.shapes, work.geometry
    for i in range(configurations.shape[0]):
        joint_placements_into(system.table, configurations[i], work.X)
        world_placements_into(system.table, work.X, work.W)
        for k in range(shapes.shape[0]):
            compose_into(work.W[shapes[k].row], shapes[k].placement, G[k])
        for p in range(pairs.shape[0]):
            a, b = pairs[p, 0], pairs[p, 1]
            found = touch(shapes, system.vertices, G, p, a, b, reach, work.contacts, 0, work.clip)
            for c in range(found):
                if not gaps[i, p] <= work.contacts[c].gap:
                    gaps[i, p] = work.contacts[c].gap
            if shapes[a].kind == BOX and shapes[b].kind == BOX and not gaps[i, p] <= 0.0:
                # boxes have no contacts where one lies beside the other, and else tell how far they are along one axis
                distance = widest_direction(shapes[a], G[a], shapes[b], G[b], system.vertices, reach, work.clip[0])[0]
                gaps[i, p] = distance if distance <= reach else np.nan
    return 0
