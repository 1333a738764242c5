"""The commands that need no window."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import filterfalse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torseur import robots
from torseur.sim.errors import ArgumentError, TorseurError
from torseur.sim.multibody.model.model import Severity
from torseur.sim.simulation.inspection.accuracy import accuracy_note
from torseur.sim.simulation.inspection.checking.deepest import deepest_penetration
from torseur.sim.simulation.inspection.checking.doubts import MOVES, doubts, is_in_doubt
from torseur.sim.simulation.recording.events import EventKind
from torseur.sim.simulation.running.scene.scene_file import scene_names, scene_title
from torseur.sim.simulation.running.scene.start.starting_overlaps import SEEN
from torseur.sim.simulation.running.scene.start.starting_spins import BEGINS_FAST, with_spin_findings
from torseur.sim.texts import marked, tr

from ..documents.document import Document, open_document
from ..recovery.kept_run import KeptRun, Stopper
from .compile_for import compile_for
from .robot_options import load_options
from .saving_progress import saved
from .slowness import slowness_told

if TYPE_CHECKING:
    from torseur.sim.multibody.model.model import Finding
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.running.scene.scene import Scene
    from torseur.sim.simulation.running.scene.settings import Settings
    from torseur.sim.simulation.simulation import Simulation

    from ..documents.written_pieces import Pieces


def show_scenes(arguments: argparse.Namespace) -> int:
    """Print a table of the shipped scenes."""
    print_table((tr("scene"), tr("what it is")), [(name, tr(scene_title(name))) for name in scene_names()])
    return 0


def show_robots(arguments: argparse.Namespace) -> int:
    """Print a table of the robots: name, what it is, degrees of freedom, where it is from."""
    rows = []
    for name in robots.names():
        entry = robots.describe(name)
        rows.append((name, tr(entry.title), str(entry.dof), entry.source))
    print_table((tr("robot"), tr("what it is"), tr("dof"), tr("from")), rows)
    if not any(robots.describe(name).source == "gallery" for name in robots.names()):
        sys.stdout.write(
            "\n" + tr("Fifty more come with the package example-robot-data: pip install 'torseur[gallery]'") + "\n"
        )
    return 0


NOT_SAVED = 3
"""The exit code where the recording could not be saved; a journal beside it has what there was room for."""
_COUNTED = {
    EventKind.IMPACT: (marked("{n} impact"), marked("{n} impacts")),
    EventKind.LIFT_OFF: (marked("{n} lift-off"), marked("{n} lift-offs")),
    EventKind.SLIP: (marked("{n} slip"), marked("{n} slips")),
    EventKind.STICK: (marked("{n} stick"), marked("{n} sticks")),
}
TOLD = 8  # sentences of doubts, and of warnings, of one run
IN_DOUBT = 4
"""The exit code of a run to its end whose motion is not to be trusted, see `doubts`."""


def simulate(arguments: argparse.Namespace) -> int:
    """Simulate, save, and say how it went: also of a run that a signal, or a lack of memory, ended early."""
    document = _simulated_document(arguments)
    out = checked_out(arguments.out, (".mcap", ".csv")) if arguments.out else None
    events = checked_out(arguments.events, (".csv",), "--events") if arguments.events else None
    simulation, steps = _prepared(document, arguments, followed=out is not None)
    run = KeptRun(simulation, out)
    begun = time.perf_counter()
    with Stopper(simulation.interrupt) as stopper:
        with slowness_told(simulation):
            recording = run.run(steps)
        seconds = time.perf_counter() - begun
        if stopper.signal:
            name, end = signal.Signals(stopper.signal).name, steps * recording.settings.dt
            recording.notes.append(tr("{name} ended it at t = {t:.6g} s of {end:.6g} s", name=name, t=simulation.t, end=end))
        code = 128 + stopper.signal if stopper.signal else exit_code(recording)
        if out is not None:
            if recording.notes and not stopper.signal:  # at once, as saving may take minutes
                _say(tr("{why}; what there is is saved", why="; ".join(recording.notes)))
            stopper.begin_saving()
            try:
                if not saved(in_pieces(recording, out), out, lambda: bool(stopper.given_up)):
                    _say(tr("{out} was not saved; {kept}", out=out, kept=run.keep()))
                    return 128 + stopper.given_up
            except (TorseurError, MemoryError) as error:
                _say(f"{error}; {run.keep()}" if str(error) else tr("there is no memory to save it; {kept}", kept=run.keep()))
                return NOT_SAVED
            stopper.end_saving()
            run.done()
        sys.stdout.write(_told(document, recording, seconds) + "\n")
        if out is not None:
            sys.stdout.write(tr("saved: {out} ({count} states)", out=out, count=len(recording)) + "\n")
        if events is not None:
            from ..documents.csv_tables import save_events

            save_events(recording, events)
            sys.stdout.write(tr("saved: {out} ({count} events)", out=events, count=len(recording.events)) + "\n")
    return code


def _say(sentence: str) -> None:
    sys.stderr.write(f"torseur: {sentence}\n")


def run_scene(document: Document, arguments: argparse.Namespace) -> tuple[Recording, float]:
    """Simulate a document as the arguments say; and how many seconds that took, without compiling."""
    simulation, steps = _prepared(document, arguments)
    begun = time.perf_counter()
    with slowness_told(simulation):
        simulation.run(steps)
    return simulation.recording, time.perf_counter() - begun


def _prepared(document: Document, arguments: argparse.Namespace, *, followed: bool = False) -> tuple[Simulation, int]:
    """A simulation of a document as the arguments say, its kernels compiled, and how many steps it is to take.

    followed : a journal will have its states, which are let go where they take much memory
    """
    from torseur.sim.simulation.running.run_size import check_duration, why_too_large
    from torseur.sim.simulation.simulation import Simulation

    scene = document.scene
    settings = chosen_settings(scene.settings, arguments)
    duration = arguments.duration or scene.duration
    check_duration(duration)
    if not arguments.anyway and (too_large := why_too_large(scene, settings, duration, followed=followed)):
        raise ArgumentError(
            "{too_large}; a shorter --duration or a longer --dt keeps fewer, --anyway goes as far as there is room",
            too_large=too_large,
        )
    compile_for(settings.scheme)
    scene = with_spin_findings(scene, settings)
    sys.stdout.writelines(f"{finding}\n" for finding in scene.findings if finding.rule == BEGINS_FAST)
    simulation = Simulation(scene, settings)
    Simulation(scene, settings).run(1)  # compiles, or reads the cache
    return simulation, max(1, round(duration / settings.dt))


def start_of(document: Document, arguments: argparse.Namespace) -> Recording:
    """The state that a document's simulation starts from, and one step."""
    from torseur.sim.simulation.simulation import Simulation

    settings = chosen_settings(document.scene.settings, arguments)
    compile_for(settings.scheme)
    simulation = Simulation(document.scene, settings)
    simulation.run(1)
    return simulation.recording


