"""Small pictures for the browser: from disk where they are, else made by another process, one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from ...background.helper_process import HelperProcess
from .thumbnail_store import Thumbnail, definition_of, find

LONGEST = 90_000  # [ms] that one picture may take


class Thumbnails(QObject):
    """`made` tells that there is news about something, by its reference: see `known`."""

    made = Signal(str)

    def __init__(self, parent: QObject | None = None, allowed: Callable[[str], Sequence[str]] = lambda reference: ()) -> None:
        """Draw what is asked for; `allowed` says which folders the user lets a reference read from."""
        super().__init__(parent)
        self._allowed = allowed
        self._known: dict[str, Thumbnail] = {}
        self._unseen: list[str] = []  # to be looked for on disk
        self._missing: list[str] = []  # to be drawn
        self._drawing = ""
        self._looking = QTimer(self, interval=0)  # on disk, between events
        self._looking.timeout.connect(self._look)
        self._process = HelperProcess("torseur.app.panels.robot_browser.thumbnail_maker", self, limit=LONGEST)
        self._process.line.connect(self._read)
        self._process.ended.connect(lambda *_: self._give_up(self.tr("Drawing it ended the program that draws.")))
        self._process.timed_out.connect(lambda: self._give_up(self.tr("Drawing it took too long.")))

    def known(self, reference: str) -> Thumbnail | None:
        """What is known of it; None while that is not made."""
        return self._known.get(reference)

    @property
    def busy(self) -> bool:
        """Whether something is looked for or drawn."""
        return bool(self._unseen or self._missing or self._drawing)

    @property
    def drawing(self) -> bool:
        """Whether the other process is there."""
        return self._process.running

    def request(self, references: Iterable[str]) -> None:
        """Have these, in this order, in place of those wanted before; what cannot be drawn is not tried again."""
        self._unseen = [reference for reference in references if reference not in self._known]
        self._missing = []
        self._looking.start()

    def forget(self, reference: str) -> None:
        """Make it anew when it is wanted: its file may have changed."""
        self._known.pop(reference, None)

    def rest(self) -> None:
        """Make no more than what is being made."""
        self._unseen, self._missing = [], []
        self._next()

    def stop(self) -> None:
        """End the process, and wait."""
        self._unseen, self._missing, self._drawing = [], [], ""
        self._looking.stop()
        self._process.stop()

    def _look(self) -> None:
        if not self._unseen:
            self._looking.stop()
            return
        reference = self._unseen.pop(0)
        found = find(reference)
        if found is not None:
            self._note(reference, found)
        elif definition_of(reference) is None:
            self._note(reference, Thumbnail("", reason=self.tr("There is no such file any more.")))
        elif reference != self._drawing:
            self._missing.append(reference)
            self._next()

    def _next(self) -> None:
        if self._drawing:
            return
        if self._missing:
            if not self._process.running:
                self._process.start()
            self._drawing = self._missing.pop(0)
            asked = {"reference": self._drawing, "allowed": list(self._allowed(self._drawing))}
            self._process.write(f"{json.dumps(asked)}\n")
        elif not self._unseen:
            self._process.stop()

    def _read(self, line: str) -> None:
        answer = json.loads(line)
        reference, reason = answer["reference"], answer["reason"]
        if reference == self._drawing:
            self._drawing = ""
        found = None if reason else find(reference)
        self._note(reference, found or Thumbnail("", reason=reason or self.tr("The picture could not be kept.")))
        self._next()

    def _give_up(self, reason: str) -> None:
        drawing, self._drawing = self._drawing, ""
        if drawing:
            self._note(drawing, Thumbnail("", reason=reason))
        self._next()

    def _note(self, reference: str, thumbnail: Thumbnail) -> None:
        self._known[reference] = thumbnail
        self.made.emit(reference)
