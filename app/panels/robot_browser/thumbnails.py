"""Small pictures for the browser: from disk where they are, else made by another process, one after the other."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from ...background.helper_process import end_process
from .thumbnail_store import Thumbnail, definition_of, find

LONGEST = 90_000  # [ms] that one picture may take


class Thumbnails(QObject):
    """`made` tells that there is news about something, by its reference: see `known`."""

    made = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, Thumbnail] = {}
        self._wanted: list[str] = []
        self._drawing = ""
        self._process: QProcess | None = None
        self._leaving: list[QProcess] = []  # asked to end
        self._looking = QTimer(self, interval=0)  # on disk, between events
        self._looking.timeout.connect(self._look)
        self._unseen: list[str] = []
        self._limit = QTimer(self, singleShot=True, interval=LONGEST)
        self._limit.timeout.connect(lambda: self._give_up(self.tr("Drawing it took too long.")))

    def known(self, reference: str) -> Thumbnail | None:
        """What is known of it; None while that is not made."""
        return self._known.get(reference)

    @property
    def busy(self) -> bool:
        """Whether something is looked for or drawn."""
        return bool(self._unseen or self._wanted or self._drawing)

    def want(self, references: Iterable[str]) -> None:
        """Have these, in this order, in place of those wanted before; what cannot be drawn is not tried again."""
        self._unseen = [reference for reference in references if reference not in self._known]
        self._wanted = []
        self._looking.start()

    def forget(self, reference: str) -> None:
        """Make it anew when it is wanted: its file may have changed."""
        self._known.pop(reference, None)

    def rest(self) -> None:
        """Make no more than what is being made."""
        self._unseen, self._wanted = [], []
        self._next()

    def stop(self) -> None:
        """End the process, and wait."""
        self._unseen, self._wanted, self._drawing = [], [], ""
        self._looking.stop()
        self._limit.stop()
        for process in (*self._leaving, self._process):
            if process is not None:
                end_process(process)
        self._leaving, self._process = [], None

    def _look(self) -> None:
        if not self._unseen:
            self._looking.stop()
            return
        reference = self._unseen.pop(0)
        found = find(reference)
        if found is not None:
            self._note(reference, found)
        elif definition_of(reference) is None:
            self._note(reference, Thumbnail("", why=self.tr("There is no such file any more.")))
        elif reference != self._drawing:
            self._wanted.append(reference)
            self._next()

    def _next(self) -> None:
        if self._drawing:
            return
        if not self._wanted:
            if self._process is not None and not self._unseen:
                self._process.closeWriteChannel()  # it ends by itself
                self._leaving, self._process = [*self._leaving, self._process], None
            return
        process = self._process or self._start()
        self._drawing = self._wanted.pop(0)
        process.write(f"{self._drawing}\n".encode())
        self._limit.start()

    def _start(self) -> QProcess:
        process = QProcess(self)
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(lambda: self._read(process))
        process.finished.connect(lambda *_: self._ended(process))
        process.errorOccurred.connect(lambda _: self._ended(process))
        process.start(sys.executable, ["-m", "torseur.app.panels.robot_browser.thumbnail_maker"])
        self._process = process
        return process

    def _read(self, process: QProcess) -> None:
        while process.canReadLine():
            answer = json.loads(bytes(process.readLine().data()).decode())
            reference, why = answer["reference"], answer["why"]
            if reference == self._drawing:
                self._drawing = ""
                self._limit.stop()
            found = None if why else find(reference)
            self._note(reference, found or Thumbnail("", why=why or self.tr("The picture could not be kept.")))
        self._next()

    def _ended(self, process: QProcess) -> None:
        """The process is gone: if something was being drawn, that was its end."""
        if process is self._process:
            self._process = None
            self._give_up(self.tr("Drawing it ended the program that draws."))
        if process in self._leaving:
            self._leaving.remove(process)
        process.deleteLater()

    def _give_up(self, why: str) -> None:
        process, self._process = self._process, None
        self._limit.stop()
        if process is not None and process.state() != QProcess.ProcessState.NotRunning:
            end_process(process)
        drawing, self._drawing = self._drawing, ""
        if drawing:
            self._note(drawing, Thumbnail("", why=why))
        self._next()

    def _note(self, reference: str, thumbnail: Thumbnail) -> None:
        self._known[reference] = thumbnail
        self.made.emit(reference)
