"""What the benchmark asks of an engine that has a scene."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from .law import Contacts


class Engine(Protocol):
    """One scene in one engine, from its start."""

    def many(self, steps: int) -> None:
        """Take steps as a user would who wants them quickly."""

    def one(self) -> None:
        """Take a single step, with as little around it as can be."""

    def none(self) -> None:
        """The call of `one` without a step: the price of calling."""

    def contacts(self) -> Contacts:
        """The contacts of the last step, which `many` took."""

    def places(self) -> np.ndarray:
        """Centres of mass of the links (n, 3) [m], in the order of `tree.links`."""
