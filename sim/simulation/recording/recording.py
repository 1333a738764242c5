"""What a simulation has been through: columns over time that only grow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array, frozen
from ...contact.contacts import Contacts
from ...errors import ArgumentError
from ...multibody.kinematics.kinematics import frame_poses
from ...multibody.model.state import State
from ..step_arrays import CONTACT_NUMBERS, IMPACT, IMPULSE, NORMAL, make_record
from .event_finder import EventFinder
from .events import Event
from .growing_array import GrowingArray
from .problem_columns import ProblemColumns, read_problems
from .recorded_contacts import contacts_of, sums_by_state
from .snapshot import Snapshot

if TYPE_CHECKING:
    from ...multibody.model.model import Finding
    from ..scene.scene import Scene
    from ..scene.settings import Settings
    from ..step_arrays import Record


_BLOCK = 4096  # states that are searched at a time


class Recording:
    """States of a scene over time, with energies, contacts and solver reports. Times do not decrease."""

    def __init__(self, scene: Scene, settings: Settings) -> None:
        nq, nv = scene.model.nq, scene.model.nv
        self.scene = scene
        self.settings = settings
        self.events: list[Event] = []
        self.notes: list[str] = []  # what went wrong or was given up on, in sentences
        self.findings: tuple[Finding, ...] = ()  # of its file: what is missing, or has changed since
        self._finder = EventFinder(self._names)
        self._t = GrowingArray()
        self._q = GrowingArray(nq)
        self._v = GrowingArray(nv)
        self._tau = GrowingArray(nv)
        self._passive = GrowingArray(nv)
        self._energy = GrowingArray(2)
        self._residual = GrowingArray()
        self._step_error = GrowingArray()
        self._iterations = GrowingArray(dtype=np.int64)
        self._first = GrowingArray(
            dtype=np.int64
        )  # the first contact of each state; what repeats a state has those of that one
        self._last = GrowingArray(dtype=np.int64)  # one past the last
        self._pairs = GrowingArray(4, dtype=np.int64)
        self._contacts = GrowingArray(CONTACT_NUMBERS)
        self._problems = ProblemColumns(nq, nv)

    def __len__(self) -> int:
        """Number of states."""
        return len(self._last)

    @property
    def t(self) -> Array:
        """Times (n,) [s]."""
        return self._t.values[: len(self)]

    @property
    def q(self) -> Array:
        """Configurations (n, nq)."""
        return self._q.values[: len(self)]

    @property
    def v(self) -> Array:
        """Velocities (n, nv)."""
        return self._v.values[: len(self)]

    @property
    def tau(self) -> Array:
        """Torques of the controller (n, nv) [N m | N]."""
        return self._tau.values[: len(self)]

    @property
    def passive(self) -> Array:
        """Torques of the joints' own damping, springs, dry friction and limits (n, nv) [N m | N]; means over a step."""
        return self._passive.values[: len(self)]

    @property
    def kinetic(self) -> Array:
        """Kinetic energy (n,) [J]."""
        return self._energy.values[: len(self), 0]

    @property
    def potential(self) -> Array:
        """Potential energy (n,) of gravity, zero at the world's origin, and of springs [J]."""
        return self._energy.values[: len(self), 1]

    @property
    def residual(self) -> Array:
        """Natural-map residual of each contact solve (n,) [m/s]; where forces were solved for, over the largest acceleration [-].

        `problems.is_of_accelerations` tells which.
        """
        return self._residual.values[: len(self)]

    @property
    def step_error(self) -> Array:
        """Error of each step by its own length (n,) [m/s]: one step against two halves; NaN where it was not estimated.

        Of the body that differs most: the difference of its velocity after the step, or of its position over the step; and at
        impacts what velocity they took too much, as their instant lies within the step. Settings say by `error_every` how
        often it is estimated; where it is not, `accuracy_note` has what is known instead.
        """
        return self._step_error.values[: len(self)]

    def last_step_error(self, i: int) -> tuple[float, float] | None:
        """The last estimate of a step's error that is not after state i: when it was [s], and what [m/s]. None: there is none."""
        errors = self.step_error[: range(len(self))[i] + 1]
        for block in range(len(errors), 0, -_BLOCK):
            known = np.flatnonzero(np.isfinite(errors[max(0, block - _BLOCK) : block]))
            if len(known):
                k = max(0, block - _BLOCK) + int(known[-1])
                return float(self.t[k]), float(errors[k])
        return None

    @property
    def iterations(self) -> np.ndarray:
        """Iterations of each contact solve (n,); 0: the warm start was the answer."""
        return self._iterations.values[: len(self)]

    @property
    def normal_impulse(self) -> Array:
        """Sum of the normal impulses of all contacts of each state (n,) [N s]."""
        last = self._last.values
        contacts = self._contacts.values
        normal = np.einsum("ck,ck->c", contacts[:, IMPULSE : IMPULSE + 3], contacts[:, NORMAL : NORMAL + 3])
        return sums_by_state(normal, self._first.values[: len(last)], last)

    def contact_sums(self, n: int) -> tuple[Array, Array, Array]:
        """Of each of the first n states: Σλ_n and Σ‖λ_t‖ [N], and the sum of the normal impulses of impacts [N s].

        In time-stepping a force is the mean over the step; at an impact there is an impulse and no force.
        """
        first, last = self._first.values[:n], self._last.values[:n]
        count = int(last[-1]) if len(last) else 0
        numbers, impact = self._contacts.values[:count], self._pairs.values[:count, IMPACT].astype(bool)
        load, normals = numbers[:, IMPULSE : IMPULSE + 3], numbers[:, NORMAL : NORMAL + 3]
        normal = np.einsum("ck,ck->c", load, normals)
        tangential = np.linalg.norm(load - normal[:, None] * normals, axis=1)
        per_force = 1.0 if self.settings.scheme == "hybrid" else 1.0 / self.settings.dt
        columns = (np.where(impact, 0.0, normal * per_force), np.where(impact, 0.0, tangential * per_force),
                   np.where(impact, normal, 0.0))  # fmt: skip
        forces, frictions, impulses = (sums_by_state(column, first, last) for column in columns)
        return forces, frictions, impulses

    def append(self, record: Record, rows: int) -> None:
        """Append the first `rows` rows of a record, and find their events."""
        if rows == 0:
            return
        count = int(record.last[rows - 1])
        offset = len(self._contacts)
        self._t.append(record.t[:rows])
        self._q.append(record.q[:rows])
        self._v.append(record.v[:rows])
        self._tau.append(record.tau[:rows])
        self._passive.append(record.passive[:rows])
        self._energy.append(record.energy[:rows])
        self._residual.append(record.residual[:rows])
        self._step_error.append(record.step_error[:rows])
        self._iterations.append(record.iterations[:rows])
        self._pairs.append(record.shapes[:count])
        self._contacts.append(record.contacts[:count])
        self._problems.append(record, rows)
        self._first.append(record.first[:rows] + offset)
        self._last.append(record.last[:rows] + offset)  # last: readers go by its length
        ranges = self._first.values, self._last.values
        self.events += self._finder.find(self.t, ranges, self._pairs.values, self._contacts.values, len(self) - rows)

    def rows(self) -> Iterator[tuple[dict[str, Any], np.ndarray, Array]]:
        """Every state as plain numbers, with its contacts' shapes (k, 4) and numbers (k, CONTACT_NUMBERS): what a file keeps.

        A file has no contacts for a state that repeats the one before.
        """
        for i in range(len(self)):
            state = {
                "t": float(self.t[i]),
                "q": self.q[i].tolist(),
                "v": self.v[i].tolist(),
                "tau": self.tau[i].tolist(),
                "passive": self.passive[i].tolist(),
                "kinetic": float(self.kinetic[i]),
                "potential": float(self.potential[i]),
                "residual": float(self.residual[i]),
                "iterations": int(self.iterations[i]),
                **self._problems.row(i),
            }
            if np.isfinite(self.step_error[i]):
                state["step_error"] = float(self.step_error[i])
            if self.repeats(i):
                state["repeats"] = True
            yield state, *self.contact_columns(i)

    def fill(self, states: list[dict[str, Any]], contacts: Mapping[int, dict[str, Any]]) -> None:
        """Append states as `rows` gives them; contacts by the index of their state."""
        record = make_record(len(states), 0, 0, self.scene.model.nq, self.scene.model.nv)
        shapes, numbers, count = [], [], 0
        for i, state in enumerate(states):
            record.t[i], record.residual[i], record.iterations[i] = state["t"], state["residual"], state["iterations"]
            record.step_error[i] = state.get("step_error", np.nan)
            record.q[i], record.v[i], record.tau[i] = state["q"], state["v"], state["tau"]
            record.passive[i] = state["passive"]
            record.energy[i] = state["kinetic"], state["potential"]
            record.first[i] = record.first[i - 1] if state.get("repeats") else count
            if i in contacts:
                shapes.append(np.array(contacts[i]["shapes"], dtype=np.int64).reshape(-1, 4))
                rows = np.full((len(shapes[-1]), CONTACT_NUMBERS), np.nan)  # older files do not have the last columns
                columns = np.array(contacts[i]["numbers"], dtype=np.float64).reshape(len(rows), -1)
                rows[:, : columns.shape[1]] = columns
                numbers.append(rows)
                count += len(shapes[-1])
            record.last[i] = count
        if shapes:
            record = record._replace(shapes=np.concatenate(shapes), contacts=np.concatenate(numbers))
        self.append(read_problems(states, record), len(states))

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
        part = slice(int(self._first.values[i]), int(self._last.values[i]))
        return self._pairs.values[part], self._contacts.values[part]

    def contact_rows(self, part: slice) -> tuple[np.ndarray, np.ndarray, Array]:
        """Of the states `part`: one past the last contact of each, among all their shapes (k, 4) and numbers, which follow."""
        part = slice(*part.indices(len(self)))
        first, last = self._first.values[part], self._last.values[part]
        ends = np.cumsum(last - first)
        rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(last - ends, last - first)
        return ends, self._pairs.values[rows], self._contacts.values[rows]

    def repeats(self, i: int) -> bool:
        """Whether state i rests as the one before did, with the same contacts and forces: they are kept once."""
        i = range(len(self))[i]
        first, last = self._first.values, self._last.values
        return i > 0 and bool(first[i] == first[i - 1] and first[i] < last[i] and last[i] == last[i - 1])

    def contacts(self, i: int) -> Contacts:
        """The contacts of state i."""
        return contacts_of(self.scene, self.settings, *self.contact_columns(i))

    def snapshot(self, i: int, poses: Array | None = None) -> Snapshot:
        """State i, ready to be shown; with `poses` (frames, 4, 4) of it if they are known already."""
        i = range(len(self))[i]
        q = self.q[i].copy()
        solved = self.residual[i] <= self.settings.tolerance
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
            status="" if solved else "the contact solve stopped above its tolerance",
        )

    def cut(self, t: float) -> None:
        """Forget all states after t, and their events."""
        length = self.index_at(t) + 1
        count = int(self._last.values[length - 1])
        for column in (
            self._t,
            self._q,
            self._v,
            self._tau,
            self._passive,
            self._energy,
            self._residual,
            self._step_error,
            self._iterations,
            self._first,
            self._last,
        ):
            column.cut(length)
        self._pairs.cut(count)
        self._contacts.cut(count)
        self._problems.cut(length)
        self._finder.resume((self._first.values, self._last.values), self._pairs.values)
        end = float(self.t[-1])
        self.events = [event for event in self.events if event.t <= end]

    def _names(self, a: int, b: int) -> tuple[str, str]:
        names, bodies = self.scene.model.body_names, self.scene.system.shapes["body"]
        return names[int(bodies[a])], names[int(bodies[b])]
