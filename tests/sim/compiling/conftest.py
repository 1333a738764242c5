"""Processes that compile the kernels of a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.compiling.processes import Bench, Ready


@pytest.fixture(scope="session")
def ready() -> Iterator[Ready]:
    process = Ready()
    yield process
    process.close()


@pytest.fixture
def empty_bench(ready: Ready, tmp_path: Path) -> Bench:
    """Nothing compiled."""
    return Bench(tmp_path, ready)
