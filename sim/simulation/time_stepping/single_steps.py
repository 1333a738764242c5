"""Steps asked for one by one from Python, without Numba looking at some two hundred arrays each time.

Numba takes 25 µs to hand the arrays of a simulation over, and a step of few bodies takes three. Here they are laid out in memory
once, word by word as compiled code holds them, and each call passes one address instead.
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
from numba.core import types
from numba.extending import intrinsic

from ...arrays import Array, frozen
from ...compiling.marks import by_address
from ...kernel import compile_entry, entry, i8
from ..scene.settings import SETTINGS
from ..step_arrays import Control, Record, System, Work
from .many_steps import WHOLE, control_in, record_out, system_in, take_steps, work_out


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


_system_at, _control_at, _work_at, _record_at, _arguments_at = map(_group_at, _KINDS)


@entry(i8, i8, i8)
def _steps_at(address: int, row: int, steps: int) -> int:
    """`advance` with whole steps, of the arguments at an address."""
    given = _arguments_at(address)
    if given.layout != _LAYOUT:
        return _OTHER_LAYOUT
    return take_steps(
        _system_at(given.system), _control_at(given.control), given.settings, _work_at(given.work), _record_at(given.record),
        WHOLE, row, steps, given.q, given.v,
    )  # fmt: skip


def single_steps(
    system: System, control: Control, settings: np.ndarray, work: Work, record: Record, q: Array, v: Array
) -> Callable[[int, int], int]:
    """take(row, steps): `advance` with whole steps of these arrays, written to the record from `row` on."""
    compile_entry(_steps_at)
    groups: list[NamedTuple] = [system, control, work, record]
    memory = [_words_of(group) for group in groups]
    at = [words.ctypes.data for words in memory]
    groups.append(StepArguments(_LAYOUT, at[0], at[1], at[2], at[3], settings, q, v))
    memory.append(_words_of(groups[-1]))
    take = partial(_steps_at, memory[-1].ctypes.data)
    take.__dict__["kept"] = groups, memory  # what stands at these addresses lives as long as the function
    return take


def _words_of(group: NamedTuple) -> np.ndarray:
    """A group as compiled code holds it."""
    words: list[int] = []
    for field in group:
        if isinstance(field, np.ndarray):
            words += [0, 0, field.size, field.itemsize, field.ctypes.data, *field.shape, *field.strides]
        else:
            words.append(field)
    return np.array(words, dtype=np.int64)
