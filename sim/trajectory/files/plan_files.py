"""Saving and reading plans: the kind of file by its name's ending."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ArgumentError, RecordingError
from ...safe_write import safe_write
from ...texts import tr
from ..values import Plan
from .plan_archive import archive_bytes, read_archive
from .plan_table import write_table

if TYPE_CHECKING:
    from ...multibody.model.model import Model
    from ...simulation.running.scene.robot_part import ModelLoader
    from ..task.plan_task import PlanTask

READ = (".mcap", ".npz")
WRITTEN = (*READ, ".csv")


def save_plan(plan: Plan, path: str | Path, *, task: PlanTask | None = None, model: Model | None = None) -> None:
    """Write a plan, replacing what is there only once all is written.

    path  : .mcap (everything, to the last bit, and for Foxglove and PlotJuggler), .npz (everything, for NumPy) or .csv (a
            row a node)
    task  : what was asked for, to be kept in the file, so that it can be asked for again; .csv has no place for it
    model : of its robot, so that other programs that read the .mcap file see it move, and its joints name columns of .csv
    Raises ArgumentError for another ending, SaveError if the file cannot be written.
    """
    path = Path(path)
    data = plan_bytes(plan, path.suffix.lower(), task=task, model=model, folder=path.parent.absolute())
    with safe_write(path, "plan") as stream:
        stream.write(data)


def plan_bytes(
    plan: Plan, ending: str, *, task: PlanTask | None = None, model: Model | None = None, folder: Path | None = None
) -> bytes:
    """What `save_plan` writes, for an ending such as ".mcap" and the folder of the file."""
    from .task_text import task_text

    text = "" if task is None else task_text(task, folder)
    match ending:
        case ".mcap":
            from io import BytesIO

            from .plan_mcap import write_mcap

            stream = BytesIO()
            write_mcap(plan, text, model, stream)
            return stream.getvalue()
        case ".npz":
            return archive_bytes(plan, text)
        case ".csv":
            table = StringIO(newline="")
            write_table(plan, table, model)
            return table.getvalue().encode()
    raise ArgumentError(
        "plans are not written as {ending}; they are as {written}",
        ending=ending or tr("a file without an ending"),
        written=", ".join(WRITTEN),
    )


def load_plan(path: str | Path) -> Plan:
    """Read a plan from a file of `save_plan`, .mcap or .npz.

    Raises RecordingError if it cannot be read, or is damaged; it names the file, and what is wrong with it.
    """
    return _read(Path(path))[0]


def task_of_plan(
    path: str | Path, load_model: ModelLoader | None = None, *, allowed_folders: Sequence[str | Path] = ()
) -> PlanTask | None:
    """What the plan in a file was asked for by; None: the file does not say. The rest as for `load_task`.

    Raises RecordingError, TaskError.
    """
    from .task_file import task_from_text

    text = task_text_of_plan(Path(path))
    return task_from_text(text, path, load_model, allowed_folders=allowed_folders) if text else None


def task_text_of_plan(path: Path) -> str:
    """The same as the text of its TOML file; empty: the file does not say. Raises RecordingError."""
    return _read(path)[1]


def _read(path: Path) -> tuple[Plan, str]:
    if path.suffix.lower() not in READ:
        raise RecordingError("{path}: plans are read from files of type {read}", path=path, read=" and ".join(READ))
    try:
        with path.open("rb") as stream:
            if path.suffix.lower() == ".npz":
                return read_archive(stream)
            from .plan_mcap import read_mcap

            return read_mcap(stream, path)
    except OSError as error:
        raise RecordingError("{path}: the plan cannot be read: {reason}", path=path, reason=error.strerror) from error
    except ValueError as error:
        if isinstance(error, RecordingError):
            raise
        raise RecordingError("{path}: {why}", path=path, why=error) from None
