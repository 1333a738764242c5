"""Residuals of several methods over their iterations or over time, both axes by powers of ten."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.contact.analysis.programme.values import RaceLane

from ....accessibility.accessible import Accessible, Role
from ....displays.plot.plot_surface import PlotSurface
from ....look.style import CAPTION, current_theme
from ....look.wide_widget import WideWidget
from .method_marks import color_of, shape_of

HEIGHT = 200
LOWEST = 1e-17  # what is drawn for a residual of 0
TIMES = (
    (1e-6, "1 µs"),
    (1e-5, "10 µs"),
    (1e-4, "100 µs"),
    (1e-3, "1 ms"),
    (1e-2, "10 ms"),
    (1e-1, "100 ms"),
    (1.0, "1 s"),
    (10.0, "10 s"),
)


class RacePlot(WideWidget):
    """`show_*` is for the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340)
        self._items: list[tuple[str, pg.PlotDataItem]] = []
        self._unit = ""
        self.surface = PlotSurface(self)
        self.surface.getViewBox().setMouseEnabled(x=False, y=False)
        self.surface.getAxis("left").setWidth(56)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.surface)
        self.setAccessibleName(self.tr("Residual of the methods"))
        self._dress()

    @property
    def methods(self) -> tuple[str, ...]:
        """Those that are drawn."""
        return tuple(method for method, _ in self._items)

    def show_lanes(self, lanes: Sequence[RaceLane], over: str, unit: str) -> None:
        """Draw residuals of methods, in a unit, over "iterations" or "time"."""
        for _, item in self._items:
            self.surface.removeItem(item)
        self._items, self._unit = [], unit
        ends: list[tuple[float, float]] = []
        lines = [(lane, lane.at_iteration if over == "iterations" else lane.at_time) for lane in lanes]
        least = min((float(x[x > 0].min()) for _, x in lines if np.any(x > 0)), default=1.0)
        for lane, x in lines:
            across = np.log10(np.where(x > 0, x, 0.5 * least))  # the start, at the left edge
            up = np.log10(np.maximum(lane.residuals, LOWEST))
            item = pg.PlotDataItem(across, up, antialias=True)
            self._items.append((lane.method, item))
            self.surface.addItem(item)
            ends += [(float(across.min()), float(up.min())), (float(across.max()), float(up.max()))]
        self.surface.show_empty(not ends)
        if ends:
            (x0, y0), (x1, y1) = np.min(ends, axis=0), np.max(ends, axis=0)
            y0, y1 = math.floor(y0), max(math.ceil(y1), math.floor(y0) + 1)
            self.surface.setRange(xRange=(x0, max(x1, x0 + 0.3)), yRange=(y0, y1), padding=0.03)
            apart = max(1, math.ceil((y1 - y0) / 6))
            self.surface.getAxis("left").setTicks([[(k, f"1e{k}".replace("-", "−")) for k in range(y0, y1 + 1, apart)]])
            ticks = [(math.log10(t), text) for t, text in TIMES] if over == "time" else _counts(x1)
            self.surface.getAxis("bottom").setTicks(
                [[(at, text) for at, text in ticks if x0 - 0.05 <= at <= x1 + 0.35]]
            )
        self._names = (
            self.tr("residual ({unit})").format(unit=unit),
            self.tr("iterations") if over == "iterations" else self.tr("time"),
        )
        self._dress()

    def accessible(self) -> Accessible:
        """For screen readers: a chart; the table below it has its numbers."""
        return Accessible(Role.Chart, value=", ".join(self.methods))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_items"):
            self._dress()

    def _dress(self) -> None:
        theme = current_theme()
        self.surface.setBackground(theme.panel)
        names = getattr(self, "_names", ("", ""))
        for side, name in zip(("left", "bottom"), names, strict=True):
            axis = self.surface.getAxis(side)
            axis.dress(theme)
            axis.setLabel(name, color=theme.text_hint, **{"font-size": f"{CAPTION}px"})
        for method, item in self._items:
            color = color_of(method)
            item.setPen(pg.mkPen(color, width=1.6))
            item.setSymbol(shape_of(method))
            item.setSymbolSize(7)
            item.setSymbolBrush(color)
            item.setSymbolPen(pg.mkPen(color, width=1))


def _counts(most: float) -> list[tuple[float, str]]:
    """Round numbers of iterations up to 10 to this power."""
    steps = (1, 2, 5) if most < 2.5 else (1,)
    return [(math.log10(k * 10**p), str(k * 10**p)) for p in range(math.ceil(most) + 1) for k in steps]
