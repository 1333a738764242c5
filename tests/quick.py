"""Which of many like cases stay in the quick run of the tests (`make test FAST=1`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def quick_first(count: int, values: Iterable[Any]) -> list:
    """Parameters of a test, of which the first `count` are quick to have; the rest, more of the same, are slow."""
    return [pytest.param(value, marks=pytest.mark.slow if k >= count else ()) for k, value in enumerate(values)]
