"""Where the cells of a coloured matrix lie, and whether there is room for numbers in them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF

from ...look.paint_text import math_width, text_width
from ...look.style import CAPTION, SMALL
from ...text.number_text import MINUS, TIE, ZERO, as_shown, number_text, scientific_text, table_decimals, table_text

CELL = 56.0  # widest cell, with its gap
NARROW, READABLE = 36.0, 48.0  # a cell with −0.08 in it, and one with −0.0123
LONG = 8  # characters, from which the e and the minus of −6.50e-3 save room beside −0.00650
PRECISE = CELL  # one with −6.74e-3: each number has digits of its own
ROW = 24.0  # height of a row with numbers, with its gap
GAP = 2.0
SPLIT = 4.0  # between the two blocks of rows
HEADER = 20.0
LABEL = 88.0  # widest label of a row
SMALLEST = 4.0  # side of a cell without number
TIGHT = ((SMALL, 4), (CAPTION, 4), (CAPTION, 3), (CAPTION, 2))  # pixels and digits, the first that fits

FEW = (2, 1)  # decimals of all, where nothing else fits: a number that is small is then one digit and a power


@dataclass(frozen=True, slots=True)
class HeatLayout:
    """The grid of a matrix. All in pixels."""

    rows: int
    columns: int
    left: float  # of the first column
    pitch: float  # from a column to the next
    row_pitch: float
    px: int  # of the numbers; 0: none are printed
    digits: int  # of a number; 0: it has its decimals alone
    decimals: tuple[int, ...]  # of each row; empty where each cell has its own
    split: int  # rows before the gap; 0: no gap

    @property
    def height(self) -> int:
        """Height of the table with its header and its gap [px]."""
        gap = SPLIT if 0 < self.split < self.rows else 0.0
        return round(HEADER + self.rows * self.row_pitch + gap)

    @property
    def cells(self) -> QRectF:
        """What all the cells lie in."""
        return QRectF(self.left, HEADER, self.columns * self.pitch, self.height - HEADER)

    def text(self, i: int, x: float) -> str:
        """A number of row i as it is printed; nothing where there is no room."""
        if not self.px:
            return ""
        if not self.digits:
            return _brief(x, self.decimals[i])
        if not self.decimals and abs(x) > ZERO and abs(abs(x) - 1.0) > TIE:
            return _own(x, self.digits)
        return table_text(x, self.decimals[i] if self.decimals else self.digits)

    def cell(self, i: int, j: int) -> QRectF:
        """The box of a cell."""
        gap = GAP if self.px else min(1.0, self.pitch / 8)
        top = HEADER + i * self.row_pitch + (SPLIT if 0 < self.split <= i else 0.0)
        return QRectF(self.left + j * self.pitch, top, self.pitch - gap, self.row_pitch - gap)

    def columns_in(self, first: float, last: float) -> range:
        """The columns that have something between two places [px]."""
        start, stop = math.floor((first - self.left) / self.pitch), math.ceil((last - self.left) / self.pitch)
        return range(max(0, start), min(self.columns, max(0, stop)))

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column at a place, or None beside the cells."""
        j = int((x - self.left) // self.pitch) if self.columns else -1
        for i in range(self.rows):
            box = self.cell(i, 0)
            if box.top() <= y < box.top() + self.row_pitch:
                return (i, j) if 0 <= j < self.columns else None
        return None


def heat_layout(
    values: np.ndarray, labels: Sequence[str], units: Sequence[str], width: float, split: int, alike: str
) -> HeatLayout:
    """The grid of values (m, n) in so many pixels.

    units : those written beside the labels of the rows
    alike : what has a unit in common, and so its decimals: "all", "rows", or "none", each cell by itself
    """
    m, n = values.shape
    left = _label_width(labels, units)
    pitch = min(CELL, max(SMALLEST, (width - left) / max(n, 1)))
    narrowest = min(text_width("0", CAPTION), text_width("–", CAPTION))
    if pitch < narrowest + GAP + 1:  # of a thousand columns none is written out
        return _unwritten(m, n, left, pitch, split)
    whole, fractional = _largest(values, alike)
    for px, digits in TIGHT:
        decimals = tuple(min(digits, table_decimals((x,), digits)) for x in fractional)
        longest = _longest_of(whole, decimals) if decimals else _longest(_own(x, digits) for x in values.ravel().tolist())
        if text_width(longest, px) <= pitch - GAP - 3:
            return HeatLayout(m, n, left, pitch, ROW, px, digits, decimals, split)
    for count in FEW:
        longest = max((_brief(x, count) for x in values.ravel().tolist()), key=len, default="")
        if text_width(longest, CAPTION) <= pitch - GAP - 1:
            return HeatLayout(m, n, left, pitch, ROW, CAPTION, 0, (count,) * m, split)
    return _unwritten(m, n, left, pitch, split)


def _unwritten(m: int, n: int, left: float, pitch: float, split: int) -> HeatLayout:
    side = min(pitch, ROW)
    return HeatLayout(m, n, left, side, side, 0, 4, (), split)


def full_width(labels: Sequence[str], columns: int, units: Sequence[str] = ()) -> int:
    """Width of a matrix whose cells are as wide as they get."""
    return round(_label_width(labels, units) + columns * CELL)


def width_wanted(labels: Sequence[str], columns: int, units: Sequence[str], room: int, *, precise: bool = False) -> int:
    """Width of a matrix that may scroll: the room there is, or where its numbers would be hardly legible there, more.

    precise : each number is to have three digits of its own
    """
    left = _label_width(labels, units)
    narrow, readable = (PRECISE, PRECISE) if precise else (NARROW, READABLE)
    return room if left + columns * narrow <= room else round(left + columns * readable)


def _label_width(labels: Sequence[str], units: Sequence[str]) -> float:
    longest = max((math_width(label, SMALL) for label in labels), default=0.0)
    unit = max((text_width(unit, SMALL) + 4 for unit in units), default=0.0)
    return min(longest, LABEL) + unit + 8.0


def _largest(values: np.ndarray, alike: str) -> tuple[list[float], list[float]]:
    """The largest size in each row, and the largest that decimals are needed for; none where each cell has its own."""
    if alike == "none":
        return [], []
    sizes = np.nan_to_num(np.abs(values), posinf=0.0)
    fractional = np.where((sizes > ZERO) & (np.abs(sizes - 1.0) > TIE), sizes, 0.0)  # 0 and ±1 are written as such
    needed = np.max(fractional, axis=1, initial=0.0).tolist()
    return np.max(sizes, axis=1, initial=0.0).tolist(), [max(needed)] * len(needed) if alike == "all" else needed


def _brief(x: float, decimals: int) -> str:
    """A number with so many decimals; one digit and a power of ten where they would hide it."""
    hidden = ZERO < abs(x) < 0.5 * 10.0**-decimals
    return as_shown(f"{x:.0e}".replace("e-0", "e-")) if hidden else table_text(x, decimals)


def _own(x: float, digits: int) -> str:
    """A number with so many digits, written the shorter way: 0.0123, and 1.23e-4."""
    plain = number_text(x, digits)
    if not math.isfinite(x) or abs(x) <= ZERO:
        return plain
    power = scientific_text(x, digits)
    return power if len(power) < len(plain) or len(power) == len(plain) >= LONG else plain


def _longest_of(whole: Sequence[float], decimals: Sequence[int]) -> str:
    """The longest number that there may be with decimals in common, with a minus: the layout stays as signs change."""
    return _longest(f"{MINUS}{x:.{d}f}" for x, d in zip(whole, decimals, strict=True))


def _longest(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: (len(text), "e" not in text), default="")
