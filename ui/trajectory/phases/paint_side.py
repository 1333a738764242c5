"""How a motion is painted from the side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from ...displays.plot.round_scale import nice_step
from ...look.paint_box import tinted
from ...look.paint_text import CENTER, paint_text
from ...look.style import CAPTION
from ...look.theme import FRICTION, VELOCITY, WARNING, Theme
from ...text.number_text import as_shown
from ..values import BoardFoothold, BoardObstacle, SidePath

EDGE, ABOVE, BELOW = 18, 12, 36  # around what is drawn [px]
LEAST = 0.4  # of the sight, up and across [m]
INKS = (VELOCITY, FRICTION, "#CC79A7", "#E69F00", "#7B61C9")  # of the body and the feet
TICKS = 6


@dataclass(eq=False, slots=True)
class SideScale:
    """The same scale across and up. Mutable: it follows what is to be in sight."""

    left: float = 0.0  # [m] at the left edge
    low: float = 0.0  # [m] at the height of the ground's line
    per_metre: float = 100.0  # [px]
    box: QRectF = field(default_factory=lambda: QRectF(0, 0, 300, 200))

    def at(self, x: float, z: float) -> QPointF:
        """Where a place is [px]."""
        return QPointF(
            self.box.left() + EDGE + (x - self.left) * self.per_metre,
            self.box.bottom() - BELOW - (z - self.low) * self.per_metre,
        )

    def x_at(self, pixel: float) -> float:
        """Which x is there [m]."""
        return self.left + (pixel - self.box.left() - EDGE) / self.per_metre

    def fit(
        self,
        box: QRectF,
        footholds: Sequence[BoardFoothold],
        obstacles: Sequence[BoardObstacle],
        paths: Sequence[SidePath],
        points: Sequence[tuple[float, float]] = (),
    ) -> None:
        """Have all of it in sight."""
        xs = [0.0, *(one.x for one in footholds)]
        xs += [x for one in obstacles for x in (one.left, one.right if one.kind != "step" else one.left)]
        zs = [0.0, *(one.z for one in footholds), *(one.top for one in obstacles)]
        xs, zs = [*xs, *(x for x, _ in points)], [*zs, *(z for _, z in points)]
        for path in paths:
            good = np.isfinite(path.x) & np.isfinite(path.z)
            if good.any():
                xs += [float(path.x[good].min()), float(path.x[good].max())]
                zs += [float(path.z[good].min()), float(path.z[good].max())]
        wide, high = max(max(xs) - min(xs), LEAST), max(max(zs) - min(zs), LEAST)
        room = max(box.width() - 2 * EDGE, 20.0), max(box.height() - ABOVE - BELOW, 20.0)
        self.box = box
        self.per_metre = min(room[0] / wide, room[1] / high)
        self.left = 0.5 * (min(xs) + max(xs)) - 0.5 * room[0] / self.per_metre
        self.low = min(zs)


def paint_ground(painter: QPainter, theme: Theme, scale: SideScale, obstacles: Sequence[BoardObstacle]) -> None:
    """The ground where it is, its numbers below."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ground, left, right = scale.at(0.0, 0.0).y(), scale.box.left(), scale.box.right()
    holes = sorted((scale.at(o.left, 0).x(), scale.at(o.right, 0).x()) for o in obstacles if o.kind == "gap")
    at = left
    for begin, end in [*holes, (right, right)]:
        if begin > at:
            solid = QRectF(at, ground, begin - at, 9)
            painter.fillRect(solid, QBrush(tinted(theme.text_hint, 0.35), Qt.BrushStyle.BDiagPattern))
            painter.setPen(QPen(QColor(theme.text_second), 1.4))
            painter.drawLine(QLineF(at, ground, begin, ground))
        at = max(at, end)
    step = nice_step((right - left) / scale.per_metre, TICKS)
    first = int(np.ceil(scale.x_at(left + 12) / step))
    last = int(np.floor(scale.x_at(right - 12) / step))
    for k in range(first, last + 1):
        x = scale.at(k * step, 0.0).x()
        text = as_shown(f"{k * step:g}") + (" m" if k == last else "")
        paint_text(painter, QRectF(x - 30, scale.box.bottom() - 15, 60, 13), text, theme.text_hint, CAPTION, 400, CENTER)


