"""Algebra that may take long, done by another process with a time limit; asked again, its result is there at once."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from .helper_process import HelperProcess
from .symbolic_task import SymbolicTask


class SymbolicJob(QObject):
    """One question at a time; a new one takes the place of the one before."""

    started = Signal()
    staged = Signal(str)  # what is being done
    found = Signal(object)  # as the task answers
    failed = Signal(str)  # a sentence

    def __init__(self, task: SymbolicTask, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task = task
        self.question = ""  # asked last
        self._stage = ""
        self._known: dict[str, object] = {}
        self._process = HelperProcess(task.module, self, limit=task.limit)
        self._process.line.connect(self._read)
        self._process.ended.connect(self._fail)
        self._process.timed_out.connect(self._run_out)

    @property
    def running(self) -> bool:
        """Whether it is being worked out."""
        return self._process.running

    def ask(self, question: str) -> None:
        """Work out what `request` of the task's values wrote; `found` tells, at once if it is known."""
        if self.running and question == self.question:
            return
        self.stop()
        self.question, self._stage = question, ""
        known = self._known.get(question) or self._from_disk(question)
        if known is not None:
            self._known[question] = known
            self.found.emit(known)
            return
        self._process.start(text=question)
        self.started.emit()

    def cancel(self) -> None:
        """Give up what is being worked out, and say so."""
        if self.running:
            self.stop()
            self.failed.emit(self.tr("Given up."))

    def stop(self) -> None:
        """End it, and wait."""
        self._process.stop()

    def forget(self) -> None:
        """Know nothing but what is on the disk."""
        self._known.clear()

    def _from_disk(self, question: str) -> object | None:
        text = self._task.cache.read(question) if self._task.cache is not None else None
        try:
            return None if text is None else self._task.answer(text)
        except (ValueError, KeyError, TypeError):
            return None  # of an unknown version, or damaged

    def _read(self, line: str) -> None:
        if line.startswith("stage "):
            self._stage = line.removeprefix("stage ")
            self.staged.emit(self._stage)
            return
        self.stop()
        text = line.removeprefix("found ")
        try:
            found = self._known[self.question] = self._task.answer(text)
        except (ValueError, KeyError, TypeError) as error:
            self.failed.emit(self.tr("The other process answered what cannot be read: {why}").format(why=error))
            return
        if self._task.cache is not None:
            self._task.cache.write(self.question, text)
        self.found.emit(found)

    def _fail(self, code: int, error: str) -> None:
        last = error.splitlines()[-1] if error else self.tr("The other process ended.")
        self.failed.emit(last.partition(": ")[2] or last)  # without the name of an exception

    def _run_out(self) -> None:
        stage = self._stage or self.tr("the beginning")
        self.failed.emit(self.tr(self._task.too_long).format(limit=self._task.limit // 1000, stage=stage))
