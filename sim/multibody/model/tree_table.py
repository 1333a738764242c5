"""The trees of a model as a table, and the constant blocks of its free bodies. Needs no compiled code; see `trees`."""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from .column_table import parent_degrees
from .model import FREE_FLYER

_WIDTH = 4  # of vector registers, in numbers

TREE = np.dtype(
    [
        ("first", "i8"),  # rows first ≤ i < last
        ("last", "i8"),
        ("v0", "i8"),  # its numbers in v: v0 ≤ k < v0 + nv
        ("nv", "i8"),
        ("c0", "i8"),  # its columns: c0 ≤ c < c1
        ("c1", "i8"),
        ("h0", "i8"),  # where its block starts
        ("f0", "i8"),  # where the factor of its block starts, see `factors_of`
        ("width", "i8"),  # numbers from one row of that factor to the next
        ("free", "i8"),  # 1: a free body, without armature
    ],
    align=True,
)


def tree_table(table: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """The trees (k,) of a model, from its table and its columns.

    Trees that share numbers, because a joint of one follows a joint of another, are one here, with all that lie between.
    """
    trees = []
    h0 = f0 = 0
    for first, last in _blocks(table):
        members = table[first:last]
        nv = int(members["nv"].sum())
        free = len(members) == 1 and members["kind"][0] == FREE_FLYER and members["armature"][0] == 0.0
        c0, c1 = np.searchsorted(columns["row"], (first, last))
        v0 = int(members["iv"].min())
        width = 6 if free else _WIDTH * (-(-(nv + _WIDTH - 1) // _WIDTH))
        trees.append((first, last, v0, nv, c0, c1, h0, f0, width, int(free)))
        h0 += nv * nv
        f0 += nv * width + (0 if free else 3 * nv)
    return frozen(np.array(trees, dtype=TREE))


def _blocks(table: np.ndarray) -> list[tuple[int, int]]:
    """The first row, and one past the last, of each tree or trees that share numbers, whichever of them leads."""
    starts = np.append(np.flatnonzero(table["parent"] == 0)[1:], len(table))
    owner = {int(row["iv"]): i for i, row in enumerate(table) if i and row["nv"]}
    blocks: list[tuple[int, int]] = []
    for first, last in sorted(_span(table, owner, *rows) for rows in zip(starts, starts[1:], strict=False)):
        if blocks and blocks[-1][1] > first:
            first, last = blocks[-1][0], max(blocks.pop()[1], last)
        blocks.append((first, last))
    return blocks


def _span(table: np.ndarray, owner: dict[int, int], first: int, last: int) -> tuple[int, int]:
    """From the lowest to one past the highest of a tree's rows and of those that lead some of them."""
    leaders = [owner[int(row["iv"])] for row in table[first:last] if row["nv"] == 0]
    return min([int(first), *leaders]), max([int(last), *(i + 1 for i in leaders)])


def constant_blocks(table: np.ndarray, columns: np.ndarray, trees: np.ndarray) -> tuple[Array, Array]:
    """Flat arrays H, of blocks, and F, of their factors, with what is constant filled in; the rest is zero.

    Of a free body that is its block, and in F the block's inverse. Any other tree has in F the rows of its factor, each as wide
    as TREE says, so that four numbers may be read and written at once also at the end of one; then three numbers a row, `_spans`.
    """
    H = np.zeros(int(sum(trees["nv"] ** 2)))
    F = np.zeros(int(sum(trees["nv"] * (trees["width"] + 3 * (1 - trees["free"])))))
    free = trees[trees["free"] == 1]
    blocks = free_body_inertias(table[free["first"]])
    within = np.arange(36)
    H[free["h0"][:, None] + within] = blocks.reshape(-1, 36)
    F[free["f0"][:, None] + within] = np.linalg.inv(blocks).reshape(-1, 36)
    parents = parent_degrees(table, columns) if len(free) < len(trees) else np.zeros(0, np.int64)
    for tree in trees[trees["free"] == 0]:
        v0, nv, at = tree["v0"], tree["nv"], tree["f0"] + tree["nv"] * tree["width"]
        F[at : at + 3 * nv] = _spans(parents[v0 : v0 + nv] - v0)
    return H, F


def _spans(parents: Array) -> list[int]:
    """Where each row of a tree's factor has numbers left of its diagonal: `until`, `first` and `common`, three numbers a row.

    They are in columns 0 ≤ j < common and in first ≤ j < i: of a limb, the body that it is on, and itself. What another limb of
    that body has in between is zero. `until` is the next multiple of four from `common` on.
    """
    spans: list[int] = []
    until = first = common = 0
    for i, parent in enumerate(parents.tolist()):
        if parent != i - 1:
            common, first = parent + 1, i
            until = _WIDTH * (-(-common // _WIDTH))
            if until > first:
                until = first = common = 0
        spans += until, first, common
    return spans


def free_body_inertias(rows: np.ndarray) -> Array:
    """The spatial inertias (k, 6, 6) of rows (k,), linear part first, about their origins in their axes."""
    mass, (x, y, z), inertia = rows["mass"], rows["moment"].T, rows["inertia"]
    crosses = np.zeros((len(rows), 3, 3))
    crosses[:, 0, 1], crosses[:, 0, 2], crosses[:, 1, 2] = -z, y, -x
    crosses[:, 1, 0], crosses[:, 2, 0], crosses[:, 2, 1] = z, -y, x
    blocks = np.empty((len(rows), 6, 6))
    blocks[:, :3, :3] = mass[:, None, None] * np.eye(3)
    blocks[:, :3, 3:], blocks[:, 3:, :3] = -crosses, crosses
    blocks[:, 3:, 3:] = inertia[:, [[0, 1, 2], [1, 3, 4], [2, 4, 5]]]
    return blocks
