"""What the summary of a run says of its energy."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.app.command_line.simulate import last_energy


@pytest.mark.parametrize(
    ("energy", "said"),
    [
        ([1.0, 2.5], "2.5 J at last"),
        ([1.0, 2.5, np.nan], "2.5 J at t = 0.1 s, after which it is too large for a number"),
        ([1.0, np.inf, np.nan], "1 J at t = 0 s, after which it is too large for a number"),
        ([np.nan], "nan J at last"),
    ],
)
def test_an_energy_that_is_no_number_is_said_in_words(energy, said):
    assert last_energy(0.1 * np.arange(len(energy)), np.array(energy)) == said
