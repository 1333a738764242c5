"""The fixed parts of the overlay, painted with QPainter: the triad in the corner and the hint."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ...look.paint_box import tinted
from ...look.paint_text import text_width
from ...look.style import ui_font
from ...look.theme import AXES, Theme
from ..camera import Camera

MARGIN = 12.0
RADIUS = 8.0
OPACITY = 0.93
TRIAD = 72.0
AXIS_NAMES = ("x", "y", "z")


def paint_card(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The background of what lies on the picture."""
    painter.setPen(QPen(tinted(theme.border, 0.75), 1))
    painter.setBrush(tinted(theme.panel, OPACITY))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)


def paint_text(painter: QPainter, x: float, middle: float, text: str, color: str, size: int, weight: int = 400) -> float:
    """Text whose line has its middle at a height; returns where it ends."""
    painter.setFont(ui_font(size, weight))
    painter.setPen(QColor(color))
    painter.drawText(QPointF(x, round(middle + 0.36 * size)), text)
    return x + text_width(text, size, weight)


def triad_rect(height: float) -> QRectF:
    """Where the triad is: bottom left."""
    return QRectF(MARGIN, height - MARGIN - TRIAD, TRIAD, TRIAD)


def paint_triad(painter: QPainter, rect: QRectF, camera: Camera, theme: Theme) -> None:
    """The world's axes as the camera sees them, the nearest last."""
    paint_card(painter, rect, theme)
    middle, length = rect.center() + QPointF(0, 2), 0.28 * rect.width()
    axes = camera.axes  # column i: the world's axis i in the camera's axes
    for i in np.argsort(axes[2]):
        across, up, towards = axes[:, i]
        tip = QPointF(middle.x() + length * across, middle.y() - length * up)
        color = QColor(AXES[i])
        painter.setPen(QPen(color, 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(middle, tip)
        name = AXIS_NAMES[i]
        reach = length + 8.0
        at = QPointF(middle.x() + reach * across, middle.y() - reach * up)
        if abs(across) + abs(up) < 0.25:  # it points at the eye: beside the line, not on it
            at = QPointF(middle.x() + 9.0, middle.y() - 9.0)
        paint_text(painter, at.x() - text_width(name, 12, 600) / 2, at.y(), name, theme.text, 12, 600)


def hint_size(text: str) -> tuple[float, float]:
    """Width and height of the hint line; 0, 0 without text."""
    if not text:
        return 0.0, 0.0
    return sum(_span_width(span, key) for span, key in _spans(text)) + 26.0, 32.0


def paint_hint(painter: QPainter, rect: QRectF, text: str, theme: Theme) -> None:
    """A line of text in which `words in back quotes` are drawn as keys."""
    paint_card(painter, rect, theme)
    x = rect.left() + 13.0
    for span, key in _spans(text):
        if key:
            cap = QRectF(x + 2, rect.center().y() - 9.5, text_width(span, 11, 500) + 14, 19)
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            paint_text(painter, cap.left() + 7, cap.center().y(), span, theme.text, 11, 500)
        else:
            paint_text(painter, x, rect.center().y(), span, theme.text_second, 13)
        x += _span_width(span, key)


def _spans(text: str) -> list[tuple[str, bool]]:
    return [(span, i % 2 == 1) for i, span in enumerate(text.split("`")) if span]


def _span_width(span: str, key: bool) -> float:
    return text_width(span, 11, 500) + 18 if key else text_width(span, 13)
