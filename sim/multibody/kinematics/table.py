"""How compiled code takes `Model.table`: the argument type of entries, and `rows` for native entries."""

from __future__ import annotations

from typing import Any

from ...kernel import allocating, i_in, rows_in, t_in
from ...native import data_of, length_of, scratch, view_of
from ..model.model import PLACEMENTS_AT, ROW
from .placements import rows_for_placements

table_in = rows_in(ROW)
_rows, _integers, _placements = view_of(table_in), view_of(i_in), view_of(t_in)


@allocating
def rows(given: int, k: int) -> Any:
    """Argument k, the table of a model."""
    return _rows(data_of(given, k), (length_of(given, k),))


@allocating
def row_numbers(given: int, k: int) -> Any:
    """Argument k, `Model.frame_row`."""
    return _integers(data_of(given, k), (length_of(given, k),))


@allocating
def placements(given: int, k: int) -> Any:
    """Argument k, `Model.frame_placement`."""
    return _placements(data_of(given, k), (length_of(given, k), 4, 4))


@allocating
def placements_scratch(given: int, n: int) -> Any:
    """The part of argument 1, the scratch of a model of n rows, where `joint_placements_into` writes."""
    return scratch(given, 1, PLACEMENTS_AT * n, rows_for_placements(n), 12)
