"""Facts side by side: none is written into the next."""

from __future__ import annotations

import pytest

from torseur.ui.displays.fact_list import FactRow

SHARES = (0.25, 0.29, 0.24, 0.22)


@pytest.mark.parametrize("width", [328, 400])
def test_a_fact_that_is_wider_than_its_share_moves_the_next(qtbot, width):
    row = FactRow(SHARES)
    qtbot.addWidget(row)
    row.resize(width, row.height())
    row.show_facts(
        (("|ζᵀΛ|", "3e-18", "N·s·m/s"), ("min Λ", "0.01472", "N·s"), ("min ζ⁺", "0", "m/s"), ("newton", "0", "iterations"))
    )
    places = row.places()
    assert all(right < left for (_, right), (left, _) in zip(places, places[1:], strict=False))
    assert (places[0][0], places[-1][1] <= width) == (0.0, True)
    row.show_facts((("a", "1", "m"), ("b", "2", "m"), ("c", "3", "m"), ("d", "4", "m")))
    assert [left for left, _ in row.places()] == pytest.approx([0.0, 0.25 * width, 0.54 * width, 0.78 * width])
