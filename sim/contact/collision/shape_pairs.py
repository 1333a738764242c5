"""Which shapes may touch, and how the broad phase sorts them by size.

Shapes of different assemblies may touch unless both are fixed to the world; those of one assembly only where they are listed.
Each pair has a number: that of a < b of different assemblies is a · shapes + b, below shapes²; then come the listed ones.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ...arrays import Array, frozen
from ...multibody.model.model import JointKind, Model
from .shape_table import HEIGHT_FIELD

_LARGE = 4.0  # times the median radius from which a shape is compared with all others
_GRID_FROM = 32  # shapes of like size from which a grid is worth it


def listed_pairs(model: Model, shapes: np.ndarray, assembly: Sequence[int], self_touching: Collection[int]) -> np.ndarray:
    """Pairs (k, 2) of shapes of one assembly that can touch, each ordered by kind.

    assembly      : for each body, which assembly (robot, free body, obstacle) of the scene it belongs to
    self_touching : the assemblies whose own bodies may touch each other
    Left out: two shapes that cannot move relative to each other, those of bodies joined by a joint, and those that the model says
    never touch.
    """
    rigid = _rigid_groups(model)
    joined = {
        frozenset((rigid[model.frame_index(joint.parent)], rigid[model.frame_index(joint.child)]))
        for joint in model.joints
        if joint.kind is not JointKind.FIXED and joint.parent is not None
    }
    never_touching = {frozenset((model.frame_index(a), model.frame_index(b))) for a, b in model.never_touching}
    pairs = []
    for group in sorted(self_touching):
        own = [i for i, shape in enumerate(shapes) if assembly[shape["body"]] == group]
        for n, i in enumerate(own):
            for j in own[n + 1 :]:
                a, b = shapes[i], shapes[j]
                if a["row"] == b["row"] or frozenset((rigid[a["body"]], rigid[b["body"]])) in joined:
                    continue
                if frozenset((int(a["body"]), int(b["body"]))) in never_touching:
                    continue
                pairs.append((i, j) if a["kind"] <= b["kind"] else (j, i))
    return frozen(np.array(pairs, dtype=np.int64).reshape(-1, 2))


def _rigid_groups(model: Model) -> list[int]:
    """For each body, a number shared by the bodies fixed to it through fixed joints between bodies."""
    group = list(range(len(model.bodies)))
    children: dict[int, list[int]] = {}
    roots = []
    for joint in model.joints:
        child = model.frame_index(joint.child)
        if joint.parent is not None and joint.kind is JointKind.FIXED:
            children.setdefault(model.frame_index(joint.parent), []).append(child)
        else:
            roots.append(child)
    for root in roots:
        waiting = [root]
        while waiting:
            body = waiting.pop()
            group[body] = root
            waiting += children.get(body, [])
    return group


def all_pairs(shapes: np.ndarray, listed: np.ndarray) -> np.ndarray:
    """Every pair (k, 2) that can touch, ordered by kind."""
    row, group, kind = shapes["row"], shapes["assembly"], shapes["kind"]
    a, b = np.triu_indices(len(shapes), 1)
    apart = (group[a] != group[b]) & (row[a] != row[b]) & (np.maximum(kind[a], kind[b]) > HEIGHT_FIELD)
    a, b = a[apart], b[apart]
    swapped = kind[a] > kind[b]
    pairs = np.concatenate([np.column_stack([np.where(swapped, b, a), np.where(swapped, a, b)]), listed])
    return np.asarray(pairs.astype(np.int64))


def large_shapes(shapes: np.ndarray) -> np.ndarray:
    """The shapes that are compared with all others; all of them where a grid is not worth it."""
    radius = shapes["radius"]
    finite = np.sort(radius[np.isfinite(radius)])
    n = len(finite)
    median = 0.5 * (finite[(n - 1) // 2] + finite[n // 2]) if n else -1.0
    small = radius <= _LARGE * median
    if np.count_nonzero(small) < _GRID_FROM and not _is_one_assembly(shapes[small]):
        small[:] = False
    return frozen(np.flatnonzero(~small).astype(np.int64))


def _is_one_assembly(shapes: np.ndarray) -> bool:
    """Whether the shapes need no comparing among each other: what of one robot may touch is listed."""
    assembly = shapes["assembly"]
    return len(assembly) > 0 and bool((assembly == assembly[0]).all())


def cells_for(shapes: int) -> int:
    """How many cells the grid's table has: a power of two, many more than shapes, so that few cells share a place."""
    return 1 << max(4, (8 * shapes).bit_length())


def grid_for(shapes: np.ndarray, large: np.ndarray) -> tuple[Array, ...]:
    """Scratch of the grid: cells, chain, cell_of and near of `Work`; no cells if no two small shapes need comparing."""
    ints, n = np.int64, len(shapes)
    alone = len(large) == n or _is_one_assembly(np.delete(shapes, large))
    return np.zeros(0 if alone else cells_for(n), ints), np.zeros(n, ints), np.zeros((n, 3), ints), np.zeros(n, ints)
