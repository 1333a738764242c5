"""The transport bar: the clock, the scrubber, and the marks on it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.simulation.inspection.accuracy import accuracy_note
from torseur.sim.simulation.recording.events import Event, EventKind
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.ui.time_bar.event_mark import KINDS, TimeMarks
from torseur.ui.time_bar.transport import Transport

from ..documents.body_names import bare_names
from ..session.session import Session
from .event_texts import event_text, event_time

EMPTY = np.zeros(0)
MANY = 2**20  # states of which a column of pixels has more than the few that are one from afar
_MARKS = np.array([KINDS.index(kind.value) for kind in EventKind])  # which of the marks each kind has


class TransportBinding(QObject):
    """Between the transport bar and the session."""

    def __init__(self, session: Session, transport: Transport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._transport = session, transport
        playback = session.playback
        self._last_counts = (-1, -1)  # events, states
        self._marks = TimeMarks()
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
            self._marks = TimeMarks()
            self._transport.show_marks(self._marks)
        self._last_counts = now
        if recording is None:
            self._transport.show_residuals(EMPTY, EMPTY, EMPTY)
            return
        settings = recording.settings
        if now[0] > len(self._marks):
            names, events = bare_names(recording.scene.model.body_names), recording.events
            new = slice(len(self._marks), now[0])
            self._marks = TimeMarks(
                np.append(self._marks.t, events.t[new]),
                np.append(self._marks.kind, _MARKS[events.kinds[new]]),
                lambda i: mark_text(events[i], names, settings),
            )
            self._transport.show_marks(self._marks)
        document = self._session.document
        n = now[1] if document is not None and document.task is None else 0  # a plan's are on the board, by intervals
        far = recording.extremes
        largest = (far["residual"], far["step_error"]) if n > MANY and far else None
        self._transport.show_residuals(recording.t[:n], recording.residual[:n], recording.step_error[:n], largest)
        self._transport.show_accuracy(accuracy_note(recording.scene, settings))

    def _play_changed(self, playing: bool) -> None:
        self._transport.show_playing(playing)
        self.refresh()
        self.refresh_marks()


def mark_text(event: Event, names: Mapping[str, str], settings: Settings) -> str:
    """What is read of an event on the time line; `names` are those that bodies are read by."""
    return f"{event_time(event.t, settings)} s: {event.kind.value}, {event_text(event, names)}"
