"""States and contacts from the messages of files of before format 7, which have one for each state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ....errors import RecordingError
from ....texts import tr
from ...step_arrays import ACROSS, CONTACT_NUMBERS, ENTRY, JOINT_NUMBERS, NOT_KEPT, NOT_SOLVED, make_record
from ..recorded_messages import check_contacts, check_states, decoded

if TYPE_CHECKING:
    from ...running.scene.scene import Scene
    from ...step_arrays import Record


class RawStates(NamedTuple):
    """Messages of states that follow each other, as they stand in a file.

    first    : index of the first state
    states   : a message each
    contacts : by the index of their state
    """

    first: int
    states: Sequence[bytes]
    contacts: Mapping[int, bytes]


class Before(NamedTuple):
    """The state before: its time [s], and how many contacts and joints it has, which the next may repeat."""

    t: float = -np.inf
    contacts: int = 0
    joints: int = 0


def record_of_raw(raw: RawStates, scene: Scene, before: Before, path: Path) -> Record:
    """States from a file as a record, whose places of contacts and joints count from those of the state before on.

    Raises RecordingError for the first that is not as it has to be, with the file and the index of the state.
    """
    states = [decoded(data, tr("{path}: state {first}", path=path, first=raw.first + k)) for k, data in enumerate(raw.states)]
    contacts = {i: decoded(data, tr("{path}: the contacts of state {i}", path=path, i=i)) for i, data in raw.contacts.items()}
    for i in contacts:
        if "repeats" in states[i - raw.first]:
            raise RecordingError("{path}: state {i} repeats the one before, and has contacts of its own", path=path, i=i)
    check_states(states, scene, path, raw.first, before.t)
    check_contacts(contacts, scene, path)
    return record_of_states(states, {i - raw.first: one for i, one in contacts.items()}, scene, before)


def record_of_states(
    states: Sequence[dict[str, Any]], contacts: Mapping[int, dict[str, Any]], scene: Scene, before: Before
) -> Record:
    """States as plain numbers as a record; contacts by the index of their state in `states`."""
    record = make_record(len(states), 0, 0, scene.model.nq, scene.model.nv)
    shapes, numbers, joints, joint_numbers = (list[np.ndarray]() for _ in range(4))
    for i, state in enumerate(states):
        record.t[i], record.residual[i], record.iterations[i] = state["t"], state["residual"], state["iterations"]
        record.step_error[i], record.doubtful[i] = state.get("step_error", np.nan), state.get("doubtful", 0)
        record.q[i], record.v[i], record.tau[i] = state["q"], state["v"], state["tau"]
        record.passive[i] = state["passive"]
        record.energy[i] = state["kinetic"], state["potential"]
        record.level[i] = state.get("level", NOT_KEPT)
        if record.level[i] >= NOT_SOLVED:
            record.q_solved[i], record.diagonal[i] = state["q_solved"], state["diagonal"]
        own = np.zeros((0, 3), np.int64), np.zeros((0, JOINT_NUMBERS))
        if record.level[i] >= NOT_SOLVED and not state.get("repeats"):
            one = np.array(state["joints"], dtype=np.int64).reshape(-1, 3)
            own = one, np.array(state["joint_numbers"], dtype=np.float64).reshape(len(one), JOINT_NUMBERS)
        touching = contacts.get(i, {"shapes": [], "numbers": []})
        pairs = np.array(touching["shapes"], dtype=np.int64).reshape(-1, 4)
        rows = np.full((len(pairs), CONTACT_NUMBERS), np.nan)  # older files do not have the last columns
        rows[:, ENTRY + ACROSS :] = 0.0
        if len(pairs):
            columns = np.array(touching["numbers"], dtype=np.float64).reshape(len(rows), -1)
            rows[:, : columns.shape[1]] = columns
        for found, part in zip((shapes, numbers, joints, joint_numbers), (pairs, rows, *own), strict=True):
            found.append(part)
    repeats = np.array([bool(state.get("repeats")) for state in states])
    record.first[:], record.last[:] = _ranges([len(one) for one in shapes], repeats, before.contacts)
    record.first_joint[:], record.last_joint[:] = _ranges([len(one) for one in joints], repeats, before.joints)
    return record._replace(
        shapes=np.concatenate(shapes),
        contacts=np.concatenate(numbers),
        joints=np.concatenate(joints),
        joint_numbers=np.concatenate(joint_numbers),
    )


def _ranges(own: ArrayLike, repeats: np.ndarray, before: int) -> tuple[np.ndarray, np.ndarray]:
    """Where what each state has begins and ends, from how many it has of its own; one that repeats has those before it."""
    last = np.cumsum(own, dtype=np.int64)
    first = last - np.asarray(own)
    place = np.maximum.accumulate(np.where(repeats, -1, np.arange(len(last))))
    return np.where(place >= 0, first[place], -before), last
