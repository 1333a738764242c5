"""After the first days of use the program holds no more than before: a short one, of the real window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

DAYS = 3
"""After two to warm up. Each of these lets go of some 20 MB that it made; where one of its comparisons kept its simulation by
the hybrid scheme, of 5 MB, memory grew beyond what is allowed in the first two."""


def test_days_of_use_hold_no_more_memory_threads_descriptors_and_files_than_the_first(screen):
    command = [sys.executable, "-m", "tests.soak", "--short", "--days", str(DAYS)]
    soak = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert soak.returncode == 0, soak.stdout + soak.stderr
    assert soak.stdout.endswith("nothing grew\n")
