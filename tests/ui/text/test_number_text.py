"""Numbers as they are read."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.ui.text.number_text import decimal_text, number_text

UP = 1.0 + 1e-14


@pytest.mark.parametrize("last_bits", [1.0 / UP**3, 1.0 / UP, 1.0, UP, UP**3])
def test_equal_forces_read_equal_whatever_their_last_bits(last_bits):
    assert number_text(14.715 * last_bits) == "14.72"
    assert number_text(-14.715 * last_bits) == "−14.72"
    assert decimal_text(0.26285 * last_bits, 4) == "0.2629"


def test_no_other_number_is_rounded_elsewhere_than_to_its_nearest():
    for x in np.random.default_rng(3).normal(size=2000) * 10.0 ** np.arange(2000).clip(0, 3):
        assert float(number_text(x).replace("−", "-")) == float(f"{x:.4g}")


def test_twelve_digits_are_those_of_the_number():
    assert number_text(0.451523640985728, 12) == "0.451523640986"
    assert number_text(14.7149999999, 12) == "14.7149999999"
