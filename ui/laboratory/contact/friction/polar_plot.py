"""The friction that a contact gives over the direction of the push, for each law, and where it then slides."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.contact.analysis.friction.values import SlidingPolar
from torseur.sim.contact.law.contact_laws import FRICTION_LAWS, LAWS

from ....accessibility.accessible import Accessible, Role
from ....look.paint_text import CENTER, paint_math, paint_text
from ....look.style import CAPTION, current_theme
from ....look.theme import ENERGY, FORCE, FRICTION, VELOCITY, Theme
from ....look.tool_tip import shows_tip
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from ....text.number_text import as_shown, number_text, quantity_text
from .values import PolarDrawing

_PENS = ((FRICTION, Qt.PenStyle.SolidLine), (ENERGY, Qt.PenStyle.DashLine), (FORCE, Qt.PenStyle.DotLine))
LAW_PENS = dict(zip(FRICTION_LAWS, _PENS, strict=True))
"""How each law is told from the others: its color and its line."""
HEIGHT = 280
AROUND = 26
END = 1.15  # where the radius ends, in units of μ n
NEEDLE = 11.0  # of a slip's direction [px]
NEEDLES = 36  # drawn at most


class PolarPlot(WideWidget):
    """Outwards: friction against the push over μ n. Blue needles: where the pyramid lets it slide, outwards under the cone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340, narrow=240)
        self._polars: tuple[SlidingPolar, ...] = ()
        self._unit = "N"
        self.setAccessibleName(self.tr("Friction over the direction of the push"))

    def show_value(self, drawing: PolarDrawing) -> None:
        """Show laws, one over the other."""
        self._polars, self._unit = drawing
        self.update()

    def point_of(self, share: float, angle: float) -> QPointF:
        """Where a share of μ n is painted, in the direction of a push."""
        middle = QPointF(self.width() / 2, self.height() / 2)
        return middle + QPointF(math.cos(angle), -math.sin(angle)) * (share / END * self._radius())

    def text_at(self, at: QPointF) -> str:
        """What is read at a point: the direction, and what each law gives there."""
        if not self._polars:
            return ""
        way = at - QPointF(self.width() / 2, self.height() / 2)
        angle = math.atan2(-way.y(), way.x()) % (2.0 * math.pi)
        first = self._polars[0]
        k = round(angle / (2.0 * math.pi) * len(first.angle)) % len(first.angle)
        lines = [self.tr("pushed at {angle}°").format(angle=number_text(math.degrees(first.angle[k]), zero=1e-9))]
        for polar in self._polars:
            slip = math.degrees(polar.slip_angle[k])
            force = quantity_text(float(polar.resistance[k]), self._unit)
            lines.append(
                self.tr("{law}: {force}, slides {slip}° off").format(
                    law=LAWS[polar.law].title(polar.facets), force=force, slip=number_text(slip, 3, 1e-6)
                )
            )
        return "\n".join(lines)

    def accessible(self) -> Accessible:
        """For screen readers: a picture, with the least of each law."""
        words = [
            f"{LAWS[p.law].title(p.facets)} {number_text(float(p.share.min()), 3)} … {number_text(float(p.share.max()), 3)}"
            for p in self._polars
        ]
        return Accessible(Role.Graphic, value="; ".join(words))

    @override
    def event(self, event: QEvent) -> bool:
        return shows_tip(event, self, self.text_at) or super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axes(painter, theme)
        for polar in self._polars:
            color, dash = LAW_PENS[polar.law]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(color), 2.0, dash))
            pairs = zip(polar.share.tolist(), polar.angle.tolist(), strict=True)
            painter.drawPolygon(QPolygonF([self.point_of(share, angle) for share, angle in pairs]))
            if polar.facets:
                self._paint_needles(painter, polar)

    def _radius(self) -> float:
        return min(self.width(), self.height()) / 2 - AROUND

    def _paint_axes(self, painter: QPainter, theme: Theme) -> None:
        middle = QPointF(self.width() / 2, self.height() / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for share in (0.25, 0.5, 0.75, 1.0):
            r = share / END * self._radius()
            painter.setPen(QPen(QColor(theme.divider), 1))
            painter.drawEllipse(middle, r, r)
            box = QRectF(middle.x() + 2, middle.y() - r - 13, 60, 13)
            text = "μ n" if share == 1.0 else as_shown(f"{share:g}")
            paint_math(painter, box, text, theme.text_hint, CAPTION)
        for degrees in range(0, 360, 30):
            angle = math.radians(degrees)
            painter.setPen(QPen(QColor(theme.divider), 1))
            painter.drawLine(middle, self.point_of(END, angle))
            at = self.point_of(END + 0.13, angle)
            box = QRectF(at.x() - 20, at.y() - 7, 40, 14)
            paint_text(painter, box, f"{degrees}°", theme.text_hint, CAPTION, 400, CENTER)

    def _paint_needles(self, painter: QPainter, polar: SlidingPolar) -> None:
        painter.setPen(QPen(QColor(VELOCITY), 1.6))
        every = max(1, len(polar.angle) // NEEDLES)
        for k in range(0, len(polar.angle), every):
            off = float(polar.slip_angle[k])
            if not np.isnan(off):
                tail = self.point_of(float(polar.share[k]), float(polar.angle[k]))
                way = float(polar.angle[k]) + off
                painter.drawLine(tail, tail + QPointF(math.cos(way), -math.sin(way)) * NEEDLE)


@shows("polar_plot")
class PolarPlotView(CustomView):
    """Off the edges of the page."""

    below = 2
    widget_type = PolarPlot
