"""Whether two values are alike: blocks of a sheet, and what an answer depends on."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

FEW = 64  # numbers of an array


class Value:
    """Base of frozen dataclasses (with `eq=False`) that are compared field by field, arrays by their numbers."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return same_value(self, other)

    __hash__ = None  # type: ignore[assignment]  # it may hold arrays


def same_value(one: Any, other: Any) -> bool:
    """Whether two values are alike: by identity, or else by what they hold; NaN is like NaN."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return _is_same_array(one, other)
    if isinstance(one, tuple):
        if type(one) is not tuple and _is_equal(one, other):
            return True
        return len(one) == len(other) and all(map(same_value, one, other))
    if isinstance(one, Value):
        for name in _compared(type(one)):  # type: ignore[arg-type]  # a class has a hash, also where its values have none
            a, b = getattr(one, name), getattr(other, name)
            if a is not b and not same_value(a, b):
                return False
        return True
    return bool(one == other) or (isinstance(one, float) and one != one and other != other)


@cache
def _compared(kind: type) -> tuple[str, ...]:
    """The fields that values of a type are compared by: dataclasses take as long to say as the numbers to compare."""
    return tuple(field.name for field in fields(kind) if field.compare)


def _is_same_array(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays have the same numbers, NaN too: of a few as lists, which takes a third of the time."""
    nan_too = one.dtype.kind in "fc"
    if one.shape != other.shape or one.size > FEW:
        return np.array_equal(one, other, equal_nan=nan_too)
    a, b = one.ravel().tolist(), other.ravel().tolist()
    return a == b or (nan_too and all(x == y or (x != x and y != y) for x, y in zip(a, b, strict=True)))


def _is_equal(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two named tuples are equal, as cells of tables are: ten times as fast as one field after the other."""
    try:
        return one == other
    except ValueError:  # arrays
        return False
