"""The exercises on contact, beside the scenes that they ask about."""

from __future__ import annotations

from ...exercises.page import ExercisesBinding


class ContactExercisesBinding(ExercisesBinding):
    """The same page as that of the laboratory, with the exercises about scenes."""

    key = "contact_exercises"
    of_scenes = True
