"""The exercises on contact, beside the scenes that they ask about."""

from __future__ import annotations

from ...exercises.course import EXERCISES
from ...exercises.page import ExercisesBinding


class ContactExercisesBinding(ExercisesBinding):
    """The same page as that of the laboratory, with the exercises about scenes."""

    key = "contact_exercises"
    exercises = tuple(exercise for exercise in EXERCISES if exercise.scene)
