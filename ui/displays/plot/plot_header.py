"""The line above a plot: its title, and a legend that says each line's value at the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.math_notation import plain_math
from ...look.paint_text import math_width, paint_math, paint_text, text_width
from ...look.style import SMALL, TEXT, current_theme
from ...look.theme import Theme
from ...text.number_text import number_text, with_unit
from .line_names import GAP, SAMPLE, PlacedEntry, placed_entries

HEIGHT, ROW = 32, 18
EDGE = 14


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How one line is drawn. `color` is "#RRGGBB" or the name of a colour of the theme; no dash is a solid line."""

    name: str  # as `paint_math` writes it
    color: str
    dash: tuple[float, ...] = ()
    width: float = 1.8
    short: str = ""  # name in the legend, if it needs no more below the plot's title

    def ink(self, theme: Theme) -> str:
        """Its colour in a theme."""
        return self.color if self.color.startswith("#") else getattr(theme, self.color)

    def pen(self, theme: Theme) -> QPen:
        """Its pen in a theme."""
        pen = QPen(QColor(self.ink(theme)), self.width)
        pen.setCosmetic(True)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if self.dash:
            pen.setDashPattern(list(self.dash))
        return pen


ZERO = 1e-6  # [J], [mm], [N]: what the arithmetic leaves of nothing


class PlotHeader(QWidget):
    """A title and a legend; where there is little room for that, see `placed_entries`: what is left out is in the tip.

    What is within `zero` of 0 is written as 0.
    """

    def __init__(self, title: str, unit: str, parent: QWidget | None = None, *, zero: float = ZERO) -> None:
        super().__init__(parent)
        self._title, self._unit, self._zero = title, unit, zero
        self._styles: tuple[LineStyle, ...] = ()
        self._values: tuple[str, ...] = ()
        self._rows = 0  # that there may be below the title
        self._placed: list[PlacedEntry] = []
        self.setFixedHeight(HEIGHT)

    @property
    def named(self) -> list[str]:
        """The names in sight, as they are there; if there are more lines, their number."""
        return [plain_math(entry.name) for entry in self._placed]

    @property
    def values(self) -> tuple[str, ...]:
        """The values shown, with their unit; empty where there is none."""
        return self._values

    def show_title(self, title: str, unit: str) -> None:
        """Show another title, and values in another unit."""
        self._title, self._unit = title, unit
        self.show_values([None] * len(self._styles), always=True)

    def show_lines(self, styles: Sequence[LineStyle]) -> None:
        """Show these lines, yet without values."""
        self._styles = tuple(styles)
        self.show_values([None] * len(styles), always=True)

    def show_values(self, values: Sequence[float | None], always: bool = False) -> None:
        """Show the lines' values, in the unit of the plot."""
        texts = tuple("" if value is None else with_unit(number_text(value, zero=self._zero), self._unit) for value in values)
        if always or texts != self._values:
            self._values = texts
            self.setToolTip("\n".join(self._lines()))
            self._place()

    def accessible(self) -> Accessible:
        """For screen readers: the title, and the lines with their values."""
        return Accessible(Role.StaticText, f"{self._title}: {'; '.join(self._lines())}")

    def set_room(self, rows: int) -> None:
        """Have so many rows below the title, where names need them."""
        if rows != self._rows:
            self._rows = rows
            self._place()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_text(painter, QRectF(EDGE, 2, self.width() - 2 * EDGE, HEIGHT - 2), self._title, theme.text, TEXT, 600)
        for entry in self._placed:
            x, top, tall = EDGE + entry.x, 2.0, HEIGHT - 2.0
            if entry.row:
                top, tall = HEIGHT + ROW * (entry.row - 1.0), float(ROW)
            if entry.line >= 0:
                painter.setPen(self._styles[entry.line].pen(theme))
                painter.drawLine(QPointF(x, top + tall / 2), QPointF(x + SAMPLE, top + tall / 2))
                x += SAMPLE + 6
            paint_math(painter, QRectF(x, top, 1, tall), entry.name, theme.text_second, SMALL)
            x += math_width(entry.name, SMALL) + 4
            paint_text(painter, QRectF(x, top, 200, tall), entry.value, theme.text, SMALL, 500)

    def _place(self) -> None:
        """Name the lines anew, in as many rows as that takes."""
        width = self.width() - 2 * EDGE
        beside = width - text_width(self._title, TEXT, 600) - GAP
        names = [style.short or style.name for style in self._styles]
        self._placed = placed_entries(names, self._values, self._unit, beside, width, self._rows)
        self.setFixedHeight(HEIGHT + ROW * max((entry.row for entry in self._placed), default=0))
        self.update()

    def _lines(self) -> list[str]:
        """Each line in full, with its value."""
        pairs = zip(self._styles, self._values, strict=True)
        return [f"{plain_math(style.name)} {text}".strip() for style, text in pairs]
