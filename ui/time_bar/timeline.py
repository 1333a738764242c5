"""The bar of time: what is simulated, where the cursor stands, what happened when, and how well it was solved."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, AccessibleNumber, Role
from ..controls.keys import claims_key
from ..look.paint_box import paint_box, paint_focus, tinted
from ..look.painted_layer import PaintedLayer
from ..look.style import current_theme
from ..look.theme import WARNING, Theme
from ..look.wide_widget import WideWidget
from ..text.number_text import decimal_text, residual_text, with_unit
from .event_mark import KINDS, TimeMarks, paint_marks
from .residual_strip import column_maxima, last_number, line_image, strip_image
from .time_key import key_entries, paint_time_key

Points = tuple[np.ndarray, np.ndarray]  # (m,) rising [s], and what is there (m,)
HEIGHT = 70
EDGE = 8  # left and right of the track, so that the knob is never cut
KNOB = 7.0
GLYPHS_AT = 18
TRACK_AT = 31
STRIP_AT, STRIP_HEIGHT = 41, 12
KEY_AT, KEY_HEIGHT = 55, 13
NEAR = 7  # from the pointer to a glyph that is meant [px]
MOST_LINES = 6  # marks read out at once

_KEYS = {
    Qt.Key.Key_Left: -1e-3,
    Qt.Key.Key_Right: 1e-3,
    Qt.Key.Key_PageDown: -0.1,
    Qt.Key.Key_PageUp: 0.1,
    Qt.Key.Key_Home: -math.inf,
    Qt.Key.Key_End: math.inf,
}


class Timeline(WideWidget):
    """Time from left to right. `show_…` is for the program and silent; `seek_requested` is where the user wants to be [s].

    While the knob is dragged it stays with the pointer, whatever time the program shows.
    """

    seek_requested = Signal(float)
    sought_end = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=560, narrow=160)
        self._start, self._reached, self._end = 0.0, 0.0, 1.0
        self._time = 0.0
        self._dragged: float | None = None
        self._keyed = False
        self._marks = TimeMarks()
        self._samples: tuple[np.ndarray, np.ndarray, np.ndarray] = (np.zeros(0), np.zeros(0), np.zeros(0))
        self._painted: tuple[Points, ...] = ((np.zeros(0), np.zeros(0)),) * 2  # of residuals and errors
        self._samples_version = 0
        self.key: tuple[tuple[str, str], ...] = ()  # what is explained below the lines, of what there is
        self._accuracy = ""
        # the cursor moves 60 times a second, what lies around it does not
        self._strip = PaintedLayer(self, self._paint_strip)
        self._glyphs = PaintedLayer(self, self._paint_marks)
        self._key = PaintedLayer(self, self._paint_key)
        self.setAccessibleName(self.tr("Timeline"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def time(self) -> float:
        """Where the cursor stands [s]."""
        return self._time if self._dragged is None else self._dragged

    def show_span(self, start: float, reached: float, end: float) -> None:
        """Show time from start to end, simulated as far as `reached` [s]."""
        if (start, end) != (self._start, self._end):
            self._start, self._reached, self._end = start, reached, end
            self.update()
        elif reached != self._reached:
            before, self._reached = self.x_of(self._reached), reached
            self._update_between(before, self.x_of(reached))

    def show_time(self, t: float) -> None:
        """Move the cursor; paints only if that can be seen."""
        before, self._time = self.x_of(self.time), t
        self._update_between(before, self.x_of(self.time))

    def show_marks(self, marks: TimeMarks) -> None:
        """Show what happened; two marks of a kind closer than can be seen are painted as one."""
        self._marks = marks
        self._explain()
        self.update()

    def show_residuals(
        self, t: np.ndarray, residual: np.ndarray, step_error: np.ndarray, largest: Sequence[Points] | None = None
    ) -> None:
        """Show how well each step was solved, and how wrong it was. The arrays are kept, not copied, and read when painting.

        t          : (n,)  rising                                          [s]
        residual   : (n,)  of the solve at t                               [m/s]
        step_error : (n,)  by the step's own length; NaN: not estimated    [m/s]
        largest    : of many, times and values of both that hold the largest of each few: these are painted
        """
        before = self._samples[0]
        same = len(t) == len(before) and (not len(t) or (t[0] == before[0] and t[-1] == before[-1]))
        self._samples = (t, residual, step_error)
        self._painted = ((t, residual), (t, step_error)) if largest is None else tuple(largest)
        if not same:
            self._samples_version += 1
            self._explain()
            self.update()

    def show_accuracy(self, note: str) -> None:
        """Show, where no error of steps is known, what is known instead; empty: nothing."""
        self._accuracy = note

    def x_of(self, t: float) -> float:
        """Where a time is [px]."""
        span = self._end - self._start
        share = (t - self._start) / span if span > 0.0 else 0.0
        return EDGE + min(max(share, 0.0), 1.0) * (self.width() - 2 * EDGE)

    def accessible(self) -> Accessible:
        """For screen readers: a slider over time."""
        end = with_unit(decimal_text(self._end, 3), "s")
        text = self.tr("{time} of {end}").format(time=with_unit(decimal_text(self.time, 3), "s"), end=end)
        step = 1e-3 * (self._end - self._start)
        number = AccessibleNumber(self.time, self._start, self._end, step, self._set_from_reader)
        return Accessible(Role.Slider, value=text, number=number)

    @override
    def event(self, event: QEvent) -> bool:
        if claims_key(event, _KEYS):
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tooltip(event)
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through time: arrows by 1/1000 of it, with Shift 1/100, pages by a tenth."""
        share = _KEYS.get(Qt.Key(event.key()))
        if share is None:
            super().keyPressEvent(event)
            return
        self._keyed = True
        wider = 10.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
        step = share * wider * (self._end - self._start) if math.isfinite(share) else share
        self._seek(min(max(self._time + step, self._start), self._end))

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self._keyed and event.key() in _KEYS and not event.isAutoRepeat():
            self._keyed = False
            self.sought_end.emit()
        else:
            super().keyReleaseEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Let the cursor come to the pointer, or exactly to the event whose glyph is pressed."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        near = self._marks_near(event.position().toPoint())
        self._dragged = self._time
        self._drag_to(float(self._marks.t[near[0]]) if near else self._time_at(event.position().x()))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged is not None:
            self._drag_to(self._time_at(event.position().x()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._dragged is not None:
            before, self._dragged = self.x_of(self.time), None
            self._update_between(before, self.x_of(self.time))
            self.sought_end.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        x, left = self.x_of(self.time), float(EDGE)
        track = QRectF(left, TRACK_AT - 3, self.width() - 2 * EDGE, 6)
        paint_box(painter, track, theme.track, None, 3)
        for end, fill in ((self.x_of(self._reached), tinted(theme.accent, 0.30)), (x, QColor(theme.accent))):
            painter.setClipRect(QRectF(left, track.top(), end - left, track.height()))
            paint_box(painter, track, fill, None, 3)
        painter.setClipping(False)
        span = (self._start, self._end, theme.name)
        self._strip.show(painter, (span, self._samples_version))
        self._glyphs.show(painter, (span, self._marks))
        self._key.show(painter, (self.key, theme.name))
        self._paint_cursor(painter, theme, x)

    def _paint_cursor(self, painter: QPainter, theme: Theme, x: float) -> None:
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        painter.drawLine(QPointF(x, GLYPHS_AT - 8), QPointF(x, STRIP_AT + STRIP_HEIGHT + 2))
        painter.setPen(QPen(QColor(theme.accent), 2))
        dragging = self._dragged is not None
        painter.setBrush(QColor(theme.accent_fill if dragging else theme.text if theme.name == "dark" else theme.panel))
        painter.drawEllipse(QPointF(x, TRACK_AT), KNOB - 1, KNOB - 1)
        if self.hasFocus() and not dragging:
            paint_focus(painter, QRectF(x - 9, TRACK_AT - 9, 18, 18), theme, 9)

    def _paint_marks(self, painter: QPainter) -> None:
        paint_marks(painter, self._marks, self._places(), GLYPHS_AT)

    def _explain(self) -> None:
        t, errors = self._samples[0], bool(np.isfinite(self._painted[1][1]).any())
        self.key = tuple(key_entries([KINDS[k] for k in np.unique(self._marks.kind)], len(t) > 1, errors))

    def _paint_key(self, painter: QPainter) -> None:
        box = QRectF(EDGE, KEY_AT, self.width() - 2 * EDGE, KEY_HEIGHT)
        paint_time_key(painter, current_theme(), box, self.key)

    def _paint_strip(self, painter: QPainter) -> None:
        t = self._samples[0]
        width, scale = self.width() - 2 * EDGE, self.devicePixelRatioF()
        columns = round(width * scale)
        if not len(t) or columns < 1 or self._end <= self._start:
            return
        edges = np.linspace(self._start, self._end, columns + 1)
        maxima = column_maxima(*self._painted[0], edges)
        plain = tinted(current_theme().text_hint, 0.55)
        image = strip_image(maxima, round(STRIP_HEIGHT * scale), plain, QColor(WARNING))
        painter.drawImage(QRectF(EDGE, STRIP_AT, width, STRIP_HEIGHT), image)
        errors = column_maxima(*self._painted[1], edges)
        stop = int(np.count_nonzero(edges[:-1] <= t[-1]))
        image = line_image(errors, stop, round(STRIP_HEIGHT * scale), round(scale), QColor(current_theme().accent))
        painter.drawImage(QRectF(EDGE, STRIP_AT, width, STRIP_HEIGHT), image)

    def _show_tooltip(self, event: QHelpEvent) -> None:
        text = self.text_at(event.pos())
        if text:
            QToolTip.showText(event.globalPos(), text, self, QRectF(event.pos(), QSize(1, 1)).toRect())
        else:
            QToolTip.hideText()
            event.ignore()

    def text_at(self, at: QPoint) -> str:
        """What is read at a point: the marks there, or the residual, or the time."""
        near = self._marks_near(at)
        if near:
            lines = [self._marks.read(i) for i in near[:MOST_LINES]]
            if len(near) > MOST_LINES:
                lines.append(self.tr("and {count} more").format(count=len(near) - MOST_LINES))
            return "\n".join(lines)
        t = self._time_at(at.x())
        time = with_unit(decimal_text(t, 3), "s")
        samples, residual, step_error = self._samples
        index = int(np.searchsorted(samples, t, "right")) - 1
        if at.y() >= STRIP_AT - 2 and 0 <= index and t <= samples[-1]:
            text = self.tr("{time}, residual {residual}").format(time=time, residual=residual_text(residual[index]))
            known = last_number(step_error[: index + 1])
            if math.isnan(known):
                return f"{text}\n{self._accuracy}" if self._accuracy else text
            error = residual_text(known)
            return self.tr("{text}, step error {error} m/s (the line)").format(text=text, error=error)
        return time

    def _marks_near(self, at: QPoint) -> list[int]:
        """Which marks are under a point, the nearest first."""
        if abs(at.y() - GLYPHS_AT) > NEAR:
            return []
        away = np.abs(self._places() - at.x())
        order = np.argsort(away, kind="stable")
        return order[: np.count_nonzero(away <= NEAR)].tolist()

    def _places(self) -> np.ndarray:
        """Where the marks are (n,) [px], as `x_of`."""
        share = (self._marks.t - self._start) / max(self._end - self._start, 1e-300)
        return EDGE + np.clip(share, 0.0, 1.0) * (self.width() - 2 * EDGE)

    def _time_at(self, x: float) -> float:
        share = (x - EDGE) / max(1.0, self.width() - 2.0 * EDGE)
        share = min(max(share, 0.0), 1.0)
        return self._end if share == 1.0 else self._start + share * (self._end - self._start)

    def _drag_to(self, t: float) -> None:
        before, changed = self.x_of(self.time), t != self._dragged
        self._dragged = t
        self._update_between(before, self.x_of(t))
        if changed:
            self._seek(t)

    def _seek(self, t: float) -> None:
        if t != self._time:
            self.show_time(t)
            self.seek_requested.emit(t)

    def _set_from_reader(self, t: float) -> None:
        self._seek(t)
        self.sought_end.emit()

    def _update_between(self, a: float, b: float) -> None:
        if round(2 * a) != round(2 * b):
            margin = 11
            left = math.floor(min(a, b)) - margin
            self.update(left, 0, math.ceil(max(a, b)) + margin - left, HEIGHT)
