"""What a file of an exercise may say, key by key. Expressions are those of `expression.py`, in SI and radians.

In texts {expression} stands for a number, as it is in the exercise's pose.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from torseur.sim import scenes
from torseur.sim.compilation import DYNAMICS, HYBRID, POSING, PROBLEMS, SOLVERS, STEPPING
from torseur.sim.definition.expressions import names_in, read, read_given

from .expressions.robot_quantities import DYNAMIC

_MODELS = (Path(scenes.__file__).parent / "models").resolve()

Words = str | dict[str, str]
"""A text: in English, whose translations are in the catalogues; or a text for each language, by its key."""


class OptionRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """One of several sentences."""

    text: Words
    when: str  # whether it is the right one


class ArrowRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Something to draw on the robot, world axes."""

    kind: Literal["velocity", "force", "displacement", "direction"]
    vector: str  # (3,) [m/s | N | m | 1]
    label: str
    at: str = "p"  # (3,) [m]


class MistakeRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What some will answer, and what is said of it."""

    answer: str
    says: Words


class Question(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """One question, answered by numbers, or by one of its options."""

    key: str
    ask: Words
    explain: Words
    answer: str = ""  # one number, a vector, or a matrix, as the simulator computes it
    formula: str = ""  # the same in closed form; empty: `answer` is one
    law: tuple[str, ...] = ()  # lines in place of the formula, in the notation of `paint_math`; empty: the formula as it is
    rows: tuple[str, ...] = ()  # labels
    columns: tuple[str, ...] = ()  # labels; none: a vector
    units: tuple[str, ...] = ("",)  # one for all, or one a row
    takes: Literal["numbers", "direction", "whole"] = "numbers"  # a direction has any length and sign
    options: tuple[OptionRow, ...] = ()
    mistakes: tuple[MistakeRow, ...] = ()  # beside those that every answer is tried for
    q: str = ""  # where it is asked (nq,); empty: where the exercise is
    arrows: tuple[ArrowRow, ...] = ()
    ellipsoids: tuple[Literal["velocity", "force"], ...] = ()  # drawn with the arrows
    planned: bool = False  # the answer is of a plan that was made before, and the same in every pose

    def unit(self, row: int) -> str:
        """Unit of one row of the answer."""
        return self.units[row] if len(self.units) > 1 else self.units[0]

    @property
    def closed(self) -> ast.expr:
        """The expression that is shown."""
        return read(self.formula or self.answer)


class ExerciseFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Questions about one robot, scene or plan."""

    title: Words
    statement: Words  # what is given
    robot: str = ""  # name or file of one, or what a model of a shipped scene is called, which has a `file`
    scene: str = ""  # name or file of a scene that is asked about, as it starts
    task: str = ""  # planning scene of the robot whose plan is asked about; opened with its plan
    file: str = ""  # of the model, among those of the scenes; empty: `robot` is one of the library
    frame: str = "tool"  # that is asked about
    source: str = ""  # section of the course
    given: str  # name = expression, a line each; `q` is where the robot stands (nq,)
    question: tuple[Question, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Exercise:
    """A file of an exercise that was read."""

    key: str
    said: ExerciseFile

    @property
    def given(self) -> dict[str, ast.expr]:
        """Its definitions by their names."""
        return dict(read_given(self.said.given))

    @property
    def questions(self) -> tuple[Question, ...]:
        """In their order."""
        return self.said.question

    @property
    def scene(self) -> str:
        """That is asked about as it starts: answers are of no pose; empty: a robot is."""
        return self.said.scene

    @property
    def task(self) -> str:
        """Whose plan is asked about."""
        return self.said.task

    @property
    def subject(self) -> str:
        """What is to be open, by its name."""
        return self.scene or self.task or self.said.robot

    @property
    def opens(self) -> str:
        """How that is opened: a name, or a path."""
        return self.scene or self.task or self.reference

    @property
    def kind(self) -> str:
        """What it is about, as a kind of document: "robot", "plan" or "scene"."""
        return "scene" if self.scene else "plan" if self.task else "robot"

    @property
    def reference(self) -> str:
        """How its robot is read: a name, or a path."""
        return str(_MODELS / self.said.file) if self.said.file else self.said.robot

    @property
    def needs(self) -> tuple[str, ...]:
        """Groups of kernels that it is computed with."""
        if self.scene:
            return (POSING, STEPPING, PROBLEMS, SOLVERS, HYBRID)
        used = set().union(*map(names_in, self.given.values()))
        return (POSING, PROBLEMS, DYNAMICS, STEPPING) if used & DYNAMIC else (POSING,)
