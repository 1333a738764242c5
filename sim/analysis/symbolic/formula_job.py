"""Formulas of a table, computed by another process: it can be given up, and SymPy is not imported into the window.

`main` reads the table as one JSON object from standard input and
writes `Formulas` as another.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from ...arrays import Array
from ...multibody.model.model import JointKind
from .symbolic_dh import symbolic_dh
from .symbolic_text import latex_form, numpy_form, short_form
from .values import Formulas


@dataclass(frozen=True, slots=True)
class _Row:
    kind: JointKind
    theta: float
    d: float
    a: float
    alpha: float


@dataclass(frozen=True, eq=False, slots=True)
class _Table:
    convention: str
    rows: Sequence[_Row]
    base: Array
    tool: Array


def formulas(question: str) -> Formulas:
    """Compute what was asked for by `request`."""
    fields = json.loads(question)
    rows = [_Row(JointKind(kind), *numbers) for kind, *numbers in fields["rows"]]
    table = _Table(fields["convention"], rows, np.array(fields["base"]), np.array(fields["tool"]))
    found = symbolic_dh(table, tool=fields["with_tool"], names=fields["names"])
    name = "" if fields["with_tool"] else f"_{{0{len(rows)}}}"
    return Formulas(
        tuple(map(short_form, found.q)),
        {short_form(symbol): value for symbol, value in found.lengths.items()},
        tuple(tuple(short_form(found.T[i, k]) for k in range(4)) for i in range(4)),
        tuple(tuple(short_form(found.J[i, k]) for k in range(found.J.cols)) for i in range(6)),
        f"T{name} = {latex_form(found.T)}\n\nJ = {latex_form(found.J)}\n",
        numpy_form(found),
    )


def main() -> None:
    """Read, compute, write."""
    sys.stdout.write(json.dumps(asdict(formulas(sys.stdin.read()))))
