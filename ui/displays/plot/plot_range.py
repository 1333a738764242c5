"""A range of time over a plot: shaded, its edges dragged."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtGui import QColor

from ...look.theme import Theme

NEAR = 5  # of an edge, to take it [px]


class PlotRange(pg.LinearRegionItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Shown, not taken hold of: the plot has the mouse."""

    def __init__(self) -> None:
        super().__init__(movable=False)
        self.setZValue(-5)  # behind the lines, before the axes'
        self.hide()

    @property
    def ends(self) -> tuple[float, float] | None:
        """Where it begins and ends [s]; None: there is none."""
        return (float(self.lines[0].value()), float(self.lines[1].value())) if self.isVisible() else None

    def show_ends(self, ends: tuple[float, float] | None) -> None:
        """Shade these times [s], or none."""
        if ends is not None:
            self.setRegion(sorted(ends))
        self.setVisible(ends is not None)

    def dress(self, theme: Theme) -> None:
        """Wear a theme."""
        shade = QColor(theme.accent)
        shade.setAlphaF(0.13)
        self.setBrush(shade)
        for line in self.lines:
            line.setPen(pg.mkPen(theme.accent, width=1))
