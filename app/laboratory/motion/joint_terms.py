"""Terms of an equation joint by joint: a column a term, the last one standing out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.ui.look.math_notation import literal, plain_math
from torseur.ui.sheet.blocks import DataTable, TableCell, TableColumn
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import fitting_text, residual_text, zero_beside

from .coordinates import Coordinate, JointTerm

FEW = 4  # terms beside which there is room for the names of joints
WIDE, NARROW = (54, 6.7), (47, 6.35)  # of a number, and where there are more: [px] and in digits


def terms_table(
    key: str,
    name: str,
    terms: Sequence[JointTerm],
    coordinates: Sequence[Coordinate],
    units: Sequence[str],
    tips: Sequence[str] = (),
    also: Sequence[JointTerm] = (),
    copied_units: Sequence[str] = (),
    factor: np.ndarray | float = 1.0,
    beside: Sequence[float] = (),
) -> DataTable:
    """Return the table of terms in SI units, with the unit of each joint and a sentence on it. All is copied in full.

    also         : what is copied with them
    copied_units : of each joint where those shown are no SI units; empty: they are
    factor       : (nv,) from one to the other
    beside       : numbers, as they are shown, that these are made of
    """
    shown = [(factor * term.values).tolist() for term in terms]
    made_of = [x for values, term in zip(shown, terms, strict=True) if not term.residual for x in values]
    zero, last, small = zero_beside((*beside, *made_of)), len(terms) - 1, len(terms) > FEW
    width, room = NARROW if small else WIDE
    named = len(terms) <= FEW or len({one.symbol for one in coordinates}) < len(coordinates)
    rows = []
    for k, one in enumerate(coordinates):
        label = f"{one.symbol} {literal(one.joint)}" if named else one.symbol
        row = [TableCell(label, unit=units[k], role="text_second", tip=tips[k] if tips else one.full)]
        for place, term in enumerate(terms):
            x = shown[place][k]
            text = residual_text(abs(x)) if term.residual else fitting_text(x, room, zero)
            row.append(TableCell(text, weight=600 if place == last else 400))
        rows.append(tuple(row))
    whole = (*terms, *also)
    names = tuple(f"{one.full} [{unit}]" for one, unit in zip(coordinates, copied_units or units, strict=True))
    values, symbols = np.column_stack([term.values for term in whole]), [plain_math(term.symbol) for term in whole]
    numbers = (TableColumn(one.symbol, width, number=True, small=small) for one in terms)
    columns = (TableColumn("", 42, 1, math=True), *numbers)
    return DataTable(key, name, columns, tuple(rows), copied=ArrayText(values, names, symbols))
