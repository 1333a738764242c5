"""Painlevé's regions over the lever's angle and μ, with the contact as it is and as it would be under another μ."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.contact.analysis.friction.values import PainleveMap, Region
from torseur.sim.texts import marked, tr

from ....accessibility.accessible import Accessible, Role
from ....controls.keys import claims_key
from ....displays.plot.round_scale import nice_step
from ....look.paint_box import paint_focus, tinted
from ....look.paint_text import CENTER, LEFT, RIGHT, math_width, paint_math, paint_text
from ....look.style import CAPTION, SMALL, current_theme
from ....look.theme import FORCE, FRICTION, IMPULSE, SELECTION, VELOCITY, Theme
from ....look.wide_widget import WideWidget
from ....text.number_text import number_text

HEIGHT = 270
LEFT_ROOM, BELOW, ABOVE, RIGHT_ROOM = 40, 36, 10, 12
COLORS = {
    Region.PRESSED: FRICTION,
    Region.LEAVES: VELOCITY,
    Region.INCONSISTENT: FORCE,
    Region.INDETERMINATE: IMPULSE,
}
WORDS = {
    Region.PRESSED: marked("one motion: pressed"),
    Region.LEAVES: marked("one motion: leaves"),
    Region.INCONSISTENT: marked("inconsistent"),
    Region.INDETERMINATE: marked("indeterminate"),
}
STEP = 0.02  # of μ, by an arrow key


class PainleveView(WideWidget):
    """θ to the right, μ upwards. `mu_moved` is the user's: the μ that the point was dragged to."""

    mu_moved = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340, narrow=240)
        self._map: PainleveMap | None = None
        self._image = QImage()
        self._labels: tuple[tuple[Region, float, float], ...] = ()
        self._mu: float | None = None
        self.setAccessibleName(self.tr("Painlevé's regions over angle and coefficient of friction"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeVerCursor)

    def show_map(self, found: PainleveMap) -> None:
        """Show the regions, and the contact as it is."""
        self._map = found
        self._paint_image()
        self._labels = tuple(_label_places(found))
        self.update()

    def show_mu(self, mu: float | None) -> None:
        """Show the contact under another μ too; None: only as it is."""
        if mu != self._mu:
            self._mu = mu
            self.update()

    def point_of(self, theta: float, mu: float) -> QPointF:
        """Where an angle and a μ are painted."""
        box, top = self._box(), float(self._map.mu[-1]) if self._map is not None else 1.0
        return QPointF(box.left() + theta / math.pi * box.width(), box.bottom() - mu / top * box.height())

    def accessible(self) -> Accessible:
        """For screen readers: a picture, and where the contact is in it."""
        if self._map is None:
            return Accessible(Role.Graphic)
        theta, mu = self._map.present
        where = f"θ {number_text(math.degrees(theta))}°, μ {number_text(mu)}"
        said = tr("{head}: {title}", head=where, title=tr(WORDS[self._map.present_region]))
        return Accessible(Role.Graphic, value=said)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, (Qt.Key.Key_Up, Qt.Key.Key_Down)) or super().event(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._map is not None:
            self._paint_image()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {Qt.Key.Key_Up: STEP, Qt.Key.Key_Down: -STEP}
        way = ways.get(Qt.Key(event.key()))
        if way is None or self._map is None:
            super().keyPressEvent(event)
            return
        self._move((self._map.present[1] if self._mu is None else self._mu) + way)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._move(self._mu_at(event.position().y()))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._move(self._mu_at(event.position().y()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        found = self._map
        if found is None:
            return
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self._box()
        painter.drawImage(box, self._image)
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        self._paint_axes(painter, theme, box, found)
        for region, theta, mu in self._labels:
            text = tr(WORDS[region])
            at, width = self.point_of(theta, mu), math_width(text, SMALL, 600)
            left = min(max(at.x() - width / 2, box.left() + 4), box.right() - width - 4)
            paint_text(painter, QRectF(left, at.y() - 8, width + 2, 16), text, theme.text, SMALL, 600)
        self._paint_points(painter, theme, box, found)
        if self.hasFocus():
            paint_focus(painter, box.adjusted(-3, -3, 3, 3), theme)

    def _paint_points(self, painter: QPainter, theme: Theme, box: QRectF, found: PainleveMap) -> None:
        theta, mu = found.present
        x = self.point_of(theta, 0.0).x()
        painter.setPen(QPen(QColor(theme.text_second), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        painter.setClipRect(box.adjusted(-8, -8, 8, 8))
        points = [(mu, theme.text, tr("now"))]
        if self._mu is not None:
            points.append((self._mu, SELECTION, f"μ {number_text(self._mu, 3)}"))
        for value, color, name in points:
            at = self.point_of(theta, value)
            painter.setPen(QPen(QColor(theme.panel), 2))
            painter.setBrush(QColor(color))
            painter.drawEllipse(at, 6, 6)
            width = math_width(name, CAPTION, 700) + 6
            left = at.x() + 10 if at.x() + 10 + width < box.right() else at.x() - 10 - width
            painter.setPen(Qt.PenStyle.NoPen)
            painter.fillRect(QRectF(left - 2, at.y() - 8, width, 16), tinted(theme.panel, 0.75))
            paint_text(painter, QRectF(left + 1, at.y() - 8, width, 16), name, theme.text, CAPTION, 700)
        painter.setClipping(False)

    def _paint_axes(self, painter: QPainter, theme: Theme, box: QRectF, found: PainleveMap) -> None:
        hint = theme.text_hint
        for degrees in (0, 45, 90, 135, 180):
            x = self.point_of(math.radians(degrees), 0.0).x()
            text = QRectF(min(x - 25, self.width() - 42), box.bottom() + 3, 50, 14)
            paint_text(painter, text, f"{degrees}°", hint, CAPTION, 400, CENTER)
        top = float(found.mu[-1])
        step = nice_step(top, 5)
        for k in range(int(top / step + 1e-9) + 1):
            y = self.point_of(0.0, k * step).y()
            text = QRectF(0, y - 7, LEFT_ROOM - 6, 14)
            paint_text(painter, text, number_text(k * step, 3, 1e-9), hint, CAPTION, 400, RIGHT)
        foot = QRectF(box.left(), box.bottom() + 18, box.width(), 14)
        paint_math(painter, foot, tr("θ, from the surface behind the slip to the lever"), hint, CAPTION, 500, CENTER)
        paint_math(painter, QRectF(2, box.top() + 6, 14, 14), "μ", hint, CAPTION, 600, LEFT)

    def _paint_image(self) -> None:
        """One pixel a place of the map; those of a region alike."""
        assert self._map is not None
        opacity = 0.28 if current_theme().name == "light" else 0.4
        colors = np.zeros(len(Region), dtype=np.uint32)
        for region, color in COLORS.items():
            colors[region] = tinted(color, opacity).rgba()
        pixels = np.ascontiguousarray(colors[np.flipud(self._map.region.T)])
        rows, columns = pixels.shape
        self._image = QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_ARGB32).copy()

    def _box(self) -> QRectF:
        return QRectF(LEFT_ROOM, ABOVE, self.width() - LEFT_ROOM - RIGHT_ROOM, HEIGHT - ABOVE - BELOW)

    def _mu_at(self, y: float) -> float:
        box, top = self._box(), float(self._map.mu[-1]) if self._map is not None else 1.0
        return (box.bottom() - y) / box.height() * top

    def _move(self, mu: float) -> None:
        if self._map is not None:
            self.mu_moved.emit(min(max(mu, 0.0), float(self._map.mu[-1])))


def _label_places(found: PainleveMap) -> list[tuple[Region, float, float]]:
    """A place inside each region that is large enough, as far from its rim as can be."""
    places = []
    for region in Region:
        inside = np.pad(found.region == region, 1)
        if np.count_nonzero(inside) < 0.02 * found.region.size:
            continue
        core = inside
        while core.any():  # what is left after the rim was taken away again and again
            inside = core
            core = core.copy()
            core[1:-1, 1:-1] &= inside[2:, 1:-1] & inside[:-2, 1:-1] & inside[1:-1, 2:] & inside[1:-1, :-2]
        where = np.argwhere(inside[1:-1, 1:-1])
        i, k = where[len(where) // 2]
        places.append((region, float(found.angle[i]), float(found.mu[k])))
    return places
