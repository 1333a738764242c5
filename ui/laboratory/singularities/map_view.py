"""A map of a number over two joints: coloured cells, axes, a scale, and the place where the robot is."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.paint_box import paint_focus
from ...look.paint_text import CENTER, LEFT, RIGHT, paint_text
from ...look.style import CAPTION, SMALL, current_theme
from ...look.wide_widget import WideWidget
from ...sheet.block_view import CustomView, shows
from ...text.number_text import ZERO, as_shown, number_text, quantity_text
from ...text.units import limit_text, to_display_unit
from .values import MapData

# From singular to far from it: perceptually even, safe for colour-blind eyes (five places of viridis, in the public domain).
SCALE = np.array([(68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37)], dtype=float)
AXIS, FOOT, BAR, GAP, RIM = 70, 34, 12, 10, 54
STEP = 1 / 40  # of the span, by an arrow key


class MapView(WideWidget):
    """`show_value` is for the program and silent; `moved` and `released` are the user's."""

    moved = Signal(object)  # where the robot is wanted (2,) [rad | m]
    released = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=268, wide=368, narrow=280)
        self._data: MapData | None = None
        self._image = QImage()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAccessibleName(self.tr("Map over two joints; arrow keys move the robot"))

    @property
    def data(self) -> MapData | None:
        """The map that is drawn; None: none."""
        return self._data

    @property
    def is_zero(self) -> bool:
        """Whether all that is mapped is what rounding leaves of 0, which has no colours."""
        return self._data is not None and float(np.max(self._data.values)) <= ZERO

    def show_value(self, data: MapData | None) -> None:
        """Draw a map; None: none."""
        if data is None or self._data is None or data.values is not self._data.values:
            self._image = _image(data.values) if data is not None else QImage()
        self._data = data
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a picture, and where the robot is in it."""
        data = self._data
        if data is None:
            return Accessible(Role.Graphic)
        names = zip((data.name_a, data.name_b), data.place, data.is_angle, strict=True)
        place = ", ".join(f"{name} {_text(value, is_angle, data)}" for name, value, is_angle in names)
        i, k = np.abs(data.a - data.place[0]).argmin(), np.abs(data.b - data.place[1]).argmin()
        if self.is_zero:
            return Accessible(Role.Graphic, value=f"{place}: {self.tr('0 everywhere')}")
        return Accessible(Role.Graphic, value=f"{place}: {quantity_text(float(data.values[i, k]), data.unit)}")

    def point_of(self, a: float, b: float) -> QPointF:
        """Where a place of the joints is in the widget."""
        box, data = self._box(), self._data
        if data is None:
            return box.center()
        x = (a - data.a[0]) / (data.a[-1] - data.a[0])
        y = (b - data.b[0]) / (data.b[-1] - data.b[0])
        return QPointF(box.left() + x * box.width(), box.bottom() - y * box.height())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._data is not None:
            self._go(event.position())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._data is not None:
            self._go(event.position())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.released.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Down: (0, -1), Qt.Key.Key_Up: (0, 1)}
        way, data = ways.get(Qt.Key(event.key())), self._data
        if way is None or data is None:
            super().keyPressEvent(event)
            return
        moved = []
        for value, axis, step in zip(data.place, (data.a, data.b), way, strict=True):
            span = float(axis[-1] - axis[0])
            moved.append(min(max(value + step * STEP * span, float(axis[0])), float(axis[-1])))
        self.moved.emit(tuple(moved))
        self.released.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, data = current_theme(), self._data
        painter = QPainter(self)
        box = self._box()
        if data is None:
            painter.fillRect(box, QColor(theme.hover))
            return
        if self.is_zero:
            painter.fillRect(box, QColor(theme.hover))
            paint_text(painter, box, self.tr("0 everywhere"), theme.text_second, SMALL, 500, CENTER)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(box, self._image)
            self._paint_scale(painter, box, data)
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawRect(box)
        self._paint_axes(painter, box, data)
        point = self.point_of(*data.place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(box)
        for color, width in (("#101418", 4.0), ("#FFFFFF", 2.0)):
            painter.setPen(QPen(QColor(color), width))
            painter.drawEllipse(point, 6, 6)
        painter.setClipping(False)
        if self.hasFocus():
            paint_focus(painter, box.adjusted(-3, -3, 3, 3), theme)

    def _paint_axes(self, painter: QPainter, box: QRectF, data: MapData) -> None:
        theme = current_theme()
        for share in (0.0, 0.5, 1.0):
            text = _text(data.a[0] + share * (data.a[-1] - data.a[0]), data.is_angle[0], data)
            x, side = box.left() + share * box.width(), {0.0: LEFT, 0.5: CENTER, 1.0: RIGHT}[share]
            where = QRectF(x - {0.0: 0.0, 0.5: 50.0, 1.0: 100.0}[share], box.bottom() + 2, 100, 14)
            paint_text(painter, where, text, theme.text_hint, CAPTION, 400, side)
            text = _text(data.b[0] + share * (data.b[-1] - data.b[0]), data.is_angle[1], data)
            y = box.bottom() - share * box.height()
            where = QRectF(0, min(max(y - 7, box.top()), box.bottom() - 14), AXIS - 6, 14)
            paint_text(painter, where, text, theme.text_hint, CAPTION, 400, RIGHT)
        foot = QRectF(box.left(), box.bottom() + 16, box.width(), 16)
        paint_text(painter, foot, data.name_a, theme.text_second, SMALL, 500, CENTER)
        painter.save()
        painter.translate(0, box.center().y())
        painter.rotate(-90)
        paint_text(painter, QRectF(-box.height() / 2, 0, box.height(), 16), data.name_b, theme.text_second, SMALL, 500, CENTER)
        painter.restore()

    def _paint_scale(self, painter: QPainter, box: QRectF, data: MapData) -> None:
        theme = current_theme()
        bar = QRectF(box.right() + GAP, box.top(), BAR, box.height())
        painter.drawImage(bar, _image(np.linspace(0, 1, 64)[None, :]))
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawRect(bar)
        most = float(np.max(data.values))
        room = self.width() - bar.right() - 6
        top = number_text(most, 3)
        top = as_shown(f"{most:.1e}".replace("e-0", "e-")) if len(top) > 6 else top
        for text, y in ((top if most > 0.0 else "", bar.top()), (data.unit, bar.top() + 14), ("0", bar.bottom() - 14)):
            paint_text(painter, QRectF(bar.right() + 6, y, room, 14), text, theme.text_hint, CAPTION, 400, LEFT)

    def _box(self) -> QRectF:
        return QRectF(AXIS, 4, self.width() - AXIS - GAP - BAR - RIM, self.height() - 4 - FOOT)

    def _go(self, position: QPointF) -> None:
        box, data = self._box(), self._data
        if data is None:
            return
        x = min(max((position.x() - box.left()) / box.width(), 0.0), 1.0)
        y = min(max((box.bottom() - position.y()) / box.height(), 0.0), 1.0)
        place = data.a[0] + x * (data.a[-1] - data.a[0]), data.b[0] + y * (data.b[-1] - data.b[0])
        self.moved.emit(tuple(map(float, place)))


def _text(value: float, is_angle: bool, data: MapData) -> str:
    value = 0.0 if abs(to_display_unit(value, is_angle, data.angle_unit)) < 1e-9 else value
    return limit_text(value, is_angle, data.angle_unit)


def _image(values: np.ndarray) -> QImage:
    """Values (na, nb) as a picture: the first index to the right, the second upwards; 0 to the largest over the scale."""
    most = float(np.max(values))
    place = np.clip(values.T[::-1] / most if most > 0 else np.zeros_like(values.T), 0, 1) * (len(SCALE) - 1)
    lower = np.minimum(place.astype(int), len(SCALE) - 2)
    share = (place - lower)[..., None]
    colors = ((1 - share) * SCALE[lower] + share * SCALE[lower + 1]).astype(np.uint8)
    rows, columns, _ = colors.shape
    padded = np.zeros((rows, (3 * columns + 3) // 4 * 4), dtype=np.uint8)
    padded[:, : 3 * columns] = colors.reshape(rows, -1)
    return QImage(padded.tobytes(), columns, rows, padded.shape[1], QImage.Format.Format_RGB888).copy()


@shows("joint_map")
class JointMapView(CustomView):
    """Off the edges of the page."""

    below = 12
    widget_type = MapView
    signals = {"moved": "moved", "released": "released"}
