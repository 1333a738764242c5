"""Blocks of recorded states as bytes: whole columns, which take a thousandth of the time of a message a state.

A block is how many states, contacts, and joints' limits and frictions it has (three int64), then each column of `Record` in
its order, little-endian: the first number of every row, then the second of every row, and so on. What changes little from
state to state stands side by side and packs well; a column of one number a state is an array as it is.
Journals of before format 7 have the first bytes of all these numbers, then the second, and so on, and shapes of 8 bytes;
before format 6 no `doubtful` either, and contacts without `across`. They are read too.
"""

from __future__ import annotations

import struct

import numpy as np

from ....contact.contacts import Mode
from ....errors import RecordingError
from ...running.scene.scene import Scene
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
_COUNTED = {"shapes": 1, "contacts": 1, "joints": 2, "joint_numbers": 2}  # which of these rows a column has; others: states


def block_of(record: Record) -> bytes:
    """The states of a record, all its rows, as bytes."""
    like = make_record(0, 0, 0, 0, 0)
    columns = (
        np.ascontiguousarray(column.T, dtype=kind.dtype.newbyteorder("<")) for column, kind in zip(record, like, strict=True)
    )
    head = _HEAD.pack(len(record.t), len(record.contacts), len(record.joints))
    return b"".join([head, *(column.reshape(-1).data for column in columns)])


def record_of(block: bytes, scene: Scene, before: tuple[int, int], what: str, *, shuffled: bool = False) -> Record:
    """The states of a block; its columns lie in that, and are not to be written to.

    before   : how many contacts and joints come before it: a state that repeats the last one has those
    what     : it is, for sentences
    shuffled : it is of a journal of before format 7
    Raises RecordingError for what is no block of this scene's states.
    """
    if len(block) < _HEAD.size:
        raise RecordingError(
            "{what} has {count} bytes; its head alone has {size}", what=what, count=len(block), size=_HEAD.size
        )
    counts = rows, contacts, joints = _HEAD.unpack_from(block)
    if min(rows - 1, contacts, joints) < 0 or rows + contacts + joints > len(block):
        raise RecordingError(
            "{what} says that it has {rows} states, {contacts} contacts and {joints} joints",
            what=what,
            rows=rows,
            contacts=contacts,
            joints=joints,
        )
    like = make_record(1, 1, 1, scene.model.nq, scene.model.nv)
    if shuffled:
        like = like._replace(shapes=like.shapes.astype(np.int64))
    older = like._replace(doubtful=like.doubtful[:0], contacts=like.contacts[:, : ENTRY + ACROSS])
    size, size_of_older = (_size(counts, layout) for layout in (like, older))
    is_older = shuffled and len(block) == size_of_older
    if size != len(block) and not is_older:
        raise RecordingError(
            "{what} has {count} bytes; its {rows} states of {scene!r} have {size}",
            what=what,
            count=len(block),
            rows=rows,
            scene=scene.name,
            size=size,
        )
    place, columns = _HEAD.size, []
    for name, column in (older if is_older else like)._asdict().items():
        of_row, count = column.shape[1:], counts[_COUNTED.get(name, 0)] if len(column) else 0
        data = np.frombuffer(block, np.uint8, count * column.nbytes, place)
        if shuffled:
            data = np.ascontiguousarray(data.reshape(8, -1).T)
        columns.append(data.view(column.dtype.newbyteorder("<")).reshape(*of_row, count).T)
        place += data.size
    record = Record(*columns)
    if is_older:
        across = np.zeros((contacts, CONTACT_NUMBERS - ENTRY - ACROSS))
        record = record._replace(doubtful=np.zeros(rows, dtype=np.int64), contacts=np.hstack((record.contacts, across)))
    _check(record, scene, before, what)
    return record


def part_of(record: Record, states: slice) -> Record:
    """Some states of a block by themselves, as `Recording.append` takes them: with the contacts and joints that they add."""
    contacts, joints = (
        slice(int(last[states.start - 1]) if states.start else 0, int(last[states.stop - 1]))
        for last in (record.last, record.last_joint)
    )
    begins = {"first": contacts, "last": contacts, "first_joint": joints, "last_joint": joints}
    rows = (states, contacts, joints)
    columns = {name: column[rows[_COUNTED.get(name, 0)]] for name, column in record._asdict().items()}
    return Record(**{name: column - begins[name].start if name in begins else column for name, column in columns.items()})


def _size(counts: tuple[int, int, int], layout: Record) -> int:
    """Bytes of a block whose columns have such rows."""
    return _HEAD.size + sum(counts[_COUNTED.get(name, 0)] * one.nbytes for name, one in layout._asdict().items())


def _check(record: Record, scene: Scene, before: tuple[int, int], what: str) -> None:
    """Raise RecordingError unless all that is an index has something to point at, and times do not go back."""
    if not np.all(np.isfinite(record.t)) or np.any(np.diff(record.t) < 0.0):
        raise RecordingError("{what}: its times are not finite, or go back", what=what)
    last = np.array([len(scene.system.shapes) - 1, len(scene.system.shapes) - 1, max(Mode), 1])
    shapes = record.shapes[:, [SHAPE_A, SHAPE_B, MODE, IMPACT]]
    ranges = (
        (record.first, record.last, len(record.contacts), before[0]),
        (record.first_joint, record.last_joint, len(record.joints), before[1]),
    )
    wrong = [
        name
        for name, bad in (
            ("shapes", np.any(shapes < 0) or np.any(shapes > last)),
            ("level", np.any(record.level < PLANNED) or np.any(record.level > IMPACT_LEVEL)),
            ("iterations", np.any(record.iterations < 0)),
            ("doubtful", np.any(record.doubtful < 0) or np.any(record.doubtful > len(scene.system.shapes) ** 2)),
            ("joints", np.any(record.joints < [-2, 1, -1]) or np.any(record.joints > _most_joints(scene))),
            *(
                (
                    "contacts",
                    np.any(first < -known)
                    or np.any(first > last)
                    or np.any(last > count)
                    or np.any(np.diff(last) < 0)
                    or last[-1] != count,
                )
                for first, last, count, known in ranges
            ),
        )
        if bad
    ]
    if wrong:
        raise RecordingError(
            "{what}: its {fromkeys} cannot be those of {scene!r}",
            what=what,
            fromkeys=" and ".join(dict.fromkeys(wrong)),
            scene=scene.name,
        )


def _most_joints(scene: Scene) -> list[int]:
    rows = len(scene.model.table)
    return [-1, rows - 1, rows]
