"""The bar that plays: buttons, speed, time, the timeline, its end, looping and saving."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..controls.buttons.outline_button import OutlineButton
from ..controls.fields.number_field import NumberField
from ..look.style import TEXT, current_theme, ui_font
from ..look.wide_widget import WideWidget
from ..text.number_text import decimal_text, table_decimals, with_unit
from .event_mark import TimeMarks
from .play_button import PlayButton
from .speed_button import SpeedButton
from .timeline import HEIGHT, Points, Timeline

EDGE = 16
SHORTEST = 1e-3  # a duration [s]


class Transport(WideWidget):
    """Everything about time in one row. `show_…` is for the program and silent; signals are for the user alone."""

    play_requested = Signal()
    pause_requested = Signal()
    step_requested = Signal(int)  # +1 or -1
    start_requested = Signal()
    end_requested = Signal()
    speed_chosen = Signal(float)  # 1: as fast as the clock
    seek_requested = Signal(float)  # [s]
    duration_entered = Signal(float)  # [s]
    loop_switched = Signal(bool)
    save_requested = Signal(str)  # "recording", "video", "picture", "data"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=1200)
        self._span = (0.0, 0.0, 1.0)
        self._make()
        self._lay_out()
        self._connect()
        self._write_times()

    @property
    def timeline(self) -> Timeline:
        """The time line of the bar."""
        return self._timeline

    def show_playing(self, playing: bool) -> None:
        """Show whether time runs."""
        self.play_button.show_playing(playing)

    def show_waiting(self, waiting: bool) -> None:
        """Show whether time will run as soon as it can."""
        self.play_button.show_waiting(waiting)

    def show_speed(self, speed: float) -> None:
        """Show how fast time runs; 1 is as fast as the clock."""
        self.speed_button.show_speed(speed)

    def show_loop(self, on: bool) -> None:
        """Show whether it begins anew at the end."""
        self.loop_button.setChecked(on)

    def show_time(self, t: float) -> None:
        """Show the time [s]; while the user drags the cursor, that is where it is dragged to."""
        self._timeline.show_time(t)
        self._write_time()

    def show_span(self, start: float, reached: float, end: float) -> None:
        """Show time from start to end, simulated as far as `reached` [s]."""
        ends_changed = (start, end) != (self._span[0], self._span[2])
        self._span = (start, reached, end)
        self._timeline.show_span(start, reached, end)
        if ends_changed:
            self._write_times()

    def show_marks(self, marks: TimeMarks) -> None:
        """Show what happened when."""
        self._timeline.show_marks(marks)

    def show_residuals(
        self, t: np.ndarray, residual: np.ndarray, step_error: np.ndarray, largest: Sequence[Points] | None = None
    ) -> None:
        """As `Timeline.show_residuals`."""
        self._timeline.show_residuals(t, residual, step_error, largest)

    def show_accuracy(self, note: str) -> None:
        """As `Timeline.show_accuracy`."""
        self._timeline.show_accuracy(note)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.fillRect(0, 0, self.width(), 1, QColor(theme.divider))

    def _make(self) -> None:
        self.start_button = IconButton("to_start", self.tr("To the start"), self)
        self.back_button = IconButton("step_back", self.tr("One step back (←)"), self)
        self.play_button = PlayButton(self)
        self.forward_button = IconButton("step_forward", self.tr("One step forward (→)"), self)
        self.end_button = IconButton("to_end", self.tr("To the end"), self)
        self.speed_button = SpeedButton(self)
        self.time_field = NumberField(self.tr("Time"), self, unit="s", weight=600)
        self._timeline = Timeline(self)
        self.end_field = NumberField(self.tr("Duration"), self, unit="s")
        self.loop_button = IconButton("loop", self.tr("Begin anew at the end"), self, checkable=True)
        self.save_button = OutlineButton(self.tr("Save"), "save", self)
        for button in (self.back_button, self.forward_button):
            button.setAutoRepeat(True)
        for field, width in ((self.time_field, 82), (self.end_field, 78)):
            field.setFixedSize(width, 28)
        # It looks like a label until the pointer is over it. Colours are left to the theme's own style sheet.
        self.end_field.setProperty("refused", False)
        self.end_field.setStyleSheet(
            'QLineEdit[refused="false"]:!hover:!focus { border-color: transparent; background: transparent; }'
        )
        self.save_menu = self._menu_of_saving()
        self.save_button.open_menu_of(self.save_menu)

    def _menu_of_saving(self) -> QMenu:
        menu = QMenu(self)
        menu.setFont(ui_font(TEXT))
        for key, text in {
            "recording": self.tr("Recording…"),
            "video": self.tr("Video…"),
            "picture": self.tr("Picture…"),
            "data": self.tr("Plot data (CSV)…"),
        }.items():
            menu.addAction(text).triggered.connect(lambda _, key=key: self.save_requested.emit(key))
        return menu

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE - 2, 0, EDGE, 0)
        row.setSpacing(4)
        for button in (self.start_button, self.back_button, self.play_button, self.forward_button, self.end_button):
            row.addWidget(button)
        row.addSpacing(12)
        row.addWidget(self.speed_button)
        row.addSpacing(8)
        row.addWidget(self.time_field)
        row.addSpacing(8)
        row.addWidget(self._timeline, 1)
        for widget, gap in ((self.end_field, 2), (self.loop_button, 2), (self.save_button, 4)):
            row.addSpacing(gap)
            row.addWidget(widget)

    def _connect(self) -> None:
        self.start_button.clicked.connect(lambda: self.start_requested.emit())
        self.end_button.clicked.connect(lambda: self.end_requested.emit())
        self.back_button.clicked.connect(lambda: self.step_requested.emit(-1))
        self.forward_button.clicked.connect(lambda: self.step_requested.emit(1))
        self.play_button.clicked.connect(self._play_or_pause)
        self.speed_button.chosen.connect(self.speed_chosen)
        self.loop_button.clicked.connect(lambda on: self.loop_switched.emit(on))
        self.time_field.check = self._reason_against_time
        self.time_field.entered.connect(self._seek)
        self.time_field.stepped.connect(lambda steps: self.step_requested.emit(1 if steps > 0 else -1))
        self.end_field.check = self._reason_against_end
        self.end_field.entered.connect(self.duration_entered)
        self._timeline.seek_requested.connect(self._follow_cursor)
        self._timeline.sought_end.connect(self._write_time)

    def _play_or_pause(self) -> None:
        if self.play_button.is_playing or self.play_button.is_waiting:
            self.pause_requested.emit()
        else:
            self.play_requested.emit()

    def _seek(self, t: float) -> None:
        self.show_time(t)
        self.seek_requested.emit(t)

    def _follow_cursor(self, t: float) -> None:
        self._write_time()
        self.seek_requested.emit(t)

    def _write_time(self) -> None:
        self.time_field.show_text(decimal_text(self._timeline.time, self._decimals))

    def _write_times(self) -> None:
        end = self._span[2]
        self._decimals = table_decimals((end,), 4 if end < 10.0 else 5)  # milliseconds up to 100 s
        self.end_field.show_text(decimal_text(end, self._decimals))
        self._write_time()

    def _reason_against_time(self, t: float) -> str:
        start, _, end = self._span
        if start <= t <= end:
            return ""
        return self.tr("From {start} to {end}.").format(start=self._time_text(start), end=self._time_text(end))

    def _reason_against_end(self, t: float) -> str:
        if t >= self._span[0] + SHORTEST:
            return ""
        return self.tr("Later than {start}.").format(start=self._time_text(self._span[0]))

    def _time_text(self, t: float) -> str:
        return with_unit(decimal_text(t, self._decimals), "s")
