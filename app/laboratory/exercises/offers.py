"""Which exercises the page offers: those of the courses, and a teacher's; each in a variant."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from torseur.ui.laboratory.exercises.values import RIGHT, CourseLines

from ...preferences.preferences import Preferences
from .exercise_rows import line_of
from .exercise_text import number, said, with_commas_in
from .files.exercise_files import ExerciseSeries, courses, read_folder
from .progress import CSV_HEADERS, ExerciseProgress, progress_key
from .question import Exercise


class ExerciseOffers:
    """Courses, then series and exercises of the folder of own ones, which is read anew each time that it is asked for."""

    def __init__(self, preferences: Preferences, progress: ExerciseProgress, *, of_scenes: bool) -> None:
        """`of_scenes`: those about scenes; else those about robots and plans."""
        self._preferences, self.progress, self._of_scenes = preferences, progress, of_scenes

    def of(self, key: str) -> tuple[Exercise, int]:
        """The exercise of a line, and its variant; of the key of an exercise alone in the variant that is set."""
        found = {progress_key(*one): one for one in self._all()}
        return found.get(key) or next(one for one in found.values() if one[0].key == key)

    def beside(self, exercise: Exercise, variant: int, by: int) -> str:
        """The key of the one so many after it in what is listed; empty: there is none."""
        keys = [progress_key(*one) for one in self._all()]
        here = progress_key(exercise, variant)
        place = keys.index(here) + by if here in keys else -1
        return keys[place] if 0 <= place < len(keys) else ""

    def lines(self, labels: Mapping[str, str]) -> list[CourseLines]:
        """What is listed."""
        found = []
        own, faults = self._own()
        for series in (*courses(), *own):
            variant = self._variant(series)
            lines = tuple(
                line_of(progress_key(one, variant), one, self.progress.states(one, variant), labels)
                for one in self._fitting(series)
            )
            if lines:
                found.append(CourseLines(said(series.title), lines, said(series.text)))
        if faults:
            found.append(CourseLines(labels["own"].format(folder=self._preferences.exercise_folder), (), "\n".join(faults)))
        return found

    def score(self, labels: Mapping[str, str]) -> str:
        """Points of all that is listed, as a sentence; empty before anything was tried."""
        points = [x for one in self._all() for x in self.progress.points(*one)]
        states = [state for one in self._all() for state in self.progress.states(*one)]
        text = labels["score"].format(right=states.count(RIGHT), n=len(states), points=number(sum(points)))
        return with_commas_in(text) if any(states) else ""

    def csv(self) -> str:
        """What was tried of all that is listed, in any variant, a row a question."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(CSV_HEADERS)
        for exercise in {one.key: one for one, _ in self._all()}.values():
            for variant in self.progress.variants(exercise):
                writer.writerows(self.progress.rows(exercise, variant))
        return stream.getvalue()

    def _all(self) -> Iterator[tuple[Exercise, int]]:
        seen = set()
        for series in (*courses(), *self._own()[0]):
            for exercise in self._fitting(series):
                key = progress_key(exercise, self._variant(series))
                if key not in seen:
                    seen.add(key)
                    yield exercise, self._variant(series)

    def _fitting(self, series: ExerciseSeries) -> Iterator[Exercise]:
        return (exercise for exercise in series.exercises if bool(exercise.scene) == self._of_scenes)

    def _variant(self, series: ExerciseSeries) -> int:
        return series.variant or self._preferences.exercise_variant

    def _own(self) -> tuple[tuple[ExerciseSeries, ...], tuple[str, ...]]:
        folder = self._preferences.exercise_folder
        return read_folder(Path(folder)) if folder else ((), ())
