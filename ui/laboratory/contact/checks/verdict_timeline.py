"""The verdicts of all states of a recording: a lane a check, in each column of pixels the worst of its states."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.simulation.inspection.checking.values import CHECKS, PASS, VERDICTS, RecordingCheck
from torseur.sim.texts import tr

from ....accessibility.accessible import Accessible, Role
from ....controls.keys import claims_key
from ....look.paint_box import paint_box, paint_focus
from ....look.paint_text import RIGHT, paint_text
from ....look.painted_layer import PaintedLayer
from ....look.style import CAPTION, EDGE, current_theme
from ....look.tool_tip import shows_tip
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from ....text.number_text import as_shown, residual_text
from .verdicts import LOOKS, TITLES, CheckedTimes, color_of

LABEL, LANE, TIMES = 104, 16, 18  # width of the names; heights of a lane and of the line with times [px]
NEAR = 3  # how far beside a mark a press may be [px]
KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class VerdictTimeline(WideWidget):
    """`chosen` is for the user alone: the index of a state in its recording, and the key of a check.

    A press goes to the worst state of the column, Left and Right go to the mark before and after the time shown.
    """

    chosen = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=len(CHECKS) * LANE + TIMES, wide=380, narrow=240)
        self._shown: CheckedTimes | None = None
        self._found: RecordingCheck | None = None
        self._levels = np.zeros((0, len(CHECKS)), dtype=np.int64)
        self._end, self._time = 1.0, 0.0
        self._columns = np.zeros((len(CHECKS), 0), dtype=np.int64)
        self._filled = 0  # how often that was
        self._lanes = PaintedLayer(self, self._paint_lanes)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def columns(self) -> np.ndarray:
        """(6, pixels) index into `VERDICTS` of the worst state of each column of pixels; -1: there is none."""
        return self._columns

    def show_value(self, value: CheckedTimes) -> None:
        """Show what was checked so far, and the time."""
        if self._shown is None or replace(value, t=self._shown.t) != self._shown:
            self.show_checks(value.found, value.end)
        self._shown = value
        self.show_time(value.t)

    def show_checks(self, found: RecordingCheck | None, end: float) -> None:
        """Show what was checked so far, on a line that ends at a time [s]."""
        self._found, self._end = found, max(end, 1e-9)
        self._levels = np.zeros((0, len(CHECKS)), dtype=np.int64) if found is None else found.levels
        self._fill()
        self.update()

    def show_time(self, t: float) -> None:
        """Mark the time shown [s]."""
        if t != self._time:
            self._time = t
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: how many states did not pass."""
        bad = int(np.sum(self._levels.max(axis=1, initial=0) > VERDICTS.index(PASS))) if len(self._levels) else 0
        return Accessible(Role.Graphic, self.tr("Verdicts over time; states that did not pass: {n}").format(n=bad))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fill()

    @override
    def event(self, event: QEvent) -> bool:
        return shows_tip(event, self, self._text_at) or claims_key(event, KEYS) or super().event(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        lane = self._lane_at(event.position().y())
        state = self._state_at(event.position().x(), lane)
        if state >= 0 and self._found is not None:
            self.chosen.emit(self._found.first + state, CHECKS[lane])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in KEYS and self._found is not None:
            self._walk(1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        left, room = EDGE + LABEL, self._room()
        x, height = left + min(1.0, self._time / self._end) * room, len(CHECKS) * LANE
        painter.fillRect(QRectF(x - 0.75, 0, 1.5, height), QColor(theme.text))
        self._lanes.show(painter, (self._filled, theme))
        if self.hasFocus():
            paint_focus(painter, QRectF(left - 4, 0.5, room + 8, height - 1), theme)
        elif self._found is None:
            paint_box(painter, QRectF(left, 0.5, room, height - 1), theme.raised, None, 4)

    def _paint_lanes(self, painter: QPainter) -> None:
        """All but the time shown, which alone moves while a recording is played."""
        theme, left, room = current_theme(), EDGE + LABEL, self._room()
        for lane, key in enumerate(CHECKS):
            y = lane * LANE
            paint_text(painter, QRectF(EDGE, y, LABEL - 8, LANE), tr(TITLES[key]), theme.text_second, CAPTION)
            painter.fillRect(QRectF(left, y + LANE - 2, room, 1), QColor(theme.divider))
            self._paint_lane(painter, lane, left, y + LANE - 2)
        y = len(CHECKS) * LANE
        paint_text(painter, QRectF(left, y, room, TIMES), "0 s", theme.text_hint, CAPTION)
        paint_text(painter, QRectF(left, y, room, TIMES), as_shown(f"{self._end:.4g} s"), theme.text_hint, CAPTION, 400, RIGHT)

    def _paint_lane(self, painter: QPainter, lane: int, left: float, base: float) -> None:
        """Bars as high as their verdict is bad, runs of one verdict in one piece."""
        theme, levels = current_theme(), self._columns[lane]
        if not len(levels):
            return
        cuts = np.flatnonzero(np.diff(levels)) + 1
        for start, stop in zip([0, *cuts.tolist()], [*cuts.tolist(), len(levels)], strict=True):
            if levels[start] < 0:
                continue
            verdict = VERDICTS[int(levels[start])]
            height = LOOKS[verdict].height
            wide = max(stop - start, 2 if height > LOOKS[PASS].height else 1)
            painter.fillRect(QRectF(left + start, base - height, wide, height), QColor(color_of(verdict, theme)))

    def _room(self) -> int:
        return max(1, self.width() - 2 * EDGE - LABEL)

    def _fill(self) -> None:
        """The worst verdict of each column of pixels; a column between two states has that of the one before."""
        room = self._room()
        self._filled += 1
        self._columns = np.full((len(CHECKS), room), -1, dtype=np.int64)
        if self._found is None or not len(self._found):
            return
        place = self._places()
        starts = np.flatnonzero(np.diff(place, prepend=-1))
        self._columns[:, place[starts]] = np.maximum.reduceat(self._levels, starts, axis=0).T
        last = np.maximum.accumulate(np.where(self._columns[0] >= 0, np.arange(room), -1))
        between = (last >= 0) & (np.arange(room) <= place[-1])
        self._columns[:, between] = self._columns[:, last[between]]

    def _places(self) -> np.ndarray:
        """The column of pixels of each state."""
        assert self._found is not None
        return np.clip((self._found.t / self._end * (self._room() - 1)).astype(np.int64), 0, self._room() - 1)

    def _lane_at(self, y: float) -> int:
        return min(max(int(y // LANE), 0), len(CHECKS) - 1)

    def _state_at(self, x: float, lane: int = -1) -> int:
        """The worst state near a place; -1: nothing was checked."""
        if self._found is None or not len(self._found):
            return -1
        away = np.abs(self._places() - (x - EDGE - LABEL))
        near = np.flatnonzero(away <= max(NEAR, float(away.min())))
        levels = self._levels[near] if lane < 0 else self._levels[near, lane : lane + 1]
        worst = levels.max(axis=1)
        return int(near[np.lexsort((away[near], -worst))[0]])

    def _walk(self, by: int) -> None:
        assert self._found is not None
        bad = np.flatnonzero(self._levels.max(axis=1, initial=0) > VERDICTS.index(PASS))
        t = self._found.t[bad]
        later = bad[t > self._time + 1e-12] if by > 0 else bad[t < self._time - 1e-12]
        if len(later):
            state = int(later[0] if by > 0 else later[-1])
            self.chosen.emit(self._found.first + state, CHECKS[int(np.argmax(self._levels[state]))])

    def _text_at(self, at: QPointF) -> str:
        lane = self._lane_at(at.y())
        state = self._state_at(at.x(), lane)
        if state < 0 or self._found is None:
            return ""
        verdict = VERDICTS[int(self._levels[state, lane])]
        value = self._found.value[state, lane]
        told = "" if np.isnan(value) else f", {residual_text(float(value))}"
        check = tr("{head}: {title}", head=tr(TITLES[CHECKS[lane]]), title=tr(LOOKS[verdict].word))
        return f"{as_shown(f'{self._found.t[state]:.6g} s')}, {check}{told}"


@shows("verdict_timeline")
class VerdictTimelineView(CustomView):
    """As wide as the page."""

    inset, below = False, 8
    widget_type = VerdictTimeline
    signals = {"chosen": "chosen"}
