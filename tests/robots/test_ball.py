"""The triangles of a ball are closed, seen from outside, and as many as they should be."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.robots.mjcf.ball import ball


@pytest.mark.parametrize("divisions", [0, 1, 3])
def test_a_ball_is_closed_and_round_and_turned_outwards(divisions):
    points, triangles = ball(divisions)
    assert len(triangles) == 20 * 4**divisions
    assert len(points) == 2 + len(triangles) // 2  # Euler: each edge has two triangles
    np.testing.assert_allclose(np.linalg.norm(points, axis=1), 1.0, atol=1e-15)  # rounding of one division
    edges = {(a, b) for t in triangles.tolist() for a, b in zip(t, t[1:] + t[:1], strict=True)}
    assert len(edges) == 3 * len(triangles)
    assert edges == {(b, a) for a, b in edges}
    assert np.all(np.linalg.det(points[triangles]) > 0.0)


def test_the_volume_of_a_ball_comes_near_that_of_the_sphere():
    points, triangles = ball(3)
    volume = np.linalg.det(points[triangles]).sum() / 6.0
    # Of triangles inside the sphere: short by about the square of an edge, here 0.16.
    assert 0.98 * 4.0 / 3.0 * np.pi < volume < 4.0 / 3.0 * np.pi
