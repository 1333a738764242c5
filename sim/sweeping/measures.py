"""Measures of a run: expressions over its signals that come to one number, or functions in Python.

`energy[-1]`, `max(force.brick)`, `norm(velocity.brick)[-1] < 0.01`: numbers, + - * / **, comparisons (1 or 0; of signals at each
state: `mean(force.brick > 0)`), and, or, not, [ ], signals (see `run_signals`) and the functions below. Nothing of a text is run
as Python.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from ..definition.expressions import ExpressionError, Value, arguments, computed, read_dotted
from ..errors import ArgumentError, UnknownNameError
from ..simulation.recording.recording import Recording
from ..texts import tr
from .run_signals import RunSignal, signal_named

_FILE = re.compile(r"(?P<file>.+\.py):(?P<function>\w+)")
_NAMED = re.compile(r"(?P<name>\w+)\s*=(?!=)\s*(?P<what>.+)", re.DOTALL)
_CONSTANTS = {"pi": np.pi, "deg": np.pi / 180.0}
_OF_THE_SAME_UNIT = ("max", "min", "mean", "std", "abs", "norm", "first", "final", "span", "at", "sum")
FUNCTIONS: Mapping[str, Callable[..., Value]] = {
    # Over all states but those without a number; of vectors each entry.
    "max": partial(np.nanmax, axis=0),
    "min": partial(np.nanmin, axis=0),
    "mean": partial(np.nanmean, axis=0),
    "std": partial(np.nanstd, axis=0),
    "sum": partial(np.nansum, axis=0),
    "span": lambda x: np.nanmax(x, axis=0) - np.nanmin(x, axis=0),
    "first": lambda x: x[0],
    "final": lambda x: x[-1],
    # Of each number; `norm` of each vector.
    "norm": lambda x: np.linalg.norm(x, axis=-1),
    **{name: getattr(np, name) for name in ("abs", "sign", "sqrt", "exp", "log", "sin", "cos", "tan")},
    "asin": np.arcsin,
    "acos": np.arccos,
    "angle": np.arctan2,
}


def _integral(t: Value, x: Value) -> Value:
    """By the rule of trapezoids; a state without a number, as of forces at the start, has those of the states beside it."""
    return np.trapezoid(np.apply_along_axis(lambda column: _filled(t, column), 0, x), t, axis=0)


def _filled(t: Value, x: Value) -> Value:
    known = ~np.isnan(x)
    if np.all(known) or not np.any(known):
        return x
    return np.where(known, x, np.interp(t, t[known], x[known]))  # not all by `interp`: at an impact two states have one time


def _at(t: Value, x: Value, when: Value) -> Value:
    """Of the last state at an instant; between two states, on the straight line from one to the other."""
    place = int(np.searchsorted(t, when + _SAME_TIME, side="right")) - 1
    if place < 0 or when > t[-1] + _SAME_TIME:
        raise ExpressionError(
            tr("there is no state at {t} s, but from {start:g} s to {end:g} s", t=when, start=t[0], end=t[-1])
        )
    if when - t[place] <= _SAME_TIME or place + 1 == len(t):
        return x[place]
    share = (when - t[place]) / (t[place + 1] - t[place])
    return (1.0 - share) * x[place] + share * x[place + 1]


_VALUES = (int, float, complex, str, bytes, tuple, np.generic)  # of functions, that make them others
_SAME_TIME = 1e-9  # [s]
_OVER_STATES = ("max", "min", "mean", "std", "sum", "span", "first", "final", "integral", "at")
_OF_TIME: Mapping[str, Callable[..., Value]] = {"integral": _integral, "at": _at}


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of each run: of an expression, or what a function says of its recording."""

    name: str
    text: str  # the expression; of a function its source
    function: Callable[[Recording], float] | None = None

    def of(self, recording: Recording, signals: dict[str, RunSignal]) -> float:
        """Its value. Raises TorseurError, and what a function raises."""
        found = self.function(recording) if self.function else _OfRun(recording, signals).of(read_dotted(self.text))
        if np.ndim(found) == 1 and np.size(found) != len(recording):
            raise ArgumentError(
                "{measure}: a measure is one number; this has {count}: take norm(...) of it, or one of them, as [0] is",
                measure=self.name,
                count=np.size(found),
            )
        if np.ndim(found):
            raise ArgumentError(
                "{measure}: a measure is one number; this is one for each state: take final(...) or max(...) of it",
                measure=self.name,
            )
        if not isinstance(found, bool | int | float | np.bool_ | np.integer | np.floating):
            raise ArgumentError("{measure}: a measure is one number; this is {found!r}", measure=self.name, found=found)
        return float(found)

    def unit(self, signals: dict[str, RunSignal]) -> str:
        """Its unit where that is plain from its signals; else empty."""
        return "" if self.function else _unit(read_dotted(self.text), signals)


