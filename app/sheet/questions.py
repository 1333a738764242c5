"""What a page asks while it writes its sheet. `ImmediateQuestions` are answered without a thread: in tests and notebooks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from torseur.sim.errors import TorseurError
from torseur.sim.texts import language
from torseur.ui.text.same_value import same_value


class Cost(Enum):
    """Where an answer is computed."""

    NOW = "in the window's thread, which remembers it: below 5 ms"
    QUICK = "by the thread for what is of the instant"
    SLOW = "by the thread for all that takes longer"
    AT_REST = "as SLOW, once the same was asked for 0.3 s: not while a joint is dragged"
    PROCESS = "by another process, which may take half a minute: what computes is a `SymbolicQuestion`"


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The newest answer to a question."""

    value: Any = None  # None: there is none yet
    late: bool = True  # it is of something else, or not all of it
    running: bool = False
    error: str = ""  # why there is none, a sentence
    stage: str = ""  # of another process: what it does now


class Questions(Protocol):
    """What a page may ask."""

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
    ) -> Answer:
        """Return the newest answer.

        key     : names the question on its page
        about   : all that the answer depends on: asked again with the like (`same_value`), nothing is computed. It is kept
        compute : gives the answer, or raises TorseurError; where it is `chained`, from the answer before (None: there is none)
        of      : the subject, which is not kept alive; an answer about another one is never shown, nor given to a chained one
        fold    : `compute` gives an iterator of pieces, each of which is added to the answer: fold(before, piece)
        when    : else it is not asked now, and what is known stays
        """

    def known(self, key: str) -> Any:
        """Return the newest answer without asking; None: there is none."""

    def kept(self, key: str, make: Callable[[], Any]) -> Any:
        """Return what outlives a sheet, made once: rare, as the scale of arrows that follows with hysteresis."""


class ImmediateQuestions:
    """Answers in the thread that asks, which remembers the last answer to each question."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Any, Any, Answer]] = {}  # of which subject and about what
        self._kept: dict[str, Any] = {}

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
    ) -> Answer:
        """Return the answer, as `Questions` says."""
        about = (language(), about)
        known_of, known_about, known = self._known.get(key, (None, None, Answer()))
        if not same_value(known_of, of):
            known_about, known = None, Answer()
        if same_value(known_about, about):
            return known
        if not when:
            return Answer(known.value)
        try:
            value = found = compute(known.value) if chained else compute()
            if fold is not None:
                value = known.value if chained else None
                for piece in found:
                    value = fold(value, piece)
            answer = Answer(value, late=False)
        except TorseurError as error:
            answer = Answer(None, late=False, error=str(error))
        self._known[key] = (of, about, answer)
        return answer

    def known(self, key: str) -> Any:
        """Return the newest answer."""
        return self._known[key][2].value if key in self._known else None

    def kept(self, key: str, make: Callable[[], Any]) -> Any:
        """Return what is made once."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]
