"""The corner 0 ≤ φ ⟂ λ ≥ 0 with the steps of a run: where it turns there is no derivative."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..look.paint_text import LEFT, RIGHT, paint_math, paint_text
from ..look.painted_layer import PaintedLayer
from ..look.style import CAPTION, SMALL, current_theme
from ..look.theme import FORCE, VELOCITY
from ..look.wide_widget import WideWidget
from ..text.number_text import quantity_text
from .values import CornerPoints

TALL, ROOM, FOOT, TOP = 168, 64, 30, 18  # height, and what is left around the axes [px]


class GapForcePlot(WideWidget):
    """`show_*` is silent. There may be very many steps: they are painted once, and the one at hand over them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=TALL, wide=360)
        self._points: CornerPoints | None = None
        self._version = 0  # of the steps
        self._steps = PaintedLayer(self, self._paint_steps)

    def show_points(self, points: CornerPoints | None) -> None:
        """Show the steps of a run; None: there are none."""
        before, self._points = self._points, points
        if before is None or points is None or not _are_same(before, points):
            self._version += 1
        self.setVisible(points is not None)
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a chart, and where the step at hand is."""
        return Accessible(Role.Chart, self.tr("Gap and force of each step"), self._now_text())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        points = self._points
        if points is None:
            return
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._steps.show(painter, (self._version, theme.name))
        box, (far, strong) = self._box(), _ends(points)
        if points.now >= 0:
            at = self._place(box, float(points.gap[points.now]) / far, float(points.force[points.now]) / strong)
            painter.setPen(QPen(QColor(theme.panel), 1.5))
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(at, 5.5, 5.5)
        self._paint_names(painter, box, quantity_text(far, "m", 3), quantity_text(strong, "N", 3))

    def _paint_steps(self, painter: QPainter) -> None:
        """Paint the axes and all steps, those of one pixel once."""
        points, theme, box = self._points, current_theme(), self._box()
        assert points is not None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.drawLine(box.bottomLeft(), box.topLeft())
        painter.setPen(QPen(QColor(FORCE), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(box.bottomLeft(), QPointF(box.left(), box.top()))
        painter.setPen(QPen(QColor(VELOCITY), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.text_second))
        far, strong = _ends(points)
        shares = np.maximum(np.column_stack([points.gap / far, points.force / strong]), 0.0)
        size = max(1, int(box.width())), int(box.height())
        x, y = np.rint(shares * size).astype(np.int64).T
        _, chosen = np.unique(x * (size[1] + 1) + y, return_index=True)
        for place in shares[chosen].tolist():
            painter.drawEllipse(self._place(box, *place), 1.8, 1.8)

    def _box(self) -> QRectF:
        return QRectF(ROOM, TOP, self.width() - ROOM - 18, TALL - TOP - FOOT)

    def _paint_names(self, painter: QPainter, box: QRectF, far: str, strong: str) -> None:
        theme = current_theme()
        hint = theme.text_hint
        paint_math(painter, QRectF(box.left() - 8, 0, 200, TOP), "λ", theme.text_second, SMALL, 600)
        paint_math(painter, QRectF(box.right() + 5, box.bottom() - 9, 16, 18), "φ", theme.text_second, SMALL, 600)
        paint_text(painter, QRectF(0, box.top() - 7, ROOM - 6, 14), strong, hint, CAPTION, 400, RIGHT)
        paint_text(painter, QRectF(0, box.bottom() - 7, ROOM - 6, 14), "0", hint, CAPTION, 400, RIGHT)
        paint_text(painter, QRectF(box.right() - 150, box.bottom() + 4, 150, 14), far, hint, CAPTION, 400, RIGHT)
        paint_text(painter, QRectF(box.left(), box.bottom() + 4, 200, 14), self.tr("the corner: φ = λ = 0"), hint, CAPTION)
        now = QRectF(box.left() + 12, box.top(), box.width() - 12, 14)
        paint_text(painter, now, self._now_text(), theme.text, SMALL, 500, LEFT)

    def _now_text(self) -> str:
        points = self._points
        if points is None or points.now < 0:
            return ""
        gap, force = float(points.gap[points.now]), float(points.force[points.now])
        return f"{points.name}: φ = {quantity_text(gap, 'm')}, λ = {quantity_text(force, 'N')}"

    @staticmethod
    def _place(box: QRectF, x: float, y: float) -> QPointF:
        return QPointF(box.left() + max(x, 0.0) * box.width(), box.bottom() - max(y, 0.0) * box.height())


def _ends(points: CornerPoints) -> tuple[float, float]:
    """Gap and force at the ends of the axes."""
    return float(np.max(points.gap, initial=1e-6)), float(np.max(points.force, initial=1e-6))


def _are_same(a: CornerPoints, b: CornerPoints) -> bool:
    return np.array_equal(a.gap, b.gap) and np.array_equal(a.force, b.force)
