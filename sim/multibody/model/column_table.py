"""The degrees of freedom of a model as a table of columns, and how they follow one another. Needs no compiled code."""

from __future__ import annotations

import numpy as np

from ...arrays import frozen

COLUMN = np.dtype(
    [
        ("parent", "i8"),  # the column before it on the way to the world, of its own row or of a row above; -1: none
        ("row", "i8"),
        ("iv", "i8"),  # its number in v
    ],
    align=True,
)


def column_table(table: np.ndarray) -> np.ndarray:
    """The columns (m,) of a model's table, in the order of its rows."""
    last = [-1]  # column of each row
    columns = []
    for i, (above, nv, iv) in enumerate(table[["parent", "nv", "iv"]][1:].tolist(), start=1):
        parent = last[above]
        for k in range(max(1, nv)):
            columns.append((parent, i, iv + k))
            parent = len(columns) - 1
        last.append(parent)
    return frozen(np.array(columns, dtype=COLUMN))


def parent_degrees(table: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """For each number in v the one before it on its way to the world, -1 if there is none.

    Where rows share numbers the tree says nothing of which entries of H vanish; each then counts as following the one before.
    """
    nv = int(table[0]["iv"])
    if (table[1:]["nv"] == 0).any():
        return np.arange(-1, nv - 1)
    parents = np.full(nv, -1)
    follows = columns["parent"] >= 0
    parents[columns["iv"][follows]] = columns["iv"][columns["parent"][follows]]
    return parents
