"""Columns of numbers as a file for other programs: CSV, NumPy, and Parquet where pyarrow is installed."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import ArgumentError
from torseur.sim.safe_write import safe_write
from torseur.sim.texts import tr

from .csv_tables import columns_in_pieces
from .written_pieces import Pieces

SUFFIXES = (".csv", ".npz", ".parquet")
ROWS = 50_000  # of Parquet that are written at a time


def column_pieces(path: Path, headers: Sequence[str], columns: Sequence[Array]) -> Pieces:
    """Write columns (n,) under their headers, "name [unit]": .csv, .npz with an array a header, or .parquet.

    Raises ArgumentError for another suffix and for Parquet without pyarrow, and SaveError, once it is written, if it cannot be.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        given = path.suffix or tr("(none)")
        raise ArgumentError(
            tr("{path}: type {given} is not written; these are: {known}", path=path, given=given, known=", ".join(SUFFIXES))
        )
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ArgumentError(
            tr(
                "{path}: Parquet is written by the package pyarrow, which is not installed; save .csv or .npz, or install it",
                path=path,
            )
        )
    return {".csv": columns_in_pieces, ".npz": _numpy, ".parquet": _parquet}[suffix](path, headers, columns)


def _numpy(path: Path, headers: Sequence[str], columns: Sequence[Array]) -> Pieces:
    """As `numpy.savez_compressed` does, an array at a time."""
    with safe_write(path, "columns") as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for done, (header, column) in enumerate(zip(headers, columns, strict=True), start=1):
            with archive.open(f"{header}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.asarray(column))
            yield done, len(headers)


def _parquet(path: Path, headers: Sequence[str], columns: Sequence[Array]) -> Pieces:
    table = import_module("pyarrow").table(dict(zip(headers, columns, strict=True)))
    starts = range(0, max(1, table.num_rows), ROWS)
    with safe_write(path, "columns") as stream, import_module("pyarrow.parquet").ParquetWriter(stream, table.schema) as writer:
        for done, first in enumerate(starts, start=1):
            writer.write_table(table.slice(first, ROWS))
            yield done, len(starts)
