"""How far apart things are: the smallest gap of each pair of bodies that can touch, at any configurations."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...contact.collision.narrow_phase import touch
from ...contact.collision.shape_pairs import all_pairs
from ...contact.collision.shape_table import PLANE
from ...kernel import compile_entry, entry, f8, i2_in, m_in, m_out
from ...multibody.algebra.spatial import compose_into
from ...multibody.kinematics.kinematics import frame_poses
from ...multibody.kinematics.placements import joint_placements_into, world_placements_into
from ..scene.scene import Scene
from ..step_arrays import make_work
from ..time_stepping.many_steps import system_in, work_out

_ROOM = 64  # contacts of one pair
_MOST_PAIRS = 2000  # of shapes; in larger scenes, those that start nearest


def body_gaps(scene: Scene, q: Array, reach: float = 1.0) -> tuple[tuple[tuple[str, str], ...], Array]:
    """Pairs of body names, and their smallest gaps (n, pairs) at configurations q (n, nq) [m]; NaN beyond `reach` [m].

    Pairs of shapes that only coal knows are left out; of very many pairs, those that start nearest are kept.
    """
    system, model = scene.system, scene.model
    possible, known = all_pairs(system.shapes, system.pairs)
    touching = np.ascontiguousarray(_nearest(scene, possible[known]))
    keys = [(int(a), int(b)) for a, b in system.shapes["body"][touching]]
    pairs = sorted(set(keys))
    q = np.ascontiguousarray(q, dtype=np.float64)
    gaps = np.full((len(q), len(touching)), np.nan)
    work = make_work(system, model.nq, model.nv, _ROOM)
    compile_entry(_gaps)
    _gaps(system, work, touching, q, reach, gaps)
    smallest = np.full((len(q), len(pairs)), np.nan)
    if pairs:
        order = np.array(sorted(range(len(keys)), key=keys.__getitem__))
        sorted_keys = np.array(keys)[order]
        starts = np.flatnonzero(np.r_[True, np.any(np.diff(sorted_keys, axis=0), axis=1)])
        smallest = np.fmin.reduceat(gaps[:, order], starts, axis=1)
    names = model.body_names
    return tuple((names[a], names[b]) for a, b in pairs), smallest


def _nearest(scene: Scene, pairs: np.ndarray) -> np.ndarray:
    """The `_MOST_PAIRS` of these pairs of shapes (k, 2) whose bodies start nearest to each other, those of planes first."""
    if len(pairs) <= _MOST_PAIRS:
        return pairs
    poses = frame_poses(scene.model, scene.initial.q)[scene.system.shapes["body"], :3, 3]
    distance = np.linalg.norm(poses[pairs[:, 0]] - poses[pairs[:, 1]], axis=1)
    distance[scene.system.shapes["kind"][pairs[:, 0]] == PLANE] = 0.0
    return pairs[np.sort(np.argsort(distance, kind="stable")[:_MOST_PAIRS])]


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
    return 0
