"""After the first days of use the program holds no more than before: a short one, of the real window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.night]

DAYS = 1
"""After two to warm up, of three rounds each. What is allowed, 5 MB, is what one simulation keeps as its scratch: where each
round kept one, as each comparison of schemes once did, the last of them is 15 MB above the second."""


def test_days_of_use_hold_no_more_memory_threads_descriptors_and_files_than_the_first(screen):
    command = [sys.executable, "-m", "tests.soak", "--short", "--days", str(DAYS)]
    soak = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert soak.returncode == 0, soak.stdout + soak.stderr
    assert soak.stdout.endswith("nothing grew\n")
