"""A recording as a table over time, for spreadsheets and plots."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.multibody.model.coordinate_names import position_names, units, velocity_names
from torseur.sim.safe_write import safe_write

from .written_pieces import Pieces

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.recording.states.column_on_disk import Column

BLOCK = 2000  # rows of a long table that are written at a time


def _headers(letter: str, names: list[str], of: list[str]) -> list[str]:
    return [f"{letter} {name} [{unit}]" for name, unit in zip(names, of, strict=True)]


def save_table(recording: Recording, path: Path) -> None:
    """Write the table of `table_in_pieces`. Raises SaveError if the file cannot be written."""
    deque(table_in_pieces(recording, path), maxlen=0)


def table_in_pieces(recording: Recording, path: Path) -> Pieces:
    """Write time, energies, residuals, sums of contacts, q, v, τ_m and τ_p as CSV: a row a state, units in the head.

    The sums are those of `Recording.contact_sums`, with nan where no force was solved.
    It has the states that are there as it begins; those that stay in a file are read as they are written, `BLOCK` at a time.
    Raises SaveError if the file cannot be written, and RecordingError where that of the states is not what it was.
    """
    model, n = recording.scene.model, len(recording)  # which may grow meanwhile
    headers = [
        "t [s]",
        "kinetic energy [J]",
        "potential energy [J]",
        "residual [m/s]",
        "step error [m/s]",
        "iterations",
        "normal force [N]",
        "friction force [N]",
        "impulse of impacts [N s]",
    ]
    names = velocity_names(model)
    headers += _headers("q", position_names(model), units(model, "q"))
    headers += _headers("v", names, units(model, "v"))
    headers += _headers("tau_m", names, units(model, "tau"))
    headers += _headers("tau_p", names, units(model, "tau"))
    columns: list[Column] = [recording.t[:n], recording.kinetic, recording.potential, recording.residual]
    columns += [recording.step_error, recording.iterations, *recording.contact_sums(n)]
    columns += [recording.q, recording.v, recording.tau, recording.passive]
    yield from columns_in_pieces(path, headers, columns)


def save_events(recording: Recording, path: Path) -> None:
    """Write the events as CSV, a row an event: what happened, between whom, velocities before and after, impulse.

    A velocity that is not known is left empty. Raises SaveError if the file cannot be written.
    """
    headers = ["t [s]", "kind", "body a", "body b", "contacts", "normal impulse [N s]"]
    headers += [f"impulse {axis} [N s]" for axis in "xyz"]
    headers += [f"{what} {when} [m/s]" for when in ("before", "after") for what in ("normal velocity", "slip speed")]
    rows = (
        [repr(e.t), e.kind.value, *e.bodies, str(e.contacts), repr(e.impulse), *map(repr, e.impulse_vector)]
        + ["" if x is None else repr(x) for x in e.before or (None, None)]
        + ["" if x is None else repr(x) for x in e.after or (None, None)]
        for e in recording.events
    )
    write_csv(path, headers, rows)


def write_csv(path: Path, headers: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table, whole or not at all. Raises SaveError if it cannot be written."""
    with safe_write(path, "table", text=True) as stream:
        writer = csv.writer(stream)
        writer.writerow(headers)
        writer.writerows(rows)


def columns_in_pieces(path: Path, headers: Sequence[str], columns: Sequence[Column]) -> Pieces:
    """Write columns (n,) or (n, k) as a table, `BLOCK` rows at a time; the first one says how many. Raises SaveError."""
    n = len(columns[0]) if columns else 0
    starts = range(0, n, BLOCK)
    with safe_write(path, "table", text=True) as stream:
        writer = csv.writer(stream)
        writer.writerow(headers)
        for done, first in enumerate(starts, start=1):
            part = slice(first, min(first + BLOCK, n))
            rows = np.column_stack([column[part] for column in columns]).tolist()
            writer.writerows([repr(float(x)) for x in row] for row in rows)
            yield done, len(starts)
