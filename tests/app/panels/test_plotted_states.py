"""What the plots show of contacts, found block by block."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.app.panels.plotted_states import BLOCK, REACH, PlottedStates
from torseur.sim.simulation.recording.gaps import body_gaps


@pytest.fixture(scope="module")
def recording():
    return sim.simulate(sim.load_scene("box_stack"), 0.3, dt=1e-3)


def test_blocks_of_states_have_the_sums_and_gaps_of_the_whole(recording):
    n = len(recording)
    assert n > 3 * BLOCK
    states = PlottedStates(recording, with_gaps=True)
    for until in (100, n):  # it grows meanwhile
        for step in states.steps(until):
            states.add(step())
        assert states.count == until
    np.testing.assert_allclose(
        states.sums(), recording.contact_sums(n), rtol=1e-12, atol=1e-12
    )  # sums in another order
    pairs, gaps = body_gaps(recording.scene, recording.q, REACH)
    t, names, nearest = states.nearest(2)
    np.testing.assert_array_equal(t, recording.t)
    for k, name in enumerate(names):
        np.testing.assert_array_equal(nearest[:, k], gaps[:, pairs.index(name)])


def test_states_that_rest_as_those_of_another_block_have_their_sums():
    scene = sim.load_scene("box_stack")
    resting = sim.simulate(scene, 2.0, dt=1e-2)
    since = next(i for i in range(len(resting)) if resting.repeats(i))
    whole = np.array(resting.contact_sums(len(resting)))
    for first in (since, since + 1):
        np.testing.assert_allclose(resting.contact_sums(len(resting), first), whole[:, first:], rtol=1e-12)


def test_forces_of_a_hybrid_run_go_on_over_the_jumps_of_impacts_which_have_impulses():
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 2.0)
    states = PlottedStates(recording, with_gaps=False)
    for step in states.steps(len(recording)):
        states.add(step())
    states.correct_start(0.0, 0.0)
    t, normal, tangential = states.forces()
    rests = t > 1.75  # one of the balls, while another strikes
    struck = states.sums()[2] > 0.0
    assert np.any(struck & (recording.t > 1.75))
    np.testing.assert_allclose(normal[rests], 9.81, rtol=1e-6)
    assert len(t) == len(normal) == len(tangential) == len(recording) - np.count_nonzero(struck)
    assert t[0] == 0.0
