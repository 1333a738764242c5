"""Many runs of one scene, each from a state of its own and under torques of its own: on all cores, without Python between steps.

Each run has the bits of `simulate` from its state, in any number of threads.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Array, as_floats, frozen
from ..errors import ArgumentError
from ..kernel import compile_entry
from ..memory import free_memory
from ..multibody.model.checks import checked
from ..multibody.model.state import State
from ..size_limits import MOST_CONTACTS
from ..texts import tr
from .running.run_size import check_duration, room_in, size_text
from .running.scene.scene import Scene, fault_of_settings
from .running.scene.settings import Settings
from .running.time_stepping.many_steps import DONE
from .running.time_stepping.steps_at import laid_out, runs_at
from .simulation import Simulation, first_capacity
from .step_arrays import Control, make_record, make_work

_CHUNKS = 16  # of runs that a thread takes, about: runs do not take the same time


@dataclass(frozen=True, eq=False, slots=True)
class Rollout:
    """States of many runs, side by side; of a run that stopped, what would follow is NaN."""

    t: Array  # (count, steps + 1) [s]
    q: Array  # (count, steps + 1, nq)
    v: Array  # (count, steps + 1, nv)
    residual: Array  # (count, steps + 1) of the contact solves [m/s]; NaN at the start
    step_error: Array  # (count, steps + 1) of the steps of which it is estimated [m/s]; else NaN
    stopped: tuple[str, ...]  # (count,) why a run could not go on, a sentence; empty: it could


def rollout(
    scene: Scene,
    count: int,
    *,
    q: Array | None = None,
    v: Array | None = None,
    controls: Array | None = None,
    duration: float | None = None,
    settings: Settings | None = None,
    threads: int = 0,
) -> Rollout:
    """Run a scene `count` times for `duration` [s] (its own when None), by time-stepping.

    q, v     : (count, nq) and (count, nv), where the runs start; None: all from the scene's initial state
    controls : (count, steps, nv) τ_m of each step [N m | N], as of `Simulation.step`, beside the scene's controllers
    threads  : so many runs at a time; 0: one for each core
    Raises ArgumentError for arguments that do not fit, for more states than memory has room for, for the hybrid scheme, and for
    scenes that play torques or track a motion: each of their runs is for `simulate`.
    """
    settings = settings or scene.settings
    check_duration(duration := scene.duration if duration is None else duration)
    _check(scene, settings, count, threads)
    model, steps = scene.model, round(duration / settings.dt)
    starts = _rows(scene, "q", scene.initial.q if q is None else q, count)
    velocities = _rows(scene, "v", scene.initial.v if v is None else v, count)
    if controls is None:
        torques = np.zeros((count, 0, model.nv))
    else:
        torques = as_floats("controls", controls)
        if torques.shape != (count, steps, model.nv) or not np.all(np.isfinite(torques)):
            raise ArgumentError(
                "controls must be finite numbers {expected} (count, steps, nv); given shape {shape}",
                expected=(count, steps, model.nv),
                shape=torques.shape,
            )
    sizes = (), (model.nq,), (model.nv,), (), ()
    _check_room(count * (steps + 1) * (model.nq + model.nv + 3) * 8)
    t, q, v, residual, step_error = (np.full((count, steps + 1, *size), np.nan) for size in sizes)
    t[:, 0], status = scene.initial.t, np.full(count, DONE)
    arrays = starts, velocities, torques, t, q, v, residual, step_error, status
    threads = min(threads or os.cpu_count() or 1, count)
    chunk = -(-count // (_CHUNKS * threads))
    compile_entry(runs_at)
    chunks = iter(range(0, count, chunk))

    def work(_: int) -> None:
        runner = _Runner(scene, settings)
        for first in chunks:
            runner.run(first, min(first + chunk, count), arrays)

    with ThreadPoolExecutor(threads) as pool:
        try:
            list(pool.map(work, range(threads)))
        finally:
            list(chunks)  # after Ctrl+C no thread takes another
    stopped = _sentences(scene, settings, arrays)
    return Rollout(frozen(t), frozen(q), frozen(v), frozen(residual), frozen(step_error), stopped)


class _Runner:
    """The arrays of one thread."""

    def __init__(self, scene: Scene, settings: Settings) -> None:
        self._scene, self._settings = scene, settings
        self._capacity = first_capacity(scene)
        self._lay_out()

    def _lay_out(self) -> None:
        scene, room = self._scene, self._capacity
        model, control = scene.model, Control(*map(np.array, scene.control))
        work, record = make_work(scene.system, model.nq, model.nv, room), make_record(1, room, room, model.nq, model.nv)
        numbers = self._settings.record(scene.gravity)
        self._laid_out = laid_out(scene.system, control, numbers, work, record, np.zeros(model.nq), np.zeros(model.nv))

    def run(self, first: int, last: int, arrays: tuple[Any, ...]) -> None:
        """Take these runs, with more room for contacts where they need it."""
        while (first := runs_at(self._laid_out[0], first, last, *arrays)) < last:
            assert first >= 0, "code that was compiled for other arrays"
            if self._capacity > MOST_CONTACTS:
                first += 1
            else:
                self._capacity *= 2
                self._lay_out()


def _check(scene: Scene, settings: Settings, count: int, threads: int) -> None:
    fault = fault_of_settings(scene.system, scene.control, settings)
    if settings.scheme == "hybrid":
        fault = tr('a rollout goes by scheme = "time_stepping"; given "hybrid"')
    elif len(scene.control.play_times):
        fault = tr("it plays torques of its own; leave its playback out, or give its torques as controls")
    if fault:
        raise ArgumentError("scene {scene!r}: {fault}", scene=scene.name, fault=fault)
    for name, value, least in (("count", count, 1), ("threads", threads, 0)):
        if not isinstance(value, (int, np.integer)) or value < least:
            raise ArgumentError(
                "{name} must be a whole number of at least {least}; given {value!r}", name=name, least=least, value=value
            )


def _rows(scene: Scene, name: str, value: Any, count: int) -> Array:
    """A start (nq,) or (nv,) for each run, of one for all or one each."""
    values = as_floats(name, value)
    rows = np.tile(values, (count, 1)) if values.ndim == 1 else values
    if rows.ndim != 2 or len(rows) != count:
        raise ArgumentError(
            "{name} has shape {shape}; wanted a row for each of {count} runs, or one",
            name=name,
            shape=values.shape,
            count=count,
        )
    for i in range(count if values.ndim == 2 else 1):
        try:
            checked(scene.model, **{name: rows[i]})
        except ArgumentError as error:
            raise ArgumentError("run {run}: {error}", run=i, error=error) from None
    return rows


def _check_room(needed: int) -> None:
    free = free_memory()
    if free is not None and needed > room_in(free):
        raise ArgumentError(
            "the states of these runs need {size} of memory, and {free} are free", size=size_text(needed), free=size_text(free)
        )


def _sentences(scene: Scene, settings: Settings, arrays: tuple[Any, ...]) -> tuple[str, ...]:
    """Why runs could not go on. Those few are taken again, by `Simulation`, which says so."""
    starts, velocities, torques, t, *_, status = arrays
    found = [""] * len(status)
    for i in map(int, np.flatnonzero(status != DONE)):
        simulation = Simulation(scene, settings, State(scene.initial.t, starts[i], velocities[i]))
        for k in range(t.shape[1] - 1):
            if not simulation.step(torques[i, k] if torques.shape[1] else None):
                break
        found[i] = simulation.stopped
    return tuple(found)
