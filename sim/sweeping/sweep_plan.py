"""What a sweep is to find out: a scene, what of it varies, and what is measured; checked before any run begins."""

from __future__ import annotations

import hashlib
import platform
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from math import prod
from typing import Any

import numpy as np

from ..definition.expressions import ExpressionError
from ..errors import ArgumentError, TorseurError
from ..simulation.recording.recording import Recording
from ..simulation.running.control.tracking_control import TrackingControl
from ..simulation.running.scene.scene import Scene
from ..simulation.running.scene.scene_text import scene_text
from ..simulation.running.scene.scene_values import places_of, with_values
from ..simulation.simulate import simulate
from ..texts import marked
from .measures import Measure, measure_of
from .run_signals import run_signals
from .variations import SweepAxis, axes_of, values_at

_COMPARED = ("torseur", "numpy", "scipy", "numba", "llvmlite")
_OF_FILES = re.compile(r"\.(model|mesh|arguments)\b")  # in paths of values that name files, or what is made of them
_MOST_SEED = 2**63  # of a column of whole numbers
_MOST_CHECKED = 100  # values of a list, and texts
RESERVED = ("run", "residual", "step_error", "status", "message", "seed", "seconds")  # columns of all sweeps
_VECTOR = marked(
    "{path} = {value}: three numbers are wanted there, as in random:100:[0,0,0]:[1,1,1] or [0,0,0]:[0,0,1]:5; "
    "{path}[2] is the last of them"
)
_ANGLES = marked(
    "{path} = {value}: three angles are wanted there, as in [0,0,0]:[0,30,0]:5, or random:100, which draws orientations; "
    "{path}[2] is the last of them"
)
Vary = Mapping[str, str | Sequence[Any]]
_Measured = str | Callable[[Recording], float]
Measures = _Measured | Sequence[_Measured] | Mapping[str, _Measured]


@dataclass(frozen=True, eq=False, slots=True)
class SweepPlan:
    """Runs 0 to len - 1 of a scene, each with values of its own, and what is measured of each."""

    scene: Scene
    axes: tuple[SweepAxis, ...]
    measures: tuple[Measure, ...]
    seed: int
    question: str  # a digest of all that the numbers follow from

    def __len__(self) -> int:
        """Number of runs."""
        return prod(map(len, self.axes))

    @property
    def paths(self) -> tuple[str, ...]:
        """What varies."""
        return tuple(path for axis in self.axes for path in axis.paths)

    def values(self, run: int) -> dict[str, Any]:
        """What a run has at each path."""
        return values_at(self.axes, run)

    def changed(self, run: int) -> Scene:
        """The scene of a run."""
        return with_values(self.scene, self.values(run))


def sweep_plan(scene: Scene, vary: Vary, measures: Measures, *, seed: int = 0) -> SweepPlan:
    """A sweep's plan. Raises ArgumentError for a path, a value or a measure that cannot be."""
    if not scene.source:
        raise ArgumentError("scene {scene!r} was not read from a file, whose values could be varied", scene=scene.name)
    if not 0 <= seed < _MOST_SEED:
        raise ArgumentError("seed {seed}: wanted is a whole number from 0 to 2^63 - 1", seed=seed)
    if followed := next((part.name for part in scene.parts if isinstance(part.controller, TrackingControl)), ""):
        raise ArgumentError("{name} follows a plan, which is not in the scene's file: its runs would be others", name=followed)
    scene = replace(scene, source=scene_text(scene))  # with what was changed beside its text
    axes = axes_of(vary, seed, radian_of(scene))
    if isinstance(measures, str) or callable(measures):
        measures = [measures]
    named = measures.items() if isinstance(measures, Mapping) else (("", one) for one in measures)
    measured = tuple(measure_of(one, name) for name, one in named)
    columns = [*RESERVED, *(path for axis in axes for path in axis.paths), *(one.name for one in measured)]
    if twice := next((name for name in columns if columns.count(name) > 1), ""):
        raise ArgumentError("two columns would be named {name!r}; NAME=EXPRESSION names a measure", name=twice)
    _check_places(scene, [path for axis in axes for path in axis.paths])
    check_values(scene, axes)
    plan = SweepPlan(scene, axes, measured, seed, _question(scene, axes, measured, seed))
    _check_measures(plan)
    return plan


