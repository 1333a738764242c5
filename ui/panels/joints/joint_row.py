"""One joint: its number and name, the value to be typed, a slider that fills from zero, and its limits."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QRectF, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.superscripts import subscript

from ...accessibility.accessible import Accessible, Role
from ...controls.fields.fill_slider import FillSlider
from ...controls.fields.number_field import NumberField
from ...look.paint_text import CENTER, LEFT, RIGHT, elided_name, paint_text, text_width
from ...look.style import CAPTION, SMALL, TEXT, current_theme
from ...look.wide_widget import WideWidget
from ...text.number_text import with_unit
from ...text.units import AngleUnit, limit_text, to_display_unit, to_si, unit_text, value_text
from .values import JointSpec

HEIGHT = 68
EDGE = 16  # left and right of everything
FIELD = 100
SLACK = 1e-9  # of the range: a typed limit in degrees may miss the stored one by rounding


class JointSliderRow(WideWidget):
    """One joint. `show_position` is for the program and silent; signals are for the user alone. Values in [rad | m]."""

    moved = Signal(float)
    released = Signal()
    selected = Signal()

    def __init__(self, spec: JointSpec, number: int, unit: AngleUnit, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=260, narrow=200)
        self.spec = spec
        self._index = f"q{subscript(number)}"
        self._unit = unit
        self._value = math.nan
        self._is_selected = False
        self.field = NumberField(spec.label, self)
        self.field.check = self._reason_against
        self.slider = FillSlider(self.tr("{joint}, slider").format(joint=spec.label), self)
        self.field.entered.connect(self._enter)
        self.field.stepped.connect(lambda steps: self._step(steps * 1e-3 * (self.slider.range[1] - self.slider.range[0])))
        self.slider.moved.connect(self._move)
        self.slider.stepped.connect(lambda by: self._move(self._clamped(self._value + by)))
        self.slider.released.connect(self.released)
        self.slider.reset.connect(lambda: self._enter_value(self._clamped(spec.home)))
        for child in (self.field, self.slider):
            child.installEventFilter(self)
        self.slider.setToolTip(self.tr("Double-click: home"))
        self.set_unit(unit)
        self.show_position(self._clamped(0.0))

    @property
    def value(self) -> float:
        """The position shown [rad | m]."""
        return self._value

    @property
    def is_selected(self) -> bool:
        """Whether the row stands out."""
        return self._is_selected

    def show_position(self, value: float) -> None:
        """Show where the joint is; nothing is painted if it did not move."""
        if value == self._value:
            return
        self._value = value
        lower, upper = self.slider.range
        if not self.spec.is_limited and not lower <= value <= upper:
            self._turn_page()
        self.slider.show_value(value)
        self.field.show_text(value_text(value, self.spec.is_angle, self._unit))

    def show_selected(self, selected: bool) -> None:
        """Let the row stand out."""
        if selected != self._is_selected:
            self._is_selected = selected
            self.update()

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self._unit = unit
        self.field.set_unit(unit_text(self.spec.is_angle, unit))
        self.slider.set_reading(to_display_unit(1.0, self.spec.is_angle, unit), unit_text(self.spec.is_angle, unit))
        if math.isfinite(self._value):
            self.field.show_text(value_text(self._value, self.spec.is_angle, unit))
        if not self.slider.range[1] > self.slider.range[0] or math.isnan(self._value):
            self._turn_page()
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a joint: its number, field and slider."""
        return Accessible(Role.Grouping, f"{self._index} {self.spec.label}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.field.setGeometry(self.width() - EDGE - FIELD, 7, FIELD, 24)
        self.slider.setGeometry(EDGE, 33, self.width() - 2 * EDGE, 18)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.selected.emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.selected.emit()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        if self._is_selected:
            painter.fillRect(self.rect(), QColor(theme.accent_fill))
            painter.fillRect(0, 0, 3, self.height(), QColor(theme.accent))
        top = QRectF(EDGE, 7, self.width() - 2 * EDGE - FIELD - 8, 24)
        paint_text(painter, top, self._index, theme.text_hint, SMALL)
        indent = max(25.0, text_width(self._index, SMALL) + 8)
        name = elided_name(self.spec.label, top.width() - indent, TEXT, 500)
        paint_text(painter, top.adjusted(indent, 0, 0, 0), name, theme.text, TEXT, 500)
        self._paint_limits(painter, theme.text_second if self._is_selected else theme.text_hint)

    def _paint_limits(self, painter: QPainter, color: str) -> None:
        box = QRectF(EDGE, 49, self.width() - 2 * EDGE, 16)
        lower, upper = self.slider.range
        texts = [limit_text(x, self.spec.is_angle, self._unit) for x in (lower, upper)]
        if not math.isfinite(self.spec.lower):
            texts[0] = "← " + texts[0]
        if not math.isfinite(self.spec.upper):
            texts[1] += " →"
        paint_text(painter, box, texts[0], color, CAPTION, 400, LEFT)
        paint_text(painter, box, texts[1], color, CAPTION, 400, RIGHT)
        zero = EDGE + self.slider.x_of(0.0)
        clear = (text_width(text, CAPTION) + 10 for text in texts)
        if lower < 0.0 < upper and box.left() + next(clear) < zero < box.right() - next(clear):
            paint_text(painter, QRectF(zero - 10, box.top(), 20, 16), "0", color, CAPTION, 400, CENTER)

    def _enter(self, number: float) -> None:
        self._enter_value(self._clamped(to_si(number, self.spec.is_angle, self._unit)))

    def _enter_value(self, value: float) -> None:
        self._move(value)
        self.released.emit()

    def _step(self, by: float) -> None:
        self._enter_value(self._clamped(self._value + by))

    def _move(self, value: float) -> None:
        if value != self._value:
            self.show_position(value)
            self.moved.emit(value)

    def _turn_page(self) -> None:
        self.slider.set_range(*self.spec.page(0.0 if math.isnan(self._value) else self._value))
        self.update()

    def _clamped(self, value: float) -> float:
        return min(max(value, self.spec.lower), self.spec.upper)

    def _reason_against(self, number: float) -> str:
        """Why a number typed cannot be the joint's value, or nothing."""
        value = to_si(number, self.spec.is_angle, self._unit)
        slack = SLACK * (self.slider.range[1] - self.slider.range[0])
        if self.spec.lower - slack <= value <= self.spec.upper + slack:
            return ""
        limit, text = (
            (self.spec.lower, self.tr("Below the lower limit of {joint}, {limit}."))
            if value < self.spec.lower
            else (self.spec.upper, self.tr("Above the upper limit of {joint}, {limit}."))
        )
        sign = unit_text(self.spec.is_angle, self._unit)
        return text.format(joint=self.spec.label, limit=with_unit(value_text(limit, self.spec.is_angle, self._unit), sign))
