"""Facts side by side, in tiles and as formulas: none is written into the next, and what is painted anew is whole."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from torseur.ui.displays.fact_list import FactRow
from torseur.ui.displays.formulas.formula_matrix import FormulaMatrix
from torseur.ui.displays.value_tiles import HEIGHT, ValueTiles

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


def test_a_matrix_without_entries_paints_nothing(qtbot):
    matrix = FormulaMatrix("T")
    qtbot.addWidget(matrix)
    matrix.resize(300, 40)
    empty = matrix.grab().toImage()
    matrix.show_entries((("1",),))
    assert matrix.grab().toImage() != empty
    matrix.show_entries(())
    assert matrix.grab().toImage() == empty


@pytest.mark.parametrize("strip", [QRect(0, HEIGHT - 4, 400, 4), QRect(0, 30, 8, 10)])
def test_a_strip_of_a_tile_that_comes_into_sight_is_painted_as_in_the_whole(qtbot, strip):
    tiles = ValueTiles(("w", "σ₁/σ₃"), (0.5, 0.5))
    qtbot.addWidget(tiles)
    tiles.resize(400, HEIGHT)
    tiles.show_values((("0.1258", "m/s"), ("1.870", "")))
    whole = tiles.grab().toImage()
    assert tiles.grab(strip).toImage() == whole.copy(strip)