def measure_of(given: str | Callable[[Recording], float], name: str = "") -> Measure:
    """A measure from `energy[-1]`, `NAME=EXPRESSION`, `FILE.py:FUNCTION`, or from a function of a recording.

    Raises ArgumentError, ExpressionError.
    """
    if callable(given):
        return Measure(name or getattr(given, "__name__", type(given).__name__), _source_of(given), given)
    if not name and (named := _NAMED.fullmatch(given.strip())):
        name, given = named["name"], named["what"]
    if in_file := _FILE.fullmatch(given.strip()):
        path = Path(in_file["file"]).expanduser()
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ArgumentError("{path}: {error}", path=path, error=getattr(error, "strerror", None) or error) from error
        _check_file(path, text, in_file["function"])
        return Measure(name or in_file["function"], text, FileFunction(str(path.absolute()), in_file["function"], text))
    _is_over_states(read_dotted(given))
    return Measure(name or given.strip(), given)


@dataclass(frozen=True, slots=True)
class FileFunction:
    """A function of a file in Python, known by the file's text wherever it is called."""

    path: str
    name: str
    text: str

    def __call__(self, recording: Recording) -> Any:
        """What it says of a recording."""
        return self.loaded()(recording)

    def loaded(self) -> Callable[[Recording], float]:
        """It. Raises ArgumentError where the file has none."""
        found = _names_of(self.path, self.text).get(self.name)
        if not callable(found):
            raise ArgumentError("{path}: it has no function named {name!r}", path=self.path, name=self.name)
        return found


def _check_file(path: Path, text: str, name: str) -> None:
    """That it can be read and has something of this name, which is not run for that. Raises ArgumentError."""
    try:
        whole = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise ArgumentError("{path}: {error}", path=path, error=error) from error
    nodes = list(ast.walk(whole))
    named = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    named |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    named |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
    if name not in named:
        raise ArgumentError("{path}: it has no function named {name!r}", path=path, name=name)


@cache
def _names_of(path: str, text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "measures", "__file__": path}
    if (folder := str(Path(path).parent)) not in sys.path:
        sys.path.append(folder)  # as of a script: it may import what lies beside it
    try:
        exec(compile(text, path, "exec"), names)  # a file that the user asks to run
    except (Exception, SystemExit) as error:
        kind = type(error).__name__
        raise ArgumentError("{path}: {kind}: {error}", path=path, kind=kind, error=error) from error
    return names


def _source_of(function: Callable[..., Any]) -> str:
    """Its text, and the values that it is given by where it stands: with others it is another function."""
    try:
        text = inspect.getsource(function)
        bound = inspect.getclosurevars(function)
    except (OSError, TypeError, ValueError):
        return getattr(function, "__qualname__", repr(function))
    given = {**bound.globals, **bound.nonlocals, "()": getattr(function, "__defaults__", None)}
    return text + repr([(name, value) for name, value in sorted(given.items()) if isinstance(value, _VALUES)])


@dataclass(frozen=True, slots=True)
class _OfRun:
    """What expressions come to for one run.

    A value, as functions within a function that call each other would keep the recording until garbage is collected.
    """

    recording: Recording
    signals: dict[str, RunSignal]

    def of(self, node: ast.expr) -> Value:
        """The value of an expression. Raises ExpressionError, UnknownNameError."""
        return computed(node, self._name, self._call, _at_each_state)

    def _name(self, name: str) -> Value:
        return _CONSTANTS[name] if name in _CONSTANTS else signal_named(self.signals, name).read(self.recording)

    def _call(self, name: str, node: ast.Call) -> Value:
        values, words = arguments(node, self.of)
        if name in _OF_TIME:
            return _OF_TIME[name](self.recording.t, *values, **words)
        if name not in FUNCTIONS:
            raise UnknownNameError("function", name, (*FUNCTIONS, *_OF_TIME))
        return FUNCTIONS[name](*values, **words)


def _at_each_state(operation: Callable[[Value, Value], Value], a: Value, b: Value) -> Value:
    """Of signals 1 or 0 at each state, and no number where one of them has none."""
    if not np.ndim(found := operation(a, b)):
        return bool(found)
    return np.where(np.isnan(a) | np.isnan(b), np.nan, found)


def _is_over_states(node: ast.expr) -> bool:
    """Whether an expression has a value at each state. Raises ExpressionError where one that has not is taken over the states."""
    match node:
        case ast.Name(id=name):
            return name not in _CONSTANTS
        case (
            ast.Subscript(value=whole, slice=ast.Slice()) | ast.Subscript(value=whole, slice=ast.Tuple(elts=[ast.Slice(), *_]))
        ):
            return _is_over_states(whole)
        case ast.Subscript(value=whole):
            _is_over_states(whole)
            return False
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _OVER_STATES:
            if not _is_over_states(first):
                raise ExpressionError(
                    tr(
                        "{what}: {name} is taken over the states of a run, and this is of one state; "
                        "of a signal [2] is its third state, and .z the third number of a vector",
                        what=ast.unparse(node)[:80],
                        name=name,
                    )
                )
            return False
        case ast.Call(args=args):
            return any([_is_over_states(one) for one in args])
    return any([_is_over_states(one) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)])


def _unit(node: ast.expr, signals: dict[str, RunSignal]) -> str:
    match node:
        case ast.Name(id=name):
            return signals[name].unit if name in signals else ""
        case ast.Subscript(value=whole) | ast.UnaryOp(op=ast.USub(), operand=whole):
            return _unit(whole, signals)
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _OF_THE_SAME_UNIT:
            return _unit(first, signals)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            return _unit(left, signals) if _unit(left, signals) == _unit(right, signals) else ""
    return ""
