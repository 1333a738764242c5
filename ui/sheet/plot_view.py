"""A plot as a block: linear, logarithmic and polar axes, curves, points and marks."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..look.math_notation import plain_math
from ..look.paint_text import CENTER, LEFT, RIGHT, paint_math, paint_text
from ..look.style import CAPTION, current_theme
from ..look.wide_widget import WideWidget
from ..text.number_text import as_shown, number_text
from .block_view import BlockView, shows
from .blocks import Plot, PlotCurve, PlotScale
from .plot_scale import AxisScale, plot_scales

SIDE, ABOVE, BELOW, RIGHT_EDGE = 58, 16, 24, 20  # around the curves [px]
LINE = 14  # of writing [px]
NEAR = 20.0  # a point of a curve is from the pointer [px]
POINT = 4.2  # its radius [px]
RINGS, SPOKES = (0.5, 1.0), 8  # of a polar plot


class PlotWidget(WideWidget):
    """Shows a `Plot`. Signals are for the user alone."""

    sought = Signal(float)  # the x that was pressed or dragged to
    picked = Signal(int, int)  # the curve and the place in it of a point that was pressed
    picked_too = Signal(int, int)  # the same with Ctrl

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, height=150, wide=340, narrow=220)
        self.plot = Plot("")

    def show_plot(self, plot: Plot) -> None:
        """Show another."""
        self.plot = plot
        self.setFixedHeight(plot.height)
        self.setAccessibleName(plot.name)
        self.setCursor(Qt.CursorShape.PointingHandCursor if plot.seeks or plot.picks else Qt.CursorShape.ArrowCursor)
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a chart, each curve with its ends."""
        ends = [
            f"{plain_math(one.name)}: {number_text(float(one.y[0]))} … {number_text(float(one.y[-1]))} {self.plot.y.unit}"
            for one in self.plot.curves
            if len(one.y) and one.name
        ]
        return Accessible(Role.Chart, self.plot.name, "; ".join(ends))

    def scales(self) -> tuple[AxisScale, AxisScale]:
        """Of both axes."""
        return plot_scales(self.plot, self._box().getCoords())  # type: ignore[arg-type]  # four numbers

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        near = self._nearest(event.position()) if self.plot.picks else None
        if near is not None:
            too = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            (self.picked_too if too else self.picked).emit(*near)
        else:
            self._seek(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(event)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.text_near(QPointF(event.pos())), self)
            return True
        return super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.plot.curves:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.plot.x.kind == "angle":
            self._paint_rings(painter)
        else:
            self._paint_axes(painter)
        for curve in self.plot.curves:
            if curve.kind == "points":
                _paint_points(painter, curve, self.places(curve))
            else:
                for places in self._stretches(curve):
                    _paint_line(painter, curve, places)
        self._paint_marks(painter)

    def places(self, curve: PlotCurve) -> list[QPointF]:
        """Where the points of a curve are in the widget; those that are nowhere, as NaN, are left out."""
        return [place for stretch in self._stretches(curve) for place in stretch]

    def _stretches(self, curve: PlotCurve) -> list[list[QPointF]]:
        """The same, in lists of those with none left out between them."""
        if self.plot.x.kind == "angle":
            radii = self._radius() / self._farthest() * curve.y
            middle = self._middle()
            xs, ys = middle.x() + radii * np.cos(curve.x), middle.y() - radii * np.sin(curve.x)
        else:
            x, y = self.scales()
            xs, ys = x.places(curve.x), y.places(curve.y)
        there = np.flatnonzero(np.isfinite(xs) & np.isfinite(ys))
        stretches = np.split(there, np.flatnonzero(np.diff(there) > 1) + 1)
        return [[QPointF(a, b) for a, b in zip(xs[one].tolist(), ys[one].tolist(), strict=True)] for one in stretches]

    def text_near(self, at: QPointF) -> str:
        """Name and numbers of the point of a curve that is nearest to a place; empty: none is near."""
        near = self._nearest(at)
        if near is None:
            return ""
        curve = self.plot.curves[near[0]]
        x, y = float(curve.x[near[1]]), float(curve.y[near[1]])
        at_x = f"{axis_text(x, self.plot.x)} {self.plot.x.unit}"
        return f"{plain_math(curve.name)}\n{at_x}: {number_text(y, 5)} {self.plot.y.unit}".strip()

    def _nearest(self, at: QPointF) -> tuple[int, int] | None:
        """The curve and the place in it of the point that is nearest; None: none is near."""
        found, least = None, NEAR
        for k, curve in enumerate(self.plot.curves):
            there = np.flatnonzero(np.isfinite(curve.x) & np.isfinite(curve.y))
            for i, place in zip(there.tolist(), self.places(curve), strict=False):
                away = math.hypot(place.x() - at.x(), place.y() - at.y())
                if away < least:
                    found, least = (k, i), away
        return found

    def _box(self) -> QRectF:
        """Where the curves are."""
        return QRectF(SIDE, ABOVE, self.width() - SIDE - RIGHT_EDGE, self.height() - ABOVE - BELOW)

    def _paint_axes(self, painter: QPainter) -> None:
        theme, box, (x, y) = current_theme(), self._box(), self.scales()
        factor, unit = _prefix(self.plot.y, y)
        painter.setPen(QPen(QColor(theme.divider), 1))
        painter.drawLine(box.topLeft(), box.bottomLeft())
        if x.log:
            for at in x.places(np.array(x.ticks())).tolist():
                painter.drawLine(QPointF(at, box.top()), QPointF(at, box.bottom()))
        free = math.inf
        for value in y.ticks():
            at = y.place(value)
            painter.setPen(QPen(QColor(theme.divider), 1))
            painter.drawLine(QPointF(box.left(), at), QPointF(box.right(), at))
            if abs(at - free) >= LINE:
                room = QRectF(0, at - LINE / 2, SIDE - 6, LINE)
                paint_math(painter, room, axis_text(value * factor, self.plot.y), theme.text_hint, CAPTION, 400, RIGHT)
                free = at
        above = QRectF(box.left(), 0, box.width(), LINE)
        paint_math(painter, above, f"{self.plot.y.label}  {unit}".strip(), theme.text_second, CAPTION, 500, RIGHT)
        foot = QRectF(box.left(), box.bottom() + 6, box.width(), LINE)
        for end, side in () if self.plot.x.bare else zip(x.ends, (LEFT, RIGHT), strict=True):
            text = f"{axis_text(end, self.plot.x)} {self.plot.x.unit}"
            paint_text(painter, foot, text, theme.text_hint, CAPTION, 400, side)
        paint_math(painter, foot, self.plot.x.label, theme.text_second, CAPTION, 500, CENTER)

    def _paint_marks(self, painter: QPainter) -> None:
        if self.plot.x.kind == "angle":
            for mark in self.plot.marks:
                painter.setPen(QPen(_ink(mark.color), 1.6))
                painter.drawLine(self._middle(), self._rim(mark.at))
            return
        box, (x, y) = self._box(), self.scales()
        for mark in self.plot.marks:
            painter.setPen(QPen(_ink(mark.color), 1.4))
            if mark.along == "y":
                at = y.place(mark.at)
                painter.drawLine(QPointF(box.left(), at), QPointF(box.right(), at))
                room = QRectF(box.left(), at - LINE - 1, box.width(), LINE)
                paint_math(painter, room, mark.text, _ink(mark.color).name(), CAPTION, 400, RIGHT)
            else:
                at = x.place(mark.at)
                painter.drawLine(QPointF(at, box.top()), QPointF(at, box.bottom()))
                edge = 0 if self.plot.x.bare else 90
                middle = min(max(at, box.left() + edge), box.right() - edge)
                room = QRectF(middle - 40, box.bottom() + 6, 80, LINE)
                paint_math(painter, room, mark.text, _ink(mark.color).name(), CAPTION, 600, CENTER)

    def _paint_rings(self, painter: QPainter) -> None:
        theme, middle, radius = current_theme(), self._middle(), self._radius()
        painter.setPen(QPen(QColor(theme.divider), 1))
        for share in RINGS:
            painter.drawEllipse(middle, share * radius, share * radius)
        for k in range(SPOKES):
            painter.drawLine(middle, self._rim(k * math.tau / SPOKES))
        text = f"{number_text(self._farthest())} {self.plot.y.unit}"
        paint_text(painter, QRectF(middle.x() + 4, middle.y() - radius, 120, LINE), text, theme.text_hint, CAPTION)

    def _middle(self) -> QPointF:
        return QPointF(self.width() / 2, self.height() / 2)

    def _radius(self) -> float:
        return min(self.width(), self.height()) / 2 - LINE

    def _farthest(self) -> float:
        """The value on the outer ring of a polar plot."""
        if self.plot.y.ends is not None:
            return self.plot.y.ends[1]
        return max(float(np.nanmax(np.abs(one.y), initial=0.0)) for one in self.plot.curves) or 1.0

    def _rim(self, angle: float) -> QPointF:
        """A place on the outer ring, anticlockwise from the right."""
        middle, radius = self._middle(), self._radius()
        return QPointF(middle.x() + radius * math.cos(angle), middle.y() - radius * math.sin(angle))

    def _seek(self, event: QMouseEvent) -> None:
        if self.plot.seeks and self.plot.curves:
            self.sought.emit(self.scales()[0].value_at(event.position().x()))
        else:
            event.ignore()


