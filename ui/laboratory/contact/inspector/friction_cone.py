"""Coulomb's cone, or the pyramid in it, in the plane of normal force and friction, and where one contact lies in it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ....accessibility.accessible import Accessible, Role
from ....displays.plot.round_scale import nice_above, nice_step
from ....look.paint_box import tinted
from ....look.paint_text import CENTER, LEFT, RIGHT, math_width, paint_math, paint_text
from ....look.style import CAPTION, current_theme
from ....look.theme import FORCE, FRICTION, IMPULSE, Theme
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from ....text.number_text import as_shown, number_text, quantity_text

HEIGHT = 156
LEFT_ROOM, BELOW, ABOVE = 50, 22, 6
SHRINK = 0.3  # share of the axis below which it is drawn anew
LABEL = 14  # height of a line of text


@dataclass(frozen=True, slots=True)
class ConeLoad:
    """Of one contact: a force [N], or where the velocity jumped an impulse [N s]."""

    name: str
    normal: float
    force: tuple[float, float]  # friction along two tangents
    friction: float  # coefficient μ
    facets: int  # of the pyramid that friction is solved with, a corner on the first tangent; 0: it is a cone
    impact: bool

    @property
    def tangential(self) -> float:
        """Size of the friction."""
        return math.hypot(*self.force)

    @property
    def letter(self) -> str:
        """Of a force, or of an impulse."""
        return "Λ" if self.impact else "λ"

    @property
    def unit(self) -> str:
        """Of the load."""
        return "N·s" if self.impact else "N"

    @property
    def section(self) -> float:
        """How far friction may reach in its direction, as a share of μ times the normal load: 1 for a cone."""
        if not self.facets:
            return 1.0
        half = math.pi / self.facets
        angle = math.atan2(self.force[1], self.force[0]) % (2.0 * half)
        return math.cos(half) / math.cos(angle - half)


NO_LOAD = ConeLoad("", 0.0, (0.0, 0.0), 0.0, 0, False)


class FrictionCone(WideWidget):
    """λ_n to the right, λ_t up; the cone |λ_t| ≤ μ λ_n, or the pyramid's share of it, filled.

    Its axes change in round steps, and seldom.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=220)
        self._row = NO_LOAD
        self._end = 1.0  # of the axis of λ_n [N], [N s]

    @property
    def axis_end(self) -> float:
        """Where the axis of λ_n ends [N], at an impact [N s]."""
        return self._end

    def show_value(self, row: ConeLoad) -> None:
        """Show where a contact lies."""
        other = (row.name, row.impact) != (self._row.name, self._row.impact)
        self._row = row
        if other or not SHRINK * self._end <= row.normal <= self._end:
            self._end = nice_above(1.15 * row.normal)
        self.update()

    def point(self) -> QPointF:
        """Where the contact is painted."""
        row, box = self._row, self._box()
        x = box.left() + row.normal / self._end * box.width()
        return QPointF(x, box.center().y() - row.tangential / self._top() * box.height() / 2)

    def accessible(self) -> Accessible:
        """For screen readers: a picture that says where the contact lies."""
        row = self._row
        title = self.tr("Friction pyramid") if row.facets else self.tr("Friction cone")
        loads = ((f"{row.letter}n", row.normal), (f"{row.letter}t", row.tangential))
        forces = (f"{letter} {quantity_text(x, row.unit)}" for letter, x in loads)
        return Accessible(Role.Graphic, title, ", ".join((*forces, f"μ {number_text(row.friction)}")))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self._box()
        self._paint_cone(painter, theme, box)
        self._paint_axes(painter, theme, box)
        self._paint_contact(painter, theme, box)

    def _box(self) -> QRectF:
        return QRectF(LEFT_ROOM, ABOVE, self.width() - LEFT_ROOM, HEIGHT - BELOW - ABOVE)

    def _top(self) -> float:
        """Where the axis of λ_t ends: at the cone's edge, or wherever the contact is."""
        row = self._row
        edge = row.friction * self._end
        return nice_above(max(edge, row.tangential, 0.05 * self._end))

    def _paint_cone(self, painter: QPainter, theme: Theme, box: QRectF) -> None:
        row, middle = self._row, box.center().y()
        mu, share = row.friction, row.section
        rise = mu * self._end / self._top() * box.height() / 2
        tip, up, down = (QPointF(box.left(), middle), *(QPointF(box.right(), middle + s * share * rise) for s in (-1, 1)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tinted(FRICTION, 0.13 if theme.name == "light" else 0.2))
        painter.drawPolygon(QPolygonF([tip, up, down]))
        painter.setPen(QPen(QColor(FRICTION), 1.6))
        painter.drawLine(tip, up)
        painter.drawLine(tip, down)
        if row.facets and mu > 0.0:
            self._paint_around(painter, theme, box, rise)
        label = QRectF(box.left(), middle + 0.42 * min(rise, box.height() / 2) - LABEL / 2, box.width() - 10, LABEL)
        if mu == 0.0 or rise < 24:
            label.moveTop(min(middle + max(rise + 6, 20), box.bottom() - LABEL))
        paint_math(painter, label, self.limit_text(), theme.friction_text, CAPTION, 600, RIGHT)

    def limit_text(self) -> str:
        """The law's limit in the plane that is drawn, in the notation of `paint_math`."""
        row, load = self._row, self._row.letter
        if row.friction == 0.0:
            return f"μ = 0: {load}_t = 0"
        if row.facets:
            share = "" if row.section > 1.0 - 1e-9 else f"{number_text(row.section)} "
            return tr("pyramid") + f" |{load}_t| = {share}μ {load}_n"
        return tr("cone") + f" |{load}_t| = μ {load}_n"

    def _paint_around(self, painter: QPainter, theme: Theme, box: QRectF, rise: float) -> None:
        """The cone around a pyramid, dashed."""
        middle = box.center().y()
        painter.setPen(QPen(QColor(theme.text_hint), 1, Qt.PenStyle.DashLine))
        for side in (-1, 1):
            painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle + side * rise))

    def _paint_axes(self, painter: QPainter, theme: Theme, box: QRectF) -> None:
        row, middle, top = self._row, box.center().y(), self._top()
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawLine(QPointF(box.left(), box.top()), QPointF(box.left(), box.bottom()))
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))
        for value, y in ((top, box.top()), (0.0, middle), (-top, box.bottom())):
            label = QRectF(14, min(max(y - LABEL / 2, 0), box.bottom() - LABEL + 4), LEFT_ROOM - 20, LABEL)
            paint_text(painter, label, as_shown(f"{value:g}"), theme.text_hint, CAPTION, 400, RIGHT)
        below = QRectF(0, box.bottom() + 4, self.width(), LABEL)
        end = as_shown(f"{self._end:g} {row.unit} {row.letter}_n")
        paint_math(painter, below, end, theme.text_hint, CAPTION, 400, RIGHT)
        free = below.right() - math_width(end, CAPTION) - 8
        step, k = nice_step(self._end, 4), 0
        while k * step < self._end * (1 - 1e-9):
            x = box.left() + k * step / self._end * box.width()
            if x + 14 < free:
                label = QRectF(x - 30, below.top(), 60, LABEL)
                paint_text(painter, label, as_shown(f"{k * step:g}"), theme.text_hint, CAPTION, 400, CENTER)
            k += 1
        painter.save()
        painter.translate(6, middle)
        painter.rotate(-90)
        paint_math(painter, QRectF(-50, -8, 100, 16), f"{row.letter}_t ({row.unit})", theme.text_hint, CAPTION, 400, CENTER)
        painter.restore()

    def _paint_contact(self, painter: QPainter, theme: Theme, box: QRectF) -> None:
        row, at = self._row, self.point()
        color = QColor(IMPULSE if row.impact else FORCE)
        ink = theme.impulse_text if row.impact else theme.force_text
        painter.setPen(QPen(color, 2.2))
        painter.drawLine(QPointF(box.left(), box.center().y()), at)
        painter.setPen(QPen(QColor(theme.panel), 1.4))
        painter.setBrush(color)
        painter.drawEllipse(at, 5.4, 5.4)
        if at.x() - box.left() < 1.0:
            return
        text = f"{number_text(row.normal, zero=1e-9)}, {quantity_text(row.tangential, row.unit)}"
        left, y = self._place_label(box, at, math_width(text, CAPTION, 600))
        paint_text(painter, QRectF(left, y - LABEL / 2, box.width(), LABEL), text, ink, CAPTION, 600, LEFT)

    def _place_label(self, box: QRectF, at: QPointF, width: float) -> tuple[float, float]:
        """Left end and middle of the contact's label: below its line if there is room, behind it, or below the axis."""
        middle = box.center().y()
        left = at.x() - width - 4
        if left > box.left():
            line = middle - (left - box.left()) / (at.x() - box.left()) * (middle - at.y())
            if line + LABEL + 2 <= middle:
                return left, line + LABEL / 2 + 2
        if at.x() + 12 + width <= box.right():
            return at.x() + 12, at.y() - (8 if middle - at.y() < 8 else 0)
        return max(box.left() + 8, left), middle + LABEL / 2 + 2


@shows("friction_cone")
class FrictionConeView(CustomView):
    """Beside the section."""

    widget_type = FrictionCone
