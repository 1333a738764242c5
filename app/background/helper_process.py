"""A module of ours that another Python runs beside the window: it can be given up at any moment, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping

from PySide6.QtCore import QDir, QObject, QProcess, QProcessEnvironment, QTimer, Signal

from torseur.sim.child_process import child_command


class HelperProcess(QObject):
    """Runs `main` of a module, one process at a time. Its output comes line by line, and then how it ended.

    Paths that it is given are absolute: it does not run in the current folder.
    """

    line = Signal(str)  # of its standard output
    ended = Signal(int, str)  # by itself: exit code, and what it wrote to standard error
    timed_out = Signal()  # it was stopped: too long since it was started, or written to

    def __init__(
        self, module: str, parent: QObject | None = None, *, limit: int = 0, environment: Mapping[str, str | None] | None = None
    ) -> None:
        """Prepare, starting nothing.

        limit       : [ms] that it may take; 0: as long as it likes
        environment : variables that it has otherwise than this process; None: not at all
        """
        super().__init__(parent)
        self._module, self._environment = module, environment or {}
        self._process: QProcess | None = None
        self._limit = QTimer(self, singleShot=True, interval=limit)
        self._limit.timeout.connect(self._run_out)

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self._process is not None

    @property
    def process_id(self) -> int:
        """By which the system knows it; 0: there is none."""
        return 0 if self._process is None else self._process.processId()

    def start(self, *arguments: str, text: str | None = None) -> None:
        """Begin, in place of what ran before; `text` is all that it reads from standard input."""
        self.stop()
        process = self._process = QProcess(self)
        if os.name == "posix":  # with what it starts in its turn, it is a group, which can be ended as one
            parameters = QProcess.UnixProcessParameters()
            parameters.flags = QProcess.UnixProcessFlag.CreateNewSession
            process.setUnixProcessParameters(parameters)
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in self._environment.items():
            if value is None:
                environment.remove(name)
            else:
                environment.insert(name, value)
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._fail)
        process.setWorkingDirectory(QDir.rootPath())
        program, *rest = child_command(self._module, *arguments)
        process.start(program, rest)
        if text is not None:
            self.write(text)
            process.closeWriteChannel()
        elif self._limit.interval():
            self._limit.start()

    def write(self, text: str) -> None:
        """Let it read this; it has its time for it from now on."""
        if self._process is not None:
            self._process.write(text.encode())
            if self._limit.interval():
                self._limit.start()

    def stop(self) -> None:
        """End it and all that it started, and wait; nothing more is heard of it."""
        self._limit.stop()
        process, self._process = self._process, None
        if process is None:
            return
        process.blockSignals(True)
        _kill_group(process)
        process.kill()
        process.waitForFinished(1000)
        process.deleteLater()

    def kill(self) -> None:
        """End it and all that it started, in any thread, without waiting: this process ends next."""
        if self._process is not None:
            _kill_group(self._process)

    def _read(self) -> None:
        process = self._process
        while process is not None and process is self._process and process.canReadLine():
            self.line.emit(_text(process.readLine().data()).rstrip("\r\n"))

    def _end(self, code: int, status: QProcess.ExitStatus) -> None:
        process = self._process
        self._read()
        if process is not None and process is self._process:
            last = _text(process.readAllStandardOutput().data())
            whole = code == 0 and status is QProcess.ExitStatus.NormalExit  # else it was cut off in the middle of a line
            if last and whole:  # without an end of its line
                self.line.emit(last)
        if process is None or process is not self._process:  # who heard a line had enough of it
            return
        self._process = None
        self._limit.stop()
        process.deleteLater()
        crashed = status is QProcess.ExitStatus.CrashExit
        self.ended.emit(code or int(crashed), _text(process.readAllStandardError().data()).strip())

    def _fail(self, error: QProcess.ProcessError) -> None:
        process = self._process
        if error is QProcess.ProcessError.FailedToStart and process is not None:  # else it ends, too
            self._process = None
            self._limit.stop()
            process.deleteLater()
            self.ended.emit(1, process.errorString())

    def _run_out(self) -> None:
        self.stop()
        self.timed_out.emit()


def _kill_group(process: QProcess) -> None:
    if os.name == "posix" and process.processId() > 0:
        try:
            os.killpg(process.processId(), signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # it has not become a group yet, or is gone


def _text(written: bytes | bytearray | memoryview) -> str:
    return bytes(written).decode(errors="replace")
