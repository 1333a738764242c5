"""Answers by threads, for all pages and panels: the newest question wins, and the same is never computed twice.

A page is given the newest answer that there is; when a better one comes, it is written again.
"""

from __future__ import annotations

import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.sim.errors import TorseurError
from torseur.sim.interruption import Interrupted, give_way, interruptible
from torseur.sim.texts import language
from torseur.ui.text.same_value import same_value

from ..background.background_thread import BACKGROUND
from ..background.symbolic_job import SymbolicJob
from ..background.threads import start_thread, wait_for_frame
from .questions import Answer, Cost

LOOK = 15  # [ms] between two looks at what the threads found
REST = 300  # [ms] that nothing else is asked before what is asked at rest is looked for
BUDGET = 0.01  # [s] of the window's thread that one look takes before the rest waits for the next
MOST_REST = 0.1  # [s] that a thread whose answers come slower than the questions rests after one at most


@dataclass(slots=True, eq=False)
class _Known:
    """What is known of a question."""

    of: Callable[[], Any]
    about: Any = None
    value: Any = None
    error: str = ""
    whole: bool = False  # else not all of it, or none
    asked: _Question | None = None  # the newest, while it is asked; pieces are of that one
    stage: str = ""  # of the process that works at it


@dataclass(slots=True, eq=False)
class _Question:
    key: str
    of: Callable[[], Any]
    about: Any
    compute: Any  # a callable
    fold: Callable[[Any, Any], Any] | None
    is_found: bool = False  # all of it, which may not be taken yet


