"""What the window waits for before it uses a kernel is there to be waited for."""

from __future__ import annotations

import pytest

from torseur.app.background import kernels
from torseur.sim.compilation import ENTRIES


@pytest.mark.parametrize("use", ["POSING", "STEPPING", "PROBLEMS", "GAPS", "HYBRID"])
def test_a_kernel_that_the_window_waits_for_is_an_entry(use):
    assert getattr(kernels, use) in [name for _, name in ENTRIES]
