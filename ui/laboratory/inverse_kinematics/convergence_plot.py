"""The error over the iterations, on a logarithmic scale; a click brings an iteration into view."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from ...displays.plot.plot_surface import PlotSurface
from ...look.style import CAPTION, current_theme, ui_font
from ...look.theme import VELOCITY
from ...look.wide_widget import WideWidget
from ...text.number_text import as_shown

HEIGHT = 132
LEFT, BELOW, ABOVE, BESIDE = 52, 22, 8, 10
LOWEST = 1e-16  # what is drawn for an error of 0
DOTTED = 60  # more iterations than these are a line without dots


class ConvergencePlot(WideWidget):
    """One dot an iteration. `step_chosen` is for the user alone."""

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340)
        self._errors = np.zeros(0)
        self._step = 0
        self.surface = PlotSurface(self)
        self.surface.setLogMode(y=True)
        self.surface.getAxis("left").setWidth(LEFT)
        bottom = self.surface.getAxis("bottom")
        bottom.setHeight(BELOW)
        bottom.setGrid(False)
        bottom.setStyle(tickLength=0)
        self.surface.getPlotItem().setContentsMargins(0, ABOVE, BESIDE, 0)
        box = self.surface.getViewBox()
        box.setMouseEnabled(x=False, y=False)
        box.setFlag(box.GraphicsItemFlag.ItemClipsChildrenToShape, False)  # the dots at the ends are whole
        self._goal = pg.InfiniteLine(
            angle=0, label=self.tr("tolerance"), labelOpts={"position": 1, "anchors": [(1, 1), (1, 1)]}
        )
        self._goal.label.setFont(ui_font(CAPTION))
        self._curve = pg.PlotDataItem(antialias=True)
        self._chosen = pg.PlotDataItem(pen=None, symbol="o", symbolSize=12, antialias=True)
        for z, item in enumerate((self._goal, self._curve, self._chosen)):
            item.setZValue(z)
            self.surface.addItem(item)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.surface)
        self.surface.pressed.connect(self._choose)
        self._dress()

    def show_errors(self, size: np.ndarray, tolerance: float) -> None:
        """Show errors (k,) [m] and the tolerance [m]."""
        self._errors = np.maximum(size, LOWEST)
        self.surface.show_empty(False)
        self._goal.setPos(math.log10(tolerance))
        powers = np.log10([*self._errors, tolerance])
        low = math.floor(powers.min())
        high = max(math.ceil(powers.max()), low + 1)
        last = max(len(self._errors) - 1, 1)
        self.surface.setRange(xRange=(0, last), yRange=(low, high), padding=0)
        apart = max(1, math.ceil((high - low) / 5))
        self.surface.getAxis("left").setTicks([[(power, length_text(power)) for power in range(low, high + 1, apart)]])
        self.surface.getAxis("bottom").setTicks([[(k, str(k)) for k in sorted({0, last // 2, last})]])
        self._curve.setData(self._errors, symbol="o" if len(size) <= DOTTED else None)
        self.setAccessibleName(self.tr("Error over {n} iterations").format(n=max(len(size) - 1, 0)))
        self._show_chosen()

    def show_step(self, step: int) -> None:
        """Mark one iteration."""
        if step != self._step:
            self._step = step
            self._show_chosen()

    def place(self, step: int) -> QPoint:
        """Where the dot of an iteration is."""
        at = QPointF(step, math.log10(self._errors[step]))
        return self.surface.mapFromScene(self.surface.getViewBox().mapViewToScene(at))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_chosen"):
            self._dress()

    def _choose(self, x: float) -> None:
        if len(self._errors):
            self.step_chosen.emit(min(max(round(x), 0), len(self._errors) - 1))

    def _show_chosen(self) -> None:
        here = slice(self._step, self._step + 1)
        self._chosen.setData(np.arange(len(self._errors))[here], self._errors[here])

    def _dress(self) -> None:
        theme = current_theme()
        self.surface.setBackground(theme.panel)
        for side in ("left", "bottom"):
            axis = self.surface.getAxis(side)
            axis.dress(theme)
            axis.setPen(None)
        ink = VELOCITY if theme.name == "light" else theme.velocity_text
        self._curve.setPen(pg.mkPen(ink, width=1.8))
        self._curve.setSymbolPen(None)
        self._curve.setSymbolBrush(ink)
        self._curve.setSymbolSize(5.4)
        self._chosen.setSymbolPen(pg.mkPen(theme.panel, width=2))
        self._chosen.setSymbolBrush(theme.accent)
        self._goal.setPen(pg.mkPen(theme.good, width=1.2, style=Qt.PenStyle.DashLine))
        self._goal.label.setColor(theme.good)


def length_text(power: int) -> str:
    """A power of ten of metres, as a length people know."""
    for unit, step in (("m", 0), ("mm", -3), ("µm", -6), ("nm", -9), ("pm", -12)):
        if power >= step - 1:
            return as_shown(f"{10.0 ** (power - step):g} {unit}")
    return f"1e−{-power} m"
