"""States and contacts from the messages of a file: some hundred states at a time, straight into columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from ....contact.contacts import Mode
from ....errors import RecordingError
from ...step_arrays import (
    ACROSS,
    CONTACT_NUMBERS,
    ENTRY,
    IMPACT_LEVEL,
    JOINT_NUMBERS,
    NOT_KEPT,
    NOT_SOLVED,
    PLANNED,
    make_record,
)
from ..recorded_messages import check_contacts, check_states, decoded

if TYPE_CHECKING:
    from ...scene.scene import Scene
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


class _State(msgspec.Struct):
    t: float
    q: list[float]
    v: list[float]
    tau: list[float]
    passive: list[float]
    kinetic: float
    potential: float
    residual: float
    iterations: Annotated[int, msgspec.Meta(ge=0, le=2**62)]
    level: Annotated[int, msgspec.Meta(ge=PLANNED, le=IMPACT_LEVEL)]
    q_solved: list[float]
    diagonal: list[float]
    joints: list[int]
    joint_numbers: list[float | None]
    step_error: float | None = None
    doubtful: Annotated[int, msgspec.Meta(ge=0, le=2**62)] = 0
    repeats: bool = False


class _Contacts(msgspec.Struct):
    shapes: list[int]
    numbers: list[float | None]


_DECODE_STATE = msgspec.json.Decoder(_State).decode
_DECODE_CONTACTS = msgspec.json.Decoder(_Contacts).decode


def record_of_raw(raw: RawStates, scene: Scene, before: Before, path: Path) -> Record:
    """States from a file as a record, whose places of contacts and joints count from those of the state before on.

    Raises RecordingError for the first that is not as it has to be, with the file and the index of the state.
    """
    record = _quickly(raw, scene, before)
    return record if record is not None else _carefully(raw, scene, before, path)


def record_of_states(
    states: Sequence[dict[str, Any]],
    contacts: Mapping[int, dict[str, Any]],
    scene: Scene,
    before: Before,
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
        shapes=np.concatenate(shapes), contacts=np.concatenate(numbers),
        joints=np.concatenate(joints), joint_numbers=np.concatenate(joint_numbers),
    )  # fmt: skip


def _ranges(own: ArrayLike, repeats: np.ndarray, before: int) -> tuple[np.ndarray, np.ndarray]:
    """Where what each state has begins and ends, from how many it has of its own; one that repeats has those before it."""
    last = np.cumsum(own, dtype=np.int64)
    first = last - np.asarray(own)
    place = np.maximum.accumulate(np.where(repeats, -1, np.arange(len(last))))
    return np.where(place >= 0, first[place], -before), last


def _carefully(raw: RawStates, scene: Scene, before: Before, path: Path) -> Record:
    """Message by message, whatever they hold."""
    states = [decoded(data, f"{path}: state {raw.first + k}") for k, data in enumerate(raw.states)]
    contacts = {i: decoded(data, f"{path}: the contacts of state {i}") for i, data in raw.contacts.items()}
    for i in contacts:
        if "repeats" in states[i - raw.first]:
            raise RecordingError(f"{path}: state {i} repeats the one before, and has contacts of its own")
    check_states(states, scene, path, raw.first, before.t)
    check_contacts(contacts, scene, path)
    return record_of_states(states, {i - raw.first: one for i, one in contacts.items()}, scene, before)


def _quickly(raw: RawStates, scene: Scene, before: Before) -> Record | None:
    """The same for messages of numbers that are as they have to be, all of the newest format. None: some are not."""
    try:
        states = list(map(_DECODE_STATE, raw.states))
        found = {i - raw.first: _DECODE_CONTACTS(data) for i, data in sorted(raw.contacts.items())}
    except msgspec.MsgspecError:
        return None
    nq, nv, n = scene.model.nq, scene.model.nv, len(states)
    record = make_record(n, 0, 0, nq, nv)
    for name in ("t", "residual", "iterations", "doubtful", "level"):
        getattr(record, name)[:] = list(map(attrgetter(name), states))
    record.energy[:] = list(map(attrgetter("kinetic", "potential"), states))
    record.step_error[:] = np.array(list(map(attrgetter("step_error"), states)), dtype=np.float64)  # None: NaN
    repeats = np.array(list(map(attrgetter("repeats"), states)), dtype=bool)
    for name, count in (("q", nq), ("v", nv), ("tau", nv), ("passive", nv), ("q_solved", nq), ("diagonal", nv)):
        rows = list(map(attrgetter(name), states))
        if set(map(len, rows)) != {count}:
            return None
        getattr(record, name)[:] = np.fromiter(chain.from_iterable(rows), np.float64, n * count).reshape(n, count)
    own_joints = _filled([(one.joints, one.joint_numbers) for one in states], 3, JOINT_NUMBERS)
    own_contacts = _filled([(one.shapes, one.numbers) for one in found.values()], 4, CONTACT_NUMBERS)
    if own_joints is None or own_contacts is None:
        return None
    joint_counts, joints, joint_numbers = own_joints
    kept = np.repeat(~repeats, joint_counts)
    joint_counts[repeats] = 0
    counts = np.zeros(n, dtype=np.int64)
    counts[list(found)], shapes, numbers = own_contacts
    record.first[:], record.last[:] = _ranges(counts, repeats, before.contacts)
    record.first_joint[:], record.last_joint[:] = _ranges(joint_counts, repeats, before.joints)
    record = record._replace(shapes=shapes, contacts=numbers, joints=joints[kept], joint_numbers=joint_numbers[kept])
    return record if _is_sound(record, scene, before, raw, repeats) else None


def _filled(
    rows: Sequence[tuple[list[int], list[float | None]]], wide: int, many: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """How many rows each has, and the rows of all: whole numbers (k, wide) and numbers (k, many). None: they are not so."""
    lengths = np.array([(len(wholes), len(numbers)) for wholes, numbers in rows], dtype=np.int64).reshape(-1, 2)
    counts = lengths[:, 0] // wide
    if np.any(lengths[:, 0] % wide) or np.any(counts * many != lengths[:, 1]):
        return None
    try:
        wholes = np.array([*chain.from_iterable(one for one, _ in rows)], dtype=np.int64).reshape(-1, wide)
    except OverflowError:
        return None
    return counts, wholes, np.array([*chain.from_iterable(one for _, one in rows)], dtype=np.float64).reshape(-1, many)


def _is_sound(record: Record, scene: Scene, before: Before, raw: RawStates, repeats: np.ndarray) -> bool:
    """Whether all is as `check_states` and `check_contacts` want it."""
    rows, shapes = len(scene.model.table), len(scene.system.shapes)
    with_contacts = [k - raw.first for k in raw.contacts]
    return bool(
        np.all(np.isfinite(record.t))
        and np.all(np.diff(record.t, prepend=before.t) >= 0.0)
        and not (raw.first == 0 and repeats[0])
        and np.all((record.last - record.first)[with_contacts] > 0)
        and not np.any(repeats[with_contacts])
        and np.all((record.joints >= (-2, 1, -1)) & (record.joints <= (-1, rows - 1, rows)))
        and np.all((record.shapes >= 0) & (record.shapes <= (shapes - 1, shapes - 1, max(Mode), 1)))
    )
