"""The exercises among what is searched: the course is imported beside the window, not while somebody waits for a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from ...background.kernels import Kernels
from ...sheet.answering import AnswerThreads, PageQuestions
from .command_table import MenuCommand


class ExerciseSearch(QObject):
    """Finds the commands that open exercises once: when the kernels are loaded, or at the first search."""

    found = Signal(object)  # the commands

    def __init__(
        self,
        kernels: Kernels,
        commands: Callable[[], Sequence[MenuCommand]],
        threads: AnswerThreads,
        parent: QObject | None = None,
    ) -> None:
        """`commands` imports the course, and is called by a thread."""
        super().__init__(parent)
        self._commands = commands
        self._wanted = False
        self._questions = PageQuestions(threads, self)
        self._questions.answered.connect(lambda: self.found.emit(self._questions.known("exercises")))
        kernels.finished.connect(self.want)

    def want(self) -> None:
        """Have them found, if they were not yet."""
        if not self._wanted:
            self._wanted = True
            self._questions.ask_alone("exercises", (), self._commands)
