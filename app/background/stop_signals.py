"""Ctrl+C, SIGTERM and the end of a terminal, heard by the event loop between two events of the window."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

log = logging.getLogger("torseur.signals")

AT_ONCE = 0.3  # [s] within which signals are one: a closing terminal and a session manager send several
TURN = 5e-4  # [s] that a thread keeps Python for itself, a tenth of what is usual: the window's thread has much to do to close
AGAIN = 2.0  # [s] within which a second one ends the process, whatever it does
HEARD = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class StopSignals(QObject):
    """`asked` comes from the event loop: a handler of Python's may run within any event, where closing would destroy what Qt
    still uses. A second signal soon after the first ends the process at once, in the middle of whatever it does.

    Made in the main thread, as Python wants it.
    """

    asked = Signal()  # to close
    given_up = Signal()  # the process ends when this returns: what must not outlive it is ended now

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turn_before = sys.getswitchinterval()
        self._first = float("-inf")  # when [s]
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._tell)
        self._wakeup_before = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        heard = (number for number in HEARD if signal.getsignal(number) is not signal.SIG_IGN)  # as nohup has it
        self._handlers_before = {number: signal.signal(number, self._hear) for number in heard}

    def rest(self) -> None:
        """Leave signals to whoever had them before."""
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        sys.setswitchinterval(self._turn_before)
        signal.set_wakeup_fd(self._wakeup_before)
        self._notifier.setEnabled(False)
        self._read.close()
        self._write.close()

    def _tell(self) -> None:
        received = self._read.recv(4096)  # a byte of every signal that Python handles
        if any(number in received for number in HEARD):
            self.asked.emit()

    def _hear(self, number: int, _: FrameType | None) -> None:
        now = time.monotonic()
        if now - self._first < AT_ONCE:
            return
        if now - self._first < AGAIN:
            log.warning("ended by a second signal %s", signal.Signals(number).name)
            self.given_up.emit()
            os._exit(128 + number)
        self._first = now
        sys.setswitchinterval(TURN)
