"""The commands that need no window."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torseur import robots
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.accuracy import accuracy_note
from torseur.sim.simulation.scene.scene_file import scene_names, scene_title

from ..documents.document import Document, open_document
from .compile_for import compile_for
from .robot_options import load_options

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.scene.settings import Settings


def show_scenes(arguments: argparse.Namespace) -> int:
    """Print a table of the shipped scenes."""
    print_table(("scene", "what it is"), [(name, scene_title(name)) for name in scene_names()])
    return 0


def show_robots(arguments: argparse.Namespace) -> int:
    """Print a table of the robots: name, what it is, degrees of freedom, where it is from."""
    rows = []
    for name in robots.names():
        entry = robots.describe(name)
        rows.append((name, entry.title, str(entry.dof), entry.source))
    print_table(("robot", "what it is", "dof", "from"), rows)
    if not any(robots.describe(name).source == "gallery" for name in robots.names()):
        sys.stdout.write("\nFifty more come with the package example-robot-data: pip install 'torseur[gallery]'\n")
    return 0


def simulate(arguments: argparse.Namespace) -> int:
    """Simulate, say how it went, and save."""
    document = _simulated_document(arguments)
    out = checked_out(arguments.out, (".mcap", ".csv")) if arguments.out else None
    events = checked_out(arguments.events, (".csv",), "--events") if arguments.events else None
    recording, seconds = run_scene(document, arguments)
    sys.stdout.write(summary(document, recording, seconds) + "\n")
    if out is not None:
        save(recording, out)
        sys.stdout.write(f"saved: {out} ({len(recording)} states)\n")
    if events is not None:
        from ..documents.csv_tables import save_events

        save_events(recording, events)
        sys.stdout.write(f"saved: {events} ({len(recording.events)} events)\n")
    return 1 if recording.notes else 0


def run_scene(document: Document, arguments: argparse.Namespace) -> tuple[Recording, float]:
    """Simulate a document as the arguments say; and how many seconds that took, without compiling."""
    from torseur.sim.simulation.simulation import Simulation

    scene = document.scene
    settings = chosen_settings(scene.settings, arguments)
    compile_for(settings.scheme)
    simulation = Simulation(scene, settings)
    steps = round((arguments.duration or scene.duration) / settings.dt)
    Simulation(scene, settings).run(1)  # compiles, or reads the cache
    begun = time.perf_counter()
    simulation.run(max(1, steps))
    return simulation.recording, time.perf_counter() - begun


def start_of(document: Document, arguments: argparse.Namespace) -> Recording:
    """The state that a document's simulation starts from, and one step."""
    from torseur.sim.simulation.simulation import Simulation

    settings = chosen_settings(document.scene.settings, arguments)
    compile_for(settings.scheme)
    simulation = Simulation(document.scene, settings)
    simulation.run(1)
    return simulation.recording


def chosen_settings(settings: Settings, arguments: argparse.Namespace) -> Settings:
    """The scene's settings, less what the arguments change."""
    options = {name: getattr(arguments, name) for name in ("scheme", "solver", "dt")}
    return replace(settings, **{name: value for name, value in options.items() if value is not None})


def summary(document: Document, recording: Recording, seconds: float) -> str:
    """How a simulation went, in a few lines."""
    scene, settings = document.scene, recording.settings
    solver = "dense Newton" if settings.scheme == "hybrid" else settings.solver
    energy = recording.kinetic + recording.potential
    end = float(recording.t[-1]) if len(recording) else 0.0
    counts = {
        kind: sum(e.kind.value == kind for e in recording.events) for kind in ("impact", "lift-off", "slip", "stick")
    }
    lines = [
        f"{scene.title}: {scene.model.nv} degree{'s' if scene.model.nv != 1 else ''} of freedom, "
        f"{settings.scheme.replace('_', '-')}, {solver}, dt {settings.dt:g} s",
        f"simulated {end:g} s in {seconds:.3g} s, {end / max(seconds, 1e-9):.3g} times as fast as life",
        "events: " + ", ".join(f"{count} {kind}{'s' if count != 1 else ''}" for kind, count in counts.items()),
    ]
    if len(recording):
        lines.append(f"energy: {energy[0]:.6g} J at first, {energy[-1]:.6g} J at last")
        over = int(np.sum(recording.residual > settings.tolerance))
        lines.append(
            f"largest residual of a contact solve: {np.max(recording.residual):.1e} m/s"
            + (
                f"; above the tolerance of {settings.tolerance:g} m/s in {over} of {len(recording)} solves"
                if over
                else ""
            )
        )
        errors = recording.step_error[np.isfinite(recording.step_error)]
        if len(errors):
            lines.append(
                f"largest error of a step by its own length: {np.max(errors):.1e} m/s, median {np.median(errors):.1e} m/s, "
                f"of {len(errors)} steps taken again as two halves"
            )
        elif note := accuracy_note(scene, settings):
            lines.append(note)
    lines += [str(finding) for finding in scene.findings]
    return "\n".join(lines + [f"stopped early: {note}" for note in recording.notes])


def save(recording: Recording, path: Path) -> None:
    """Write a recording as .mcap or .csv. Raises RecordingError."""
    if path.suffix.lower() == ".csv":
        from ..documents.csv_tables import save_table

        save_table(recording, path)
    else:
        from torseur.sim.simulation.recording.recording_writer import save_recording

        save_recording(recording, path)


def _simulated_document(arguments: argparse.Namespace) -> Document:
    document = open_document(arguments.scene, load_options(arguments))
    if document.recording is not None:
        raise ArgumentError(f"{arguments.scene} is a recording; simulate wants a scene")
    return document


def checked_out(text: str, kinds: tuple[str, ...], option: str = "--out") -> Path:
    """The file to write, once it is sure that it can be: nothing is computed for a file that cannot be saved."""
    path = Path(os.path.expanduser(text))
    if path.suffix.lower() not in kinds:
        raise ArgumentError(
            f"{option} {text}: type {path.suffix or '(none)'} is not written; these are: {', '.join(kinds)}"
        )
    if not path.parent.is_dir():
        raise ArgumentError(f"{option} {text}: there is no folder {path.parent}")
    if path.is_dir():
        raise ArgumentError(f"{option} {text}: this is a folder")
    if not os.access(path.parent, os.W_OK):
        raise ArgumentError(f"{option} {text}: nothing can be written into {path.parent}")
    return path


def print_table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows under their heads."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(head, no_wrap=head != "what it is")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
