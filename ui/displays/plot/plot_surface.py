"""Where the lines of a plot are drawn: its axes, and what the mouse does there."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...look.paint_text import CENTER, paint_text
from ...look.painted_layer import PaintedLayer
from ...look.style import CAPTION, SMALL, current_theme, ui_font
from ...look.theme import Theme
from ...text.number_text import as_shown
from .plot_margins import ABOVE, BELOW, BOTTOM_AXIS, LEFT, LEFT_AXIS, RIGHT, RIGHT_AXIS
from .plot_range import NEAR, PlotRange
from .round_scale import nice_step

TIGHT = 0.7  # of that, where there would be fewer than two ticks
APART, LOW_APART = 26, 15  # from tick to tick of a vertical axis, and where the plot has little height [px]


class PlotSurface(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Left button: the cursor. Middle: pan. Wheel: closer. Right: the pane's menu.

    Where ranges are drawn, Shift and the left button draw one, and the left button takes an edge of the one that is there.
    The cursor is drawn over a kept picture of all else.
    """

    pressed = Signal(float)
    range_drawn = Signal(float, float)  # the end that stays, and the one that moves [s]

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            parent, axisItems={"left": PlotAxis("left", APART), "bottom": PlotAxis("bottom", 42)}, enableMenu=False
        )
        self.cursor = math.nan  # [s]
        self._moved = QRegion()  # where it was, or is, and was not painted
        self._changes = 0  # of all else
        self._kept = PaintedLayer(self.viewport(), self._paint_all_else)
        self.scene().changed.connect(self._note_change)
        self._empty = True
        self._fixed: float | None = None  # the end of a range that stays while the other is dragged
        self.draws_ranges = False
        self.time_range = PlotRange()
        self.addItem(self.time_range, ignoreBounds=True)
        self.hideButtons()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMenuEnabled(False)
        box = self.getViewBox()
        box.setMouseEnabled(x=True, y=False)
        box.disableAutoRange()
        box.setRange(xRange=(0.0, 1.0), yRange=(0.0, 1.0), padding=0)
        for side in ("left", "bottom"):
            self.getAxis(side).setZValue(-10)  # its lines lie behind the data
        self.getAxis("left").setWidth(LEFT_AXIS)
        self.getAxis("bottom").setHeight(BOTTOM_AXIS)
        self.getPlotItem().setContentsMargins(LEFT, ABOVE, RIGHT, BELOW)

    def add_right_axis(self) -> PlotAxis:
        """An axis of another unit at the right, without lines across the plot; hidden at first."""
        axis = PlotAxis("right", APART, across=False)
        axis.setZValue(-10)
        axis.setWidth(RIGHT_AXIS)
        self.setAxisItems({"right": axis})
        axis.hide()
        return axis

    def show_empty(self, empty: bool) -> None:
        """Say that there is nothing to see, or no longer."""
        if empty != self._empty:
            self._empty = empty
            self.viewport().update()

    def show_cursor(self, t: float) -> None:
        """Draw a line at this time [s], if it is in sight; NaN: nowhere."""
        before, self.cursor = self._cursor_line(), t
        self._moved += QRegion(before) + QRegion(self._cursor_line())
        self.viewport().update(self._moved)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not event.region().subtracted(self._moved).isEmpty():
            self._note_change()
        self._moved = QRegion()
        painter = QPainter(self.viewport())
        self._kept.show(painter, self._changes)
        painter.fillRect(self._cursor_line(), QColor(current_theme().accent))

    def _note_change(self, *_: object) -> None:
        self._changes += 1

    def _paint_all_else(self, painter: QPainter) -> None:
        self.render(painter, QRectF(self.viewport().rect()), self.viewport().rect())

    def _cursor_line(self) -> QRect:
        box = self.getViewBox()
        start, end = box.viewRange()[0]
        if not start <= self.cursor <= end:
            return QRect()
        area = self.viewportTransform().mapRect(box.sceneBoundingRect())
        place = area.left() + area.width() * (self.cursor - start) / ((end - start) or 1.0)
        return QRect(round(place) - 1, round(area.top()), 2, round(area.height()))

    @override
    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        if self._empty:
            painter.save()
            painter.resetTransform()
            box = QRectF(self.viewport().rect()).adjusted(LEFT_AXIS, 0, 0, -BOTTOM_AXIS)
            paint_text(painter, box, self.tr("Nothing yet"), current_theme().text_hint, SMALL, 400, CENTER)
            painter.restore()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._fixed = self._other_end(event)
            self._drag(event)
        elif event.button() == Qt.MouseButton.MiddleButton:
            super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(event)
        elif event.buttons() & Qt.MouseButton.MiddleButton:
            super().mouseMoveEvent(event)
        elif self.draws_ranges:
            near = self._other_end(event) is not None
            self.viewport().setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._fixed = None
        if event.button() == Qt.MouseButton.MiddleButton:
            super().mouseReleaseEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        """Leave the menu to the pane, also where the event comes by way of the viewport."""
        if event.type() == QEvent.Type.ContextMenu:
            event.ignore()
            return False
        return super().viewportEvent(event)

    def _drag(self, event: QMouseEvent) -> None:
        if self._fixed is None:
            self.pressed.emit(self._time_at(event))
        else:
            self.range_drawn.emit(self._fixed, self._time_at(event))

    def _other_end(self, event: QMouseEvent) -> float | None:
        """The end of a range that stays if the mouse draws from here; None: it draws none."""
        if not self.draws_ranges:
            return None
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return self._time_at(event)
        if self.time_range.ends is None:
            return None
        start, end = self.time_range.ends
        near = NEAR * float(self.getViewBox().viewPixelSize()[0])
        apart, _, other = min((abs(self._time_at(event) - x), x, y) for x, y in ((start, end), (end, start)))
        return other if apart <= near else None

    def _time_at(self, event: QMouseEvent) -> float:
        place = self.mapToScene(event.position().toPoint())
        return float(self.getViewBox().mapSceneToView(place).x())


