"""The robot or the scene of an exercise as it is shipped, where none is open."""

from __future__ import annotations

from functools import cache

from torseur import robots, sim

from .expressions.case import Case, frame_of
from .question import Exercise, Question
from .reckoned import Reckoned


@cache
def shipped_bodies(scene: str) -> tuple[str, ...]:
    """Names of the bodies of a scene that is shipped."""
    return tuple(sim.load_scene(scene).model.body_names)


def shipped_case(exercise: Exercise, question: Question, variant: int = 0) -> Case:
    """Where a question is asked. Raises what reading a file does."""
    if exercise.scene:
        scene = sim.load_scene(exercise.scene)
        return Case(scene.model, scene.initial.q, "", scene)
    model = robots.load(exercise.reference)
    frame = frame_of(model, exercise.said.frame)
    home = Reckoned(exercise, None, variant).of("q")
    return Case(model, Reckoned(exercise, Case(model, home, frame), variant).q_of(question), frame)
