"""The command that solves a recording again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.resolving.values import FORCE_UNITS, RATE_UNITS, Resolved, ResolvedState
from torseur.sim.texts import marked, tr

from ..documents.csv_tables import write_csv
from ..documents.document import open_document
from .robot_options import load_options
from .simulate import checked_out

if TYPE_CHECKING:
    from torseur.sim.arrays import Array
    from torseur.sim.simulation.recording.recording import Recording

_LEVELS = {"acceleration": marked("acceleration"), "velocity": marked("velocity"), "impact": marked("impact")}


def resolve(arguments: argparse.Namespace) -> int:
    """Solve again, say how it went, and save a table; what Ctrl-C leaves is told too."""
    from torseur.sim.simulation.inspection.resolving.resolve import facets_of, resolving, states_with_contacts

    out = checked_out(arguments.out, (".csv",)) if arguments.out else None
    recording = open_document(arguments.recording, load_options(arguments)).recording
    if recording is None:
        raise ArgumentError("{recording} is no recording; resolve wants an .mcap file", recording=arguments.recording)
    law, solver, facets = arguments.law, arguments.solver, arguments.facets
    wanted = states_with_contacts(recording, arguments.states)
    found = resolving(recording, solver=solver, law=law, facets=facets, states=wanted)
    states, interrupted = _with_progress(found, len(wanted))
    result = Resolved(solver, law or recording.settings.friction_law, facets_of(recording, law, facets), tuple(states))
    sys.stdout.write(report(recording, result, len(wanted)) + "\n")
    if out is not None:
        save_resolved(result, out)
        sys.stdout.write(tr("saved: {out} ({count} states)", out=out, count=len(result.states)) + "\n")
    if interrupted:
        return 130
    return 1 if result.failures or result.refused else 0


def _with_progress(found: Iterator[ResolvedState], count: int) -> tuple[list[ResolvedState], bool]:
    """The states, and whether Ctrl-C came before the last."""
    from rich.console import Console
    from rich.progress import Progress

    states: list[ResolvedState] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(tr("solving again"), total=count)
        try:
            for state in found:
                states.append(state)
                progress.update(bar, completed=len(states))
        except KeyboardInterrupt:
            return states, True
    return states, False


def report(recording: Recording, result: Resolved, taken: int) -> str:
    """What came of so many states of it, in a few lines."""
    pyramid = tr(" of {facets} facets", facets=result.facets) if result.facets else ""
    lines = [
        tr(
            "{title}: {taken} of {count} states taken, {asked} of them solved again by {solver}, law "
            "{law}{pyramid}, each from nothing",
            title=tr(recording.scene.title),
            taken=taken,
            count=len(recording),
            asked=len(result.asked),
            solver=result.solver,
            law=result.law,
            pyramid=pyramid,
        )
    ]
    for level, rate in RATE_UNITS.items():
        states = tuple(state for state in result.asked if state.level == level)
        if not states:
            continue
        part = Resolved(result.solver, result.law, result.facets, states)
        force, motion = FORCE_UNITS[level], tr("accelerations") if level == "acceleration" else tr("velocities")
        seconds, recorded = part.column("seconds"), part.column("recorded_residual")
        lines += [
            tr(
                "{level} problems: {count}, {failures} above the tolerance, {seconds:.3g} s in the solver, median "
                "{median:.3g} ms",
                level=tr(_LEVELS[level]),
                count=len(states),
                failures=len(part.failures),
                seconds=float(seconds.sum()),
                median=1000.0 * float(np.median(seconds)),
            ),
            tr(
                "  residual: {spread}; as recorded: {recorded_spread}",
                spread=_spread(part.column("residual"), rate),
                recorded_spread=_spread(recorded, rate),
            ),
            tr(
                "  forces differ: {spread}, of up to {column:.4g} {force}",
                spread=_spread(part.column("force_difference"), force),
                column=float(part.column("force").max()),
                force=force,
            ),
            tr("  {motion} differ: {spread}", motion=motion, spread=_spread(part.column("velocity_difference"), rate)),
        ]
    lines += [tr("above the tolerance at {t:.6g} s: {status}", t=state.t, status=state.status) for state in result.failures[:3]]
    reasons = dict.fromkeys(state.status for state in result.refused)
    lines += [
        tr(
            "not solved again: {states} states: {reason}",
            states=sum(state.status == reason for state in result.refused),
            reason=reason,
        )
        for reason in reasons
    ]
    return "\n".join(lines)


def save_resolved(result: Resolved, path: Path) -> None:
    """Write a row a state. Raises RecordingError if the file cannot be written."""
    headers = [
        "state",
        "t [s]",
        "problem",
        "contacts",
        "solver",
        "law",
        "solved",
        "iterations",
        "seconds in the solver [s]",
        "residual",
        "recorded residual",
        "unit of residuals",
        "largest force",
        "force difference",
        "unit of forces",
        "velocity difference",
        "unit of velocities",
        "status",
    ]
    rows = (
        [
            str(s.index),
            repr(s.t),
            s.level,
            str(s.contacts),
            result.solver,
            result.law,
            str(int(s.solved)),
            str(s.iterations),
            repr(s.seconds),
            _number(s.residual),
            _number(s.recorded_residual),
            s.rate_unit,
            repr(s.force),
            _number(s.force_difference),
            s.force_unit,
            _number(s.velocity_difference),
            s.rate_unit,
            s.status,
        ]
        for s in result.states
    )
    write_csv(path, headers, rows)


def _spread(values: Array, unit: str) -> str:
    return tr(
        "median {median:.2g}, at most {values:.2g} {unit}",
        median=float(np.median(values)),
        values=float(np.max(values)),
        unit=unit,
    )


def _number(value: float) -> str:
    """What is not known is left empty."""
    return repr(value) if np.isfinite(value) else ""
