"""The messages of a recording as JSON, to the last bit, and what is wrong with one that is not as it has to be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ...contact.contacts import Mode
from ...errors import RecordingError
from ...texts import plain, tr
from ..step_arrays import ACROSS, CONTACT_NUMBERS, ENTRY, IMPACT_LEVEL, JOINT_NUMBERS, PLANNED, VELOCITY_BEFORE

if TYPE_CHECKING:
    from ..running.scene.scene import Scene

_NUMBER_TYPES = {float, int, type(None)}  # None: unknown
_NUMBERS = ("t", "kinetic", "potential", "residual", "iterations")


def encoded(message: dict[str, Any]) -> bytes:
    """A message as JSON. What is no number is null; infinity is a number too large for any, which JSON has a word for."""
    data = msgspec.json.encode(message, enc_hook=plain)
    if b"null" not in data:
        return data
    return json.dumps(message).replace("Infinity", "1e999").replace("NaN", "null").encode()


def decoded(data: bytes, what: str) -> dict[str, Any]:
    """A message from JSON; `what` it is, for the sentence of the RecordingError if it is none."""
    try:
        try:
            message = msgspec.json.decode(data)
        except msgspec.ValidationError:  # a number that is too large
            message = json.loads(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RecordingError("{what} is no JSON: {error}", what=what, error=error) from None
    if not isinstance(message, dict):
        raise RecordingError("{what} is no object of JSON, but {name}", what=what, name=type(message).__name__)
    return message


def check_states(states: list[dict[str, Any]], scene: Scene, path: Path, first: int, t: float) -> None:
    """Raise RecordingError for the first state that is not as those of the scene have to be.

    first : index of the first of them
    t     : time of the state before it [s]
    """
    nq, nv, rows = scene.model.nq, scene.model.nv, len(scene.model.table)
    for i, state in enumerate(states, start=first):
        what = tr("{path}: state {i}", path=path, i=i)
        for name in _NUMBERS:
            if type(_value(state, name, what)) not in _NUMBER_TYPES:
                raise RecordingError(
                    "{what}: {name} must be a number; the file has {state!r:.60}", what=what, name=name, state=state[name]
                )
        for name, count in (("q", nq), ("v", nv), ("tau", nv), ("passive", nv)):
            _check_row(_value(state, name, what), count, f"{what}: {name}")
        if state["t"] is None or not isfinite(state["t"]):
            raise RecordingError("{what}: t must be a finite time; the file has {state!r}", what=what, state=state["t"])
        _check_whole(state["iterations"], 0, 2**62, f"{what}: iterations")
        if type(state.get("step_error")) not in _NUMBER_TYPES:
            raise RecordingError(
                "{what}: step_error must be a number; the file has {state!r:.60}", what=what, state=state["step_error"]
            )
        if "doubtful" in state:
            _check_whole(state["doubtful"], 1, len(scene.system.shapes) ** 2, f"{what}: doubtful")
        if "repeats" in state and not (state["repeats"] is True and i > 0):
            raise RecordingError(
                "{what}: repeats must be true, and not of the first; the file has {state!r:.60}",
                what=what,
                state=state["repeats"],
            )
        if "level" in state:
            _check_problem(state, nq, nv, rows, what)
    for i, (before, after) in enumerate(pairwise([t, *(state["t"] for state in states)]), start=first):
        if after < before:
            raise RecordingError(
                "{path}: state {i}: t goes back from {before!r} to {after!r}", path=path, i=i, before=before, after=after
            )


def _check_problem(state: dict[str, Any], nq: int, nv: int, rows: int, what: str) -> None:
    """The same for what is kept of the problem that was solved, since format 4."""
    _check_whole(state["level"], PLANNED, IMPACT_LEVEL, f"{what}: level")
    _check_row(_value(state, "q_solved", what), nq, f"{what}: q_solved")
    _check_row(_value(state, "diagonal", what), nv, f"{what}: diagonal")
    joints, numbers = _value(state, "joints", what), _value(state, "joint_numbers", what)
    _check_row(joints, None, f"{what}: joints")
    _check_row(numbers, None, f"{what}: joint_numbers")
    if len(joints) % 3 or len(numbers) * 3 != len(joints) * JOINT_NUMBERS:
        raise RecordingError(
            "{what}: {count} joints and {numbers_count} joint_numbers; each joint has 3 and {joint_numbers}",
            what=what,
            count=len(joints),
            numbers_count=len(numbers),
            joint_numbers=JOINT_NUMBERS,
        )
    for column, (least, most) in enumerate(((-2, -1), (1, rows - 1), (-1, rows))):
        for value in joints[column::3]:
            _check_whole(value, least, most, tr("{what}: number {column} of its joints", what=what, column=column))


_WIDTHS = VELOCITY_BEFORE, ENTRY, ENTRY + ACROSS, CONTACT_NUMBERS  # of a contact, in older files and in new ones


def check_contacts(contacts: dict[int, dict[str, Any]], scene: Scene, path: Path) -> None:
    """Raise RecordingError for the first contacts that are not as those of the scene have to be."""
    last = len(scene.system.shapes) - 1
    for i, message in contacts.items():
        what = tr("{path}: the contacts of state {i}", path=path, i=i)
        pairs, numbers = _value(message, "shapes", what), _value(message, "numbers", what)
        _check_row(pairs, None, f"{what}: shapes")
        _check_row(numbers, None, f"{what}: numbers")
        count, left = divmod(len(pairs), 4)
        if left or count == 0 or len(numbers) not in [width * count for width in _WIDTHS]:
            raise RecordingError(
                "{what}: {count} shapes and {numbers_count} numbers; each contact has 4 and {contact_numbers}",
                what=what,
                count=len(pairs),
                numbers_count=len(numbers),
                contact_numbers=CONTACT_NUMBERS,
            )
        for column, most in enumerate((last, last, max(Mode), 1)):
            for value in pairs[column::4]:
                _check_whole(value, 0, most, tr("{what}: number {column} of its shapes", what=what, column=column))


def names_of(message: Iterable[str]) -> str:
    """What a message has, for a sentence: a name that bits were flipped in may be long, and hold anything."""
    return ", ".join(name if name.isidentifier() else repr(name[:20]) for name in message) or "nothing"


def _value(message: dict[str, Any], name: str, what: str) -> Any:
    if name not in message:
        raise RecordingError("{what} has no {name!r}; it has: {names}", what=what, name=name, names=names_of(message))
    return message[name]


def _check_row(values: Any, count: int | None, what: str) -> None:
    if (
        not isinstance(values, list)
        or (count is not None and len(values) != count)
        or not {*map(type, values)} <= _NUMBER_TYPES
    ):
        wanted = "numbers" if count is None else tr("{count} numbers", count=count)
        raise RecordingError("{what} must be {wanted}; the file has {values!r:.60}", what=what, wanted=wanted, values=values)


def _check_whole(value: Any, least: int, most: int, what: str) -> None:
    if type(value) is not int or not least <= value <= most:
        raise RecordingError(
            "{what} must be a whole number from {least} to {most}; the file has {value!r:.60}",
            what=what,
            least=least,
            most=most,
            value=value,
        )
