"""The transport bar: the clock, the scrubber, and the marks on it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.simulation.accuracy import accuracy_note
from torseur.ui.time_bar.timeline import TimeMark
from torseur.ui.time_bar.transport import Transport

from ..documents.body_names import bare_names
from ..session.session import Session
from .event_texts import event_text, event_time

EMPTY = np.zeros(0)


class TransportBinding(QObject):
    """Between the transport bar and the session."""

    def __init__(self, session: Session, transport: Transport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._transport = session, transport
        playback = session.playback
        self._last_counts = (-1, -1)  # events, states
        self._marks: list[TimeMark] = []
        session.document_changed.connect(self.refresh_all)
        session.recording_changed.connect(self.refresh_all)
        playback.clock_changed.connect(self.refresh)
        session.snapshot_changed.connect(self.refresh)
        playback.playing_changed.connect(self._play_changed)
        playback.waiting_changed.connect(transport.show_waiting)
        transport.play_requested.connect(playback.play)
        transport.pause_requested.connect(playback.pause)
        transport.step_requested.connect(playback.step)
        transport.start_requested.connect(playback.to_start)
        transport.end_requested.connect(playback.to_end)
        transport.speed_chosen.connect(playback.set_speed)
        transport.seek_requested.connect(playback.seek)
        transport.duration_entered.connect(playback.set_duration)
        transport.loop_switched.connect(playback.set_loop)

    def refresh(self) -> None:
        """Show where the time is."""
        playback, transport = self._session.playback, self._transport
        transport.show_span(0.0, playback.reached, max(playback.duration, playback.reached))
        transport.show_time(playback.time)
        transport.show_speed(playback.speed)
        transport.show_loop(playback.loop)

    def refresh_all(self) -> None:
        """Show time, buttons and marks anew, whatever was shown before."""
        self._last_counts = (-1, -1)
        self.refresh()
        self.refresh_marks()

    def refresh_marks(self) -> None:
        """Show events and residuals, where there are more than before."""
        recording = self._session.recording
        now = (len(recording.events), len(recording)) if recording is not None else (0, 0)
        if now == self._last_counts:
            return
        if now[0] < len(self._marks) or self._last_counts[0] < 0:
            self._marks = []
        self._last_counts = now
        if recording is None:
            self._transport.show_marks(())
            self._transport.show_residuals(EMPTY, EMPTY, EMPTY)
            return
        new = recording.events[len(self._marks) : now[0]]
        names, settings = bare_names(recording.scene.model.body_names), recording.settings
        self._marks += [
            TimeMark(e.t, e.kind.value, f"{event_time(e.t, settings)} s: {e.kind.value}, {event_text(e, names)}")
            for e in new
        ]
        self._transport.show_marks(self._marks)
        document = self._session.document
        n = now[1] if document is not None and document.task is None else 0  # a plan's are on the board, by intervals
        self._transport.show_residuals(recording.t[:n], recording.residual[:n], recording.step_error[:n])
        self._transport.show_accuracy(accuracy_note(recording.scene, settings))

    def _play_changed(self, playing: bool) -> None:
        self._transport.show_playing(playing)
        self.refresh()
        self.refresh_marks()
