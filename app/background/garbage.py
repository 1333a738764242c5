"""Python's garbage, collected in the window's thread alone.

Python collects in whichever thread makes an object next. Widgets are often part of cycles, and one that is deleted by another
thread than its own takes the program with it: its timers, its graphics context and its children are of that thread.
"""

from __future__ import annotations

import gc
import linecache
import time

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from .freed_memory import give_back_freed_memory


class GarbageCollection(QObject):
    """Collects what is due, from the event loop of the thread that made it; Python itself no longer does, in any thread.

    A full collection takes 0.2 s of a heap of bodies: it is put off while something moves, that is until `REST` after the last
    `note_move` and while a button of the mouse is down, but not for longer than `PATIENCE`.
    """

    LOOK = 50  # [ms] between two looks at what is due
    FULL = 10.0  # [s] between two full collections at least: each goes through all objects, 40 ms of a large scene
    REST = 1.0  # [s] from which nothing moves any more
    PATIENCE = 120.0  # [s] between two at most where garbage was made, whatever moves: memory is not endless
    YOUNG = 10  # collections of what is young before a full one: none is wanted where nothing was made

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._moved = float("-inf")  # when something moved last
        self._full, self._young = time.monotonic(), 0
        self._freezes = self._gives_back = False
        self._clock = QTimer(self, interval=self.LOOK)
        self._clock.timeout.connect(self.collect)
        self._clock.start()

    def collect(self) -> None:
        """Collect what is young, once it is as many objects as Python waits for; and everything, if that is due.

        What that freed is given back at the next look, so that others have their turn in between. It is not given back by a
        thread: whoever allocates waits for that, and a thread that is not run just then would have the window wait for longer.
        """
        if self._gives_back:
            self._gives_back = False
            give_back_freed_memory()
        if gc.get_count()[0] > gc.get_threshold()[0]:
            gc.collect(1)
            self._young += 1
        waited = time.monotonic() - self._full
        if self._young >= self.YOUNG and waited >= (self.PATIENCE if self._moves() else self.FULL):
            self._collect_full()
            self._gives_back = True

    def note_move(self) -> None:
        """Something else is shown than before, and may be again soon: it would be seen to stop."""
        self._moved = time.monotonic()

    def end_imports(self) -> None:
        """Look no more, from the next full collection on, through what there is then: modules were imported, which stay.

        They are most of what a collection goes through, 0.1 s and more. After it, as what is frozen as garbage stays too.
        """
        self._freezes = True

    def collect_all(self) -> None:
        """Collect all garbage, and give back what it held."""
        self._collect_full()
        give_back_freed_memory()

    def _moves(self) -> bool:
        pressed = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        return pressed or time.monotonic() - self._moved < self.REST

    def _collect_full(self) -> None:
        forget_sources()
        gc.collect()
        if self._freezes:
            gc.freeze()
            self._freezes = False
        self._full, self._young = time.monotonic(), 0


def forget_sources() -> None:
    """Let go of the lines of source files that Python keeps since something looked at them; a traceback reads them again.

    PySide asks of each module that is imported how it imports, by its source: 20 to 40 MB of lines of NumPy, SciPy and Numba.
    What is not of a file stays: nobody could read it again.
    """
    for name, entry in list(linecache.cache.items()):
        if len(entry) == 4 and entry[1] is not None:  # with a time of change
            linecache.cache.pop(name, None)
