"""Formulas of a table, computed by another process with a time limit; asked again they are there at once."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from torseur.robots.dh.table import DHTable
from torseur.sim.analysis.symbolic.values import Formulas, answer, request

from .helper_process import end_process

LIMIT = 30_000  # [ms]


class FormulaJob(QObject):
    """One request at a time; a new one takes the place of the one before."""

    started = Signal()
    found = Signal(object)  # Formulas
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._asked = ""
        self._kept: dict[str, Formulas] = {}
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.timeout.connect(lambda: self._give_up(self.tr("It took longer than 30 s.")))

    @property
    def running(self) -> bool:
        """Whether formulas are being computed."""
        return self._process is not None

    def ask(self, table: DHTable, *, tool: bool, names: bool) -> None:
        """Compute these; `found` tells, at once if they are known."""
        asked = request(table, tool=tool, names=names)
        if self.running and asked == self._asked:
            return
        self.stop()
        self._asked = asked
        if asked in self._kept:
            self.found.emit(self._kept[asked])
            return
        process = QProcess(self)
        process.finished.connect(self._end)
        process.errorOccurred.connect(lambda _: self._end(1))
        self._process = process
        process.start(sys.executable, ["-m", "torseur.sim.analysis.symbolic.formula_job"])
        process.write(asked.encode())
        process.closeWriteChannel()
        self._limit.start(LIMIT)
        self.started.emit()

    def cancel(self) -> None:
        """Give up what is being computed, and say so."""
        if self.running:
            self._give_up(self.tr("Given up."))

    def stop(self) -> None:
        """End it, and wait."""
        self._limit.stop()
        process, self._process = self._process, None
        if process is not None:
            end_process(process)

    def _give_up(self, why: str) -> None:
        self.stop()
        self.failed.emit(why)

    def _end(self, code: int, *_: object) -> None:
        process, self._process = self._process, None
        self._limit.stop()
        if process is None:
            return
        if code == 0:
            found = answer(bytes(process.readAllStandardOutput().data()).decode())
            self._kept[self._asked] = found
            self.found.emit(found)
        else:
            lines = bytes(process.readAllStandardError().data()).decode(errors="replace").strip().splitlines()
            self.failed.emit(lines[-1] if lines else self.tr("The other process ended."))
        process.deleteLater()
