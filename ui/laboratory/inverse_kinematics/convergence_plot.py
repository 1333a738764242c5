"""The error over the iterations, on a logarithmic scale; a click brings an iteration into view."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ...look.paint_text import CENTER, RIGHT, paint_text
from ...look.style import CAPTION, current_theme
from ...look.theme import VELOCITY

HEIGHT = 132
LEFT, BELOW, ABOVE, BESIDE = 52.0, 22.0, 8.0, 8.0
LOWEST = 1e-16  # what is drawn for an error of 0


class ConvergencePlot(QWidget):
    """One dot an iteration. `step_chosen` is for the user alone."""

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._powers = np.zeros(0)
        self._goal = 0.0
        self._step = 0
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_errors(self, size: np.ndarray, tolerance: float) -> None:
        """Show errors (k,) [m] and the tolerance [m]."""
        self._powers = np.log10(np.maximum(size, LOWEST))
        self._goal = math.log10(tolerance)
        self.setAccessibleName(self.tr("Error over {n} iterations").format(n=max(len(size) - 1, 0)))
        self.update()

    def show_step(self, step: int) -> None:
        """Accent one iteration."""
        if step != self._step:
            self._step = step
            self.update()

    def place(self, step: int) -> QPointF:
        """Where the dot of an iteration is."""
        low, high = self._range()
        box = self._box()
        across = step / max(len(self._powers) - 1, 1)
        return QPointF(
            box.left() + across * box.width(), box.bottom() - (self._powers[step] - low) / (high - low) * box.height()
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(340, HEIGHT)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and len(self._powers):
            box = self._box()
            share = (event.position().x() - box.left()) / box.width()
            last = len(self._powers) - 1
            self.step_chosen.emit(min(max(round(share * last), 0), last))

    mouseMoveEvent = mousePressEvent

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not len(self._powers):
            return
        box, (low, high) = self._box(), self._range()
        apart = max(1, math.ceil((high - low) / 5))
        for power in range(int(low), int(high) + 1, apart):
            y = box.bottom() - (power - low) / (high - low) * box.height()
            painter.fillRect(QRectF(box.left(), y, box.width(), 1), QColor(theme.divider))
            paint_text(painter, QRectF(0, y - 8, LEFT - 6, 16), _ten(power), theme.text_hint, CAPTION, 400, RIGHT)
        goal = box.bottom() - (self._goal - low) / (high - low) * box.height()
        painter.setPen(QPen(QColor(theme.good), 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(box.left(), goal), QPointF(box.right(), goal))
        paint_text(
            painter,
            QRectF(box.left(), goal - 15, box.width(), 14),
            self.tr("tolerance"),
            theme.good,
            CAPTION,
            400,
            RIGHT,
        )
        dots = [self.place(k) for k in range(len(self._powers))]
        painter.setPen(QPen(QColor(VELOCITY if theme.name == "light" else theme.velocity_text), 1.8))
        painter.drawPolyline(QPolygonF(dots))
        painter.setBrush(painter.pen().color())
        for dot in dots if len(dots) <= 60 else ():
            painter.drawEllipse(dot, 1.8, 1.8)
        if self._step < len(dots):
            painter.setPen(QPen(QColor(theme.panel), 2))
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(dots[self._step], 5.5, 5.5)
        last = len(dots) - 1
        for step in sorted({0, last // 2, last}):
            left = min(self.place(step).x() - 20, self.width() - 40)
            paint_text(
                painter, QRectF(left, box.bottom() + 3, 40, 16), str(step), theme.text_hint, CAPTION, 400, CENTER
            )

    def _range(self) -> tuple[float, float]:
        low = math.floor(min(float(self._powers.min()), self._goal))
        return float(low), float(max(math.ceil(max(float(self._powers.max()), self._goal)), low + 1))

    def _box(self) -> QRectF:
        return QRectF(LEFT, ABOVE, max(self.width() - LEFT - BESIDE, 1.0), HEIGHT - ABOVE - BELOW)


def _ten(power: int) -> str:
    """A power of ten of metres, as a length people know."""
    for unit, step in (("m", 0), ("mm", -3), ("µm", -6), ("nm", -9), ("pm", -12)):
        if power >= step - 1:
            return f"{10.0 ** (power - step):g} {unit}"
    return f"1e−{-power} m"
