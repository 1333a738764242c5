"""What a simulation has been through: columns over time that only grow, or that a file holds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array, frozen
from ...contact.contacts import Contacts
from ...errors import ArgumentError
from ...multibody.kinematics.kinematics import frame_poses
from ...multibody.model.state import State
from ...texts import tr
from .event_finder import EventFinder
from .problem_columns import ProblemColumns
from .recorded_contacts import contacts_of
from .snapshot import Snapshot
from .states.contact_sums import ContactSums, where_solved
from .states.event_columns import EventColumns
from .states.extremes import PART
from .states.messages_to_record import Before, record_of_states
from .states.states_in_memory import StatesInMemory
from .states.states_on_disk import StatesOnDisk

if TYPE_CHECKING:
    from ...multibody.model.model import Finding
    from ..running.scene.scene import Scene
    from ..running.scene.settings import Settings
    from ..step_arrays import Record
    from .states.blocks_on_disk import BlocksOnDisk
    from .states.column_on_disk import Column
    from .states.extremes import Curve


_BLOCK = 4096  # states that are searched at a time
_STATES_KEPT = 8  # of which contacts are kept
_OF_BLOCK = 512  # states of a block in a file: so many are lost where that is cut
_LARGE = 2**21  # bytes of a block, about: so many are read where one state is asked for


class Recording:
    """States of a scene over time, with energies, contacts and solver reports. Times do not decrease.

    Recordings pickle, for another process, with all their states; one that stays in its file is read there from that file.
    """

    def __init__(self, scene: Scene, settings: Settings) -> None:
        nq, nv = scene.model.nq, scene.model.nv
        self.scene = scene
        self.settings = settings
        self._events = EventColumns(scene.model.body_names)
        self.notes: list[str] = []  # what went wrong or was given up on, in sentences
        self.remarks: list[str] = []  # what was solved otherwise than the settings say, in sentences
        self.findings: tuple[Finding, ...] = ()  # of its file: what is missing, or has changed since
        self._reader: Callable[..., Recording] | None = None  # what a pickle of one that stays in its file is read by
        self._finder = EventFinder(scene.system.shapes["body"])
        self._searched = 0  # states whose events are found
        self._contacts: dict[int, Contacts] = {}  # of the states that were asked for last: several ask for those shown
        self._finding = threading.Lock()  # held by who looks for events, or takes states away
        self._states: StatesInMemory | StatesOnDisk = StatesInMemory(nq, nv)
        self._problems = ProblemColumns(self._states)

    @classmethod
    def on_disk_of(cls, scene: Scene, settings: Settings, states: StatesOnDisk, reader: Callable[..., Recording]) -> Recording:
        """A recording whose states are read from its file when they are asked for.

        reader : what another process reads it by: of its scene, its `end`, and its texts by their names
        """
        recording = cls(scene, settings)
        recording._reader = reader
        recording._states, recording._problems = states, ProblemColumns(states)
        recording._events = states.events
        return recording

    def __reduce__(self) -> tuple[Any, ...]:
        texts = {"notes": self.notes, "remarks": self.remarks, "findings": self.findings}
        if self._reader is not None:
            return self._reader, (self.scene, self.end, texts)
        return _of_records, (self.scene, self.settings, tuple(self._records()), texts)

    def _records(self) -> Iterator[Record]:
        """All states, as `append` takes them one record after the other."""
        start, n = 0, len(self)
        while start < n:
            record = self.record(start, n)
            yield record
            start += len(record.t)

    @property
    def end(self) -> tuple[float, ...]:
        """How many states there are, and numbers of the last."""
        return len(self), *(float(column[-1]) for column in (self.t, self.kinetic, self.potential))

    def __repr__(self) -> str:
        span = f", {self.t[0]:.6g} to {self.t[-1]:.6g} s" if len(self) else ""
        return tr("<Recording {scene!r}: {count} states{span}>", scene=self.scene.name, count=len(self), span=span)

    def __len__(self) -> int:
        """Number of states."""
        return len(self._states)

    @property
    def on_disk(self) -> bool:
        """Whether states of it stay in a file: `q`, `v`, `tau` and `passive` are read by rows."""
        return self.begin_in_memory > 0

    @property
    def begin_in_memory(self) -> int:
        """The first state that is in memory, and all after it: those before stay in a file, and take longer to read."""
        return self._states.begin

    @property
    def nbytes(self) -> int:
        """Memory that its states and events take now."""
        return self._states.nbytes + (0 if isinstance(self._states, StatesOnDisk) else self._events.nbytes)

    @property
    def events(self) -> EventColumns:
        """The events of all states, in their order; those of states that are new are found when they are asked for."""
        self.find_events()
        return self._events

    def find_events(self) -> None:
        """Find the events of states that are new, so that nobody waits for them later. From any thread."""
        states = self._states
        if isinstance(states, StatesInMemory) and self._searched < len(states):
            with self._finding:
                if (n := len(states)) > self._searched:
                    begin, (t, (first, last), shapes, numbers) = states.begin, states.in_memory
                    ranges = first[: n - begin], last[: n - begin]
                    found = self._finder.find(t[: n - begin], ranges, shapes, numbers, self._searched - begin)
                    self._events.append(found)
                    self._searched = n

    @property
    def t(self) -> Array:
        """Times (n,) [s]."""
        return self._states.column("t")

    @property
    def q(self) -> Column:
        """Configurations (n, nq)."""
        return self._states.column("q")

    @property
    def v(self) -> Column:
        """Velocities (n, nv)."""
        return self._states.column("v")

    @property
    def tau(self) -> Column:
        """τ_m: torques of the controllers (n, nv) [N m | N]."""
        return self._states.column("tau")

    @property
    def passive(self) -> Column:
        """Torques of the joints' own damping, springs, dry friction and limits (n, nv) [N m | N]; means over a step."""
        return self._states.column("passive")

    @property
    def kinetic(self) -> Array:
        """Kinetic energy (n,) [J]."""
        return self._states.kinetic

    @property
    def potential(self) -> Array:
        """Potential energy (n,) of gravity, zero at the world's origin, and of springs [J]."""
        return self._states.potential

    @property
    def extremes(self) -> Mapping[str, Curve]:
        """How columns look from afar, where all states stay in a file: their lowest and highest numbers, by name; else nothing.

        Of `kinetic`, `potential`, their sum `energy`, `residual`, `step_error`, and of `contact_sums` `force` and `friction`.
        """
        return self._states.extremes if isinstance(self._states, StatesOnDisk) else {}

    @property
    def residual(self) -> Array:
        """Natural-map residual of each contact solve (n,) [m/s]; where forces were solved for, over the largest acceleration [-].

        `problems.is_of_accelerations` tells which.
        """
        return self._states.column("residual")

    @property
    def step_error(self) -> Array:
        """Error of each step by its own length (n,) [m/s]: one step against two halves; NaN where it was not estimated.

        Of the body that differs most: the difference of its velocity after the step, or of its position over the step; and at
        impacts what velocity they took too much, as their instant lies within the step. Settings say by `error_every` how
        often it is estimated; where it is not, `accuracy_note` has what is known instead.
        """
        return self._states.column("step_error")

    def last_step_error(self, i: int) -> tuple[float, float] | None:
        """The last estimate of a step's error that is not after state i: when it was [s], and what [m/s]. None: there is none."""
        errors, first = self.step_error[: range(len(self))[i] + 1], 0
        if far := self.extremes:
            times = far["step_error"].t[np.isfinite(far["step_error"].values)]
            before = int(np.searchsorted(times, self.t[len(errors) - 1], side="right"))
            first = int(np.searchsorted(self.t, times[before - 1])) if before else max(0, len(errors) - PART)
        for block in range(len(errors), first, -_BLOCK):
            known = np.flatnonzero(np.isfinite(errors[max(0, block - _BLOCK) : block]))
            if len(known):
                k = max(0, block - _BLOCK) + int(known[-1])
                return float(self.t[k]), float(errors[k])
        return None

    @property
    def iterations(self) -> np.ndarray:
        """Iterations of each contact solve (n,); 0: the warm start was the answer."""
        return self._states.column("iterations")

    @property
    def doubtful(self) -> np.ndarray:
        """A pair of shapes whose contact is doubtful, of each step (n,): 1 + a · shapes + b; 0: there is none. See `sweep`."""
        return self._states.column("doubtful")

    @property
    def normal_impulse(self) -> Array:
        """Sum of the normal impulses of all contacts of each state (n,) [N s].

        In the hybrid scheme, between impacts, of the forces [N]; `contact_sums` has them apart.
        """
        return self.sums(len(self)).normal

    def contact_sums(self, n: int, since: int = 0) -> tuple[Array, Array, Array]:
        """Of each state from `since` to before n: Σλ_n and Σ‖λ_t‖ [N], and the sum of the normal impulses of impacts [N s].

        In time-stepping a force is the mean over the step, and a contact that strikes in it has an impulse alone. Forces are NaN
        where none was solved: at a start, and after an impact of the hybrid scheme, whose jump knows impulses alone.
        """
        force, friction, impulse, _ = self.sums(n, since)
        levels = self._problems.levels[since:n]
        return where_solved(force, levels), where_solved(friction, levels), impulse

    def sums(self, n: int, since: int = 0) -> ContactSums:
        """What the contacts of each state from `since` to before n add up to."""
        return self._states.sums(n, self.settings, since)

    def own_counts(self, part: slice) -> dict[str, np.ndarray]:
        """Of each of the states `part`: whether it `repeats`, and how many `contacts` and `joints` it has of its own."""
        begin, end, _ = part.indices(len(self))
        return self._states.own_counts(begin, end)

    def append(self, record: Record, rows: int, *, is_given: bool = False) -> bool:
        """Append the first `rows` rows of a record. Raises ArgumentError if it is on disk.

        is_given : it may be kept, instead of being copied
        Returns whether it was: then it is written to no more.
        """
        is_kept = is_given and rows > 0 and not len(self)
        if is_kept:
            self._growing().begin_with(record, rows)
        elif rows > 0:
            states = self._growing()
            states.append(record, rows)
            if (followed := states.to_let_go) is not None:
                self.find_events()  # of contacts that go
                with self._finding:
                    states.let_go(followed, self.settings)
        return is_kept

    def give_back_room(self) -> None:
        """Take no more memory than its states need, as few follow soon; not while some are appended."""
        if isinstance(self._states, StatesInMemory):
            self._states.give_back_room()

    def follow(self, blocks: BlocksOnDisk, most: int) -> None:
        """Let states go that a journal has, so that all take no more than `most` bytes in memory: they are read from there.

        Raises ArgumentError if it stays in its file.
        """
        self._growing().follow(blocks, most)

    def record(self, start: int, stop: int) -> Record:
        """States from `start` on as `append` takes them, to `stop`, or fewer where they are read from a file.

        Contacts that state `start` repeats lie before those of the record.
        """
        return self._states.record(start, stop)

    def block(self, start: int, end: int) -> Record:
        """The states from `start` on, none from `end` on, that a file is to have in one block, as `record` gives them."""
        record = self.record(start, min(start + _OF_BLOCK, end))
        while len(record.t) > 1 and sum(column.nbytes for column in record) > _LARGE:
            record = self.record(start, start + len(record.t) // 2)
        return record

    def fill(self, states: list[dict[str, Any]], contacts: Mapping[int, dict[str, Any]]) -> None:
        """Append states of plain numbers, as older files have them; contacts by the index of their state among these."""
        if states:
            self.append(record_of_states(states, contacts, self.scene, self.last), len(states))

    def index_at(self, t: float) -> int:
        """Index of the last state not after t; the first one if t is before it. Raises ArgumentError when empty."""
        if len(self) == 0:
            raise ArgumentError("the recording is empty: nothing was simulated yet")
        return max(0, int(np.searchsorted(self.t, t + 1e-9 * self.settings.dt, side="right")) - 1)

    def state_at(self, t: float) -> State:
        """The last recorded state not after t, as it was recorded: nothing is interpolated."""
        i = self.index_at(t)
        return State(float(self.t[i]), self.q[i], self.v[i])

    @property
    def problems(self) -> ProblemColumns:
        """What is kept of the problems that were solved; `solved_problem` makes one of it."""
        return self._problems

    def contact_columns(self, i: int) -> tuple[np.ndarray, Array]:
        """Of state i's contacts shapes (k, 4) and numbers (k, CONTACT_NUMBERS), as `Record` has them."""
        i = range(len(self))[i]
        return self._states.contacts(i)

    def contact_rows(self, part: slice) -> tuple[np.ndarray, np.ndarray, Array]:
        """Of the states `part`: one past the last contact of each, among all their shapes (k, 4) and numbers, which follow."""
        part = slice(*part.indices(len(self)))
        return self._states.contact_rows(part)

    def repeats(self, i: int) -> bool:
        """Whether state i rests as the one before did, with the same contacts and forces: they are kept once."""
        i = range(len(self))[i]
        return self._states.repeats(i)

    def contacts(self, i: int) -> Contacts:
        """The contacts of state i."""
        i, kept = range(len(self))[i], self._contacts
        found = kept.get(i)
        if found is None:
            if len(kept) >= _STATES_KEPT:
                kept.clear()
            found = kept[i] = contacts_of(self.scene, self.settings, *self.contact_columns(i))
        return found

    def snapshot(self, i: int, poses: Array | None = None) -> Snapshot:
        """State i, ready to be shown; with `poses` (frames, 4, 4) of it if they are known already."""
        i = range(len(self))[i]
        q = self.q[i].copy()
        solved = self.residual[i] <= self.settings.residual_asked
        return Snapshot(
            t=float(self.t[i]),
            q=frozen(q),
            v=frozen(self.v[i].copy()),
            poses=frozen(frame_poses(self.scene.model, q) if poses is None else poses),
            contacts=self.contacts(i),
            kinetic=float(self.kinetic[i]),
            potential=float(self.potential[i]),
            residual=float(self.residual[i]),
            step_error=float(self.step_error[i]),
            iterations=int(self.iterations[i]),
            status="" if solved else tr("the contact solve stopped above its tolerance"),
        )

    def cut(self, t: float) -> None:
        """Forget all states after t, and their events. Raises ArgumentError if it is on disk, or was let go to a journal."""
        states = self._growing()
        if gone := states.begin:
            raise ArgumentError(
                "the first {gone} of {count} states were let go and are read from the journal of the run: those after t = "
                "{t:.6g} s cannot be taken away",
                gone=gone,
                count=len(self),
                t=t,
            )
        with self._finding:
            states.cut(self.index_at(t) + 1)
            self._contacts = {}  # another: a thread may be adding to the one of before
            if self._searched > len(states):
                self._searched = len(states)
                _, ranges, shapes, _ = states.in_memory
                self._finder.resume(ranges, shapes)
                self._events.cut(float(self.t[-1]))

    @property
    def last(self) -> Before:
        """What the states to be appended follow."""
        return self._growing().before

    def _growing(self) -> StatesInMemory:
        if isinstance(self._states, StatesOnDisk):
            raise self._stays()
        return self._states

    def _stays(self) -> ArgumentError:
        return ArgumentError(
            "the recording of {count} states stays in its file: no state is added to it or taken away", count=len(self)
        )


def _of_records(scene: Scene, settings: Settings, records: tuple[Record, ...], texts: dict[str, Any]) -> Recording:
    """A recording from what a pickle has of it."""
    recording = Recording(scene, settings)
    for record in records:
        recording.append(record, len(record.t))
    vars(recording).update(texts)
    return recording
