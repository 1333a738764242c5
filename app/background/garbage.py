"""Python's garbage, collected in the window's thread alone.

Python collects in whichever thread makes an object next. Widgets are often part of cycles, and one that is deleted by another
thread than its own takes the program with it: its timers, its graphics context and its children are of that thread.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

from .freed_memory import give_back_freed_memory


class GarbageCollection(QObject):
    """Collects what is due, from the event loop of the thread that made it; Python itself no longer does, in any thread."""

    LOOK = 50  # [ms] between two looks at what is due
    FULL = 10.0  # [s] between two full collections at least: each goes through all objects, 40 ms of a large scene
    YOUNG = 10  # collections of what is young before a full one: none is wanted where nothing was made

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
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
        if self._young >= self.YOUNG and time.monotonic() - self._full >= self.FULL:
            self._collect_full()
            self._gives_back = True

    def end_imports(self) -> None:
        """Look no more, from the next full collection on, through what there is then: modules were imported, which stay.

        They are most of what a collection goes through, 0.1 s and more. After it, as what is frozen as garbage stays too.
        """
        self._freezes = True

    def collect_all(self) -> None:
        """Collect all garbage, and give back what it held."""
        self._collect_full()
        give_back_freed_memory()

    def _collect_full(self) -> None:
        gc.collect()
        if self._freezes:
            gc.freeze()
            self._freezes = False
        self._full, self._young = time.monotonic(), 0
