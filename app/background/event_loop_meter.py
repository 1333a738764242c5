"""How long the window hears nobody: gaps of the event loop, in which handler the longest were spent, and the memory taken."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from array import array
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer

from torseur.sim.memory import resident_memory
from torseur.sim.texts import marked, tr

from .threads import start_thread

BEAT = 5  # [ms] between two heartbeats of an idle event loop
LATE = 0.02  # [s] without one after which the window's thread is asked where it is
LOOK = 0.01  # [s] between two such questions
LONG = 0.05  # [s] from which a gap is remembered with its handler
WORST = 5  # handlers that are told
IN_QT = marked("Qt itself: painting or layout")
_OTHERS = (str(Path(threading.__file__).parent), "<frozen")  # files of Python and of what is installed in it


@dataclass(frozen=True)
class LongGap:
    """One gap of the event loop."""

    seconds: float  # by the clock
    own: float  # of them, processor time of the window's thread [s]: the rest it waited for other threads and programs
    handler: str  # what ran, function by function; `IN_QT` where it was none of Python's


class EventLoopMeter(QObject):
    """A heartbeat in the event loop. The time between two beats beyond `BEAT` is a gap, in which keys and mouse wait.

    Made in the window's thread. While it measures, a thread looks for beats that are late, and asks by a signal (SIGPROF) where
    the window's thread is; a handler of Python's answers between two of its instructions.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._beat = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=BEAT)
        self._beat.timeout.connect(self._note_beat)
        self._gaps, self._own = array("f"), array("f")
        self._longest: dict[str, LongGap] = {}  # of each handler
        self._counts: Counter[str] = Counter()  # long gaps of each handler
        self._last = self._last_own = 0.0
        self._loop: CodeType | None = None  # of the function that runs the event loop
        self._seen: Counter[str] = Counter()  # handlers, since the last beat
        self._end = threading.Event()

    @property
    def running(self) -> bool:
        """Whether it measures."""
        return self._beat.isActive()

    @property
    def gaps(self) -> tuple[np.ndarray, np.ndarray]:
        """All gaps, in their order, and the window's own work in each [ms]."""
        return 1e3 * np.array(self._gaps), 1e3 * np.array(self._own)

    @property
    def worst(self) -> list[LongGap]:
        """The longest gap of each handler, the longest first."""
        return sorted(self._longest.values(), key=lambda gap: -gap.seconds)

    def start(self) -> None:
        """Measure from now on."""
        if self.running:
            return
        signal.signal(signal.SIGPROF, self._note_place)
        signal.siginterrupt(signal.SIGPROF, False)  # what reads a file then goes on
        self._last, self._last_own = time.perf_counter(), time.thread_time()
        self._end = threading.Event()
        self._beat.start()
        start_thread("event loop meter", self._watch, self._end, threading.get_ident())

    def stop(self) -> None:
        """Measure no more; what was measured stays."""
        if self.running:
            self._beat.stop()
            self._end.set()
            signal.signal(signal.SIGPROF, signal.SIG_IGN)  # one may be on its way

    def report(self) -> str:
        """What was measured, in lines."""
        if not len(self._gaps):
            return tr("Event loop: nothing was measured yet.")
        gaps, own = self.gaps
        lines = [
            tr(
                "Event loop: {count} beats in {time:.1f} s; gaps in ms",
                count=len(gaps),
                time=1e-3 * (gaps.sum() + BEAT * len(gaps)),
            ),
            _line(tr("gaps"), gaps),
            _line(tr("of them, own work"), own),
            _line(tr("gaps, by time"), gaps, gaps + BEAT),
            tr(
                "  over {long:.0f} ms: {count}, by own work {own}",
                long=1e3 * LONG,
                count=np.count_nonzero(gaps > 1e3 * LONG),
                own=np.count_nonzero(own > 1e3 * LONG),
            ),
        ]
        lines += [
            tr(
                "  {gap:6.0f} ms, own {own:.0f}, {count} times: {handler}",
                gap=1e3 * gap.seconds,
                own=1e3 * gap.own,
                count=self._counts[gap.handler],
                handler=tr(gap.handler),
            )
            for gap in self.worst[:WORST]
        ]
        if memory := resident_memory():
            now, most = (1e-6 * each for each in memory)
            lines.append(tr("  memory: {now:.0f} MB, {most:.0f} at most", now=now, most=most))
        return "\n".join(lines)

    def _note_beat(self) -> None:
        now, own = time.perf_counter(), time.thread_time()
        gap, used = max(0.0, now - self._last - 1e-3 * BEAT), own - self._last_own
        self._gaps.append(gap)
        self._own.append(min(used, gap))
        if gap > LONG:
            handler = self._seen.most_common(1)[0][0] if self._seen else IN_QT
            self._counts[handler] += 1
            before = self._longest.get(handler)
            if before is None or gap > before.seconds:
                self._longest[handler] = LongGap(gap, used, handler)
        self._seen.clear()
        self._last, self._last_own = now, own
        caller = sys._getframe().f_back
        self._loop = None if caller is None else caller.f_code

    def _note_place(self, _: int, frame: FrameType | None) -> None:
        """Note in which handler the window's thread is; one that just begins has nothing to do with the time before it."""
        calls = []
        innermost, at = frame, frame
        while at is not None and at.f_code is not self._loop:
            calls.append(at)
            at = at.f_back
        begins = innermost is not None and innermost.f_lineno == innermost.f_code.co_firstlineno
        ours = [one for one in calls if not one.f_code.co_filename.startswith(_OTHERS)]
        if at is None or not ours or (begins and len(calls) == 1):
            self._seen[IN_QT] += 1
        else:
            names = [one.f_code.co_qualname for one in reversed(ours)]
            self._seen[" › ".join(names if len(names) <= 4 else (*names[:3], names[-1]))] += 1

    def _watch(self, end: threading.Event, window: int) -> None:
        while not end.wait(LOOK):
            if time.perf_counter() - self._last > LATE + 1e-3 * BEAT:
                with contextlib.suppress(ProcessLookupError):
                    signal.pthread_kill(window, signal.SIGPROF)


def _line(name: str, values: np.ndarray, weights: np.ndarray | None = None) -> str:
    """Half of the values, and 99 of 100, are below these; with weights, of their sum."""
    rising = np.argsort(values)
    share = np.cumsum(np.ones(len(values)) if weights is None else weights[rising])
    half, most = (values[rising][np.searchsorted(share, part * share[-1])] for part in (0.5, 0.99))
    return f"  {name:18s} p50 {half:6.1f}   p99 {most:6.1f}   max {values.max():6.1f}"
