"""Vectors, products and names as they are written."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.ui.text.short_names import short_names
from torseur.ui.text.vector_text import cross_lines, vector_text


def test_products_are_written_out_with_their_numbers():
    a, b = np.array([0.0, 0.6, -0.8]), np.array([0.5, -1.0, 0.25])
    assert vector_text(b) == "(0.5000, −1, 0.2500)"
    lines = cross_lines(a, b, ("v", "z", "r"))
    assert lines[0] == "v_x = z_y r_z − z_z r_y = 0.6000·0.2500 − (−0.8000)·(−1) = −0.6500"
    assert [float(line.rsplit("= ")[-1].replace("−", "-")) for line in lines] == pytest.approx(np.cross(a, b).tolist())


def test_names_lose_the_words_that_all_begin_with():
    assert short_names(["panda link1", "panda link2", "panda hand tcp"]) == ["link1", "link2", "hand tcp"]
    assert short_names(["arm", "arm left"]) == ["arm", "arm left"]
    assert short_names(["arm left"]) == ["arm left"]
    assert short_names(["root joint"] * 2) == ["joint"] * 2
