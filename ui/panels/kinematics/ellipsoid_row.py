"""One kind of ellipsoid or polytope in the inspector: its sign, what it is the image of, its extents, and a switch."""

from __future__ import annotations

from math import ceil, cos, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...controls.buttons.switch import Switch
from ...look.math_notation import plain_math
from ...look.paint_box import tinted
from ...look.paint_text import paint_math, paint_text
from ...look.style import EDGE, SMALL, TEXT, current_theme, ui_font
from ...look.wide_widget import WideWidget

LINE = 16
HEIGHT = 36
INDENT = 32  # of the text behind the glyph
WRAP = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
DASHES = {"dashed": [2.4, 1.6], "dotted": [1.0, 1.3]}


class EllipsoidRow(WideWidget):
    """Name and ball on one line; extents on the next, or a sentence, which may take more."""

    def __init__(self, name: str, color: str, parent: QWidget, *, line: str = "", angular: bool = False) -> None:
        super().__init__(parent, height=HEIGHT, wide=340)
        self._name, self._color, self._pattern, self._angular = name, color, line, angular
        self._ball = self._text = ""
        self._is_sentence = False
        self.switch = Switch(self.tr("{name} in the view").format(name=name), self)

    @property
    def text(self) -> str:
        """The extents as shown, or the sentence in their place."""
        return self._text

    @property
    def name(self) -> str:
        """What it is called."""
        return self._name

    def show_extents(self, name: str, text: str, ball: str, tip: str = "") -> None:
        """Show extents with their unit, and the ball in the notation of `paint_math`."""
        self._show(name, text, ball, tip, is_sentence=False)

    def show_sentence(self, name: str, text: str, ball: str) -> None:
        """Say what it is, or why it is not there."""
        self._show(name, text, ball, "", is_sentence=True)

    def accessible(self) -> Accessible:
        """For screen readers: a group with what it says."""
        return Accessible(Role.Grouping, plain_math(self._name), f"{self._text}; {plain_math(self._ball)}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.switch.size()
        self.switch.move(self.width() - EDGE - size.width() + 2, (HEIGHT - size.height()) // 2)
        self._fit_height()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        below = self._line(1)
        if self._is_sentence:
            below.setBottom(self.height() - 1)
            paint_text(painter, below, self._text, theme.text_hint, SMALL, flags=WRAP)
        else:
            paint_text(painter, below, self._text, theme.text_second, SMALL)
            if below.toAlignedRect().contains(event.rect()):
                return
        self._paint_glyph(painter, theme.heat_opacity)
        line = self._line(0)
        end = paint_math(painter, line, self._name, theme.text, TEXT, 500)
        paint_math(painter, line.adjusted(end - line.left() + 8, 0, 0, 0), self._ball, theme.text_hint, SMALL)

    def _show(self, name: str, text: str, ball: str, tip: str, *, is_sentence: bool) -> None:
        same = (name, ball, is_sentence) == (self._name, self._ball, self._is_sentence)
        if same and text == self._text:
            return
        self.update(self._line(1).toAlignedRect() if same and not is_sentence else self.rect())
        self._name, self._text, self._ball, self._is_sentence = name, text, ball, is_sentence
        if tip != self.toolTip():
            self.setToolTip(tip)
        self._fit_height()

    def _fit_height(self) -> None:
        height = HEIGHT
        if self._is_sentence:
            room = QRectF(0, 0, self._line(1).width(), 1000)
            taken = QFontMetricsF(ui_font(SMALL)).boundingRect(room, WRAP, self._text).height()
            height = max(HEIGHT, ceil(taken) + LINE + 6)
        if height != self.height():
            self.setFixedHeight(height)

    def _line(self, which: int) -> QRectF:
        return QRectF(EDGE + INDENT, 2 + LINE * which, self.switch.x() - EDGE - INDENT - 8, LINE)

    def _paint_glyph(self, painter: QPainter, opacity: float) -> None:
        pen = QPen(QColor(self._color), 1.4)
        if self._pattern:
            pen.setDashPattern(DASHES[self._pattern])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(tinted(self._color, 0.7 * opacity))
        box = QRectF(EDGE + 1, HEIGHT / 2 - 6, 21, 12)
        if not self._angular:
            painter.drawEllipse(box)
            return
        x, y = box.center().x(), box.center().y()
        corners = [(x + 10 * cos(a), y + 6.5 * sin(a)) for a in (0.25, 1.0, 2.2, 3.4, 4.15, 5.3)]
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
