"""Errors over steps on logarithmic axes, the line fitted through them, and a triangle of its slope."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from torseur.sim.simulation.inspection.comparing.values import ConvergenceOrder

from ..accessibility.accessible import Accessible, Role
from ..look.paint_text import CENTER, LEFT, RIGHT, elided, paint_text, text_width
from ..look.style import CAPTION, SMALL, TEXT, current_theme
from ..look.theme import FORCE
from ..text.number_text import number_text, scientific_text

AXIS, FOOT, HEAD, RIM = 58, 34, 34, 20  # left, below, above, right of the axes [px]
Place = Callable[[float, float], QPointF]  # of a step [s] and an error
LOWEST = 1e-18  # drawn for an error of 0
MOST_DECADES = 6  # names of the vertical axis


class OrderPlot(QWidget):
    """`show_*` is silent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: ConvergenceOrder | None = None
        self._other: ConvergenceOrder | None = None  # of the scheme as the lecture writes it
        self._what, self._unit, self._hint, self._chosen = "", "", "", math.nan
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(220, 120)

    @property
    def found(self) -> ConvergenceOrder | None:
        """What is drawn; None: nothing yet."""
        return self._found

    def show_order(
        self, found: ConvergenceOrder | None, what: str, unit: str, chosen: float, other: ConvergenceOrder | None = None
    ) -> None:
        """Draw errors in `unit`; `chosen`: the step [s] that stands out, NaN: none; `other`: with the lecture's positions."""
        self._found, self._what, self._unit, self._chosen, self._other = found, what, unit, chosen, other
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a chart, its slope, and its points."""
        found = self._found
        if found is None:
            return Accessible(Role.Chart, self.tr("Order of convergence"))
        pairs = zip(found.steps.tolist(), found.errors.tolist(), strict=True)
        points = "; ".join(f"{number_text(1e3 * h)} ms {number_text(e)} {self._unit}" for h, e in pairs)
        return Accessible(Role.Chart, self.tr("Order of convergence"), f"{self._slope_text(found)}: {points}")

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, 230)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        title = elided(self.tr("Order of convergence"), self.width() - 112, TEXT, 600)
        end = 12 + text_width(title, TEXT, 600)
        paint_text(painter, QRectF(12, 2, 300, 30), title, theme.text, TEXT, 600)
        room = self.width() - end - 8 - 96
        if room > 60:
            paint_text(painter, QRectF(end + 8, 2, room, 30), elided(self._what, room, SMALL), theme.text_hint, SMALL)
        found = self._found
        if found is None or not len(found.steps):
            paint_text(
                painter, QRectF(self.rect()), self.tr("Errors over steps, once compared"), theme.text_hint, SMALL, 400, CENTER
            )
            return
        paint_text(painter, QRectF(self.width() - 92, 2, 80, 30), self._slope_text(found), theme.text, SMALL, 600, RIGHT)
        box = QRectF(AXIS, HEAD, self.width() - AXIS - RIM, self.height() - HEAD - FOOT)
        curves = [one for one in (found, self._other) if one is not None and len(one.steps)]
        x_ends = _ends(np.concatenate([np.log10(one.steps) + 3.0 for one in curves]), 0.08)
        shown = np.log10(np.concatenate([_drawn(one) for one in curves]))
        has_floor = found.floor >= 1e-2 * min(float(_drawn(one).min()) for one in curves)
        if has_floor:
            shown = np.append(shown, np.log10(found.floor))
        y_ends = _ends(shown, 0.12, 0.3 if self._other is not None else 0.12)

        def place(h: float, e: float) -> QPointF:
            x = (math.log10(h) + 3.0 - x_ends[0]) / (x_ends[1] - x_ends[0])
            y = (math.log10(max(e, LOWEST)) - y_ends[0]) / (y_ends[1] - y_ends[0])
            return QPointF(box.left() + x * box.width(), box.bottom() - y * box.height())

        self._paint_axes(painter, box, x_ends, y_ends)
        painter.setClipRect(box.adjusted(-6, -6, 6, 6))
        if has_floor:
            y = place(float(found.steps[0]), found.floor).y()
            painter.setPen(QPen(QColor(theme.good), 1.2, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
            paint_text(
                painter,
                QRectF(box.left() + 4, y - 16, 220, 14),
                self.tr("the reference is known to this"),
                theme.text_hint,
                CAPTION,
            )
        for one in curves:
            self._paint_curve(painter, one, place, theme.accent if one is found else FORCE, dashed=one is not found)
        painter.setClipping(False)
        sloped = next((one for one in curves if math.isfinite(one.order)), None)
        if sloped is not None:
            self._paint_triangle(painter, box, sloped, place)
        if self._other is not None and len(self._other.steps):
            words = self.tr("- - -  θ = 1, as the lecture writes it: {slope}").format(slope=self._slope_text(self._other))
            paint_text(painter, QRectF(box.left() + 6, box.top(), box.width(), 14), words, theme.force_text, CAPTION, 500)

    def _paint_curve(self, painter: QPainter, one: ConvergenceOrder, place: Place, color: str, *, dashed: bool) -> None:
        theme = current_theme()
        if math.isfinite(one.order):
            painter.setPen(QPen(QColor(theme.text_hint), 1.2, Qt.PenStyle.DotLine))
            painter.drawLine(*(place(float(h), one.factor * float(h) ** one.order) for h in (one.steps[0], one.steps[-1])))
        painter.setPen(QPen(QColor(color), 1.8, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        points = [place(h, e) for h, e in zip(one.steps.tolist(), _drawn(one).tolist(), strict=True)]
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(QPen(QColor(color), 1.8))
        for h, point in zip(one.steps.tolist(), points, strict=True):
            is_chosen = not dashed and math.isclose(h, self._chosen, rel_tol=1e-9)
            side = 5.0 if is_chosen else 3.4
            painter.setBrush(QColor(color if is_chosen else theme.panel))
            if dashed:
                painter.drawRect(QRectF(point.x() - 3, point.y() - 3, 6, 6))
            else:
                painter.drawEllipse(point, side, side)

    def _paint_axes(self, painter: QPainter, box: QRectF, x_ends: tuple[float, float], y_ends: tuple[float, float]) -> None:
        theme = current_theme()
        apart = max(1, math.ceil((y_ends[1] - y_ends[0]) / min(MOST_DECADES, max(1.0, box.height() / 22))))
        for power in range(math.ceil(y_ends[0]), math.floor(y_ends[1]) + 1):
            y = box.bottom() - (power - y_ends[0]) / (y_ends[1] - y_ends[0]) * box.height()
            if power % apart == 0:
                painter.fillRect(QRectF(box.left(), y, box.width(), 1), QColor(theme.divider))
                paint_text(
                    painter,
                    QRectF(0, y - 7, AXIS - 6, 14),
                    scientific_text(10.0**power, 1),
                    theme.text_hint,
                    CAPTION,
                    400,
                    RIGHT,
                )
        free = 0.0  # to the right of the last number
        for power in range(math.floor(x_ends[0]), math.ceil(x_ends[1]) + 1):
            for digit in (1, 2, 5):
                at = power + math.log10(digit)
                if not x_ends[0] <= at <= x_ends[1]:
                    continue
                x = box.left() + (at - x_ends[0]) / (x_ends[1] - x_ends[0]) * box.width()
                painter.fillRect(QRectF(x, box.top(), 1, box.height()), QColor(theme.divider))
                text = number_text(digit * 10.0**power, 2)
                half = text_width(text, CAPTION) / 2
                if x - half < free:
                    continue
                free = x + half + 4
                paint_text(painter, QRectF(x - 30, box.bottom() + 2, 60, 14), text, theme.text_hint, CAPTION, 400, CENTER)
        foot = QRectF(box.left(), box.bottom() + 16, box.width(), 16)
        paint_text(painter, foot, self.tr("step h (ms)"), theme.text_hint, CAPTION, 400, CENTER)
        paint_text(painter, QRectF(4, box.top() - 2, AXIS - 8, 14), self._unit, theme.text_hint, CAPTION, 500, LEFT)

    def _paint_triangle(self, painter: QPainter, box: QRectF, found: ConvergenceOrder, place: Place) -> None:
        """Below the middle of the line: one decade's share to the right, the slope as often upwards."""
        theme = current_theme()
        middle = math.sqrt(float(found.steps[0]) * float(found.steps[-1]))
        left, right = middle / 1.6, middle * 1.6
        lower, upper = (place(h, found.factor * h**found.order) for h in (left, right))
        down = min(26.0, box.bottom() - max(lower.y(), upper.y()) - 4)
        if down < 8 or abs(lower.y() - upper.y()) < 5:
            return
        corners = [
            QPointF(lower.x(), lower.y() + down),
            QPointF(upper.x(), lower.y() + down),
            QPointF(upper.x(), upper.y() + down),
        ]
        painter.setPen(QPen(QColor(theme.text_second), 1.2))
        painter.setBrush(QColor(theme.track))
        painter.drawPolygon(QPolygonF(corners))
        below = QRectF(corners[0].x(), corners[0].y() + 1, corners[1].x() - corners[0].x(), 13)
        paint_text(painter, below, "1", theme.text_second, CAPTION, 500, CENTER)
        beside = QRectF(corners[1].x() + 4, (corners[1].y() + corners[2].y()) / 2 - 7, 50, 14)
        paint_text(painter, beside, number_text(found.order, 3), theme.text_second, CAPTION, 500, LEFT)

    def _slope_text(self, found: ConvergenceOrder) -> str:
        if not math.isfinite(found.order):
            return self.tr("no slope")
        return self.tr("slope {order}").format(order=number_text(found.order, 3))


def _drawn(found: ConvergenceOrder) -> np.ndarray:
    return np.maximum(np.nan_to_num(found.errors, nan=LOWEST), LOWEST)


def _ends(powers: np.ndarray, below: float, above: float | None = None) -> tuple[float, float]:
    """From the lowest to the highest, with these shares of it more."""
    low, high = float(powers.min()), float(powers.max())
    span = max(high - low, 1.0)
    return low - below * span, high + (below if above is None else above) * span
