"""Steps asked for one by one from Python, without Numba looking at some two hundred arrays each time; and many runs at once.

Numba takes 25 µs to hand the arrays of a simulation over, and a step of few bodies takes three. So that is done once: compiled
code lays them out in memory, word by word as it holds them, and each call passes one address instead.
Source: Numba's data model of arrays (`numba.core.datamodel.models.ArrayModel`): two pointers to owners, which kernels do not
use, number of items, bytes of one, address, shape, strides; every one a word.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from ....arrays import Array, frozen
from ....compiling.marks import by_address
from ....kernel import compile_entry, copy_into, entry, i8, i_out, kernel, m_in, m_out, t_in, t_out, v_out
from ...step_arrays import RESIDUAL, TIME, Control, Record, System, Work
from ..scene.settings import SETTINGS
from .many_steps import BUFFER_FULL, DONE, RECORD_FULL, control_in, record_out, settings_in, system_in, take_steps, work_out


@by_address
class StepArguments(NamedTuple):
    """What `take_steps` takes, all in one group."""

    layout: int  # see `_LAYOUT`
    system: int  # addresses of the groups
    control: int
    work: int
    record: int
    settings: Any  # (1,) SETTINGS
    q: Array  # (nq,)
    v: Array  # (nv,)


def _arguments_type() -> Any:
    settings, q = np.zeros(1, SETTINGS), np.zeros(0)
    return numba.typeof(StepArguments(0, 0, 0, 0, 0, frozen(settings), q, q))


arguments_in = _arguments_type()
_KINDS = (system_in, control_in, work_out, record_out, arguments_in)
_LAYOUT = int(hashlib.sha256(str([kind.types for kind in _KINDS]).encode()).hexdigest()[:12], 16)
"""Stands for the types of all arrays: code that was compiled for others must not be used."""
_OTHER_LAYOUT = -1000


def _group_at(kind: Any) -> Any:
    """Compiled code that looks at memory as a group: group(address)."""

    @intrinsic
    def group(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = context.get_value_type(kind)
            if isinstance(value, ir.PointerType):
                return builder.inttoptr(arguments[0], value)
            return builder.load(builder.inttoptr(arguments[0], value.as_pointer()), align=8)  # Numba's own named tuple

        return kind(types.int64), generate

    return group


def _group_into(kind: Any) -> Any:
    """Compiled code that lays a group out in memory: group_into(group, address)."""

    @intrinsic
    def group_into(typing_context: Any, group: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value, place = arguments
            if isinstance(value.type, ir.PointerType):
                words = context.get_constant(types.int64, _words(kind))
                cgutils.raw_memcpy(builder, builder.inttoptr(place, value.type), value, words, 8, align=8)
            else:  # Numba's own named tuple
                builder.store(value, builder.inttoptr(place, value.type.as_pointer()), align=8)
            return context.get_dummy_value()

        return types.void(kind, types.int64), generate

    return group_into


def _words(kind: Any) -> int:
    """How many words a group takes."""
    return sum(5 + 2 * field.ndim if isinstance(field, types.Array) else 1 for field in kind.types)


_system_at, _control_at, _work_at, _record_at, _arguments_at = map(_group_at, _KINDS)
_system_into, _control_into, _work_into, _record_into, _arguments_into = map(_group_into, _KINDS)
_CONTROL, _WORK, _RECORD, _ARGUMENTS, _ALL = (8 * sum(map(_words, _KINDS[: k + 1])) for k in range(len(_KINDS)))
"""Where each group lies after the one before it, and the size of all [bytes]."""


@entry(system_in, control_in, settings_in, work_out, record_out, v_out, v_out, i8)
def _lay_out(system: Any, control: Any, settings: Any, work: Any, record: Any, q: Array, v: Array, address: int) -> int:
    """Lay all groups out side by side from an address on; where the arguments lie that `_steps_at` takes."""
    _system_into(system, address)
    _control_into(control, address + _CONTROL)
    _work_into(work, address + _WORK)
    _record_into(record, address + _RECORD)
    arguments = StepArguments(_LAYOUT, address, address + _CONTROL, address + _WORK, address + _RECORD, settings, q, v)
    _arguments_into(arguments, address + _ARGUMENTS)
    return address + _ARGUMENTS


@entry(i8, i8, i8)
def _steps_at(address: int, row: int, steps: int) -> int:
    """`take_steps` of the arguments at an address."""
    given = _arguments_at(address)
    if given.layout != _LAYOUT:
        return _OTHER_LAYOUT
    return take_steps(
        _system_at(given.system),
        _control_at(given.control),
        given.settings,
        _work_at(given.work),
        _record_at(given.record),
        row,
        steps,
        given.q,
        given.v,
    )


@entry(i8, i8, i8, m_in, m_in, t_in, m_out, t_out, t_out, m_out, m_out, i_out)
def runs_at(
    address: int,
    first: int,
    last: int,
    starts: Array,
    velocities: Array,
    controls: Array,
    t: Array,
    q: Array,
    v: Array,
    residual: Array,
    step_error: Array,
    status: Array,
) -> int:
    """Take the runs from `first` to before `last`, with the arrays of a simulation laid out at an address.

    starts, velocities, controls : (runs, nq), (runs, nv), and (runs, steps, nv) or (runs, 0, nv); the rest is written
    Returns `last`, or the run for which `work` or `record` have too little room, as status[run] says: nothing of it is kept.
    """
    given = _arguments_at(address)
    if given.layout != _LAYOUT:
        return _OTHER_LAYOUT
    system, control = _system_at(given.system), _control_at(given.control)
    work, record = _work_at(given.work), _record_at(given.record)
    for i in range(first, last):
        _begin(control, work, t[i, 0])
        copy_into(starts[i], given.q)
        copy_into(velocities[i], given.v)
        copy_into(given.q, q[i, 0])
        copy_into(given.v, v[i, 0])
        for k in range(1, t.shape[1]):
            if controls.shape[1] > 0:
                copy_into(controls[i, k - 1], control.torque)
            status[i] = take_steps(system, control, given.settings, work, record, 0, 1, given.q, given.v)
            if status[i] == BUFFER_FULL or status[i] == RECORD_FULL:
                return i
            if status[i] != DONE:
                break
            t[i, k] = work.numbers[TIME]
            copy_into(given.q, q[i, k])
            copy_into(given.v, v[i, k])
            residual[i, k] = work.numbers[RESIDUAL]
            step_error[i, k] = record.step_error[0]
    return last


@kernel
def _begin(control: Any, work: Any, start: float) -> None:
    """Leave nothing of the run before that a step reads before it writes it."""
    for k in range(work.counts.shape[0]):
        work.counts[k] = 0
    for k in range(work.numbers.shape[0]):
        work.numbers[k] = 0.0
    work.numbers[TIME] = start
    for k in range(control.torque.shape[0]):
        control.torque[k] = work.jump[0, k] = work.jump[1, k] = work.jump[2, k] = 0.0


def laid_out(
    system: System, control: Control, settings: np.ndarray, work: Work, record: Record, q: Array, v: Array
) -> tuple[int, Any]:
    """The address of these arrays for `_steps_at` and `runs_at`, and what is to be held as long as it is used."""
    compile_entry(_lay_out)
    memory = np.empty(_ALL // 8, dtype=np.int64)
    address = _lay_out(system, control, settings, work, record, q, v, memory.ctypes.data)
    return address, (memory, system, control, settings, work, record, q, v)


def single_steps(
    system: System, control: Control, settings: np.ndarray, work: Work, record: Record, q: Array, v: Array
) -> Callable[[int, int], int]:
    """take(row, steps): `take_steps` of these arrays, written to the record from `row` on."""
    compile_entry(_steps_at)
    address, held = laid_out(system, control, settings, work, record, q, v)
    take = partial(_steps_at, address)
    take.__dict__["held"] = held  # as long as the function
    return take
