"""A slider that fills from zero."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, AccessibleNumber, Role
from ...accessibility.screen_reader import announce_value
from ...look.paint_box import paint_box, paint_focus
from ...look.style import current_theme
from ...text.number_text import quantity_text
from ..keys import claims_key

KNOB = 7.0  # radius
FINE, COARSE = 1e-3, 1e-2  # of the range: an arrow key, and with Shift

_KEYS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -10,
    Qt.Key.Key_PageUp: 10,
    Qt.Key.Key_Home: -math.inf,
    Qt.Key.Key_End: math.inf,
}


class FillSlider(QWidget):
    """A value between two ends, as a bar from zero and a knob. Arrow keys move it by 1/1000 of the range, Shift: 1/100.

    `moved` and `stepped` are for the user alone: where it was dragged to, and by how much keys or wheel ask to go.
    """

    moved = Signal(float)
    stepped = Signal(float)
    released = Signal()  # the end of a drag, of a key held, of a turn of the wheel
    reset = Signal()  # double-click

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lower, self._upper, self._value = 0.0, 1.0, 0.0
        self._scale, self._unit = 1.0, ""  # of what is read out
        self._grip: float | None = None  # from the pointer to the knob's middle, while dragged [px]
        self._keyed = False
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def range(self) -> tuple[float, float]:
        """The values at its ends."""
        return self._lower, self._upper

    @property
    def value(self) -> float:
        """The value shown, in the unit of the range."""
        return self._value

    def set_range(self, lower: float, upper: float) -> None:
        """Change the values at the left and the right end."""
        if (lower, upper) != self.range:
            self._lower, self._upper = lower, upper
            self.update()

    def show_value(self, value: float) -> None:
        """Move the knob; paints only if that can be seen."""
        before, self._value = self._x(self._value), value
        if round(2 * before) != round(2 * self._x(value)):
            self.update()
            announce_value(self, value * self._scale)

    def set_reading(self, scale: float, unit: str) -> None:
        """Have screen readers told of the value so many times, in this unit."""
        self._scale, self._unit = scale, unit

    def accessible(self) -> Accessible:
        """For screen readers: a slider that may be set."""
        k = self._scale
        step = FINE * (self._upper - self._lower)
        number = AccessibleNumber(k * self._value, k * self._lower, k * self._upper, k * step, self._set_from_reader)
        return Accessible(Role.Slider, value=quantity_text(k * self._value, self._unit), number=number)

    def x_of(self, value: float) -> float:
        """Where on the slider a value is [px]."""
        return self._x(value)

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, 18)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, 18)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, _KEYS) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = _KEYS.get(Qt.Key(event.key()))
        if steps is None:
            super().keyPressEvent(event)
            return
        self._keyed = True
        self._step(steps, event.modifiers())

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() in _KEYS and not event.isAutoRepeat():
            self._end()
        else:
            super().keyReleaseEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta().y() or event.angleDelta().x()  # Shift turns the wheel sideways on some systems
        if not self.hasFocus() or not turn:
            event.ignore()
            return
        event.accept()
        self._step(turn / 120.0, event.modifiers())
        self.released.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        x = event.position().x()
        offset = self._x(self._value) - x
        self._grip = offset if abs(offset) <= KNOB + 2 else 0.0
        if self._grip == 0.0:
            self._drag_to(x)
        self.update()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self._drag_to(event.position().x() + self._grip)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._end()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.reset.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._end()
        super().focusOutEvent(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._end()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        middle = self.height() / 2
        x = self._x(self._value)
        zero = self._x(min(max(0.0, self._lower), self._upper))
        live = self.isEnabled()
        paint_box(painter, QRectF(0, middle - 2, self.width(), 4), theme.track, None, 2)
        paint_box(painter, QRectF(min(x, zero), middle - 2, abs(x - zero), 4), theme.accent if live else theme.border, None, 0)
        if self._lower < 0.0 < self._upper:
            painter.fillRect(QRectF(round(zero) - 0.5, middle - 5, 1, 10), QColor(theme.text_second))
        painter.setPen(QPen(QColor(theme.accent if live else theme.border), 2))
        pressed = self._grip is not None
        painter.setBrush(QColor(theme.accent_fill if pressed else theme.text if theme.name == "dark" else theme.panel))
        painter.drawEllipse(QPointF(x, middle), KNOB - 1, KNOB - 1)
        if self.hasFocus() and not pressed:
            paint_focus(painter, QRectF(x - 9, middle - 9, 18, 18), theme, 9)

    def _x(self, value: float) -> float:
        share = (value - self._lower) / (self._upper - self._lower) if self._upper > self._lower else 0.5
        return KNOB + min(max(share, 0.0), 1.0) * (self.width() - 2 * KNOB)

    def _drag_to(self, x: float) -> None:
        share = (x - KNOB) / max(1.0, self.width() - 2 * KNOB)
        share = min(max(share, 0.0), 1.0)
        value = self._upper if share == 1.0 else self._lower + share * (self._upper - self._lower)
        if value != self._value:
            self.moved.emit(value)

    def _step(self, steps: float, modifiers: Qt.KeyboardModifier) -> None:
        if math.isinf(steps):
            self.moved.emit(self._upper if steps > 0 else self._lower)
            return
        share = COARSE if modifiers & Qt.KeyboardModifier.ShiftModifier else FINE
        self.stepped.emit(steps * share * (self._upper - self._lower))

    def _set_from_reader(self, value: float) -> None:
        self.moved.emit(value / self._scale)
        self.released.emit()

    def _end(self) -> None:
        if self._grip is not None or self._keyed:
            self._grip, self._keyed = None, False
            self.update()
            self.released.emit()
