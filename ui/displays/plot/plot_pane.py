"""One plot over time: lines, a cursor that the mouse moves, and a menu to reset the view and copy the data."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...controls.menus import popup_menu
from ...look.math_notation import typed
from ...look.paint_box import paint_focus
from ...look.style import CAPTION, TEXT, current_theme, ui_font
from ..section_head import column_in
from .plot_header import HEIGHT, ROW, ZERO, LineStyle, PlotHeader
from .plot_margins import BARE_AXIS, NUMBERED_AXIS
from .plot_surface import LOW_APART, PlotSurface
from .thinning import PlottedLine

LEAST_PLOT = 110  # what the legend leaves of the height [px]
BAND = 20  # times the width of the plot: a line that is longer goes up and down every few pixels
ROUNDING = 1e-3  # share of what is written as 0, up to which all of a plot is drawn as 0


class PlotPane(QWidget):
    """Title, legend and plot. `seek_requested` is the time [s] that the user pressed on or dragged the cursor to.

    `range_drawn` is a range of time [s] that the user drew, where `plot.draws_ranges`.
    """

    seek_requested = Signal(float)
    range_drawn = Signal(float, float)
    reset_requested = Signal()
    _is_dressed = False  # of the class: events come while the constructor runs

    def __init__(self, title: str, unit: str, parent: QWidget | None = None, *, zero: float = ZERO) -> None:
        super().__init__(parent)
        self.unit = unit
        self.lines: list[tuple[LineStyle, pg.PlotCurveItem]] = []
        self._t = np.zeros(0)
        self._drawn: tuple[PlottedLine, ...] = ()
        self._time = math.nan
        self._span = (0.0, 1.0)
        self._names_time = True
        self._rise = 1.0  # the upper end of the vertical axis
        self._zero = zero
        self.header = PlotHeader(title, unit, self, zero=zero)
        self.plot = PlotSurface(self)
        self.plot.pressed.connect(self._seek)
        self.plot.range_drawn.connect(self._draw_range)
        self.plot.getViewBox().sigXRangeChanged.connect(self._draw_lines)
        self.plot.getViewBox().sigResized.connect(self._draw_lines)
        self.menu = QMenu(self)
        self.menu.setFont(ui_font(TEXT))
        self.menu.addAction(self.tr("Reset view")).triggered.connect(self.reset_requested)
        self.menu.addAction(self.tr("Copy data")).triggered.connect(self.copy_data)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(title)
        self.plot.viewport().setAccessibleName(title)
        self.setMinimumSize(200, 120)
        column = column_in(self, bottom=4)
        column.addWidget(self.header)
        column.addWidget(self.plot)
        self.dress()

    def accessible(self) -> Accessible:
        """For screen readers: a chart; its header says the values at the cursor."""
        return Accessible(Role.Chart)

    @property
    def top(self) -> float:
        """The upper end of the vertical axis."""
        return self._rise

    def show_title(self, title: str, unit: str) -> None:
        """Plot something else from now on, in its unit."""
        self.unit = unit
        self.header.show_title(title, unit)
        self.setAccessibleName(title)
        self.plot.viewport().setAccessibleName(title)
        self.dress()

    def set_lines(self, styles: Sequence[LineStyle]) -> None:
        """Draw these lines from now on."""
        if tuple(styles) == tuple(style for style, _ in self.lines):
            return
        for _, item in self.lines:
            self.plot.removeItem(item)
        self.lines = []
        for place, style in enumerate(styles):
            item = pg.PlotCurveItem(antialias=True, connect="finite")
            item.setZValue((10.0 if style.dash else 0.0) - 0.1 * place)  # a dashed line lets one below it be seen
            self.plot.addItem(item)
            self.lines.append((style, item))
        self._t, self._drawn = np.zeros(0), ()
        self.header.show_lines(styles)
        self.dress()

    def show_data(self, t: np.ndarray, *values: np.ndarray) -> None:
        """Draw the lines' values over the times t [s], in the unit of the plot."""
        self._t = t
        self.show_plotted(*(PlottedLine(t, one) for one in values))

    def show_plotted(self, *lines: PlottedLine) -> None:
        """Draw lines of the same times, in the unit of the plot."""
        self._drawn = lines
        self._t = lines[0].t if lines else self._t
        self._fit_height()
        self._draw_lines()
        self.plot.show_empty(not len(self._t))
        self._show_values()

    def show_time(self, t: float) -> None:
        """Put the cursor here and show the values there; NaN: nowhere, and no values."""
        if t != self._time:
            self._time = t
            self.plot.show_cursor(t)
            self._show_values()

    def show_span(self, start: float, end: float) -> None:
        """Show these times, unless the user looks closer."""
        if (start, end) != self._span:
            whole = self.shows_all
            self._span = (start, end)
            self.plot.getViewBox().setLimits(xMin=start, xMax=end)
            if whole:
                self.reset_view()

    @property
    def shows_all(self) -> bool:
        """Whether the whole span is in sight."""
        (left, right), (start, end) = self.plot.getViewBox().viewRange()[0], self._span
        slack = 1e-6 * (end - start)
        return left <= start + slack and right >= end - slack

    def reset_view(self) -> None:
        """Show the whole span."""
        self.plot.setXRange(*self._span, padding=0)

    def copy_data(self) -> None:
        """Put the data on the clipboard, as a table of tabs."""
        names = [f"{typed(style.name)} ({self.unit})" for style, _ in self.lines]
        rows = np.column_stack((self._t, *(line.y[:] for line in self._drawn))).tolist() if len(self._t) else []
        lines = ["\t".join(["time (s)", *names]), *("\t".join(f"{x:.9g}" for x in row) for row in rows)]
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self._is_dressed and event.type() == QEvent.Type.PaletteChange:
            self.dress()

    def dress(self) -> None:
        """Wear the current theme."""
        self._is_dressed = True
        theme = current_theme()
        self.plot.setBackground(theme.panel)
        self.plot.time_range.dress(theme)
        for side, label in (("left", self.unit), ("bottom", self.tr("time (s)"))):
            axis = self.plot.getAxis(side)
            axis.dress(theme)
            axis.setLabel(label, color=theme.text_hint, **{"font-size": f"{CAPTION}px"})
        self.plot.getAxis("bottom").showLabel(self._names_time)
        for style, item in self.lines:
            item.setPen(style.pen(theme))
        self._draw_lines()

    def show_low(self, *, last: bool) -> None:
        """Be a plot of little height among some above each other; `last`: the lowest, which has the times below it."""
        self._names_time = False
        self.plot.getAxis("left").apart = LOW_APART
        bottom = self.plot.getAxis("bottom")
        bottom.setHeight(NUMBERED_AXIS if last else BARE_AXIS)
        bottom.setStyle(showValues=last)
        bottom.last_unit = "s"
        bottom.showLabel(False)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        menu = QMenu(self)
        menu.addActions(self.menu.actions())
        popup_menu(menu, event.globalPos() if mouse else self.mapToGlobal(self.plot.pos()), self)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header.set_room(max((self.height() - HEIGHT - LEAST_PLOT) // ROW, 0))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        if self.hasFocus():
            paint_focus(painter, QRectF(self.header.geometry()).adjusted(4, 4, -4, -2), theme)

    def _draw_lines(self, *signal: object) -> None:
        """Draw what is in sight, with as many points as can be seen."""
        box = self.plot.getViewBox()
        (start, end), (low, high) = box.viewRange()
        columns = math.ceil(box.width())
        for (style, item), line in zip(self.lines, self._drawn, strict=False):
            t, y = line.within(start, end, columns)
            length = float(np.nansum(np.abs(np.diff(y)))) * box.height() / ((high - low) or 1.0)
            self._set_pen(style, item, is_band=length > BAND * columns)
            item.setData(t, y)  # after the pen, whose width is part of what is painted anew

    def _set_pen(self, style: LineStyle, item: pg.PlotCurveItem, *, is_band: bool) -> None:
        """Draw a line as its style says; in a band nobody sees dashes, and all that lies on itself takes long to paint."""
        pen = style.pen(current_theme())
        if is_band:
            pen.setStyle(Qt.PenStyle.SolidLine)
            pen.setWidthF(1.0)
        if item.opts["pen"] != pen:
            item.setPen(pen)

    def _show_values(self) -> None:
        if len(self._t) and math.isfinite(self._time):
            right = min(max(int(np.searchsorted(self._t, self._time, side="right")), 1), len(self._t) - 1)
            near = slice(max(right - 1, 0), right + 1)
            self.header.show_values([float(np.interp(self._time, self._t[near], one.y[near])) for one in self._drawn])
        else:
            self.header.show_values([None] * len(self.lines))

    def _fit_height(self) -> None:
        """Let the vertical axis run from 0, or the lowest value below it, to just above the highest."""
        ends = [line.ends for line in self._drawn if line.ends is not None]
        low = min([0.0, *(end[0] for end in ends)])
        high = max([0.0, *(end[1] for end in ends)])
        if high - low <= ROUNDING * self._zero:  # written as 0, and drawn so: ticks of 1e-14 mm say nothing
            low = high = 0.0
        tall = high - low or 1.0
        self._rise = high + 0.08 * tall if high > 0.0 or low == 0.0 else 0.0
        if low == high:
            self._rise = 1.0
        self.plot.setYRange(low - (0.08 * tall if low < 0.0 else 0.0), self._rise, padding=0)

    def _seek(self, t: float) -> None:
        self.seek_requested.emit(self._within(t))

    def _draw_range(self, fixed: float, moved: float) -> None:
        start, end = sorted((self._within(fixed), self._within(moved)))
        self.range_drawn.emit(start, end)

    def _within(self, t: float) -> float:
        return min(max(t, self._span[0]), self._span[1])
