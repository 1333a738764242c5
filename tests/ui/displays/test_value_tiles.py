"""Tiles with a value each: whole, whichever part of them is painted anew."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from torseur.ui.displays.value_tiles import HEIGHT, ValueTiles


@pytest.mark.parametrize("strip", [QRect(0, HEIGHT - 4, 400, 4), QRect(0, 30, 8, 10)])
def test_a_strip_of_a_tile_that_comes_into_sight_is_painted_as_in_the_whole(qtbot, strip):
    tiles = ValueTiles(("w", "σ₁/σ₃"), (0.5, 0.5))
    qtbot.addWidget(tiles)
    tiles.resize(400, HEIGHT)
    tiles.show_values((("0.1258", "m/s"), ("1.870", "")))
    whole = tiles.grab().toImage()
    assert tiles.grab(strip).toImage() == whole.copy(strip)