def chosen_settings(settings: Settings, arguments: argparse.Namespace) -> Settings:
    """The scene's settings, less what the arguments change. Raises ArgumentError for a solver that would not be used."""
    options = {name: getattr(arguments, name) for name in ("scheme", "solver", "solving", "dt")}
    chosen = replace(settings, **{name: value for name, value in options.items() if value is not None})
    if arguments.solver is not None and chosen.scheme == "hybrid":
        raise ArgumentError(
            "--solver {solver} is of time-stepping; the hybrid scheme solves each event by a solver of its own: leave "
            "it out, or add --scheme time_stepping",
            solver=arguments.solver,
        )
    return chosen


def last_energy(t: np.ndarray, energy: np.ndarray) -> str:
    """The last energy (n,) [J] that is a number, and at which of t (n,) [s] that was if it is not that of the last state."""
    numbers = np.flatnonzero(np.isfinite(energy))
    if len(numbers) == 0 or numbers[-1] == len(energy) - 1:
        return tr("{energy:.6g} J at last", energy=energy[-1])
    last = int(numbers[-1])
    return tr("{energy:.6g} J at t = {t:.6g} s, after which it is too large for a number", energy=energy[last], t=t[last])


def warnings_of_robots(scene: Scene) -> tuple[Finding, ...]:
    """What is doubtful about the files of its robots, but for what doubts of the motion tell."""
    findings = dict.fromkeys(finding for part in scene.parts for finding in part.model.findings)
    return tuple(one for one in findings if one.severity is not Severity.NOTE and one.rule not in MOVES)


def exit_code(recording: Recording) -> int:
    """Of a run that no signal ended: 1 where it stopped early, IN_DOUBT, or 0."""
    return 1 if recording.notes else IN_DOUBT if any(map(is_in_doubt, doubts(recording))) else 0


