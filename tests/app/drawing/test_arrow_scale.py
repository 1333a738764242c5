"""What a legend says of a scale."""

from __future__ import annotations

import pytest

from torseur.app.drawing.arrow_scale import per_metre_text, scale_text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.02, "1 N = 20 mm"), (5.0, "1 N = 5000 mm"), (200.0, "1 mN = 200 mm"), (2e4, "1 µN = 20 mm"), (2e12, "1 nN = 2e+06 mm")],
)
def test_of_small_numbers_a_scale_is_told_for_a_part_of_the_unit(value, text):
    assert scale_text(value, "N") == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.01, "1 m = 100 N"), (2e-9, "1 m = 5e8 N"), (5.0, "1 m = 0.2 N"), (2e5, "1 m = 5e-6 N")]
)
def test_a_scale_of_contact_forces_is_told_for_a_metre(value, text):
    assert per_metre_text(value, "N") == text
