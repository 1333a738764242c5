"""The pictures of the page, drawn without a screen: energies over time, errors over the step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from pyqtgraph.exporters import ImageExporter
from PySide6.QtWidgets import QApplication

Curves = Mapping[str, Sequence[Sequence[float]]]

_INK, _SIZE = "#202020", (1100, 480)
_COLOURS = ("#2166ac", "#b2182b", "#1b7837", "#762a83", "#e08214")
_FLOOR = 1e-17  # what is smaller, zero above all, is drawn there

CONVERGENCE = "convergence: "
"""What the names of curves over the step begin with; all others are drifts of energy."""


def write_pictures(curves: Curves, folder: Path) -> list[tuple[Path, str]]:
    """Write those pictures for which there are curves; their paths and captions."""
    groups = {
        "validation_convergence.png": (
            [name for name in curves if name.startswith(CONVERGENCE)],
            "step [s]",
            "error",
            True,
            "Errors over the step, on logarithmic axes",
        ),
        "validation_energy.png": (
            [name for name in curves if not name.startswith(CONVERGENCE)],
            "time [s]",
            "relative drift",
            False,
            "Relative drift of energy over time",
        ),
    }
    written = []
    for file, (names, x, y, log_x, caption) in groups.items():
        if names:
            _draw(folder / file, {name.removeprefix(CONVERGENCE): curves[name] for name in names}, x, y, log_x)
            written.append((folder / file, caption))
    return written


def _draw(path: Path, curves: Curves, x: str, y: str, log_x: bool) -> None:
    app = QApplication.instance() or QApplication(["validate", "-platform", "offscreen"])
    view = pg.GraphicsLayoutWidget(size=_SIZE)
    view.setBackground("w")
    plot = view.addPlot()
    plot.setLogMode(log_x, True)
    plot.showGrid(True, True, 0.15)
    for side, text in (("bottom", x), ("left", y)):
        axis = plot.getAxis(side)
        axis.setPen(_INK)
        axis.setTextPen(_INK)
        axis.enableAutoSIPrefix(False)
        plot.setLabel(side, text, color=_INK)
    if log_x:
        steps = sorted({step for abscissa, _ in curves.values() for step in abscissa})
        plot.getAxis("bottom").setTicks([[(float(np.log10(step)), f"{step:g}") for step in steps]])
    legend = pg.LegendItem(labelTextColor=_INK)
    view.addItem(legend, row=0, col=1)  # beside the curves, not on them
    for k, (name, (abscissa, ordinate)) in enumerate(curves.items()):
        pen = pg.mkPen(_COLOURS[k % len(_COLOURS)], width=2)
        symbols = {"symbol": "o", "symbolSize": 6, "symbolBrush": pen.color(), "symbolPen": None} if log_x else {}
        legend.addItem(plot.plot(np.array(abscissa), np.maximum(np.array(ordinate), _FLOOR), pen=pen, **symbols), name)
    legend.setFixedWidth(legend.boundingRect().width())
    legend.setFixedHeight(24.0 * len(curves))  # the layout would stretch it over the whole height
    view.show()
    app.processEvents()
    path.parent.mkdir(exist_ok=True)
    ImageExporter(view.scene()).export(str(path))
    view.close()
