"""The clock of a session: play, pause, step, seek; what is simulated now and what is replayed come out as one snapshot."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING
from torseur.sim.size_limits import LONGEST_DURATION

from ..background.kernels import Kernels
from .session_state import SessionState
from .simulator import Simulator
from .worker import WorkerProgress

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.recording.snapshot import Snapshot
    from torseur.sim.simulation.running.control.command import Pull

MANY_BODIES = 100  # of which a step is not taken in the window's thread
MORE = 5.0  # by what an endless simulation is lengthened [s]


class Playback(QObject):
    """Owns the worker and the cursor. At its end the recording grows ("live"); before it, it is replayed.

    `tick` is to be called at the display's rate while it plays.
    """

    snapshot_changed = Signal()
    recording_changed = Signal()  # another one; not: it grew
    clock_changed = Signal()  # speed, loop, duration
    playing_changed = Signal(bool)
    waiting_changed = Signal(bool)  # whether it will play as soon as its kernels are compiled
    message = Signal(str, str, str)  # text, detail, tone: plain, good, warning, error

    def __init__(self, kernels: Kernels, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kernels = kernels
        self._simulator = Simulator(kernels, self)
        self._state = SessionState()
        self.snapshot: Snapshot | None = None
        self.duration = 3.0
        self._wanted = 3.0  # the duration of the scene, or that the user typed: what nobody waits for goes on longer
        self.speed = 1.0
        self.loop = False
        self.playing = False
        self._live = False
        self._single = False  # live for one step only
        self._waits = False  # plays as soon as the kernels are compiled
        self._clock = 0.0
        self._cursor = 0.0  # while replaying [s]
        self._simulator.message.connect(self.message)
        self._simulator.recording_changed.connect(self.recording_changed)
        kernels.loaded.connect(self._on_kernel)

    @property
    def state(self) -> SessionState:
        """What is open and recorded: the state that is played."""
        return self._state

    def follow_by(self, is_followed: Callable[[], bool]) -> None:
        """Ask this, as a run begins, whether a journal is to have its states, so that they need not stay in memory."""
        self._simulator.is_followed = is_followed

    def set_state(self, state: SessionState) -> None:
        """Play something else from now on; whoever sets it tells so."""
        self._state = state
        self._refresh_snapshot()
        self.duration = self.reached if self._is_played_only() else max(self._wanted, self.reached)
        self.clock_changed.emit()

    def open(self, state: SessionState, duration: float) -> None:
        """Play something new, so long; whoever opens it tells so."""
        self.pause()
        self._simulator.pulled = None
        self._wanted = duration
        self.set_state(state)
        if not self._is_played_only():
            self.duration = duration
            self.clock_changed.emit()

    def take_over(self, other: Playback) -> None:
        """Have the clock of another."""
        self.duration, self._wanted = other.duration, other._wanted
        self.speed, self.loop = other.speed, other.loop
        self.clock_changed.emit()

    @property
    def recording(self) -> Recording | None:
        """What was simulated, or read from a file; None before there is a first state."""
        return self._state.recording

    @property
    def time(self) -> float:
        """Where the cursor is [s]."""
        return self.snapshot.t if self.snapshot is not None else 0.0

    @property
    def reached(self) -> float:
        """How far has been simulated [s]."""
        return float(self.recording.t[-1]) if self.recording is not None else 0.0

    @property
    def live(self) -> bool:
        """Whether the worker simulates: controlled joints can be driven."""
        return self.playing and self._live

    @property
    def pulled(self) -> Pull | None:
        """What the user holds by a spring."""
        return self._simulator.pulled

    @property
    def starting(self) -> bool:
        """Whether it plays, or will as soon as it can."""
        return self.playing or self._waits

    @property
    def awaited_kernels(self) -> str:
        """The group of kernels that it waits for to play; empty: it does not wait."""
        return self._simulator.group_of(self._state) if self._waits else ""

    def progress(self) -> WorkerProgress:
        """What the worker does."""
        return self._simulator.worker.progress()

    # The clock

    def play(self) -> None:
        """Replay from the cursor, and simulate from where the recording ends."""
        if self._state.document is None or self.starting:
            return
        if self._state.is_replay and self.recording is None:
            self.message.emit(self.tr("There is no plan to play yet."), self.tr("Ctrl+Enter plans it."), "plain")
            return
        if not self._simulator.can_run(self._state) and self.recording is None:
            text = self.tr("The simulation starts as soon as its kernels are compiled.")
            self.message.emit(text, self.tr("Press Space again to take that back."), "plain")
            self._wait(True)
            return
        if self.recording is not None and self.time >= self._end() - 0.5 * self._state.settings.dt:
            if self._endless() and not self._state.is_replay:
                self._extend()
            else:
                self._show(0)
        self._clock = time.perf_counter()
        self._cursor = self.time
        self.playing = True
        self._live = False
        if self._at_last_state():
            self._go_live()
        if self.playing:
            self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stop playing and simulating, or no longer wait for it."""
        if self._waits:
            self._wait(False)
            self.message.emit(self.tr("The simulation no longer waits to start."), "", "plain")
        if self.playing:
            was_live, self.playing, self._live, self._single = self._live, False, False, False
            self._simulator.worker.pause()
            if was_live:  # else it stays where it was replayed to
                self._follow()
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        """Play where it rests, pause where it plays."""
        if self.starting:
            self.pause()
        else:
            self.play()

    def step(self, count: int) -> None:
        """One state on or back; past the end of the recording, one step is simulated."""
        self.pause()
        if self.recording is not None and not (count > 0 and self._at_last_state()):
            self._show(min(max(self._state.run.index + count, 0), len(self.recording) - 1))
        elif count > 0 and self._simulator.prepare(self._state):
            model = self._state.model
            many = model is not None and len(model.table) > MANY_BODIES
            if self._state.settings.scheme == "hybrid" or many:
                # One step may take seconds: not in the window's thread.
                self.playing = self._live = self._single = True
                self._simulator.worker.play(1.0, self.reached + count * self._state.settings.dt)
                self.playing_changed.emit(True)
            else:
                self._simulator.worker.run_now(count)
                self._simulator.report_stop()
                self._follow()

    def step_to_event(self, direction: int) -> None:
        """To the next event, or the one before."""
        self.pause()
        if self.recording is None:
            return
        times = np.unique(self.recording.events.t).tolist()
        now = self.time
        found = [t for t in times if (t > now + 1e-9 if direction > 0 else t < now - 1e-9)]
        if found:
            self.seek(found[0] if direction > 0 else found[-1])

    def seek(self, t: float) -> None:
        """Show what was recorded at a time; beyond it, the last state."""
        if self.recording is None:
            self.snapshot_changed.emit()  # there is nothing to go to: whoever asked shows where it is
        else:
            self.pause()
            self._show(self.recording.index_at(min(max(t, 0.0), self.reached)))

    def show_state(self, index: int) -> None:
        """Show a state that was recorded, by its index: of several at one time that which is meant."""
        self.pause()
        if self.recording is not None:
            self._show(min(max(index, 0), len(self.recording) - 1))

    def to_start(self) -> None:
        """To the first state."""
        self.seek(0.0)

    def to_end(self) -> None:
        """To the last state that was simulated."""
        self.seek(self.reached)

    def set_speed(self, speed: float) -> None:
        """Seconds simulated a second of the clock, 0.001 to 1."""
        self.speed = min(max(speed, 1e-3), 1.0)
        if self._live:
            self._simulator.worker.play(self.speed, self.duration)
        self.clock_changed.emit()

    def set_loop(self, loop: bool) -> None:
        """Start again at the end."""
        self.loop = loop
        self.clock_changed.emit()

    def set_duration(self, duration: float) -> None:
        """How long to simulate [s]; refused in words where that is too long."""
        if duration > LONGEST_DURATION:
            text = self.tr("A run takes at most {most} s.").format(most=f"{LONGEST_DURATION:g}")
            self._simulator.message.emit(text, "", "warning")
            self.clock_changed.emit()  # what was typed is shown no longer
        elif duration > 0:
            self.duration = self._wanted = max(duration, self.reached)
            if self._live:
                self._simulator.worker.play(self.speed, self.duration)
            self.clock_changed.emit()

    def tick(self) -> None:
        """Move the clock, look at the worker, show the newest state."""
        if self._live:
            self._tick_live()
        elif self.playing:
            self._tick_replay()

    def go_on(self) -> None:
        """Simulate to where the clock is by now: what there was is painted."""
        self._simulator.worker.look()

    def close(self) -> None:
        """Stop everything and wait for it."""
        self.playing = self._waits = False
        self._simulator.worker.close()

    # The user's hand

    def drive(self, target: Array) -> None:
        """Let controlled joints go to `target` (nq,) from the next step on."""
        self._state.run.target = target
        self._simulator.command(self._state)

    def pull(self, pull: Pull | None) -> None:
        """Hold a body by a spring while the simulation runs; None lets go."""
        if pull is not None and not self._simulator.can_run(self._state):
            return  # there is nothing yet that could move it
        self._simulator.pulled = pull
        if pull is not None and not self.playing and not self._state.is_replay:
            if self.recording is not None and not self._at_last_state():
                self.to_end()  # a recording goes on at its end
            self.play()
        if self._live:
            self._simulator.command(self._state)
        if pull is None:
            self.snapshot_changed.emit()  # the spring is gone

    def _wait(self, waits: bool) -> None:
        if waits != self._waits:
            self._waits = waits
            self.waiting_changed.emit(waits)

    def _endless(self) -> bool:
        """A robot by itself is held until the user stops; a scene has its time, but never ends under the user's hand."""
        return self._simulator.pulled is not None or (self._state.document is not None and self._state.document.kind == "robot")

    def _extend(self) -> None:
        self.duration = max(self.duration, self.reached) + MORE
        self.clock_changed.emit()

    def _is_played_only(self) -> bool:
        """Whether there is something to play, and nothing to simulate."""
        return self._state.is_replay and self.recording is not None

    def _end(self) -> float:
        return self.reached if self._state.is_replay else self.duration

    def _at_last_state(self) -> bool:
        return self.recording is None or self._state.run.index >= len(self.recording) - 1

    def _go_live(self) -> None:
        if self._state.is_replay or not self._simulator.prepare(self._state, self.duration):
            self.pause()
            return
        self._live = True
        self._simulator.worker.play(self.speed, self.duration)

    def _tick_live(self) -> None:
        before = self.snapshot
        self._follow()
        if self.snapshot is before:
            self.go_on()  # else once it is painted
        progress = self._simulator.worker.progress()
        if progress.playing:
            return
        self._simulator.report_stop()
        if self._endless() and not (self._single or progress.stopped or progress.failure):
            self._extend()
            self._go_live()
        else:
            self._finish()

    def _tick_replay(self) -> None:
        now = time.perf_counter()
        self._cursor += (now - self._clock) * self.speed
        self._clock = now
        recording = self.recording
        if recording is None:
            return
        end = float(recording.t[-1])
        self._show(recording.index_at(min(self._cursor, end)))
        if self._cursor >= end:
            if end < self._end() - 0.5 * self._state.settings.dt and not self._state.is_replay:
                self._go_live()
            else:
                self._finish()

    def _finish(self) -> None:
        """The last state was shown: begin anew, or stop."""
        if self.loop and not self._single and self.recording is not None and self.reached > 0:
            self._live = False
            self._cursor = 0.0
            self._clock = time.perf_counter()
            self._show(0)
        else:
            self.pause()

    def _follow(self) -> None:
        if self.recording is not None:
            self._show(len(self.recording) - 1)

    def _show(self, index: int) -> None:
        if index != self._state.run.index or self.snapshot is None:
            self._state.run.index = index
            self._refresh_snapshot()
            self.snapshot_changed.emit()

    def _refresh_snapshot(self) -> None:
        self.snapshot = self._state.snapshot(self._kernels.has(POSING)) or self.snapshot

    def _on_kernel(self, name: str) -> None:
        if name == POSING:
            self.snapshot_changed.emit()
        if self._waits and self._simulator.can_run(self._state):
            self._wait(False)
            self.play()
