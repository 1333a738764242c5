"""The two clocks of the window: one moves the time while it plays, the other looks after what may be late."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, QTimer

from ..session.session import Session

FRAME = 16  # [ms] between two looks at the clock while playing
SLOW = 100  # [ms] between two looks at what may be late: plots, marks, numbers in the status line


class Clock(QObject):
    """Calls the session at the display's rate while it plays, and `late` ten times a second, always."""

    def __init__(self, session: Session, late: Sequence[Callable[[], object]], parent: QObject) -> None:
        super().__init__(parent)
        self._late = late
        self._frames = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=FRAME)
        self._frames.timeout.connect(session.playback.tick)
        self._slow = QTimer(self, interval=SLOW)
        self._slow.timeout.connect(self.catch_up)
        self._slow.start()
        session.playback.playing_changed.connect(self._play_changed)

    def catch_up(self) -> None:
        """Show what may be a tenth of a second late."""
        for refresh in self._late:
            refresh()

    def stop(self) -> None:
        """The window closes."""
        self._frames.stop()
        self._slow.stop()

    def _play_changed(self, playing: bool) -> None:
        if playing:
            self._frames.start()
        else:
            self._frames.stop()
            self.catch_up()
