"""What takes a moment, done by a thread of its own: files are read and written in order, and waited for."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from torseur.sim.interruption import Interrupted, give_way, interruptible

from .threads import start_thread, wait_for_frame

BACKGROUND = "background"  # what its threads are called
Step = Callable[[], object]
Answers = queue.SimpleQueue[tuple[object, object]]  # whose question, and what came


class Background(QObject):
    """Runs the steps of one question one after the other; `found` tells each answer in the window's thread.

    The newest question takes the place of the one before. Numbers that pages and panels show are asked by `PageQuestions`.
    """

    found = Signal(object, object)  # whose question, and an answer, or the exception that came instead
    LOOK = 15  # [ms] between two looks at what was found

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._at_work = False
        self._lock = threading.Lock()
        self._waiting: tuple[object, tuple[Step, ...]] | None = None
        self._answers = Answers()
        self._clock = QTimer(self, interval=self.LOOK)
        self._clock.timeout.connect(self._look)
        self._waited_for: QEventLoop | None = None

    @property
    def running(self) -> bool:
        """Whether the thread is at work, or an answer of it is not told yet."""
        with self._lock:
            return self._at_work or not self._answers.empty()

    def ask(self, key: object, steps: Sequence[Step]) -> None:
        """Have these steps run; what is left of the question before is dropped."""
        with self._lock:
            self._waiting = key, tuple(steps)
            idle, self._at_work = not self._at_work, True
        if idle:
            start_thread(BACKGROUND, self._run)
        if not self._clock.isActive():  # one that begins anew with each question of a window that is late never comes
            self._clock.start()

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody waits for an answer by `wait_for`."""
        return self._waited_for is not None

    def wait_for(
        self, *steps: Step, held: AbstractContextManager[object] | None = None, told: Callable[[int], None] = lambda _: None
    ) -> object:
        """Return what the last of the steps gives, or the exception that came instead; None: `stop` came before.

        The window is drawn meanwhile, and takes no input but what `held` lets through; `told` hears how many steps are done.
        Of a `Background` that is asked by nobody else meanwhile.
        """
        answers: list[object] = []
        self._waited_for = QEventLoop()

        def take(_: object, answer: object) -> None:
            answers.append(answer)
            told(len(answers))
            if self._waited_for is not None and (len(answers) == len(steps) or isinstance(answer, Exception)):
                self._waited_for.quit()

        self.found.connect(take)
        self.ask(steps, steps)
        if held is None:
            self._waited_for.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        else:
            with held:
                self._waited_for.exec()
        self.found.disconnect(take)
        self._waited_for = None
        last = answers[-1] if answers else None
        return last if len(answers) == len(steps) or isinstance(last, Exception) else None

    def stop(self) -> None:
        """Drop all questions; the step that runs ends at its next `checkpoint`, unheard."""
        self._clock.stop()
        if self._waited_for is not None:
            self._waited_for.quit()
        with self._lock:
            self._waiting = None, ()
            self._answers = Answers()

    def _run(self) -> None:
        give_way()
        key: object = None
        steps: deque[Step] = deque()
        answers = self._answers
        while True:
            with self._lock:
                if self._waiting is not None:
                    key, steps, answers = self._waiting[0], deque(self._waiting[1]), self._answers
                    self._waiting = None
                if not steps:
                    self._at_work = False
                    return
            step = steps.popleft()
            wait_for_frame()
            try:
                with interruptible(partial(self._are_dropped, answers)):
                    answers.put((key, step()))
            except Interrupted:
                steps.clear()
            except Exception as error:  # told where it is shown
                answers.put((key, error))
                steps.clear()

    def _are_dropped(self, answers: Answers) -> bool:
        """Whether nobody will hear them. Asked between pieces of a step, each of which waits for the window."""
        wait_for_frame()
        return answers is not self._answers

    def _look(self) -> None:
        while not self._answers.empty():
            self.found.emit(*self._answers.get())  # who hears it may ask more
        if not self.running:
            self._clock.stop()
