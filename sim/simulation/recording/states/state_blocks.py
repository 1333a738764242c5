"""Blocks of recorded states as bytes: whole columns, which take a thousandth of the time of a message a state.

A block is how many states, contacts, and joints' limits and frictions it has (three int64), then each column of `Record` in
its order, little-endian. Of a column the first bytes of all numbers come first, then the second, and so on, numbers of one
place in their rows together: what hardly changes packs well so. Source: the byte shuffle of HDF5 and Blosc.
Blocks of before format 6 of recordings have no `doubtful`, and contacts without `across`; they are read too.
"""

from __future__ import annotations

import struct

import numpy as np

from ....contact.contacts import Mode
from ....errors import RecordingError
from ...scene.scene import Scene
from ...step_arrays import (
    ACROSS,
    CONTACT_NUMBERS,
    ENTRY,
    IMPACT,
    IMPACT_LEVEL,
    MODE,
    PLANNED,
    SHAPE_A,
    SHAPE_B,
    Record,
    make_record,
)

_HEAD = struct.Struct("<3q")  # states, contacts, joints


def block_of(record: Record) -> bytes:
    """The states of a record, all its rows, as bytes."""
    head = _HEAD.pack(len(record.t), len(record.contacts), len(record.joints))
    return b"".join([head, *(_shuffled(column) for column in record)])


def record_of(block: bytes, scene: Scene, before: tuple[int, int], what: str) -> Record:
    """The states of a block.

    before : how many contacts and joints come before it: a state that repeats the last one has those
    what   : it is, for sentences
    Raises RecordingError for what is no block of this scene's states.
    """
    if len(block) < _HEAD.size:
        raise RecordingError(f"{what} has {len(block)} bytes; its head alone has {_HEAD.size}")
    rows, contacts, joints = _HEAD.unpack_from(block)
    if min(rows - 1, contacts, joints) < 0 or rows + contacts + joints > len(block):
        raise RecordingError(f"{what} says that it has {rows} states, {contacts} contacts and {joints} joints")
    empty = make_record(rows, contacts, joints, scene.model.nq, scene.model.nv)
    empty = empty._replace(shapes=np.zeros(empty.shapes.shape, dtype=np.int64))
    size = _HEAD.size + sum(column.nbytes for column in empty)
    older = empty._replace(doubtful=empty.doubtful[:0], contacts=empty.contacts[:, : ENTRY + ACROSS])
    is_older = len(block) == _HEAD.size + sum(column.nbytes for column in older)
    if size != len(block) and not is_older:
        raise RecordingError(f"{what} has {len(block)} bytes; its {rows} states of {scene.name!r} have {size}")
    place, columns = _HEAD.size, []
    for column in older if is_older else empty:
        columns.append(_unshuffled(block[place : place + column.nbytes], column))
        place += column.nbytes
    record = Record(*columns)
    if is_older:
        across = np.zeros((contacts, CONTACT_NUMBERS - ENTRY - ACROSS))
        record = record._replace(doubtful=empty.doubtful, contacts=np.hstack((record.contacts, across)))
    _check(record, scene, before, what)
    return record


def _shuffled(column: np.ndarray) -> bytes:
    if not column.size:
        return b""
    numbers = np.ascontiguousarray(column.reshape(len(column), -1).T, dtype=column.dtype.newbyteorder("<"))
    return numbers.view(np.uint8).reshape(-1, 8).T.tobytes()


def _unshuffled(data: bytes, like: np.ndarray) -> np.ndarray:
    if not like.size:
        return like
    numbers = np.ascontiguousarray(np.frombuffer(data, np.uint8).reshape(8, -1).T).view(like.dtype.newbyteorder("<"))
    return np.ascontiguousarray(numbers.reshape(-1, len(like)).T, dtype=like.dtype).reshape(like.shape)


def _check(record: Record, scene: Scene, before: tuple[int, int], what: str) -> None:
    """Raise RecordingError unless all that is an index has something to point at, and times do not go back."""
    if not np.all(np.isfinite(record.t)) or np.any(np.diff(record.t) < 0.0):
        raise RecordingError(f"{what}: its times are not finite, or go back")
    last = np.array([len(scene.system.shapes) - 1, len(scene.system.shapes) - 1, max(Mode), 1])
    shapes = record.shapes[:, [SHAPE_A, SHAPE_B, MODE, IMPACT]]
    ranges = ((record.first, record.last, len(record.contacts), before[0]),
              (record.first_joint, record.last_joint, len(record.joints), before[1]))  # fmt: skip
    wrong = [
        name
        for name, bad in (
            ("shapes", np.any(shapes < 0) or np.any(shapes > last)),
            ("level", np.any(record.level < PLANNED) or np.any(record.level > IMPACT_LEVEL)),
            ("iterations", np.any(record.iterations < 0)),
            ("doubtful", np.any(record.doubtful < 0) or np.any(record.doubtful > len(scene.system.shapes) ** 2)),
            ("joints", np.any(record.joints < [-2, 1, -1]) or np.any(record.joints > _most_joints(scene))),
            *(
                ("contacts", np.any(first < -known) or np.any(first > last) or np.any(last > count)
                 or np.any(np.diff(last) < 0) or last[-1] != count)
                for first, last, count, known in ranges
            ),
        )
        if bad
    ]  # fmt: skip
    if wrong:
        raise RecordingError(f"{what}: its {' and '.join(dict.fromkeys(wrong))} cannot be those of {scene.name!r}")


def _most_joints(scene: Scene) -> list[int]:
    rows = len(scene.model.table)
    return [-1, rows - 1, rows]
