"""Columns of numbers as a file for other programs: CSV, NumPy, and Parquet where pyarrow is installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import RecordingError

from .csv_tables import write_csv

SUFFIXES = (".csv", ".npz", ".parquet")


def save_columns(path: Path, headers: Sequence[str], columns: Sequence[Array]) -> None:
    """Write columns (n,) under their headers, "name [unit]": .csv, .npz with an array a header, or .parquet.

    Raises RecordingError for another suffix, for Parquet without pyarrow, and if the file cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        given = path.suffix or "(none)"
        raise RecordingError(f"{path}: type {given} is not written; these are: {', '.join(SUFFIXES)}")
    if suffix == ".csv":
        rows = np.column_stack(columns) if columns else np.zeros((0, 0))
        write_csv(path, headers, ([repr(float(x)) for x in row] for row in rows))
        return
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise RecordingError(
            f"{path}: Parquet is written by the package pyarrow, which is not installed; save .csv or .npz, or install it"
        )
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as stream:
            if suffix == ".npz":
                np.savez_compressed(stream, **dict(zip(headers, columns, strict=True)))  # type: ignore[arg-type]
            else:
                table = import_module("pyarrow").table(dict(zip(headers, columns, strict=True)))
                import_module("pyarrow.parquet").write_table(table, stream)
        part.replace(path)
    except OSError as error:
        raise RecordingError(f"{path}: the columns cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
