"""The gap at which what slides floats, over the step or the speed, beside the line h μ v; both axes are of logarithms."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.simulation.friction.values import LiftSample

from ....accessibility.accessible import Accessible, Role
from ....look.paint_text import CENTER, LEFT, RIGHT, paint_math, paint_text
from ....look.style import CAPTION, current_theme
from ....look.theme import FRICTION, WARNING, Theme
from ....look.wide_widget import WideWidget
from ....text.number_text import number_text, quantity_text

HEIGHT = 200
LEFT_ROOM, BELOW, ABOVE, RIGHT_ROOM = 62, 34, 22, 14


class LiftPlot(WideWidget):
    """Points: gaps that were measured. The line: h μ v."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340, narrow=240)
        self._samples: tuple[LiftSample, ...] = ()
        self._over = "step"
        self.setAccessibleName(name)

    def show_samples(self, samples: Sequence[LiftSample], over: str) -> None:
        """Show gaps over "step" or "speed"."""
        self._samples = tuple(sample for sample in samples if sample.gap > 0.0 and sample.line > 0.0)
        self._over = over
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a picture, with its points."""
        words = [f"{quantity_text(self._x(s), self._unit())}: {quantity_text(s.gap, 'm')}" for s in self._samples]
        return Accessible(Role.Graphic, value="; ".join(words))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if len(self._samples) < 2:
            return
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(LEFT_ROOM, ABOVE, self.width() - LEFT_ROOM - RIGHT_ROOM, HEIGHT - ABOVE - BELOW)
        xs = _decades([self._x(s) for s in self._samples])
        ys = _decades([y for s in self._samples for y in (s.gap, s.line)])

        def at(x: float, y: float) -> QPointF:
            return QPointF(
                box.left() + (math.log10(x) - xs[0]) / (xs[1] - xs[0]) * box.width(),
                box.bottom() - (math.log10(y) - ys[0]) / (ys[1] - ys[0]) * box.height(),
            )

        self._paint_axes(painter, theme, box, xs, ys)
        painter.setPen(QPen(QColor(theme.text_second), 1.6))
        ends = self._samples[0], self._samples[-1]
        a, b = (at(self._x(s), s.line) for s in ends)
        painter.drawLine(a, b)
        paint_math(painter, QRectF(a.x() + 4, a.y() - 26, 60, 14), "h μ v", theme.text_second, CAPTION, 600)
        painter.setPen(QPen(QColor(theme.panel), 1.2))
        for sample in self._samples:
            painter.setBrush(QColor(FRICTION if sample.settled else WARNING))
            painter.drawEllipse(at(self._x(sample), sample.gap), 5, 5)

    def _x(self, sample: LiftSample) -> float:
        return sample.step if self._over == "step" else sample.slip

    def _unit(self) -> str:
        return "s" if self._over == "step" else "m/s"

    def _paint_axes(
        self, painter: QPainter, theme: Theme, box: QRectF, xs: tuple[int, int], ys: tuple[int, int]
    ) -> None:
        hint = theme.text_hint
        for power in range(xs[0], xs[1] + 1):
            x = box.left() + (power - xs[0]) / (xs[1] - xs[0]) * box.width()
            painter.setPen(QPen(QColor(theme.divider), 1))
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
            text = QRectF(x - 40, box.bottom() + 3, 80, 14)
            paint_text(painter, text, number_text(10.0**power, 1, 0.0), hint, CAPTION, 400, CENTER)
        for power in range(ys[0], ys[1] + 1):
            y = box.bottom() - (power - ys[0]) / (ys[1] - ys[0]) * box.height()
            painter.setPen(QPen(QColor(theme.divider), 1))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
            text = QRectF(0, y - 7, LEFT_ROOM - 6, 14)
            paint_text(painter, text, number_text(10.0**power, 1, 0.0), hint, CAPTION, 400, RIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        foot = QRectF(box.left(), box.bottom() + 18, box.width(), 14)
        name = "h (s)" if self._over == "step" else "v (m/s)"
        paint_math(painter, foot, name, hint, CAPTION, 500, CENTER)
        paint_math(painter, QRectF(0, 0, LEFT_ROOM, 12), "gap (m)", hint, CAPTION, 500, LEFT)


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """Powers of ten around all values, at least one apart."""
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = math.ceil(math.log10(max(values)) - 1e-9)
    return low, max(high, low + 1)
