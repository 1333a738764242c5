"""Formulas of a table as text, and the form in which another process is asked for them; nothing here needs SymPy."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Array
from .symbolic_dh import Table


@dataclass(frozen=True, slots=True)
class Formulas:
    """Pose and Jacobian of a table as text."""

    q: tuple[str, ...]  # θ₁, d₃, …
    lengths: dict[str, float]  # what a named length is [m]
    T: tuple[tuple[str, ...], ...]  # 4 rows of 4
    J: tuple[tuple[str, ...], ...]  # 6 rows of nv
    latex: str
    numpy: str

    def numbers(self) -> Callable[[Array], tuple[Array, Array]]:
        """Return T (4, 4) and J (6, nv) as a function of q (nq,): `numpy` run as Python, which is what it is written as."""
        space: dict[str, Any] = {}
        exec(self.numpy, space)
        return lambda q: (space["T"](*q), space["J"](*q))


def request(table: Table, *, tool: bool, names: bool) -> str:
    """Return what the process is to read."""
    return json.dumps(
        {
            "convention": table.convention,
            "rows": [[row.kind.value, row.theta, row.d, row.a, row.alpha] for row in table.rows],
            "base": np.asarray(table.base).tolist(),
            "tool": np.asarray(table.tool).tolist(),
            "with_tool": tool,
            "names": names,
        }
    )


def answer(text: str) -> Formulas:
    """Return what the process wrote."""
    found = json.loads(text)
    return Formulas(
        tuple(found["q"]),
        dict(found["lengths"]),
        tuple(map(tuple, found["T"])),
        tuple(map(tuple, found["J"])),
        found["latex"],
        found["numpy"],
    )
