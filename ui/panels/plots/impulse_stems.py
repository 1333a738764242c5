"""Impulses in the plot of forces: a stem each, on an axis of its own at the right, with the number at the largest."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from ...displays.plot.plot_pane import PlotPane
from ...displays.plot.thinning import highest
from ...look.paint_box import tinted
from ...look.paint_text import text_width
from ...look.style import CAPTION, current_theme, ui_font
from ...look.theme import IMPULSE
from ...text.number_text import quantity_text

LABELS = 6
HIGHEST = 0.90  # of the plot's height: the stem of the largest impulse, at most


class ImpulseStems:
    """Stems, dots and numbers in one pane: impulses have no place on its axis of newtons, hence one in N·s."""

    def __init__(self, pane: PlotPane) -> None:
        self._pane = pane
        self._t, self._impulse = np.zeros(0), np.zeros(0)
        self.axis = pane.plot.add_right_axis()
        self._stems = pg.PlotCurveItem(connect="pairs", antialias=True)
        self._dots = pg.ScatterPlotItem(size=7, pen=None, antialias=True)
        self._labels = [pg.TextItem() for _ in range(LABELS)]
        for z, item in ((12, self._stems), (13, self._dots), *((14, label) for label in self._labels)):
            item.setZValue(z)
            pane.plot.addItem(item, ignoreBounds=True)
        for label in self._labels:
            label.setFont(ui_font(CAPTION, 600))
            label.textItem.document().setDocumentMargin(1)
            label.hide()
        pane.plot.getViewBox().sigXRangeChanged.connect(self._draw)
        pane.plot.getViewBox().sigResized.connect(self._draw)
        pane.plot.getViewBox().sigRangeChanged.connect(self._place_labels)
        pane.plot.getViewBox().sigResized.connect(self._place_labels)
        self.dress()

    @property
    def texts(self) -> list[str]:
        """The numbers in sight."""
        return [label.toPlainText() for label in self._labels if label.isVisible()]

    @property
    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """Times (m,) [s] and heights (m,) of the dots, in the unit of the pane."""
        return self._t, self._heights()

    def show_impulses(self, t: np.ndarray, impulse: np.ndarray) -> None:
        """Show these impulses (m,) [N·s] at the times t (m,) [s]."""
        self._t, self._impulse = np.asarray(t, float), np.abs(np.asarray(impulse, float))
        self.fit()

    def fit(self) -> None:
        """Draw the stems again: the axis has another height."""
        self.axis.setScale(self._per_newton())
        self.axis.setVisible(bool(len(self._t)))
        self._draw()
        self._place_labels()

    def _draw(self, *_: object) -> None:
        """Draw the stems in sight; of those that lie on each other the highest hides the others."""
        box = self._pane.plot.getViewBox()
        start, end = box.viewRange()[0]
        seen = highest(self._t, self._impulse, start, end, math.ceil(box.width()))
        t, heights = self._t[seen], self._heights()[seen]
        self._stems.setData(np.repeat(t, 2), np.column_stack((np.zeros_like(heights), heights)).ravel())
        self._dots.setData(t, heights)

    def dress(self) -> None:
        """Wear the current theme."""
        theme = current_theme()
        self.axis.dress(theme)
        self.axis.setTextPen(pg.mkPen(theme.impulse_text))
        self.axis.setLabel("Λₙ N·s", color=theme.impulse_text, **{"font-size": f"{CAPTION}px"})
        self._stems.setPen(pg.mkPen(IMPULSE, width=2.4))
        self._dots.setBrush(pg.mkBrush(IMPULSE))
        for label in self._labels:
            label.setColor(QColor(theme.impulse_text))
            label.fill = pg.mkBrush(tinted(theme.panel, 0.8))
            label.update()

    def _per_newton(self) -> float:
        """What stands at the right [N·s] where 1 N stands at the left."""
        largest = float(self._impulse.max(initial=0.0))
        return (largest or 1.0) / (HIGHEST * self._pane.top)

    def _heights(self) -> np.ndarray:
        return self._impulse / self._per_newton()

    def _place_labels(self, *_: object) -> None:
        """Write the largest numbers beside their dots, the larger first, and leave out what would lie on another."""
        view = self._pane.plot.getViewBox()
        (left, right), (low, high) = view.viewRange()
        across, up = view.width() / ((right - left) or 1.0), view.height() / ((high - low) or 1.0)
        heights = self._heights()
        seen = np.flatnonzero((self._t >= left) & (self._t <= right))
        order = seen[np.argsort(-self._impulse[seen], kind="stable")][:LABELS]
        taken: list[QRectF] = []
        for label in self._labels:
            label.hide()
        for label, k in zip(self._labels, order, strict=False):
            text = quantity_text(float(self._impulse[k]), "N·s")
            x, y = (self._t[k] - left) * across, (high - heights[k]) * up
            width = text_width(text, CAPTION, 600) + 4
            on_left = x + 6 + width > view.width()
            box = QRectF(x - 6 - width if on_left else x + 6, y - 7, width, 14)
            if box.left() < 0 or any(box.intersects(other) for other in taken):
                continue
            taken.append(box)
            label.setText(text)
            label.setAnchor((1.0 + 7 / width if on_left else -7 / width, 0.5))
            label.setPos(float(self._t[k]), float(heights[k]))
            label.show()
