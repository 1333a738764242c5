"""What a sweep varies, from its text: grids, lists, columns of tables, random and Sobol samples.

Of `PATH=VALUES` the values are one of

    0.1:1:50               so many at even distances, from the first to the last; [0, 0, 0.3]:[0, 0, 0.5]:5 of vectors
    newton, admm           these
    points.csv             a column of a table, named by the path, or its only one
    random:1000:0.1:1      so many numbers, drawn from 0.1 to 1; sobol:1024:0.1:1 those of a scrambled Sobol sequence
    random:1000            of rpy alone: orientations, all equally likely
"""

from __future__ import annotations

import csv
import tomllib
import warnings
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from ..arrays import Array
from ..errors import ArgumentError, UnknownNameError

MOST_RUNS = 10_000_000
_DIGITS = 100  # of a number of values: Python refuses to read some thousands
_DRAWN = ("random", "sobol")
_TRIPLE = 3


@dataclass(frozen=True, slots=True)
class SweepAxis:
    """Values that are taken together: row k has one for each path."""

    paths: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A sample that is to be drawn: so many values from `low` to `high`, both a number or a vector; None: orientations."""

    kind: str
    count: int
    bounds: tuple[Any, Any] | None

    @property
    def dimensions(self) -> int:
        return _TRIPLE if self.bounds is None else np.size(self.bounds[0])


def axes_of(vary: Mapping[str, str | Sequence[Any]], seed: int, radian: float) -> tuple[SweepAxis, ...]:
    """The axes of a sweep, whose runs are all combinations of their rows; what is drawn, or of one table, is one axis.

    vary   : by path, values as a text, see above, or as a sequence
    seed   : of what is drawn, which is the same for the same path and number whatever else is varied, but for Sobol's
    radian : one, in the unit of angles of the scene's file
    Raises ArgumentError.
    """
    axes: list[SweepAxis] = []
    together: dict[object, list[tuple[str, Any]]] = {}
    for path, given in vary.items():
        if isinstance(given, int | float | np.generic | np.ndarray) and np.ndim(given) == 0:
            raise ArgumentError("{path}={given}: wanted are several values, as in [{given}]", path=path, given=given)
        source, values = _source(path, given)
        together.setdefault(source if source is not None else path, []).append((path, values))
    for members in together.values():
        paths = tuple(path for path, _ in members)
        if isinstance(members[0][1], _Drawn):
            columns = _drawn(members, seed, radian)
        else:
            columns = [values for _, values in members]
        axes.append(SweepAxis(paths, tuple(zip(*columns, strict=True))))
    if not axes:
        raise ArgumentError("a sweep varies something: give a path of the scene's file, and its values")
    if (count := prod(map(len, axes))) > MOST_RUNS:
        raise ArgumentError("{count} runs; at most {most} are taken", count=count, most=MOST_RUNS)
    return tuple(axes)


def values_at(axes: tuple[SweepAxis, ...], run: int) -> dict[str, Any]:
    """What run number `run` has at each path; of the last axis the next run has the next row."""
    found: dict[str, Any] = {}
    for axis in reversed(axes):
        run, k = divmod(run, len(axis))
        found = dict(zip(axis.paths, axis.rows[k], strict=True)) | found
    return found


def typed_value(text: str) -> Any:
    """As TOML reads it; what it cannot read is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _source(path: str, given: str | Sequence[Any]) -> tuple[object, Any]:
    """What its values are drawn together with (None: nothing), and they, or how they are drawn."""
    if not isinstance(given, str):
        values = [_plain(value) for value in given]
    elif given.lower().endswith(".csv"):
        if not (values := _column(path, Path(given))):
            raise ArgumentError("{path}: {file} has no rows", path=path, file=given)
        return given, values
    else:
        parts = [part.strip() for part in given.split(":")]
        if parts[0] in _DRAWN:
            drawn = _Drawn(parts[0], _count(path, given, parts[1:2]), _bounds(path, given, parts[2:]))
            return (drawn.kind, drawn.count), drawn
        if len(parts) == 2 and all(isinstance(typed_value(part), int | float) for part in parts):
            raise ArgumentError("{path}={given}: wanted is how many values too, as in 0:1:50", path=path, given=given)
        values = _grid(path, given, parts) if len(parts) == _TRIPLE else _list(given)
    if not values:
        raise ArgumentError("{path}: there are no values", path=path)
    return None, values