def radian_of(scene: Scene) -> float:
    """One radian, in the unit of angles of the scene's file."""
    return 180.0 / np.pi if tomllib.loads(scene.source).get("angle_unit") == "deg" else 1.0


def _check_places(scene: Scene, paths: Sequence[str]) -> None:
    """That no two of them are one, or one within the other: what would a run have there?"""
    places = [(place, path) for path in paths for place in places_of(scene, path)]
    for k, (place, path) in enumerate(places):
        for other, name in places[:k]:
            if name != path and place[: len(other)] == other[: len(place)]:
                raise ArgumentError("{name} and {path} are of one place in the scene's file: vary one", name=name, path=path)


def check_values(scene: Scene, axes: Iterable[SweepAxis]) -> None:
    """Each value of a list; of numbers the least and the greatest, alone in the scene. A run may still fail, and says why.

    Raises ArgumentError.
    """
    for axis in axes:
        for path, column in zip(axis.paths, zip(*axis.rows, strict=True), strict=True):
            for value in _telling(column):
                try:
                    with_values(scene, {path: value})
                except TorseurError as error:
                    if np.ndim(value) == 0 and _takes(scene, path, [value] * 3):
                        raise ArgumentError(_ANGLES if path.endswith("rpy") else _VECTOR, path=path, value=value) from None
                    raise ArgumentError("{path} = {value}: {why}", path=path, value=value, why=error) from None


def _takes(scene: Scene, path: str, value: Any) -> bool:
    with suppress(TorseurError):
        with_values(scene, {path: value})
        return True
    return False


def _telling(column: tuple[Any, ...]) -> list[Any]:
    try:
        numbers = np.asarray(column, dtype=float).reshape(len(column), -1)
    except (ValueError, TypeError):
        return list(column[:_MOST_CHECKED])
    return [column[k] for k in dict.fromkeys([*numbers.argmin(axis=0).tolist(), *numbers.argmax(axis=0).tolist()])]


def _check_measures(plan: SweepPlan) -> None:
    """Whether their signals and functions are there, and they come to a number: of one step of the first run."""
    scene = plan.changed(0)
    recording = simulate(scene, scene.settings.dt)
    signals = run_signals(scene)
    for measure in plan.measures:
        with suppress(ExpressionError):  # as of energy[100], which one step does not have
            if measure.function is None:
                measure.of(recording, signals)


def _question(scene: Scene, axes: tuple[SweepAxis, ...], measures: tuple[Measure, ...], seed: int) -> str:
    digest = hashlib.sha256()
    for part in (versions(), scene.source, seed, [(axis.paths, axis.rows) for axis in axes]):
        digest.update(repr(part).encode())
    digest.update(repr([(one.name, one.text) for one in measures]).encode())
    _add_files(digest, scene)
    for axis in axes:
        for path, column in zip(axis.paths, zip(*axis.rows, strict=True), strict=True):
            if _OF_FILES.search(path):
                for value in {repr(value): value for value in column}.values():
                    _add_files(digest, with_values(scene, {path: value}))
    return digest.hexdigest()[:16]


def _add_files(digest: Any, scene: Scene) -> None:
    """Take in what the text of a scene does not tell: of robots and meshes."""
    for table in (scene.system.table, scene.system.shapes):
        for name in table.dtype.names or ():
            digest.update(np.ascontiguousarray(table[name]).tobytes())
    system, start = scene.system, scene.initial
    for array in (system.vertices, system.pairs, start.q, start.v, *scene.control):
        digest.update(np.ascontiguousarray(array).tobytes())


def versions() -> dict[str, str]:
    """Of what the numbers of a run follow from: another gives others, in the last digits at least."""
    return {"Python": platform.python_version().rpartition(".")[0], **{name: _version(name) for name in _COMPARED}}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
