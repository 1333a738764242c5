"""The sweep of the window: another process runs it, into a folder that goes with the window."""

from __future__ import annotations

import pickle
import time
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from torseur.sim.errors import ArgumentError
from torseur.sim.safe_write import safe_write
from torseur.sim.texts import tr

from ..background.helper_process import HelperProcess
from ..documents.written_pieces import Pieces
from .sweep_job import QUESTION

if TYPE_CHECKING:
    from torseur.sim.simulation.running.scene.scene import Scene

Vary = tuple[tuple[str, str], ...]  # places in the scene's file, and the values that they get, as texts
SUFFIXES = ".parquet", ".csv"  # that results are saved with
LONG = 20.0  # [s] that results took whose loss is asked about: others are had again at once
_JOB = "torseur.app.sweeping.sweep_job"


@dataclass(frozen=True, slots=True, eq=False)
class SweepState:
    """What is swept, or was last, and how far it is."""

    scene: Scene | None = None
    vary: Vary = ()
    measures: tuple[str, ...] = ()
    folder: str = ""  # of its results
    running: bool = False
    done: int = 0
    total: int = 0
    left: float | None = None  # [s] that the rest takes; None: it is not known
    notice: str = ""  # why it ended before its end


class Sweeping(QObject):
    """Runs one sweep at a time."""

    changed = Signal()
    varied = Signal(object)  # places in the scene's file that the next one varies

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = SweepState()
        self._began = self._took = 0.0  # [s]
        self._saved = SweepState()  # as it was when its results were saved
        self._folder: TemporaryDirectory[str] | None = None
        self._before: tuple[SweepState, TemporaryDirectory[str] | None, float] | None = None  # while a sweep may be refused
        self._process = HelperProcess(_JOB, self)
        self._process.line.connect(self._hear)
        self._process.ended.connect(self._end)

    @property
    def running(self) -> bool:
        """Whether there are runs under way."""
        return self.state.running

    def start(self, scene: Scene, vary: Vary, measures: tuple[str, ...]) -> None:
        """Begin a sweep, in place of the one before, whose results stay until it is known that this one can be."""
        self._process.stop()
        self._restore()
        self._before = self.state, self._folder, self._took
        self._folder = TemporaryDirectory(prefix="torseur-sweep-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name) / "results"
        folder.with_name(QUESTION).write_bytes(pickle.dumps((scene, dict(vary), measures)))
        self._began, self._took = time.monotonic(), 0.0
        self._set(SweepState(scene, vary, measures, str(folder), running=True))
        self._process.start(text=f"{folder}\n")

    def stop(self) -> None:
        """Take no runs any more; those that are done stay."""
        self._process.stop()
        self._restore()
        self._set(replace(self.state, running=False, left=None, notice=tr("Stopped. The runs that are done stay.")))

    @property
    def unsaved(self) -> bool:
        """Whether there are results that took long and have no file."""
        state, saved = self.state, self._saved
        return self._took > LONG and state.done > 0 and (state.folder, state.done) != (saved.folder, saved.done)

    def note_saved(self, state: SweepState) -> None:
        """The results of this state have a file."""
        self._saved = state

    def take_over(self, other: Sweeping) -> None:
        """Show what another has swept; a sweep that is under way is stopped."""
        if other.state.running:
            other.stop()
        self._folder, other._folder = other._folder, None
        self._took, self._saved = other._took, other._saved
        self._set(other.state)

    def close(self) -> None:
        """The window closes, or another sweep begins: no runs are taken any more, and the folder of the results goes."""
        self._process.stop()
        self._forget_before()
        self._drop(self._folder)

    def _restore(self) -> None:
        """Have the results of the sweep before again, where no run of this one was done."""
        if self._before is not None:
            self._drop(self._folder)
            (self.state, self._folder, self._took), self._before = self._before, None

    def _forget_before(self) -> None:
        if self._before is not None:
            self._drop(self._before[1])
        self._before = None

    @staticmethod
    def _drop(folder: TemporaryDirectory[str] | None) -> None:
        if folder is not None:
            folder.cleanup()

    def _set(self, state: SweepState) -> None:
        self.state = state
        self.changed.emit()

    def _hear(self, line: str) -> None:
        self._forget_before()
        done, total = map(int, line.split())
        passed = self._took = time.monotonic() - self._began
        self._set(replace(self.state, done=done, total=total, left=passed * (total - done) / done if done else None))

    def _end(self, code: int, said: str) -> None:
        notice = said.splitlines()[-1] if code and said else tr("The process of the sweep ended.") if code else ""
        if code:
            self._restore()
        self._set(replace(self.state, running=False, left=None, notice=notice))


def results_in_pieces(folder: str, path: Path) -> Pieces:
    """Write the table of a sweep's folder: .parquet, which `load_sweep` reads too, or .csv. Raises ArgumentError, SaveError."""
    from torseur.sim.sweeping.sweep_results import arrow, load_sweep

    if path.suffix.lower() not in SUFFIXES:
        given, known = path.suffix or tr("(none)"), ", ".join(SUFFIXES)
        raise ArgumentError(tr("{path}: type {given} is not written; these are: {known}", path=path, given=given, known=known))
    table, library = load_sweep(folder), arrow()
    write = library.csv.write_csv if path.suffix.lower() == ".csv" else library.parquet.write_table
    with safe_write(path, "table") as stream:
        write(table, stream)
        yield 1, 1
