"""Coulomb's cone, or the pyramid in it, cut across at the normal force of one contact, with its friction in the cut."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....accessibility.accessible import Accessible, Role
from ....look.paint_box import tinted
from ....look.paint_text import CENTER, paint_math
from ....look.style import CAPTION, current_theme
from ....look.theme import FORCE, FRICTION, IMPULSE, Theme
from ....sheet.block_view import CustomView, shows
from ....text.number_text import quantity_text
from .friction_cone import NO_LOAD, ConeLoad

WIDTH, HEIGHT = 146, 156
RADIUS = 48.0  # of the cone's circle [px]
MIDDLE = QPointF(RADIUS + 8, 68.0)
LABEL = 14  # height of a line of text


class FrictionSection(QWidget):
    """λ_t1 to the right, λ_t2 up: the circle of radius μ λ_n, the polygon in it where friction is solved with a pyramid."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = NO_LOAD
        self.setFixedSize(WIDTH, HEIGHT)

    def show_value(self, row: ConeLoad) -> None:
        """Cut at the load of a contact."""
        self._row = row
        self.update()

    def corners(self) -> list[QPointF]:
        """Where the corners of the pyramid are painted, the first on the first tangent; of a cone there are none."""
        count = self._row.facets
        return [_turned(2.0 * math.pi * k / count) for k in range(count)]

    def point(self) -> QPointF:
        """Where the friction of the contact is painted."""
        row = self._row
        if row.friction * row.normal <= 0.0:
            return MIDDLE
        scale = RADIUS / (row.friction * row.normal)
        return MIDDLE + QPointF(scale * row.force[0], -scale * row.force[1])

    def limit_text(self) -> str:
        """What the circle's radius is, in the notation of `paint_math`."""
        row = self._row
        limit = quantity_text(row.friction * row.normal, row.unit)
        return f"μ {row.letter}_n = {limit}"

    def accessible(self) -> Accessible:
        """For screen readers: a picture that says where friction lies."""
        row = self._row
        name = self.tr("Section of the friction pyramid") if row.facets else self.tr("Section of the friction cone")
        parts = [f"{row.letter}t{k} {quantity_text(x, row.unit)}" for k, x in enumerate(row.force, 1)]
        parts += [self.tr("{n} facets").format(n=row.facets)] if row.facets else []
        return Accessible(Role.Graphic, name, ", ".join(parts))

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_limits(painter, theme)
        self._paint_axes(painter, theme)
        if self._row.normal > 0.0:
            self._paint_friction(painter, theme, self._row)

    def _paint_limits(self, painter: QPainter, theme: Theme) -> None:
        corners = self.corners()
        fill = tinted(FRICTION, 0.13 if theme.name == "light" else 0.2)
        if corners:
            painter.setPen(QPen(QColor(theme.text_hint), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(MIDDLE, RADIUS, RADIUS)
        painter.setPen(QPen(QColor(FRICTION), 1.6))
        painter.setBrush(fill)
        if corners:
            painter.drawPolygon(QPolygonF(corners))
        else:
            painter.drawEllipse(MIDDLE, RADIUS, RADIUS)
        label = QRectF(0, HEIGHT - 18, 2 * MIDDLE.x(), LABEL)
        paint_math(painter, label, self.limit_text(), theme.text_hint, CAPTION, 400, CENTER)

    def _paint_axes(self, painter: QPainter, theme: Theme) -> None:
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawLine(MIDDLE - QPointF(RADIUS, 0), MIDDLE + QPointF(RADIUS, 0))
        painter.drawLine(MIDDLE - QPointF(0, RADIUS), MIDDLE + QPointF(0, RADIUS))
        for text, x, y in (("t_1", RADIUS + 10, 0), ("t_2", 0, -RADIUS - 10)):
            box = QRectF(MIDDLE.x() + x - 10, MIDDLE.y() + y - LABEL / 2, 20, LABEL)
            paint_math(painter, box, text, theme.text_hint, CAPTION, 400, CENTER)

    def _paint_friction(self, painter: QPainter, theme: Theme, row: ConeLoad) -> None:
        at, color = self.point(), QColor(IMPULSE if row.impact else FORCE)
        painter.setPen(QPen(color, 2.2))
        painter.drawLine(MIDDLE, at)
        painter.setPen(QPen(QColor(theme.panel), 1.4))
        painter.setBrush(color)
        painter.drawEllipse(at, 5.4, 5.4)


def _turned(angle: float) -> QPointF:
    return MIDDLE + QPointF(RADIUS * math.cos(angle), -RADIUS * math.sin(angle))


@shows("friction_section")
class FrictionSectionView(CustomView):
    """Beside the cone."""

    widget_type = FrictionSection
