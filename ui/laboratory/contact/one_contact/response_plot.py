"""ζ̇ and λ over d: one grows where the other ends."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....accessibility.accessible import Accessible, Role
from ....look.math_notation import plain_math
from ....look.paint_text import CENTER, RIGHT, paint_math, paint_text
from ....look.style import CAPTION, current_theme
from ....look.theme import ACCELERATION, FORCE, Theme
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from ....text.number_text import number_text, quantity_text
from .values import SingleContactView

HEIGHT = 128
SIDE, ABOVE, BELOW, LINE = 52, 20, 20, 15


class ResponsePlot(WideWidget):
    """λ = max(0, -d/M) falls to the left of d = 0, ζ̇ = max(0, d) rises to its right. `dragged`, by the user alone: a d."""

    dragged = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340)
        self._view: SingleContactView | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_value(self, value: SingleContactView) -> None:
        """Show a contact."""
        self._view = value
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: both at this d."""
        view = self._view
        if view is None:
            return Accessible(Role.Graphic)
        numbers = (
            ("d", view.pulled, view.rate_unit),
            (view.load, view.force, view.load_unit),
            (plain_math(view.rate), view.separation, view.rate_unit),
        )
        return Accessible(Role.Graphic, ", ".join(f"{name} {quantity_text(x, unit)}" for name, x, unit in numbers))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag(event.position().x())
        else:
            event.ignore()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(event.position().x())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        view = self._view
        if view is None:
            return
        theme, box = current_theme(), self._box()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.divider), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()))
        self._paint_lines(painter, theme, view, box)
        self._paint_cursor(painter, theme, view, box)

    def _box(self) -> QRectF:
        return QRectF(SIDE, ABOVE, self.width() - 2 * SIDE, HEIGHT - ABOVE - BELOW)

    def _drag(self, x: float) -> None:
        if self._view is None:
            return
        box = self._box()
        share = 2.0 * (x - box.center().x()) / max(1.0, box.width())
        self.dragged.emit(min(max(share, -1.0), 1.0) * self._view.end)

    def _paint_lines(self, painter: QPainter, theme: Theme, view: SingleContactView, box: QRectF) -> None:
        middle = QPointF(box.center().x(), box.bottom())
        painter.setPen(QPen(QColor(FORCE), 2.2))
        painter.drawLine(box.topLeft(), middle)
        painter.drawLine(middle, box.bottomRight())
        painter.setPen(QPen(QColor(ACCELERATION), 2.2, Qt.PenStyle.DashLine))
        painter.drawLine(box.bottomLeft(), middle)
        painter.drawLine(middle, box.topRight())
        load, rate = number_text(view.end / view.M), number_text(view.end)
        paint_text(painter, QRectF(0, box.top() - 8, SIDE - 6, LINE), load, theme.text_hint, CAPTION, 400, RIGHT)
        paint_text(painter, QRectF(box.right() + 6, box.top() - 8, SIDE, LINE), rate, theme.text_hint, CAPTION)
        head = QRectF(box.left(), 0, box.width(), LINE)
        paint_math(painter, head.translated(14, 0), f"{view.load}  {view.load_unit}", theme.force_text, CAPTION, 600)
        paint_math(painter, head.translated(-14, 0), f"{view.rate}  {view.rate_unit}", theme.text_second, CAPTION, 600, RIGHT)
        for share in (-1.0, 0.0, 1.0):
            x = box.center().x() + share * box.width() / 2
            text = "d = 0" if share == 0.0 else number_text(share * view.end)
            paint_text(painter, QRectF(x - 40, box.bottom() + 3, 80, LINE), text, theme.text_hint, CAPTION, 400, CENTER)

    def _paint_cursor(self, painter: QPainter, theme: Theme, view: SingleContactView, box: QRectF) -> None:
        share = min(max(view.pulled / view.end, -1.0), 1.0)
        x = box.center().x() + share * box.width() / 2
        painter.setPen(QPen(QColor(theme.accent), 1.4))
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        painter.setPen(QPen(QColor(theme.panel), 1.4))
        for color, at in ((ACCELERATION, max(0.0, share)), (FORCE, max(0.0, -share))):
            painter.setBrush(QColor(color))
            painter.drawEllipse(QPointF(x, box.bottom() - at * box.height()), 4.6, 4.6)


@shows("contact_response")
class ResponseView(CustomView):
    """Both over d, with an event dragged (to a d)."""

    widget_type = ResponsePlot
    signals = {"dragged": "dragged"}
