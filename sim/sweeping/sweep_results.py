"""What a sweep found, as a Parquet data set: a row a run, in parts named by the question that they answer.

pandas, polars and DuckDB read the folder. Units are in the metadata of the fields, as "unit"; the scene is in that of the schema.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from ..errors import ArgumentError, TorseurError
from ..safe_write import remove_leftovers, safe_write
from ..simulation.running.scene.scene import Scene
from ..simulation.running.scene.scene_file import scene_from_text
from ..simulation.running.scene.scene_values import with_values
from ..texts import tr
from .run_signals import run_signals
from .sweep_plan import RESERVED, SweepPlan, radian_of
from .sweep_runs import RunRow

if TYPE_CHECKING:
    import pyarrow as pa

_PART = re.compile(r"(?P<question>[0-9a-f]{16})-(?P<first>\d+)-(?P<end>\d+)\.parquet")
_KEYS = re.compile(r"[A-Za-z]\w*")
_UNITS = {
    **dict.fromkeys(("xyz", "com", "size", "radius", "length"), "m"),
    **dict.fromkeys(("friction", "restitution"), "1"),
    **dict.fromkeys(("duration", "dt", "relaxation_time", "event_tolerance"), "s"),
    **dict.fromkeys(("velocity", "tolerance", "restitution_speed", "recovery_speed", "rest_speed"), "m/s"),
    "compliance": "m/N",
    "regularisation": "1/kg",
    "mass": "kg",
    "gravity": "m/s²",
    "rpy": "{angle}",
    "spin": "{angle}/s",
}
"""Of what a scene's file says, by the last key of its path."""
_RECORDINGS = "_recordings"  # a name that those who read data sets pass over
_JSON = b"json"  # in the metadata of a field whose values, tables or of several types, are texts in JSON


class SweepsNotInstalled(TorseurError):
    """What sweeps need beside Torseur is not installed."""

    def __init__(self, library: str) -> None:
        super().__init__(tr("Sweeps need {library}; pip install 'torseur[sweeps]'", library=library))


