"""The time line of phases: how long each mode lasts, dragged by its end, and below how well each interval was planned."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...controls.keys import claims_key
from ...look.paint_box import paint_focus
from ...look.painted_layer import PaintedLayer
from ...look.style import current_theme
from ...look.tool_tip import shows_tip
from ...look.wide_widget import WideWidget
from ...text.number_text import number_text, quantity_text
from ..values import BoardPhase, IntervalErrors
from .paint_phases import BARS, BARS_AT, BLOCK, BLOCKS_AT, HEIGHT, paint_bars, paint_blocks, paint_cursor, paint_words
from .strip_scale import StripScale

NEAR = 5  # from the pointer to an end that is meant [px]
SHORTEST = 0.01  # that a phase is dragged to [s]
STEP = 0.01  # of the arrow keys [s]
_KEYS = {
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Insert,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
}


class PhaseStrip(WideWidget):
    """Phases from left to right. `show_*` is silent, signals are for the user alone.

    Left and right choose a phase, up and down change its duration, Enter gives the duration or frees it, Insert and Delete
    add a phase after it and take it away.
    """

    duration_dragged = Signal(int, float)  # which phase, and how long it is to last [s]
    fix_requested = Signal(int, bool)  # whether its duration is given from now on
    phase_selected = Signal(int)
    add_requested = Signal(int)  # after which
    remove_requested = Signal(int)
    seek_requested = Signal(float)  # [s]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=600)
        self.scale = StripScale()
        self._errors = IntervalErrors()
        self._selected, self._time = 0, 0.0
        self._grip = -1  # whose end is dragged
        self._dragged = 0.0  # its duration meanwhile [s]
        self._version = 0
        self._layer = PaintedLayer(self, self._paint)
        self.setAccessibleName(self.tr("Phases"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    @property
    def phases(self) -> tuple[BoardPhase, ...]:
        """What is shown."""
        return self.scale.phases

    @property
    def selected(self) -> int:
        """The phase that stands out."""
        return self._selected

    def show_phases(self, phases: Sequence[BoardPhase]) -> None:
        """Show these, one after the other."""
        if tuple(phases) != self.phases:
            self.scale.phases = tuple(phases)
            self._selected = min(self._selected, max(len(phases) - 1, 0))
            self._grip = -1
            self._repaint()

    def show_selected(self, phase: int) -> None:
        """Let one stand out."""
        if phase != self._selected:
            self._selected = phase
            self._repaint()

    def show_errors(self, errors: IntervalErrors) -> None:
        """Show how well each interval was planned."""
        self._errors = errors
        self._repaint()

    def show_range(self, start: float, end: float) -> None:
        """Show these times [s] from the left to the right."""
        if (start, end) != (self.scale.start, self.scale.end):
            self.scale.start, self.scale.end = start, end
            self._repaint()

    def show_time(self, t: float) -> None:
        """Put the cursor here [s]."""
        if t != self._time:
            self._time = t
            self.update()

    def end_of(self, phase: int) -> QPointF:
        """Where the end of a phase is taken hold of."""
        return QPointF(self.scale.x_of(self.scale.end_of(phase)), BLOCKS_AT + BLOCK / 2)

    def text_at(self, at: QPointF) -> str:
        """What is read at a point: of a phase, or of an interval."""
        t = self.scale.t_of(at.x())
        k = self._interval_at(t)
        if at.y() >= BARS_AT and k >= 0:
            text = self.tr("Interval {k}: off by {error} between its knots, equations within {defect}")
            error, defect = (number_text(float(one[k]), 2, 0.0) for one in (self._errors.error, self._errors.defect))
            return text.format(k=k + 1, error=error, defect=defect)
        phase = self.scale.phase_at(t)
        if phase < 0:
            return ""
        one = self.phases[phase]
        if one.fixed:
            text = self.tr("{mode}, {duration}: given. Drag its end, or press its lock to leave it to the planner.")
        else:
            text = self.tr("{mode}, {duration}: from {shortest} to {longest}. Drag its end to give it.")
        return text.format(
            mode=one.mode,
            duration=quantity_text(one.duration, "s"),
            shortest=quantity_text(one.shortest, "s"),
            longest=quantity_text(one.longest, "s"),
        )

    def accessible(self) -> Accessible:
        """For screen readers: the phases, and which is chosen."""
        texts = [f"{k + 1} {one.mode} {quantity_text(one.duration, 's')}" for k, one in enumerate(self.phases)]
        chosen = self.tr("chosen: {k}").format(k=self._selected + 1)
        return Accessible(Role.List, value="; ".join([*texts, chosen] if texts else []))

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, _KEYS) or shows_tip(event, self, self.text_at) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, k = Qt.Key(event.key()), self._selected
        if key not in _KEYS or not self.phases:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._select(k + (1 if key == Qt.Key.Key_Right else -1))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            by = STEP if key == Qt.Key.Key_Up else -STEP
            self.duration_dragged.emit(k, max(SHORTEST, round(self.phases[k].duration + by, 6)))
        elif key == Qt.Key.Key_Delete:
            self.remove_requested.emit(k)
        elif key == Qt.Key.Key_Insert:
            self.add_requested.emit(k)
        else:
            self.fix_requested.emit(k, not self.phases[k].fixed)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        if at.y() >= BARS_AT or not self.phases:
            self.seek_requested.emit(self.scale.t_of(at.x()))
            return
        self._grip = self._end_near(at)
        if self._grip >= 0:
            self._dragged = self.phases[self._grip].duration
            self._select(self._grip)
            return
        phase = self.scale.phase_at(self.scale.t_of(at.x()))
        if phase >= 0:
            self._select(phase)
            if self.scale.lock_box(phase).contains(at):
                self.fix_requested.emit(phase, not self.phases[phase].fixed)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._grip >= 0:
            self._dragged = max(SHORTEST, self.scale.t_of(at.x()) - self.scale.start_of(self._grip))
            self._repaint()
        else:
            near = self._end_near(at) >= 0
            self.setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        k, self._grip = self._grip, -1
        if k >= 0:
            self._repaint()
            if abs(self._dragged - self.phases[k].duration) > 1e-4:
                self.duration_dragged.emit(k, round(self._dragged, 4))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        self._layer.show(painter, (self._version, theme.name))
        paint_cursor(painter, theme, self.scale.x_of(self._time), self.scale.shows(self._time))
        if self.hasFocus() and self.phases:
            paint_focus(painter, self.scale.box(self._selected, BLOCKS_AT, BLOCK).adjusted(1, 0, -1, 0), theme, 5)

    def _paint(self, painter: QPainter) -> None:
        theme = current_theme()
        durations = [self._dragged if k == self._grip else one.duration for k, one in enumerate(self.phases)]
        paint_words(painter, theme, self.tr("modes"), self.tr("error"))
        paint_blocks(painter, theme, self.scale, durations, self._selected, self._grip)
        paint_bars(painter, theme, self.scale, self._errors, QRectF(0, BARS_AT, self.width(), BARS))

    def _repaint(self) -> None:
        self.scale.width = self.width()
        self._version += 1
        self.update()

    @override
    def resizeEvent(self, event: QEvent) -> None:
        self._repaint()

    def _select(self, phase: int) -> None:
        if 0 <= phase < len(self.phases) and phase != self._selected:
            self.show_selected(phase)
            self.phase_selected.emit(phase)

    def _end_near(self, at: QPointF) -> int:
        """The phase whose end is under the pointer; -1: none."""
        if not BLOCKS_AT - 2 <= at.y() <= BLOCKS_AT + BLOCK + 2:
            return -1
        away = [(abs(self.end_of(k).x() - at.x()), k) for k in range(len(self.phases))]
        distance, k = min(away, default=(1e9, -1))
        return k if distance <= NEAR else -1

    def _interval_at(self, t: float) -> int:
        edges = self._errors.edges
        for k in range(len(self._errors.error)):
            if edges[k] <= t < edges[k + 1]:
                return k
        return -1
