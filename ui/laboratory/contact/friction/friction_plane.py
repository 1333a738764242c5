"""The plane of a contact: the circle of the cone and the polygon of the pyramid at its load, friction, and slip."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ....accessibility.accessible import Accessible, Role
from ....look.paint_arrow import paint_arrow
from ....look.paint_box import tinted
from ....look.paint_text import CENTER, LEFT, math_width, paint_math
from ....look.style import CAPTION, current_theme
from ....look.theme import FRICTION, VELOCITY, Theme
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from ....text.number_text import quantity_text
from .polar_plot import LAW_PENS
from .values import PlaneArrow, PlaneDrawing

HEIGHT = 250
AROUND = 30  # room for labels around the circle [px]
SLIP = 0.72  # length of the largest slip, as a share of the circle's radius
LABEL = 16


class FrictionPlane(WideWidget):
    """The first tangent to the right, the second up; friction in green, slip in blue with a length of its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340, narrow=240)
        self._limit, self._unit, self._slip_unit = 0.0, "N", "m/s"
        self._corners = np.zeros((0, 2))
        self._parts = np.zeros((0, 2))
        self._arrows: tuple[PlaneArrow, ...] = ()

    def show_value(self, drawing: PlaneDrawing) -> None:
        """Show another section."""
        self._limit, self._unit, self._slip_unit = drawing.limit, drawing.unit, drawing.slip_unit
        self._corners, self._arrows = drawing.corners, drawing.arrows
        self._parts = np.zeros((0, 2)) if drawing.parts is None else drawing.parts
        self.setAccessibleName(drawing.name)
        self.update()

    def point_of(self, vector: np.ndarray) -> QPointF:
        """Where a force is painted."""
        scale = self._radius() / self._limit if self._limit > 0.0 else 0.0
        return self._middle() + QPointF(scale * float(vector[0]), -scale * float(vector[1]))

    def accessible(self) -> Accessible:
        """For screen readers: a picture, with each friction force."""
        words = [
            f"{arrow.label or 'b'} {quantity_text(float(arrow.friction[0]), self._unit)}, "
            f"{quantity_text(float(arrow.friction[1]), self._unit)}"
            for arrow in self._arrows
        ]
        return Accessible(Role.Graphic, value="; ".join(words))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._limit <= 0.0:
            return
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_section(painter, theme)
        self._paint_slips(painter, theme)
        self._paint_parts(painter, theme)
        for arrow in self._arrows:
            paint_arrow(painter, self._middle(), self.point_of(arrow.friction), FRICTION, 2.4, LAW_PENS[arrow.law][1])
        self._paint_labels(painter, theme)

    def _middle(self) -> QPointF:
        return QPointF(self.width() / 2, self.height() / 2)

    def _radius(self) -> float:
        return min(self.width(), self.height()) / 2 - AROUND

    def _paint_section(self, painter: QPainter, theme: Theme) -> None:
        middle, radius = self._middle(), self._radius()
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawLine(middle - QPointF(radius + 14, 0), middle + QPointF(radius + 14, 0))
        painter.drawLine(middle - QPointF(0, radius + 14), middle + QPointF(0, radius + 14))
        painter.setPen(QPen(QColor(FRICTION), 1.4))
        painter.setBrush(tinted(FRICTION, 0.10 if theme.name == "light" else 0.16))
        painter.drawEllipse(middle, radius, radius)
        if len(self._corners):
            painter.setPen(QPen(QColor(theme.text_second), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(QPolygonF([self.point_of(corner) for corner in self._corners]))
        hint = theme.text_hint
        paint_math(painter, QRectF(middle.x() + radius + 16, middle.y() - 9, 30, LABEL), "t_1", hint, CAPTION)
        paint_math(painter, QRectF(middle.x() + 5, middle.y() - radius - 24, 30, LABEL), "t_2", hint, CAPTION)
        text = f"μ n = {quantity_text(self._limit, self._unit)}" if self._unit else tr("b / μ n of each law")
        box = QRectF(4, self.height() - LABEL - 2, 200, LABEL)
        paint_math(painter, box, text, theme.friction_text, CAPTION, 600)

    def _paint_slips(self, painter: QPainter, theme: Theme) -> None:
        largest = max((float(np.linalg.norm(arrow.slip)) for arrow in self._arrows), default=0.0)
        if largest <= 0.0:
            return
        scale, middle = SLIP * self._radius() / largest, self._middle()
        for arrow in self._arrows:
            tip = middle + QPointF(scale * float(arrow.slip[0]), -scale * float(arrow.slip[1]))
            paint_arrow(painter, middle, tip, VELOCITY, 1.8, LAW_PENS[arrow.law][1])
        text = tr("slip")
        if self._slip_unit:
            text += f" {quantity_text(largest, self._slip_unit)}"
        if len(self._arrows) > 1:
            text = tr("largest {what}", what=text)
        width = math_width(text, CAPTION, 600) + 4
        box = QRectF(self.width() - width, self.height() - LABEL - 2, width, LABEL)
        paint_math(painter, box, text, theme.velocity_text, CAPTION, 600)

    def _paint_parts(self, painter: QPainter, theme: Theme) -> None:
        """The weights times their corners, one after the other."""
        at = np.zeros(2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for part in self._parts:
            if np.any(part != 0.0):
                painter.setPen(QPen(QColor(theme.text_second), 1.2, Qt.PenStyle.DashLine))
                painter.drawLine(self.point_of(at), self.point_of(at + part))
                at = at + part

    def _paint_labels(self, painter: QPainter, theme: Theme) -> None:
        """At the tips of friction; laws that agree share one."""
        groups: list[tuple[QPointF, list[str]]] = []
        for arrow in self._arrows:
            tip = self.point_of(arrow.friction)
            near = next((texts for at, texts in groups if math.hypot((at - tip).x(), (at - tip).y()) < 7.0), None)
            if near is None:
                groups.append((tip, [arrow.label]))
            else:
                near.append(arrow.label)
        middle = self._middle()
        for tip, texts in groups:
            text = ", ".join(filter(None, texts))
            way = tip - middle
            length = math.hypot(way.x(), way.y())
            out = way / length if length > 1.0 else QPointF(0.7, -0.7)
            width = math_width(text, CAPTION, 700)
            at = tip + out * (10.0 + 0.5 * width * abs(out.x()))
            box = QRectF(at.x() - width / 2, at.y() - LABEL / 2, width, LABEL)
            box.moveLeft(min(max(box.left(), 2.0), self.width() - width - 2.0))
            paint_math(painter, box, text, theme.friction_text, CAPTION, 700, LEFT if width > 60 else CENTER)


@shows("friction_plane")
class FrictionPlaneView(CustomView):
    """Off the edges of the page."""

    below = 6
    widget_type = FrictionPlane
