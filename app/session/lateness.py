"""Whether the numbers of the page that is seen are of the instant shown, for all pages in one place."""

from __future__ import annotations

import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.ui.text.number_text import quantity_text

from .session import Session

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.simulation.recording.recording import Recording

PATIENCE = 0.2  # [s] that numbers may be of the instant before: of a few contacts the next ones come within 20 ms
REMEMBERED = 100  # instants that were shown last, whose numbers may still be on a page

Instant = tuple["Recording", int]
Left = tuple["weakref.ref[Recording]", int]  # what is closed meanwhile is let go: its states, and its journal


class Lateness(QObject):
    """Compares the instant whose numbers a page has with the one shown, and says so once they are `PATIENCE` too old.

    `numbers_of` : the instant that the numbers on the page are of; None: there are none, or they are of no instant
    """

    changed = Signal(str)  # what is to be said; empty: the numbers are of the instant shown

    def __init__(self, session: Session, numbers_of: Callable[[], Instant | None], parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._numbers_of = session, numbers_of
        self._now: Left | None = None
        self._left: deque[tuple[Left, float]] = deque(maxlen=REMEMBERED)  # and when they were left [s of the clock]
        self._text = ""
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self.look)
        session.snapshot_changed.connect(self._follow)

    @property
    def text(self) -> str:
        """What is said; empty: nothing."""
        return self._text

    def look(self) -> None:
        """The page, or its numbers, may have changed."""
        now, shown = self._instant(), self._numbers_of()
        if now is None or shown is None or _same(now, shown):
            self._clock.stop()
            self._tell("")
            return
        left = PATIENCE - (time.perf_counter() - self._left_at(shown))
        if left > 0.0:
            self._clock.start(int(1000.0 * left) + 1)
            self._tell("")
        else:
            self._tell(self._words(shown, now))

    def _follow(self) -> None:
        now = self._instant()
        if self._now is not None and not (now is not None and _is_of(self._now, now)):
            self._left.append((self._now, time.perf_counter()))
        self._now = None if now is None else (weakref.ref(now[0]), now[1])
        self.look()

    def _instant(self) -> Instant | None:
        session = self._session
        recording = None if session.snapshot is None or session.posing else session.recording
        return None if recording is None else (recording, session.index)

    def _left_at(self, shown: Instant) -> float:
        return next((at for one, at in reversed(self._left) if _is_of(one, shown)), float("-inf"))

    def _words(self, shown: Instant, now: Instant) -> str:
        times = {"was": quantity_text(float(shown[0].t[shown[1]]), "s"), "now": quantity_text(float(now[0].t[now[1]]), "s")}
        if shown[0] is not now[0]:
            return self.tr("Of another run. Working out t = {now} …").format(**times)
        return self.tr("Of t = {was}. Working out t = {now} …").format(**times)

    def _tell(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.changed.emit(text)


def _same(one: Instant, other: Instant) -> bool:
    return one[0] is other[0] and one[1] == other[1]


def _is_of(left: Left, instant: Instant) -> bool:
    return left[0]() is instant[0] and left[1] == instant[1]
