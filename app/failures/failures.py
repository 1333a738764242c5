"""What nobody catches: exceptions of the window and of threads, and what Qt complains about."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections import Counter
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

log = logging.getLogger("torseur.failures")

LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class Failures(QObject):
    """Logs them, and tells of each kind of exception once: one that comes with every frame must not fill screen and log."""

    told = Signal(str, str)  # what failed, a line; and its traceback. May come from any thread: connect it queued

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: Counter[str] = Counter()

    def watch(self) -> None:
        """Hear of all of them from now on."""
        self._before = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = self._fail
        threading.excepthook = self._fail_in_thread
        sys.unraisablehook = self._fail_unraised
        qInstallMessageHandler(_hear_qt)

    def rest(self) -> None:
        """Leave them to Python and Qt again."""
        qInstallMessageHandler(None)
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._before

    def _fail(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self._tell("".join(traceback.format_exception(kind, error, trace)), "")

    def _fail_in_thread(self, failure: threading.ExceptHookArgs) -> None:
        if not issubclass(failure.exc_type, SystemExit):
            lines = traceback.format_exception(failure.exc_type, failure.exc_value, failure.exc_traceback)
            self._tell("".join(lines), f"thread {failure.thread.name if failure.thread else '?'}: ")

    def _fail_unraised(self, failure: sys.UnraisableHookArgs) -> None:
        lines = traceback.format_exception(failure.exc_type, failure.exc_value, failure.exc_traceback)
        self._tell("".join(lines), f"{failure.err_msg or 'ignored'} {failure.object!r}: ")

    def _tell(self, trace: str, where: str) -> None:
        self._counts[trace] += 1
        count = self._counts[trace]
        last = trace.strip().splitlines()[-1]
        if count == 1:
            log.error("%s%s", where, trace.rstrip())
            self.told.emit(last, trace)
        elif count in (10, 100, 1000, 10_000):
            log.error("%s%s: %d times now", where, last, count)


def _hear_qt(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
    logging.getLogger("torseur.qt").log(LEVELS[kind], text)
