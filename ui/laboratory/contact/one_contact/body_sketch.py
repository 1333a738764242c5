"""The body that is typed, from the side: ground, C, c, n, and the forces on it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....accessibility.accessible import Accessible, Role
from ....look.paint_box import tinted
from ....look.paint_text import paint_math
from ....look.style import CAPTION, current_theme
from ....look.theme import ENERGY, FORCE, MASS, VELOCITY, WARNING
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from .values import OwnBody, SingleContactView

HEIGHT = 150
BODY = 46.0  # from C to c, or the radius of the body, whichever is longer [px]
WEIGHT = 34.0  # length of an arrow as long as the weight, 9.81 m, is heavy [px]
LONGEST, HEAD = 62.0, 6.0
NORMAL = 24.0  # from the top to where the head of n begins [px]
FLAT = 4000.0  # a ground of a larger radius is drawn flat [px]


class BodySketch(WideWidget):
    """The plane of x, to the right, and z, up. `show_value` is for the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340)
        self._body = OwnBody()
        self._view: SingleContactView | None = None

    def show_value(self, value: tuple[OwnBody, SingleContactView]) -> None:
        """Show a body with its contact solved."""
        self._body, self._view = value
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a picture."""
        return Accessible(Role.Graphic, self.tr("The body on its point, from the side"))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect())
        body, theme = self._body, current_theme()
        x, _, z = body.point
        reach = max(math.hypot(x, z), body.body_radius)
        scale = BODY / reach if reach > 0.0 else 1.0
        at = QPointF(self.width() / 2, 0.72 * HEIGHT)
        center = QPointF(at.x() - x * scale, at.y() + z * scale)
        self._paint_ground(painter, at, scale)
        self._paint_body(painter, at, center, scale)
        heavy = body.mass * 9.81
        per = WEIGHT / heavy
        self._paint_normal(painter, at)
        if self._view.force > 0.0:
            self._arrow(painter, at, QPointF(0.0, -per * self._view.force), FORCE, "λ n", 2.4)
        if self._view.pull != 0.0:
            self._arrow(painter, at + QPointF(34, 0), QPointF(0.0, -per * self._view.pull), WARNING, "p n", 2.0)
        self._arrow(painter, center, QPointF(0.0, WEIGHT), MASS, "m g", 2.0, left=True)
        self._arrow(painter, center, QPointF(per * body.push[0], -per * body.push[2]), ENERGY, "F", 2.0)
        speed = math.hypot(body.velocity[0], body.velocity[2])
        if speed > 0.0:
            along = QPointF(40.0 * body.velocity[0] / speed, -40.0 * body.velocity[2] / speed)
            self._arrow(painter, center, along, VELOCITY, "v", 1.8)
        for place, name, aside in ((at, "C", QPointF(8, 8)), (center, "c", QPointF(-16, -10))):
            painter.setPen(QPen(QColor(theme.panel), 1.2))
            painter.setBrush(QColor(theme.text))
            painter.drawEllipse(place, 3.6, 3.6)
            self._name(painter, place + aside, name, theme.text)

    def _paint_ground(self, painter: QPainter, at: QPointF, scale: float) -> None:
        body, theme = self._body, current_theme()
        radius = body.ground_radius * scale
        painter.setPen(QPen(QColor(theme.text_hint), 2))
        painter.setBrush(tinted(theme.text_hint, 0.18))
        if body.ground == "flat" or radius > FLAT:
            painter.drawRect(QRectF(-4, at.y(), self.width() + 8, HEIGHT))
        elif body.ground == "hollow":
            whole, hole = QPainterPath(), QPainterPath()
            whole.addRect(QRectF(self.rect()).adjusted(-4, -4, 4, 4))
            hole.addEllipse(QPointF(at.x(), at.y() - radius), radius, radius)
            painter.drawPath(whole.subtracted(hole))
        else:
            painter.drawEllipse(QPointF(at.x(), at.y() + radius), radius, radius)

    def _paint_body(self, painter: QPainter, at: QPointF, center: QPointF, scale: float) -> None:
        painter.setPen(QPen(QColor("#C98A2B"), 1.6))
        painter.setBrush(tinted("#F0B35A", 0.45))
        radius = self._body.body_radius * scale
        if radius > 0.0:
            painter.drawEllipse(at - QPointF(0.0, radius), radius, radius)
            return
        away = center - at
        if away.manhattanLength() == 0.0:
            return  # a point
        side = QPointF(-0.55 * away.y(), 0.55 * away.x())
        painter.drawPolygon(QPolygonF([at, center + side, at + away * 1.7, center - side]))

    def _paint_normal(self, painter: QPainter, at: QPointF) -> None:
        """The line of force, through the body, and where it points."""
        color = current_theme().text_second
        pen = QPen(QColor(color), 1.2)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(at, QPointF(at.x(), NORMAL))
        self._arrow(painter, QPointF(at.x(), NORMAL), QPointF(0.0, -10.0), color, "n", 1.2)

    def _arrow(
        self, painter: QPainter, tail: QPointF, vector: QPointF, color: str, name: str, width: float, left: bool = False
    ) -> None:
        length = math.hypot(vector.x(), vector.y())
        if length < 3.0:
            return
        vector = vector * (min(length, LONGEST) / length)
        unit = vector / min(length, LONGEST)
        tip, side = tail + vector, QPointF(-unit.y(), unit.x())
        painter.setPen(QPen(QColor(color), width))
        painter.drawLine(tail, tip - unit * HEAD)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(color))
        foot = tip - unit * HEAD
        painter.drawPolygon(QPolygonF([tip, foot + side * 0.6 * HEAD, foot - side * 0.6 * HEAD]))
        self._name(painter, tip + (QPointF(-28, -6) if left else QPointF(6, 0)), name, current_theme().text_second)

    @staticmethod
    def _name(painter: QPainter, at: QPointF, name: str, color: str) -> None:
        top = max(0.0, min(at.y() - 8, HEIGHT - 16))  # an arrow may end at an edge
        paint_math(painter, QRectF(at.x(), top, 40, 16), name, color, CAPTION, 600)


@shows("body_on_point")
class BodySketchView(CustomView):
    """The body from the side."""

    widget_type = BodySketch
