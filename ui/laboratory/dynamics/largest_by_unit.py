"""What is left of a matrix whose entries have several units: of each unit by itself, for a metre is no radian."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...displays.fact_list import Fact
from ...text.number_text import residual_text


def largest_by_unit(name: str, beside: str, left: np.ndarray, whole: np.ndarray, units: Sequence[str]) -> list[Fact]:
    """A fact for each unit, in their order: the largest |entry| of `left`, and in `beside` that of `whole`.

    left, whole : (n, n)
    units       : (n n,) of the entries, row by row
    beside      : "{left} beside {whole}", in the user's language
    """
    small, large, of = np.abs(left).ravel(), np.abs(whole).ravel(), np.array(units)
    facts: list[Fact] = []
    for unit in dict.fromkeys(units):
        here = of == unit
        texts = residual_text(float(small[here].max())), residual_text(float(large[here].max()))
        facts.append((name, beside.format(left=texts[0], whole=texts[1]), unit))
    return facts
