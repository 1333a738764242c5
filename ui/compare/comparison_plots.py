"""The bottom dock of the workspace Compare: a signal of two runs over time, and the order of convergence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget
from typing_extensions import override

from ..controls.buttons.segmented import SegmentedControl
from ..controls.fields.choice import Choice
from ..displays.plot.plot_header import LineStyle
from ..look.paint_text import CENTER, paint_text
from ..look.style import SMALL, current_theme
from .order_plot import OrderPlot

if TYPE_CHECKING:  # it brings pyqtgraph with it, a sixth of the time to the window's first picture
    from ..displays.plot.plot_pane import PlotPane

SMALLEST = 1e-15  # differences are shown as they are


class ComparisonPlots(QWidget):
    """`show_*` is silent, signals are for the user alone. The pane is made when there is first something to plot."""

    seek_requested = Signal(float)  # [s]
    signal_chosen = Signal(str)
    mode_chosen = Signal(str)  # "difference" or "both"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.signals = Choice(self.tr("What is compared"), self, widest=200)
        self.signals.chosen.connect(self.signal_chosen)
        self.mode = SegmentedControl(
            {"difference": "A − B", "both": self.tr("A and B")}, self.tr("Difference, or both"), height=24
        )
        self.mode.chosen.connect(self.mode_chosen)
        self.order = OrderPlot(self)
        self.pane: PlotPane | None = None
        self._span, self._time = (0.0, 1.0), 0.0
        self._left = QWidget(self)
        self._row = QHBoxLayout(self._left)
        self._row.setContentsMargins(0, 0, 0, 0)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setHandleWidth(1)
        splitter.addWidget(self._left)
        splitter.addWidget(self.order)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setSizes([560, 400])
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    @property
    def tools(self) -> tuple[QWidget, ...]:
        """What stands in the title of its dock."""
        return (self.signals, self.mode)

    def show_signals(self, options: Mapping[str, str], chosen: str) -> None:
        """What can be compared."""
        for tool in self.tools:
            tool.setVisible(bool(options))
        self.signals.set_options(options)
        self.signals.show_choice(chosen)

    def show_lines(
        self, title: str, unit: str, styles: Sequence[LineStyle], t: np.ndarray, values: Sequence[np.ndarray]
    ) -> None:
        """Plot lines over times t [s]; none: nothing yet."""
        pane = self._made()
        pane.show_title(title, unit)
        pane.set_lines(styles)
        pane.show_data(t, *values)
        pane.show_time(self._time)

    def show_span(self, end: float) -> None:
        """Show times up to here [s], unless the user looks closer."""
        self._span = (0.0, max(end, 1e-3))
        if self.pane is not None:
            self.pane.show_span(*self._span)

    def show_time(self, t: float) -> None:
        """Put the cursor here [s]."""
        self._time = t
        if self.pane is not None:
            self.pane.show_time(t)

    @override
    def sizeHint(self) -> QSize:
        return QSize(1000, 230)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel if self.pane is None else theme.divider))
        if self.pane is None:
            box = QRectF(self._left.geometry())
            paint_text(painter, box, self.tr("Two runs over time, once compared"), theme.text_hint, SMALL, 400, CENTER)

    def _made(self) -> PlotPane:
        if self.pane is None:
            from ..displays.plot.plot_pane import PlotPane

            self.pane = PlotPane("", "", self._left, zero=SMALLEST)
            self.pane.show_span(*self._span)
            self.pane.seek_requested.connect(self.seek_requested)
            self.pane.reset_requested.connect(self.pane.reset_view)
            self._row.addWidget(self.pane)
        return self.pane