class PageQuestions(QObject):
    """Those of one page, or of one panel. `answered`: there is a better answer to one of them."""

    answered = Signal()

    def __init__(self, threads: AnswerThreads, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads = threads
        self._known: dict[str, _Known] = {}
        self._kept: dict[str, Any] = {}
        self._asked: dict[Cost, dict[str, _Question]] = {}
        self._jobs: dict[str, SymbolicJob] = {}  # by the keys of questions
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self.end)
        self.begin()

    @property
    def running(self) -> bool:
        """Whether an answer is being looked for."""
        threads = any(thread.works_for(self) for thread in self._threads.of_cost.values())
        return threads or self._rest.isActive() or any(job.running for job in self._jobs.values())

    def begin(self) -> None:
        """The page begins to be written: what it does not ask until `end` is dropped."""
        self._asked = {cost: {} for cost in Cost if cost is not Cost.NOW}

    def end(self) -> None:
        """It has asked all that it wants."""
        wanted = {key for asked in self._asked.values() for key in asked}
        for key, known in self._known.items():
            known.asked = known.asked if key in wanted else None
        at_rest = self._asked[Cost.AT_REST]
        if not at_rest:
            self._rest.stop()
        if not self._rest.isActive():
            self._asked[Cost.SLOW] |= at_rest
        for cost, thread in self._threads.of_cost.items():
            thread.answer(self, self._asked[cost])
        asked = self._asked[Cost.PROCESS]
        for key, job in self._jobs.items():
            if key not in asked:
                job.stop()
        for question in asked.values():
            self._job_of(question).ask(question.compute.text)

    def stop(self) -> None:
        """Look for nothing more; what was found stays."""
        self.begin()
        self.end()

    def forget(self) -> None:
        """Look for nothing more, and keep nothing that was found."""
        self.stop()
        self._known.clear()

    def known(self, key: str) -> Any:
        """Return the newest answer without asking."""
        return self._known[key].value if key in self._known else None

    def kept(self, key: str, make: Callable[[], Any]) -> Any:
        """Return what outlives a sheet."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def ask_alone(self, key: str, about: Any, compute: Callable[..., Any], cost: Cost = Cost.SLOW, **how: Any) -> Answer:
        """Ask this and nothing else, at any time, as a panel does that wants one thing."""
        self.begin()
        answer = self.ask(key, about, compute, cost, **how)
        self.end()
        return answer

    def ask(
        self,
        key: str,
        about: Any,
        compute: Callable[..., Any],
        cost: Cost = Cost.NOW,
        *,
        of: Any = None,
        chained: bool = False,
        fold: Callable[[Any, Any], Any] | None = None,
        when: bool = True,
        finishes: bool = False,
    ) -> Answer:
        """Return the newest answer, as `Questions` says. Answers hold texts: all of them are about the language, too.

        One that `finishes` is answered before another is asked: about a recording that grows, no answer would ever come.
        """
        about = (language(), about)
        known = self._known.get(key)
        if known is None or not same_value(known.of(), of):
            known = self._known[key] = _Known(_weakly(of))
        is_about = same_value(known.about, about)
        if not (known.whole and is_about) and when:
            call = (lambda: compute(known.value)) if chained else compute
            if cost is Cost.NOW:
                known.about, known.whole, is_about = about, True, True
                known.value, known.error = _computed(call)
            else:
                asked = known.asked
                is_awaited = finishes and asked is not None and not (known.whole and known.about is asked.about)
                if asked is None or not (is_awaited or same_value(asked.about, about)):
                    asked = known.asked = _Question(key, known.of, about, call, fold)
                    if fold is not None:  # pieces of another question are not added to its own
                        known.about, known.whole, known.error = about, False, ""
                        known.value = known.value if chained else None
                    if cost is Cost.AT_REST:
                        self._rest.start()
                self._asked[cost][key] = asked
        settled = known.whole and is_about
        return Answer(known.value, not settled, when and not settled, known.error, known.stage)

    def _job_of(self, question: _Question) -> SymbolicJob:
        if question.key not in self._jobs:
            job = self._jobs[question.key] = SymbolicJob(question.compute.task, self)
            now = partial(self._asked_of_process, question.key)
            job.started.connect(partial(self._take_stage, question.key, ""))
            job.staged.connect(partial(self._take_stage, question.key))
            job.found.connect(lambda found: self.take(now(), found, True))
            job.failed.connect(lambda reason: self.take(now(), TorseurError(reason), True))
        return self._jobs[question.key]

    def _asked_of_process(self, key: str) -> _Question:
        return self._asked[Cost.PROCESS][key]

    def _take_stage(self, key: str, stage: str) -> None:
        if key in self._known:
            self._known[key].stage = stage
            self.answered.emit()

    def take(self, question: _Question, found: object, whole: bool) -> None:
        """Take an answer, a piece of one, or the exception that came instead. Raises what is no TorseurError."""
        known = self._known.get(question.key)
        if known is None or known.of is not question.of:
            return
        if question.fold is not None and known.asked is not question:
            return
        known.about, known.whole = question.about, whole
        if isinstance(found, TorseurError):
            known.error, known.whole = str(found), True
            known.value = None if question.fold is None else known.value
        elif isinstance(found, Exception):
            raise found
        elif question.fold is None:
            known.value, known.error = found, ""
        elif not whole:
            known.value, known.error = question.fold(known.value, found), ""
        self.answered.emit()


def _computed(compute: Callable[[], Any]) -> tuple[Any, str]:
    """An answer, or why there is none."""
    try:
        return compute(), ""
    except TorseurError as error:
        return None, str(error)


def _weakly(of: Any) -> Callable[[], Any]:
    """Gives the subject of a question, unless that is gone: what was closed is let go. Plain values are held."""
    try:
        return weakref.ref(of)
    except TypeError:
        return lambda: of


class AnswerThreads(QObject):
    """The threads that answer the questions of all pages, one for each cost."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.of_cost = {cost: _AnswerThread(cost, self) for cost in (Cost.QUICK, Cost.SLOW)}


@dataclass(slots=True, eq=False)
class _Job:
    """A question that is worked at."""

    asker: PageQuestions
    question: _Question
    pieces: Iterator[object] | None = None  # that are left, once it is begun, of one that is folded
    taken: float = 0.0  # [s] so far

    def go_on(self) -> tuple[object, bool]:
        """Return the next piece, or all of an answer that has none; and whether nothing is left."""
        if self.question.fold is None:
            return self.question.compute(), True
        if self.pieces is None:
            self.pieces = iter(self.question.compute())
        piece = next(self.pieces, _NO_MORE)
        return piece, piece is _NO_MORE


