"""Runs of a sweep, one after the other, in whatever process: each a row of numbers, also where it fails."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ..errors import TorseurError
from ..multibody.model.model import Severity
from ..simulation.recording.recording import Recording
from ..simulation.recording.recording_writer import save_recording
from ..simulation.running.scene.scene import Scene
from ..simulation.running.scene.scene_values import with_values
from ..simulation.simulate import simulate
from ..texts import language, marked, tr, use_language
from .measures import Measure
from .run_signals import RunSignal, run_signals

DONE, STOPPED, FAILED = marked("done"), marked("stopped"), marked("failed")
KEEP = ("none", "failed", "all")
_ERRORS = ("residual", "step_error")
_MOST_KEPT = 2**26  # bytes of recordings that are handed on together


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run: its measures, and how it went."""

    run: int
    measures: tuple[float, ...]
    residual: float
    step_error: float
    status: str  # done, stopped: it could not go on to its end; failed: there was no run, or it could not be measured
    message: str  # why; of one that was done what is doubtful of it
    seconds: float
    recording: bytes = b""  # as a file, if it is kept


def take_runs(
    scene: Scene,
    measures: Sequence[Measure],
    runs: Sequence[tuple[int, Mapping[str, Any]]],
    *,
    keep: str = "none",
    seconds: float = np.inf,
    spoken: str = "en",
) -> list[RunRow]:
    """Rows of the first of these runs (number, values by path): of all, or of as many as begin within so many seconds.

    spoken : language of the sentences
    """
    if spoken != language():
        use_language(spoken)
    begun, kept, rows = time.perf_counter(), 0, list[RunRow]()
    for run, values in runs:
        rows.append(_row(scene, measures, run, values, keep))
        kept += len(rows[-1].recording)
        if time.perf_counter() - begun > seconds or kept > _MOST_KEPT:
            break
    return rows


def _row(scene: Scene, measures: Sequence[Measure], run: int, values: Mapping[str, Any], keep: str) -> RunRow:
    begun = time.perf_counter()
    recording: Recording | None = None
    found, status, message = (np.nan,) * len(measures), DONE, ""
    try:
        recording = simulate(with_values(scene, values))
        status = STOPPED if recording.notes else DONE
        message = "; ".join((*recording.notes, *_doubts(recording, scene)))
        is_alike = _laid_out(recording.scene) == _laid_out(scene)
        signals = _signals(scene) if is_alike else run_signals(recording.scene)  # of another robot: they are other columns
        found = tuple(measure.of(recording, signals) for measure in measures)
    except Exception as error:  # also of a measure in Python: it is this run's, and not the end of the sweep
        status, message = FAILED, str(error) if isinstance(error, TorseurError) else f"{type(error).__name__}: {error}"
    seconds = time.perf_counter() - begun
    residual, step_error = (np.nan if recording is None else _largest(getattr(recording, name)) for name in _ERRORS)
    is_kept = recording is not None and (keep == "all" or (keep == "failed" and status != DONE))
    return RunRow(run, found, residual, step_error, status, message, seconds, _as_file(recording) if is_kept else b"")


def _doubts(recording: Recording, scene: Scene) -> list[str]:
    """What of a run is not as its settings say, or its values make doubtful, as parts that begin inside each other."""
    known, told = {one.message for one in scene.findings}, [*recording.remarks]
    new = (one for one in recording.scene.findings if one.message not in known and one.severity is not Severity.NOTE)
    told += [one.message for one in new]  # without the line, which is of a text that nobody sees
    asked = recording.settings.residual_asked
    if over := np.count_nonzero(recording.residual > asked):
        worst = _largest(recording.residual)
        told.append(
            tr(
                "{over} of {count} contact solves leave more than {asked:g} m/s, up to {worst:.2g} m/s",
                over=over,
                count=len(recording),
                asked=asked,
                worst=worst,
            )
        )
    return told


@lru_cache(maxsize=1)  # scenes are compared by identity
def _signals(scene: Scene) -> dict[str, RunSignal]:
    return run_signals(scene)


def _laid_out(scene: Scene) -> list[object]:
    """What tells where the numbers of each signal are."""
    return [scene.model.body_names, *((joint.name, joint.kind, joint.child) for joint in scene.model.joints)]


def _largest(column: np.ndarray) -> float:
    return float(np.nanmax(column)) if np.any(np.isfinite(column)) else np.nan


def _as_file(recording: Recording | None) -> bytes:
    if recording is None:
        return b""
    with TemporaryDirectory(prefix="torseur-") as folder:
        path = Path(folder) / "run.mcap"
        save_recording(recording, path)
        return path.read_bytes()
