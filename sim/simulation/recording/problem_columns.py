"""What a recording keeps of the problems that were solved, beside the entries of its contacts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ..step_arrays import ACCELERATION, JOINT_NUMBERS, NOT_KEPT, NOT_SOLVED
from .growing_array import GrowingArray

if TYPE_CHECKING:
    from ..step_arrays import Record


class ProblemColumns:
    """Columns of `Record` from `level` on, over all states; read by `solved_problem`."""

    def __init__(self, nq: int, nv: int) -> None:
        self._level = GrowingArray(dtype=np.int64)
        self._q = GrowingArray(nq)
        self._diagonal = GrowingArray(nv)
        self._joints = GrowingArray(3, dtype=np.int64)
        self._numbers = GrowingArray(JOINT_NUMBERS)
        self._first = GrowingArray(dtype=np.int64)  # the first joint of each state
        self._last = GrowingArray(dtype=np.int64)  # one past the last

    def append(self, record: Record, rows: int) -> None:
        """Append the first `rows` rows of a record."""
        count, offset = int(record.last_joint[rows - 1]), len(self._joints)
        self._level.append(record.level[:rows])
        self._q.append(record.q_solved[:rows])
        self._diagonal.append(record.diagonal[:rows])
        self._joints.append(record.joints[:count])
        self._numbers.append(record.joint_numbers[:count])
        self._first.append(record.first_joint[:rows] + offset)
        self._last.append(record.last_joint[:rows] + offset)

    def cut(self, length: int) -> None:
        """Forget all states from `length` on."""
        count = int(self._last.values[length - 1])
        for column in (self._level, self._q, self._diagonal, self._first, self._last):
            column.cut(length)
        for column in (self._joints, self._numbers):
            column.cut(count)

    @property
    def levels(self) -> np.ndarray:
        """`level` of each state (n,)."""
        return self._level.values

    @property
    def configurations(self) -> Array:
        """`configuration` of each state (n, nq)."""
        return self._q.values

    def level(self, i: int) -> int:
        """What the problem of state i was of: ACCELERATION, VELOCITY_LEVEL, IMPACT_LEVEL, NOT_SOLVED or NOT_KEPT."""
        return int(self._level.values[i])

    def is_of_accelerations(self, i: int) -> bool:
        """Whether forces were solved for at state i; then its residual is relative to the largest acceleration."""
        return self.level(i) == ACCELERATION

    def is_start(self, i: int) -> bool:
        """Whether no solve led to state i: a simulation starts from it."""
        return self.level(i) == NOT_SOLVED

    def configuration(self, i: int) -> Array:
        """Where the problem of state i was set up (nq,)."""
        return self._q.values[i]

    def diagonal(self, i: int) -> Array:
        """What was added to the diagonal of the mass matrix in it (nv,)."""
        return self._diagonal.values[i]

    def joints(self, i: int) -> tuple[np.ndarray, Array]:
        """The limits and dry frictions of joints in it: (k, 3) and (k, JOINT_NUMBERS) as `Record` has them."""
        part = slice(int(self._first.values[i]), int(self._last.values[i]))
        return self._joints.values[part], self._numbers.values[part]

    def row(self, i: int) -> dict[str, Any]:
        """Of state i as plain numbers, for a file."""
        joints, numbers = self.joints(i)
        return {
            "level": self.level(i),
            "q_solved": self.configuration(i).tolist(),
            "diagonal": self.diagonal(i).tolist(),
            "joints": joints.ravel().tolist(),
            "joint_numbers": numbers.ravel().tolist(),
        }


def read_problems(states: list[dict[str, Any]], record: Record) -> Record:
    """A record with what `ProblemColumns.row` gave for each of its states; older files have none of it."""
    joints, numbers, count = [np.zeros((0, 3), np.int64)], [np.zeros((0, JOINT_NUMBERS))], 0
    for i, state in enumerate(states):
        record.first_joint[i], record.level[i] = count, state.get("level", NOT_KEPT)
        if record.level[i] != NOT_KEPT:
            record.q_solved[i], record.diagonal[i] = state["q_solved"], state["diagonal"]
        if state.get("repeats"):
            record.first_joint[i] = record.first_joint[i - 1]
        elif record.level[i] != NOT_KEPT:
            joints.append(np.array(state["joints"], dtype=np.int64).reshape(-1, 3))
            numbers.append(np.array(state["joint_numbers"], dtype=np.float64).reshape(len(joints[-1]), JOINT_NUMBERS))
            count += len(joints[-1])
        record.last_joint[i] = count
    return record._replace(joints=np.concatenate(joints), joint_numbers=np.concatenate(numbers))
