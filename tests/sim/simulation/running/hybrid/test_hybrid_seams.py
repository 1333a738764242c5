"""The hybrid scheme over level tiles: closed forms, and no event for what does not happen."""

import numpy as np
import pytest

from tests.sim.contact.collision.pairs import turned
from tests.sim.simulation.tiles import block, body, run, tiles
from torseur.sim.multibody.model.shapes import Box, Capsule, Sphere

G, MU = 9.81, 0.6
BRICK = Box((0.2, 0.2, 0.1))
FOUR = [block(f"t{i}{j}", (1.0, 1.0, 0.1), (i - 0.5, j - 0.5, -0.05)) for i in range(-1, 3) for j in range(-1, 3)]


@pytest.mark.parametrize(("heading", "yaw", "states"), [(0.0, 0.0, 720), (0.0, 1.2, 2000), (0.5, 0.0, 3000)])
def test_a_box_slides_over_seams_without_crawling(heading, yaw, states):
    """A state a millisecond; its patch was found anew every tenth of a millimetre, in 2702 states at 100 times the price."""
    t = min(0.7, 3.0 / (MU * G))
    way = 3.0 * t - 0.5 * MU * G * t * t
    ahead = np.array([np.cos(heading), np.sin(heading), 0.0])
    moving = body(BRICK, [-0.5, 0.03, 0.05], 3.0 * ahead, rotation=turned("z", yaw))
    recording = run([*(FOUR if heading else tiles(-2.0, 0.0, 2.0)), moving], 0.7, MU, scheme="hybrid")
    np.testing.assert_allclose(recording.q[-1, :3], [-0.5, 0.03, 0.05] + way * ahead, atol=1e-9)
    assert recording.t[-1] == pytest.approx(0.7, abs=1e-9)
    assert len(recording) < states


@pytest.mark.parametrize(("shape", "rotation"), [(Sphere(0.1), None), (Capsule(0.1, 0.2), turned("x", np.pi / 2))])
@pytest.mark.parametrize("seams", [1, 7])
def test_what_rolls_is_handed_over_from_tile_to_tile(shape, rotation, seams):
    under = tiles(-2.0, 0.0, 2.0) if seams == 1 else tiles(-2.0, *np.linspace(-0.3, 0.9, seams), 3.0)
    moving = body(shape, [-0.5, 0.03, 0.1], [1.05, 0.0, 0.0], [0.0, 10.5, 0.0], rotation)
    recording = run([*under, moving], 1.0, MU, scheme="hybrid")
    np.testing.assert_allclose(recording.q[-1, :3], [0.55, 0.03, 0.1], atol=1e-9)
    assert np.linalg.norm(recording.v[-1, :3]) == pytest.approx(1.05, abs=1e-9)
    assert not any(recording.contacts(i).impact.any() for i in range(1, len(recording)))
