"""How far an optimiser still is, iteration by iteration, on a logarithmic scale; a click brings one into view."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.trajectory.values import PlanIterate

from ...displays.plot.plot_surface import PlotSurface
from ...look.style import current_theme
from ...look.theme import FORCE, VELOCITY
from ...text.number_text import scientific_text

HEIGHT = 120
LEFT, BELOW, ABOVE, BESIDE = 46, 22, 6, 10
LOWEST = 1e-13  # what is drawn for 0
TOLERANCE = 1e-8  # at which the optimiser is done


class IterationPlot(PlotSurface):
    """Two lines: what is missing of the constraints, and of optimality, dashed. `pressed` is the iteration meant."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(self.tr("Infeasibility and optimality over the iterations"))
        self.setLogMode(y=True)
        self.getAxis("left").setWidth(LEFT)
        bottom = self.getAxis("bottom")
        bottom.setHeight(BELOW)
        bottom.setGrid(False)
        bottom.setStyle(tickLength=0)
        self.getPlotItem().setContentsMargins(0, ABOVE, BESIDE, 0)
        self.getViewBox().setMouseEnabled(x=False, y=False)
        self._goal = pg.InfiniteLine(angle=0, pos=math.log10(TOLERANCE))
        self._here = pg.InfiniteLine(angle=90)
        self._feasible = pg.PlotDataItem(antialias=True)
        self._optimal = pg.PlotDataItem(antialias=True)
        self._iterations = np.zeros(1)  # their numbers: the optimiser does not tell of all
        for item in (self._goal, self._here, self._optimal, self._feasible):
            self.addItem(item)
        self.dress_plot()

    def show_iterates(self, iterates: Sequence[PlanIterate]) -> None:
        """Show all that was told so far."""
        lines = [np.array([getattr(one, name) for one in iterates]) for name in ("infeasibility", "optimality")]
        lines = [np.clip(np.nan_to_num(line, nan=LOWEST, posinf=1e30), LOWEST, 1e30) for line in lines]
        self.show_empty(not len(iterates))
        k = self._iterations = np.array([one.iteration for one in iterates])
        for item, line in zip((self._feasible, self._optimal), lines, strict=True):
            item.setData(k, line)
        powers = np.log10(np.concatenate([*lines, [TOLERANCE]]))
        low, high = math.floor(powers.min()), max(math.ceil(powers.max()), math.floor(powers.min()) + 1)
        last = max(iterates[-1].iteration if iterates else 0, 1)
        self.setRange(xRange=(0, last), yRange=(low, high), padding=0)
        apart = max(1, math.ceil((high - low) / 5))
        ticks = [(power, scientific_text(10.0**power, 1)) for power in range(low, high + 1, apart)]
        self.getAxis("left").setTicks([ticks])
        self.getAxis("bottom").setTicks([[(k, str(k)) for k in sorted({0, last // 2, last})]])

    def show_step(self, step: int) -> None:
        """Mark one."""
        self._here.setPos(float(self._iterations[step]))

    def dress_plot(self) -> None:
        """Wear the current theme."""
        theme = current_theme()
        self.setBackground(theme.panel)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.dress(theme)
            axis.setPen(None)
        self._feasible.setPen(pg.mkPen(VELOCITY if theme.name == "light" else theme.velocity_text, width=1.8))
        self._optimal.setPen(pg.mkPen(FORCE, width=1.4, style=Qt.PenStyle.DashLine))
        self._goal.setPen(pg.mkPen(theme.good, width=1.2, style=Qt.PenStyle.DotLine))
        self._here.setPen(pg.mkPen(theme.accent, width=1.5))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_optimal"):
            self.dress_plot()
