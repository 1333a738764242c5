"""How the rows of the legend are laid out in lines, and how large it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from torseur.sim.texts import tr

from ...look.paint_text import math_width, text_width
from ..marks import LegendRow

LINE = 18.0  # height of a line [screen unit]
EDGE, TOP = 12.0, 6.0
GLYPH, BEHIND = 18.0, 7.0  # width of a glyph, and what is free behind it
APART = 14.0  # between two entries of a line
BEFORE_VALUE = 20.0
SLIDER = 88.0
FOLD = 20.0  # side of the button that folds it
WIDEST_FLOW = 250.0  # of entries without a value, which share lines
COUNT = "{n}"  # in the value of a row of labels: how many are painted
PX = 12


@dataclass(frozen=True, slots=True)
class LegendLine:
    """Entries side by side, and at the right what they share: a scale, or the slider."""

    entries: tuple[LegendRow, ...]
    value: str = ""
    has_slider: bool = False


@dataclass(frozen=True, slots=True)
class LegendLayout:
    """The lines of a legend and its size; 0, 0 without rows. Folded it is a word and a button."""

    lines: tuple[LegendLine, ...]
    width: float
    height: float
    is_strip: bool = False  # one line, values behind their names
    folds: bool = False  # whether there is room for the button that folds it

    def slider_rect(self, legend: QRectF) -> QRectF:
        """Where the slider lies in a legend placed there; empty without one."""
        place = next((i for i, line in enumerate(self.lines) if line.has_slider), None)
        if place is None:
            return QRectF()
        return QRectF(legend.right() - EDGE - SLIDER, legend.top() + TOP + LINE * place, SLIDER, LINE)

    def fold_rect(self, legend: QRectF) -> QRectF:
        """Where the button that folds it lies; empty without one."""
        if not self.folds or legend.isEmpty():
            return QRectF()
        return QRectF(legend.right() - FOLD - 5.0, legend.top() + 5.0, FOLD, FOLD)


def legend_layout(rows: Sequence[LegendRow], folds: bool = False, folded: bool = False) -> LegendLayout:
    """Lay these out: those with a value a line each, but arrows of one scale share one; what has none flows."""
    if not rows:
        return LegendLayout((), 0.0, 0.0)
    room = FOLD if folds else 0.0
    if folds and folded:
        width = text_width(folded_title(), PX, 500) + 2 * EDGE + FOLD
        return LegendLayout((), width, FOLD + 10.0, folds=True)
    if _is_strip(rows):
        width = sum(entry_width(row, True) for row in rows) + APART * (len(rows) - 1) + 2 * EDGE + room
        return LegendLayout((LegendLine(tuple(rows)),), width, LINE + 2 * TOP + 2.0, True, folds)
    lines = _lines(rows)
    widths = [_line_width(line) + (room if i == 0 else 0.0) for i, line in enumerate(lines)]
    return LegendLayout(tuple(lines), max(widths) + 2 * EDGE, LINE * len(lines) + 2 * TOP, False, folds)


def folded_title() -> str:
    """What stands in a legend that is folded."""
    return tr("Legend")


def entry_width(row: LegendRow, with_value: bool = False) -> float:
    """Width of glyph and name, and of the value behind it where one is wanted."""
    glyph = 0.0 if row.kind == "none" and with_value else GLYPH + BEHIND
    name = text_width(row.name, PX) + (8 + math_width(row.detail, PX) if row.detail else 0.0)
    return glyph + name + (text_width(row.value, PX, 600) if with_value else 0.0)


def _lines(rows: Sequence[LegendRow]) -> list[LegendLine]:
    lines: list[LegendLine] = []
    for row in rows:
        last = lines[-1] if lines else None
        if row.kind == "slider":
            lines.append(LegendLine((row,), has_slider=True))
        elif last is not None and _shares(last, row):
            lines[-1] = LegendLine((*last.entries, row), row.value)
        else:
            lines.append(LegendLine((row,), row.value))
    return lines


def _shares(line: LegendLine, row: LegendRow) -> bool:
    """Whether a row goes on the line before it."""
    if line.has_slider or row.detail or line.value != row.value:
        return False
    if row.value:
        return row.kind == line.entries[-1].kind == "arrow"
    return _line_width(LegendLine((*line.entries, row))) <= WIDEST_FLOW


def _line_width(line: LegendLine) -> float:
    width = sum(entry_width(row) for row in line.entries) + APART * (len(line.entries) - 1)
    value = SLIDER if line.has_slider else text_width(line.value.replace(COUNT, "00"), PX)
    return width + (BEFORE_VALUE + value if value else 0.0)


def _is_strip(rows: Sequence[LegendRow]) -> bool:
    return len(rows) > 1 and not any(row.kind == "slider" or (row.name and row.value) for row in rows)
