"""Ctrl+C, SIGTERM and the end of a terminal, heard by the event loop between two events of the window."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from types import FrameType

from PySide6.QtCore import QObject, Signal

log = logging.getLogger("torseur.signals")

AT_ONCE = 0.3  # [s] within which signals are one: a closing terminal and a session manager send several
AGAIN = 2.0  # [s] within which a second one ends the process, whatever it does
HEARD = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class StopSignals(QObject):
    """`asked` comes from the event loop: a handler of Python's may run within any event, where closing would destroy what Qt
    still uses. A second signal soon after the first ends the process at once, in the middle of whatever it does.

    Python runs its handlers in the main thread, which waits for compiled code; a thread hears them here, from `listen` on: what
    came before waits for it. Made in the main thread, as Python wants it.
    """

    asked = Signal()  # to close
    given_up = Signal()  # in the thread that hears, to be connected directly: the process ends when this returns

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read, self._write = socket.socketpair()
        self._write.setblocking(False)
        self._wakeup_before = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        heard = (number for number in HEARD if signal.getsignal(number) is not signal.SIG_IGN)  # as nohup has it
        self._handlers_before = {number: signal.signal(number, _nothing) for number in heard}
        self._thread = threading.Thread(target=self._hear, name="signals", daemon=True)

    def listen(self) -> None:
        """Tell of signals, those too that have come already; once somebody is connected."""
        self._thread.start()

    def rest(self) -> None:
        """Leave signals to whoever had them before."""
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_before)
        self._write.close()
        if self._thread.is_alive():
            self._thread.join()
        self._read.close()

    def _hear(self) -> None:
        first = float("-inf")  # when the first one came [s]
        while received := self._read.recv(4096):  # a byte of every signal that Python handles
            for number in filter(HEARD.__contains__, received):
                now = time.monotonic()
                if AT_ONCE <= now - first < AGAIN:
                    log.warning("ended by a second signal %s", signal.Signals(number).name)
                    self.given_up.emit()
                    os._exit(128 + number)
                elif now - first >= AGAIN:
                    first = now
                    self.asked.emit()


def _nothing(number: int, frame: FrameType | None) -> None:
    """That Python has a handler: else the signal would end the process, and no byte of it would come."""
