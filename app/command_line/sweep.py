"""The command that runs a scene many times with some of its values varied."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

import numpy as np

from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.sweeping.sweep_results import varied_in
from torseur.sim.sweeping.sweep_runs import DONE
from torseur.sim.texts import tr

from ..documents.document import open_document
from .compile_for import compile_for
from .robot_options import load_options
from .simulate import print_table

if TYPE_CHECKING:
    import pyarrow as pa

_ROUNDING = 1e-12  # of a number
TOLD = 5  # runs that were not done, and why
SHOWN = 200  # rows of a table that is printed


def sweep(arguments: argparse.Namespace) -> int:
    """Run, save, and say how it went; or print what a folder has."""
    if arguments.table and not arguments.vary:
        _print(sim.load_sweep(arguments.scene))
        return 0
    if not arguments.out:
        raise ArgumentError("--out FOLDER is wanted: where the results go")
    paths = [path for path, _ in arguments.vary]
    if twice := next((path for path in paths if paths.count(path) > 1), ""):
        raise ArgumentError("--vary {path}: it is given twice", path=twice)
    document = open_document(arguments.scene, load_options(arguments))
    if document.kind != "scene":
        raise ArgumentError(
            "{scene} is a {kind}; sweep wants a scene (torseur scene makes one of a robot)",
            scene=arguments.scene,
            kind=tr(document.kind),
        )
    if not arguments.measure:
        sys.stderr.write("torseur: " + tr("no --measure is given: rows say what varied and how the runs went") + "\n")
    compile_for(document.scene.settings.scheme)
    try:
        table = _followed(document.scene, arguments)
    except KeyboardInterrupt:
        sys.stderr.write("torseur: " + tr("stopped; the same command goes on with the runs that are not done") + "\n")
        return 130
    if arguments.table:
        _print(table)
    sys.stdout.write("\n".join(_told(table, arguments.out)) + "\n")
    return int(set(table.column("status").to_pylist()) != {DONE})


def _followed(scene: sim.Scene, arguments: argparse.Namespace) -> pa.Table:
    """The sweep, with its progress on the console."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=None)
        return sim.sweep(
            scene,
            dict(arguments.vary),
            arguments.measure,
            out=arguments.out,
            seed=arguments.seed,
            keep=arguments.keep,
            workers=arguments.workers,
            memory=arguments.memory,
            scheduler=arguments.scheduler,
            progress=lambda done, total: progress.update(bar, completed=done, total=total),
        )


def _told(table: pa.Table, out: str) -> list[str]:
    """How many runs were done, why some were not, and where the rows are."""
    rows = table.select(["run", "status", "message"]).to_pylist()
    failed = [row for row in rows if row["status"] != DONE]
    lines = []
    for some in (failed, [row for row in rows if row["status"] == DONE and row["message"]]):
        lines += [tr("run {run} {status}: {message}", **row | {"status": tr(row["status"])}) for row in some[:TOLD]]
        if len(some) > TOLD:
            lines.append(tr("{count} more like these; the column message has them", count=len(some) - TOLD))
    worst = max(table.select(["step_error", "run"]).to_pylist(), key=lambda row: _number(row["step_error"]))
    if np.isfinite(worst["step_error"]):
        lines.append(tr("largest step error: {step_error:.2g} m/s, of run {run}", **worst))
    names, done = table.column_names, np.array([row["status"] == DONE for row in rows])
    measures = {name: table[name].to_numpy() for name in names[1 : names.index("residual")] if name not in varied_in(table)}
    for name, values in measures.items():
        if missing := np.count_nonzero(np.isnan(values[done])):
            lines.append(tr("{measure}: no number in {count} runs that were done", measure=name, count=missing))
    if (
        len(table) > 1
        and measures
        and all(np.ptp(values) <= _ROUNDING * np.max(np.abs(values)) for values in measures.values())
    ):
        lines.append(tr("all runs measure the same: does what varies matter here?"))
    count = len(table)
    return [*lines, tr("saved: {out} ({done} of {count} runs done)", out=out, count=count, done=count - len(failed))]


def _number(value: float) -> float:
    """Below all others where it is none."""
    return value if np.isfinite(value) else -np.inf


def _print(table: pa.Table) -> None:
    unsaid = () if any(table["message"].to_pylist()) else ("message",)
    heads = [name for name in table.column_names if name not in ("seed", "seconds", *unsaid)]
    units = [(table.schema.field(name).metadata or {}).get(b"unit", b"").decode() for name in heads]
    rows = table.slice(0, SHOWN).select(heads).to_pylist()
    print_table(
        tuple(f"{name} [{unit}]" if unit not in ("", "1") else name for name, unit in zip(heads, units, strict=True)),
        [tuple(f"{value:.6g}" if isinstance(value, float) else str(value) for value in row.values()) for row in rows],
        wide=True,
    )
    if len(table) > SHOWN:
        sys.stdout.write(tr("{count} rows more", count=len(table) - SHOWN) + "\n")