class PlotAxis(pg.AxisItem):  # type: ignore[misc]
    """Ticks of one level, their lines across the plot, numbers as the rest of the window writes them."""

    def __init__(self, side: str, apart: int, across: bool = True) -> None:
        super().__init__(side)
        self.apart = apart  # [px], at least, from tick to tick
        self.last_unit = ""  # behind the last number, where the axis has no name of its own
        self.enableAutoSIPrefix(False)
        self.setGrid(255 if across else False)
        self.label.setFont(ui_font(CAPTION))
        self.setStyle(tickFont=ui_font(CAPTION), maxTickLevel=0, maxTextLevel=0, tickTextOffset=5)

    def dress(self, theme: Theme) -> None:
        """Take line and text colours from a theme."""
        self.setPen(pg.mkPen(theme.border))
        self.setTickPen(pg.mkPen(theme.divider))
        self.setTextPen(pg.mkPen(theme.text_hint))

    @override
    def boundingRect(self) -> QRectF:
        return super().boundingRect().adjusted(-14, -10, 14, 10)

    @override
    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        usual = max(1, int(size / self.apart))
        for count in range(usual, max(usual, int(size / (TIGHT * self.apart))) + 1):
            step = nice_step(high - low, count)
            if math.floor(high / step) > math.ceil(low / step):  # two at least: one alone gives no scale
                break
        return [(step, 0.0)]

    @override
    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        places = max(0, math.ceil(-math.log10(spacing * scale) - 1e-9))
        plain = (1e4, 3) if self.orientation in ("left", "right") else (1e5, 5)  # beside it a long one would lie over the unit
        texts = [_tick_text(value * scale, places, *plain) for value in values]
        low, high = self.range
        inside = [k for k, value in enumerate(values) if value <= high - 0.04 * (high - low)]  # at the edge it is cut
        if self.last_unit and inside:
            texts[inside[-1]] += f" {self.last_unit}"
        return texts


def _tick_text(value: float, places: int, large: float, most_places: int) -> str:
    """A number as it is written out; with an exponent if it is as large as that, or has more places than those."""
    if abs(value) >= large or places > most_places:
        mantissa, exponent = f"{value:.3e}".split("e")
        return as_shown(f"{float(mantissa):g}e{int(exponent)}") if value else "0"
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else as_shown(text)