_NO_MORE = object()


class _AnswerThread(QObject):
    """Answers questions in turns of one piece each. It is there while there are any.

    Where the next question is there before an answer, as of a heap that plays, it rests as long as the answer took: the window
    has a core and Python's lock for itself that long.
    """

    def __init__(self, cost: Cost, parent: QObject) -> None:
        super().__init__(parent)
        self._finishes = cost is Cost.QUICK
        self._lock = threading.Lock()
        self._waiting: list[_Job] = []
        self._now: _Job | None = None  # None: what is at hand is dropped, or there is nothing
        self._alive = False
        self._found: queue.SimpleQueue[tuple[PageQuestions, _Question, object, bool]] = queue.SimpleQueue()
        self._clock = QTimer(self, interval=LOOK)
        self._clock.timeout.connect(self._look)

    def works_for(self, asker: PageQuestions) -> bool:
        """Whether answers for it are looked for, or not taken yet."""
        with self._lock:
            jobs = [*self._waiting, *([self._now] if self._now else [])]
        return any(job.asker is asker for job in jobs) or not self._found.empty()

    def answer(self, asker: PageQuestions, asked: Mapping[str, _Question]) -> None:
        """Answer these for it and no others; what is begun and still asked goes on. A newer question has the turn of the older.

        A quick one goes on although another instant is asked about meanwhile: while a heap plays, no answer would ever come.
        """
        with self._lock:
            left = {key: question for key, question in asked.items() if not question.is_found}
            if self._now is not None and self._now.asker is asker:
                at_hand = self._now.question
                newer = left.get(at_hand.key)
                if newer is at_hand:
                    del left[at_hand.key]
                elif newer is None or newer.of is not at_hand.of or not self._finishes or at_hand.fold is not None:
                    self._now = None
            waiting = []
            for job in self._waiting:
                if job.asker is not asker:
                    waiting.append(job)
                elif newer := left.pop(job.question.key, None):
                    waiting.append(job if newer is job.question else _Job(asker, newer))
            self._waiting = waiting + [_Job(asker, one) for one in left.values()]
            starts = bool(self._waiting) and not self._alive
            self._alive = self._alive or starts
        if starts:
            start_thread(BACKGROUND, self._run)
        if asked and not self._clock.isActive():
            self._clock.start()

    def _run(self) -> None:
        give_way()
        while True:
            with self._lock:
                if not self._waiting:
                    self._alive, self._now = False, None
                    return
                job = self._now = self._waiting.pop(0)
            wait_for_frame()
            begun = time.perf_counter()
            try:
                with interruptible(partial(self._is_dropped, job)):
                    found, is_last = job.go_on()
            except Interrupted:
                continue
            except Exception as error:  # raised again in the window's thread, or told by the page
                found, is_last = error, True
            self._found.put((job.asker, job.question, found, is_last))
            job.taken += time.perf_counter() - begun
            job.question.is_found = is_last
            if not is_last:
                self._put_back(job)
            elif self._waiting:
                time.sleep(min(job.taken, MOST_REST))

    def _put_back(self, job: _Job) -> None:
        """Behind those that wait, unless it is dropped."""
        with self._lock:
            if self._now is job:
                self._now = None
                self._waiting.append(job)

    def _is_dropped(self, job: _Job) -> bool:
        wait_for_frame()
        return self._now is not job

    def _look(self) -> None:
        begun = time.thread_time()
        while not self._found.empty() and time.thread_time() - begun < BUDGET:
            asker, question, found, whole = self._found.get()
            question.compute = None if whole else question.compute  # it holds what it looked at
            asker.take(question, found, whole)
        with self._lock:
            idle = not self._alive and self._found.empty()
        if idle:
            self._clock.stop()
