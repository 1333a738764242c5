"""A running simulation: state, controller, scratch, and the recording it fills."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from ..arrays import Array, as_floats
from ..contact.contacts import Contacts
from ..errors import ArgumentError
from ..interruption import checkpoint
from ..kernel import compile_entry
from ..memory import is_limited
from ..multibody.dynamics.energy import energies
from ..multibody.model.state import State
from ..size_limits import MOST_CONTACTS
from ..texts import tr
from .recording.recorded_contacts import contacts_of
from .recording.recording import Recording
from .running.control.command import Command
from .running.control.pulling import set_pull
from .running.hybrid.hybrid_work import MOST_ACTIVE, REST_SPEED, WINDOW, HybridWork, make_hybrid_work
from .running.hybrid.many_intervals import HELD_MORE, advance_hybrid
from .running.recorded_energies import write_energies
from .running.run_size import why_full
from .running.scene.scene import Scene, fault_of_settings
from .running.scene.settings import Settings
from .running.scene.tracked_parts import follow_from
from .running.time_stepping.many_steps import BUFFER_FULL, DIVERGED, DONE, ENDLESS_IMPACTS, INTERRUPTED, RECORD_FULL, SINGULAR
from .running.time_stepping.step_error import NOT_ESTIMATED
from .running.time_stepping.steps_at import single_steps
from .step_arrays import (
    CONTACTS_BEFORE,
    INTERVALS_LEFT,
    ROWS,
    STOP,
    TIME,
    TREE_AT_FAULT,
    Control,
    Record,
    make_record,
    make_work,
)
from .stop_reasons import (
    is_crawling,
    many_impacts,
    why_diverged,
    why_hybrid_crawls,
    why_hybrid_held,
    why_hybrid_stopped,
    why_singular,
)

_NUMBERS = 65_536  # velocities of all steps recorded between two visits to Python, within these bounds of steps
_FEWEST, _MOST = 256, 1024
_CONTACTS = 8192  # of all steps recorded between two visits: a record that is larger does not stay near the processor
# states up to which the first of a run keep their record: to copy more takes no longer than to touch another record
_SHORT = 256
BETWEEN_LOOKS = 1.0  # at how much memory is free [s]
_ROWS = 32  # steps that a record is to have room for


class Simulation:
    """One run of a scene. Not shared between threads."""

    def __init__(self, scene: Scene, settings: Settings | None = None, state: State | None = None) -> None:
        """Start from the scene's initial state, or the one given. Raises ArgumentError if it does not fit, or settings do not."""
        self.scene = scene
        self.settings = settings or scene.settings
        fault = fault_of_settings(scene.system, scene.control, self.settings)
        if fault:
            raise ArgumentError("scene {scene!r}: {fault}", scene=scene.name, fault=fault)
        model = scene.model
        self._numbers = self.settings.record(scene.gravity)
        self._capacity = first_capacity(scene)
        self._interrupted = False
        self._run_lock = threading.Lock()  # held by a thread that runs it
        self._batch = min(max(_NUMBERS // max(1, model.nv), _FEWEST), _MOST)
        self._room = _CONTACTS  # of a record
        self._no_record = make_record(0, 0, 0, model.nq, model.nv)
        self._record = self._make_record()
        self.reset(state)

    def reset(self, state: State | None = None) -> None:
        """Begin anew from the scene's initial state, or the one given, with an empty recording. A motion that is tracked goes on
        from where it is planned to be at the time of that state.

        Nothing is left of the run before: the same steps give the same bits as in a new `Simulation`. Raises ArgumentError.
        """
        scene, model, start = self.scene, self.scene.model, state or self.scene.initial
        if start.q.shape != (model.nq,) or start.v.shape != (model.nv,):
            raise ArgumentError(
                "the state has {size} + {start_size} numbers; scene {scene!r} has nq = {nq} and nv = {nv}",
                size=start.q.size,
                start_size=start.v.size,
                scene=scene.name,
                nq=model.nq,
                nv=model.nv,
            )
        self.stopped = ""  # why it cannot go on, a sentence; empty: it can
        self._q, self._v = np.array(start.q), np.array(start.v)
        self._control = Control(*(np.array(array) for array in scene.control))
        follow_from(self._control, start.t - scene.initial.t, start.t)
        self._driven = False  # by torques of `step`
        self._work = make_work(scene.system, model.nq, model.nv, self._capacity)
        self._work.numbers[TIME] = start.t
        self._hybrid = None
        self._held = (
            0.0,
            0.0,
        )  # when the hybrid scheme last held contacts below a speed above its settings' [s], and which [m/s]
        self._unsettled = True  # the hybrid scheme must look for contacts anew
        if self.settings.scheme == "hybrid":
            self._hybrid = make_hybrid_work(len(model.table), model.nq, model.nv)
        self._recording = Recording(scene, self.settings)
        self._looked = time.monotonic()  # by the clock, when there was seen to be memory for more [s]
        self._rows = 0  # of `step` in the record, which the recording does not have yet
        self._take: Callable[[int, int], int] | None = None  # see `single_steps`; made when it is first wanted

    def resume(self, recording: Recording) -> None:
        """Go on from the last state of a recording, and record into it.

        What a step has of the one before, such as where a solver starts, no recording has: the next steps differ by that from
        those of a run that was not left. Raises ArgumentError unless it is of this very scene and settings, and has states.
        """
        if recording.scene is not self.scene or recording.settings != self.settings or not len(recording):
            raise ArgumentError(
                "a simulation of {scene!r} goes on from a recording of that scene, with its settings and at least a state; "
                "given one of {recording_scene!r} with {count} states",
                scene=self.scene.name,
                recording_scene=recording.scene.name,
                count=len(recording),
            )
        self.reset(recording.state_at(float(recording.t[-1])))
        self._recording = recording

    @property
    def t(self) -> float:
        """Time reached [s]."""
        return float(self._work.numbers[TIME])

    @property
    def state(self) -> State:
        """State reached."""
        return State(self.t, self._q, self._v)

    @property
    def q(self) -> Array:
        """Configuration (nq,), read-only; the next step changes it in place, so copy what is to stay."""
        return _read_only(self._q)

    @property
    def v(self) -> Array:
        """Velocity (nv,), as `q`."""
        return _read_only(self._v)

    @property
    def contacts(self) -> Contacts:
        """Those of the last step; none before the first."""
        if not self._rows:
            return self._recording.contacts(-1) if len(self._recording) else self._contacts(0, 0)
        row = self._rows - 1
        return self._contacts(int(self._record.first[row]), int(self._record.last[row]))

    @property
    def recording(self) -> Recording:
        """All states since the start, or the last `reset`. Another thread sees those of a run once its first steps are over."""
        self._keep_rows()
        return self._recording

    @property
    def crawls(self) -> str:
        """What takes the hybrid scheme so long just now, a sentence; empty where it does not. May be asked from any thread."""
        return self.slowness if self._hybrid is not None and is_crawling(self._hybrid) else ""

    @property
    def slowness(self) -> str:
        """What takes the hybrid scheme its time, however long that is, a sentence; of time-stepping nothing."""
        return why_hybrid_crawls(self.scene, self._hybrid, self.t) if self._hybrid is not None else ""

    @property
    def phases_began(self) -> Array:
        """When each phase of the motion of a `TrackingControl` began (phases,) [s]; NaN: not yet."""
        return self._control.track_began.copy()

    def command(self, command: Command) -> None:
        """Do what the user asks from now on. Raises UnknownNameError, ArgumentError."""
        control = self._control
        if command.q_target is not None:
            if np.shape(command.q_target) != control.q_target.shape:
                raise ArgumentError(
                    "q_target has shape {shape}; wanted {control_shape}",
                    shape=np.shape(command.q_target),
                    control_shape=control.q_target.shape,
                )
            control.q_target[:] = command.q_target
        self._unsettled = True
        set_pull(control, self.scene.model, command.pull, tr("scene {scene!r}", scene=self.scene.name))

    def interrupt(self) -> None:
        """Let `run`, in another thread, return after the step or event at hand, whatever is left to do."""
        self._interrupted = True
        self._work.counts[STOP] = 1

    def proceed(self) -> None:
        """Let it run again."""
        self._interrupted = False

    @property
    def nbytes(self) -> int:
        """Memory that its recording and its scratch take, about."""
        arrays = (*self._work, *self._record, *(() if self._hybrid is None else self._hybrid))
        return self._recording.nbytes + sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))

    @property
    def running(self) -> bool:
        """Whether `run` is under way, in whatever thread."""
        return self._run_lock.locked()

    def rest(self) -> None:
        """Give back memory that only a run needs, as it is not to go on soon; it may at any time, as if it had not rested.

        While `run` is under way in another thread nothing is given back.
        """
        if self._run_lock.acquire(blocking=False):
            try:
                self._keep_rows()
                self._record, self._take = self._no_record, None
                self._recording.give_back_room()
            finally:
                self._run_lock.release()

    def step(self, tau: Array | None = None, steps: int = 1) -> bool:
        """Take one step, or several, under torques that hold meanwhile and no longer; whether it could, else see `stopped`.

        tau : τ_m (nv,) [N m | N] in the order of v; None: none. It comes beside those of the scene's controllers; the sum is cut
              at effort limits; the six of a free base are a wrench in its own axes, without limits
        Raises ArgumentError for torques that are not nv finite numbers, and in a scene that plays torques of its own.
        """
        if tau is not None:
            self._drive(tau)
        elif self._driven:
            self._let_go()
        row = self._rows
        if self._take is None or not 0 <= steps <= self._batch - row or self.stopped:
            return self._step(steps)
        status = self._take(row, steps)
        if status == DONE:
            self._rows = row + steps
            return True
        self._rows = row + int(self._work.counts[ROWS])
        return self._step(row + steps - self._rows)

    def run(self, steps: int) -> int:
        """Take so many steps, or fewer if something stops it (see `stopped`) or `interrupt` was called; returns how many.

        Waits for another thread that is running it.
        """
        if self._driven:
            self._let_go()
        return self._run(steps)

    def _drive(self, tau: Array) -> None:
        """Let these torques act."""
        torque = self._control.torque
        if not isinstance(tau, np.ndarray) or tau.shape != torque.shape or tau.dtype != torque.dtype:
            tau = as_floats("tau", tau)
            if tau.shape != torque.shape:
                raise ArgumentError(
                    "tau has shape {shape}; scene {scene!r} wants ({count},) = (nv,)",
                    shape=tau.shape,
                    scene=self.scene.name,
                    count=len(torque),
                )
        if not self._driven and len(self._control.play_times):
            raise ArgumentError(
                "scene {scene!r} plays torques of its own: `run` it, or leave its playback out", scene=self.scene.name
            )
        if self._hybrid is not None:
            self._unsettled = self._unsettled or not np.array_equal(tau, torque)
        torque[:] = tau
        self._driven = True

    def _let_go(self) -> None:
        """No torques but those of the scene's controllers."""
        self._control.torque[:] = 0.0
        self._driven, self._unsettled = False, True

    def _step(self, steps: int) -> bool:
        """`step` where there is more to do than to call the kernel."""
        if steps < 0 or not np.all(np.isfinite(self._control.torque)):
            tau = ", ".join(f"{value:g}" for value in self._control.torque)
            self._let_go()
            raise ArgumentError(
                "steps must be at least 0 and torques finite; given {steps} steps and tau = {tau}", steps=steps, tau=tau
            )
        return self._run(steps) == steps

    def _run(self, steps: int) -> int:
        with self._run_lock:
            self._keep_rows()
            self._have_record()
            row, done = 0 if len(self._recording) else self._start(), 0
            try:
                while done < steps and not self.stopped:
                    # In this order: `interrupt`, in another thread, sets the one and then the other.
                    self._work.counts[STOP] = 0
                    if self._interrupted:
                        break
                    checkpoint()
                    batch = min(steps - done, self._batch)
                    if self._hybrid is not None:
                        taken, rows, status = self._intervals(batch)
                    else:
                        taken, rows, status = self._steps(batch, row)
                    self._append(rows, row)
                    row = 0
                    done += taken
                    self._look_at(status)
                    self._look_for_room()
            finally:
                self._append(row, row)  # the state it starts from, where nothing that followed was recorded
            return done

    def _keep_rows(self) -> None:
        """Hand the steps that are in the record to the recording."""
        if self._rows:
            rows, self._rows = self._rows, 0
            self._append(rows)

    def _append(self, rows: int, first: int = 0) -> None:
        """Hand the first rows of the record over; from the first that is told they have no energies yet."""
        if self._hybrid is None:
            write_energies(self.scene.model.table, self._numbers, self._record, first, rows)
        is_given = self._hybrid is None and rows <= _SHORT and not is_limited()  # room that is not used would count
        if self._recording.append(self._record, rows, is_given=is_given):
            self._record, self._take = self._no_record, None

    def _have_record(self) -> None:
        """Have a record that can be written to."""
        if not len(self._record.t):
            self._record = self._make_record()

    def _contacts(self, first: int, last: int) -> Contacts:
        record = self._record
        pairs, numbers = record.shapes[first:last].astype(np.int64), record.contacts[first:last].copy()
        return contacts_of(self.scene, self.settings, pairs, numbers)

    def _make_record(self) -> Record:
        """Columns for the states of a batch, and for one that a run starts from."""
        model = self.scene.model
        return make_record(self._batch + 1, self._room, max(self._room, 6 * len(model.table)), model.nq, model.nv)

    def _start(self) -> int:
        """Write the state it starts from to the record, as the first of the recording; how many rows are not handed over yet."""
        record = self._record
        record.energy[0] = energies(self.scene.model, self._q, self._v, self.scene.gravity)
        record.t[0], record.q[0], record.v[0] = self.t, self._q, self._v
        for column in (
            record.tau,
            record.passive,
            record.residual,
            record.iterations,
            record.doubtful,
            record.level,
            record.q_solved,
            record.diagonal,
            record.first,
            record.last,
            record.first_joint,
            record.last_joint,
        ):
            column[0] = 0
        record.step_error[0] = NOT_ESTIMATED
        if self._hybrid is None:
            return 1
        self._append(1)  # whose rows begin a record
        return 0

    def _intervals(self, count: int) -> tuple[int, int, int]:
        compile_entry(advance_hybrid)
        status = advance_hybrid(
            self.scene.system,
            self._control,
            self._numbers,
            self._work,
            self._hybrid,
            self._record,
            int(self._unsettled),
            count,
            self._q,
            self._v,
        )
        self._unsettled = False
        return count - int(self._work.counts[INTERVALS_LEFT]), int(self._work.counts[ROWS]), status

    def _steps(self, count: int, row: int = 0) -> tuple[int, int, int]:
        """Take so many steps, recorded from a row on; how many it took, how many rows the record has then, and how it ended."""
        if self._take is None:
            self._have_record()
            self._take = single_steps(
                self.scene.system, self._control, self._numbers, self._work, self._record, self._q, self._v
            )
        status = self._take(row, count)
        taken = int(self._work.counts[ROWS])
        return taken, row + taken, status

    def _look_at(self, status: int) -> None:
        """Make room if the arrays were too small; else say why the simulation cannot go on."""
        model = self.scene.model
        if status == BUFFER_FULL:
            if self._capacity > MOST_CONTACTS:
                self.stopped = tr("more than {capacity} contacts at once at t = {t:.6g} s", capacity=self._capacity, t=self.t)
                return
            self._capacity *= 2
            larger = make_work(self.scene.system, model.nq, model.nv, self._capacity)
            count = int(self._work.counts[CONTACTS_BEFORE])
            larger.previous[:count], larger.jump[:] = self._work.previous[:count], self._work.jump
            larger.counts[:], larger.numbers[:] = self._work.counts, self._work.numbers
            self._work, self._take = larger, None
        if status == INTERRUPTED:
            return
        if status == HELD_MORE and self._hybrid is not None:
            self._tell_held(self._hybrid)
            return
        if status == RECORD_FULL and self._is_roomy():
            return  # it was emptied since: go on
        if status in (BUFFER_FULL, RECORD_FULL):
            self._room = max(2 * self._room, self._capacity)
            self._record, self._take = self._make_record(), None
        elif status == DIVERGED:
            self.stopped = why_diverged(self._recording, self._v, self.t)
        elif status == SINGULAR:
            self.stopped = why_singular(self._recording, int(self._work.counts[TREE_AT_FAULT]), self.t)
        elif status == ENDLESS_IMPACTS:
            self.stopped = tr("{why} in the step after t = {t:.6g} s", why=many_impacts(), t=self.t)
        elif status != DONE:
            self.stopped = why_hybrid_stopped(self._recording, self._hybrid, status, self.t)
        if self.stopped:
            self._recording.notes.append(self.stopped)

    def _tell_held(self, hybrid: HybridWork) -> None:
        """Note that contacts are held up to a higher speed: each speed once, and of a millisecond the highest."""
        (since, held), speed = self._held, float(hybrid.numbers[REST_SPEED])
        if speed > held:
            remarks = self._recording.remarks
            text = why_hybrid_held(self.scene, hybrid, self.t)
            if remarks and self.t - since < WINDOW:
                remarks[-1] = text  # in place: another thread may look
            else:
                remarks.append(text)
            self._held = self.t, speed

    def _look_for_room(self) -> None:
        """Stop before memory is full; looked at once a second."""
        now = time.monotonic()
        if now - self._looked > BETWEEN_LOOKS and not self.stopped:
            self._looked = now
            self.stopped = why_full(len(self._recording), self._recording.nbytes, self.t)
            if self.stopped:
                self._recording.notes.append(self.stopped)

    def _is_roomy(self) -> bool:
        """Whether the record that was full had many rows, so that a larger one would gain nothing."""
        if self._hybrid is not None:
            return len(self._record.contacts) > 2 * MOST_ACTIVE
        return bool(self._work.counts[ROWS] >= _ROWS)


def first_capacity(scene: Scene) -> int:
    """How many contacts and joint limits a run has room for at first."""
    return MOST_ACTIVE + 16 * len(scene.system.trees) + 3 * len(scene.model.table)


def _read_only(array: Array) -> Array:
    view = array.view()
    view.setflags(write=False)
    return view