def arrow() -> Any:
    """The module pyarrow, with its Parquet. Raises SweepsNotInstalled."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.csv
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise SweepsNotInstalled("pyarrow") from None
    return pyarrow


def unit_of(path: str, radian: float) -> str:
    """Of what a scene's file has at a path, where that is plain from the path; `radian`: one, in the file's unit of angles."""
    return _UNITS.get(_KEYS.findall(path)[-1], "").format(angle="rad" if radian == 1.0 else "°")


def sweep_schema(plan: SweepPlan) -> pa.Schema:
    """Columns: the run, what varies, measures, and how it went."""
    pa, signals = arrow(), run_signals(plan.scene)
    radian = radian_of(plan.scene)
    fields = [pa.field("run", pa.int64())]
    for axis in plan.axes:
        for path, values in zip(axis.paths, zip(*axis.rows, strict=True), strict=True):
            unit = unit_of(path, radian)
            fields += [_field(name, _type_of(entries), unit, is_json) for name, entries, is_json in _columns(path, values)]
    fields += [_field(one.name, pa.float64(), one.unit(signals)) for one in plan.measures]
    fields += [_field("residual", pa.float64(), "m/s"), _field("step_error", pa.float64(), "m/s")]
    fields += [pa.field("status", pa.string()), pa.field("message", pa.string()), pa.field("seed", pa.int64())]
    fields.append(_field("seconds", pa.float64(), "s"))
    varied = [field.name for field in fields[1 : len(fields) - len(plan.measures) - len(RESERVED) + 1]]
    about = {
        "question": plan.question,
        "scene": plan.scene.source,
        "path": os.path.abspath(plan.scene.path),
        "varied": json.dumps(varied),
    }
    return pa.schema(fields, metadata={f"torseur.{key}": text for key, text in about.items()})


def sweep_table(plan: SweepPlan, schema: pa.Schema, rows: Sequence[RunRow]) -> pa.Table:
    """Rows of runs as a table."""
    columns: dict[str, Any] = {"run": [row.run for row in rows], "seed": [plan.seed] * len(rows)}
    values = [plan.values(row.run) for row in rows]
    for path in plan.paths:
        given = [one[path] for one in values]
        if schema.get_field_index(path) >= 0:
            is_json = _JSON in (schema.field(path).metadata or {})
            columns[path] = [json.dumps(value) for value in given] if is_json else given
        else:
            columns |= {f"{path}[{i}]": list(entries) for i, entries in enumerate(zip(*given, strict=True))}
    for k, measure in enumerate(plan.measures):
        columns[measure.name] = [row.measures[k] for row in rows]
    for name in ("residual", "step_error", "status", "message", "seconds"):
        columns[name] = [getattr(row, name) for row in rows]
    return arrow().table([columns[name] for name in schema.names], schema=schema)


class SweepFolder:
    """The folder of a sweep's results, where nobody else writes until `close`.

    Raises ArgumentError where it has those of another, cannot be, or is written by another process.
    """

    def __init__(self, plan: SweepPlan, schema: pa.Schema, folder: str | Path) -> None:
        self._plan, self._schema, self._folder = plan, schema, Path(folder)
        self._lock = FileLock(self._folder / ".lock", timeout=0)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            names = [path.name for path in self._folder.iterdir()]
            if names and ".lock" not in names and not any(map(_PART.fullmatch, names)):
                raise ArgumentError("{folder}: there are other files; give a folder of its own for the sweep", folder=folder)
            self._lock.acquire()
        except Timeout:
            raise ArgumentError("{folder}: another sweep is writing there", folder=folder) from None
        except OSError as error:
            raise ArgumentError("{folder}: {why}", folder=folder, why=error.strerror) from error
        remove_leftovers(self._folder)
        other = next((path for path in self._folder.glob("*.parquet") if not path.name.startswith(plan.question)), None)
        if other is not None:
            self._lock.release()
            raise ArgumentError(
                "{folder}: {name} is of another sweep, of other values or measures, or of a scene or a function that was changed "
                "since; give another folder for this one",
                folder=folder,
                name=other.name,
            )

    def close(self) -> None:
        """Let others write there."""
        self._lock.release()

    def left(self) -> list[range]:
        """The runs that no part has."""
        parts = (_PART.fullmatch(path.name) for path in self._folder.glob("*.parquet"))
        done, reached = sorted((int(part["first"]), int(part["end"])) for part in parts if part), 0
        left = []
        for first, end in (*done, (len(self._plan), len(self._plan))):
            left += [range(reached, first)] if first > reached else []
            reached = max(reached, end)
        return left

    def add(self, rows: Sequence[RunRow]) -> None:
        """Write rows of runs that follow each other, and their recordings."""
        for row in rows:
            if row.recording:
                (recordings := self._folder / _RECORDINGS).mkdir(exist_ok=True)
                with safe_write(recordings / f"run-{row.run:07d}.mcap", "recording", tidies=False) as stream:
                    stream.write(row.recording)
        name = f"{self._plan.question}-{rows[0].run:07d}-{rows[-1].run + 1:07d}.parquet"
        with safe_write(self._folder / name, "table", tidies=False) as stream:
            arrow().parquet.write_table(sweep_table(self._plan, self._schema, rows), stream)

    def table(self) -> pa.Table:
        """All that it has, in the order of runs."""
        return load_sweep(self._folder) if any(self._folder.glob("*.parquet")) else self._schema.empty_table()


def load_sweep(folder: str | Path) -> pa.Table:
    """The table of a sweep's folder, or of the file that one was saved in, in the order of runs.

    Raises ArgumentError where there is none.
    """
    pa, path = arrow(), Path(folder)
    parts = [path] if path.is_file() else sorted(part for part in path.glob("*.parquet") if _PART.fullmatch(part.name))
    if not parts:
        raise ArgumentError("{folder}: there are no results of a sweep", folder=folder)
    try:
        return pa.concat_tables(pa.parquet.read_table(path) for path in parts).sort_by("run")
    except (pa.ArrowInvalid, OSError) as error:
        raise ArgumentError("{folder}: {why}", folder=folder, why=error) from error


def scene_of_run(results: str | Path | pa.Table, run: int) -> Scene:
    """The scene of a run of a sweep's folder, file or table: simulated, it gives what the run gave, to the bit.

    Raises ArgumentError where there is no such run, and what `scene_from_text` and `with_values` raise.
    """
    table = load_sweep(results) if isinstance(results, str | Path) else results
    if run not in table["run"].to_pylist():
        folder = results if isinstance(results, str | Path) else tr("the table of a sweep")
        raise ArgumentError("{folder}: there is no run {run}", folder=folder, run=run)
    about = {key.decode(): text.decode() for key, text in table.schema.metadata.items()}
    return with_values(scene_from_text(about["torseur.scene"], about["torseur.path"]), values_of_run(table, run))


def varied_in(table: pa.Table) -> list[str]:
    """Which columns of a sweep's table are what varied: their names are paths in the scene's file."""
    names: list[str] = json.loads(table.schema.metadata[b"torseur.varied"])
    return names


def values_of_run(table: pa.Table, run: int) -> dict[str, Any]:
    """What a run of a sweep's table had at each path. Raises IndexError where there is no such run."""
    row = table.filter(arrow().compute.equal(table["run"], run)).to_pylist()[0]
    is_json = {path: _JSON in (table.schema.field(path).metadata or {}) for path in varied_in(table)}
    return {path: json.loads(row[path]) if read else row[path] for path, read in is_json.items()}


def _columns(path: str, values: Sequence[Any]) -> list[tuple[str, list[Any], bool]]:
    """A column of values, or of vectors one for each entry; of what is neither as JSON, which is told."""
    if all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1:
        columns = [(f"{path}[{i}]", list(entries)) for i, entries in enumerate(zip(*values, strict=True))]
        if columns and all(_is_plain(entries) for _, entries in columns):
            return [(name, entries, False) for name, entries in columns]
    return [(path, list(values), not _is_plain(values))]


def _is_plain(values: Sequence[Any]) -> bool:
    """Whether all are truths, all numbers, or all texts."""
    kinds = {type(value) for value in values}
    return kinds <= {bool} or kinds <= {int, float} or kinds <= {str}


def _type_of(values: list[Any]) -> Any:
    pa = arrow()
    for kind, found in ((bool, pa.bool_()), (int, pa.int64()), (int | float, pa.float64())):
        if all(isinstance(value, kind) and (kind is bool or not isinstance(value, bool)) for value in values):
            return found
    return pa.string()


def _field(name: str, kind: Any, unit: str, is_json: bool = False) -> Any:
    about = ({"unit": unit} if unit else {}) | ({_JSON: b"1"} if is_json else {})
    return arrow().field(name, kind, metadata=about or None)
