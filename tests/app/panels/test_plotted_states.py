"""What the plots show of contacts, found block by block."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.app.panels.plotted_states import BLOCK, REACH, PlottedStates
from torseur.sim.simulation.recording.gaps import body_gaps
from torseur.sim.simulation.recording.states import extremes


@pytest.fixture(scope="module")
def recording():
    return sim.simulate(sim.load_scene("box_stack"), 0.3, dt=1e-3)


def test_blocks_of_states_have_the_sums_and_gaps_of_the_whole(recording):
    n = len(recording)
    assert n > 3 * BLOCK
    states = PlottedStates(recording, with_gaps=True)
    for until in (100, n):  # it grows meanwhile
        for found in states.look(until):
            states.add(found)
        assert states.count == until
    np.testing.assert_allclose(states.sums(), recording.contact_sums(n), rtol=1e-12, atol=1e-12)  # sums in another order
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
    for found in states.look(len(recording)):
        states.add(found)
    states.correct_start(0.0, 0.0)
    lines = states.forces()
    t, normal, tangential = lines[0].t, lines[0].y, lines[1].y
    rests = t > 1.75  # one of the balls, while another strikes
    struck = states.sums()[2] > 0.0
    assert np.any(struck & (recording.t > 1.75))
    np.testing.assert_allclose(normal[rests], 9.81, rtol=1e-6)
    np.testing.assert_array_equal(t, recording.t)
    assert np.isfinite(normal).all()
    assert np.isfinite(tangential).all()
    jumps = np.flatnonzero(struck)  # of which none is next to another
    beside = np.stack((normal[jumps - 1], normal[jumps + 1]))
    assert (normal[jumps] >= beside.min(axis=0)).all()
    assert (normal[jumps] <= beside.max(axis=0)).all()


@pytest.mark.parametrize(("name", "scheme"), [("box_stack", "time_stepping"), ("bouncing_ball", "hybrid")])
def test_of_a_recording_in_a_file_lines_are_what_they_are_in_memory(name, scheme, tmp_path):
    recording = sim.simulate(sim.load_scene(name), 1.0, dt=2e-3, scheme=scheme)
    sim.save_recording(recording, tmp_path / "run.mcap")
    both = [PlottedStates(one, with_gaps=False) for one in (recording, in_file(tmp_path))]
    n = len(recording)
    for states in both:
        for found in states.look(n):
            states.add(found)
        states.correct_start(3.0, 1.0)
    in_memory, from_file = ((*states.energies(n), *states.forces()) for states in both)
    assert len(in_memory) == len(from_file) == 5
    for mine, expected in zip(from_file, in_memory, strict=True):
        np.testing.assert_array_equal(mine.t, expected.t)
        np.testing.assert_array_equal(mine.y[:], expected.y)
        np.testing.assert_array_equal(mine.y[40:60], expected.y[40:60])
        assert mine.ends == expected.ends
        np.testing.assert_array_equal(mine.within(0.2, 0.4, 4000), expected.within(0.2, 0.4, 4000))
    np.testing.assert_array_equal(both[1].impulses(), both[0].impulses())
    assert np.array_equal(both[0].impulses()[1], both[0].sums()[2][both[0].sums()[2] > 0.0])


@pytest.mark.parametrize(("name", "scheme"), [("box_stack", "time_stepping"), ("bouncing_ball", "hybrid")])
def test_of_a_recording_in_a_file_nothing_is_kept_of_each_state(name, scheme, tmp_path):
    sim.save_recording(sim.simulate(sim.load_scene(name), 1.0, dt=2e-3, scheme=scheme), tmp_path / "run.mcap")
    recording = in_file(tmp_path)
    states = PlottedStates(recording, with_gaps=False)
    for found in states.look(len(recording)):
        states.add(found)
    assert states.sums().shape == (3, 0)
    assert states.count == len(recording)
    few = sum(curve.values.nbytes for curve in recording.extremes.values())
    assert few < 7 * 8 * (2 * len(recording) / extremes.PART + extremes.PART + 2)


def in_file(folder):
    return sim.load_recording(folder / "run.mcap", in_memory=0)
