"""The line above a plot: its title, and a legend that says each line's value at the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.paint_text import elided_name, literal, math_width, paint_math, paint_text, plain_math, text_width
from ...look.style import SMALL, TEXT, current_theme
from ...look.theme import Theme
from ...text.number_text import number_text, with_unit

HEIGHT = 32
EDGE = 14
SAMPLE = 16  # of the line, before its name
GAP = 9


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How one line is drawn. `color` is "#RRGGBB" or the name of a colour of the theme; no dash is a solid line."""

    name: str  # as `paint_math` writes it
    color: str
    dash: tuple[float, ...] = ()
    width: float = 1.8

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
    """A title and a legend; where there is little room the values go first, from the last, then the names, then the lines.

    What is within `zero` of 0 is written as 0.
    """

    def __init__(self, title: str, unit: str, parent: QWidget | None = None, *, zero: float = ZERO) -> None:
        super().__init__(parent)
        self._title, self._unit, self._zero = title, unit, zero
        self._styles: tuple[LineStyle, ...] = ()
        self._values: tuple[str, ...] = ()
        self.setFixedHeight(HEIGHT)

    @property
    def values(self) -> tuple[str, ...]:
        """The values shown, with their unit; empty where there is none."""
        return self._values

    def show_lines(self, styles: Sequence[LineStyle]) -> None:
        """Show these lines, yet without values."""
        self._styles = tuple(styles)
        self.show_values([None] * len(styles), always=True)

    def show_values(self, values: Sequence[float | None], always: bool = False) -> None:
        """Show the lines' values, in the unit of the plot."""
        texts = tuple(
            "" if value is None else with_unit(number_text(value, zero=self._zero), self._unit) for value in values
        )
        if always or texts != self._values:
            self._values = texts
            self.setToolTip("\n".join(self._lines()))
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: the title, and the lines with their values."""
        return Accessible(Role.StaticText, f"{self._title}: {'; '.join(self._lines())}")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(EDGE, 2, self.width() - 2 * EDGE, HEIGHT - 2)
        paint_text(painter, box, self._title, theme.text, TEXT, 600)
        room = box.width() - text_width(self._title, TEXT, 600) - GAP
        entries = self._fitting(room)
        x = box.right() - sum(_width(entry) for entry in entries) - GAP * (len(entries) - 1)
        for style, (name, value) in zip(self._styles, entries, strict=False):
            painter.setPen(style.pen(theme))
            painter.drawLine(QPointF(x, box.center().y()), QPointF(x + SAMPLE, box.center().y()))
            start = x + SAMPLE + (6 if name or value else 0)
            paint_math(painter, QRectF(start, box.y(), 1, box.height()), name, theme.text_second, SMALL)
            start += math_width(name, SMALL) + 4
            paint_text(painter, QRectF(start, box.y(), 200, box.height()), value, theme.text, SMALL, 500)
            x += _width((name, value)) + GAP

    def _lines(self) -> list[str]:
        """Each line in full, with its value."""
        pairs = zip(self._styles, self._values, strict=True)
        return [f"{plain_math(style.name)} {text}".strip() for style, text in pairs]

    def _fitting(self, room: float) -> list[tuple[str, str]]:
        """(name, value) of each line, as much of them as fits."""
        entries = list(zip((style.name for style in self._styles), self._values, strict=True))
        last = len(entries) - 1
        for place in range(last, 0, -1):
            if _whole(entries) <= room:
                return entries
            entries[place] = (entries[place][0], "")
        for place in range(last, -1, -1):
            excess = _whole(entries) - room
            if excess <= 0:
                break
            name, value = entries[place]
            keep = math_width(name, SMALL) - excess
            entries[place] = (
                literal(elided_name(plain_math(name), keep, SMALL)) if keep > 24 else "",
                value if place == 0 else "",
            )
        while entries and _whole(entries) > room:  # the rest are in the tip
            entries.pop()
        return entries


def _width(entry: tuple[str, str]) -> float:
    name, value = entry
    words = math_width(name, SMALL) + (4 + text_width(value, SMALL, 500) if value else 0)
    return SAMPLE + (6 + words if name or value else 0)


def _whole(entries: Sequence[tuple[str, str]]) -> float:
    return sum(_width(entry) for entry in entries) + GAP * (len(entries) - 1)
