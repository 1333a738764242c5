"""The array type of public functions, and read-only arrays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, contiguous and read-only."""
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array


def frozen_mapping(items: Mapping[str, Any]) -> Mapping[str, Any]:
    """A read-only view of a copy."""
    return MappingProxyType(dict(items))
