"""Tables, matrices and formulas as text for other programs: LaTeX, CSV, NumPy. Numbers keep every digit."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..look.math_notation import typed


class Copyable(Protocol):
    """What gives itself as text."""

    def text(self, form: str) -> str:
        """In one of FORMS."""


FORMS = {"latex": "LaTeX", "csv": "CSV", "numpy": "NumPy"}


@dataclass(frozen=True, eq=False, slots=True)
class ArrayText:
    """A table of numbers, to be copied.

    values        : (n,) or (m, n)
    rows, columns : their labels, in the notation of `paint_math`; empty: none
    """

    values: np.ndarray
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()

    def text(self, form: str) -> str:
        """In one of FORMS."""
        return {"latex": self.latex, "csv": self.csv, "numpy": self.numpy}[form]()

    def latex(self) -> str:
        """A matrix; a vector is a column."""
        lines = [" & ".join(map(_latex_number, row)) for row in self._table().tolist()]
        return "\\begin{bmatrix}\n" + " \\\\\n".join(lines) + "\n\\end{bmatrix}\n"

    def csv(self) -> str:
        """Numbers with their labels; what holds a comma is quoted."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        table = self._table()
        if self.columns:
            writer.writerow([*([""] if self.rows else []), *map(typed, self.columns)])
        for i, row in enumerate(table.tolist()):
            writer.writerow([*([typed(self.rows[i])] if self.rows else []), *map(repr, row)])
        return out.getvalue()

    def numpy(self) -> str:
        """What NumPy reads back to the same bits, after `import numpy as np`."""
        values = np.asarray(self.values, dtype=np.float64)
        lines = [_numpy_row(row) for row in self._table().tolist()]
        if values.ndim == 1:
            return f"np.array([{', '.join(map(_numpy_number, values.tolist()))}])\n"
        return "np.array([\n" + "".join(f"    {line},\n" for line in lines) + "])\n"

    def _table(self) -> np.ndarray:
        values = np.asarray(self.values, dtype=np.float64)
        return values[:, None] if values.ndim == 1 else values


@dataclass(frozen=True, slots=True)
class FormulaText:
    """A formula, to be copied."""

    latex_form: str
    numpy_form: str

    def text(self, form: str) -> str:
        """In one of FORMS; a formula has no table, so that CSV quotes what NumPy reads."""
        if form == "csv":
            return '"' + self.numpy_form.replace('"', '""') + '"\n'
        return {"latex": self.latex_form, "numpy": self.numpy_form}[form]


def csv_of_entries(matrices: Sequence[Sequence[Sequence[str]]]) -> str:
    """Matrices of formulas, a line a row, an empty line between them."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for k, matrix in enumerate(matrices):
        if k:
            out.write("\n")
        writer.writerows(matrix)
    return out.getvalue()


def _latex_number(x: float) -> str:
    if np.isnan(x):
        return "\\text{nan}"
    if np.isinf(x):
        return "-\\infty" if x < 0 else "\\infty"
    mantissa, _, power = repr(x).partition("e")
    return mantissa if not power else f"{mantissa} \\cdot 10^{{{int(power)}}}"


def _numpy_number(x: float) -> str:
    return repr(x) if np.isfinite(x) else "np.nan" if np.isnan(x) else "-np.inf" if x < 0 else "np.inf"


def _numpy_row(row: Sequence[float]) -> str:
    return f"[{', '.join(map(_numpy_number, row))}]"
