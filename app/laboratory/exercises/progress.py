"""How far the user is with the exercises, kept from one start to the next."""

from __future__ import annotations

from torseur.ui.laboratory.exercises.values import DONE, NEW, TRIED

from ...preferences.preferences import Preferences
from .question import Exercise, Question


class ExerciseProgress:
    """A state for each question: new, tried, right or revealed."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._states = preferences.exercise_states

    def states(self, exercise: Exercise) -> list[str]:
        """Of its questions, in their order."""
        known = self._states.get(exercise.key, {})
        found = [known.get(question.key, NEW) for question in exercise.questions]
        return [state if state in (TRIED, *DONE) else NEW for state in found]

    def keep(self, exercise: Exercise, question: Question, state: str) -> None:
        """Remember how far a question is, also for the next start."""
        self._states.setdefault(exercise.key, {})[question.key] = state
        self._preferences.keep_exercise(exercise.key, self._states[exercise.key])

    def forget(self, exercise: Exercise) -> None:
        """Forget how far the questions of an exercise are."""
        self._states.pop(exercise.key, None)
        self._preferences.keep_exercise(exercise.key, {})
