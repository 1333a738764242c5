"""An exercise's expressions computed: of its robot in a pose, its scene, and the numbers of one variant."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.expressions import ExpressionError, Value, arguments, computed, limited, read
from torseur.sim.errors import UnknownNameError
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.texts import tr

from .expressions import functions, robot_quantities, scene_quantities
from .expressions.case import Case
from .question import Exercise, Question

PLANNED = Path(__file__).parent / "course" / "planned.toml"


@cache
def planned() -> Mapping[str, float]:
    """Numbers of plans that questions ask about; a test computes them anew."""
    return msgspec.toml.decode(PLANNED.read_bytes(), type=dict[str, float])


class Reckoned:
    """Values of expressions, each name's computed when it is first asked for."""

    def __init__(
        self, exercise: Exercise, case: Case | None, variant: int = 0, misread: Callable[[str, Value], Value] | None = None
    ) -> None:
        """`case` None: only what needs no robot, such as where the exercise puts it; variant 0 is as the file has it.

        misread : what is taken for the value of a quantity of robot or scene, in place of it
        """
        self._misread = misread or (lambda _, value: value)
        self._exercise, self._given, self._case, self._variant = exercise, exercise.given, case, variant
        self._known: dict[str, Value] = {} if case is None or case.started is not None else {"q": case.q}
        self._asked: set[str] = set()

    def of(self, expression: str | ast.expr) -> Value:
        """The value of an expression. Raises ExpressionError, UnknownNameError, and LinAlgError where there is none."""
        node = read(expression) if isinstance(expression, str) else expression
        return computed(node, self.name, lambda name, call: limited(self._call(name, call)))

    def at(self, q: Array) -> Reckoned:
        """The same with the robot elsewhere."""
        assert self._case is not None
        return Reckoned(self._exercise, self._case.at(q), self._variant, self._misread)

    def misread(self, misread: Callable[[str, Value], Value]) -> Reckoned:
        """The same where quantities of robot or scene, by name, are taken for others."""
        return Reckoned(self._exercise, self._case, self._variant, misread)

    def in_degrees(self) -> Reckoned | None:
        """The same at angles as large in radians as they are in degrees; None where its joints are not single ones."""
        turns, case = self.turns, self._case
        return self.at(np.where(turns, np.degrees(case.q), case.q)) if turns is not None and case is not None else None

    @property
    def turns(self) -> list[bool] | None:
        """Whether each joint turns; None where they are not single ones."""
        model = self._case.model if self._case is not None and self._case.started is None else None
        if model is None or any(joint.kind.nq > 1 for joint in model.joints):
            return None
        turns = [joint.kind is not JointKind.PRISMATIC for joint in map(model.joint, model.joint_names)]
        return turns if len(turns) == model.nq else None

    def defined(self, expression: str) -> ast.expr:
        """An expression, of a name alone what is given of it."""
        node = read(expression)
        while isinstance(node, ast.Name) and node.id in self._given:
            node = self._given[node.id]
        return node

    def name(self, name: str) -> Value:
        """The value of a name: of what is given, of the robot or scene, or a constant."""
        if name not in self._known:
            self._known[name] = self._found(name)
        return self._known[name]

    def answer(self, question: Question) -> Array:
        """The answer as a matrix (m, n). Raises LinAlgError where there is none."""
        found = np.asarray(self.of(question.answer), dtype=np.float64)
        if not np.all(np.isfinite(found)):
            raise np.linalg.LinAlgError("not finite")
        return found.reshape(len(question.rows), max(1, len(question.columns)))

    def right(self, question: Question) -> int:
        """Place of the option that is right. Raises ExpressionError unless just one is."""
        found = [k for k, option in enumerate(question.options) if bool(np.all(self.of(option.when)))]
        if len(found) != 1:
            raise ExpressionError(
                tr("{n} of {count} options are right; one must be", n=len(found), count=len(question.options))
            )
        return found[0]

    def q_of(self, question: Question) -> Array:
        """Where a question is asked (nq,) [rad | m]; empty: as the scene starts."""
        if self._exercise.scene:
            return np.zeros(0)
        return np.asarray(self.of(question.q or "q"), dtype=np.float64)

    def _found(self, name: str) -> Value:
        if name in self._given:
            if name in self._asked:
                raise ExpressionError(tr("“{name}” is defined by itself", name=name))
            self._asked.add(name)
            return self.of(self._given[name])
        if name in functions.CONSTANTS:
            return functions.CONSTANTS[name]
        of_scene = self._case is not None and self._case.started is not None
        names = {**robot_quantities.NAMES, **(scene_quantities.NAMES if of_scene else {})}
        if name not in names:
            raise UnknownNameError("name", name, (*self._given, *functions.CONSTANTS, *names))
        return self._misread(name, names[name](self._needed(name)))

    def _call(self, name: str, node: ast.Call) -> Value:
        if name == "at":
            if len(node.args) != 2 or node.keywords:
                raise ExpressionError(tr("at(q, expression) is wanted"))
            return self.at(np.asarray(self.of(node.args[0]))).of(node.args[1])
        if name == "choice" and node.args:
            return self.of(node.args[self._draw(node)])
        of_arguments, words = arguments(node, self.of)
        if name in functions.FUNCTIONS:
            return functions.FUNCTIONS[name].compute(*of_arguments, **words)
        if name == "planned":
            return planned()[of_arguments[0]]
        known = {**robot_quantities.FUNCTIONS, **scene_quantities.FUNCTIONS}
        if name not in known:
            raise UnknownNameError("function", name, (*functions.FUNCTIONS, *known, "at", "choice", "planned"))
        return self._misread(name, known[name](self._needed(name), *of_arguments, **words))

    def _draw(self, node: ast.Call) -> int:
        """Which of its choices a variant takes: the first, or one that is the same for all who have this variant."""
        if not self._variant:
            return 0
        return random.Random(f"{self._exercise.key} {self._variant} {ast.unparse(node)}").randrange(len(node.args))

    def _needed(self, name: str) -> Case:
        if self._case is None:
            raise ExpressionError(tr("“{name}” cannot be asked of where the robot stands", name=name))
        if name in (*scene_quantities.NAMES, *scene_quantities.FUNCTIONS) and self._case.started is None:
            raise ExpressionError(tr("“{name}” is of a scene, and the exercise is about a robot", name=name))
        return self._case
