"""Compiling the kernels in another process at the first start, with progress; nothing to do when they are cached."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QProcess, Signal

from .helper_process import end_process


class Compiler(QObject):
    """Runs `torseur.sim.compilation` beside the window. `progressed` (done, total, name), then `finished` or `failed`."""

    progressed = Signal(int, int, str)
    finished = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._done = 0

    @property
    def running(self) -> bool:
        """Whether kernels are being compiled."""
        return self._process is not None

    @property
    def done(self) -> int:
        """How many entries are ready, in the order of `torseur.sim.compilation.ENTRIES`."""
        return self._done

    def start(self) -> None:
        """Begin."""
        process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._end)
        process.errorOccurred.connect(lambda _: self._end(1))
        self._process = process
        process.start(sys.executable, ["-m", "torseur.sim.compilation"])

    def stop(self) -> None:
        """End it, and wait."""
        process, self._process = self._process, None
        if process is not None:
            end_process(process)

    def _read(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            done, total, *name = bytes(process.readLine().data()).decode().split()
            self._done = int(done)
            self.progressed.emit(int(done), int(total), " ".join(name))

    def _end(self, code: int, *_: object) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if code == 0:
            self.finished.emit()
        else:
            self.failed.emit(bytes(process.readAllStandardError().data()).decode(errors="replace").strip())
        process.deleteLater()
