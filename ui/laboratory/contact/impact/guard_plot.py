"""φ over the first interval, with the middles that were asked: where it passes 0 is the instant of the impact."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....accessibility.accessible import Accessible, Role
from ....look.paint_text import CENTER, LEFT, RIGHT, paint_text
from ....look.style import CAPTION, current_theme
from ....look.theme import IMPULSE, VELOCITY
from ....look.wide_widget import WideWidget
from ....text.number_text import as_shown, number_text
from .values import GuardStep

HEIGHT = 150
SIDE, ABOVE, BELOW, LINE = 58, 14, 24, 14
FINE = 1e-4  # gaps that are written in micrometres [m]
NAMED = 5  # middles whose numbers are written


class GuardPlot(WideWidget):
    """`show_steps` is for the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340)
        self._steps: tuple[GuardStep, ...] = ()
        self._ends = (0.0, 0.0)

    def show_steps(self, steps: Sequence[GuardStep], ends: tuple[float, float]) -> None:
        """Show bisections, and φ at both ends of the first interval [m]."""
        self._steps, self._ends = tuple(steps), ends
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: how far it went."""
        if not self._steps:
            return Accessible(Role.Graphic)
        last = self._steps[-1]
        return Accessible(
            Role.Graphic,
            self.tr("Guard over time: {count} bisections to t = {t} s").format(
                count=len(self._steps), t=as_shown(f"{last.middle:.{last.decimals}f}")
            ),
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._steps:
            return
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first = self._steps[0]
        points = sorted(
            [(first.left, self._ends[0]), (first.right, self._ends[1]), *((s.middle, s.gap) for s in self._steps)]
        )
        box = QRectF(SIDE, ABOVE, self.width() - SIDE - 20, HEIGHT - ABOVE - BELOW)
        high, low = max(0.0, *(p[1] for p in points)), min(0.0, *(p[1] for p in points))
        tall, wide = high - low or 1.0, first.right - first.left
        per_metre, unit = (1e6, "µm") if tall < FINE else (1e3, "mm")

        def place(t: float, gap: float) -> QPointF:
            return QPointF(
                box.left() + (t - first.left) / wide * box.width(), box.top() + (high - gap) / tall * box.height()
            )

        zero = place(first.left, 0.0).y()
        painter.setPen(QPen(QColor(theme.divider), 1))
        painter.drawLine(box.topLeft(), box.bottomLeft())
        painter.drawLine(QPointF(box.left(), zero), QPointF(box.right(), zero))
        painter.setPen(QPen(QColor(VELOCITY), 1.8))
        painter.drawPolyline(QPolygonF([place(*point) for point in points]))
        end = place(self._steps[-1].middle, 0.0)
        painter.setPen(QPen(QColor(IMPULSE), 1.4))
        painter.drawLine(QPointF(end.x(), box.top()), QPointF(end.x(), box.bottom()))
        painter.setPen(QPen(QColor(theme.panel), 1.2))
        for step in reversed(self._steps):
            painter.setBrush(QColor(VELOCITY if step.gap >= 0.0 else IMPULSE))
            painter.drawEllipse(place(step.middle, step.gap), 4.2, 4.2)
        free = -math.inf  # where the last number that is written ends
        for step in sorted(self._steps[:NAMED], key=lambda step: step.middle):
            at = place(step.middle, step.gap)
            if at.x() > free:
                room = QRectF(at.x() + 6, at.y() - LINE - 2, 20, LINE)
                paint_text(painter, room, str(step.number), theme.text_second, CAPTION, 600, LEFT)
                free = at.x() + 14
        for value in (high, 0.0, low):
            y = place(first.left, value).y()
            if value != 0.0 and abs(y - zero) < LINE:
                continue  # it would lie on the 0
            paint_text(
                painter,
                QRectF(0, y - LINE / 2, SIDE - 6, LINE),
                number_text(per_metre * value, 3),
                theme.text_hint,
                CAPTION,
                400,
                RIGHT,
            )
        paint_text(
            painter, QRectF(box.left(), 0, box.width(), LINE), f"φ  {unit}", theme.text_second, CAPTION, 500, RIGHT
        )
        foot = QRectF(box.left(), box.bottom() + 6, box.width(), LINE)
        paint_text(painter, foot, f"{number_text(first.left, 6)} s", theme.text_hint, CAPTION)
        paint_text(painter, foot, f"{number_text(first.right, 6)} s", theme.text_hint, CAPTION, 400, RIGHT)
        middle = min(max(end.x(), box.left() + 90), box.right() - 90)
        room = QRectF(middle - 30, box.bottom() + 6, 60, LINE)
        paint_text(painter, room, "φ = 0", theme.impulse_text, CAPTION, 600, CENTER)
