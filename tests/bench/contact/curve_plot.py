"""The plot of errors over the time of a step, drawn without a screen: one picture a case, a frame for each error."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from pyqtgraph.exporters import ImageExporter
from PySide6.QtWidgets import QApplication

from .curve import BULLET, DEFAULT, FAMILIES, FLOORS, MEASURES, OURS, STIFF, SWEPT, Variant

_LOOKS = {
    OURS: ("#0072B2", "o"),
    SWEPT: ("#56B4E9", "s"),
    DEFAULT: ("#E69F00", "t"),
    STIFF: ("#D55E00", "d"),
    BULLET: ("#009E73", "x"),
}
_INK, _SIZE = "#202020", (1500, 520)


def write_curves(path: Path, title: str, points: Sequence[Variant]) -> None:
    """Write a PNG: on each axis logarithms; what is down and to the left is better. What burst is left out."""
    app = QApplication.instance() or QApplication(["bench", "-platform", "offscreen"])
    view = pg.GraphicsLayoutWidget(size=_SIZE)
    view.setBackground("w")
    view.addLabel(title, row=0, col=0, colspan=len(MEASURES), color=_INK, size="12pt")
    for k, measure in enumerate(MEASURES):
        plot = view.addPlot(row=1, col=k)
        plot.setLogMode(True, True)
        plot.showGrid(True, True, 0.15)
        for side, text in (("bottom", "processor time of a step [µs]"), ("left", measure)):
            axis = plot.getAxis(side)
            axis.setPen(_INK)
            axis.setTextPen(_INK)
            axis.enableAutoSIPrefix(False)
            plot.setLabel(side, text, color=_INK)
        plot.getAxis("left").setWidth(80)  # room for "0.00001" beside the label
        numbers = [digit * 10.0**power for power in range(-2, 7) for digit in (1, 2, 5)]
        plot.getAxis("bottom").setTicks([[(float(np.log10(x)), f"{x:g}") for x in numbers]])
        legend = plot.addLegend(offset=(-10, 10), labelTextColor=_INK) if k == len(MEASURES) - 1 else None
        for family in FAMILIES:
            own = [p for p in points if p.family == family and np.isfinite(p.errors[k]) and p.errors[k] < 1e3]
            if own:
                colour, symbol = _LOOKS[family]
                times = [1e6 * p.time for p in own]
                errors = [max(p.errors[k], FLOORS[k]) for p in own]
                plot.plot(
                    times,
                    errors,
                    name=family,
                    pen=pg.mkPen(colour, width=2),
                    symbol=symbol,
                    symbolSize=9,
                    symbolBrush=colour,
                    symbolPen=None,
                )
        if legend is not None:
            legend.setBrush("w")
    view.show()
    app.processEvents()
    path.parent.mkdir(exist_ok=True)
    ImageExporter(view.scene()).export(str(path))
    view.close()
