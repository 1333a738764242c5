"""One kind of ellipsoid or polytope in the inspector: its sign, what it is the image of, its extents, and a switch."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, cos, sin

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ...accessibility.accessible import Accessible, Role
from ...controls.buttons.switch import Switch
from ...look.math_notation import plain_math
from ...look.paint_box import tinted
from ...look.paint_text import paint_math, paint_text
from ...look.style import EDGE, SMALL, TEXT, current_theme, ui_font
from ...look.theme import ACCELERATION, FORCE, VELOCITY
from ...look.wide_widget import WideWidget
from ...sheet.block_view import CustomView, shows
from .values import EllipsoidLine

LINE = 16
HEIGHT = 36
INDENT = 32  # of the text behind the glyph
WRAP = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
LOOKS: Mapping[str, tuple[str, list[float]]] = {
    "velocity": (VELOCITY, []),
    "force": (FORCE, [2.4, 1.6]),
    "dynamic": (ACCELERATION, [1.0, 1.3]),
}
"""Colour and dashes of the line."""


class EllipsoidRow(WideWidget):
    """Name and ball on one line; extents on the next, or a sentence, which may take more."""

    switched = Signal(bool)  # by the user

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340)
        self.line = EllipsoidLine("velocity", "", "", "")
        self.switch = Switch("", self)
        self.switch.switched.connect(self.switched)

    def show_value(self, line: EllipsoidLine) -> None:
        """Show another line."""
        before, self.line = self.line, line
        if before._replace(text=line.text, tip=line.tip, on=line.on) == line and not line.is_sentence:
            self.update(self._place(1).toAlignedRect())
        else:
            self.update()
            name = tr("{name} in the view", name=line.name)
            self.switch.setAccessibleName(name)
            self.switch.setToolTip(name)
            self._fit_height()
        if line.tip != before.tip:
            self.setToolTip(line.tip)
        self.switch.show_on(line.on)

    def accessible(self) -> Accessible:
        """For screen readers: a group with what it says."""
        return Accessible(Role.Grouping, plain_math(self.line.name), f"{self.line.text}; {plain_math(self.line.ball)}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.switch.size()
        self.switch.move(self.width() - EDGE - size.width() + 2, (HEIGHT - size.height()) // 2)
        self._fit_height()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        below = self._place(1)
        if self.line.is_sentence:
            below.setBottom(self.height() - 1)
            paint_text(painter, below, self.line.text, theme.text_hint, SMALL, flags=WRAP)
        else:
            paint_text(painter, below, self.line.text, theme.text_second, SMALL)
            if below.toAlignedRect().contains(event.rect()):
                return
        self._paint_glyph(painter, theme.heat_opacity)
        place = self._place(0)
        end = paint_math(painter, place, self.line.name, theme.text, TEXT, 500)
        paint_math(painter, place.adjusted(end - place.left() + 8, 0, 0, 0), self.line.ball, theme.text_hint, SMALL)

    def _fit_height(self) -> None:
        height = HEIGHT
        if self.line.is_sentence:
            room = QRectF(0, 0, self._place(1).width(), 1000)
            taken = QFontMetricsF(ui_font(SMALL)).boundingRect(room, WRAP, self.line.text).height()
            height = max(HEIGHT, ceil(taken) + LINE + 6)
        if height != self.height():
            self.setFixedHeight(height)

    def _place(self, which: int) -> QRectF:
        return QRectF(EDGE + INDENT, 2 + LINE * which, self.switch.x() - EDGE - INDENT - 8, LINE)

    def _paint_glyph(self, painter: QPainter, opacity: float) -> None:
        color, dashes = LOOKS[self.line.kind.removesuffix("_polytope")]
        pen = QPen(QColor(color), 1.4)
        if dashes:
            pen.setDashPattern(dashes)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(tinted(color, 0.7 * opacity))
        box = QRectF(EDGE + 1, HEIGHT / 2 - 6, 21, 12)
        if not self.line.kind.endswith("_polytope"):
            painter.drawEllipse(box)
            return
        x, y = box.center().x(), box.center().y()
        corners = [(x + 10 * cos(a), y + 6.5 * sin(a)) for a in (0.25, 1.0, 2.2, 3.4, 4.15, 5.3)]
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


@shows("ellipsoid")
class EllipsoidRowView(CustomView):
    """Of an `EllipsoidLine`. Event: switched (bool)."""

    inset, below = False, 0
    widget_type = EllipsoidRow
    signals = {"switched": "switched"}
