"""Boxes painted by hand: rounded fills with a line around them, and the ring of the keyboard's focus."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from .theme import Theme


def tinted(color: str, opacity: float) -> QColor:
    """A colour with an opacity, 0 to 1."""
    result = QColor(color)
    result.setAlphaF(opacity)
    return result


def paint_box(
    painter: QPainter,
    rect: QRectF,
    fill: QColor | str | None,
    line: QColor | str | None = None,
    radius: float = 6.0,
    width: float = 1.0,
) -> None:
    """A rounded box; its line lies inside `rect`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(line), width) if line else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
    inset = width / 2 if line else 0.0
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)


def paint_focus(painter: QPainter, rect: QRectF, theme: Theme, radius: float = 6.0) -> None:
    """The ring around what has the keyboard."""
    paint_box(painter, rect, None, theme.accent, radius, 2.0)
