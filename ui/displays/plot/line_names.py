"""Where the lines of a plot are named: beside its title, or in rows below it where that has no room for their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from os.path import commonprefix

from ...look.math_notation import literal, plain_math
from ...look.paint_text import elided_name, math_width, text_width
from ...look.style import SMALL

SAMPLE = 16  # of the line, before its name
GAP = 9
ELLIPSIS = "…"
CUTS = (120.0, 84.0, 56.0)  # what names are cut to in turn [px]
READ = 84.0  # [px] where names cut further do not all fit either, fewer that can be read are better
USUAL = "−0.000e−0"  # room that is kept for a number below the title: rows do not come and go while the cursor moves


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """The name, as `paint_math` writes it, and value of line `line`, x [px] from the left edge; row 0 is the title's.

    A line of -1 is none: the name says how many more there are than are named.
    """

    line: int
    row: int
    x: float
    name: str
    value: str


def placed_entries(
    names: Sequence[str], values: Sequence[str], unit: str, beside: float, width: float, rows: int
) -> list[PlacedEntry]:
    """Place the names of all lines with their values, with some values, without, then cut, then only the first ones.

    beside : room at the right of the title [px], where all go if their names fit
    width  : of a row below it [px], of which there may be `rows`
    """
    kept = list(values)
    for place in range(len(kept) - 1, -1, -1):  # values go first, from the last
        widths = [entry_width(name, value) for name, value in zip(names, kept, strict=True)]
        if sum(widths) + GAP * (len(widths) - 1) <= beside:
            return _flow(names, kept, widths, width - sum(widths) - GAP * (len(widths) - 1), width, range(1))
        if place:
            kept[place] = ""
    none = [""] * len(names)
    usual = 4 + text_width(f"{USUAL} {unit}", SMALL, 500)
    tries = [(list(names), list(values), inf), (list(names), none, inf), *((_cut(names, most), none, most) for most in CUTS)]
    left, among = (0.0, range(1, rows + 1)) if rows else (width - beside, range(1))
    readable: list[PlacedEntry] = []
    for some, numbers, most in tries:
        widths = [
            max(entry_width(name, number), entry_width(name, "") + (usual if number else 0.0))
            for name, number in zip(some, numbers, strict=True)
        ]
        placed = _flow(some, numbers, widths, left, width, among)
        if len(placed) == len(some) and len(set(some)) == len(set(names)):  # cut, they may still be told apart
            return placed
        if most >= READ:
            readable = placed
    return _counted(readable, len(names), width)


def entry_width(name: str, value: str) -> float:
    """Of one line with its sample [px]."""
    words = math_width(name, SMALL) + (4 + text_width(value, SMALL, 500) if value else 0)
    return SAMPLE + (6 + words if name or value else 0)


def _cut(names: Sequence[str], most: float) -> list[str]:
    """Names no wider than this; where they would read alike, without what all begin and end with."""
    cut = [name if math_width(name, SMALL) <= most else literal(elided_name(plain_math(name), most, SMALL)) for name in names]
    if len(set(cut)) == len(set(names)):
        return cut
    plain = [plain_math(name) for name in names]
    begin = len(commonprefix(plain))
    end = len(commonprefix([name[begin:][::-1] for name in plain]))
    cores = [f"{ELLIPSIS * (begin > 0)}{name[begin : len(name) - end]}{ELLIPSIS * (end > 0)}" for name in plain]
    return [literal(elided_name(core, most, SMALL)) for core in cores]


def _flow(
    names: Sequence[str], values: Sequence[str], widths: Sequence[float], left: float, right: float, rows: range
) -> list[PlacedEntry]:
    """One after the other in these rows, as many as there is room for."""
    placed: list[PlacedEntry] = []
    x, at = left, 0
    for k, (name, value, wide) in enumerate(zip(names, values, widths, strict=True)):
        if x > left and x + wide > right + 0.5:
            x, at = left, at + 1
        if at == len(rows) or x + wide > right + 0.5:
            break
        placed.append(PlacedEntry(k, rows[at], x, name, value))
        x += wide + GAP
    return placed


def _counted(placed: list[PlacedEntry], count: int, right: float) -> list[PlacedEntry]:
    """With the number of the others behind the last, for which others may go."""
    while placed:
        last, more = placed[-1], f"+{count - len(placed)}"
        x = last.x + entry_width(last.name, last.value) + GAP
        if x + math_width(more, SMALL) <= right:
            return [*placed, PlacedEntry(-1, last.row, x, more, "")]
        placed = placed[:-1]
    return []
