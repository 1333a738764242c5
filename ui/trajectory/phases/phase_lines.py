"""Where phases end, as lines across a plot."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import Qt

from ...displays.plot.plot_pane import PlotPane
from ...look.style import current_theme


class PhaseLines:
    """Dotted lines in one pane."""

    def __init__(self, pane: PlotPane) -> None:
        self._pane = pane
        self._lines: list[pg.InfiniteLine] = []

    def show_ends(self, ends: Sequence[float]) -> None:
        """Show these instants [s]."""
        while len(self._lines) > len(ends):
            self._pane.plot.removeItem(self._lines.pop())
        while len(self._lines) < len(ends):
            line = pg.InfiniteLine(angle=90, movable=False)
            line.setZValue(-5)
            self._pane.plot.addItem(line, ignoreBounds=True)
            self._lines.append(line)
        for line, t in zip(self._lines, ends, strict=True):
            line.setPos(t)
        self.dress()

    def dress(self) -> None:
        """Wear the current theme."""
        pen = pg.mkPen(current_theme().text_hint, width=1.0, style=Qt.PenStyle.DotLine)
        for line in self._lines:
            line.setPen(pen)
