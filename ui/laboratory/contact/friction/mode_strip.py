"""What each contact did over time, a strip each: open, sticking, sliding, struck."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.simulation.inspection.friction.values import ContactPhase
from torseur.sim.texts import tr

from ....accessibility.accessible import Accessible, AccessibleNumber, Role
from ....controls.keys import claims_key
from ....displays.plot.round_scale import nice_step
from ....look.contact_states import STATES
from ....look.paint_box import paint_focus, tinted
from ....look.paint_contact_state import paint_contact_state
from ....look.paint_text import CENTER, elided_name, paint_text
from ....look.painted_layer import PaintedLayer
from ....look.style import CAPTION, current_theme
from ....look.theme import Theme
from ....look.tool_tip import shows_tip
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from ....text.number_text import decimal_text, number_text, with_unit
from .values import ModesDrawing

NAMES, ROW, FOOT, EDGE = 112, 18, 18, 8
GLYPH = 3.6  # radius [px]
STATE_OF = {
    ContactPhase.OPEN: "open",
    ContactPhase.STICK: "sticking",
    ContactPhase.SLIP: "sliding",
    ContactPhase.CLOSED: "closed",
}
_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class ModeStrip(WideWidget):
    """Time from left to right. `show_*` is for the program and silent; signals are the user's."""

    seek_requested = Signal(float)  # [s]
    lane_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=ROW + FOOT, wide=360, narrow=240)
        self._view: ModesDrawing | None = None
        self._version = 0  # of what is painted
        self._time = 0.0
        self._strips = PaintedLayer(self, self._paint_strips)
        self.setAccessibleName(self.tr("Modes of contacts over time"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_value(self, drawing: ModesDrawing) -> None:
        """Show all lanes, painted anew only where they differ, and the time."""
        if self._view is None or drawing[:-1] != self._view[:-1]:
            self._view, self._version = drawing, self._version + 1
            self.setFixedHeight(max(1, len(drawing.names)) * ROW + FOOT)
            self.update()
        self.show_time(drawing.t)

    def show_time(self, t: float) -> None:
        """Move the cursor [s]."""
        if t != self._time:
            before, self._time = self.x_of(self._time), t
            for x in (before, self.x_of(t)):
                self.update(round(x) - 2, 0, 5, self.height())

    def x_of(self, t: float) -> float:
        """Where a time is [px]."""
        start, end = self._span()
        share = (t - start) / (end - start) if end > start else 0.0
        return NAMES + min(max(share, 0.0), 1.0) * (self.width() - NAMES - EDGE)

    def text_at(self, at: QPointF) -> str:
        """What is read at a point: the contact, what it does, since when and until when."""
        view, lane = self._view, self._lane_at(at.y())
        if view is None or lane < 0:
            return ""
        if at.x() < NAMES:
            return view.names[lane]
        sequence, found = view.sequence, view.sequence.lanes[lane]
        state = int(np.searchsorted(sequence.t, self._time_at(at.x()), side="right")) - 1
        k = int(np.searchsorted(found.states, max(state, 0), side="right")) - 1
        start = float(sequence.t[found.states[k]])
        end = float(sequence.t[found.states[k + 1]] if k + 1 < len(found.states) else sequence.t[-1])
        return self.tr("{name}: {state}, {start} to {end} s").format(
            name=view.names[lane],
            state=tr(STATES[STATE_OF[ContactPhase(int(found.phases[k]))]].title).lower(),
            start=decimal_text(start, 4),
            end=decimal_text(end, 4),
        )

    def accessible(self) -> Accessible:
        """For screen readers: a slider over time."""
        start, end = self._span()
        number = AccessibleNumber(self._time, start, end, 1e-2 * (end - start), self.seek_requested.emit)
        return Accessible(Role.Slider, value=with_unit(decimal_text(self._time, 3), "s"), number=number)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, _KEYS) or shows_tip(event, self, self.text_at) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go to the change before and after; up and down to another contact."""
        view, key = self._view, Qt.Key(event.key())
        if view is None or key not in _KEYS:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            starts = [interval.start for interval in view.sequence.intervals]
            later = [t for t in starts if t > self._time + 1e-12]
            earlier = [t for t in starts if t < self._time - 1e-12]
            ends = later[:1] if key == Qt.Key.Key_Right else earlier[-1:]
            if ends:
                self.seek_requested.emit(ends[0])
        else:
            lane = view.selected + (1 if key == Qt.Key.Key_Down else -1)
            if 0 <= lane < len(view.names):
                self.lane_chosen.emit(lane)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._view is None:
            return
        lane = self._lane_at(event.position().y())
        if lane >= 0:
            self.lane_chosen.emit(lane)
        if event.position().x() >= NAMES:
            self.seek_requested.emit(self._time_at(event.position().x()))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and event.position().x() >= NAMES:
            self.seek_requested.emit(self._time_at(event.position().x()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        theme = current_theme()
        painter = QPainter(self)
        self._strips.show(painter, (self._version, theme.name))
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        x = self.x_of(self._time)
        painter.drawLine(QPointF(x, 0), QPointF(x, self.height() - FOOT + 3))
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme)

    def _paint_strips(self, painter: QPainter) -> None:
        view, theme = self._view, current_theme()
        if view is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for k, name in enumerate(view.names):
            box = QRectF(0, k * ROW, NAMES - 8, ROW)
            if k == view.selected:
                painter.fillRect(QRectF(0, k * ROW, self.width(), ROW), QColor(theme.accent_fill))
            role = theme.accent_text if k == view.selected else theme.text_second
            paint_text(painter, box, elided_name(name, box.width(), CAPTION), role, CAPTION)
            self._paint_lane(painter, theme, k)
        self._paint_foot(painter, theme)

    def _paint_lane(self, painter: QPainter, theme: Theme, k: int) -> None:
        assert self._view is not None
        sequence, lane, middle = self._view.sequence, self._view.sequence.lanes[k], (k + 0.5) * ROW
        ends = [*(float(sequence.t[state]) for state in lane.states[1:]), float(sequence.t[-1])]
        for state, phase, end in zip(lane.states.tolist(), lane.phases.tolist(), ends, strict=True):
            left, right = self.x_of(float(sequence.t[state])), self.x_of(end)
            look = STATES[STATE_OF[ContactPhase(phase)]]
            if phase == ContactPhase.OPEN:
                painter.setPen(QPen(QColor(theme.border), 1))
                painter.drawLine(QPointF(left, middle), QPointF(right, middle))
                continue
            bar = QRectF(left, middle - 5, max(right - left, 1.0), 10)
            painter.fillRect(bar, tinted(look.color, 0.45))
            if phase == ContactPhase.SLIP:
                self._hatch(painter, bar, look.color)
            if bar.width() > 4 * GLYPH:
                at = QPointF(bar.left() + 2 * GLYPH + 1, middle)
                paint_contact_state(painter, STATE_OF[ContactPhase(phase)], at, GLYPH)
        for state in lane.impacts.tolist():
            paint_contact_state(painter, "impact", QPointF(self.x_of(float(sequence.t[state])), middle), GLYPH + 0.8)

    @staticmethod
    def _hatch(painter: QPainter, bar: QRectF, color: str) -> None:
        """Slanted lines: sliding is told from sticking without its colour."""
        painter.save()
        painter.setClipRect(bar)
        painter.setPen(QPen(QColor(color), 1))
        x = bar.left() - bar.height()
        while x < bar.right():
            painter.drawLine(QPointF(x, bar.bottom()), QPointF(x + bar.height(), bar.top()))
            x += 6.0
        painter.restore()

    def _paint_foot(self, painter: QPainter, theme: Theme) -> None:
        start, end = self._span()
        step, top = nice_step(end - start, 5), self.height() - FOOT
        t = np.ceil(start / step - 1e-9) * step
        while t <= end + 1e-9 * step:
            x = self.x_of(t)
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.drawLine(QPointF(x, top), QPointF(x, top + 3))
            text = number_text(t, 3, 1e-12) + (" s" if t + step > end + 1e-9 * step else "")
            box = QRectF(min(x - 30, self.width() - 44), top + 3, 60, 14)
            paint_text(painter, box, text, theme.text_hint, CAPTION, 400, CENTER)
            t += step

    def _span(self) -> tuple[float, float]:
        if self._view is None or not len(self._view.sequence.t):
            return 0.0, 1.0
        return float(self._view.sequence.t[0]), float(self._view.sequence.t[-1])

    def _time_at(self, x: float) -> float:
        start, end = self._span()
        share = (x - NAMES) / max(1.0, self.width() - NAMES - EDGE)
        return start + min(max(share, 0.0), 1.0) * (end - start)

    def _lane_at(self, y: float) -> int:
        k = int(y // ROW)
        return k if self._view is not None and 0 <= k < len(self._view.names) else -1


@shows("mode_strip")
class ModeStripView(CustomView):
    """Off the edges of the page."""

    below = 2
    widget_type = ModeStrip
    signals = {"seek_requested": "seek", "lane_chosen": "lane"}
