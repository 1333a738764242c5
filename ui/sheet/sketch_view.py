"""The widget of a `Sketch`: it paints shapes, and tells what the mouse and the keys do."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..controls.keys import claims_key
from ..look.paint_arrow import paint_arrow
from ..look.paint_box import paint_box, paint_focus, tinted
from ..look.paint_text import CENTER, LEFT, math_width, paint_math
from ..look.style import SMALL, current_theme
from ..look.wide_widget import WideWidget
from .block_view import CustomView, shows
from .blocks import Custom
from .sketch import Sketch, SketchShape

NEAR = 10.0  # a press is near what it takes [px]
_ARROWS: dict[int, complex] = {Qt.Key.Key_Left: -1.0, Qt.Key.Key_Right: 1.0, Qt.Key.Key_Up: 1.0j, Qt.Key.Key_Down: -1.0j}
_DELETE, _PRESS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace), (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SketchWidget(WideWidget):
    """`show_value` is for the program and silent; `happened` is the user's: what was done, and its value."""

    happened = Signal(str, object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, height=300, wide=368, narrow=280)
        self._sketch = Sketch("", ())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_value(self, sketch: Sketch) -> None:
        """Draw another."""
        self._sketch = sketch
        self.setFixedHeight(sketch.height)
        self.setAccessibleName(sketch.name)
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a picture."""
        return Accessible(Role.Graphic)

    def point_of(self, place: complex) -> QPointF:
        """Where a place is in the widget."""
        sketch = self._sketch
        return QPointF(self.width() / 2 + sketch.metre * place.real, self.height() - sketch.floor - sketch.metre * place.imag)

    def place_of(self, point: QPointF) -> complex:
        """Which place is at a point of the widget."""
        return complex(point.x() - self.width() / 2, self.height() - self._sketch.floor - point.y()) / self._sketch.metre

    def taken_at(self, point: QPointF) -> Any:
        """What a press takes: the nearest place of those that are near, or the polygon that is painted last."""
        shapes = [shape for shape in self._sketch.shapes if shape.taken is not None]
        ends = [(QLineF(self.point_of(one.places[-1]), point).length(), one.taken) for one in shapes if one.kind != "polygon"]
        away, taken = min(ends, key=lambda end: end[0], default=(NEAR, None))
        polygons = ((self._polygon(one), one) for one in reversed(shapes) if one.kind == "polygon")
        if away < NEAR:
            return taken
        return next((one.taken for area, one in polygons if area.containsPoint(point, Qt.FillRule.WindingFill)), None)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, (*_ARROWS, *_DELETE, *_PRESS)) or super().event(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.happened.emit("pressed", (self.place_of(event.position()), self.taken_at(event.position())))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.happened.emit("dragged", self.place_of(event.position()))
        else:
            hand = Qt.CursorShape.ArrowCursor if self.taken_at(event.position()) is None else Qt.CursorShape.OpenHandCursor
            self.setCursor(Qt.CursorShape.CrossCursor if self._sketch.draws else hand)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.happened.emit("released", None)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ARROWS:
            self.happened.emit("stepped", _ARROWS[event.key()])
        elif event.key() in _DELETE:
            self.happened.emit("deleted", None)
        elif event.key() in _PRESS:  # in the middle, from where the arrow keys lead on
            self.happened.emit("pressed", (self.place_of(QRectF(self.rect()).center()), None))
            self.happened.emit("released", None)
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, whole = QPainter(self), current_theme(), QRectF(self.rect())
        paint_box(painter, whole, theme.field, theme.border)
        painter.setClipRect(whole.adjusted(1, 1, -1, -1))
        painter.setPen(QPen(tinted(theme.divider, 0.6), 1))
        for k in range(-20, 21):  # half metres
            line = self.point_of(complex(k, k) / 2)
            painter.drawLine(QPointF(line.x(), 0), QPointF(line.x(), self.height()))
            painter.drawLine(QPointF(0, line.y()), QPointF(self.width(), line.y()))
        for shape in self._sketch.shapes:
            self._paint(painter, shape)
        if self.hasFocus():
            paint_focus(painter, whole, theme)

    def _polygon(self, shape: SketchShape) -> QPolygonF:
        return QPolygonF([self.point_of(place) for place in shape.places])

    def _paint(self, painter: QPainter, shape: SketchShape) -> None:
        theme, at, flags = current_theme(), self._polygon(shape), LEFT
        end = at.last()
        box = QRectF(end.x() + 7, end.y() - 18, math_width(shape.name, SMALL, 600), 16)
        color = QColor(shape.color if shape.color.startswith("#") else getattr(theme, shape.color))
        dash = Qt.PenStyle.DashLine if shape.kind == "dashed" else Qt.PenStyle.SolidLine
        painter.setPen(QPen(color, 2.4 if shape.strong else 1.4, dash))
        painter.setBrush(tinted(color.name(), 0.2) if shape.kind == "polygon" else Qt.BrushStyle.NoBrush)
        if shape.kind in ("polygon", "dashed"):
            painter.drawPolygon(at)
            box.moveCenter(at.boundingRect().center() - QPointF(0, 12))
            flags = CENTER
        elif shape.kind == "ground":
            down = (at.first() - end) / self._sketch.metre
            along = QPointF(-down.y(), down.x())
            painter.drawLine(at.first() - along * 16, at.first() + along * 16)
            for k in range(-2, 3):
                painter.drawLine(at.first() + along * (7 * k + 4), at.first() + along * (7 * k) + down * 7)
        elif shape.kind == "arrow":
            paint_arrow(painter, at.first(), end, color.name(), 3.0 if shape.strong else 2.0)
        elif shape.kind == "text":
            box.translate(0, 16)
        else:
            painter.setBrush(color if shape.kind == "point" else QColor(theme.field))
            painter.drawEllipse(end, 4.5, 4.5)
        inside = QRectF(self.rect()).adjusted(4, 2, -4, -2)  # a name stays in the picture, whatever its place is
        box.moveLeft(max(inside.left(), min(box.left(), inside.right() - box.width())))
        box.moveTop(max(inside.top(), min(box.top(), inside.bottom() - box.height())))
        paint_math(painter, box, shape.name, color.name() if shape.kind == "text" else theme.text, SMALL, 600, flags)


@shows("sketch")
class SketchView(CustomView):
    """Its events are those of the widget."""

    @override
    def make(self, block: Custom, parent: QWidget) -> QWidget:
        widget = SketchWidget(parent)
        widget.happened.connect(lambda kind, value: self.emit(kind, value))
        return widget
