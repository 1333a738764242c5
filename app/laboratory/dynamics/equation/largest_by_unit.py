"""What is left of a matrix whose entries have several units: of each kind by itself, for a metre is no radian."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.ui.sheet.blocks import Fact
from torseur.ui.text.number_text import residual_text

ROUNDING = 1e-13  # of the largest entry: what the arithmetic leaves of nothing
INDENT = "\u2003"


def largest_by_unit(
    name: str, beside: str, left: np.ndarray, whole: np.ndarray, units: Sequence[str], kinds: Sequence[str]
) -> list[Fact]:
    """A fact for each kind of entry, in their order: the largest |entry| of `left`, and in `beside` that of `whole`.

    Of several kinds each has a line of its own below that of the name.

    left, whole : (n, n)
    units       : (n n,) of the entries, row by row; alike in one kind
    kinds       : (n n,) what an entry is, in words
    beside      : "{left} (entries to {whole})", in the user's language; entries that rounding alone leaves are 0
    """
    small, large, of = np.abs(left).ravel(), np.abs(whole).ravel(), np.array(kinds)
    large[large <= ROUNDING * large.max(initial=0.0)] = 0.0
    all_kinds = dict(zip(kinds, units, strict=True))
    facts: list[Fact] = [] if len(all_kinds) == 1 else [(name, "", "")]
    for kind, unit in all_kinds.items():
        here = of == kind
        texts = residual_text(float(small[here].max())), residual_text(float(large[here].max()))
        label = name if len(all_kinds) == 1 else INDENT + kind
        facts.append((label, beside.format(left=texts[0], whole=texts[1]), unit))
    return facts