def paint_obstacles(painter: QPainter, theme: Theme, scale: SideScale, obstacles: Sequence[BoardObstacle]) -> None:
    """Steps and bars filled; a gap by its edges."""
    ground = scale.at(0.0, 0.0).y()
    for one in obstacles:
        corner, other = scale.at(one.left, one.top), scale.at(one.right, one.bottom)
        if one.kind == "gap":
            painter.setPen(QPen(QColor(theme.text_second), 1.4))
            for x in (corner.x(), other.x()):
                painter.drawLine(QLineF(x, ground, x, ground + 9))
            continue
        painter.setPen(QPen(QColor(WARNING), 1.4))
        painter.setBrush(tinted(WARNING, 0.35))
        if one.kind == "bar":
            painter.drawEllipse(QRectF(corner, other).normalized())
        else:
            painter.drawRect(QRectF(corner, QPointF(scale.box.right() + 2, other.y())).normalized())


def paint_paths(painter: QPainter, theme: Theme, scale: SideScale, paths: Sequence[SidePath]) -> None:
    """The ways of the body, solid, and of the feet, dashed."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for k, path in enumerate(paths):
        pen = QPen(QColor(INKS[k % len(INKS)]), 1.8 if k == 0 else 1.5)
        if k:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        places = zip(path.x.tolist(), path.z.tolist(), strict=True)
        painter.drawPolyline(QPolygonF([scale.at(x, z) for x, z in places]))


def paint_points(painter: QPainter, theme: Theme, scale: SideScale, points: Sequence[tuple[float, float]], legs: bool) -> None:
    """Where they are now: balls, and with `legs` lines from the first to the others."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    places = [scale.at(x, z) for x, z in points]
    painter.setPen(QPen(QColor(theme.text_second), 2.0))
    for foot in places[1:] if legs else ():
        painter.drawLine(places[0], foot)
    painter.setPen(Qt.PenStyle.NoPen)
    for k, place in enumerate(places):
        painter.setBrush(QColor(INKS[k % len(INKS)]))
        painter.drawEllipse(place, 6.5 if k == 0 else 4.0, 6.5 if k == 0 else 4.0)


def foothold_words(footholds: Sequence[BoardFoothold]) -> list[str]:
    """The number of its phase on each; where several points stand in one phase, a letter behind it tells them apart."""
    found = []
    for one in footholds:
        points = [other.point for other in footholds if other.phase == one.phase]
        letter = chr(ord("a") + points.index(one.point)) if len(points) > 1 else ""
        found.append(f"{one.phase + 1}{letter}")
    return found


def paint_footholds(
    painter: QPainter, theme: Theme, scale: SideScale, footholds: Sequence[BoardFoothold], xs: Sequence[float], chosen: int
) -> None:
    """A triangle below each, filled where its place is given; what is chosen has a ring."""
    for k, (one, x, word) in enumerate(zip(footholds, xs, foothold_words(footholds), strict=True)):
        at = scale.at(x, one.z)
        half = 8 if len(word) == 1 else 12
        shape = QPolygonF([at + QPointF(0, 1), at + QPointF(half, 14), at + QPointF(-half, 14)])
        painter.setPen(QPen(QColor(theme.accent), 1.6))
        painter.setBrush(QColor(theme.accent) if one.fixed else QColor(theme.panel))
        painter.drawPolygon(shape)
        ink = theme.on_accent if one.fixed else theme.accent_text
        paint_text(painter, QRectF(at.x() - 10, at.y() + 3, 20, 12), word, ink, 9, 600, CENTER)
        if k == chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 1.2))
            painter.drawEllipse(at + QPointF(0, 8), 11, 11)
