"""An arrow in the plane of the screen."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

HEAD = 9.0  # length of the head [px]
_HALF = 0.42  # of its width, as a share of its length


def paint_arrow(
    painter: QPainter, tail: QPointF, tip: QPointF, color: str, width: float = 2.2, dash: Qt.PenStyle = Qt.PenStyle.SolidLine
) -> None:
    """A line with a head at its tip; nothing where both ends are one."""
    way = tip - tail
    length = math.hypot(way.x(), way.y())
    if length < 0.5:
        return
    unit = way / length
    across = QPointF(-unit.y(), unit.x())
    head = min(HEAD, 0.6 * length)
    neck = tip - unit * head
    painter.setPen(QPen(QColor(color), width, dash, Qt.PenCapStyle.FlatCap))
    painter.drawLine(tail, neck)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawPolygon(QPolygonF([tip, neck + across * (_HALF * head), neck - across * (_HALF * head)]))
