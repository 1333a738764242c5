"""Singularities by formulas, found by another process with a time limit; what was found once is kept on the disk."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from torseur.sim.analysis.singularities.values import SymbolicSingularities, answer

from .helper_process import end_process

LIMIT = 60_000  # [ms]
VERSION = 2  # of what is found, and how it is written
KEPT = 200  # files at most: the oldest go


class SingularityJob(QObject):
    """One request at a time; a new one takes the place of the one before."""

    started = Signal()
    staged = Signal(str)  # what is being done
    found = Signal(object)  # SymbolicSingularities
    failed = Signal(str)  # a sentence

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._asked = ""
        self._stage = ""
        self._kept: dict[str, SymbolicSingularities] = {}
        self._limit = QTimer(self, singleShot=True)
        self._limit.timeout.connect(self._run_out)

    @property
    def running(self) -> bool:
        """Whether something is being looked for."""
        return self._process is not None

    def ask(self, asked: str) -> None:
        """Find what was asked for by `request`; `found` tells, at once if it is known."""
        if self.running and asked == self._asked:
            return
        self.stop()
        self._asked = asked
        known = self._kept.get(asked) or _read(asked)
        if known is not None:
            self._kept[asked] = known
            self.found.emit(known)
            return
        process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read_stages)
        process.finished.connect(self._end)
        process.errorOccurred.connect(lambda _: self._end(1))
        self._process, self._stage = process, ""
        process.start(sys.executable, ["-m", "torseur.sim.analysis.singularities.singularity_job"])
        process.write(asked.encode())
        process.closeWriteChannel()
        self._limit.start(LIMIT)
        self.started.emit()

    def cancel(self) -> None:
        """Give up what is being looked for, and say so."""
        if self.running:
            self.stop()
            self.failed.emit(self.tr("Given up."))

    def stop(self) -> None:
        """End it, and wait."""
        self._limit.stop()
        process, self._process = self._process, None
        if process is not None:
            end_process(process)

    def _run_out(self) -> None:
        self.stop()
        why = self.tr(
            "Algebra took longer than {limit} s at this: {stage}. The numbers below are there for every robot."
        )
        self.failed.emit(why.format(limit=LIMIT // 1000, stage=self._stage or self.tr("the beginning")))

    def _read_stages(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            line = bytes(process.readLine().data()).decode(errors="replace").strip()
            if line.startswith("stage "):
                self._stage = line.removeprefix("stage ")
                self.staged.emit(self._stage)
            elif line.startswith("found "):
                self._take(line.removeprefix("found "))

    def _take(self, text: str) -> None:
        found = answer(text)
        self._kept[self._asked] = found
        _write(self._asked, text)
        self.stop()
        self.found.emit(found)

    def _end(self, code: int, *_: object) -> None:
        self._read_stages()
        process, self._process = self._process, None
        self._limit.stop()
        if process is None:
            return
        lines = bytes(process.readAllStandardError().data()).decode(errors="replace").strip().splitlines()
        process.deleteLater()
        self.failed.emit(lines[-1].partition(": ")[2] or lines[-1] if lines else self.tr("The other process ended."))


def folder() -> Path:
    """Where results are kept: under TORSEUR_CACHE_DIR if it is set, else under the user's cache folder."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("TORSEUR_CACHE_DIR") or user_cache_path("torseur", appauthor=False)) / "singularities"


def _path(asked: str) -> Path:
    return folder() / f"{hashlib.blake2b(f'{VERSION} {asked}'.encode(), digest_size=16).hexdigest()}.json"


def _read(asked: str) -> SymbolicSingularities | None:
    try:
        return answer(_path(asked).read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(asked: str, text: str) -> None:
    """Keep a result; a folder that cannot be written to is no reason not to show it."""
    path = _path(asked)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
        for old in sorted(path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return
