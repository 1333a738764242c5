"""Smallest, largest, mean, root mean square and integral of each quantity that is plotted."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from torseur.sim.texts import tr

from ...displays.plot.plot_header import LineStyle
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...look.paint_text import text_width
from ...look.style import SMALL
from ...look.theme import Theme
from ...text.array_text import ArrayText
from ...text.number_text import number_text, with_unit
from .values import SignalStatistics

NUMBER, INTEGRAL = 50, 84  # width of a column, and of one with a unit beside each number [px]
GAP = 6  # before a unit [px]
ZERO = 1e-15  # residuals are as they are


class StatisticsTable(RowTable):
    """A row a quantity."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.styles: dict[str, LineStyle] = {}  # how the line of a key is drawn
        name: Column[SignalStatistics] = Column(
            self.tr("quantity"),
            lambda row: Cell(row.name, "text_second", unit=row.unit, indent=4),
            110,
            share=1,
            least=70,
            mark=self._paint_sample,
        )
        titles = (("min", "low"), ("max", "high"), (self.tr("mean"), "mean"), ("rms", "rms"))
        integral: Column[SignalStatistics] = Column(
            "∫ dt", _integral, INTEGRAL, right=True, value=lambda row: row.found.integral
        )
        super().__init__(
            self.tr("Statistics of the range"),
            [name, *(_column(title, field) for title, field in titles), integral],
            parent,
            row_height=22,
            fixed_height=False,
            tip=_tip,
            source=self.to_copy,
        )

    def _paint_sample(self, painter: QPainter, theme: Theme, row: SignalStatistics, at: QPointF) -> None:
        """The line that is meant, before its name."""
        if row.key in self.styles:
            painter.setPen(self.styles[row.key].pen(theme))
            painter.drawLine(QPointF(at.x() - 5, at.y()), QPointF(at.x() + 10, at.y()))

    def to_copy(self) -> ArrayText | None:
        """All numbers."""
        rows: tuple[SignalStatistics, ...] = self.rows
        if not rows:
            return None
        found = [row.found for row in rows]
        values = np.array([[f.low, f.low_at, f.high, f.high_at, f.mean, f.rms, f.integral, f.covered] for f in found])
        heads = ("min", "at [s]", "max", "at [s]", "mean", "rms", "integral", "covered [s]")
        return ArrayText(values, [f"{row.name} [{row.unit}]" for row in rows], heads)


def integral_unit(unit: str) -> str:
    """Of ∫ dt of what has a unit: W gives J, °/s gives °, m/s² gives m/s; else the unit by seconds."""
    if unit == "W":
        return "J"
    if unit.endswith("/s²"):
        return unit.removesuffix("²")
    return unit.removesuffix("/s") if unit.endswith("/s") else f"{unit}·s" if unit else "s"


def _column(title: str, field: str) -> Column[SignalStatistics]:
    def value(row: SignalStatistics) -> float:
        return float(getattr(row.found, field))

    return Column(title, lambda row: _fitting(value(row)), NUMBER, right=True, value=value)


def _integral(row: SignalStatistics) -> Cell:
    unit = integral_unit(row.unit)
    return Cell(_fitting(row.found.integral, INTEGRAL - text_width(unit, SMALL, 400) - GAP), unit=unit)


def _fitting(value: float, width: float = NUMBER) -> str:
    """A number with as many digits, up to four, as there is room for."""
    texts = (number_text(value, digits, ZERO) for digits in (4, 3, 2))
    return next((text for text in texts if text_width(text, SMALL, 500) <= width), number_text(value, 1, ZERO))


def _tip(row: SignalStatistics) -> str:
    found = row.found
    return "\n".join(
        (
            row.name,
            f"min {with_unit(number_text(found.low, 9, ZERO), row.unit)}, t = {number_text(found.low_at, 7)} s",
            f"max {with_unit(number_text(found.high, 9, ZERO), row.unit)}, t = {number_text(found.high_at, 7)} s",
            tr("mean {value}", value=with_unit(number_text(found.mean, 9, ZERO), row.unit)),
            f"rms {with_unit(number_text(found.rms, 9, ZERO), row.unit)}",
            f"∫ {with_unit(number_text(found.integral, 9, ZERO), integral_unit(row.unit))}, {number_text(found.covered, 7)} s",
        )
    )
