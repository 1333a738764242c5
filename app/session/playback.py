"""The clock of a document: play, pause, step, seek; what is simulated now and what is replayed come out as one snapshot."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array, frozen
from torseur.sim.compilation import HYBRID, POSING, STEPPING
from torseur.sim.contact.contacts import Contacts
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.model import Model
from torseur.sim.multibody.model.state import State
from torseur.sim.simulation.scene.settings import Settings

from ..background.kernels import Kernels
from ..documents.document import Document
from .posed_snapshot import frame_poses_of, posed_snapshot
from .recent_impacts import impacts_between
from .worker import Progress, Worker

if TYPE_CHECKING:
    from torseur.sim.simulation.control.command import Pull
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.recording.snapshot import Snapshot
    from torseur.sim.simulation.simulation import Simulation

MORE = 5.0  # by what an endless simulation is lengthened [s]
LINGER = 0.12  # of the clock: how long the arrows of an impact stay while playing [s]


class Playback(QObject):
    """Owns the worker and the cursor. At its end the recording grows ("live"); before it, it is replayed.

    `tick` is to be called at the display's rate while it plays.
    """

    snapshot_changed = Signal()
    recording_changed = Signal()  # another one; not: it grew
    settings_changed = Signal()
    playing_changed = Signal(bool)
    said = Signal(str, str, str)  # text, detail, tone: plain, good, warning, error

    def __init__(self, kernels: Kernels, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kernels = kernels
        self.worker = Worker()
        self.document: Document | None = None
        self.settings = Settings()
        self.duration = 3.0
        self.speed = 1.0
        self.loop = False
        self.simulation: Simulation | None = None  # what is recorded; None: nothing yet, or a recording from a file
        self.snapshot: Snapshot | None = None
        self.index = -1  # of the state shown, in the recording; -1: there is none, joints are being posed
        self.playing = False
        self._q: Array = np.zeros(0)  # where the joints were put
        self._target: Array | None = None  # where the user wants controlled joints to go; None: what the scene says
        self._pull: Pull | None = None
        self._live = False
        self._single = False  # live for one step only
        self._wants_to_play = False  # once the kernels are compiled
        self._clock = 0.0
        self._cursor = 0.0  # while replaying [s]
        kernels.loaded.connect(self._on_kernel)

    @property
    def model(self) -> Model:
        """The model of everything in the scene."""
        assert self.document is not None
        return self.document.scene.model

    @property
    def recording(self) -> Recording | None:
        """What was simulated, or read from a file; None before there is a first state."""
        if self.simulation is not None:
            return self.simulation.recording if len(self.simulation.recording) else None
        return self.document.recording if self.document is not None else None

    @property
    def is_replay(self) -> bool:
        """Whether what is open is a recording from a file."""
        return self.document is not None and self.document.kind == "recording"

    @property
    def q(self) -> Array:
        """The configuration shown (nq,)."""
        return self.snapshot.q if self.snapshot is not None else self._q

    @property
    def posing(self) -> bool:
        """Whether joints are put by hand: nothing is recorded yet."""
        return self.index < 0

    @property
    def solver_name(self) -> str:
        """What solves the contact problems: the chosen solver, or in the hybrid scheme its own."""
        return "dense Newton" if self.settings.scheme == "hybrid" else self.settings.solver

    @property
    def time(self) -> float:
        """Where the cursor is [s]."""
        return self.snapshot.t if self.snapshot is not None else 0.0

    @property
    def reached(self) -> float:
        """How far has been simulated [s]."""
        return float(self.recording.t[-1]) if self.recording is not None else 0.0

    def progress(self) -> Progress:
        """What the worker does."""
        return self.worker.progress()

    def play(self) -> None:
        """Replay from the cursor, and simulate from where the recording ends."""
        if self.document is None or self.playing or self._wants_to_play:
            return
        if not self._simulates() and self.recording is None:
            self._wants_to_play = True
            self.said.emit(self.tr("The simulation starts as soon as its kernels are compiled."), "", "plain")
            return
        if self.recording is not None and self.time >= self._last_time() - 0.5 * self.settings.dt:
            if self._endless() and not self.is_replay:
                self._extend()
            else:
                self._show(0)
        self._clock = time.perf_counter()
        self._cursor = self.time
        self.playing = True
        self._live = False
        if self._at_end():
            self._go_live()
        if self.playing:
            self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stop the clock."""
        self._wants_to_play = False
        if self.playing:
            self.playing = self._live = self._single = False
            self.worker.pause()
            self._follow()
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        """Play, or pause."""
        if self.playing or self._wants_to_play:
            self.pause()
        else:
            self.play()

    def step(self, count: int) -> None:
        """One state on or back; past the end of the recording, one step is simulated."""
        self.pause()
        if self.recording is not None and not (count > 0 and self._at_end()):
            self._show(min(max(self.index + count, 0), len(self.recording) - 1))
        elif count > 0 and self._open_worker():
            if self.settings.scheme == "hybrid":  # one interval may take seconds: not in the window's thread
                self.playing = self._live = self._single = True
                self.worker.play(1.0, self.reached + count * self.settings.dt)
                self.playing_changed.emit(True)
            else:
                self.worker.run_now(count)
                self._report_stop()
                self._follow()

    def step_to_event(self, direction: int) -> None:
        """To the next event, or the one before."""
        self.pause()
        if self.recording is None:
            return
        times = sorted({event.t for event in self.recording.events})
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
            self.worker.play(self.speed, self.duration)
        self.settings_changed.emit()

    def set_loop(self, loop: bool) -> None:
        """Start again at the end."""
        self.loop = loop
        self.settings_changed.emit()

    def set_duration(self, duration: float) -> None:
        """How long to simulate [s]."""
        if duration > 0:
            self.duration = max(duration, self.reached)
            if self._live:
                self.worker.play(self.speed, self.duration)
            self.settings_changed.emit()

    def tick(self) -> None:
        """Move the clock, look at the worker, show the newest state."""
        if not self.playing:
            return
        if self._live:
            self._follow()
            progress = self.worker.progress()
            if progress.playing:
                return
            self._report_stop()
            if self._endless() and not (self._single or progress.stopped or progress.failure):
                self._extend()
                self._go_live()
            else:
                self._at_the_end()
            return
        now = time.perf_counter()
        self._cursor += (now - self._clock) * self.speed
        self._clock = now
        recording = self.recording
        if recording is None:
            return
        end = float(recording.t[-1])
        self._show(recording.index_at(min(self._cursor, end)))
        if self._cursor >= end:
            if end < self._last_time() - 0.5 * self.settings.dt and not self.is_replay:
                self._go_live()
            else:
                self._at_the_end()

    def recent_impacts(self) -> tuple[Contacts, ...]:
        """Contacts of the impacts just before the instant shown; while paused, of that instant alone."""
        recording, snapshot = self.recording, self.snapshot
        if recording is None or snapshot is None or self.index < 0:
            return ()
        since = snapshot.t - (LINGER * self.speed if self.playing else 0.0) - 1e-9
        return impacts_between(recording, since, snapshot.t)

    def close(self) -> None:
        """Stop everything and wait for it."""
        self.playing = self._wants_to_play = False
        self.worker.close()

    def _simulates(self) -> bool:
        return self.kernels.has(HYBRID if self.settings.scheme == "hybrid" else STEPPING) and self.kernels.has(POSING)

    def _endless(self) -> bool:
        """A robot by itself is held until the user stops; a scene has its time, but never ends under the user's hand."""
        return self._pull is not None or (self.document is not None and self.document.kind == "robot")

    def _extend(self) -> None:
        """Make room for more."""
        self.duration = max(self.duration, self.reached) + MORE
        self.settings_changed.emit()

    def _last_time(self) -> float:
        return self.reached if self.is_replay else self.duration

    def _at_end(self) -> bool:
        return self.recording is None or self.index >= len(self.recording) - 1

    def _at_the_end(self) -> None:
        """The last state was shown: begin anew, or stop."""
        if self.loop and not self._single and self.recording is not None and self.reached > 0:
            self._live = False
            self._cursor = 0.0
            self._clock = time.perf_counter()
            self._show(0)
        else:
            self.pause()

    def _go_live(self) -> None:
        if self.is_replay or not self._open_worker():
            self.pause()
            return
        self._live = True
        self.worker.play(self.speed, self.duration)

    def _open_worker(self) -> bool:
        """Let the worker have this scene; False, and said why, if it cannot be."""
        if self.document is None or self.is_replay:
            return False
        if not self._simulates():
            self.said.emit(self.tr("The kernels of this scheme are still being compiled."), "", "plain")
            return False
        if self.simulation is None:
            scene = self.document.scene
            start = State(0.0, frozen(np.array(self._q)), scene.initial.v)
            try:
                self.simulation = self.worker.open(scene, self.settings, start)
            except TorseurError as error:
                self.said.emit(self.tr("The simulation cannot start."), str(error), "error")
                return False
            self.recording_changed.emit()
        self.worker.take(self.simulation)
        self._send_command()
        return True

    def _send_command(self) -> None:
        from torseur.sim.simulation.control.command import Command

        target = None if self._target is None else frozen(np.array(self._target))
        self.worker.command(Command(target, self._pull))

    def _follow(self) -> None:
        if self.recording is not None:
            self._show(len(self.recording) - 1)

    def _show(self, index: int) -> None:
        if index != self.index or self.snapshot is None:
            self.index = index
            self._refresh_snapshot()
            self.snapshot_changed.emit()

    def _refresh_snapshot(self) -> None:
        if self.document is None:
            return
        ready = self.kernels.has(POSING)
        if self.recording is not None and self.index >= 0:
            poses = frame_poses_of(self.model, self.recording.q[self.index], ready)
            self.snapshot = self.recording.snapshot(self.index, poses)
        else:
            self.snapshot = posed_snapshot(self.document.scene, self._q, ready)

    def _report_stop(self) -> None:
        progress = self.worker.progress()
        if progress.failure:
            reason = progress.failure.strip().splitlines()[-1]
            self.said.emit(self.tr("The simulation failed and was paused."), reason, "error")
        elif progress.stopped:
            self.said.emit(self.tr("The simulation stopped."), progress.stopped, "warning")

    def _on_kernel(self, name: str) -> None:
        if name == POSING:
            self.snapshot_changed.emit()
        if self._wants_to_play and self._simulates():
            self._wants_to_play = False
            self.play()