def _paint_points(painter: QPainter, curve: PlotCurve, places: list[QPointF]) -> None:
    painter.setPen(QPen(QColor(current_theme().panel), 1.2))
    painter.setBrush(_ink(curve.color))
    for place in reversed(places):
        painter.drawEllipse(place, POINT, POINT)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    free = -math.inf
    for place, name in sorted(zip(places, curve.names, strict=False), key=lambda named: named[0].x()):
        if place.x() > free:
            room = QRectF(place.x() + 6, place.y() - LINE - 2, 20, LINE)
            paint_text(painter, room, name, current_theme().text_second, CAPTION, 600)
            free = place.x() + LINE


def _paint_line(painter: QPainter, curve: PlotCurve, places: list[QPointF]) -> None:
    if curve.kind == "steps":
        corners = [QPointF(after.x(), before.y()) for before, after in zip(places, places[1:], strict=False)]
        places = [one for pair in zip(places, corners, strict=False) for one in pair] + places[-1:]
    pen = QPen(_ink(curve.color), 1.8)
    pen.setStyle(Qt.PenStyle.DashLine if curve.kind == "dashed" else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.drawPolyline(QPolygonF(places))


def _ink(name: str) -> QColor:
    return QColor(name if name.startswith("#") else getattr(current_theme(), name))


def _prefix(axis: PlotScale, scale: AxisScale) -> tuple[float, str]:
    """Lengths and times that are small are written in milli- or micro-units: by how much they are multiplied, and the unit."""
    span = abs(scale.ends[1] - scale.ends[0])
    if axis.unit not in ("m", "s") or scale.log or span >= 0.1:
        return 1.0, axis.unit
    return (1e6, f"µ{axis.unit}") if span < 1e-4 else (1e3, f"m{axis.unit}")


def axis_text(value: float, axis: PlotScale) -> str:
    """A number as an axis has it."""
    if axis.kind == "log" and value > 0.0:
        power = round(math.log10(value))
        return number_text(value, 2, 0.0) if abs(value - 10.0**power) > 1e-9 * value else f"1e{power}"
    if axis.decimals is not None:
        return as_shown(f"{value:.{axis.decimals}f}")
    return number_text(value, 6 if axis.unit == "s" else 3)


@shows(Plot)
class PlotView(BlockView):
    """The widget of a plot."""

    inset = False

    @override
    def make(self, block: Plot, parent: QWidget) -> QWidget:
        widget = PlotWidget(parent)
        widget.sought.connect(lambda x: self.emit("seek", x))
        widget.picked.connect(lambda curve, k: self.emit("picked", (curve, k)))
        widget.picked_too.connect(lambda curve, k: self.emit("picked_too", (curve, k)))
        return widget

    @override
    def takes_room(self, block: Plot) -> bool:
        return bool(block.curves)

    @override
    def show(self, block: Plot) -> None:
        self.widget.show_plot(block)
