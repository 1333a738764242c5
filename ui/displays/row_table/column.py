"""What a row table is told of its columns, and what stands in one of its cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from ...look.style import EDGE, SMALL
from ...look.theme import Theme

Row = TypeVar("Row")
GAP = 3  # between a text and the next column


class Cell(NamedTuple):
    """A text and how it looks. `role` and `icon_role` name colours of the theme."""

    text: str  # in the notation of `paint_math` where its column is `math`
    role: str = "text"
    weight: int = 400
    unit: str = ""  # paler, behind the text
    indent: int = 0  # [px]
    icon: str = ""  # of `SHAPES`, before the text; after it at the right of a table
    icon_role: str = "text_hint"
    fill: str = ""  # colour #RRGGBB of the pale box behind the text
    mark: str = ""  # colour #RRGGBB of a small square before the text


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column: `write` says what stands in it of a row, `value` which number is copied, in the unit above it."""

    title: str  # in the notation of `paint_math`
    write: Callable[[Row], Cell | str]
    width: int = 60  # of the text [px]
    share: int = 0  # of the room that is left over
    unit: str = ""
    _: KW_ONLY
    least: int | None = None  # how narrow it may become where there is too little room; None: no narrower
    math: bool = False  # whether texts are in the notation of `paint_math`
    right: bool = False  # aligned at the right, as numbers are
    px: int = SMALL
    accented: bool = False  # whether the text of the selected row takes the accent
    about: str = ""  # tooltip of its head
    value: Callable[[Row], float] | None = None
    tip: Callable[[Row], str] | None = None  # instead of that of the row
    mark: Callable[[QPainter, Theme, Row, QPointF], None] | None = None  # paints a symbol about a point, before the text
    paint: Callable[[QPainter, Theme, Row, QRectF], None] | None = None  # paints the cell, instead of its text


def margins(columns: Sequence[Column[Any]]) -> list[tuple[int, int]]:
    """Left and right of what stands in each column: tables are as wide as their panel, their words are not."""
    last = len(columns) - 1
    return [
        (EDGE if k == 0 else GAP, EDGE if k == last else 8 if column.right and not columns[k + 1].right else GAP)
        for k, column in enumerate(columns)
    ]
