"""Columns as CSV, NumPy and Parquet: the same numbers to the last bit, or a sentence."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from torseur.app.documents import column_files
from torseur.app.documents.column_files import column_pieces
from torseur.sim.errors import ArgumentError, SaveError

HEADERS = ["t [s]", "τ elbow [N m]"]
COLUMNS = [np.array([0.0, 0.1, 0.2]), np.array([np.nan, 1.0 / 3.0, -2e-17])]


def test_csv_has_units_in_its_head_and_every_bit(tmp_path):
    path = tmp_path / "a.csv"
    list(column_pieces(path, HEADERS, COLUMNS))
    head, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
    assert head == HEADERS
    np.testing.assert_array_equal(np.array(rows, dtype=float), np.column_stack(COLUMNS))


def test_numpy_has_an_array_a_header(tmp_path):
    path = tmp_path / "a.npz"
    list(column_pieces(path, HEADERS, COLUMNS))
    with np.load(path) as kept:
        assert kept.files == HEADERS
        np.testing.assert_array_equal(kept[HEADERS[1]], COLUMNS[1])


def test_parquet_is_written_where_its_package_is_installed(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    list(column_pieces(path, HEADERS, COLUMNS))
    table = parquet.read_table(path)
    assert table.column_names == HEADERS
    np.testing.assert_array_equal(table[HEADERS[1]].to_numpy(), COLUMNS[1])


def test_without_its_package_parquet_is_refused_with_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(column_files, "find_spec", lambda name: None)
    with pytest.raises(ArgumentError, match=r"package pyarrow, which is not installed; save \.csv or \.npz"):
        list(column_pieces(tmp_path / "a.parquet", HEADERS, COLUMNS))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", ["", ".xlsx"])
def test_other_types_are_refused_by_name(tmp_path, suffix):
    with pytest.raises(ArgumentError, match=r"these are: \.csv, \.npz, \.parquet"):
        list(column_pieces(tmp_path / f"a{suffix}", HEADERS, COLUMNS))


def test_a_file_that_cannot_be_written_is_said_and_nothing_is_left(tmp_path):
    with pytest.raises(SaveError, match="cannot be written"):
        list(column_pieces(tmp_path / "none" / "a.npz", HEADERS, COLUMNS))
