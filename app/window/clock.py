"""The window's time: a clock that moves it while it plays, one that looks after what is late, and turns for what takes long."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QDockWidget, QWidget
from typing_extensions import override

from ..session.session import Session

FRAME = 16  # [ms] between two looks at the clock while playing
SLOW = 100  # [ms] between two looks at what may be late: plots, marks, numbers in the status line
PICTURES = 4  # that are shown between two such looks, at least: where pictures take long, plots and numbers wait for them
RESTING, REST_AFTER = 500, 3.0  # the same [ms] once nothing was shown for so long [s], and nothing plays
NEXT_TURN = 4  # [ms] after which keys and mouse that wait have had theirs: a timer of 0 comes before them
LATEST = 0.5  # [s] that a window which is not painted waits for what is made behind it
INPUT = {
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.Wheel,
    QEvent.Type.KeyPress,
    QEvent.Type.ShortcutOverride,
    QEvent.Type.Shortcut,
    QEvent.Type.ContextMenu,
    QEvent.Type.Drop,
}
BUDGET = 0.01  # [s] of the window's thread that one turn at it takes before the rest waits for the next turn


class Clock(QObject):
    """Calls the session once a picture while it plays, at the display's rate at most, and `late` ten times a second.

    is_held : whether the window is not painted now, as what it shows is not whole: who holds it catches up in the end;
              then `late` waits
    is_due  : whether a state that was shown is not painted yet: then the session waits, for `LATEST` at most
    """

    def __init__(
        self,
        session: Session,
        late: Sequence[Callable[[], object]],
        parent: QObject,
        is_held: Callable[[], bool] = lambda: False,
        is_due: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(parent)
        self._late, self._is_held, self._is_due = late, is_held, is_due
        self._playback = session.playback
        self._looked = 0.0  # when it last looked, by the clock of `monotonic` [s]
        self._between = 0.0  # the last two looks while it plays [s]
        self._frames = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=FRAME)
        self._frames.timeout.connect(self.look)
        self._slow = QTimer(self, interval=SLOW)
        self._slow.timeout.connect(self._begin)
        self._slow.start()
        self._left: list[Callable[[], object]] = []  # of `late`, still to be called
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._go_on)
        session.playback.playing_changed.connect(self._play_changed)
        self._shown = time.monotonic()  # when something was shown last
        session.snapshot_changed.connect(self.wake)

    def look(self) -> None:
        """Show the newest state, if the one before is painted; a picture that came late is followed by the next at once."""
        now = time.monotonic()
        if self._frames.isActive() and now - self._looked > (LATEST if self._is_due() else 0.5e-3 * FRAME):
            self._between, self._looked = now - self._looked, now
            self._playback.tick()

    def catch_up(self) -> None:
        """Show what may be a tenth of a second late, all of it now."""
        for refresh in self._late:
            refresh()

    def stop(self) -> None:
        """The window closes."""
        self._frames.stop()
        self._slow.stop()
        self._turns.stop()

    def _play_changed(self, playing: bool) -> None:
        if playing:
            self._frames.start()
        else:
            self._frames.stop()
            self._left = []  # what was looked after while it played is looked after once more
            self._begin()

    def wake(self) -> None:
        """Something is shown: what may be late is looked after as often as ever."""
        self._shown = time.monotonic()
        if self._slow.interval() == RESTING:
            self._slow.setInterval(SLOW)

    def _begin(self) -> None:
        pace = SLOW
        if self._playback.playing:
            pace = min(max(SLOW, round(1e3 * PICTURES * self._between)), RESTING - 1)
        elif time.monotonic() - self._shown > REST_AFTER:
            pace = RESTING
        if pace != self._slow.interval():
            self._slow.setInterval(pace)
        if not self._left and not self._is_held():  # else the last look is not over
            self._left = list(self._late)
            self._turns.start()  # not in this turn, which may show a state already

    def _go_on(self) -> None:
        """Look after one of them after the other, and let the mouse and the keys have their turn where that takes long."""
        begun = time.thread_time()
        if self._is_held():
            self._left = []
        while self._left and time.thread_time() - begun < BUDGET:
            self._left.pop(0)()
        if self._left:
            self._turns.start()
        else:
            self._turns.stop()


class Turns(QObject):
    """Does several things that take long, each in a turn of the event loop; the window is painted after the last.

    A press of a button or key between two of them would meet parts of the window of which some are of the next document and
    some of the one before: the rest is done at once, then.

    is_late : whether something that is made behind the window is waited for before it is painted, for `LATEST` at most
    """

    def __init__(self, window: QWidget, is_late: Callable[[], bool] = lambda: False) -> None:
        super().__init__(window)
        self._window, self._is_late = window, is_late
        self._left: list[Callable[[], object]] = []
        self._until = 0.0  # of the clock, that what is late is waited for
        self._next = QTimer(self, interval=NEXT_TURN, singleShot=True)
        self._next.timeout.connect(self._go_on)

    @property
    def holding(self) -> bool:
        """Whether something is still to be done, and the window not to be painted before."""
        return bool(self._left)

    def take(self, pieces: Sequence[Callable[[], object]]) -> None:
        """Do the first of them now; what is left of others is done before it, in this turn, that all come in their order."""
        self._finish()
        self._window.setUpdatesEnabled(False)
        self._left = list(pieces)
        self._go_on()

    def stop(self) -> None:
        """The window closes: nothing of what is left is done."""
        self._next.stop()
        self._left = []
        self._look_for_presses(False)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Between two turns: have all of it done before a press."""
        if event.type() in INPUT or (isinstance(event, QMouseEvent) and event.buttons() != Qt.MouseButton.NoButton):
            self._finish()
        return False

    def _finish(self) -> None:
        while self._left:
            self._left.pop(0)()

    def _look_for_presses(self, on: bool) -> None:
        if (app := QCoreApplication.instance()) is not None:
            (app.installEventFilter if on else app.removeEventFilter)(self)

    def _go_on(self) -> None:
        self._look_for_presses(False)  # while something is done there are thousands of events
        if not self._left:
            self._paint()
            return
        try:
            self._left.pop(0)()
            self._until = time.monotonic() + LATEST
        finally:  # what fails is told, and keeps no window from being painted
            self._next.start()  # not before it: the time would be over at its end, with nobody's turn between
            self._look_for_presses(bool(self._left))

    def _paint(self) -> None:
        """Have all of the window painted at once: in parts, the next workspace would stand beside the one before."""
        if self._is_late() and time.monotonic() < self._until:
            self._next.start()
            return
        self._window.setUpdatesEnabled(True)
        for dock in self._window.findChildren(QDockWidget):
            if dock.isWindow():  # one that came to float meanwhile would stay as it was
                dock.setUpdatesEnabled(True)
