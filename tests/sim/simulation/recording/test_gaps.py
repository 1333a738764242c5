"""Gaps of pairs of bodies."""

import numpy as np

from torseur import sim
from torseur.sim.simulation.recording.gaps import body_gaps


def test_gaps_of_a_falling_brick_are_its_height():
    recording = sim.simulate(sim.load_scene("falling_brick"), 0.5)
    pairs, gaps = body_gaps(recording.scene, recording.q)
    assert pairs == (("ground", "brick"),)
    np.testing.assert_allclose(gaps[:, 0], recording.q[:, 2] - 0.12, atol=1e-12)


def test_gaps_beyond_reach_are_not_numbers():
    scene = sim.load_scene("box_stack")
    pairs, gaps = body_gaps(scene, scene.initial.q[None, :], reach=0.05)
    near = {pair: gap for pair, gap in zip(pairs, gaps[0], strict=True) if not np.isnan(gap)}
    assert near[("ground", "cube0")] == np.float64(0.104) - 0.1
    assert ("ground", "cube5") not in near
