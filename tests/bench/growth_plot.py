"""The plot of times over the number of bodies, drawn without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from pyqtgraph.exporters import ImageExporter
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_COLOURS = ("#2166ac", "#b2182b")
_STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
_INK, _SIZE = "#202020", (1200, 520)


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """Times [µs] over numbers of bodies; the name is "algorithm, shape"."""

    name: str
    bodies: np.ndarray
    times: np.ndarray


def write_plot(path: Path, lines: Sequence[Line], timed: str = "call") -> None:
    """Write a PNG: left the time of what is `timed`, beside a line of slope 1, right that of a body, flat where it is linear."""
    app = QApplication.instance() or QApplication(["bench", "-platform", "offscreen"])
    view = pg.GraphicsLayoutWidget(size=_SIZE)
    view.setBackground("w")
    whole = _axes(view, f"time of a {timed}", "µs", log_y=True)
    each = _axes(view, "time of a body", "ns", log_y=False)
    each.getAxis("left").setWidth(70)  # room for five digits beside the label
    ticks = [[(float(np.log10(n)), str(n)) for n in lines[0].bodies]]
    for plot in (whole, each):
        plot.getAxis("bottom").setTicks(ticks)
    powers = range(0, 6)
    whole.getAxis("left").setTicks([[(float(p), f"{10**p}") for p in powers]])
    legend = whole.addLegend(offset=(10, 10), labelTextColor=_INK)
    for line, pen in zip(lines, _pens(lines), strict=True):
        dots = {"pen": pen, "symbol": "o", "symbolSize": 6, "symbolBrush": pen.color(), "symbolPen": None}
        whole.plot(line.bodies, line.times, name=line.name, **dots)
        each.plot(line.bodies, 1e3 * line.times / line.bodies, **dots)
    bodies = lines[0].bodies
    slope = pg.mkPen("#909090", width=1, style=Qt.PenStyle.DotLine)
    whole.plot(bodies, 0.5 * lines[0].times[-1] * bodies / bodies[-1], pen=slope, name="slope 1")
    each.setYRange(0.0, 1.1 * max(float((1e3 * line.times / line.bodies).max()) for line in lines), padding=0.0)
    legend.setBrush("w")
    view.show()
    app.processEvents()
    path.parent.mkdir(exist_ok=True)
    ImageExporter(view.scene()).export(str(path))
    view.close()


def _pens(lines: Sequence[Line]) -> list[pg.QtGui.QPen]:
    """A colour for each algorithm, a style for each shape."""
    parts = [line.name.split(", ") for line in lines]
    algorithms, shapes = (list(dict.fromkeys(column)) for column in zip(*parts, strict=True))
    return [
        pg.mkPen(_COLOURS[algorithms.index(algorithm)], width=2, style=_STYLES[shapes.index(shape)])
        for algorithm, shape in parts
    ]


def _axes(view: pg.GraphicsLayoutWidget, label: str, unit: str, log_y: bool) -> pg.PlotItem:
    plot = view.addPlot()
    plot.setLogMode(True, log_y)
    plot.showGrid(True, True, 0.15)
    for side, text in (("bottom", "bodies"), ("left", f"{label} [{unit}]")):
        axis = plot.getAxis(side)
        axis.setPen(_INK)
        axis.setTextPen(_INK)
        axis.enableAutoSIPrefix(False)
        plot.setLabel(side, text, color=_INK)
    return plot
