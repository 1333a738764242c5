"""What an exercise is made of: questions, whose answers are functions of a robot and its configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from torseur.sim import scenes
from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING

from .case import Case
from .translation import Translation

_MODELS = (Path(scenes.__file__).parent / "models").resolve()

Numbers = Callable[[Case], Array]


@dataclass(frozen=True, eq=False, slots=True)
class Quantities:
    """An answer in numbers: one, a vector (one column without a name), or a matrix."""

    rows: tuple[str, ...]  # labels in the notation of `paint_math`
    compute: Numbers  # (m,) or (m, n), SI and radians
    units: tuple[str, ...]  # one for all, or one a row
    columns: tuple[str, ...] = ()  # labels; none: a vector
    up_to_sign: bool = False  # a direction, of which only the line counts
    whole: bool = False  # something counted

    def values(self, case: Case) -> Array:
        """The answer as a matrix (m, n)."""
        found = np.asarray(self.compute(case), dtype=np.float64)
        return found.reshape(len(self.rows), max(1, len(self.columns)))

    def unit(self, row: int) -> str:
        """Unit of one row of the answer."""
        return self.units[row] if len(self.units) > 1 else self.units[0]


@dataclass(frozen=True, eq=False, slots=True)
class Options:
    """An answer that is one of several sentences."""

    texts: Mapping[str, Translation]
    compute: Callable[[Case], str]  # the key of the one that is right


@dataclass(frozen=True, slots=True)
class Formula:
    """How it is worked out, in symbols."""

    eye: str | tuple[tuple[str, ...], ...]  # lines, in the notation of `paint_math`; or the entries of J, as plain text
    latex: str
    numpy: str  # an expression of `Exercise.variables`


@dataclass(frozen=True, eq=False, slots=True)
class QuestionArrow:
    """Something to draw at a point, world axes."""

    kind: str  # "velocity", "force", "displacement", or "direction": of unit length
    origin: Array  # (3,) [m]
    vector: Array  # (3,) [m/s | N | m | 1]
    label: str


def no_arrows(case: Case) -> tuple[QuestionArrow, ...]:
    """No arrows: for a question that draws none."""
    return ()


@dataclass(frozen=True, eq=False, slots=True)
class Question:
    """One question. In its texts {name} stands for a number of `Exercise.numbers`."""

    key: str
    prompt: Translation
    answer: Quantities | Options
    formula: Formula
    explains: Translation
    q: tuple[float, ...] = ()  # [rad | m] where it is asked; empty: where the exercise is
    arrows: Callable[[Case], tuple[QuestionArrow, ...]] = no_arrows
    ellipsoids: tuple[str, ...] = ()  # "velocity", "force": drawn when the answer is shown on the robot
    planned: bool = False  # the answer is of a plan that was made before, and the same in every pose

    @property
    def draws(self) -> bool:
        """Whether it has arrows."""
        return self.arrows is not no_arrows


@dataclass(frozen=True, eq=False, slots=True)
class Exercise:
    """Questions about one robot in one configuration."""

    key: str
    title: Translation
    statement: Translation  # what is given
    robot: (
        str  # name of a shipped one, or of a model of a shipped scene, which has a `file`; empty: it is about a `scene`
    )
    q: tuple[float, ...]  # [rad | m]; empty: as the scene starts
    questions: tuple[Question, ...]
    source: str  # section of the course
    numbers: Callable[[Case], Mapping[str, float]]  # what texts may say, computed; degrees where they say so
    variables: Callable[[Case], Mapping[str, float]]  # what formulas are of, by their names in NumPy; SI and radians
    needs: tuple[str, ...] = (POSING,)  # groups of kernels that answers are computed with
    file: str = ""  # of the model, among those of the scenes; empty: a robot of the library
    frame: str = "tool"  # that is asked about
    task: str = ""  # planning scene of that robot whose plan is asked about; opened with its plan
    scene: str = ""  # shipped scene that is asked about, as it starts: answers are of no pose

    @property
    def subject(self) -> str:
        """What is to be open, by its name."""
        return self.scene or self.task or self.robot

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
        return str(_MODELS / self.file) if self.file else self.robot

    def q_of(self, question: Question) -> Array:
        """Where a question is asked (nq,) [rad | m]."""
        return np.array(question.q or self.q, dtype=np.float64)
