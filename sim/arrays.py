"""The array type of public functions, and read-only arrays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import ArgumentError

Array = NDArray[np.float64]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, contiguous and read-only."""
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array


def frozen_mapping(items: Mapping[str, Any]) -> Mapping[str, Any]:
    """A read-only view of a copy."""
    return MappingProxyType(dict(items))


def as_floats(name: str, value: Any) -> Array:
    """`value` as a new contiguous float64 array; an `ArgumentError` naming `name` if it is not numbers."""
    try:
        given = np.asarray(value)
        if np.iscomplexobj(given):
            raise TypeError("complex numbers")
        return given.astype(np.float64, order="C", subok=False)
    except (TypeError, ValueError) as error:
        raise ArgumentError(
            "{name} must be numbers; given {value_name}: {value!r}", name=name, value_name=type(value).__name__, value=value
        ) from error


BLOCK = 12
"""Vectors that the inverse of a mass matrix is applied to at once, see `trees`."""


def leading_entry(vector: Array) -> float:
    """The first entry of a vector (n,) that is as large as any but for rounding: it fixes the sign on every processor alike."""
    sizes = np.abs(vector)
    return vector[np.argmax(sizes >= (1.0 - 1e-9) * sizes.max())]
