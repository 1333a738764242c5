"""What can be taken hold of in the view, as a value."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from ...text.same_value import Value

Array = np.ndarray


@dataclass(frozen=True, eq=False, slots=True)
class Handle(Value):
    """A vector that can be taken by its tip."""

    key: Hashable
    tail: Array  # (3,) in the world [m]
    tip: Array  # (3,)
