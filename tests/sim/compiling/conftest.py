"""Processes that compile the kernels of a test."""

import pytest

from tests.sim.compiling.processes import Bench, Ready


@pytest.fixture(scope="session")
def ready():
    process = Ready()
    yield process
    process.close()


@pytest.fixture
def empty_bench(ready, tmp_path):
    """Nothing compiled."""
    return Bench(tmp_path, ready)
