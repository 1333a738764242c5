"""The patterns by which ghosts are told apart, as a small box in legends and tables."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from .paint_box import tinted

BRUSHES = {
    "plain": Qt.BrushStyle.SolidPattern,
    "stripes": Qt.BrushStyle.BDiagPattern,
    "dots": Qt.BrushStyle.Dense5Pattern,
    "checks": Qt.BrushStyle.DiagCrossPattern,
    "bars": Qt.BrushStyle.HorPattern,
}


def paint_pattern(painter: QPainter, box: QRectF, color: str, pattern: str) -> None:
    """A box in a colour #RRGGBB, pale, and with a pattern of `BRUSHES` over it."""
    ink = QColor(color)
    painter.save()
    painter.fillRect(box, tinted(color, 0.2))
    if pattern == "plain":
        painter.fillRect(box, tinted(color, 0.35))
    else:
        painter.fillRect(box, QBrush(ink, BRUSHES[pattern]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1))
    painter.drawRect(box)
    painter.restore()
