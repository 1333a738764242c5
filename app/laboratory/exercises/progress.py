"""How far the user is with the exercises, kept from one start to the next, and what it took."""

from __future__ import annotations

from torseur.ui.laboratory.exercises.values import DONE, NEW, RIGHT, TRIED

from ...preferences.preferences import Preferences
from .question import Exercise, Question

CSV_HEADERS = ("exercise", "variant", "question", "state", "tries", "hints", "points")


class ExerciseProgress:
    """A state for each question of an exercise in a variant: new, tried, right or revealed; and its tries and hints."""

    def __init__(self, preferences: Preferences | None) -> None:
        """As it was kept; None: from nothing, and it is kept nowhere."""
        self._preferences = preferences
        self._states: dict[str, dict[str, str]] = preferences.exercise_states if preferences else {}
        self._efforts: dict[str, dict[str, tuple[int, int]]] = preferences.exercise_efforts if preferences else {}

    def states(self, exercise: Exercise, variant: int) -> list[str]:
        """Of its questions, in their order."""
        known = self._states.get(progress_key(exercise, variant), {})
        found = [known.get(question.key, NEW) for question in exercise.questions]
        return [state if state in (TRIED, *DONE) else NEW for state in found]

    def variants(self, exercise: Exercise) -> list[int]:
        """In which variants an exercise was tried."""
        known = (key.partition("@") for key in {*self._states, *self._efforts})
        return sorted(int(variant or 0) for key, _, variant in known if key == exercise.key)

    def effort(self, exercise: Exercise, variant: int, question: Question) -> tuple[int, int]:
        """How many tries and hints a question took."""
        return self._efforts.get(progress_key(exercise, variant), {}).get(question.key, (0, 0))

    def keep(
        self, exercise: Exercise, variant: int, question: Question, state: str = "", *, tries: int = 0, hints: int = 0
    ) -> None:
        """Remember how far a question is, and what more it took, also for the next start."""
        key = progress_key(exercise, variant)
        if state:
            self._states.setdefault(key, {})[question.key] = state
        if tries or hints:
            before = self.effort(exercise, variant, question)
            self._efforts.setdefault(key, {})[question.key] = before[0] + tries, before[1] + hints
        self._save(key)

    def forget(self, exercise: Exercise, variant: int) -> None:
        """Forget how far the questions of an exercise are."""
        key = progress_key(exercise, variant)
        self._states.pop(key, None)
        self._efforts.pop(key, None)
        self._save(key)

    def _save(self, key: str) -> None:
        if self._preferences is not None:
            self._preferences.keep_exercise(key, self._states.get(key, {}))
            self._preferences.keep_efforts(key, self._efforts.get(key, {}))

    def points(self, exercise: Exercise, variant: int) -> list[float]:
        """Of its questions: 1 where right without a hint, a half where right with hints, else 0."""
        states = self.states(exercise, variant)
        return [
            0.0 if state != RIGHT else 0.5 if self.effort(exercise, variant, question)[1] else 1.0
            for question, state in zip(exercise.questions, states, strict=True)
        ]

    def rows(self, exercise: Exercise, variant: int) -> list[tuple[str, ...]]:
        """A row of `CSV_HEADERS` for each question that was tried."""
        found: list[tuple[str, ...]] = []
        points = self.points(exercise, variant)
        for question, state, point in zip(exercise.questions, self.states(exercise, variant), points, strict=True):
            tries, hints = self.effort(exercise, variant, question)
            if state or tries or hints:
                numbers = (str(tries), str(hints), f"{point:g}")
                found.append((exercise.key, str(variant), question.key, state or TRIED, *numbers))
        return found


def progress_key(exercise: Exercise, variant: int) -> str:
    """What the progress of an exercise in a variant is kept under."""
    return f"{exercise.key}@{variant}" if variant else exercise.key
