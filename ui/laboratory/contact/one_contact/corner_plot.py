"""The corner 0 ≤ λ ⟂ ζ̇ ≥ 0 with the line ζ̇ = M λ + d: where they cross is the solution, which can be dragged."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....accessibility.accessible import Accessible, Role
from ....controls.keys import claims_key
from ....look.math_notation import plain_math
from ....look.paint_box import paint_focus
from ....look.paint_text import LEFT, RIGHT, math_width, paint_math, paint_text
from ....look.style import CAPTION, SMALL, current_theme
from ....look.theme import ACCELERATION, FORCE, VELOCITY, Theme
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from ....text.number_text import number_text, quantity_text
from .values import SingleContactView

HEIGHT = 210
LEFT_ROOM, RIGHT_ROOM, ABOVE, BELOW = 52, 18, 22, 14
LINE = 15  # of text
STEP = 0.02  # of the axis, of one key
_KEYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}


class CornerPlot(WideWidget):
    """λ to the right, ζ̇ up. `dragged` is for the user alone: the d that the point asks for."""

    dragged = Signal(float)  # [m/s²], [m/s]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340)
        self._view: SingleContactView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Corner of force and separation"))

    @property
    def end(self) -> float:
        """Where the axis of ζ̇ ends, both ways."""
        return 1.0 if self._view is None else self._view.end

    def show_value(self, value: SingleContactView) -> None:
        """Show a contact."""
        self._view = value
        self.update()

    def place(self, force: float, separation: float) -> QPointF:
        """Where a pair (λ, ζ̇) is painted."""
        box = self._box()
        most = self.end / self._view.M if self._view else 1.0
        return QPointF(box.left() + force / most * box.width(), box.center().y() - separation / self.end * box.height() / 2)

    def point(self) -> QPointF:
        """Where the solution is painted."""
        view = self._view
        return QPointF() if view is None else self.place(view.force, view.separation)

    def accessible(self) -> Accessible:
        """For screen readers: where the solution is."""
        view = self._view
        if view is None:
            return Accessible(Role.Graphic)
        words = (
            f"{view.load} {quantity_text(view.force, view.load_unit)}",
            f"{plain_math(view.rate)} {quantity_text(view.separation, view.rate_unit)}",
        )
        return Accessible(Role.Graphic, self.accessibleName(), ", ".join(words))

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, _KEYS) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = _KEYS.get(Qt.Key(event.key()))
        if steps is None or self._view is None:
            super().keyPressEvent(event)
        else:
            self.dragged.emit(self._view.pulled + steps * STEP * self.end)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag(event.position())
        else:
            event.ignore()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(event.position())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axes(painter, theme, self._view)
        self._paint_corner(painter, theme)
        self._paint_line(painter, theme, self._view)
        self._paint_point(painter, theme, self._view)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()).adjusted(2, 2, -2, -2), theme)

    def _drag(self, at: QPointF) -> None:
        """To the nearer leg of the corner."""
        if self._view is None:
            return
        box, origin = self._box(), self.place(0.0, 0.0)
        right, up = at.x() - origin.x(), origin.y() - at.y()
        share = up / (box.height() / 2) if up > right else -right / box.width()
        self.dragged.emit(min(max(share, -1.0), 1.0) * self.end)

    def _box(self) -> QRectF:
        return QRectF(LEFT_ROOM, ABOVE, self.width() - LEFT_ROOM - RIGHT_ROOM, HEIGHT - ABOVE - BELOW)

    def _paint_axes(self, painter: QPainter, theme: Theme, view: SingleContactView) -> None:
        box, origin = self._box(), self.place(0.0, 0.0)
        painter.setPen(QPen(QColor(theme.divider), 1))
        painter.drawLine(box.topLeft(), box.bottomLeft())
        painter.drawLine(QPointF(box.left(), origin.y()), QPointF(box.right(), origin.y()))
        for value in (self.end, 0.0, -self.end):
            y = self.place(0.0, value).y()
            room = QRectF(0, y - LINE / 2, LEFT_ROOM - 6, LINE)
            paint_text(painter, room, number_text(value), theme.text_hint, CAPTION, 400, RIGHT)
        head = QRectF(box.left() + 6, 2, box.width(), LINE)
        paint_math(painter, head, f"{view.rate}  {view.rate_unit}", theme.text_second, CAPTION, 500)
        end = f"{view.load}  {number_text(self.end / view.M)} {view.load_unit}"
        paint_math(painter, QRectF(box.left(), origin.y() + 5, box.width(), LINE), end, theme.text_second, CAPTION, 500, RIGHT)

    def _paint_corner(self, painter: QPainter, theme: Theme) -> None:
        box, origin = self._box(), self.place(0.0, 0.0)
        pen = QPen(QColor(FORCE), 4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(origin, QPointF(box.right(), origin.y()))
        pen.setColor(QColor(ACCELERATION))
        painter.setPen(pen)
        painter.drawLine(origin, box.topLeft())
        ends = QRectF(box.left() + 8, box.top() + 4, 80, LINE)
        paint_text(painter, ends, self.tr("ends"), theme.text_second, CAPTION, 600, LEFT)
        lasts = QRectF(box.left(), origin.y() + LINE + 6, box.width(), LINE)
        paint_text(painter, lasts, self.tr("lasts"), theme.force_text, CAPTION, 600, RIGHT)

    def _paint_line(self, painter: QPainter, theme: Theme, view: SingleContactView) -> None:
        """ζ̇ = M λ + d, as far as it is in sight, and d where it begins."""
        low, most = view.pulled, self.end / view.M
        begin = self.place(0.0, low)
        reach = min(most, (self.end - low) / view.M)
        end = self.place(reach, low + view.M * reach)
        pen = QPen(QColor(theme.text_second), 1.6)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(begin, end)
        painter.setBrush(QColor(theme.panel))
        painter.setPen(QPen(QColor(VELOCITY), 1.6))
        painter.drawEllipse(begin, 3.2, 3.2)
        if low < 0.0:
            paint_math(painter, QRectF(begin.x() + 9, begin.y() - LINE / 2 + 2, 40, LINE), "d", theme.text_second, SMALL, 500)
        name = f"– –  {view.rate} = M {view.load} + d"
        room = QRectF(self._box().left(), HEIGHT - LINE - 2, self._box().width(), LINE)
        paint_math(painter, room, name, theme.text_second, CAPTION, 400, RIGHT)

    def _paint_point(self, painter: QPainter, theme: Theme, view: SingleContactView) -> None:
        at, box = self.point(), self._box()
        painter.setPen(QPen(QColor(theme.panel), 1.6))
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(at, 6.5, 6.5)
        if view.lasts:
            text = f"{view.load} = {quantity_text(view.force, view.load_unit)}"
            wide = math_width(text, SMALL, 600)
            left = min(max(at.x() - wide / 2, box.left() + 8), box.right() - wide - 40)
            room = QRectF(left, at.y() - LINE - 10, wide, LINE)
        else:
            text = f"{view.rate} = {quantity_text(view.separation, view.rate_unit)}"
            room = QRectF(at.x() + 12, at.y() - LINE / 2, box.width() - 12, LINE)
        paint_math(painter, room, text, theme.accent_text, SMALL, 600)


@shows("contact_corner")
class CornerView(CustomView):
    """The corner, with an event dragged (to a d)."""

    widget_type = CornerPlot
    signals = {"dragged": "dragged"}