def summary(document: Document, recording: Recording, seconds: float) -> str:
    """How a simulation went, in a few lines."""
    scene, settings = document.scene, recording.settings
    solver = tr("dense Newton") if settings.scheme == "hybrid" else settings.solver
    interactive = tr(", interactive") if settings.solving == "interactive" else ""
    energy = recording.kinetic + recording.potential
    end = float(recording.t[-1]) if len(recording) else 0.0
    counts = dict(zip(EventKind, np.bincount(recording.events.kinds, minlength=len(EventKind)).tolist(), strict=True))
    lines = [
        tr(
            "{title}: {freedom}, {scheme}, {solver}{interactive}, dt {dt:g} s",
            title=tr(scene.title),
            freedom=tr("1 degree of freedom") if scene.model.nv == 1 else tr("{n} degrees of freedom", n=scene.model.nv),
            scheme=tr(settings.scheme.replace("_", "-")),
            solver=solver,
            interactive=interactive,
            dt=settings.dt,
        ),
        tr(
            "simulated {end:g} s in {seconds:.3g} s, {rate:.3g} times as fast as life",
            end=end,
            seconds=seconds,
            rate=end / max(seconds, 1e-09),
        ),
        tr("events: {events}", events=", ".join(tr(_COUNTED[kind][n != 1], n=n) for kind, n in counts.items())),
    ]
    if len(recording):
        lines.append(
            tr("energy: {energy:.6g} J at first, {last_energy}", energy=energy[0], last_energy=last_energy(recording.t, energy))
        )
        over = int(np.sum(recording.residual > settings.residual_asked))
        lines.append(
            tr("largest residual of a contact solve: {residual:.1e} m/s", residual=np.max(recording.residual))
            + (
                tr(
                    "; above the tolerance of {residual_asked:g} m/s in {over} of {count} solves",
                    residual_asked=settings.residual_asked,
                    over=over,
                    count=len(recording),
                )
                if over
                else ""
            )
        )
        if deepest := deepest_penetration(recording):
            lines.append(
                tr(
                    "deepest penetration: {depth:.3g} m, {bodies} at t = {t:.6g} s, more than the {seen:g} m that are seen",
                    depth=deepest.depth,
                    bodies=" · ".join(deepest.bodies),
                    t=deepest.t,
                    seen=SEEN,
                )
            )
        errors = recording.step_error[np.isfinite(recording.step_error)]
        if len(errors):
            lines.append(
                tr(
                    "largest error of a step by its own length: {errors:.1e} m/s, median {median:.1e} m/s, of {count} steps "
                    "taken again as two halves",
                    errors=np.max(errors),
                    median=np.median(errors),
                    count=len(errors),
                )
            )
        elif note := accuracy_note(scene, settings):
            lines.append(note)
    faults = doubts(recording)
    for word, told in ((tr("in doubt"), filter(is_in_doubt, faults)), (tr("warning"), filterfalse(is_in_doubt, faults))):
        sentences = [fault.sentence for fault in told]
        lines += [f"{word}: {sentence}" for sentence in sentences[:TOLD]]
        lines += [tr("{word}: {count} more like these; torseur check lists them", word=word, count=len(sentences) - TOLD)] * (
            len(sentences) > TOLD
        )
    lines += [str(finding) for finding in scene.findings if finding.rule != BEGINS_FAST]
    lines += [str(finding) for finding in warnings_of_robots(scene)]
    lines += [tr("note: {remark}", remark=remark) for remark in recording.remarks]
    return "\n".join(lines + _early_ends(recording))


def _told(document: Document, recording: Recording, seconds: float) -> str:
    """The same, or how far it came where there is no memory for that."""
    try:
        return summary(document, recording, seconds)
    except MemoryError:
        end = float(recording.t[-1]) if len(recording) else 0.0
        return "\n".join([tr("simulated {end:g} s; there is no memory to tell more of it", end=end), *_early_ends(recording)])


def _early_ends(recording: Recording) -> list[str]:
    return [tr("stopped early: {note}", note=note) for note in recording.notes]


def in_pieces(recording: Recording, path: Path) -> Pieces:
    """A recording as it is written as .mcap or .csv. Raises SaveError, MemoryError."""
    if path.suffix.lower() == ".csv":
        from ..documents.csv_tables import table_in_pieces

        return table_in_pieces(recording, path)
    from torseur.sim.simulation.recording.recording_writer import recording_in_pieces

    return recording_in_pieces(recording, path)


def _simulated_document(arguments: argparse.Namespace) -> Document:
    document = open_document(arguments.scene, load_options(arguments))
    if document.recording is not None:
        raise ArgumentError("{scene} is a recording; simulate wants a scene", scene=arguments.scene)
    return document


def checked_out(text: str, kinds: tuple[str, ...], option: str = "--out") -> Path:
    """The file to write, once it is sure that it can be: nothing is computed for a file that cannot be saved."""
    path = Path(os.path.expanduser(text))
    if path.suffix.lower() not in kinds:
        raise ArgumentError(
            "{option} {text}: type {suffix} is not written; these are: {kinds}",
            option=option,
            text=text,
            suffix=path.suffix or "(none)",
            kinds=", ".join(kinds),
        )
    if not path.parent.is_dir():
        raise ArgumentError("{option} {text}: there is no folder {parent}", option=option, text=text, parent=path.parent)
    if path.is_dir():
        raise ArgumentError("{option} {text}: this is a folder", option=option, text=text)
    if not os.access(path.parent, os.W_OK):
        raise ArgumentError(
            "{option} {text}: nothing can be written into {parent}", option=option, text=text, parent=path.parent
        )
    return path


def print_table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], *, wide: bool = False) -> None:
    """Print rows under their heads; `wide`: whole, whatever fits the terminal."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(head, no_wrap=head != tr("what it is"))
    for row in rows:
        table.add_row(*row)
    Console(width=10_000 if wide else None, markup=False).print(table)
