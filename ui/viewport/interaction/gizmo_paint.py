"""Painting a pose gizmo over the scene, so that the robot never hides it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ...look.paint_box import tinted
from ...look.paint_text import CENTER as MIDDLE
from ...look.paint_text import paint_text
from ...look.theme import AXES as COLORS
from ...look.theme import SELECTION, Theme
from .gizmo_shape import AXES, CENTER, FROM, KNOB, RINGS, GizmoShape

Array = np.ndarray
HEAD = 12.0  # [screen unit] of an arrow
BESIDE = 11.0  # of a letter from the tip


def paint_gizmo(painter: QPainter, shape: GizmoShape, highlighted: str, dragging: bool, theme: Theme) -> None:
    """Paint it; `highlighted` is the handle under the pointer, or the one that is dragged: the others are then pale."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for k in range(3) if shape.rotates else ():
        _paint_ring(painter, shape, k, _strength(RINGS[k], highlighted, dragging), RINGS[k] == highlighted, theme)
    for k in sorted(range(3), key=lambda k: bool(AXES[k] == highlighted)):
        if shape.usable[k]:
            _paint_arrow(painter, shape, k, _strength(AXES[k], highlighted, dragging), AXES[k] == highlighted, theme)
    painter.setPen(QPen(QColor(theme.panel), 1.5))
    painter.setBrush(
        QColor(SELECTION) if highlighted == CENTER else tinted(theme.text, 0.8 * _strength(CENTER, highlighted, dragging))
    )
    painter.drawEllipse(QPointF(*shape.middle), KNOB, KNOB)


def _strength(name: str, highlighted: str, dragging: bool) -> float:
    return 0.3 if dragging and name != highlighted else 1.0


def _paint_ring(painter: QPainter, shape: GizmoShape, k: int, strength: float, highlighted: bool, theme: Theme) -> None:
    points, front = shape.rings[k], shape.front[k]
    _paint_line(painter, points, COLORS[k], 1.2, 0.35 * strength)
    for run in _runs(front):
        if highlighted:
            _paint_line(painter, points[run], theme.panel, 7.0, 0.8)
            _paint_line(painter, points[run], SELECTION, 5.0, 1.0)
        _paint_line(painter, points[run], COLORS[k], 2.6, 0.95 * strength)


def _paint_arrow(painter: QPainter, shape: GizmoShape, k: int, strength: float, highlighted: bool, theme: Theme) -> None:
    along = (shape.tips[k] - shape.middle) / np.hypot(*(shape.tips[k] - shape.middle))
    begin, neck = shape.middle + FROM * along, shape.tips[k] - HEAD * along
    across = np.array([-along[1], along[0]])
    head = QPolygonF([QPointF(*p) for p in (shape.tips[k], neck + 0.5 * HEAD * across, neck - 0.5 * HEAD * across)])
    for color, width, opacity in ((theme.panel, 8.0, 0.8), (SELECTION, 6.0, 1.0)) if highlighted else ():
        _paint_line(painter, np.array([begin, neck]), color, width, opacity)
        painter.drawPolygon(head)
    _paint_line(painter, np.array([begin, neck]), COLORS[k], 3.2, strength)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tinted(COLORS[k], strength))
    painter.drawPolygon(head)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    x, y = shape.tips[k] + BESIDE * along
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        paint_text(painter, QRectF(x - 10 + dx, y - 10 + dy, 20, 20), AXES[k], theme.panel, 13, 700, MIDDLE)
    paint_text(painter, QRectF(x - 10, y - 10, 20, 20), AXES[k], COLORS[k], 13, 700, MIDDLE)


def _paint_line(painter: QPainter, points: Array, color: str, width: float, opacity: float) -> None:
    pen = QPen(tinted(color, opacity), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))


def _runs(flags: Array) -> list[slice]:
    """Stretches of a closed line that are set, each of at least two points."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    return [slice(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]
