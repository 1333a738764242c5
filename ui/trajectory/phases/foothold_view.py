"""The motion from the side: ground, obstacles, the ways of body and feet; footholds are dragged along the ground."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...controls.keys import claims_key
from ...look.painted_layer import PaintedLayer
from ...look.style import current_theme
from ...look.tool_tip import shows_tip
from ...text.number_text import quantity_text
from ..values import BoardFoothold, BoardObstacle, SidePath
from .paint_side import SideScale, paint_footholds, paint_ground, paint_obstacles, paint_paths, paint_points

NEAR = 10  # from the pointer to a foothold that is meant [px]
STEP = 0.01  # of the arrow keys [m]
_KEYS = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class FootholdView(QWidget):
    """`show_*` is silent, signals are for the user alone; which foothold is told by its row of those shown.

    Up and down choose one, left and right move it, Enter gives its place or frees it; so does a double click.
    """

    foothold_dragged = Signal(int, float)  # to x [m]
    fix_requested = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._footholds: tuple[BoardFoothold, ...] = ()
        self._obstacles: tuple[BoardObstacle, ...] = ()
        self._paths: tuple[SidePath, ...] = ()
        self._points: tuple[tuple[float, float], ...] = ()  # where each path is now [m]
        self._legs = False
        self._selected, self._grip, self._dragged = 0, -1, 0.0
        self.scale = SideScale()
        self._version = 0
        self._layer = PaintedLayer(self, self._paint)
        self.setAccessibleName(self.tr("Footholds"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(180, 120)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    @property
    def footholds(self) -> tuple[BoardFoothold, ...]:
        """What is shown."""
        return self._footholds

    def show_footholds(self, footholds: Sequence[BoardFoothold], obstacles: Sequence[BoardObstacle]) -> None:
        """Show where feet stand, and what is in their way."""
        if (tuple(footholds), tuple(obstacles)) != (self._footholds, self._obstacles):
            self._footholds, self._obstacles = tuple(footholds), tuple(obstacles)
            self._selected, self._grip = min(self._selected, max(len(footholds) - 1, 0)), -1
            self._fit()

    def show_paths(self, paths: Sequence[SidePath], *, legs: bool = False) -> None:
        """Show the ways of points, the body's first; `legs`: the others are feet on straight legs from it."""
        self._paths, self._points, self._legs = tuple(paths), (), legs
        self._fit()

    def show_points(self, points: Sequence[tuple[float, float]]) -> None:
        """Show where they are now, x and z of each [m]."""
        if tuple(points) != self._points:
            self._points = tuple(points)
            if not self._paths:  # else they have them in sight
                self._fit()
            self.update()

    def place_of(self, row: int) -> QPointF:
        """Where a foothold is taken hold of."""
        one = self._footholds[row]
        return self.scale.at(one.x, one.z) + QPointF(0.0, 7.0)

    def text_at(self, at: QPointF) -> str:
        """What is read at a point."""
        row = self._near(at)
        if row < 0:
            return ""
        one = self._footholds[row]
        text = self.tr("{name} of phase {phase} at {x}, {how}")
        how = self.tr("given: a double click leaves it to the planner") if one.fixed else self.tr("free: drag to give it")
        if not one.movable:
            how = self.tr("chosen by the planner alone")
        return text.format(name=one.name, phase=one.phase + 1, x=quantity_text(one.x, "m"), how=how)

    def accessible(self) -> Accessible:
        """For screen readers: the footholds."""
        given = ", " + self.tr("given")
        texts = [
            f"{one.name} {one.phase + 1}: {quantity_text(one.x, 'm')}{given if one.fixed else ''}" for one in self._footholds
        ]
        return Accessible(Role.List, value="; ".join(texts))

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, 200)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, _KEYS) or shows_tip(event, self, self.text_at) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = Qt.Key(event.key()), self._selected
        if key not in _KEYS or not self._footholds:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._selected = min(max(row + (1 if key == Qt.Key.Key_Down else -1), 0), len(self._footholds) - 1)
            self._repaint()
        elif not self._footholds[row].movable:
            return
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            by = STEP if key == Qt.Key.Key_Right else -STEP
            self.foothold_dragged.emit(row, round(self._footholds[row].x + by, 6))
        else:
            self.fix_requested.emit(row, not self._footholds[row].fixed)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._near(event.position())
        if event.button() != Qt.MouseButton.LeftButton or row < 0:
            event.ignore()
            return
        self._selected = row
        if self._footholds[row].movable:
            self._grip, self._dragged = row, self._footholds[row].x
        self._repaint()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip >= 0:
            self._dragged = self.scale.x_at(event.position().x())
            self._repaint()
        else:
            row = self._near(event.position())
            movable = row >= 0 and self._footholds[row].movable
            self.setCursor(Qt.CursorShape.SizeHorCursor if movable else Qt.CursorShape.ArrowCursor)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        row, self._grip = self._grip, -1
        if row >= 0:
            self._repaint()
            if abs(self._dragged - self._footholds[row].x) > 1e-3:
                self.foothold_dragged.emit(row, round(self._dragged, 3))

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self._near(event.position())
        if row >= 0 and self._footholds[row].movable:
            self._grip = -1
            self.fix_requested.emit(row, not self._footholds[row].fixed)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        self._layer.show(painter, (self._version, theme.name))
        paint_points(painter, theme, self.scale, self._points, self._legs)

    @override
    def resizeEvent(self, event: QEvent) -> None:
        self._fit()

    def _paint(self, painter: QPainter) -> None:
        theme = current_theme()
        paint_ground(painter, theme, self.scale, self._obstacles)
        paint_obstacles(painter, theme, self.scale, self._obstacles)
        paint_paths(painter, theme, self.scale, self._paths)
        xs = [self._dragged if k == self._grip else one.x for k, one in enumerate(self._footholds)]
        chosen = self._selected if self.hasFocus() or self._grip >= 0 else -1
        paint_footholds(painter, theme, self.scale, self._footholds, xs, chosen)

    def _fit(self) -> None:
        self.scale.fit(QRectF(self.rect()), self._footholds, self._obstacles, self._paths, self._points)
        self._repaint()

    def _repaint(self) -> None:
        self._version += 1
        self.update()

    def _near(self, at: QPointF) -> int:
        away = [
            (abs(self.place_of(k).x() - at.x()) + 0.5 * abs(self.place_of(k).y() - at.y()), k)
            for k in range(len(self._footholds))
        ]
        distance, row = min(away, default=(1e9, -1))
        return row if distance <= NEAR else -1
