"""Questions of sections, answered by threads: what is of the instant by one, what takes longer by another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from torseur.sim.errors import ArgumentError

from ....background.background_thread import Background, Step

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.simulation.recording.recording import Recording

OF_INSTANT, OF_RECORDING = ("laws", "polar"), ("modes",)  # sections


class SectionQuestion(NamedTuple):
    """What one section asks."""

    section: str
    recording: Recording
    about: object  # what the answer is about: the same is not asked twice
    step: Step


class SectionAnswers(QObject):
    """`found` tells each answer in the window's thread: the question, and what came, an ArgumentError among it."""

    found = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._shown: dict[str, object] = {}  # of each section, what its answer is about
        self._wanted: dict[Background, list[object]] = {}  # what each looks for
        self._instant, self._slow = Background(self), Background(self)
        for background in (self._instant, self._slow):
            background.found.connect(self._tell)

    @property
    def busy(self) -> bool:
        """Whether an answer is being looked for."""
        return self._instant.running or self._slow.running

    def has(self, section: str) -> bool:
        """Whether a section was answered."""
        return section in self._shown

    def knows(self, asked: SectionQuestion) -> bool:
        """Whether what a section shows answers this."""
        return self._shown.get(asked.section) == asked.about

    def ask(self, questions: Sequence[SectionQuestion]) -> None:
        """Have answers found that are not shown yet; what is looked for already is not asked for again."""
        for background, sections in ((self._instant, OF_INSTANT), (self._slow, OF_RECORDING)):
            wanted = [one for one in questions if one.section in sections and not self.knows(one)]
            abouts = [asked.about for asked in wanted]
            if wanted and not (abouts == self._wanted.get(background) and background.running):
                self._wanted[background] = abouts
                background.ask(None, [partial(_answered, asked) for asked in wanted])

    def forget(self) -> None:
        """Have everything asked anew."""
        self._shown.clear()

    def stop(self) -> None:
        """Find nothing more, and forget what was found."""
        for background in (self._instant, self._slow):
            background.stop()
        self._shown.clear()
        self._wanted.clear()

    def _tell(self, _: object, answer: tuple[SectionQuestion, object] | Exception) -> None:
        if isinstance(answer, Exception):
            raise answer
        asked, found = answer
        self._shown[asked.section] = asked.about
        self.found.emit(asked, found)


def _answered(asked: SectionQuestion) -> tuple[SectionQuestion, object]:
    """An answer with what was asked; that there is none is one too."""
    try:
        return asked, asked.step()
    except ArgumentError as error:
        return asked, error