def _plain(value: Any) -> Any:
    """A value with numbers of Python, as files have them, in place of NumPy's."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def _count(path: str, given: str, parts: list[str]) -> int:
    if not parts or not parts[0].isdecimal() or len(parts[0]) > _DIGITS or not 1 <= int(parts[0]) <= MOST_RUNS:
        raise ArgumentError(
            "{path}={given}: wanted is how many values, a whole number above 0, as in random:1000:0:1", path=path, given=given
        )
    return int(parts[0])


def _ends(path: str, given: str, parts: list[str]) -> tuple[Any, Any]:
    low, high = map(typed_value, parts)
    try:
        low, high = (float(end) if isinstance(end, str) else end for end in (low, high))  # .5 is a number of TOML's no more
        fits = np.shape(np.asarray(low, dtype=float)) == np.shape(np.asarray(high, dtype=float)) and np.ndim(low) < 2
    except (ValueError, TypeError):
        fits = False
    if not fits:
        raise ArgumentError("{path}={given}: wanted are two numbers, or two vectors of one length", path=path, given=given)
    return low, high


def _bounds(path: str, given: str, parts: list[str]) -> tuple[Any, Any] | None:
    if not parts and path.split(".")[-1] == "rpy":
        return None
    if len(parts) != 2:
        raise ArgumentError(
            "{path}={given}: wanted are the least and the greatest too, as in random:1000:0:1", path=path, given=given
        )
    return _ends(path, given, parts)


def _grid(path: str, given: str, parts: list[str]) -> list[Any]:
    low, high = _ends(path, given, parts[:2])
    values = np.linspace(low, high, _count(path, given, parts[2:]))
    whole = np.asarray([low, high]).dtype.kind == "i" and np.array_equal(values, np.round(values))
    return (values.astype(np.int64) if whole else values).tolist()


def _list(given: str) -> list[Any]:
    found = typed_value(f"[{given}]")
    return found if isinstance(found, list) else [typed_value(part.strip()) for part in given.split(",")]


def _column(path: str, file: Path) -> list[Any]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            rows = [row for row in csv.reader(lines) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ArgumentError("{file}: {why}", file=file, why=getattr(error, "strerror", None) or error) from error
    names = [name.strip() for name in rows[0]] if rows else []
    k = names.index(path) if path in names else 0 if len(names) == 1 else -1
    if k < 0:
        raise UnknownNameError("column", path, names, str(file))
    if short := next((n for n, row in enumerate(rows, 1) if len(row) != len(names)), 0):
        raise ArgumentError("{file}: row {n} has not as many cells as the first", file=file, n=short)
    return [typed_value(row[k].strip()) for row in rows[1:]]


def _drawn(members: list[tuple[str, _Drawn]], seed: int, radian: float) -> list[list[Any]]:
    """Values (count,) of each member."""
    from scipy.stats import qmc  # which takes long to import, and workers do not need

    first = members[0][1]
    if first.kind == "sobol":
        sequence = qmc.Sobol(sum(one.dimensions for _, one in members), seed=np.random.default_rng(seed))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a number of values is no power of 2
            whole = sequence.random(first.count)
        shares = np.split(whole, np.cumsum([one.dimensions for _, one in members])[:-1], axis=1)
    else:
        shares = [
            np.random.default_rng([seed, zlib.crc32(path.encode())]).random((one.count, one.dimensions))
            for path, one in members
        ]
    return [_spread(share, one, radian) for share, (_, one) in zip(shares, members, strict=True)]


def _spread(share: Array, drawn: _Drawn, radian: float) -> list[Any]:
    """Values from numbers (count, dimensions) from 0 to 1."""
    if drawn.bounds is None:
        return (radian * Rotation.from_quat(_orientations(share)).as_euler("xyz")).tolist()
    low, high = (np.asarray(bound, dtype=float) for bound in drawn.bounds)
    values = low + (high - low) * share
    return (values if low.ndim else values[:, 0]).tolist()


def _orientations(share: Array) -> Array:
    """Quaternions (n, 4), uniform where numbers (n, 3) from 0 to 1 are. Source: Shoemake 1992, Uniform random rotations."""
    a, b = np.sqrt(1.0 - share[:, 0]), np.sqrt(share[:, 0])
    u, w = 2.0 * np.pi * share[:, 1:].T
    return np.stack([a * np.sin(u), a * np.cos(u), b * np.sin(w), b * np.cos(w)], axis=1)
