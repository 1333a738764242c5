"""A scene run many times with some of its values varied, on all cores or on a cluster: a table with a row a run."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ArgumentError, UnknownNameError
from ..simulation.running.scene.scene import Scene
from ..texts import language
from .sweep_cluster import check_memory, rows_of_workers
from .sweep_plan import Measures, SweepPlan, Vary, sweep_plan
from .sweep_results import SweepFolder, arrow, sweep_schema, sweep_table
from .sweep_runs import KEEP, RunRow, take_runs

if TYPE_CHECKING:
    import pyarrow as pa

_PART_SECONDS = 2.0  # of runs in a part of the results
_MOST_IN_PART = 1000
_FIRST_GUESS = 1.0  # [s] that a run takes, until one did
_WORTH_WORKERS = 20.0  # seconds of runs: to start workers takes some


def sweep(
    scene: Scene,
    vary: Vary,
    measures: Measures = (),
    *,
    out: str | Path | None = None,
    seed: int = 0,
    keep: str = "none",
    workers: int | None = None,
    memory: str = "auto",
    scheduler: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> pa.Table:
    """Run a scene with all combinations of what varies, and return a table, a row a run.

    vary     : values by their path in the scene's file, "materials.floor.friction": as a sequence, or as a text, "0.1:1:50",
               "random:1000:0.1:1", "sobol:1024:0.1:1", "points.csv"; see `variations`
    measures : expressions over signals, "energy[-1]", "max(force.brick)", see `measures`, or functions of the recording
    out      : a folder that gets the rows as Parquet while they are found; runs that it has already are not taken again
    seed     : of random and Sobol samples
    keep     : recordings in `out` of the runs that are taken now: none, failed (of runs that were not done) or all
    workers  : processes of this machine; None: one for each core, where the runs take long enough; 0: this process alone
    memory   : of each worker, "2 GiB"; one that needs more is started again; "auto": its share of the machine's
    scheduler : instead, the address of a scheduler of dask.distributed, "tcp://...", whose workers have the same Torseur
    progress : is told how many runs are done, of how many
    The numbers are those of `simulate`, to the bit. Raises ArgumentError for what cannot be, before any run.
    """
    if keep not in KEEP:
        raise UnknownNameError("kind of recordings to keep", keep, KEEP)
    if keep != "none" and out is None:
        raise ArgumentError("recordings are kept in the folder of the results: give `out`")
    if workers is not None and workers < 0:
        raise ArgumentError("{workers} workers: wanted is a whole number, not negative", workers=workers)
    check_memory(memory)
    arrow()
    plan = sweep_plan(scene, vary, measures, seed=seed)
    schema = sweep_schema(plan)
    rows: list[RunRow] = []
    with ExitStack() as ends:
        folder = None if out is None else ends.enter_context(closing(SweepFolder(plan, schema, out)))
        left = [range(len(plan))] if folder is None else folder.left()
        total, done = len(plan), len(plan) - sum(map(len, left))
        for part in ends.enter_context(closing(_parts(plan, left, keep, workers, memory, scheduler))):
            if folder is None:
                rows += part
            else:
                folder.add(part)
            done += len(part)
            if progress is not None:
                progress(done, total)
        return sweep_table(plan, schema, sorted(rows, key=lambda row: row.run)) if folder is None else folder.table()


def _parts(
    plan: SweepPlan, left: list[range], keep: str, workers: int | None, memory: str, scheduler: str
) -> Generator[list[RunRow], None, None]:
    """Rows of all these runs. Workers are started once it is known that they are worth it, but for those asked for."""
    seconds, here = _FIRST_GUESS, workers == 0 and not scheduler
    while left and (here or (workers is None and not scheduler)):
        runs = left.pop(0)
        some = [(run, plan.values(run)) for run in runs[:_MOST_IN_PART]]
        rows = take_runs(plan.scene, plan.measures, some, keep=keep, seconds=_PART_SECONDS, spoken=language())
        yield rows
        left[:0] = [runs[len(rows) :]] if len(rows) < len(runs) else []
        seconds = sum(row.seconds for row in rows) / len(rows)
        if not here and seconds * sum(map(len, left)) > _WORTH_WORKERS:
            break
    if left:
        yield from rows_of_workers(plan, left, keep=keep, scheduler=scheduler, workers=workers, memory=memory, seconds=seconds)
